"""An entry of a dictionary as people read it: without the marks that are no prose.

Marks are those of Webster's dictionary in dictd's form; texts without such marks stay
as they are.
"""

import unicodedata
from collections import Counter
from collections.abc import Collection

import regex

NAMED = r"[^\[\]]*(?:Webster|WordNet|PJC|Century Dict)[^\[\]]*"
NAMED_SOURCE = regex.compile(rf"\s*\[{NAMED}\]")
# A line for itself, below a paragraph; editors go by two capitals or more.
SOURCE = regex.compile(rf"\s*\[(?:{NAMED}|[A-Z][A-Z0-9]+(?:\s*\+\s*\w+)*)\]\s*")
SYLLABLES = regex.compile(r"\\[^\\]{1,200}\\")  # \Ab"scess\
# A parenthesis behind these, or one with the marks of stress inside its words.
SOUND = regex.compile(r"\x00\s*\((?:[^()]|\([^()]*\))*\)")
STRESSED = regex.compile(r"\((?=[^()]*[a-z\]][\"*`]+[a-z\[])[^()]*\)")
ENDS = (".", "]", "?", "!", ")", "}", ";", '"')
LINK = regex.compile(r"[{}]")
STRESS = regex.compile(r"(?<=\p{L})[\"*`^]+(?=\p{L})")  # Ab`sent-mind"ed*ly
MARKS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303"}
MARKS |= {"=": "\u0304", "-": "\u0304", ".": "\u0323", ",": "\u0327", "*": "\u030a"}
SIGNS = {"ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "eth": "ð", "thorn": "þ"}
SIGNS |= {"yogh": "ȝ", "deg": "°", "root": "√", "ng": "ŋ", "aum": "ä", "oum": "ö"}
SIGNS |= {"uum": "ü", "imac": "ī", "dsdot": "ḍ", "sect": "§"}
BEFORE = regex.compile(r"\[([-'`^\"~=.,*])([AaOo][Ee]|oo|[A-Za-z])\]")
BEHIND = regex.compile(r"\[([AaOo][Ee]|oo|[A-Za-z])([\^,])\]")  # a^ is short, ^a long
SIGN = regex.compile(rf"\[({'|'.join(SIGNS)})\]")


def paragraphs(entry: str, counts: Counter) -> list[str]:
    """Paragraphs of an entry, each one line; counts: sources, pronunciations left out.

    A paragraph ends with a blank line, or with a line that names its source.
    """
    gathered: list[list[str]] = [[]]
    for line in entry.splitlines():
        if SOURCE.fullmatch(line):
            counts["sources"] += 1
        if not line.strip() or SOURCE.fullmatch(line):
            gathered.append([])
        else:
            gathered[-1].append(line.strip())
    texts = (_plain(" ".join(lines), counts) for lines in gathered)
    return [text for text in texts if text]


def without_next(entry: str, heads: Collection[str], counts: Counter) -> str:
    """An entry without headwords of the next one, which may stand behind its end.

    Taken off are whole words at its end, as long as a sentence or a source ends there.
    """
    left, gone = entry.rstrip(), 0
    while head := max((x for x in heads if _ends(left, x)), key=len, default=""):
        left, gone = left.removesuffix(head).rstrip(), gone + 1
    if not gone or not left.endswith(ENDS):
        return entry
    counts["next_heads"] += gone
    return left


def _ends(text: str, word: str) -> bool:
    return text.endswith(word) and text.removesuffix(word)[-1:].isspace()


def _plain(text: str, counts: Counter) -> str:
    """The words of a paragraph: links as words, letters with their accents."""
    text, sources = NAMED_SOURCE.subn("", text)
    text, _ = SYLLABLES.subn("\0", text)
    sounds = text.count("\0")
    text = SOUND.sub("", text).replace("\0", "")
    text, stressed = STRESSED.subn("", text)
    counts["sources"] += sources
    counts["pronunciations"] += sounds + stressed
    text = LINK.sub("", text)
    text = BEFORE.sub(lambda found: _marked(found[2], MARKS[found[1]]), text)
    breve = {"^": "\u0306", ",": "\u0327"}
    text = BEHIND.sub(lambda found: _marked(found[1], breve[found[2]]), text)
    text = SIGN.sub(lambda found: SIGNS[found[1]], text)
    text, marks = STRESS.subn("", text)
    counts["stress_marks"] += marks
    return " ".join(text.split())


def _marked(letters: str, mark: str) -> str:
    """A letter with its mark; two letters that are one as that one."""
    return unicodedata.normalize("NFC", SIGNS.get(letters, letters) + mark)
