"""How well change is told: scores against truth, beside what knows nothing of meaning.

Intervals are over the targets, which are few: runs agree with each other far more than
another list of words would agree with this one.
"""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd

from quaver.house.change import RULE
from quaver.items.ends import ends
from quaver.items.item import Table
from quaver.items.render import MISSING
from quaver.items.terminal import aligned, wrapped
from quaver.measures.change_scores import AVERAGE, ENSEMBLE, RUN
from quaver.measures.change_scoring import ALL, FREQUENCIES
from quaver.results.change_scores import ScoreNumbers
from quaver.results.drawn import Drawn
from quaver.statistics.partial import rank_interval
from quaver.statistics.values import share_interval
from quaver.wording import count, shortened

NAMES = {RUN: "single runs", AVERAGE: "averages of {}", ENSEMBLE: "ensembles of {}"}
SHOWN = "accuracy", "rho", "partial"  # in the findings
READING = (
    "Accuracy: targets rightly said to have changed or not; by chance up to {:.2f}. "
    "Rho: how well their order is that of the truth; by chance up to {:.2f}. Partial: "
    "the same with both frequencies held fixed. All models, with intervals: "
    "tables/change_scores."
)
LEAST = 1e-9  # of a rho that is above 0
HELD = 2  # frequencies, of both texts
FEW = 0.05  # deviation of the length of samples from which it is told
SCORED = "accuracy", "as_coded", "rho", "partial", "scored"
SCORED += tuple(f"chance/{x}" for x in ("accuracy_mean", "accuracy_high", "rho_high"))
COUNTED = {
    "unchanged": "counted as unchanged",
    "median": "counted as the median word",
    "drop": "left out",
}


def is_scored(grid) -> bool:
    """Tell whether a study asks for change to be scored against truth."""
    return any(change.truth for change in grid.study.analyses.change.values())


def scores_of(numbers: ScoreNumbers) -> Iterator[dict]:
    """Columns of each kind of model, means over models: intervals over targets."""
    for (kind, size), rows in numbers.models.items():
        own = {name: numbers.stored[name][rows] for name in SCORED}
        targets = float(own["scored"].mean())
        row = {"model": NAMES.get(kind, kind).format(size), "kind": kind}
        row |= {"models": len(rows) if size else None, "size": size or None}
        row |= {"targets": round(targets)}
        accuracy, rho, partial = (own[x].mean() for x in ("accuracy", "rho", "partial"))
        row |= _ends("accuracy", accuracy, share_interval(accuracy * targets, targets))
        row |= _ends("rho", rho, rank_interval(rho, round(targets)))
        if size:  # of frequency nothing is left
            interval = rank_interval(partial, round(targets), HELD)
            row |= _ends("partial", partial, interval)
        if kind == ENSEMBLE:
            row["as_coded"] = own["as_coded"].mean()
        if len(rows) > 1:
            of = ("accuracy", "rho")
            row |= {f"{name}_deviation": own[name].std() for name in of}
        yield row | {
            "accuracy_by_chance": own["chance/accuracy_mean"].mean(),
            "accuracy_chance": own["chance/accuracy_high"].mean(),
            "rho_chance": own["chance/rho_high"].mean(),
        }


def _ends(name: str, value: float, interval: tuple[float, float]) -> dict:
    """Columns of a value; none where it has none."""
    return {} if np.isnan(value) else ends(name, float(value), *map(float, interval))


def beside(row: dict, baselines: dict[str, dict]) -> list[str]:
    """What knows nothing of meaning and does as well as a model."""
    if row["model"] in baselines:
        return []
    lines = [
        f"{name} ranks as well"
        for name in FREQUENCIES
        # an order that is no better than any ranks nothing
        if baselines[name].get("rho", -1) >= max(row.get("rho", np.inf), LEAST)
    ]
    every, own = (x.get("accuracy", np.nan) for x in (baselines[ALL], row))
    if np.isclose(every, own) or every > own:
        often = "as" if np.isclose(every, own) else "more"
        lines.append(f"calling every word changed is right {often} often")
    return lines


def _rows(results) -> Iterator[dict]:
    for numbers in results.scores():
        identity = _identity(numbers)
        if numbers.note:
            yield identity | {"note": numbers.note}
            continue
        own, gone, rare = list(scores_of(numbers)), numbers.absent, numbers.lacking
        identity |= {"absent": len(gone), "lacking": len(rare), **_documents(numbers)}
        baselines = {row["model"]: row for row in own if row["size"] is None}
        of_texts = [_told_of_absent(gone, numbers.missing)]
        of_texts += [_told_of_lacking(numbers), _told_of_draws(numbers)]
        lists = {"absent_words": " ".join(gone), "lacking_words": " ".join(rare)}
        for number, row in enumerate(own):
            # of the texts it is told once
            notes = [*beside(row, baselines), *(of_texts if not number else ())]
            yield identity | row | lists | {"note": notes}


def _identity(numbers: ScoreNumbers) -> dict:
    cell = numbers.cell
    return {
        **{"series": numbers.name, "truth": numbers.truth},
        **{"early": cell.corpus, "late": numbers.later.corpus},
        **{"language": cell.language, "technique": cell.technique},
        **{"trainer": cell.trainer, "sampling": cell.sampling},
    }


def _told_of_absent(gone: list[str], missing: str) -> str:
    if not gone:
        return ""
    are = "target is" if len(gone) == 1 else "targets are"
    words = shortened(gone)
    return f"{len(gone)} {are} not in both texts ({words}), {COUNTED[missing]}"


def _told_of_lacking(numbers: ScoreNumbers) -> str:
    """Targets that not every run has: a sample may hold a rare word too seldom."""
    rare = [f"{word} in {runs}" for word, runs in numbers.lacking.items()]
    if not rare:
        return ""
    are, runs = "target is" if len(rare) == 1 else "targets are", len(numbers.runs)
    words = f"{shortened(rare)} of {runs} runs"
    return f"{len(rare)} {are} lacking in runs ({words}), {COUNTED[numbers.missing]}"


def _documents(numbers: ScoreNumbers) -> dict:
    """Documents of both texts, as how many of one length, and how samples vary."""
    row = {}
    for place, text in enumerate(("early", "late")):
        own = {name: numbers.stored[name][place] for name in ("documents", "effective")}
        row |= {f"{text}_{name}": value.item() for name, value in own.items()}
        if drawn := (numbers.cell, numbers.later)[place].drawn:
            row[f"{text}_length_deviation"] = length_deviation(drawn)
    return row


def length_deviation(drawn: Drawn) -> float:
    """Deviation of the length of samples, of their mean: in [0, 1].

    n groups of lengths l are drawn with replacement: sd(l) / (mean(l) sqrt(n)), which
    is sqrt(1 / effective - 1 / n).
    """
    return float(np.sqrt(max(1 / drawn.effective - 1 / drawn.number, 0.0)))


def _told_of_draws(numbers: ScoreNumbers) -> str:
    both = [x.drawn for x in (numbers.cell, numbers.later) if x.drawn]
    apart = [length_deviation(drawn) for drawn in both]
    if max(apart, default=0) < FEW:
        return ""
    own = " and ".join(f"{x.groups} as {x.effective:.0f} of one length" for x in both)
    many = " and ".join(f"{100 * x:.0f} %" for x in apart)
    return f"drawn are {own}: lengths of samples vary by {many}"


CHANGE_SCORES = Table(
    name="change_scores",
    title="How well is change told? Scores against what is true of some words",
    caption="Accuracy: share of targets said rightly to have changed or not (above "
    "mean + deviation / 2 of all words). Rho: Spearman's with graded truth; partial: "
    "with both frequencies held fixed; 95 % intervals are over targets. Chance: what "
    "one of 40 random answers exceeds; absent: targets that are not in both texts; "
    "lacking: that some runs have not.",
    order=8,
    rule=RULE,
    wanted=is_scored,
    reads=("change_scores",),
    columns="series truth:text early:text late:text language technique trainer "
    "sampling model:text kind:text size models:whole targets absent:whole "
    "lacking:whole accuracy± accuracy_deviation accuracy_by_chance accuracy_chance "
    "as_coded rho± rho_deviation rho_chance partial± early_documents:whole "
    "late_documents:whole early_effective:1 late_effective:1 early_length_deviation "
    "late_length_deviation absent_words:text lacking_words:text note",
    keys="series technique sampling model accuracy accuracy_chance rho rho_chance "
    "partial note",
    rows=_rows,
)


def scores_told(frames: Mapping[str, pd.DataFrame]) -> str:
    """How well change is told, as plain text; nothing where it was not scored."""
    frame = frames.get(CHANGE_SCORES.name)
    if frame is None or frame.empty:
        return ""
    is_note = frame["kind"].fillna("") == ""  # as a file has a gap of text
    lines = ["How well is change told? Scores against truth", ""]
    for row in frame[is_note].itertuples():
        of = f"{row.series}, {row.technique}, {row.sampling}"
        lines += wrapped(f"{of}: not scored, {row.note}.")
    for (series, truth), own in frame[~is_note].groupby(
        ["series", "truth"], sort=False
    ):
        targets = count(int(own["targets"].max()), "target")
        lines += [f"{series}, {truth} truth, {targets}:", *aligned(_short(own)), ""]
        models = own[own["size"].notna()]
        if not _is_beyond(models).any():
            lines += ["No model's accuracy or rho is beyond chance here.", ""]
    if not is_note.all():
        runs = frame[frame["kind"] == RUN]  # their chance is told, for all
        chance = runs["accuracy_chance"].max(), runs["rho_chance"].max()
        lines += wrapped(READING.format(*chance))
    return "\n".join(lines).rstrip()


def _is_beyond(rows: pd.DataFrame) -> pd.Series:
    """Whether each row's accuracy or rho is above what chance hardly exceeds."""
    return (rows["accuracy"] > rows["accuracy_chance"]) | (
        rows["rho"] > rows["rho_chance"]
    )


def _short(own: pd.DataFrame) -> list[list[str]]:
    """Rows of single runs and of the largest averages, then of what knows nothing."""
    is_model, largest = own["size"].notna(), own["size"].max()
    is_shown = (own["kind"] == RUN) | (
        (own["kind"] == AVERAGE) & (own["size"] == largest)
    )
    # draws of bootstrapped runs have counts of their own: those of the text, once
    by_text = own[own["sampling"] != "bootstrapped"]
    first = (by_text if len(by_text) else own)[["technique", "sampling"]].iloc[0]
    is_first = (own[["technique", "sampling"]] == first).all(axis=1)
    rows = [["technique", "sampling", "model", *SHOWN]]
    for row in own[is_shown].to_dict("records"):
        rows.append([row["technique"], row["sampling"], row["model"], *_scores(row)])
    for row in own[~is_model & is_first].to_dict("records"):
        rows.append(["", "", row["model"], *_scores(row)])
    return rows


def _scores(row: Mapping) -> list[str]:
    return [f"{row[x]:.2f}" if pd.notna(row[x]) else MISSING for x in SHOWN]
