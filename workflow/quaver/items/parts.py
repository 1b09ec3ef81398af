"""What tables of averages share: which there are, and why some are missing."""

from quaver.measures.averaging import Effect
from quaver.results.distribution_records import Averaged, Compared, DistributionNumbers
from quaver.results.records import note

INTERVAL = (
    "Averages compare with the runs they are of; intervals: 95 %, jackknife over "
    "averages, leaving out each with its runs."
)
NO_PART = "no part of single runs: they have no such value, or it is 0"
Place = tuple[str, int]


def averages_of(found: Compared) -> list[tuple[Place, Averaged]]:
    """Averages by method, in the order given, and size."""
    order = list(found.methods)
    places = sorted(found.averages, key=lambda k: (order.index(k[0]), k[1]))
    return [(place, found.averages[place]) for place in places]


def missing(one: DistributionNumbers) -> str:
    """Why a cell has no averages to compare."""
    return one.notes.get("averages", "not measured")


def thin(found: Effect) -> str:
    """Why a part of single runs, or its interval, is missing; empty if neither is."""
    return note(NO_PART if found.value != found.value else found.note)


def scored(single: Averaged, found: Averaged) -> list[str]:
    """Evaluation sets that both the runs and their averages were scored on."""
    return sorted(set(single.scores) & set(found.scores))
