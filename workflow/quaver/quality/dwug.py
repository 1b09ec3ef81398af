"""Graded change of words as diachronic word usage graphs (DWUG) publish it.

Tab-separated, a word per line. DWUG of English, German, Swedish (Schlechtweg et al.
2021) and NorDiaChange (Kutuzov et al. 2022), stats/.../stats_groupings: a header with
lemma, grouping (the pair of periods), change_graded and change_binary; RuShiftEval
(Kutuzov and Pivovarova 2021) in that layout has COMPARE alone. Its annotated_all.tsv
has no header: a word, then its relatedness in each of three pairs of periods. COMPARE,
how related uses of both periods are, goes from 1 (not) to 4 (the same), so that change
is (4 - COMPARE) / 3.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path

from quaver.foreign import expanded
from quaver.quality.files import QualityError
from quaver.quality.semeval import Change, text_of

FILE = "the published file, such as stats/opt/stats_groupings.csv"
WORD, WORDS = "lemma", ("lemma", "word")
GRADED, BINARY, PAIR = "change_graded", "change_binary", "grouping"
RELATED = "COMPARE"
LEAST, MOST = 1.0, 4.0  # of relatedness, after DURel (Schlechtweg et al. 2018)


def read(path: str | Path, pair: str = "") -> Change:
    """Words and their change between a pair of periods; pair: the only one, if empty.

    A word that was not judged (an empty grade, or nan) is none of them.
    """
    file = expanded(path)
    rows = list(_rows(file))
    pairs = list(dict.fromkeys(row[PAIR] for _, row in rows))
    if (pair not in pairs) if pair else len(pairs) > 1:
        several = f"has {len(pairs)} pairs of periods" if not pair else "has no " + pair
        raise QualityError(
            f"{file} {several}: write 'pair:' with one of {', '.join(pairs)}."
        )
    graded: dict[str, float] = {}
    binary: list[int] = []
    for where, row in rows:
        if row[PAIR] != (pair or pairs[0]) or (value := _grade(where, row)) is None:
            continue
        if (word := row[WORD]) in graded:
            raise QualityError(
                f"{where} holds {word!r} again: keep one line for each word and pair."
            )
        graded[word] = value
        binary += _binary(where, row)
    if not graded:
        raise QualityError(f"{file} grades no word: name another file.")
    # judged for some words alone, it would be of other words than the grades are
    both = tuple(binary) if len(binary) == len(graded) else ()
    return Change(tuple(graded), both, tuple(graded.values()))


def _rows(file: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Lines by the names of their columns, each after '<file>, line <number>'."""
    lines = enumerate(text_of(file, FILE).splitlines(), start=1)
    table = [(number, line.split("\t")) for number, line in lines if line.strip()]
    if not table:
        raise QualityError(f"{file} is empty: name another file.")
    _, first = table[0]
    if len(first) > 1 and all(_number(field) is not None for field in first[1:]):
        yield from _bare(file, table)
        return
    word = next((name for name in WORDS if name in first), None)
    if word is None or not {GRADED, RELATED} & {*first}:
        raise QualityError(
            f"{file}, line 1 names the columns {', '.join(first)[:60]!r}: it takes "
            f"lemma, and {GRADED} or {RELATED}, parted by tabs."
        )
    for number, fields in table[1:]:
        row = dict(zip(first, map(str.strip, fields), strict=False))
        yield (
            f"{file}, line {number}",
            {**row, WORD: row[word], PAIR: row.get(PAIR, "")},
        )


def _bare(file: Path, table: list) -> Iterator[tuple[str, dict[str, str]]]:
    """The same of a file without a header: pairs of periods are 1, 2 and so on."""
    width = len(table[0][1])
    for number, (word, *values) in table:
        if len(values) != width - 1:
            raise QualityError(
                f"{file}, line {number} has {len(values) + 1} fields, the first has "
                f"{width}: write a word and a number for each pair of periods."
            )
        for pair, value in enumerate(values, start=1):
            row = {WORD: word.strip(), PAIR: str(pair), RELATED: value}
            yield f"{file}, line {number}", row


def _grade(where: str, row: Mapping[str, str]) -> float | None:
    """Graded change of a line in [0, 1]; None where the word was not judged."""
    name = GRADED if GRADED in row else RELATED
    text = row.get(name, "").strip()
    if text.lower() in ("", "nan"):
        return None
    least, most = (0.0, 1.0) if name == GRADED else (LEAST, MOST)
    value = _number(text)
    if value is None or not least <= value <= most:
        raise QualityError(
            f"{where} has the {name} {text!r}: write a number from {least:g} to "
            f"{most:g}, or nan where the word was not judged."
        )
    return value if name == GRADED else (MOST - value) / (MOST - LEAST)


def _binary(where: str, row: Mapping[str, str]) -> list[int]:
    """Whether a sense came or went, as far as a line says."""
    text = row.get(BINARY, "").strip()
    if text.lower() in ("", "nan"):
        return []
    if _number(text) not in (0, 1):
        raise QualityError(f"{where} has the {BINARY} {text!r}: write 0 or 1.")
    return [int(float(text))]


def _number(text: str) -> float | None:
    """A number a field holds, nan too; None where it is none."""
    try:
        return float(text)
    except ValueError:
        return None
