"""Word analogies as published: four words a line, or pairs to be combined."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import numpy as np

from quaver.foreign import shortened
from quaver.quality.files import QualityError, columns, lines, separator

# Of pairs: the first line where it names the columns, and lines that begin a section.
TITLES = re.compile(r"(?i)\W*(word|w|term)\W?1\W+\1\W?2\W*")
HEADING = re.compile(r"[^\w\s]+\s|#|.*:$")  # # capitals, == capitals ==, capitals:
COMMENT = "//"  # the first line of the original questions-words.txt


@dataclass(frozen=True)
class Layout:
    """How many words a line has: 4, or 2 that make questions with others."""

    words: int
    source: str


FOUR = (
    "Mikolov 2013 (en), Svoboda and Brychcin 2016 (cs), Hartmann 2017 (pt), Grave 2018 "
    "(hi, pl), Chen 2015 and CA8 of Li 2018 (zh), Venekoski and Vankka 2017 (fi, a "
    "folder of files)"
)
PAIRS = "word pairs per section or file; all ordered combinations of two are asked"
LAYOUTS = {"analogies": Layout(4, FOUR), "analogy_pairs": Layout(2, PAIRS)}


@dataclass(frozen=True)
class Analogies:
    """Questions a : b :: c : d of a set.

    words: (a, b, c, d) each. section: (questions,) int, which of `sections`.
    repeated: lines that stood before in their section; a question is asked again, a
    pair is not.
    """

    words: Sequence[tuple[str, ...]]
    section: np.ndarray
    sections: Sequence[str]
    repeated: int

    @property
    def own(self) -> int:
        """Questions whose answer is one of their own three words: never right."""
        return sum(words[3] in words[:3] for words in self.words)


def read_analogies(files: Sequence[Path], layout: Layout, encoding: str) -> Analogies:
    """Read all questions of a set's files, in their order."""
    groups: dict[str, list[tuple[str, ...]]] = {}
    for path in files:
        for name, *words in _entries(path, layout.words, encoding):
            groups.setdefault(name, []).extend(words)
    repeated = sum(len(group) - len(set(group)) for group in groups.values())
    source = files[0].parent if len(files) > 1 else files[0]
    if layout.words == 2:
        for name, pairs in groups.items():
            groups[name] = _combined(pairs, f"{source}, section '{name}'")
    if not any(groups.values()):
        raise QualityError(
            f"{source} holds no question: write lines of {layout.words} words below "
            "lines ': section'."
        )
    questions = [words for group in groups.values() for words in group]
    section = np.repeat(np.arange(len(groups)), [len(g) for g in groups.values()])
    return Analogies(questions, section, list(groups), repeated)


def _entries(path: Path, words: int, encoding: str) -> Iterator[tuple]:
    """Section (at first the file's name) and words of lines; of headings no words."""
    section, rows = path.stem, list(lines(path, encoding, COMMENT))
    if words == 2 and rows and TITLES.fullmatch(rows[0][1]):
        rows.pop(0)
    mark = separator(row for row in rows if not row[1].startswith(":"))
    for where, line in rows:
        if line.startswith(":"):
            section = line.removeprefix(":").strip()
            if not section:
                raise QualityError(f"{where}: the section has no name: write ': name'.")
            yield (section,)
            continue
        if words == 2 and HEADING.match(line):
            section = line.strip("#=*-–—: \t") or section
            yield (section,)
            continue
        fields = tuple(columns(line, mark))
        if len(fields) != words or not all(fields):
            raise QualityError(
                f"{where}: got {len(fields)} words ('{shortened(line)}'), but a line "
                f"has {words}, or begins a section with ': name': correct or remove "
                "the line, or name another format."
            )
        yield section, fields


def _combined(pairs: Sequence[tuple[str, ...]], where: str) -> list[tuple[str, ...]]:
    distinct = list(dict.fromkeys(pairs))
    if len(distinct) == 1:
        raise QualityError(
            f"{where} has the single pair '{' '.join(distinct[0])}': a question is "
            "made of two, so add another or remove the section."
        )
    return [(*first, *second) for first, second in permutations(distinct, 2)]
