"""Tables 4.2, 4.3 and 4.4: change scored against what people said."""

import re
from collections.abc import Iterator

import numpy as np

from quaver.house.change_scores import is_scored
from quaver.items.published import published_ends, read
from quaver.measures.change_scores import AVERAGE, RUN
from quaver.papers.rettenmeier2020.change_models import (
    KINDS,
    Group,
    groups,
    reason,
)
from quaver.papers.rettenmeier2020.comparable import FOLDER
from quaver.papers.rettenmeier2020.declare import table
from quaver.results.change_scores import ScoreNumbers
from quaver.results.records import spoken

FIVE = 5
BEST = "fasttext", "bootstrapped"  # the model of Tables 4.2 and 4.4
HALF = 0.0005  # of the last digit printed
MARGIN = 0.02  # as far as individual runs of the thesis lie apart
NO_AVERAGE = "no average of all runs"
TAGGED = re.compile("_(nn|vb)$")
UNSCORED = "nothing was scored against truth"
TRUTH_OF_OTHERS = (
    "Truth that was planted, or is of fewer languages, stands in the same form and is "
    "not compared."
)


def _scores(results) -> Iterator[dict]:
    """Table 4.3: a row for each technique, sampling, kind of model and quantity."""
    for group in groups(results):
        rows = [
            {
                **group.identity,
                **{"kind": each.kind, "model": KINDS[each.kind], "size": each.size},
                **{"quantity": each.quantity, "value": each.value},
                **{"low": each.low, "high": each.high, "models": each.models},
                **{"deviation": each.deviation, "unlike": each.unlike},
                **{"as_coded": each.as_coded, "missing": group.missing},
                "note": [*_bound(each), *group.gaps],
            }
            for each in group.scored()
        ]
        rows = [row for row in rows if np.isfinite(row["value"])]
        plain = {k: x for k, x in group.identity.items() if k != "cell"}
        yield from rows or [plain | {"note": group.gaps or UNSCORED}]


def _bound(each) -> list[str]:
    if each.kind == RUN or np.isnan(each.deviation):
        return []
    return [f"deviation of {each.models} groups of fewer runs: an upper bound (<)"]


def best_models(results) -> Iterator[tuple[Group, ScoreNumbers, int]]:
    """Of bootstrapped techniques the aligned average of all runs: its row, by text."""
    for group in groups(results):
        for record in group.records if group.identity["sampling"] == BEST[1] else ():
            models = {} if record.note else record.models
            whole = AVERAGE, len(models.get((RUN, 1), ()))
            yield group, record, int(models[whole][0]) if whole in models else -1


def of_record(group: Group, record: ScoreNumbers) -> dict:
    """Columns that say of which text and model a row is."""
    own = group.identity | {"language": spoken(record.cell.language)}
    return own | {"series": record.name, "corpus": record.cell.corpus}


def unlike(group: Group) -> str:
    """Why rows of a technique do not compare with the thesis's best model."""
    of = group.identity["trainer"]
    return "" if of == BEST[0] else f"{of}, published of {BEST[0]}"


def _by_language(results) -> Iterator[dict]:
    """Table 4.4: scores of the averages of all runs on bootstrapped text."""
    for group, record, row in best_models(results):
        own = of_record(group, record)
        if row < 0:
            yield _without_cell(own) | {
                "note": record.note or "no averages of all runs"
            }
            continue
        accuracy, rho = (record.stored[x][row].item() for x in ("accuracy", "rho"))
        values = {"accuracy": accuracy, "rho": rho, "average": (accuracy + rho) / 2}
        for quantity, value in values.items():
            if np.isfinite(value):
                facts = {"quantity": quantity, "value": value, "unlike": unlike(group)}
                yield own | facts | {"missing": len(record.absent)}


def _without_cell(row: dict) -> dict:
    return {name: value for name, value in row.items() if name != "cell"}


def _most_changed(results) -> Iterator[dict]:
    """Table 4.2: the targets that changed most, for people and for a model."""
    printed = {(x["language"], x["rank"]): x for x in read(FOLDER / "table_4_2.csv")}
    for group, record, row in best_models(results):
        own = of_record(group, record)
        why = reason(own.pop("cell")) or unlike(group)
        if row < 0:
            yield own | {"note": record.note or NO_AVERAGE}
            continue
        ours = _first(record.stored["change"][row], record.words)
        people = _first(record.stored["graded"], record.words)
        theirs = [printed.get((own["language"], k + 1), {}) for k in range(FIVE)]
        said = {x.get("model") for x in theirs}
        for k, (person, model) in enumerate(zip(people, ours, strict=True)):
            verdict = "agrees" if model in said else "differs"
            yield own | {
                **{"rank": k + 1, "people": person, "ours": model},
                **{f"published_{x}": theirs[k].get(x) for x in ("people", "model")},
                **{"verdict": f"not comparable: {why}" if why else verdict},
                "note": theirs[k].get("reading", ""),
            }


def _first(values: np.ndarray, words: tuple[str, ...]) -> list[str]:
    """The words of the highest values, ties in their order."""
    there = np.where(np.isnan(values), -np.inf, values)
    first = [words[k] for k in np.argsort(-there, kind="stable")[:FIVE]]
    # English targets end in their part of speech, which the thesis does not print
    return [TAGGED.sub("", word) for word in first]


def _printed_ends(theirs: dict, row: dict) -> tuple[float, float]:
    """Ends of a printed mean; of averages and ensembles only a bound is printed."""
    spread = theirs["deviation"] if theirs["kind"] == RUN else 0.0
    return published_ends(theirs["value"], HALF, spread, runs=int(theirs["models"]))


TABLE_4_2 = table(
    "Table 4.2",
    "Words that changed most",
    "of the targets, for people (truth) and for the aligned average of all runs on "
    "bootstrapped text; published is that of fasttext. Agrees: the word is one of the "
    f"five published for its language. {TRUTH_OF_OTHERS}",
    columns="series language technique trainer rank people:text ours:text "
    "published_people:text published_model:text verdict",
    keys="language technique rank people ours published_people published_model verdict "
    "note",
    rows=_most_changed,
    reads=("change_scores",),
    wanted=is_scored,
)
TABLE_4_3 = table(
    "Table 4.3",
    "Scores of change by kind of model",
    "task 1 is accuracy (of ensembles by majority, half of the runs being no change; "
    "as_coded: by all runs), task 2 Spearman's rho, means over languages within a run, "
    "then over runs; interval of individual runs: 95 %, Student's t; deviations have "
    "ddof 0, of runs and of words (changed: above mean + deviation / 2). Of averages "
    "and ensembles of all runs there is one, its deviation is that of halves of them; "
    f"missing: targets that some run lacks (table change_scores). {TRUTH_OF_OTHERS}",
    columns="language technique trainer sampling model:text kind size quantity value± "
    "deviation models:whole as_coded missing",
    keys="language technique sampling model quantity value deviation published_value "
    "verdict note",
    rows=_scores,
    published={
        "keys": ("trainer", "kind", "sampling", "quantity"),
        "columns": {
            "published_value": "value",
            "published_deviation": "deviation",
            "published_size:whole": "size",
        },
        "value": "value",
        "ends": _printed_ends,
        "margin": MARGIN,
        "comparable": lambda results: reason,
    },
    reads=("change_scores",),
    wanted=is_scored,
)
TABLE_4_4 = table(
    "Table 4.4",
    "Scores of change by language",
    "of the aligned average of all runs on bootstrapped text, in task 1 (accuracy), "
    "task 2 (Spearman's rho), and their mean; published is that of fasttext. There is "
    "one such average, hence no interval; missing: targets it lacks. "
    f"{TRUTH_OF_OTHERS}",
    columns="series language technique trainer quantity value missing",
    keys="series language technique quantity value published_value verdict note",
    rows=_by_language,
    published={
        "keys": ("language", "quantity"),
        "columns": {"published_value": "value"},
        "value": "value",
        "ends": lambda theirs, row: published_ends(theirs["value"], HALF),
        "margin": MARGIN,
        "comparable": lambda results: reason,
    },
    reads=("change_scores",),
    wanted=is_scored,
)
