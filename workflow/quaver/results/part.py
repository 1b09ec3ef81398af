"""How large the part of a text is that runs read, where they read but a part."""

from pathlib import Path

import numpy as np

from quaver import store
from quaver.corpora.samples import Sample, count_words
from quaver.grid import View
from quaver.results.views import read_view
from quaver.results.records import FREQUENT


def part_of(path: Path, view: View) -> tuple[int, int] | None:
    """Words of FREQUENT occurrences or more, and tokens; None where all is read.

    Tokens are those before rare words were cut, of which a part is taken to hold as
    large a share as the whole.
    """
    if view.fraction == 1:
        return None
    part = read_view(path, view.unit, view.fraction)
    counts = count_words(part, Sample(np.arange(part.units)))
    with store.read(path, "corpus") as file:
        steps = store.texts(file["steps/step"])
        tokens = dict(zip(steps, file["steps/tokens"][:].tolist(), strict=True))
    share = tokens["deduplicated"] / tokens["cut"]
    return int((counts >= FREQUENT).sum()), round(int(part.offsets[-1]) * share)
