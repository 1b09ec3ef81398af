"""The text that runs of a cell were trained on, as they read it."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from quaver.corpora.samples import draw
from quaver.results.groups import read_groups
from quaver.results.views import read_view


def reading(path: Path, spec: Mapping) -> Callable[[int], tuple]:
    """View of a corpus file, and the sample of a run, by its place among the runs.

    spec: as of a block: unit, fraction, sampling, sample_seeds, and draw where no units
    were drawn.
    """
    where = path, spec["unit"], spec["fraction"]
    view = read_view(*where)
    drawn = partial(draw, spec["sampling"], view.units)
    if "draw" in spec:
        drawn = read_groups(*where, spec["draw"]).draw
    return lambda run: (view, drawn(spec["sample_seeds"][run]))
