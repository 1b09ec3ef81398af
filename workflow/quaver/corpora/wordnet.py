"""WordNet 3.0, as Debian's package wordnet-base has it: nouns, verbs, what is above.

Files are those of wndb(5WN). NLTK and other readers come without the data.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from quaver.corpora import debian
from quaver.corpora.morphy import ENDINGS, Lexicon
from quaver.corpora.packed import DAMAGE
from quaver.corpora.reading import SourceError
from quaver.foreign import expanded

PACKAGE = "wordnet-base"
VERSION = "3.0"
TITLE = re.compile(r"^ .*WordNet (\S+) Copyright", re.MULTILINE)
ABOVE = ("@", "@i")  # pointers to hypernyms, and to those of single things
TABLES = "data.{0}", "index.{0}", "{0}.exc"
FILES = tuple(name.format(part) for part in ENDINGS for name in TABLES)
# Synsets, lemmas and odd forms of the whole: a file cut between rows shows in these.
COUNTS = {"noun": (82_115, 117_798, 2050), "verb": (13_767, 11_529, 2401)}
ROOTED = ("verb",)  # whose many roots stand below one that NLTK makes up


class Part(NamedTuple):
    """One part of speech: its synsets, parents before children, and its words.

    synsets: (synsets,) int64 offsets in the data file, which name them. Parents of
    synset i: parents[parent_offsets[i]:parent_offsets[i + 1]], (links,) int32 rows.
    depth: links from the deepest synset to its root, as LCH takes it; with one made up
    for all (is_rooted) one more.
    """

    synsets: np.ndarray
    parent_offsets: np.ndarray
    parents: np.ndarray
    depth: int
    is_rooted: bool
    lexicon: Lexicon


def read(source: Mapping, work: Path) -> dict[str, Part]:
    """Nouns and verbs of WordNet; without a folder it is downloaded below work."""
    place, texts = _texts(source, work)
    parts = {}
    for part in ENDINGS:
        try:
            parts[part] = _part(part, texts)
        except _DamageError as error:
            raise SourceError(
                f"WordNet in {place} {error}: fetch Debian's package {PACKAGE} again, "
                "and write its folder as 'folder:'."
            ) from error
    return parts


def check(source: Mapping) -> str:
    """What a folder holds, read whole; or what a download would bring, in words."""
    if not source.get("folder"):
        return debian.promised([PACKAGE])
    parts = read(source, expanded(source["folder"])).items()
    return ", ".join(f"{len(part.synsets)} synsets of {name}s" for name, part in parts)


def files(source: Mapping) -> list[str]:
    """Files of a folder that are read, sorted: a package, or else the tables."""
    if not source.get("folder"):
        return []
    folder = expanded(source["folder"])
    packages = sorted(folder.glob(f"{PACKAGE}_*.deb"))
    tables = (folder / name for name in sorted(FILES))
    return [*map(str, packages or filter(Path.is_file, tables))]


class _DamageError(Exception):
    """What is wrong with a WordNet: the rest of a sentence."""


def _texts(source: Mapping, work: Path) -> tuple[Path, dict[str, str]]:
    """Where the tables stand, and their texts by name."""
    if not source.get("folder"):
        (package,) = debian.fetched([PACKAGE], work)
        return package, _unpacked(package)
    folder, paths = expanded(source["folder"]), [*map(Path, files(source))]
    if any(path.suffix == ".deb" for path in paths):
        (package,) = debian.placed([PACKAGE], folder)
        return package, _unpacked(package)
    missing = sorted({*FILES} - {path.name for path in paths})
    if missing:
        raise SourceError(
            f"the folder {folder} holds no {PACKAGE}_*.deb, nor {', '.join(missing)}: "
            f"place that package of Debian there, or the tables of WordNet {VERSION}."
        )
    try:
        return folder, {path.name: _decoded(path.read_bytes()) for path in paths}
    except DAMAGE as error:
        raise SourceError(
            f"WordNet in {folder} cannot be read ({error}): correct the folder."
        ) from error


def _unpacked(package: Path) -> dict[str, str]:
    names = ((Path(name).name, content) for name, content in debian.files(package))
    return {name: _decoded(content) for name, content in names if name in FILES}


def _decoded(content: bytes) -> str:
    # of one character for each byte, which offsets count; WordNet's are ASCII
    return content.decode("latin-1")


def _part(part: str, texts: Mapping[str, str]) -> Part:
    for name in FILES:
        if name not in texts:
            raise _DamageError(f"has no {name}")
    _refuse_other(f"data.{part}", texts)
    _refuse_other(f"index.{part}", texts)
    above = dict(_synsets(f"data.{part}", texts))
    depths = _depths(above)
    synsets = np.array(sorted(depths, key=lambda x: (depths[x], x)), dtype=np.int64)
    rows = {synset: row for row, synset in enumerate(synsets.tolist())}
    parents = [[rows[x] for x in above[synset]] for synset in rows]
    lexicon = Lexicon(*_lemmas(f"index.{part}", texts, rows), *_odd(part, texts))
    found = len(synsets), len(lexicon.lemmas), len(lexicon.exceptions)
    if found != COUNTS[part]:
        kinds = ("synsets", "lemmas", "exceptions")
        counts = zip(kinds, found, COUNTS[part], strict=True)
        told = ", ".join(f"{n} {kind} of {whole}" for kind, n, whole in counts)
        raise _DamageError(f"is not whole: its {part}s have {told}")
    is_rooted = part in ROOTED
    depth = max(depths.values()) + is_rooted
    return Part(synsets, *_flat(parents), depth, is_rooted, lexicon)


def _refuse_other(name: str, texts: Mapping[str, str]) -> None:
    """Refuse a table of another version, by the licence at its head."""
    title = TITLE.search(texts[name][:4000])
    if not title:
        raise _DamageError(f"is none: {name} does not begin with its licence")
    if title[1] != VERSION:
        raise _DamageError(f"is {title[1]}, and {VERSION} is needed")


def _rows(name: str, texts: Mapping[str, str]) -> Iterator[tuple[int, list[str]]]:
    """Byte where a row begins, and its fields before the gloss; none of the licence."""
    start = 0
    for line in texts[name].splitlines(keepends=True):
        if not line.startswith(" "):
            if not line.endswith("\n"):
                raise _DamageError(f"breaks off in {name}")
            yield start, line.partition("|")[0].split()
        start += len(line)


def _synsets(name: str, texts: Mapping[str, str]) -> Iterator[tuple[int, list[int]]]:
    """Each synset by its offset, and the offsets of its hypernyms."""
    kind = name.removeprefix("data.")[0]
    for start, fields in _rows(name, texts):
        try:
            words = int(fields[3], 16)
            number = int(fields[4 + 2 * words])
            pointers = fields[5 + 2 * words :][: 4 * number]
            above = [
                int(pointers[k + 1])
                for k in range(0, 4 * number, 4)
                if pointers[k] in ABOVE and pointers[k + 2] == kind
            ]
            is_whole = len(pointers) == 4 * number and int(fields[0]) == start
        except (IndexError, ValueError):
            is_whole = False
        if not is_whole:
            raise _DamageError(f"is damaged: a row of {name} at byte {start} is broken")
        yield start, above


def _depths(above: Mapping[int, list[int]]) -> dict[int, int]:
    """Links from each synset to its root by the longest way: parents have fewer."""
    below: dict[int, list[int]] = {synset: [] for synset in above}
    waiting = {synset: len(parents) for synset, parents in above.items()}
    for synset, parents in above.items():
        for parent in parents:
            if parent not in below:
                raise _DamageError(f"is damaged: synset {synset} has no {parent} above")
            below[parent].append(synset)
    depths = {synset: 0 for synset, parents in above.items() if not parents}
    ready = list(depths)
    for synset in ready:  # grows as it is read
        for child in below[synset]:
            depths[child] = max(depths.get(child, 0), depths[synset] + 1)
            waiting[child] -= 1
            if not waiting[child]:
                ready.append(child)
    if len(ready) < len(above):
        raise _DamageError("is damaged: synsets stand above themselves")
    return depths


def _lemmas(name: str, texts: Mapping[str, str], rows: Mapping[int, int]):
    """Lemmas, sorted, offsets of their senses, and the rows of these."""
    senses: dict[str, list[int]] = {}
    for start, fields in _rows(name, texts):
        try:
            lemma, number = fields[0], int(fields[2])
            own = [rows[int(synset)] for synset in fields[6 + int(fields[3]) :]]
        except (IndexError, KeyError, ValueError):
            own, number = [], 0
        if not own or len(own) != number or lemma in senses:
            raise _DamageError(f"is damaged: a row of {name} at byte {start} is broken")
        senses[lemma] = own
    lemmas = sorted(senses)
    return lemmas, *_flat([senses[lemma] for lemma in lemmas])


def _odd(part: str, texts: Mapping[str, str]):
    """Odd forms, sorted, offsets of their lemmas, and these; the last row counts."""
    forms = {}
    for start, fields in _rows(f"{part}.exc", texts):
        if len(fields) < 2:
            raise _DamageError(
                f"is damaged: a row of {part}.exc at byte {start} is broken"
            )
        forms[fields[0]] = fields[1:]
    names = sorted(forms)
    lemmas = [lemma for name in names for lemma in forms[name]]
    return names, _edges(map(len, map(forms.get, names))), lemmas


def _flat(lists: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    """Lists of rows as their edges, (lists + 1,) int64, and all rows, int32."""
    rows = [row for own in lists for row in own]
    return _edges(map(len, lists)), np.array(rows, dtype=np.int32)


def _edges(lengths: Iterable[int]) -> np.ndarray:
    return np.cumsum([0, *lengths], dtype=np.int64)
