"""WordNet as it was stored, with the senses that words of a text have in it."""

from collections.abc import Sequence
from pathlib import Path

from quaver import store
from quaver.corpora.morphy import Lexicon, look_up
from quaver.spaces.taxonomy import Senses, Taxonomy, taxonomy


def read_parts(
    path: str | Path, words: Sequence[str], parts: Sequence[str], *, first: bool = False
) -> list[tuple[Taxonomy, Senses]]:
    """Taxonomies of parts of speech (noun, verb), each with the senses of all words.

    first: the first sense of each word alone.
    """
    found = []
    with store.read(path, "wordnet") as file:
        stored = store.texts(file["parts"])
        for part in parts:
            place, group = stored.index(part), file[part]
            tree = taxonomy(
                group["parent_offsets"][:],
                group["parents"][:],
                depth=int(file["depth"][place]),
                is_rooted=bool(file["is_rooted"][place]),
            )
            senses = Senses(*look_up(_lexicon(group), words, part))
            found.append((tree, senses.first() if first else senses))
    return found


def _lexicon(group) -> Lexicon:
    """The lemmas and odd forms of a part of speech."""
    lemmas, exceptions, listed = (
        store.texts(group[name])
        for name in ("lemmas", "exceptions", "exception_lemmas")
    )
    return Lexicon(
        lemmas,
        group["sense_offsets"][:],
        group["senses"][:],
        exceptions,
        group["exception_offsets"][:],
        listed,
    )
