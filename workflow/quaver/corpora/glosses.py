"""Definitions of nouns that have one sense, from WordNet, a sentence each."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from quaver.corpora import wordnet
from quaver.corpora.cleaning import Cleaner
from quaver.corpora.published import Published, Sentence, holds
from quaver.corpora.reading import SourceError
from quaver.corpora.term_draws import shuffled
from quaver.corpora.wordlists import words_of

PARTS = re.compile(r'(?:"[^"]*"?|[^;"])+')  # of a gloss; a semicolon may be quoted


def read(
    source: Mapping,
    cleaner: Cleaner,
    work: Path,
    *,
    number: int,
    seed: int,
    allowed: Mapping | None = None,
) -> Published:
    """So many nouns in an order by hash: the noun, then its gloss without examples.

    source: as of wordnet.read. allowed: nouns that may be chosen, any where it is None.
    A gloss that holds its own noun, or no word, is passed over.
    """
    found, passed = [], 0
    nouns = dict(_nouns(source, work))
    names = [noun for noun in nouns if allowed is None or noun in allowed]
    for place in shuffled(names, purpose="glosses", seed=seed):
        if len(found) == number:
            break
        noun = names[place]
        words = words_of(definition(nouns[noun]), cleaner)
        if words and not holds(words, noun) and words_of(noun, cleaner) == [noun]:
            found.append(Sentence(noun, 0, [None, *words]))
        else:
            passed += 1
    if not found:
        raise SourceError(
            f"format: glosses finds no noun of one sense among {len(names)} that may "
            "be chosen: write a lower least, or leave out 'corpus'."
        )
    return Published([x.term for x in found], found, [], passed, set())


def definition(gloss: str) -> str:
    """A gloss without its examples, which stand in quotes."""
    parts = (part.strip() for part in PARTS.findall(gloss))
    return "; ".join(part for part in parts if part and not part.startswith('"'))


def _nouns(source: Mapping, work: Path) -> Iterator[tuple[str, str]]:
    """Common nouns of one word and one sense, by letter, with their glosses."""
    noun = wordnet.read(source, work)["noun"]  # refuses what is not whole
    _, texts = wordnet._texts(source, work)
    rows = (line for line in texts["data.noun"].splitlines() if line[:1] != " ")
    glosses = {int(row[:8]): row.partition("|") for row in rows}
    offsets, senses = noun.lexicon.sense_offsets, noun.lexicon.senses
    for row, lemma in enumerate(noun.lexicon.lemmas):
        first, end = offsets[row : row + 2]
        if end - first > 1 or not lemma.isalpha():
            continue
        fields, _, gloss = glosses[int(noun.synsets[senses[first]])]
        if lemma in fields.split():  # names have capitals there
            yield lemma, gloss.strip()
