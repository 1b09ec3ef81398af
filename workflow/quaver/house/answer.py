"""Can I trust a word's neighbours? The last lines of the findings."""

import pandas as pd

from quaver.house.judged import UNKNOWN
from quaver.items.terminal import aligned, wrapped
from quaver.measures.trust import TOO_LITTLE

LETTERS = 30  # of a word that are shown
MOST = 6  # rows: the findings are short
MARKS = {TOO_LITTLE: "?", UNKNOWN: "–"}
READING = (
    "Stable: kept whichever passages are read. ?: too little data; –: not in the "
    "corpus. Lists and reasons: tables/neighbour_lists, trust; a figure of each word: "
    "figures/neighbours."
)


def as_answer(trust: pd.DataFrame) -> str:
    """Stable neighbours by word and technique as plain text; nothing without words.

    Of the main view of each corpus, the first words as asked.
    """
    # further views of a text give further verdicts: the tables have them
    main = trust[trust["view"] == trust["corpus"]]
    if main.empty:
        return ""
    counts = _counts(main)
    techniques = sorted(set(main["technique"]))
    heads = ["word", "corpus", *techniques]
    rows = [
        [_short(word), corpus, *(marks.get(name, "") for name in techniques)]
        for (corpus, word), marks in list(counts.items())[:MOST]
    ]
    more = len(counts) - len(rows)
    title = (
        f"Can I trust its neighbours? How many of a word's {main['n'].iloc[0]} nearest "
        "are stable"
    )
    left_out = [f"... and {more} more in tables/trust"] * bool(more)
    lines = [title, "", *aligned([heads, *rows]), *left_out, "", *wrapped(READING)]
    return "\n".join(lines) + "\n"


def _short(word: str) -> str:
    return word if len(word) <= LETTERS else f"{word[: LETTERS - 3]}..."


def _counts(main: pd.DataFrame) -> dict[tuple[str, str], dict[str, str]]:
    """What is shown of each corpus and word, by technique; by word as first asked."""
    marks: dict[tuple[str, str], dict[str, str]] = {}
    # rows go view by view, who asked has an order of importance
    asked = {word: turn for turn, word in enumerate(dict.fromkeys(main["word"]))}
    for row in main.to_dict("records"):
        mark = MARKS.get(row["verdict"]) or str(row["stable"])
        marks.setdefault((row["corpus"], row["word"]), {})[row["technique"]] = mark
    return dict(sorted(marks.items(), key=lambda item: asked[item[0][1]]))
