"""The averages of the aligned spaces of consecutive groups of runs."""

import hashlib

import numpy as np

from quaver.measures.declare import MODELS, SIZE, Cost, Measure
from quaver.spaces.averages import average, groups

AXES = {
    "vectors": ("runs", "words", "dims"),
    **dict.fromkeys(("present", "counts", "norms"), ("runs", "words")),
    "rotations": ("runs", "turns", "dims", "other_dims"),
    "rounds": ("runs",),
}


class _Group:
    """Some runs, as a sequence: vectors, present and counts of each."""

    def __init__(self, runs, members: tuple[int, ...]):
        self._runs, self._members = runs, members

    def __len__(self) -> int:
        return len(self._members)

    def __getitem__(self, index: int) -> tuple:
        return self._runs[self._members[index]]


def measure(given, out) -> None:
    """Write the averages of all complete groups; each is called by its first run."""
    put_averages(out, given.runs, **given.spec)


def put_averages(out, runs, size: int, method: str) -> None:
    """Write averages of so many runs by a method, one after the other."""
    members = groups(len(runs), size)
    checksum, rows = hashlib.sha256(), {}
    for number, group in enumerate(members):
        arrays = average(_Group(runs, group), method)._asdict()
        for name, values in arrays.items():
            # shapes are known once the first average is made: memory holds one of them
            if number == 0:
                shape = len(members), *values.shape
                rows[name] = out.reserve(name, AXES[name], shape, values.dtype)
            if values.size:
                rows[name][number] = values
        checksum.update(np.ascontiguousarray(arrays["vectors"]))
    # an average goes by its first run wherever runs are named
    firsts = runs.numbers[[group[0] for group in members]]
    out.put_axes(words=runs.words, runs=firsts)
    facts = {"size": size, "method": method, "vectors_sha256": checksum.hexdigest()}
    out.describe("/", facts)


MEASURE = Measure(
    name="average_spaces",
    of=SIZE,
    controls=True,
    reads=(MODELS,),
    spec=lambda grid, subject: {
        "size": subject.size,
        "method": grid.study.analyses.averages.method,
    },
    refuses=(ValueError,),
    rule="average_spaces",
    file="averages/{view}/{technique}/{sampling}/{size}.h5",
    kind="averages",
    message="Average the aligned spaces of groups of {size} runs in {subject}.",
    cost=Cost(
        bytes=lambda size: size.branches,
        operations=lambda size: size.turning(size.analyses.averages.method),
        passes=3,
    ),
)
