"""How much text there is: after each step, and beside Rettenmeier and Antoniak."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

import pandas as pd

from quaver.results.records import (
    COUNTED,
    FREQUENT,
    NOT_COMPARABLE,
    CorpusNumbers,
    frame,
    note,
    spoken,
)

CLOSE = 0.02  # two texts are taken for one where both counts agree within this
ROUNDED = 0.5  # of the last digit printed
CAPTION_CORPORA = (
    "Text after each step: as the source gave it, as read, cleaned of dropped numbers "
    "and punctuation, without repeated units, and with rare words cut and units then "
    "empty closed up. Types: different tokens as read, different words after."
)
TEXTS = (
    f"Tokens are counted before rare words are cut, words from {FREQUENT} occurrences. "
    "The published texts are not ours: a row agrees where both counts do within 2 % or "
    "rounding, and is not to be compared otherwise."
)
CAPTION_1_2 = f"Texts beside the Wikipedias of Table 1.2 of Rettenmeier 2020. {TEXTS}"
CAPTION_1_7 = f"Slices of ten years beside COHA, Table 1.7 of Rettenmeier 2020. {TEXTS}"
CAPTION_1_8 = (
    "Slices of other lengths beside the SemEval-2020 texts of Table 1.8 of Rettenmeier "
    "2020. Its tokens are shown as printed, in millions; as its English texts are "
    f"drawn from COHA and would exceed it, the unit was probably 10^5. {TEXTS}"
)
CAPTION_ANTONIAK = (
    "Texts as in Table 2 of Antoniak and Mimno 2018, and their six. Vocabulary density "
    "is unique words by all words. All three numbers are taken after rare words were "
    "cut; the published densities are their unique words / (documents x words per "
    "document) within rounding. The published rows are other texts."
)
COLUMNS_CORPORA = (
    *("corpus", "language", "series", "period", "step", *COUNTED),
    *("left_out", "note"),
)
COLUMNS_ANTONIAK = (
    *("corpus", "kind", "documents", "unique_words", "vocabulary_density"),
    *("words_per_document", "note"),
)
AGREES, OTHER = "agrees", "not comparable: other text"
MISPRINT = "agrees with tokens x 10^5"  # Table 1.8 prints 10^6


def corpora(records: Iterable[CorpusNumbers]) -> pd.DataFrame:
    """Counts of each corpus, a row per step: 0 or more, and never growing."""
    rows = [row for one in _sorted(records) for row in _step_rows(one)]
    return frame(rows, COLUMNS_CORPORA, CAPTION_CORPORA)


def table_1_2(
    records: Iterable[CorpusNumbers], published: pd.DataFrame
) -> pd.DataFrame:
    """Tokens in millions and words in ten thousands, a row per whole corpus."""
    known = _known(published, ["language"])
    rows = [
        _beside(one, known.get((spoken(one.language),)), units=(6, 4))
        for one in _sorted(records)
        if not one.series
    ]
    return frame(rows, _columns(6, 4), CAPTION_1_2)


def table_1_7(
    records: Iterable[CorpusNumbers], published: pd.DataFrame
) -> pd.DataFrame:
    """Tokens in 10^5 and words in thousands, a row per slice of a series of decades."""
    known = _known(published, ["language", "period"])
    rows = [
        _beside(
            one, known.get((spoken(one.language), decade(one.period))), units=(5, 3)
        )
        for one in _slices(records, of_decades=True)
    ]
    return frame(rows, _columns(5, 3), CAPTION_1_7)


def table_1_8(
    records: Iterable[CorpusNumbers], published: pd.DataFrame
) -> pd.DataFrame:
    """Tokens in millions and words in thousands, a row per slice of another series."""
    known = _known(published, ["language", "period"])
    known |= _known(published, ["language", "years"])
    rows = [
        _beside(one, known.get(_key(one, _half)), units=(6, 3))
        for one in _slices(records, of_decades=False)
    ]
    return frame(rows, _columns(6, 3), CAPTION_1_8)


def antoniak2018_table_2(
    records: Iterable[CorpusNumbers], published: pd.DataFrame
) -> pd.DataFrame:
    """Documents, words, density in (0, 1]: a row per corpus of ours, then of theirs."""
    rows = [_density_row(one) for one in _sorted(records)]
    theirs = published.drop(columns="source").to_dict("records")
    beside = [{**row, "kind": "published", "note": OTHER} for row in theirs]
    return frame(rows + beside, COLUMNS_ANTONIAK, CAPTION_ANTONIAK)


def decade(period: str) -> str:
    """The ten years a period names, '1810-1819' for 1810s; empty where it is none."""
    years = [int(year) for year in re.findall(r"\d+", period)]
    first = years[0] if years else 1
    named = years == [first] and re.fullmatch(r"\d{3}0s?", period)
    ended = years == [first, first + 9] and first % 10 == 0
    return f"{first}-{first + 9}" if named or ended else ""


def _key(one: CorpusNumbers, period: Callable[[str], str]) -> tuple[str, str]:
    return spoken(one.language), period(one.period)


def _half(period: str) -> str:
    """The name of one of two periods: t1 for 1 or corpus1; years as published."""
    found = re.fullmatch(r"(?:t|corpus|period)?[ _-]?([12])", period, re.IGNORECASE)
    return f"t{found[1]}" if found else re.sub(r"\s*[-–]\s*", "-", period)


def _sorted(records: Iterable[CorpusNumbers]) -> list[CorpusNumbers]:
    return sorted(records, key=lambda one: (one.series, one.period, one.corpus))


def _slices(
    records: Iterable[CorpusNumbers], *, of_decades: bool
) -> list[CorpusNumbers]:
    """Slices of the series of which every one is a decade, or of the others."""
    slices = [one for one in _sorted(records) if one.series]
    others = {one.series for one in slices if not decade(one.period)}
    return [one for one in slices if (one.series not in others) == of_decades]


def _identity(one: CorpusNumbers) -> dict:
    names = ("corpus", "language", "series", "period")
    return {name: getattr(one, name) for name in names}


def _step_rows(one: CorpusNumbers) -> list[dict]:
    if not one.steps:
        return [{**_identity(one), "note": one.note}]
    told = {
        "read": "",
        "cleaned": _cleaned(one),
        "deduplicated": _repeated(one),
        "cut": _cut(one),
    }
    rows = [{**_row(one, step, text), **one.after(step)} for step, text in told.items()]
    if one.read:
        counts = [_many(n, name.replace("_", " ")) for name, n in one.read.items()]
        rows.insert(0, _row(one, "source", f"counted: {'; '.join(counts)}"))
    return rows


def _row(one: CorpusNumbers, step: str, left_out: str) -> dict:
    return {**_identity(one), "step": step, "left_out": left_out, "note": one.note}


def _cleaned(one: CorpusNumbers) -> str:
    gone = one.dropped
    return _listed(
        (gone["cleaned_tokens"], "tokens", "of numbers or punctuation"),
        (gone["cleaned_types"], "types", "dropped or joined to another"),
    )


def _repeated(one: CorpusNumbers) -> str:
    if one.deduplicated == "none":
        return "repeated text is kept"
    units, gone = f"{one.deduplicated}s", one.dropped
    others = [name for name in COUNTED[:3] if name != units]
    return _listed(
        (gone[f"duplicate_{units}"], units, "repeating an earlier one"),
        (gone["duplicate_tokens"], "tokens", "in them"),
        *((gone[f"duplicate_{name}"], name, "gone with them") for name in others),
    )


def _cut(one: CorpusNumbers) -> str:
    gone = one.dropped
    rare = f"occurring less than {one.min_count} times"
    empty = [(gone[f"empty_{u}"], u, "left without a word") for u in COUNTED[:3]]
    return _listed(
        (gone["rare_words"], "words", rare),
        (gone["rare_tokens"], "tokens", "of them"),
        *empty,
    )


def _listed(*facts: tuple[int, str, str]) -> str:
    parts = [f"{_many(count, name)} {why}" for count, name, why in facts if count]
    return "; ".join(parts) or "nothing"


def _many(count: int, name: str) -> str:
    return f"{count:,} {name.removesuffix('s') if count == 1 else name}"


def _columns(tokens: int, words: int) -> tuple[str, ...]:
    counts = (f"tokens_in_1e{tokens}", f"vocabulary_in_1e{words}")
    identity = ("corpus", "language", "series", "period")
    return (*identity, *counts, *(f"published_{n}" for n in counts), "verdict", "note")


def _known(published: pd.DataFrame, keys: Sequence[str]) -> dict[tuple, dict]:
    """Rows of a published table by their keys."""
    rows = published.to_dict("records")
    return {tuple(row[key] for key in keys): row for row in rows}


def _beside(one: CorpusNumbers, known: Mapping | None, units: tuple[int, int]) -> dict:
    """Our counts in units of powers of ten, and the published ones in the same."""
    names = (f"tokens_in_1e{units[0]}", f"vocabulary_in_1e{units[1]}")
    counts = (one.after("deduplicated").get("tokens"), one.frequent)
    ours = {
        name: None if count is None else count / 10**power
        for name, count, power in zip(names, counts, units, strict=True)
    }
    notes = [one.note, _too_rare(one, FREQUENT) if one.frequent is None else ""]
    row = {**_identity(one), **ours, "verdict": ""}
    if known is None:
        return {**row, "note": note(*notes, "no published value")}
    theirs = {name: float(known[name]) for name in names}
    verdict = _verdict(list(ours.values()), list(theirs.values()), units)
    other = NOT_COMPARABLE.get(spoken(one.language), "")
    return {
        **row,
        **{f"published_{name}": value for name, value in theirs.items()},
        "verdict": OTHER if other else verdict,
        "note": note(*notes, other),
    }


def _verdict(
    ours: Sequence[float | None], theirs: Sequence[float], units: tuple[int, int]
) -> str:
    """Whether tokens and words are the published ones: AGREES, MISPRINT or OTHER."""
    if None in ours:
        return ""
    if all(map(_close, ours, theirs)):
        return AGREES
    tenfold = [ours[0] * 10, ours[1]]
    misprinted = units == (6, 3) and all(map(_close, tenfold, theirs))
    return MISPRINT if misprinted else OTHER


def _close(ours: float, printed: float) -> bool:
    return abs(ours - printed) <= max(CLOSE * printed, ROUNDED)


def _too_rare(one: CorpusNumbers, wanted: int) -> str:
    if one.min_count <= wanted:
        return ""
    return f"words below {one.min_count} were cut, published are those from {wanted}"


def _density_row(one: CorpusNumbers) -> dict:
    row = {"corpus": one.corpus, "kind": "ours", "note": one.note}
    left = one.after("cut")
    if not left:
        return row
    words = left["tokens"]
    if one.min_count != 20:
        row["note"] = f"words below {one.min_count} were cut, published: below 20"
    return {
        **row,
        "documents": left["documents"],
        "unique_words": left["types"],
        "vocabulary_density": left["types"] / words,
        "words_per_document": words / left["documents"],
    }
