"""A word's senses in WordNet: exact form, exceptions, then endings taken off.

As WordNet's morphy, in the form of NLTK's wordnet.synsets(word, part of speech).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

# An ending, and what stands in its place; in this order (morphy(7WN)).
ENDINGS = {
    "noun": (
        *(("s", ""), ("ses", "s"), ("ves", "f"), ("xes", "x"), ("zes", "z")),
        *(("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y")),
    ),
    "verb": (
        *(("s", ""), ("ies", "y"), ("es", "e"), ("es", "")),
        *(("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    ),
}


class Lexicon(NamedTuple):
    """Lemmas of one part of speech, the rows of their synsets, and odd forms.

    lemmas: (lemmas,) texts, sorted. Senses of lemma i, by number of sense, are
    senses[sense_offsets[i]:sense_offsets[i + 1]]: (senses,) int32. exceptions: (forms,)
    texts, sorted; theirs are exception_lemmas, cut by exception_offsets in like manner.
    """

    lemmas: Sequence[str]
    sense_offsets: np.ndarray
    senses: np.ndarray
    exceptions: Sequence[str]
    exception_offsets: np.ndarray
    exception_lemmas: Sequence[str]


def look_up(
    lexicon: Lexicon, words: Sequence[str], part: str
) -> tuple[np.ndarray, np.ndarray]:
    """Senses of words as (words + 1,) int64 offsets and (senses,) int32 rows.

    part: noun or verb. A sense that several forms of a word share counts once, where it
    is met first; a word that WordNet does not know has none.
    """
    rows = {lemma: row for row, lemma in enumerate(lexicon.lemmas)}
    odd = _exceptions(lexicon)
    offsets, senses = [0], []
    for word in words:
        own: dict[int, None] = {}
        for form in _forms(word.lower(), odd, ENDINGS[part]):
            if (row := rows.get(form)) is not None:
                first, end = lexicon.sense_offsets[row : row + 2]
                own |= dict.fromkeys(lexicon.senses[first:end].tolist())
        senses.extend(own)
        offsets.append(len(senses))
    return np.array(offsets, dtype=np.int64), np.array(senses, dtype=np.int32)


def _exceptions(lexicon: Lexicon) -> dict[str, Sequence[str]]:
    ends, lemmas = lexicon.exception_offsets, lexicon.exception_lemmas
    return {
        form: lemmas[ends[row] : ends[row + 1]]
        for row, form in enumerate(lexicon.exceptions)
    }


def _forms(word: str, odd: Mapping[str, Sequence[str]], endings) -> Iterator[str]:
    """The word, then what it may be a form of: as listed, or else by its ending."""
    yield word
    if word in odd:
        yield from odd[word]
        return
    for ending, other in endings:
        if word.endswith(ending):
            yield word.removesuffix(ending) + other
