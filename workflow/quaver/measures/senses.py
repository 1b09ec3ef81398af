"""The senses that words of a text have in WordNet, as it was stored."""

from collections.abc import Sequence

from quaver.corpora.morphy import Lexicon, look_up
from quaver.spaces.taxonomy import Senses, Taxonomy, taxonomy


def read_parts(
    stored, words: Sequence[str], parts: Sequence[str], *, first: bool = False
) -> list[tuple[Taxonomy, Senses]]:
    """Taxonomies of parts of speech (noun, verb), each with the senses of all words.

    stored: as measures are given it. first: the first sense of each word alone.
    """
    found = []
    names = stored.texts("parts")
    for part in parts:
        place = names.index(part)
        tree = taxonomy(
            stored[f"{part}/parent_offsets"][:],
            stored[f"{part}/parents"][:],
            depth=int(stored["depth"][place]),
            is_rooted=bool(stored["is_rooted"][place]),
        )
        senses = Senses(*look_up(_lexicon(stored, part), words, part))
        found.append((tree, senses.first() if first else senses))
    return found


def _lexicon(stored, part: str) -> Lexicon:
    """The lemmas and odd forms of a part of speech."""
    lemmas, exceptions, listed = (
        stored.texts(f"{part}/{name}")
        for name in ("lemmas", "exceptions", "exception_lemmas")
    )
    return Lexicon(
        lemmas,
        stored[f"{part}/sense_offsets"][:],
        stored[f"{part}/senses"][:],
        exceptions,
        stored[f"{part}/exception_offsets"][:],
        listed,
    )
