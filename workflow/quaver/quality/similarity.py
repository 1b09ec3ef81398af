"""Word similarity as published: two words and what people said of them."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from quaver.foreign import shortened
from quaver.quality.files import QualityError, columns, lines, separator

COMMENT = "#"
TAG = re.compile("-[a-z]$")


@dataclass(frozen=True)
class Layout:
    """Column of the score, from 1, and its scale; tagged: words end as in 'sun-n'."""

    score: int
    scale: tuple[float, float]
    source: str
    tagged: bool = False


LAYOUTS = {
    "pairs": Layout(3, (-math.inf, math.inf), "any pairs with a score, on any scale"),
    "wordsim353": Layout(3, (0, 10), "Finkelstein 2002, also Agirre 2009"),
    "simlex999": Layout(4, (0, 10), "Hill 2015, SimLex-999.txt (gensim's: pairs)"),
    "simverb3500": Layout(4, (0, 10), "Gerz 2016, SimVerb-3500.txt"),
    "rg65": Layout(3, (0, 4), "Rubenstein and Goodenough 1965, also Miller 1991"),
    "men": Layout(3, (0, 50), "Bruni 2014, natural form"),
    "men_lemma": Layout(3, (0, 50), "Bruni 2014, lemma form: sun-n", tagged=True),
    "mturk": Layout(3, (1, 5), "MTurk-287 of Radinsky 2011, MTurk-771 of Halawi 2012"),
    "rare_words": Layout(3, (0, 10), "Luong 2013, rw.txt"),
}


@dataclass(frozen=True)
class Pairs:
    """Word pairs, gold (pairs,) float64; repeated: those before, turned or not."""

    words: Sequence[tuple[str, str]]
    gold: np.ndarray
    repeated: int


def read_pairs(files: Sequence[Path], layout: Layout, encoding: str) -> Pairs:
    """Read all pairs of a set's files, in their order."""
    rows = (list(lines(path, encoding, COMMENT)) for path in files)
    entries = [entry for each in rows for entry in _entries(each, layout)]
    if not entries:
        raise QualityError(
            f"{files[0]} holds no pair: write lines of two words and a score."
        )
    words, gold = zip(*entries, strict=True)
    repeated = len(words) - len({tuple(sorted(pair)) for pair in words})
    return Pairs(list(words), np.array(gold, dtype=np.float64), repeated)


def _entries(rows: Sequence[tuple[str, str]], layout: Layout) -> Iterator[tuple]:
    mark = separator(rows)
    for number, (where, line) in enumerate(rows):
        fields = columns(line, mark)
        if len(fields) < layout.score or not all(fields[: layout.score]):
            raise QualityError(
                f"{where}: got {len(fields)} columns ('{shortened(line)}'), but the "
                f"score is number {layout.score} after two words: correct or remove "
                "the line, or name another format ('pairs' reads three columns)."
            )
        score = fields[layout.score - 1]
        # a heading is told from a score, also from a broken one ('3,5')
        if number == 0 and score[0].isalpha() and _number(score) is None:
            continue
        words = fields[:2]
        for word in words if layout.tagged else ():
            if not TAG.search(word):
                raise QualityError(
                    f"{where}: got '{word}', but a word ends in its part of speech, as "
                    "'sun-n': correct the line, or write 'format: men'."
                )
        pair = tuple(TAG.sub("", word) if layout.tagged else word for word in words)
        yield pair, _score(score, layout, where)


def _score(text: str, layout: Layout, where: str) -> float:
    value, (low, high) = _number(text), layout.scale
    if value is None or not math.isfinite(value):
        raise QualityError(
            f"{where}: the score '{text}' is no number: write one such as 3.5, or "
            "remove the line."
        )
    if not low <= value <= high:
        raise QualityError(
            f"{where}: the score {text} is not between {low} and {high}: correct it, "
            "or write 'format: pairs', which takes any scale."
        )
    return value


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
