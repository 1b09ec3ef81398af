"""A paragraph to paste: what was done to which texts, and what came of it."""

import re
from collections.abc import Iterator
from operator import attrgetter

import pandas as pd

from quaver.house.methods.words import SHOWN, Told, between, count, listed, shortened
from quaver.measures.trust import Rule
from quaver.results.records import CellNumbers
from quaver.statistics import Estimate, pair_mean

READ = {
    "fixed": "each text as it is",
    "shuffled": "the {}s of each text in random order",
    "bootstrapped": "as many {}s drawn with replacement",
}
NEIGHBOURS = 10  # the length of lists that is told, or the nearest to it


def shortly(facts: Told) -> list[str]:
    """What was done, and results with intervals, of what was asked for first."""
    results = " ".join([*_stable(facts), *_shared(facts), *_losses(facts)])
    return [_done(facts), *filter(None, [results])]


def _done(facts: Told) -> str:
    with_quaver = f"with Quaver {listed(facts.work.quaver)}."
    cells = [cell for cell in _main(facts) if cell.trainer != "vectors"]
    if not cells:
        spaces = count(sum(cell.runs for cell in facts.cells), "space")
        return f"We compared {spaces} trained elsewhere {with_quaver}"
    texts = []
    for corpus in filter(attrgetter("steps"), facts.corpora):
        kept = (count(corpus.after("cut")[f"{x}s"], x) for x in ("document", "token"))
        language = facts.languages[corpus.language]
        texts.append(f"{corpus.corpus} ({language}, {' with '.join(kept)} kept)")
    names = dict.fromkeys(cell.technique for cell in cells)
    read: dict[str, set[int]] = {}
    for cell in sorted(cells, key=lambda cell: [*READ].index(cell.sampling)):
        read.setdefault(READ[cell.sampling].format(cell.unit), set()).add(cell.runs)
    runs = (f"{between(n)} {_times(n)} on {how}" for how, n in read.items())
    on = f" on {shortened(texts)}" if texts else ""
    return (
        f"We trained {shortened([_technique(facts, name) for name in names])}{on}: "
        f"{listed(runs)}. How much the trainings differ was measured {with_quaver}"
    )


def _times(runs: set[int]) -> str:
    return "time" if runs == {1} else "times"


def _technique(facts: Told, name: str) -> str:
    technique = facts.study.techniques[name]
    label = re.split("[:,]", technique.parameters.label or technique.trainer)[0]
    own = getattr(technique.parameters, "dimensions", None)
    return f"{label} with {count(own, 'dimension')}" if own else label


def _main(facts: Told) -> list[CellNumbers]:
    """Cells of whole texts by their first unit, without variants, as texts stand."""
    order = [*facts.study.corpora]
    own = [cell for cell in facts.cells if not cell.base and cell.view == cell.corpus]
    turn = {name: place for place, name in enumerate(order)}
    return sorted(own, key=lambda cell: turn.get(cell.corpus, len(order)))


def _losses(facts: Told) -> Iterator[str]:
    cells = [cell for cell in _main(facts) if cell.losses is not None]
    for sampling in READ:
        means = [
            (_place(cell), pair_mean(cell.losses))
            for cell in cells
            if cell.sampling == sampling
        ]
        if means:
            yield _told(f"The PIP loss between {sampling} runs (0 to 1) was", means, 4)


def _shared(facts: Told) -> Iterator[str]:
    cells = [x for x in _main(facts) if x.sampling == "bootstrapped" and x.overlaps]
    if not cells:
        return
    n = min(cells[0].overlaps, key=lambda n: (abs(n - NEIGHBOURS), n))
    means = [
        (_place(cell), pair_mean(cell.overlaps[n][0]))
        for cell in cells
        if n in cell.overlaps
    ]
    start = f"Of the {n} nearest neighbours of a random word two bootstrapped runs "
    yield _told(f"{start}shared, as a part of all,", means, 2)


def _told(start: str, means: list[tuple[str, Estimate]], places: int) -> str:
    if len(means) > SHOWN:
        values = [mean.mean for _, mean in means]
        low, high = f"{min(values):.{places}f}", f"{max(values):.{places}f}"
        return f"{start} from {low} to {high} in {len(means)} cells."
    parts = (f"{_valued(mean, places)} in {place}" for place, mean in means)
    return f"{start} {listed(parts)}, with 95 % intervals."


def _valued(mean: Estimate, places: int) -> str:
    low, high = f"{mean.low:.{places}f}", f"{mean.high:.{places}f}"
    span = "no interval" if pd.isna(mean.low) else f"{low} to {high}"
    return f"{mean.mean:.{places}f} ({span})"


def _stable(facts: Told) -> Iterator[str]:
    """Stable neighbours of the words asked for, with their cosines and intervals."""
    lists = facts.lists
    if lists is None or lists.empty:
        return
    lists = lists[(lists["view"] == lists["corpus"]) & lists["rank"].notna()]
    asks = facts.study.analyses.neighbours
    confidence, rule = 100 * asks.confidence, Rule(stable=asks.stable)
    meant = {f"{rule.needed(n)} of {n}" for n in lists["runs"].dropna().tolist()}
    if meant:
        yield (
            "A neighbour is called stable that is in the lists of at least "
            f"{listed(sorted(meant), 'or')} bootstrapped runs, more often than by "
            "chance, with a cosine above an average word's."
        )
    for (corpus, technique), rows in lists.groupby(["corpus", "technique"], sort=False):
        stable = rows[rows["verdict"] == "stable"]
        of = f"{len(rows)} neighbours of {count(rows['word'].nunique(), 'word')}"
        start = f"Of the {of} asked for in {corpus} ({technique}), "
        if stable.empty:
            yield f"{start}none was stable."
            continue
        parts = [
            f"{row.neighbour} of {row.word} (cosine {row.estimate:.2f}, "
            f"{row.low:.2f} to {row.high:.2f})"
            for row in stable.itertuples()
        ]
        were = "was" if len(stable) == 1 else "were"
        spans = f", with {confidence:g} % intervals"
        yield f"{start}{len(stable)} {were} stable{spans}: {shortened(parts)}."


def _place(cell: CellNumbers) -> str:
    return f"{cell.corpus} ({cell.technique})"
