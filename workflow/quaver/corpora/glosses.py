"""Definitions of nouns that have one sense, from WordNet, a sentence each."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from quaver.corpora import debian, wordnet
from quaver.corpora.cleaning import Cleaner
from quaver.corpora.morphy import look_up
from quaver.corpora.published import Published, Sentence, holds
from quaver.corpora.reading import SourceError
from quaver.corpora.term_draws import shuffled
from quaver.corpora.wordlists import words_of

OTHERS = ("index.adj", "index.adv")
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
    """Common nouns of one word and one sense, by letter, with their glosses.

    Words that are verbs as well are left out, and adjectives and adverbs where the
    tables of these are there: texts may have those for the most part (now, mere).
    """
    parts = wordnet.read(source, work)  # refuses what is not whole
    noun, verb = (parts[name].lexicon for name in ("noun", "verb"))
    place, texts = wordnet._texts(source, work)
    rows = (line for line in texts["data.noun"].splitlines() if line[:1] != " ")
    glosses = {int(row[:8]): row.partition("|") for row in rows}
    others = _others(place)
    verbs = np.diff(look_up(verb, noun.lemmas, "verb")[0])
    for row, lemma in enumerate(noun.lemmas):
        first, end = noun.sense_offsets[row : row + 2]
        if end - first > 1 or verbs[row] or lemma in others or not lemma.isalpha():
            continue
        synset = parts["noun"].synsets[noun.senses[first]]
        fields, _, gloss = glosses[int(synset)]
        if lemma in fields.split():  # names have capitals there
            yield lemma, gloss.strip()


def _others(place: Path) -> set[str]:
    """Adjectives and adverbs of a package, or of a folder, as far as they are there."""
    if place.is_file():
        members = ((Path(name).name, data) for name, data in debian.files(place))
        tables = [data for name, data in members if name in OTHERS]
    else:
        paths = (place / name for name in OTHERS)
        tables = [path.read_bytes() for path in paths if path.is_file()]
    lines = "\n".join(table.decode("latin-1") for table in tables).splitlines()
    return {line.partition(" ")[0] for line in lines if line[:1] != " "}
