"""Claims of section 4.1 on which models lead, as printed and as in a study."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from quaver.items.claims import AGREES, UNDECIDED, Band, Claim
from quaver.measures.change_scores import AVERAGE, ENSEMBLE, RUN
from quaver.papers.rettenmeier2020.change_leads import (
    SIGMAS,
    Claimed,
    Models,
    closest,
    joined,
    printed,
    printed_models,
    told_by_print,
    within,
)
from quaver.papers.rettenmeier2020.change_models import (
    NO_ERROR,
    OVERALL,
    QUANTITIES,
    groups,
    reason,
)
from quaver.papers.rettenmeier2020.comparable import EPOCHS
from quaver.papers.rettenmeier2020.declare import claim
from quaver.results.records import grouped
from quaver.statistics.values import difference

MOST = Band(low=0.5)
ALIKE = 0.9973  # of pairs of one normal law lie within 3 sigma
BEST = AVERAGE, "bootstrapped"
BETTER = "average of bootstrapped runs is significantly better than single runs"
CAN_BE = BETTER.replace("is", "can be", 1)
SIGNIFICANT = {"sigmas": SIGMAS, "against": RUN}
CLAIMS = (
    # "yields the highest overall score"
    Claimed(
        *("ensemble of shuffled runs is best", "word2vec", (ENSEMBLE, "shuffled")),
        quantities=(OVERALL,),
    ),
    Claimed("average of bootstrapped runs is best", "glove", BEST),
    Claimed(
        *("average of bootstrapped runs is best by more than 3 sigma", "fasttext"),
        model=BEST,
        sigmas=SIGMAS,
    ),
    Claimed(
        *("ensemble of bootstrapped runs is best", "word2vec"),
        model=(ENSEMBLE, "bootstrapped"),
        where="chapter 5",
    ),
    *(
        Claimed(BETTER, x, BEST, "chapter 5", **SIGNIFICANT)
        for x in ("fasttext", "glove")
    ),
)
# "it also yields the highest overall score (with fastText embeddings)"
BEST_OF_ALL = Claimed(
    *("average of bootstrapped runs is best of all techniques", "fasttext"),
    model=("fasttext", *BEST),
    among_all=True,
    quantities=(OVERALL,),
)
# "can be significantly improved": said of no technique by name, so one is enough
IMPROVED = tuple(
    Claimed(CAN_BE, x, BEST, "Conclusion", **SIGNIFICANT, quantities=(OVERALL,))
    for x in EPOCHS
)


def lead_rows(results) -> Iterator[dict]:
    """Each claim as printed, then in each technique of its trainer in a study."""
    ours = list(_ours(results))
    for claimed in (*CLAIMS, BEST_OF_ALL, *IMPROVED):
        row = _printed_row(claimed)
        yield row
        own = [x for x in ours if x[0]["trainer"] == claimed.trainer]
        if claimed.among_all:
            yield from _among_all(row, ours, claimed)
            continue
        for identity, models, why in own:
            yield from _compared(row | identity, models, claimed, why=why)


def _printed_row(claimed: Claimed) -> dict:
    models = printed_models(claimed)
    verdict, fault = told_by_print(models, claimed)
    text = f"{claimed.trainer}: {claimed.name} ({claimed.where})"
    row = {"statement": text, "kind": "claim", "trainer": claimed.trainer}
    row |= {"printed_verdict": verdict, "claim_of": claimed}
    note = [f"Table 4.3 says otherwise: {fault}" if fault else "as in Table 4.3"]
    if claimed.quantities == (OVERALL,):
        _, single = told_by_print(models, replace(claimed, quantities=QUANTITIES))
        note.append(f"of one task alone: {single}" if single else "")
    return row | {"note": note}


def _ours(results) -> Iterator[tuple[dict, Models, str]]:
    """Scores of each technique of a study, and why they do not compare."""
    by = grouped(groups(results), lambda group: group.identity["technique"])
    for technique, of in sorted(by.items()):
        models: dict[tuple[str, str], dict] = {}
        for group in of:
            for each in group.scored((*QUANTITIES, OVERALL)):
                key = each.kind, group.identity["sampling"]
                models.setdefault(key, {})[each.quantity] = each
        records = [record for group in of for record in group.records]
        trainer = of[0].identity["trainer"]
        yield {"technique": technique, "trainer": trainer}, models, reason(records)


def _among_all(row: dict, ours: Sequence[tuple], claimed: Claimed) -> Iterator[dict]:
    """Rows of a claim on the models of all trainers that the thesis has."""
    ours = [each for each in ours if each[0]["trainer"] in EPOCHS]
    there = {identity["trainer"] for identity, _, _ in ours}
    if ours and (gone := [name for name in EPOCHS if name not in there]):
        yield row | {"technique": "", "note": f"not in the study: {', '.join(gone)}"}
        return
    models = joined({identity["technique"]: own for identity, own, _ in ours})
    why = next((reason for _, _, reason in ours if reason), "")
    for identity, _, _ in ours:
        if identity["trainer"] == claimed.trainer:
            own = replace(claimed, model=(identity["technique"], *BEST))
            yield from _compared(row | identity, models, own, why=why)


def _compared(row: dict, models: Models, claimed: Claimed, *, why: str) -> Iterator:
    """A row for each quantity: by how much the model leads the best of the others."""
    for quantity in claimed.quantities:
        other, apart, sigma = closest(models, claimed.model, quantity, claimed.against)
        if other is None or not np.isfinite(apart):
            yield row | {"quantity": quantity, "note": "not all models were scored"}
            continue
        lead = difference(*(models[x][quantity].known for x in (claimed.model, other)))
        interval = apart, *lead.interval()
        verdict = Band(0.0).verdict(interval)
        if sigma > 0 and verdict == AGREES and sigma < claimed.sigmas:
            verdict = UNDECIDED
        both = (models[x][quantity].unlike for x in (claimed.model, other))
        reason_here = why or next(filter(None, both), "")
        verdict = f"not comparable: {reason_here}" if reason_here else verdict
        names = dict(zip(("value", "low", "high"), interval, strict=True))
        errors = f"{sigma:.1f} sigma" if np.isfinite(sigma) else NO_ERROR
        beside = f"next: {' '.join(other)}, {errors} ({quantity})"
        names |= {"freedom": lead.freedom, "quantity": quantity, "verdict": verdict}
        yield row | names | {"note": [reason_here, beside]}


def spread_rows(results) -> Iterator[dict]:
    """What most scores of word2vec lie within, as printed and in each technique."""
    near, of = within(printed()["word2vec"])
    row = {
        "statement": "word2vec: most scores fall within 3 sigma of each other",
        "kind": "claim",
        "trainer": "word2vec",
        "printed_verdict": _of_share(near, of)["verdict"],
    }
    yield row | {"note": f"{near} of {of} pairs of scores of Table 4.3 do"}
    for identity, models, why in _ours(results):
        if identity["trainer"] != "word2vec":
            continue
        near, of = within(models)
        own = row | identity | {"quantity": "share of pairs"}
        if not of:
            yield own | {"note": [why, NO_ERROR]}
            continue
        counted = _of_share(near, of)
        counted |= {"verdict": f"not comparable: {why}"} if why else {}
        yield own | counted | {"note": [why, f"{near} of {of} pairs of scores do"]}


def _of_share(near: int, of: int) -> dict:
    """Columns of a share that is counted: it has no error."""
    ends = dict.fromkeys(("value", "low", "high"), near / of)
    return ends | {"verdict": MOST.verdict(tuple(ends.values()))}


def _of(*claimed: Claimed, **facts) -> Claim:
    first = claimed[0]
    return claim(
        **{"name": f"{first.trainer}: {first.name}"} | facts,
        tested=f"{first.where}, Table 4.3",
        quantity="score of change less the next best",
        rows=lead_rows,
        value="value",
        keep=lambda row: row["claim_of"] in claimed and "technique" in row,
        band=Band(0.0),
        null=0.0,
        reads=("change_scores",),
    )


WORD2VEC, GLOVE, FASTTEXT, WORD2VEC_AGAIN, FASTTEXT_RUNS, GLOVE_RUNS = map(_of, CLAIMS)
FASTTEXT_OF_ALL = _of(BEST_OF_ALL)
CONCLUSION = _of(
    *IMPROVED,
    name=CAN_BE,
    existing=True,
)
WITHIN = claim(
    "word2vec: most scores fall within 3 sigma of each other",
    tested="section 4.1, Table 4.3",
    quantity="share of pairs of scores",
    rows=spread_rows,
    value="value",
    keep=lambda row: "technique" in row,
    band=MOST,
    null=ALIKE,
    reads=("change_scores",),
)
