"""Where the sentences and the lines of a paragraph start."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import regex
import sentencex

# sentencex 1.0.32 panics on wide white space after an initial ("J.<U+00A0>N"), so the
# splitter is shown plain spaces, one for one.
WIDE_SPACES = {code: " " for code in range(0x80, 0x3001) if chr(code).isspace()}
CLOSERS = "\"'”’»›」』）】〕〉)]"  # what may follow a stop and belong to its sentence
# sentencex keeps quotations whole, so that one unpaired sign swallows the text behind
# it: what is longer than this is split again without such signs.
LONG = 400
QUOTES = {ord(sign): " " for sign in "\"'‘’‚‛“”„‟«»‹›「」『』()[]（）【】〔〕"}
REACH = 40  # characters looked at before a start
# sentencex reads a text to its end for each opening sign without a partner, and for
# each stop before a closing sign. Where that is too much, or straight quotes are more
# than any text has, it is shown windows of characters.
PAIRS = (*zip("«‹([（【〔「", "»›)]）】〕」", strict=True),)
PAIRS += (("“", "„”"), ("„", "“”"), ("‘", "‚’"))
WINDOW, READ = 1 << 12, 4_000_000  # some 20 ms: an ordinary text of 15 kB
STRAIGHT = 1 / 4  # per character
STOPPED = regex.compile(rf"\p{{Sentence_Terminal}}[{regex.escape(CLOSERS)}]")
_CLOSED = "“‘" + regex.escape(CLOSERS)
UPPER = regex.compile(r"\p{Lu}")
LOWER_START = regex.compile(r"[\"'„“”«»‘’(\[–—-]*\s*\p{Ll}")
PERIOD_END = regex.compile(rf"(?:[.…][{_CLOSED}]*|[?!][{_CLOSED}]+)\s*$")
NO_START = regex.compile(r"[,;:º°ª%]")
INITIAL = regex.compile(r"(?<![\p{L}\p{N}°])\p{Lu}\.\s*$")
TELLING = regex.compile(r"[\p{L}\p{N}]")
DIGIT_START = regex.compile(r"\p{N}")
ORDINAL_END = regex.compile(r"(?<!\.\s*)(?<![\p{L}\p{N},])\p{Nd}{1,2}\.\s*$")
BEFORE_NUMBER = regex.compile(rf"(?<=\p{{L}}\p{{Ll}}[.!?][{_CLOSED}]*)\s+(?=\p{{Nd}})")
VERSE_NUMBER = regex.compile(r"\s*\p{Nd}+\s*॥")


@dataclass(frozen=True, kw_only=True)
class Splitter:
    """Sentences of one language: what sentencex finds, put right where it errs.

    language: the code sentencex is asked with.
    leads: abbreviations without their last period, in any case, that a sentence never
    ends with, such as Dr or z. B; leads_numbers: those that lead a number, such as No.
    stops: signs that end a sentence with or without a space behind them.
    opening: quotes that open as well as close, such as the Finnish ”.
    ordinals: whether 19. is the nineteenth and so no end.
    numbers: whether sentencex has to be told that a sentence may start with a number.
    """

    language: str
    leads: str = ""
    leads_numbers: str = ""
    stops: str = ""
    opening: str = ""
    ordinals: bool = False
    numbers: bool = False

    def __call__(self, text: str) -> list[int]:
        """Start positions of a text's sentences: increasing, in [0, len(text))."""
        starts = sentence_starts(text, self.language)
        if not starts:
            return []
        more = {self._with_quote(text, start) for start in starts}
        for ends in self._ends:
            more.update(match.end() for match in ends.finditer(text))
        cased = UPPER.search(text) is not None
        first, *later = sorted(more | {starts[0]})
        starting = [start for start in later if not self._goes_on(text, start, cased)]
        return [first] + [
            start
            for start, end in pairwise([*starting, len(text)])
            if TELLING.search(text, start, end)
        ]

    @cached_property
    def _ends(self) -> list[regex.Pattern]:
        """Ends that sentencex may miss, with the white space after them."""
        patterns = []
        if self.stops:
            stop, closer = regex.escape(self.stops), regex.escape(CLOSERS)
            # tried at the first of many stops only, or their number squares the time
            run = rf"(?<![{stop}])[{stop}]++"
            patterns.append(regex.compile(rf"{run}[{closer}]*+\s*+(?=[^\s》])"))
        if self.opening:
            quote = regex.escape(self.opening)
            patterns.append(regex.compile(rf"[.!?…]\s+(?=[{quote}]\p{{Lu}})"))
        if self.numbers:
            patterns.append(BEFORE_NUMBER)
        return patterns

    def _with_quote(self, text: str, start: int) -> int:
        """A start, moved before the opening quote that was taken for a closing one."""
        opens = start > 1 and text[start - 1] in self.opening
        return start - 1 if opens and text[start - 2].isspace() else start

    def _goes_on(self, text: str, start: int, cased: bool) -> bool:
        before = text[max(0, start - REACH) : start]
        visible = before.rstrip()
        leads, leads_numbers = self._led
        return bool(
            (cased and LOWER_START.match(text, start) and PERIOD_END.search(before))
            or NO_START.match(text, start)
            or (INITIAL.search(before) and UPPER.match(text, start))
            or visible.endswith("》")  # a title that ends with a stop
            or (visible.endswith("॥") and VERSE_NUMBER.match(text, start))
            or (self.ordinals and ORDINAL_END.search(before))
            or leads.search(before)
            or (DIGIT_START.match(text, start) and leads_numbers.search(before))
        )

    @cached_property
    def _led(self) -> list[regex.Pattern]:
        """Ends of a text in one of leads, or of leads_numbers."""
        patterns = []
        for listed in (self.leads, self.leads_numbers):
            parts = [part.split() for part in listed.split(",")]
            named = "|".join(r"\s*".join(map(regex.escape, part)) for part in parts)
            end = rf"(?<![\p{{L}}\p{{M}}\p{{N}}])(?:{named})\.\s*$"
            patterns.append(regex.compile(end if listed else "(?!)", regex.IGNORECASE))
        return patterns


def sentence_starts(text: str, language: str) -> list[int]:
    """Start positions of a text's sentences: increasing, in [0, len(text)).

    language: ISO 639-1 code; one the splitter does not know is split as English is.
    Blank segments belong to the sentence before; a blank text has no sentence.
    """
    plain = text if text.isascii() else text.translate(WIDE_SPACES)
    starts = []
    for position, segment in _segments(plain, language):
        if not segment or segment.isspace():
            continue
        if len(segment) > LONG:
            again = _segments(segment.translate(QUOTES), language)
            starts += [position + k for k, part in again if part.strip()] or [position]
        else:
            starts.append(position)
    return starts


def _segments(text: str, language: str) -> Iterator[tuple[int, str]]:
    """Segments of a text, each with its position.

    Of a window the last is split again with what follows, unless it is all there is.
    """
    position, is_slow = 0, _is_slow(text)
    while is_slow and position + WINDOW < len(text):
        segments = sentencex.segment(language, text[position : position + WINDOW])
        for segment in segments[:-1] or segments:
            yield position, segment
            position += len(segment)
    for segment in sentencex.segment(language, text[position:]):
        yield position, segment
        position += len(segment)


def _is_slow(text: str) -> bool:
    """Whether sentencex, shown the whole text, would take the square of its length."""
    if len(text) <= WINDOW:
        return False

    # a closing sign without its partner costs nothing: apostrophes are such
    lone = (
        text.count(opening, 1 + max(map(text.rfind, closing)))
        for opening, closing in PAIRS
    )
    times = sum(lone) + sum(1 for _ in STOPPED.finditer(text))
    straight = sum(map(text.count, "\"'`"))
    return times * len(text) > READ or straight > STRAIGHT * len(text)


def line_starts(text: str) -> list[int]:
    """Start positions of a text's lines that are not blank, in [0, len(text))."""
    starts, position = [], 0
    for line in text.split("\n"):
        if line and not line.isspace():
            starts.append(position)
        position += len(line) + 1
    return starts
