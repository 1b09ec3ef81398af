"""The claim of section 4.1 that scores are better in German and Swedish."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import numpy as np

from quaver.items.claims import AGREES, DIFFERS, Band, Interval
from quaver.items.published import read
from quaver.measures.change_scores import AVERAGE
from quaver.papers.rettenmeier2020.change_models import (
    NO_ERROR,
    QUANTITIES,
    Group,
    Scored,
    groups,
    reason,
)
from quaver.papers.rettenmeier2020.comparable import FOLDER
from quaver.papers.rettenmeier2020.declare import claim
from quaver.results.records import spoken
from quaver.statistics.partial import rank_interval
from quaver.statistics.values import Value, difference, of_ends, share_interval

MEANT = ("de", "sv"), ("en", "la")
PAIRS = [*product(*MEANT)]
STATEMENT = "German and Swedish score better than English and Latin"
ANY_MODEL = f"{STATEMENT} with virtually any model"
VIRTUALLY = Band(low=0.9)  # reading: of ten models one may be an exception
BY_CHANCE = 1 / 6  # of four languages in any order, that these two are first
BEST = "fasttext", "bootstrapped"  # its averages are the model of Table 4.4
ENDS = "value", "low", "high"


def language_rows(results) -> Iterator[dict]:
    """German and Swedish against English and Latin: printed, by model, of all."""
    yield _printed()
    judged = []
    for group in groups(results):
        for row in _of_group(group):
            yield row
            judged.append(row)
    yield from _of_all(judged)


def _printed() -> dict:
    own = {(x["language"], x["quantity"]): x["value"] for x in _table_4_4()}
    apart = {
        q: min(own[one, q] - own[other, q] for one, other in PAIRS) for q in QUANTITIES
    }
    verdict = AGREES if min(apart.values()) > 0 else DIFFERS
    of = ", ".join(f"{name} {x:+.3f}" for name, x in apart.items())
    note = f"{of}: the worst of the two less the best of the others; no test is given"
    row = {"statement": STATEMENT, "kind": "claim", "printed_verdict": verdict}
    return row | {"note": note}


def _table_4_4() -> Sequence[Mapping]:
    return read(FOLDER / "table_4_4.csv")


def _of_group(group: Group) -> Iterator[dict]:
    """A row for each kind of model and quantity, or one that says why there is none."""
    names = "technique", "trainer", "sampling"
    row = {"statement": STATEMENT} | {name: group.identity[name] for name in names}
    why = reason(group.records)
    by_language = {
        spoken(record.cell.language): record
        for record in group.records
        if not record.note
    }
    gone = [name for name in sum(MEANT, ()) if name not in by_language]
    if gone:
        lacks = f"without {', '.join(gone)}"
        row |= {"kind": "claim", "verdict": f"not comparable: {lacks}"}
        yield row | {"note": [why, lacks, *group.gaps]}
        return
    scored = {
        name: {(x.kind, x.quantity): x for x in Group([record]).scored()}
        for name, record in by_language.items()
    }
    first, *others = ({*own} for own in scored.values())
    models = sorted(first.intersection(*others))
    if AVERAGE not in dict(models):
        yield row | {"kind": "claim", "verdict": "", "note": "no average of all runs"}
    for kind, quantity in models:
        of = {name: own[kind, quantity] for name, own in scored.items()}
        if np.isfinite([each.value for each in of.values()]).all():
            said = _judged(of, by_language, why)
            yield row | {"kind": kind, "quantity": quantity} | said


def _judged(scored: Mapping[str, Scored], records: Mapping, why: str) -> dict:
    """Columns of the least lead of a meant language over another, and its verdict."""
    interval, freedom = least({name: own.known for name, own in scored.items()})
    why = next(filter(None, (why, *(own.unlike for own in scored.values()))), "")
    verdict = f"not comparable: {why}" if why else Band(0.0).verdict(interval)
    by_words = {
        x: _over_targets(own, records[x].stored["scored"]) for x, own in scored.items()
    }
    (_, *ends), _ = least(by_words)
    note = "interval over runs; over targets {:.2f} to {:.2f}".format(*ends)
    unknown = "" if np.isfinite(interval).all() else NO_ERROR
    row = dict(zip(ENDS, interval, strict=True)) | {"freedom": freedom}
    notes = [why, unknown, note, "texts differ in size, too"]
    return row | {"verdict": verdict, "note": notes}


def least(scores: Mapping[str, Value]) -> tuple[Interval, float]:
    """The least lead of a meant language over another, ends of all; degrees of freedom.

    The claim is of all four pairs: it holds where all leads lie above 0, and fails
    where one lies below.
    """
    leads = [difference(scores[one], scores[other]) for one, other in PAIRS]
    ends = np.array([lead.interval() for lead in leads])
    interval = min(lead.value for lead in leads), *map(float, ends.min(axis=0))
    return interval, leads[ends[:, 1].argmin()].freedom


def _over_targets(scored: Scored, targets: np.ndarray) -> Value:
    """A score as one of so many targets, which other words would vary far more."""
    value, targets = scored.value, int(targets.max())
    if scored.quantity == "rho":
        return of_ends(value, *rank_interval(value, targets))
    return of_ends(value, *share_interval(value * targets, targets))


def _of_all(rows: Sequence[Mapping]) -> Iterator[dict]:
    """A row on all models of a study: in how many the two languages lead."""
    whole = {"statement": ANY_MODEL, "kind": "claim", "technique": ""}
    if lacks := [row for row in rows if "value" not in row and row["verdict"]]:
        yield whole | {name: lacks[0][name] for name in ("verdict", "note")}
    rows = [row for row in rows if "value" in row]
    if not rows:
        return
    rows = [row for row in rows if not _is_other(row)] or rows
    value, low, high = (np.array([row[x] for row in rows]) for x in ENDS)
    # what is sure of single models bounds what is true of all
    shares = np.mean(value > 0), np.mean(low > 0), 1 - np.mean(high < 0)
    interval = tuple(map(float, shares))
    verdict = VIRTUALLY.verdict(interval)
    if _is_other(rows[0]):
        verdict = rows[0]["verdict"]
    note = f"of {len(rows)} scores of models; ends: those that surely lead, or may"
    facts = {"quantity": "share of models", "verdict": verdict, "note": note}
    yield whole | dict(zip(ENDS, interval, strict=True)) | facts


def _is_other(row: Mapping) -> bool:
    return row["verdict"].startswith("not comparable")


LANGUAGES = claim(
    STATEMENT,
    tested="section 4.1, Table 4.4",
    quantity="least of four differences of scores",
    rows=language_rows,
    value="value",
    keep=lambda row: (
        row["statement"] == STATEMENT
        and (row.get("trainer"), row.get("sampling")) == BEST
        and row["kind"] in (AVERAGE, "claim")
    ),
    band=Band(0.0),
    null=0.0,
    reads=("change_scores",),
)
WITH_ANY = claim(
    ANY_MODEL,
    tested="section 4.1",
    quantity="share of models",
    rows=language_rows,
    value="value",
    keep=lambda row: row["statement"] == ANY_MODEL,
    band=VIRTUALLY,
    null=BY_CHANCE,
    reads=("change_scores",),
)
