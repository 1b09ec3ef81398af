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

from quaver.foreign import expanded
from quaver.quality.files import QualityError

KIT = "the folder that holds targets.txt and truth/, or the trial kit's and a language"
# What is wrong with a line that has not so many fields.
FAULTS = {
    1: "holds {} words ({!r}): write one word a line.",
    2: "has {} fields ({!r}): write a word, a tab and its value.",
}


@dataclass(frozen=True)
class Change:
    """Words in the order of the targets' file, and what is known of each.

    binary: (words,) 1 where a sense was gained or lost, else 0; empty where only
    grades were published. graded: (words,) in [0, 1], how much the senses changed. The
    trial kit's truth is random.
    """

    words: tuple[str, ...]
    binary: tuple[int, ...]
    graded: tuple[float, ...]


def read(folder: str | Path, language: str = "") -> Change:
    """Targets and truth of a folder as released, or the trial kit's of a language."""
    root = expanded(folder)
    if not root.is_dir():
        raise QualityError(f"{folder} is no folder: name {KIT}.")
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
    words = tuple(word for _, word in _rows(Path(path), 1))
    if not words:
        raise QualityError(f"{path} holds no word: name another file of targets.")
    return words


def text_of(path: Path, cure: str) -> str:
    """Text of a file in UTF-8; cure: what to name where it cannot be opened."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise QualityError(
            f"{path} cannot be opened ({error.strerror}): name {cure}."
        ) from error
    except UnicodeDecodeError as error:
        raise QualityError(
            f"{path} is not UTF-8 (byte {error.start} is "
            f"0x{error.object[error.start]:02x}): convert the file with iconv."
        ) from error


def _truth(path: Path, words: tuple[str, ...], value: Callable, wanted: str) -> tuple:
    """Values of the words, read from lines of word, tab, value in any order."""
    values = {}
    for number, word, text in _rows(path, 2):
        try:
            values[word] = value(text)
        except ValueError:
            raise QualityError(
                f"{path}, line {number} has the value {text!r}: write {wanted}."
            ) from None
    missing = [word for word in words if word not in values]
    if missing:
        raise QualityError(
            f"{path} says nothing of {len(missing)} of {len(words)} targets "
            f"({', '.join(missing[:5])}): add them, or take them from the targets."
        )
    return tuple(values[word] for word in words)


def _share(text: str) -> float:
    if not 0 <= float(text) <= 1:
        raise ValueError(text)
    return float(text)


def _rows(path: Path, count: int) -> Iterator[tuple]:
    """Numbers and fields of lines that are not blank and have so many fields."""
    numbers: dict[str, int] = {}
    for number, line in enumerate(text_of(path, KIT).splitlines(), start=1):
        if not line.strip():
            continue
        where, has_tab = f"{path}, line {number}", count == 2 and "\t" in line
        fields = line.split("\t") if has_tab else line.split()
        if len(fields) != count:
            fault = FAULTS[count].format(len(fields), line.strip())
            raise QualityError(f"{where} {fault}")
        word, *others = map(str.strip, fields)
        before = numbers.setdefault(word, number)
        if before != number:
            raise QualityError(
                f"{where} holds {word!r} again, which stands in line {before}: keep "
                "one of the two."
            )
        yield number, word, *others
