"""The findings as text: what was asked for first, then what it rests on."""

from collections.abc import Iterator, Mapping

import pandas as pd

from quaver.house.change_scores import scores_told
from quaver.house.change_told import change_told
from quaver.house.change_trajectories import points_told
from quaver.house.judged import UNKNOWN
from quaver.house.laws_controlled import laws_told
from quaver.house.terms_settled import settled_told
from quaver.house.terms_told_apart import terms_told
from quaver.house.thresholds_told import thresholds_told
from quaver.items.render import MISSING
from quaver.items.terminal import aligned, wrapped
from quaver.measures.trust import TOO_LITTLE, Rule

LETTERS = 30  # of a word that are shown
NAMED = 60  # paragraphs of names and reasons; the tables have all
SETTLED = 0.9  # of the verdicts on a text's lists, with which its runs are enough
MARKS = {TOO_LITTLE: "?", UNKNOWN: MISSING}
STABLE = (
    "Stable: listed in {needed} runs on resampled text, more often than by chance, "
    "with a cosine surely above an average word's. ?: too little data; –: not in the "
    "text. Lists: tables/neighbour_lists; a figure of each word: figures/neighbours."
)
RUNS = (
    "Settled: neighbours whose share of runs that list them is surely (95 %) above or "
    "below the {share:g} needed. Other runs would hardly change their verdicts. "
    "Enough: {of:.0%} are settled, also where the verdict is that hardly any holds. "
    "{least} Cosine: mean half-width of the listed cosines' intervals."
)
TEXT = (
    "Shared: how many of the {n} neighbours of a random word two bootstrapped runs "
    "have in common. Enough: surely (95 %) {wanted:g} or more."
)


def answers(study, frames: Mapping[str, pd.DataFrame], losses: str = "") -> str:
    """Findings as plain text: tables by name, those not asked for missing."""
    asked = frames.get("trust", pd.DataFrame())
    if len(asked):
        # further views of a text give further verdicts: the tables have them
        asked = asked[asked["view"] == asked["corpus"]]
    parts = ["\n".join(_trusted(asked))] if len(asked) else []
    judged = asked[~asked["verdict"].isin([*MARKS])] if len(asked) else asked
    if len(judged):
        parts.append("\n".join(_runs(study, judged)))
    if "enough_text" in frames or len(asked):
        parts.append("\n".join(_text(study, frames.get("enough_text"))))
    others = change_told, points_told, laws_told, scores_told, thresholds_told
    others = (told(frames) for told in (*others, terms_told, settled_told))
    parts += [losses.strip(), *others]
    return "\n\n".join(filter(None, parts)) + "\n"


def _trusted(asked: pd.DataFrame) -> Iterator[str]:
    """Stable neighbours by word, text and technique: how many, then which."""
    marks: dict[tuple, dict[str, str]] = {}
    named: dict[tuple, list[str]] = {}
    reasons: dict[str, dict] = {}
    for row in asked.to_dict("records"):
        of_text = row["word"], row["corpus"]
        mark = MARKS.get(row["verdict"])
        marks.setdefault(of_text, {})[row["technique"]] = mark or str(row["stable"])
        if mark:
            why = f"{mark} {row['note'].partition('; ')[0]}"
            # of a text without the word all techniques lack it
            by = f" ({row['technique']})" * (row["verdict"] == TOO_LITTLE)
            where = f"{_short(row['word'])}, {row['corpus']}{by}"
            reasons.setdefault(why, {})[where] = None
        elif row["stable_words"]:
            names = f"{row['technique']}: {row['stable_words']}"
            named.setdefault(of_text, []).append(names)
    # rows go text by text, who asked has an order of importance
    words, techniques = ([*dict.fromkeys(asked[x])] for x in ("word", "technique"))
    order = sorted(marks, key=lambda of_text: words.index(of_text[0]))
    rows, last = [["word", "text", *techniques]], ""
    for of_text in order:
        word, corpus = of_text
        counts = (marks[of_text].get(name, "") for name in techniques)
        rows.append([_short(word) * (word != last), corpus, *counts])
        last = word
    n = asked["n"].iloc[0]
    yield f"Which neighbours can I trust? How many of a word's {n} nearest are stable"
    yield from ("", *aligned(rows), "")
    there = asked[~asked["verdict"].isin([*MARKS])]
    pairs = {*zip(there["needed"], there["bootstrapped_runs"], strict=True)}
    counts = " or ".join(
        f"at least {needed} of {runs}" for needed, runs in sorted(pairs)
    )
    yield from wrapped(STABLE.format(needed=counts or "enough of the"))
    parts = [
        f"{_short(word)}, {corpus}: {'; '.join(named[word, corpus])}"
        for word, corpus in order
        if (word, corpus) in named
    ]
    if pairs and not parts:
        parts = ["No word asked for has a stable neighbour."]
    parts += [f"{why}: {'; '.join(names)}" for why, names in reasons.items()]
    yield ""
    for part in parts[:NAMED]:
        yield from wrapped(part)
    if more := len(parts[NAMED:]):
        yield f"... and {more} more in tables/trust"


def _runs(study, judged: pd.DataFrame) -> Iterator[str]:
    """Whether more runs would change verdicts, by text and technique."""
    asks = study.analyses.neighbours
    rows = [["text", "technique", "runs", "settled", "enough", "cosine"]]
    for of_text, own in judged.groupby(["corpus", "technique"], sort=False):
        settled, listed = int(own["settled"].sum()), int(own["listed"].sum())
        is_enough = "yes" if settled >= SETTLED * listed else "no"
        counts = str(own["bootstrapped_runs"].max()), f"{settled} of {listed}"
        rows.append([*of_text, *counts, is_enough, f"±{own['reach'].mean():.2f}"])
    yield "Are the runs enough for these lists?"
    yield from ("", *aligned(rows), "")
    least = Rule(stable=asks.stable).settling
    from_on = f"A neighbour that every run lists is settled from {least:.0f} runs on."
    if least == float("inf"):
        from_on = "As all runs are to list it, no number of runs settles a neighbour."
    yield from wrapped(RUNS.format(least=from_on, share=asks.stable, of=SETTLED))


def _text(study, enough: pd.DataFrame | None) -> Iterator[str]:
    """Whether each text is large enough, and what more of it would give."""
    yield from ("Is the text large enough?", "")
    if enough is None or enough.empty:
        yield from wrapped(
            "That was not asked: it takes bootstrapped runs (samplings) and "
            "'neighbours' in analyses.stability.measures."
        )
        return
    n = int(enough["n"].max()) if enough["n"].notna().any() else 10
    rows = [["text", "technique", "tokens", f"shared of {n}", "enough"]]
    more, reasons = {}, {}
    for row in enough.to_dict("records"):
        names = [row["view"], row["technique"]]
        if pd.isna(row["share"]):
            reasons.setdefault(row["note"], []).append(" / ".join(names))
            continue
        shared = f"{row['share'] * row['n']:.1f}"
        rows.append([*names, f"{row['tokens']:,}", shared, row["enough"]])
        if row["fractions"] > 1:  # else more text was not asked for
            then = row["answer"].rpartition("; ")[2]
            more.setdefault(then, []).append(" / ".join(names))
    yield from aligned(rows) if len(rows) > 1 else ()
    for why, cells in reasons.items():
        yield from wrapped(f"{', '.join(cells)}: cannot be told, {why}.")
    yield ""
    wanted = study.analyses.enough.share * n
    yield from wrapped(TEXT.format(n=n, wanted=wanted))
    for then, cells in more.items():
        yield from wrapped(f"{', '.join(cells)}: {then}")


def _short(word: str) -> str:
    return word if len(word) <= LETTERS else f"{word[: LETTERS - 3]}..."
