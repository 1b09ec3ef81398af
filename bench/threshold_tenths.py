"""How often the threshold of a tenth of the pairs lies in the interval of all.

Vectors and words are those of threshold_coverage.py. A tenth is that of the pairs of
fewer words, with deals of their own, or random pairs of all words. Intervals are: over
words; the brackets of the sentence, which are the outer ends over words and three runs;
and what all words give for so few (table threshold_size). A tenth strays from all of
which it is a part, and an interval that holds the truth of all owes it no place.

    python bench/threshold_tenths.py --folder /usr/share/wordnet
"""

import numpy as np
from threadpoolctl import threadpool_limits
from threshold_coverage import DEALS, SEED, WORLDS, Planted, asked, planted, share

from quaver.house import meant
from quaver.measures.meaning import GROUPS, centre, deals_of, relabelled
from quaver.spaces.joint import Grouped, bins_of_pairs, counts_without
from quaver.spaces.similarities import EDGES, NONE
from quaver.statistics import curves
from quaver.statistics.thresholds import Rule

RUNS, TENTH = 3, 0.1
INTERVALS = "over words", "of the sentence", "for so few words"


def some(bins: Grouped, part: float, generator: np.random.Generator) -> Grouped:
    """Random pairs of all: the others have no bin."""
    kept = generator.random(bins.of.shape) < part
    return Grouped(np.where(kept, bins.of, NONE).astype(np.uint8), bins.number)


def of_sample(world: Planted, spaces, rule: Rule, how: tuple[int, int]):
    """Threshold of random words in the first run, ends of each interval beside it, and
    thresholds of both tenths; NaN of none. how: number of the sample, and of words."""
    generator = np.random.default_rng([SEED, *how])
    rows = np.sort(generator.choice(len(spaces[0]), how[1], replace=False))
    words, baseline = world.words(rows), world.baseline.among(rows)
    every = [bins_of_pairs(units[rows]) for units in spaces]
    bins, levels, values = every[0], baseline.levels, baseline.values
    few = np.flatnonzero(words.turns < round(np.sqrt(TENTH) * len(rows)))

    def curve_of(own, its, known):
        deals = deals_of(known, DEALS, how[0])
        dealt = relabelled(own, its, deals).mean
        return dealt, curves.curve_of(its.counts(own), values, dealt, rule)

    dealt, _ = curve_of(bins, baseline, words)
    deals = deals_of(words, DEALS, how[0])
    centres = np.stack([centre(own, baseline, deals) for own in every])
    stored = {
        **{"values": values, "edges": EDGES, "relabelled": dealt},
        "counts": np.stack([baseline.counts(own) for own in every]),
        "moves": centres - centres[0],
        "without": counts_without(bins, levels, len(values), words.turns % GROUPS),
        "sizes": np.array([len(few), len(rows)]),
    }
    told = meant.threshold_of(stored, meant.COSINES, rule)
    ends = [(told.loose, told.strict)]
    ends += [(min(told.low, told.loose), max(told.high, told.strict))]
    ends += [meant.expected(stored, 0, rule)]
    among = bins.among(few), baseline.among(few), words.among(few)
    drawn = some(bins, TENTH, generator), baseline, words
    tenths = [curves.threshold_of(curve_of(*x)[1]).value(EDGES) for x in (among, drawn)]
    return told.first, ends, tenths


def tell(found: list) -> None:
    """Print how often tenths lie in each interval, and how wide these are."""
    own, ends, tenths = (np.array(x) for x in zip(*found, strict=True))
    ends = np.where(np.isnan(ends), [-np.inf, np.inf], ends)  # open
    widths = np.median(ends[..., 1] - ends[..., 0], axis=0)
    print(f"    of all {np.nanmean(own):.3f} (deviation {np.nanstd(own):.3f})")
    for name, its in zip(("fewer words", "random pairs"), tenths.T, strict=True):
        there = np.isfinite(its)
        if not there.any():
            print(f"    a tenth by {name}: none has a threshold")
            continue
        apart = (its - own)[there]
        print(
            f"    a tenth by {name}: off by {apart.mean():.4f} on average (deviation "
            f"{apart.std():.4f}); none in {1 - there.mean():.3f}"
        )
        for interval, width, (low, high) in zip(
            INTERVALS, widths, ends.transpose(1, 2, 0), strict=True
        ):
            held = ((low - 1e-9 <= its) & (its <= high + 1e-9))[there]
            print(f"      {share(held)} lie in that {interval}, {width:.3f} wide")


def main() -> None:
    """Print shares of several worlds."""
    options = asked(__doc__, words=4000, sample=1500, worlds=200)
    world, rule = planted(options), Rule(least_pairs=options.least)
    print(f"{options.words:,} words of WordNet, {options.dims} dims")
    for noise, common in WORLDS:
        spaces = [world.vectors(noise, common, SEED + run) for run in range(RUNS)]
        print(f"  noise {noise}, in common {common}", flush=True)
        numbers = ((number, options.sample) for number in range(options.worlds))
        tell([of_sample(world, spaces, rule, how) for how in numbers])


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
