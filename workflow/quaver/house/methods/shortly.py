"""A paragraph to paste: what was done to which texts, and what came of it."""

import re
from collections.abc import Iterator
from math import isnan
from operator import attrgetter, itemgetter

from quaver.house.methods.words import SHOWN, Told, between, count, listed, shortened
from quaver.measures.trust import STABLE, TOO_LITTLE, Rule
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
    results = " ".join([*_stable(facts), *_means(facts)])
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
        read.setdefault(_how(cell), set()).add(cell.runs)
    runs = (
        f"{between(n)} {'time' if n == {1} else 'times'} on {how}"
        for how, n in read.items()
    )
    on = f" on {shortened(texts)}" if texts else ""
    is_measured = any(x.losses is not None or x.overlaps for x in cells)
    done = (
        "How much the trainings differ was measured" if is_measured else "It was done"
    )
    return (
        f"We trained {shortened([_technique(facts, name) for name in names])}{on}: "
        f"{listed(runs)}. {done} {with_quaver}"
    )


def _how(cell: CellNumbers) -> str:
    """What a run read of each text; groups are drawn whole."""
    if not cell.is_grouped:
        return READ[cell.sampling].format(cell.unit)
    return f"as many {cell.drawn.kinds}, each whole, drawn with replacement"


def _technique(facts: Told, name: str) -> str:
    technique = facts.study.techniques[name]
    label = re.split("[:,]", technique.parameters.label or technique.trainer)[0]
    own = getattr(technique.parameters, "dimensions", None)
    return f"{label} with {count(own, 'dimension')}" if own else label


def _main(facts: Told) -> list[CellNumbers]:
    """Cells of whole texts by their first unit, without variants, as texts stand."""
    # spaces of others may be of a text the study has not
    order = [*facts.study.corpora, *(cell.corpus for cell in facts.cells)]
    own = [cell for cell in facts.cells if not cell.base and cell.view == cell.corpus]
    return sorted(own, key=lambda cell: order.index(cell.corpus))


def _means(facts: Told) -> Iterator[str]:
    """Means over pairs of runs with their intervals, a sentence for each kind."""
    groups: dict[tuple, list[tuple]] = {}
    for cell in _main(facts):
        kind = 1 + [*READ].index(cell.sampling)
        start = f"The PIP loss between {cell.sampling} runs (0 to 1) was"
        if cell.losses is not None:
            mean = pair_mean(cell.losses)
            groups.setdefault((kind, start, 4), []).append((cell, mean))
        if cell.overlaps and cell.sampling == "bootstrapped":
            n = min(cell.overlaps, key=lambda n: (abs(n - NEIGHBOURS), n))
            start = f"Of the {n} nearest neighbours of a random word two bootstrapped "
            start += "runs shared, as a part of all,"
            mean = pair_mean(cell.overlaps[n][0])
            groups.setdefault((0, start, 2), []).append((cell, mean))
    for (_, start, places), means in sorted(groups.items(), key=itemgetter(0)):
        values = [mean.mean for _, mean in means]
        if len(means) > SHOWN:
            span = f"from {min(values):.{places}f} to {max(values):.{places}f}"
            yield f"{start} {span} in {len(means)} cells."
            continue
        parts = (f"{_valued(mean, places)} in {_place(cell)}" for cell, mean in means)
        yield f"{start} {listed(parts)}, with 95 % intervals."


def _valued(mean: Estimate, places: int) -> str:
    low, high = f"{mean.low:.{places}f}", f"{mean.high:.{places}f}"
    span = "no interval" if isnan(mean.low) else f"{low} to {high}"
    return f"{mean.mean:.{places}f} ({span})"


def _stable(facts: Told) -> Iterator[str]:
    """Stable neighbours of the words asked for, with their cosines and intervals."""
    lists = facts.lists
    if lists is None or lists.empty:
        return
    lists = lists[(lists["view"] == lists["corpus"]) & lists["rank"].notna()]
    unjudged = lists[lists["verdict"] == TOO_LITTLE]
    lists = lists.drop(unjudged.index)
    if len(unjudged):
        words = count(unjudged["word"].nunique(), "word")
        why = unjudged["note"].iloc[0].partition("; ")[0]
        yield f"Of {len(unjudged)} neighbours of {words} too little is known: {why}."
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
        stable = rows[rows["verdict"] == STABLE]
        of = f"{len(rows)} neighbours of {count(rows['word'].nunique(), 'word')}"
        start = f"Of the {of} asked for in {corpus} ({technique}), "
        if stable.empty:
            yield f"{start}none was stable."
            continue
        parts = [
            f"“{row.neighbour}” of “{row.word}” (cosine {row.estimate:.2f}, "
            f"{row.low:.2f} to {row.high:.2f})"
            for row in stable.itertuples()
        ]
        were = "was" if len(stable) == 1 else "were"
        spans = f", with {confidence:g} % intervals"
        yield f"{start}{len(stable)} {were} stable{spans}: {shortened(parts)}."


def _place(cell: CellNumbers) -> str:
    return f"{cell.corpus} ({cell.technique})"
