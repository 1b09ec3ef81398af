"""What changed between texts as plain text: verdicts, then from what to what."""

from collections.abc import Iterator, Mapping

import pandas as pd

from quaver.house.change import CHANGED, NO_EVIDENCE, SHARE, UNTOLD, likeness
from quaver.items.terminal import aligned, wrapped
from quaver.measures.moves import KINDS
from quaver.statistics.drift import ALPHA
from quaver.wording import shortened

ROWS = 12  # words that are shown, those that changed most
NEAR = 4  # neighbours of a word, those that moved farthest
NOBODY = "(none surely)"  # in brackets, or it would be a word
LIKE = "Like n %: as if such a share of a word's uses were another's (95 % interval)."
READING = (
    "In brackets: of 100 words {like}, how many changed less. Changed: beyond "
    "what documents dealt anew give, and surely beyond the median of these words. "
    "As others: beyond chance as well, but not surely beyond that median. No "
    "evidence: too little, or of too few uses or documents, to be told from documents "
    "dealt at random. From and to are chosen by the same uses: in fresh text they "
    "would lie less far apart. All words: tables/change; all neighbours: "
    "tables/change_neighbours."
)


def change_told(frames: Mapping[str, pd.DataFrame]) -> str:
    """Which words changed, by pair of texts; nothing where it was not asked."""
    told, near = (frames.get(x) for x in ("change", "change_neighbours"))
    if told is None or told.empty:
        return ""
    lines = []
    for pair, own in told.groupby(["early", "late"], sort=False):
        lines += ["Which words changed from {} to {}?".format(*pair), ""]
        is_note = own["word"].fillna("") == ""  # as a file has a gap of text
        for row in own[is_note].itertuples():
            lines += [*wrapped(f"{row.technique}: not told, {row.note}."), ""]
        if len(own := own[~is_note]):
            both = (near["early"] == pair[0]) & (near["late"] == pair[1])
            parts = _words(own), _moved(own, near[both]), _seen(own)
            lines += [line for x in map(list, parts) if x for line in (*x, "")]
            lines += _retrained(frames.get("change_retrained"), pair)
    # a word that cannot be told has a band, but no percentile
    band = told["band"].where(told["percentile"].notna()).fillna(0).max()
    reading = READING.format(like=likeness(band))
    return "\n".join([*lines, *wrapped(reading)])


def _words(own: pd.DataFrame) -> Iterator[str]:
    """A row per word, the verdicts of all techniques side by side."""
    changed = (own["verdict"] == CHANGED).groupby(own["word"]).mean()
    order = own.groupby("word")["percentile"].mean() + changed
    most = order.sort_values(ascending=False, kind="stable").index
    cells = own.assign(shown=own.apply(_verdict, axis=1))
    table = cells.pivot(index="word", columns="technique", values="shown").fillna("")
    yield from aligned(
        [["word", *table.columns], *([x, *table.loc[x]] for x in most[:ROWS])]
    )
    if (more := len(most) - ROWS) > 0:
        counts = own.groupby("technique", sort=False)["verdict"].value_counts()
        each = ", ".join(f"{x} {n} {y}" for (x, y), n in counts.items())
        yield from wrapped(f"... and {more} more. In all: {each}.")


def _verdict(row: pd.Series) -> str:
    beside = row["percentile"]
    return f"{row['verdict']}" + ("" if pd.isna(beside) else f" ({100 * beside:.0f})")


def _moved(own: pd.DataFrame, near: pd.DataFrame) -> Iterator[str]:
    """Where words that changed came from and went to, by what surely moved."""
    changed = own[own["verdict"] == CHANGED]
    most = changed.sort_values("percentile", ascending=False, kind="stable")["word"]
    for word in [*dict.fromkeys(most)][:ROWS]:
        parts = []
        for technique in changed.loc[changed["word"] == word, "technique"]:
            rows = near[(near["word"] == word) & (near["technique"] == technique)]
            left, came = (rows[rows["moved"] == kind] for kind in KINDS[:2])
            ends = (", ".join(x["neighbour"][:NEAR]) or NOBODY for x in (left, came))
            share = _share(own[(own["word"] == word) & (own["technique"] == technique)])
            parts.append(f"{technique} from {' to '.join(ends)}{share}")
        yield from wrapped(f"{word}: {'; '.join(parts)}")
    if changed.reindex(columns=["share"]).notna().any(axis=None):
        yield from wrapped(LIKE)


def _share(row: pd.DataFrame) -> str:
    """As large as what planted change a word's is; nothing where none was planted."""
    share, low, high = (row.get(f"share{end}") for end in SHARE)
    if share is None or share.isna().all():
        return ""
    span = f"{100 * low.iloc[0]:.0f} to {100 * high.iloc[0]:.0f}"
    return f" (like {100 * share.iloc[0]:.0f} %, {span})"


def _seen(own: pd.DataFrame) -> Iterator[str]:
    """What change of words without evidence would have been seen, where planted."""
    planted = own.reindex(columns=["share", "least_share"])
    if planted.isna().all(axis=None):
        return
    lacking = own[own["verdict"] == NO_EVIDENCE]
    for technique, rows in lacking.groupby("technique", sort=False):
        rows = rows.sort_values("least_share", kind="stable")
        each = [
            f"{row.word} {100 * row.least_share:.0f} %"
            if pd.notna(row.least_share)
            else f"{row.word} not even all"
            for row in rows.itertuples()
        ]
        yield from wrapped(
            f"No evidence, {technique}: this share of uses would have to change to be "
            f"seen in 4 of 5 cases: {shortened(each, most=ROWS)}."
        )


def _retrained(told: pd.DataFrame | None, pair: tuple) -> Iterator[str]:
    """How distances after retraining on dealt documents stand beside verdicts."""
    if told is None or told.empty:
        return
    own = told[(told["early"] == pair[0]) & (told["late"] == pair[1])]
    for technique, rows in own.groupby("technique", sort=False):
        judged = rows[rows["p"].notna() & (rows["verdict"] != UNTOLD)]
        if judged.empty:
            note = rows["note"].iloc[0]
            yield from wrapped(f"{technique}, trained on dealt documents: {note}.")
            continue
        beyond = 100 * judged["beyond"].iloc[0]
        text = (
            f"{technique}, trained on dealt documents as well: {beyond:.0f} of 100 "
            "words are farther apart than dealt documents give, about 5 by chance. "
            "Verdicts rest on contexts."
        )
        is_far, lacks = judged["p"] <= ALPHA, judged["verdict"] == NO_EVIDENCE
        other = judged.loc[is_far == lacks, "word"].drop_duplicates()
        if len(other):
            text += (
                f" Where p says other than they ({shortened([*other])}), believe the "
                "verdict: distances after training hold the shift all words share, and "
                "noise of training."
            )
        yield from wrapped(text)
    yield ""
