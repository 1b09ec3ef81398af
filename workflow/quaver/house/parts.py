"""What tables of averages share: which there are, and why some are missing."""

from quaver.measures.averaging import Effect
from quaver.results.distribution_records import Averaged, Compared, DistributionNumbers
from quaver.results.records import note

INTERVAL = (
    "Averages compare with the runs they are of; intervals: 95 %, jackknife over "
    "averages, leaving out each with its runs."
)
NO_PART = "no part of single runs: they have no such value, or it is 0"


def averages_of(compared: Compared) -> list[tuple[tuple[str, int], Averaged]]:
    """Averages by method, in the order given, and size."""
    order = list(compared.methods)
    items = compared.averages.items()
    return sorted(items, key=lambda item: (order.index(item[0][0]), item[0][1]))


def missing(record: DistributionNumbers) -> str:
    """Why a cell has no averages to compare."""
    return record.notes.get("averages", "not measured")


def thin(effect: Effect) -> str:
    """Why a part of single runs, or its interval, is missing; empty if neither is."""
    # NaN differs from itself
    return note(NO_PART if effect.value != effect.value else effect.note)


def scored(single: Averaged, averaged: Averaged) -> list[str]:
    """Evaluation sets that both the runs and their averages were scored on."""
    return sorted(set(single.scores) & set(averaged.scores))
