"""Tokens by Unicode's word boundaries: as ICU finds them, or by a regex along them.

The regex follows UAX #29 (WB3 to WB16) and agrees with ICU but on scripts without
spaces (Chinese, Thai), which ICU cuts by dictionaries.
"""

from collections.abc import Iterable

import regex

from quaver.corpora.languages.pack import Cutter, Tokens

# A piece without its white and invisible edges; none where nothing is to be seen.
SEEN = regex.compile(
    r"(?s)[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]"
    r"(?:.*[^\s\p{Cc}\p{Cf}])?"
)
MARK = regex.compile(r"\p{M}")
_ANY = r"[\p{WB=Extend}\p{WB=Format}\p{WB=ZWJ}]*"  # WB4: goes with what is before
_LETTER = rf"[[\p{{WB=ALetter}}\p{{WB=Hebrew_Letter}}]--\p{{Hangul}}]{_ANY}"
_DIGIT = rf"\p{{WB=Numeric}}{_ANY}"
_OWN_WORDS = rf"(?:\p{{Hangul}}{_ANY})+|(?:\p{{WB=Katakana}}{_ANY})+"  # as ICU has it
_BINDING = rf"\p{{WB=ExtendNumLet}}{_ANY}"  # the underscore
_IN_WORD = rf"[\p{{WB=MidLetter}}\p{{WB=MidNumLet}}\p{{WB=Single_Quote}}]{_ANY}"
_IN_NUMBER = rf"[\p{{WB=MidNum}}\p{{WB=MidNumLet}}\p{{WB=Single_Quote}}]{_ANY}"
_WORD = (
    rf"(?:{_LETTER}(?:{_IN_WORD}{_LETTER}|{_LETTER})*"
    rf"|{_DIGIT}(?:{_IN_NUMBER}{_DIGIT}|{_DIGIT})*|{_BINDING})+"
)
_PICTURES = rf"(?:(?<=\N{{ZERO WIDTH JOINER}})\p{{Extended_Pictographic}}{_ANY})*"
_FLAG = rf"\p{{WB=Regional_Indicator}}{_ANY}\p{{WB=Regional_Indicator}}{_ANY}"
PIECE = regex.compile(
    rf"(?V1)(?>{_WORD}|{_OWN_WORDS}|{_FLAG}|\r\n|(?s:.){_ANY}){_PICTURES}"
)


def placed(pieces: Iterable[str]) -> Tokens:
    """Pieces that are a text when joined -> those to be seen, and where they start."""
    tokens, starts, position = [], [], 0
    for piece in pieces:
        if piece.isalnum():  # most pieces, which need no closer look
            tokens.append(piece)
            starts.append(position)
        elif not piece.isspace() and (seen := SEEN.search(piece)):
            touches = starts and starts[-1] + len(tokens[-1]) == position
            if touches and MARK.match(piece):
                tokens[-1] += seen.group()
            else:
                tokens.append(seen.group())
                starts.append(position + seen.start())
        position += len(piece)
    return tokens, starts


def by_icu(language: str) -> dict[str, Cutter]:
    """The tokeniser of ICU for a language, by its name; none without icu4py."""
    try:
        from icu4py.breakers import WordBreaker
    except ImportError:
        return {}
    # Pieces, not positions: those count UTF-16 units, two for an emoji.
    return {"icu": Cutter("icu4py", lambda text: placed(WordBreaker(text, language)))}


# The tokeniser that needs no ICU, by its name.
BY_UNICODE = {"unicode": Cutter("regex", lambda text: placed(PIECE.findall(text)))}
