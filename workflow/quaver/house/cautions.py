"""What a view and a technique have too little of, as findings and methods tell it."""

from collections.abc import Iterator, Mapping, Sequence

from quaver.results.records import CellNumbers
from quaver.statistics import pair_mean

NEIGHBOURS = 10  # findings show the n nearest to this
ALIKE = 0.5  # mean cosine of random pairs above which vectors hardly part words
BARELY = 0.1  # p@n below which runs share so little that a low loss means nothing
FEW = 100  # shared words below which a note says how few they are
UNITS = 20  # units below which a note says how few there are to draw from
SMALL = 100_000  # words of a text below which a note says how few they are
HARDLY = "its vectors hardly part words"
# neighbours that hold on another draw of the text are what readers ask for
PREFERRED = "bootstrapped", "shuffled", "fixed"


def cautions(
    cells: Sequence[CellNumbers], counts: Mapping[str, int], cosine: float = 0.0
) -> Iterator[str]:
    """What to say of a view and technique that has too little of something.

    cells: of its samplings. counts: of its text, as far as they are known. cosine: the
    mean of random pairs of words.
    """
    cell = nearest(cells)
    yield from _small(cell, counts)
    yield from (x for own in cells if own.drawn for x in own.drawn.remarks)
    yield from _thin(cell)
    if cosine > ALIKE:
        yield (
            f"{HARDLY}: two random ones have a mean cosine of {cosine:.2f} (more "
            "epochs or more text help)"
        )


def nearest(cells: Sequence[CellNumbers]) -> CellNumbers:
    """The cell whose neighbours are shown: a row per technique fits a terminal."""
    there = sorted(cells, key=lambda cell: PREFERRED.index(cell.sampling))
    return next((cell for cell in there if cell.overlaps), there[0])


def near(cell: CellNumbers) -> dict:
    """Columns of the neighbours that runs of a cell share; none where not measured."""
    if not cell.overlaps:
        return {}
    # of two as near the smaller
    n = min(cell.overlaps, key=lambda n: (abs(n - NEIGHBOURS), n))
    row = {"sampling": cell.sampling, "neighbours": n}
    return row | {"p_mean": pair_mean(cell.overlaps[n][0]).mean}


def _small(cell: CellNumbers, counts: Mapping[str, int]) -> Iterator[str]:
    """What to say of a text of few words, or few units to draw from."""
    # unknown counts are taken for enough: no warning without cause
    tokens = counts.get("tokens", SMALL)
    units = round(counts.get(f"{cell.unit}s", UNITS) * cell.fraction)
    if tokens < SMALL:
        yield f"a text of {tokens:,} words is small, and lists of neighbours are rough"
    if units < 2:
        yield (
            f"the text is one {cell.unit}, so shuffled and bootstrapped runs read what "
            "fixed runs do: their differences mean nothing (another unit helps)"
        )
    elif units < UNITS:
        yield f"there are only {units} {cell.unit}s to draw from"


def _thin(cell: CellNumbers) -> Iterator[str]:
    """What to say of the cell whose neighbours a row shows."""
    if cell.losses is None:
        return
    # runs without any loss are equal, however few neighbours they list
    if near(cell).get("p_mean", 1) < BARELY and cell.losses.any():
        yield (
            "runs share hardly any neighbours, so that a low loss is no virtue (more "
            "text or epochs, or less subsampling, help)"
        )
    if cell.words < FEW:
        yield f"only {cell.words} shared words"
