"""How many questions an evaluation set asks."""

from functools import cache

from quaver.quality import formats
from quaver.quality.analogies import Analogies
from quaver.quality.errors import QualityError

USUAL = 20_000  # of a set of analogies that is not there yet


@cache
def questions_of(entry) -> int:
    """Analogies an evaluation set asks; of one that is not there, as many as usual."""
    try:
        questions = formats.read(entry.path, entry.format, entry.encoding)
    except QualityError:
        return USUAL if entry.format in ("analogies", "analogy_pairs") else 0
    return len(questions.words) if isinstance(questions, Analogies) else 0
