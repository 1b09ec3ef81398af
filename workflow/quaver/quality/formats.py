"""The published formats of evaluation sets by name: analogies and word similarity."""

from quaver.quality import analogies, similarity
from quaver.quality.analogies import Analogies, read_analogies
from quaver.quality.files import files
from quaver.quality.similarity import Pairs, read_pairs

FORMATS = {**analogies.LAYOUTS, **similarity.LAYOUTS}


def read(path: str, format: str, encoding: str = "utf-8") -> Analogies | Pairs:
    """Read a set whole: its questions, or its pairs."""
    reader = read_analogies if format in analogies.LAYOUTS else read_pairs
    return reader(files(path), FORMATS[format], encoding)
