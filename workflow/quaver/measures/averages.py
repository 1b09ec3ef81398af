"""The PIP loss of all pairs of averages of one size."""

from quaver.measures.declare import SIZE, Cost, Measure
from quaver.measures.pip import put_losses


def measure(given, out) -> None:
    """Losses over the words a cell's runs share, else sizes could not be compared."""
    averages = given.shared(kind="averages", words=given.words("pip"))
    put_losses(out, averages, given.spec["runs"])


MEASURE = Measure(
    name="averages",
    of=SIZE,
    reads=("average_spaces", "pip"),
    wanted=lambda grid, subject: 2 * subject.size <= subject.cell.runs,
    spec=lambda grid, subject: {"runs": grid.study.analyses.stability.runs},
    kind="pip",
    message="Compute the PIP loss of averages of {size} runs in {subject}.",
    cost=Cost(lambda size: size.tiles, lambda size: size.grams(size.averages), 2),
)
