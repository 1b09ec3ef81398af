"""Averages of runs as the thesis makes them: in a tree, of eight runs."""

from quaver.house.averages import missing
from quaver.results.distribution_records import Averaged, Compared, DistributionNumbers

METHOD, SIZE, GROUPS = "tree", 8, 16  # of Table 3.6


def method_of(compared: Compared) -> str:
    """The way to average that is shown: the thesis's, else the first compared."""
    return METHOD if METHOD in compared.methods else compared.methods[0]


def averages_of_size(
    record: DistributionNumbers, size: int
) -> tuple[Averaged | None, str]:
    """Averages by the published method, or why there are none."""
    if record.averages is None:
        return None, missing(record)
    # never those of another method: the verdict is on the thesis's
    averaged = record.averages.averages.get((METHOD, size))
    if averaged is None:
        return None, f"no averages of {size or SIZE} runs by {METHOD}"
    return averaged, ""


def largest_size(record: DistributionNumbers) -> int:
    """The published size, or the largest below it of which there are averages."""
    averages = record.averages.averages if record.averages else {}
    sizes = [size for method, size in averages if method == METHOD and size <= SIZE]
    return max(sizes, default=0)
