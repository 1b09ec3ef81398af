"""Files of an evaluation set: where they stand, and their lines by place."""

import codecs
import glob
import importlib.util
from collections.abc import Iterable, Iterator
from pathlib import Path

from quaver.foreign import FOLDER, PATH, expanded, fault, shortened, visible

GENSIM = "gensim:"
SHIPPED = ("questions-words.txt", "wordsim353.tsv", "simlex999.txt")


class QualityError(Exception):
    """An evaluation set that cannot be read; says file, line, reason and cure."""

    def __init__(self, message: str):
        super().__init__(visible(message))


def files(path: str) -> list[Path]:
    """Files by name of a file, folder (but hidden ones), pattern or gensim:<name>."""
    if path.startswith(GENSIM):
        name = path.removeprefix(GENSIM)
        if name not in SHIPPED:
            raise QualityError(
                f"{path} does not exist: gensim comes with {', '.join(SHIPPED)}; any "
                "other set is read from a path."
            )
        spec = importlib.util.find_spec("gensim")
        return [Path(spec.origin).parent / "test/test_data" / name]
    entry, reason = expanded(path), fault(path)
    if not reason:
        return [entry]
    if reason == FOLDER:
        inside, what = entry.iterdir(), "holds no file"
    else:
        # Path.glob takes no pattern that begins at the root
        inside = map(Path, glob.glob(str(entry), recursive=True))  # noqa: PTH207
        what = reason
    names = sorted(x for x in inside if not fault(x) and not x.name.startswith("."))
    if not names:
        raise QualityError(
            f"{shortened(str(entry), PATH)} {what}: place the published files there, "
            "or correct the set's path."
        )
    return names


def lines(path: Path, encoding: str, comment: str) -> Iterator[tuple[str, str]]:
    """Stripped lines that say something, each after '<file>, line <number>'."""
    text = _decoded(path, encoding).replace("\r\n", "\n").replace("\r", "\n")
    for number, line in enumerate(text.split("\n"), start=1):
        where = f"{path}, line {number}"
        if "\0" in line:
            raise QualityError(
                f"{where} holds a null byte, so it is not {encoding} text: write "
                "'encoding: utf-16' if the file is that, or remove the byte."
            )
        if line.strip() and not line.startswith(comment):
            yield where, line.strip()


def _decoded(path: Path, encoding: str) -> str:
    """Text of a file; a byte order mark is skipped."""
    try:
        data = path.read_bytes()
        if encoding.lower() in ("utf-8", "utf8"):
            data = data.removeprefix(codecs.BOM_UTF8)
        return data.decode(encoding)
    except OSError as error:
        raise QualityError(
            f"{path} cannot be opened ({error.strerror}): make it readable or correct "
            "the set's path."
        ) from error
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        raise QualityError(
            f"{path}, line {number} is not {encoding} (byte 0x{data[error.start]:02x}):"
            " write the set's 'encoding:', for example 'encoding: latin-1'."
        ) from error
    except LookupError as error:
        raise QualityError(
            f"{path} is to be read as '{encoding}', which is no encoding: write for "
            "example 'encoding: utf-8'."
        ) from error


def separator(lines: Iterable[tuple[str, str]]) -> str | None:
    """What parts columns, by the first line: a tab, ';' or ','; None is white space."""
    _, first = next(iter(lines), ("", ""))
    return next((mark for mark in "\t;," if mark in first), None)


def columns(line: str, mark: str | None) -> list[str]:
    """Columns of a line without white space and quotes around them."""
    return [column.strip().strip('"') for column in line.split(mark)]
