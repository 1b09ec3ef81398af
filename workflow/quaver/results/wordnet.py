"""WordNet as it was stored, with the senses that words of a text have in it."""

from collections.abc import Sequence
from pathlib import Path

from quaver import store
from quaver.measures import senses
from quaver.results.given import Stored
from quaver.spaces.taxonomy import Senses, Taxonomy


def read_parts(
    path: str | Path, words: Sequence[str], parts: Sequence[str], *, first: bool = False
) -> list[tuple[Taxonomy, Senses]]:
    """Taxonomies of parts of speech (noun, verb), each with the senses of all words.

    first: the first sense of each word alone.
    """
    with store.read(path, "wordnet") as file:
        return senses.read_parts(Stored(file), words, parts, first=first)
