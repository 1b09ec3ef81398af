"""Names of files for what may be any text, as a word."""

import hashlib
import re

LONGEST = 100  # letters of a name; file systems allow 255 bytes with the ending


def file_name(word: str) -> str:
    """A name no file system takes amiss: lower-case letters, digits, else code points.

    One to one: don't is don_27_t, and Us, which some disks hold for us, x._55_s (pages
    take a link that begins with _ amiss). What is too long ends in its SHA-256.
    """
    name = re.sub(r"[^a-z0-9]+", _numbered, word)
    name = f"x.{name}" if name.startswith("_") else name
    if len(name) <= LONGEST:
        return name
    return f"{name[: LONGEST - 65]}.{hashlib.sha256(word.encode()).hexdigest()}"


def _numbered(match: re.Match) -> str:
    return f"_{'-'.join(f'{ord(character):x}' for character in match[0])}_"
