"""How often intervals of thresholds hold that of other texts, by planted vectors.

Words stand in WordNet as in threshold_coverage.py. A text moves each of them by chance,
a training moves them once more. A bootstrapped text strays from its own as this from
what all texts share, and so its words are told less well; a training on it, which sees
63 percent of the units, errs more. The truth is the mean threshold over texts, each
trained anew. Told are the shares of texts whose interval holds it, of bootstrapped runs
alone and of the whole text with the spread of these.

    python bench/threshold_texts.py --folder /usr/share/wordnet
"""

import numpy as np
from threadpoolctl import threadpool_limits
from threshold_coverage import DEALS, SEED, Planted, asked, planted, share

from quaver.house import meant
from quaver.measures.meaning import centre, deals_of, relabelled
from quaver.spaces.joint import bins_of_pairs, ranks_of_pairs
from quaver.spaces.similarities import EDGES
from quaver.statistics.thresholds import Rule, over_runs, rank_edges

DIFFERENT = 0.632  # of the units of a text that one drawn of it has
WHOLE, DRAWN = 3, 8  # runs of each text
KINDS = {"cosines": meant.COSINES, "ranks": meant.RANKS}
METHODS = "whole", "whole_rms"
WORLDS = (1.0, 0.5), (3.0, 0.5), (2.0, 0.2)  # noise in all, what of it is of the text


def moved(world: Planted, text: float, seed: tuple[int, ...]) -> Planted:
    """The world as a text of it shows it; text: how far words move."""
    generator = np.random.default_rng([SEED, *seed])
    own = generator.standard_normal(world.places.shape)
    return world._replace(places=world.places + text / np.sqrt(own.shape[1]) * own)


def thresholds_of(world: Planted, spaces, rule: Rule) -> dict:
    """Thresholds of the runs of a cell, by kind, as the instrument tells them."""
    words = world.words(np.arange(len(world.senses)))
    edges = rank_edges(len(words.rows) - 1)
    stored: dict = {"values": world.baseline.values, "edges": EDGES}
    stored |= {"rank_edges": edges, "without": (), "rank_without": ()}
    counts: dict = {"counts": [], "rank_counts": [], "moves": [], "rank_moves": []}
    deals = deals_of(words, DEALS, SEED)
    for run, units in enumerate(spaces):
        grouped = bins_of_pairs(units), ranks_of_pairs(units, words.rows, edges)
        for own, kind in zip(grouped, KINDS.values(), strict=True):
            counts[kind.counts].append(world.baseline.counts(own))
            few = centre(own, world.baseline, deals)
            counts[kind.moves].append(few)
            if not run:
                stored[kind.dealt] = relabelled(own, world.baseline, deals).mean
    stored |= {name: np.stack(own) for name, own in counts.items()}
    stored |= {x.moves: stored[x.moves] - stored[x.moves][0] for x in KINDS.values()}
    return {x: meant.threshold_of(stored, kind, rule) for x, kind in KINDS.items()}


def of_text(world: Planted, noise: tuple[float, float], number: int, rule: Rule):
    """Thresholds of runs on a text, and of others on texts drawn of it.

    noise: of the text, of training.
    """
    of_texts, of_training = noise
    text = moved(world, of_texts, (number,))
    seeds = (SEED + 1000 * (number + 1) + run for run in range(WHOLE + DRAWN))
    whole = [text.vectors(of_training, 0.0, next(seeds)) for _ in range(WHOLE)]
    drawn = []
    for run in range(DRAWN):
        own = moved(text, of_texts, (number, run))
        drawn.append(own.vectors(of_training / np.sqrt(DIFFERENT), 0.0, next(seeds)))
    return [thresholds_of(world, spaces, rule) for spaces in (whole, drawn)]


def tell(kind: str, found: list) -> None:
    """Print shares of texts whose interval holds the truth, and how wide they are."""
    every = [[cell[kind].every for cell in text] for text in found]
    means = [over_runs(whole.values).estimate.mean for whole, _ in every]
    true, told = np.nanmean(means), np.nanmean([x.values for _, x in every])
    cells = zip(*every, strict=True)
    lacking = [np.isnan([cell.values for cell in own]).mean() for own in cells]
    print(
        f"    {kind}: {true:.3f} on average, of drawn texts {told:.3f}; deviation over "
        f"texts {np.nanstd(means):.3f}; none in {lacking[0]:.3f} and {lacking[1]:.3f}"
    )
    over = KINDS[kind].over_texts
    for runs in (3, DRAWN):
        made: dict[str, list] = {x: [] for x in ("drawn alone", *METHODS)}
        for whole, drawn in every:
            few = drawn._replace(values=drawn.values[:runs], widths=drawn.widths[:runs])
            alone = over_runs(few.values, widths=few.widths, of_text=True)
            made["drawn alone"].append(alone.estimate)
            if np.isfinite(whole.values).any():
                for name in METHODS:
                    made[name].append(over(few, whole, name).estimate)
        for name, own in made.items():
            ends = np.array([(x.low, x.high) for x in own])
            ends = ends[np.isfinite(ends).all(axis=1)]
            if not len(ends):
                continue
            held = (ends[:, 0] <= true + 1e-9) & (true - 1e-9 <= ends[:, 1])
            width = np.median(ends[:, 1] - ends[:, 0])
            print(
                f"      {runs} drawn runs, {name}: {share(held)} of {len(held)} texts "
                f"hold it, {width:.3f} wide"
            )


def main() -> None:
    """Print shares of several worlds."""
    options = asked(__doc__, words=800, texts=120)
    world, rule = planted(options), Rule(least_pairs=options.least)
    print(f"{options.words:,} words of WordNet, {options.dims} dims")
    for noise, part in WORLDS:
        of_texts, of_training = np.sqrt(part) * noise, np.sqrt(1 - part) * noise
        print(f"  noise {noise}, {part} of it of the text", flush=True)
        noises = of_texts, of_training
        found = [of_text(world, noises, x, rule) for x in range(options.texts)]
        for kind in KINDS:
            tell(kind, found)


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
