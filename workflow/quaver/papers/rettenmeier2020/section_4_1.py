"""Section 4.1: what it claims of scores, as printed and as in a study; references.

Some claims cannot be right, whoever measures: Table 4.3 is judged against what the text
says of it, by the errors that footnote 4 has (deviation / sqrt(n), n = 32 runs or 2
groups of 16).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from quaver.house.change_scores import is_scored
from quaver.items.claims import AGREES, DIFFERS, UNDECIDED, Band
from quaver.items.published import read
from quaver.measures.change_scores import AVERAGE, ENSEMBLE
from quaver.measures.change_scoring import FREQUENCIES
from quaver.papers.rettenmeier2020.change_models import (
    QUANTITIES,
    Scored,
    groups,
    reason,
)
from quaver.papers.rettenmeier2020.comparable import FOLDER
from quaver.papers.rettenmeier2020.declare import claim, table
from quaver.results.records import spoken
from quaver.statistics.values import difference

SIGMAS = 3  # what the thesis takes for significant
MEANT = ("de", "sv"), ("en", "la")
Models = Mapping[tuple[str, str], Mapping[str, Scored]]  # by kind and sampling


@dataclass(frozen=True)
class Claimed:
    """What the text says: one kind of model of a trainer scores above all others."""

    name: str
    trainer: str
    model: tuple[str, str]
    where: str = "section 4.1"
    sigmas: float = 0.0  # by how many errors at least


CLAIMS = (
    Claimed("ensemble of shuffled runs is best", "word2vec", (ENSEMBLE, "shuffled")),
    Claimed("average of bootstrapped runs is best", "glove", (AVERAGE, "bootstrapped")),
    Claimed(
        *("average of bootstrapped runs is best by more than 3 sigma", "fasttext"),
        *((AVERAGE, "bootstrapped"), "section 4.1", SIGMAS),
    ),
    Claimed(
        *("ensemble of bootstrapped runs is best", "word2vec"),
        *((ENSEMBLE, "bootstrapped"), "chapter 5"),
    ),
)


def printed() -> dict[str, Models]:
    """Table 4.3 by trainer, then by kind and sampling, then by quantity."""
    models: dict[str, dict] = {}
    for row in read(FOLDER / "table_4_3.csv"):
        of = models.setdefault(row["trainer"], {})
        own = row["kind"], int(row["size"]), row["quantity"], row["value"]
        scored = Scored(*own, row["deviation"], int(row["models"]))
        of.setdefault((row["kind"], row["sampling"]), {})[row["quantity"]] = scored
    return models


def closest(models: Models, best: tuple[str, str], quantity: str) -> tuple:
    """The other model that comes closest to one, of a quantity: model, difference of
    the values, and how many errors that is; nothing where there is no other."""
    mine = models.get(best, {}).get(quantity)
    others = {x: own[quantity] for x, own in models.items() if quantity in own}
    others.pop(best, None)
    if mine is None or not others:
        return None, np.nan, np.nan
    # the claim is of every other model: the one that speaks most against it
    apart = {x: mine.value - other.value for x, other in others.items()}
    errors = {x: np.hypot(mine.error, other.error) for x, other in others.items()}
    sigma = {x: apart[x] / errors[x] if errors[x] > 0 else np.nan for x in others}
    known = [x for x in others if np.isfinite(sigma[x])]
    nearest = min(known or others, key=lambda x: sigma[x] if known else apart[x])
    return nearest, float(apart[nearest]), float(sigma[nearest])


def told_by_print(models: Models, claimed: Claimed) -> tuple[str, str]:
    """Whether Table 4.3 bears a claim out, and if not, by which of its numbers."""
    faults = []
    for quantity in QUANTITIES:
        other, apart, sigma = closest(models, claimed.model, quantity)
        if apart <= 0 or sigma < claimed.sigmas:
            mine, theirs = (models[x][quantity].value for x in (claimed.model, other))
            faults.append(
                f"{quantity} {mine:.3f} v {theirs:.3f} ({' '.join(other)}): "
                f"{sigma:.1f} sigma"
            )
    return (DIFFERS if faults else AGREES), "; ".join(faults)


def within(models: Models) -> tuple[int, int]:
    """Pairs of scores within 3 sigma of each other, and how many there are."""
    pairs = [
        (one[quantity], other[quantity])
        for quantity in QUANTITIES
        for one, other in combinations(models.values(), 2)
    ]
    near = [
        abs(one.value - other.value) <= SIGMAS * np.hypot(one.error, other.error)
        for one, other in pairs
    ]
    return sum(near), len(near)


def _rows(results) -> Iterator[dict]:
    yield from _claims(results)
    yield _spread()
    yield from _languages(results)
    yield from _references(results)


def _claims(results) -> Iterator[dict]:
    """Each claim as printed, then in each technique of its trainer in a study."""
    ours = list(_ours(results))
    for claimed in CLAIMS:
        verdict, fault = told_by_print(printed()[claimed.trainer], claimed)
        text = f"{claimed.trainer}: {claimed.name} ({claimed.where})"
        row = {"statement": text, "kind": "claim", "trainer": claimed.trainer}
        own = [x for x in ours if x[0]["trainer"] == claimed.trainer]
        row |= {"printed_verdict": verdict, "claim_of": claimed.name}
        note = f"Table 4.3 says otherwise: {fault}" if fault else "as in Table 4.3"
        yield row | {"note": note}
        for identity, models, why in own:
            yield from _compared(row | identity, models, claimed, why=why)


def _ours(results) -> Iterator[tuple[dict, Models, str]]:
    """Scores of each technique of a study, and why they do not compare."""
    by: dict[str, list] = {}
    for group in groups(results):
        by.setdefault(group.identity["technique"], []).append(group)
    for technique, of in sorted(by.items()):
        models: dict[tuple[str, str], dict] = {}
        for group in of:
            for each in group.scored():
                key = each.kind, group.identity["sampling"]
                models.setdefault(key, {})[each.quantity] = each
        records = [record for group in of for record in group.records]
        trainer = of[0].identity["trainer"]
        yield {"technique": technique, "trainer": trainer}, models, reason(records)


def _compared(row: dict, models: Models, claimed: Claimed, *, why: str) -> Iterator:
    """A row for each quantity: by how much the model leads the best of the others."""
    for quantity in QUANTITIES:
        other, apart, sigma = closest(models, claimed.model, quantity)
        if other is None or not np.isfinite(apart):
            yield row | {"quantity": quantity, "note": "not all models were scored"}
            continue
        lead = difference(*(models[x][quantity].known for x in (claimed.model, other)))
        interval = apart, *lead.interval()
        verdict = Band(0.0).verdict(interval)
        if sigma > 0 and verdict == AGREES and sigma < claimed.sigmas:
            verdict = UNDECIDED
        verdict = f"not comparable: {why}" if why else verdict
        names = dict(zip(("value", "low", "high"), interval, strict=True))
        errors = f"{sigma:.1f} sigma" if np.isfinite(sigma) else "no error is known"
        beside = f"next: {' '.join(other)}, {errors}"
        yield (
            row
            | names
            | {"quantity": quantity, "verdict": verdict, "note": [why, beside]}
        )


def _spread() -> dict:
    """What most scores of word2vec lie within."""
    near, of = within(printed()["word2vec"])
    return {
        "statement": "word2vec: most scores fall within 3 sigma of each other",
        "kind": "claim",
        "trainer": "word2vec",
        "printed_verdict": Band(0.0).verdict((0, *[2 * near - of] * 2)),
        "note": f"{near} of {of} pairs of scores of Table 4.3 do",
    }


def _languages(results) -> Iterator[dict]:
    """German and Swedish against English and Latin, as printed and as scored."""
    text = {"statement": "German and Swedish score better than English and Latin"}
    own = {(x["language"], x["quantity"]): x["value"] for x in _table_4_4()}
    row = text | {"kind": "claim", "claim_of": "languages"}
    apart = {q: _apart({x: own[x, q] for x in sum(MEANT, ())}) for q in QUANTITIES}
    verdict = AGREES if min(apart.values()) > 0 else DIFFERS
    of = ", ".join(f"{name} {x:+.3f}" for name, x in apart.items())
    note = f"{of}: the worst of the two less the best of the others; no test is given"
    yield row | {"printed_verdict": verdict, "note": note}
    for group in groups(results):
        for quantity in QUANTITIES:
            scores = {
                spoken(x.cell.language): float(np.mean(_own(x, quantity)))
                for x in group.records
                if not x.note
            }
            if {*sum(MEANT, ())} <= {*scores}:
                value = _apart(scores)
                names = {"technique", "trainer", "sampling"} & group.identity.keys()
                why = reason(group.records)
                yield (
                    row
                    | {name: group.identity[name] for name in names}
                    | {
                        **{"quantity": quantity, "value": value},
                        "verdict": f"not comparable: {why}" if why else UNDECIDED,
                        "note": "single runs; texts are four, and differ in size too",
                    }
                )


def _own(record, quantity: str) -> np.ndarray:
    return record.stored[quantity][np.array(record.kind) == "run"]


def _apart(scores: Mapping[str, float]) -> float:
    best, others = ([scores[x] for x in names] for names in MEANT)
    return min(best) - max(others)


def _table_4_4() -> Sequence[Mapping]:
    return read(FOLDER / "table_4_4.csv")


def _references(results) -> Iterator[dict]:
    """What scores stand beside: places and winners as published, baselines as ours."""
    for row in read(FOLDER / "section_4_1.csv"):
        for quantity in QUANTITIES:
            if np.isfinite(row[quantity]):
                place = f"place, task {1 + QUANTITIES.index(quantity)}"
                yield {
                    **{"statement": row["name"], "kind": row["kind"]},
                    "quantity": place if row["kind"] == "place" else quantity,
                    "published_value": row[quantity],
                    "note": [row["reading"], row["source"]],
                }
    for group in groups(results):
        measured = [record for record in group.records if not record.note]
        own = {name: group.identity[name] for name in ("technique", "trainer")}
        own |= {"sampling": group.identity["sampling"], "kind": "baseline"}
        names = [name for name in dict.fromkeys(sum((x.kind for x in measured), ()))]
        for name in names[names.index(FREQUENCIES[0]) :] if names else ():
            for quantity in QUANTITIES:
                rows = [x.stored[quantity][x.models[name, 0]][0] for x in measured]
                if np.isfinite(value := float(np.mean(rows))):
                    facts = {"statement": name, "quantity": quantity, "value": value}
                    yield own | facts | {"note": group.gaps}


SECTION_4_1 = table(
    "Section 4.1",
    "What the text claims of scores of change, and what they stand beside",
    "printed verdict: whether Table 4.3 bears the claim out, by the errors of footnote "
    "4 (deviation / sqrt(n)). Value: by how much the model leads the one that comes "
    "closest, with its 95 % interval (Student's t, of two groups); of baselines and "
    "references the score. Words of frequency alone, and one answer for all words, "
    "belong beside any score of change.",
    columns="statement:text kind technique trainer sampling quantity printed_verdict:"
    "remark value± published_value verdict",
    keys="statement technique quantity printed_verdict value low high published_value "
    "verdict note",
    rows=_rows,
    reads=("change_scores",),
    wanted=is_scored,
)


def _of(claimed: Claimed):
    return claim(
        f"{claimed.trainer}: {claimed.name}",
        tested=f"{claimed.where}, Table 4.3",
        quantity="score of change less the next best",
        rows=_claims,
        value="value",
        keep=lambda row: (
            (row["trainer"], row["claim_of"]) == (claimed.trainer, claimed.name)
            and "technique" in row
        ),
        band=Band(0.0),
        null=0.0,
        reads=("change_scores",),
    )


WORD2VEC, GLOVE, FASTTEXT, WORD2VEC_AGAIN = map(_of, CLAIMS)
