"""Targets and truth of SemEval-2020 task 1: words whose sense changed between times.

Released: targets.txt, truth/binary.txt, truth/graded.txt in the folder of a language.
Trial kit: targets/<language>.txt, truth/task1/<language>.txt and
truth/task2/<language>.txt in the folder of all languages.
English targets end in their part of speech (attack_nn), as they do in the released
corpora: there, `keep: tokens` leaves them whole.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from quaver.quality.errors import QualityError


@dataclass(frozen=True)
class Change:
    """Words in the order of the targets' file, and what is known of each.

    binary: (words,) 1 where a sense was gained or lost, else 0. graded: (words,) in
    [0, 1], how much the senses changed. The trial kit's truth is random.
    """

    words: tuple[str, ...]
    binary: tuple[int, ...]
    graded: tuple[float, ...]


def read(folder: str | Path, language: str = "") -> Change:
    """Targets and truth of a folder as released, or the trial kit's of a language."""
    root = Path(folder).expanduser()
    paths = ("targets.txt", "truth/binary.txt", "truth/graded.txt")
    if language and not (root / "targets.txt").exists():
        parts = ("targets", "truth/task1", "truth/task2")
        paths = tuple(f"{part}/{language}.txt" for part in parts)
    words = targets(root / paths[0])
    binary = _truth(root / paths[1], words, ("0", "1").index, "0 or 1")
    some = "a number from 0 to 1, such as 0.25"
    return Change(words, binary, _truth(root / paths[2], words, _share, some))


def targets(path: str | Path) -> tuple[str, ...]:
    """Words of a targets' file, one a line, in its order."""
    words: dict[str, int] = {}
    for number, line in _lines(Path(path)):
        word, where = line.strip(), f"{path}, line {number}"
        if len(word.split()) != 1:
            raise QualityError(
                f"{where} holds {len(word.split())} words ({word!r}): write one word a "
                "line."
            )
        _once(words, word, where, number)
    if not words:
        raise QualityError(f"{path} holds no word: name another file of targets.")
    return tuple(words)


def _truth(path: Path, words: tuple[str, ...], value: Callable, wanted: str) -> tuple:
    """Values of the words, read from lines of word, tab, value in any order."""
    values: dict[str, object] = {}
    numbers: dict[str, int] = {}
    for number, line in _lines(path):
        where = f"{path}, line {number}"
        fields = [field.strip() for field in line.split("\t" if "\t" in line else None)]
        if len(fields) != 2:
            raise QualityError(
                f"{where} has {len(fields)} fields ({line.strip()!r}): write a word, a "
                "tab and its value."
            )
        _once(numbers, fields[0], where, number)
        try:
            values[fields[0]] = value(fields[1])
        except ValueError:
            raise QualityError(
                f"{where} has the value {fields[1]!r}: write {wanted}."
            ) from None
    missing = [word for word in words if word not in values]
    if missing:
        raise QualityError(
            f"{path} says nothing of {len(missing)} of {len(words)} targets "
            f"({', '.join(missing[:5])}): add them, or take them from the targets."
        )
    return tuple(values[word] for word in words)


def _once(numbers: dict[str, int], word: str, where: str, number: int) -> None:
    before = numbers.setdefault(word, number)
    if before != number:
        raise QualityError(
            f"{where} holds {word!r} again, which stands in line {before}: keep one of "
            "the two."
        )


def _share(text: str) -> float:
    if not 0 <= float(text) <= 1:
        raise ValueError(text)
    return float(text)


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Lines that are not blank, with their numbers."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise QualityError(
            f"{path} cannot be opened ({error.strerror}): name the folder that holds "
            "targets.txt and truth/, or the trial kit's and a language."
        ) from error
    except UnicodeDecodeError as error:
        raise QualityError(
            f"{path} is not UTF-8 (byte {error.start} is "
            f"0x{error.object[error.start]:02x}): convert the file with iconv."
        ) from error
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            yield number, line
