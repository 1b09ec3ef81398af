"""A paragraph to paste: what was done to which texts, and what came of it."""

import re
from collections.abc import Iterable, Iterator
from math import isnan
from operator import attrgetter, itemgetter

import pandas as pd

from quaver.house.answers import SETTLED
from quaver.house.cautions import ALIKE, HARDLY, cautions
from quaver.house.coverage import NOT_SIMULATED
from quaver.house.methods.naming import identified
from quaver.house.methods.words import Told, between, plain
from quaver.measures.trust import STABLE, TOO_LITTLE, Rule
from quaver.results.records import CellNumbers, by_sampling
from quaver.statistics import Estimate, pair_mean
from quaver.wording import count, listed, shortened

READ = {
    "fixed": "{text} as it is",
    "shuffled": "the {unit}s of {text} in random order",
    "bootstrapped": "as many {unit}s drawn with replacement",
}
NEIGHBOURS = 10  # the length of lists that is told, or the nearest to it
FEW = 2  # cells whose means are told one by one: a paragraph has no room for more


def shortly(facts: Told) -> list[str]:
    """What was done, results with intervals (what was asked for first), cautions."""
    results = " ".join([*_stable(facts), *identified(facts), *_means(facts)])
    return [_done(facts), *filter(None, [results, " ".join(_cautions(facts))])]


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
    each = "each text" if len({cell.corpus for cell in cells}) > 1 else "the text"
    read: dict[str, set[int]] = {}
    for cell in sorted(cells, key=lambda cell: [*READ].index(cell.sampling)):
        read.setdefault(_how(cell, each), set()).add(cell.runs)
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


def _how(cell: CellNumbers, text: str) -> str:
    """What a run read of a text, or of each; groups are drawn whole."""
    if not cell.is_grouped:
        return READ[cell.sampling].format(unit=cell.unit, text=text)
    return f"as many {cell.drawn.kinds}, each whole, drawn with replacement"


def _technique(facts: Told, name: str) -> str:
    technique = facts.study.techniques[name]
    label = technique.parameters.label or technique.trainer
    label = re.split("[:,]| reduced by ", label)[0]
    label = re.sub(r"\{(.+?)\}", lambda package: facts.version(package[1]), label)
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
        if len(means) > FEW:
            span = f"from {min(values):.{places}f} to {max(values):.{places}f}"
            yield f"{start} {span} over {len(means)} texts and techniques."
            continue
        parts = (f"{_valued(mean, places)} in {_place(cell)}" for cell, mean in means)
        spans = ", with 95 % intervals" * any(values)
        yield f"{start} {listed(parts)}{spans}."


def _valued(mean: Estimate, places: int) -> str:
    if places > 2 and mean.mean == 0:  # a loss, and not a share of neighbours
        return "0 (deterministic)"
    low, high = f"{mean.low:.{places}f}", f"{mean.high:.{places}f}"
    span = "no interval" if isnan(mean.low) else f"{low} to {high}"
    return f"{mean.mean:.{places}f} ({span})"


def _stable(facts: Told) -> Iterator[str]:
    """Stable neighbours of the words asked for, with their cosines and intervals."""
    lists = _main_rows(facts, "neighbour_lists")
    if lists is None:
        return
    yield from _unlisted(lists)
    lists = lists[lists["rank"].notna()]
    unjudged = lists[lists["verdict"] == TOO_LITTLE]
    lists = lists.drop(unjudged.index)
    if len(unjudged):
        words = count(unjudged["word"].nunique(), "word")
        why = unjudged["note"].iloc[0].partition("; ")[0]
        of = count(len(unjudged), "neighbour")
        yield f"Of {of} of {words} too little is known: {why}."
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
        words = count(rows["word"].nunique(), "word")
        of = f"{count(len(rows), 'neighbour')} of {words}"
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


def _main_rows(facts: Told, name: str) -> pd.DataFrame | None:
    """Rows of a table on whole texts by their first unit; None where there are none."""
    table = facts.tables.get(name)
    if table is None or table.empty:
        return None
    return table[table["view"] == table["corpus"]]


def _unlisted(lists: pd.DataFrame) -> Iterator[str]:
    """Words asked for that have no list, and why."""
    reasons: dict[str, dict] = {}
    for row in lists[lists["rank"].isna()].itertuples():
        # of a text without the word all techniques lack it
        by = f" ({row.technique})" * (row.verdict == TOO_LITTLE)
        why = row.note.partition("; ")[0]
        reasons.setdefault(why, {})[f"“{row.word}” in {row.corpus}{by}"] = None
    for why, words in reasons.items():
        yield f"No neighbours are known of {shortened([*words])}: {why}."


def _cautions(facts: Told) -> Iterator[str]:
    """What was too few to draw, too few runs for the lists, and too little text."""
    counts = {text.corpus: text.after("cut") for text in facts.corpora}
    remarks: dict[str, dict] = {}
    for group in by_sampling(_main(facts)):
        cells = [*group.values()]
        for remark in cautions(cells, counts.get(cells[0].corpus, {})):
            remarks.setdefault(remark, {})[_place(cells[0])] = cells[0].corpus
    # each has a cosine of its own: told once, of all of them
    alike = (
        f"two random vectors have a mean cosine above {ALIKE:g}, and hardly part words"
    )
    for _, places in _noted(facts, "findings", HARDLY):
        remarks.setdefault(alike, {}).update(places)
    for remark, places in remarks.items():
        own = set(places.values())
        of_all = {_place(x) for x in _main(facts) if x.corpus in own} == {*places}
        where = sorted(own) if of_all else [*places]
        yield f"{remark[:1].upper()}{remark[1:]}: {shortened(where)}."
    for remark, places in _noted(facts, "trust", NOT_SIMULATED):
        told = remark.replace("such intervals", "Intervals of neighbours", 1)
        yield f"{told}: {shortened([*places])}."
    if (trust := _main_rows(facts, "trust")) is not None:
        cells = trust.dropna(subset="listed").groupby(["corpus", "technique"])
        sums = cells[["settled", "listed"]].sum()
        open_ = sums[sums["settled"] < SETTLED * sums["listed"]].astype(int)
        if parts := [f"{s} of {n} in {c} ({t})" for (c, t), s, n in open_.itertuples()]:
            yield (
                "More runs may change which neighbours are stable. How many are "
                f"settled, with 95 % confidence: {shortened(parts)}."
            )
    if (text := _main_rows(facts, "enough_text")) is not None:
        small = text[text["enough"] == "no"]
        if parts := [*map(_place, small.itertuples())]:
            least = plain(100 * small["threshold"].iloc[0])
            yield (
                f"More text is needed where two runs share less than {least} % of the "
                f"neighbours: {shortened(parts)}."
            )


def _noted(facts: Told, table: str, start: str) -> Iterable[tuple[str, dict]]:
    """Remarks of a table that start so, each with its places and their corpora."""
    remarks: dict[str, dict] = {}
    rows = _main_rows(facts, table)
    for row in () if rows is None else rows.itertuples():
        for remark in row.note.split("; "):
            if remark.startswith(start):
                remarks.setdefault(remark, {})[_place(row)] = row.corpus
    return remarks.items()


def _place(cell) -> str:
    return f"{cell.corpus} ({cell.technique})"
