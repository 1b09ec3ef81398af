"""Names of files for what may be any text, as a word."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable

LONGEST = 100  # bytes of a name; file systems allow 255 with the ending
JOINERS = "\u200c\u200d"  # which letters of Hindi or Persian need between them
# What Windows takes for a device, whatever the ending.
DEVICES = {"con", "prn", "aux", "nul"}
DEVICES |= {f"{port}{number}" for port in ("com", "lpt") for number in range(10)}


def file_names(words: Iterable[str], *, is_ascii: bool = False) -> dict[str, str]:
    """Names by word: the word itself where a file may be called so, else coded.

    No two words share a name, also where a disk ignores case or how letters with marks
    are composed: of such words one is coded. is_ascii: all are coded.
    """
    names, taken = {}, set()
    # us before Us: the plainest spelling keeps its name
    for word in sorted(set(words), key=lambda word: (word != _folded(word), word)):
        is_free = not is_ascii and _is_name(word) and _folded(word) not in taken
        names[word] = unicodedata.normalize("NFC", word) if is_free else coded(word)
        taken.add(_folded(word))
    return names


def coded(word: str) -> str:
    """A name no file system takes amiss: lower-case letters, digits, else code points.

    One to one: don't is don_27_t, and Us, which some disks hold for us, x._55_s (pages
    take a link that begins with _ amiss). What is too long ends in its SHA-256.
    """
    name = re.sub(r"[^a-z0-9]+", _numbered, word)
    name = f"x.{name}" if name.startswith("_") or name in DEVICES else name
    if len(name) <= LONGEST:
        return name
    digest = hashlib.sha256(word.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{name[: LONGEST - 65]}.{digest}"


def _numbered(match: re.Match) -> str:
    return f"_{'-'.join(f'{ord(character):x}' for character in match[0])}_"


def _is_name(word: str) -> bool:
    """Whether a file may be called so: letters with their marks, digits, hyphens."""
    is_plain = all(
        x.isalnum() or x in f"-{JOINERS}" or unicodedata.category(x)[0] == "M"
        for x in word
    )
    is_short = is_plain and len(word.encode()) <= LONGEST
    return is_short and word[:1].isalnum() and word.lower() not in DEVICES


def _folded(word: str) -> str:
    """What words have in common that some disk may hold for one."""
    bare = re.sub(f"[{JOINERS}]", "", word)
    # both ways: to fold ß gives ss, to raise dotless ı gives I
    return unicodedata.normalize("NFKD", bare.casefold().upper().casefold())
