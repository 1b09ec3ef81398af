"""How the thesis's items are declared, by their numbers; rows of cells, and panels."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import nan

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from quaver.items import look
from quaver.items.claims import Claim
from quaver.items.item import Figure, Table
from quaver.items.panels import blank, grid, label
from quaver.papers.rettenmeier2020 import PAPER
from quaver.papers.rettenmeier2020.comparable import published as published_table
from quaver.results.distribution_records import DistributionNumbers
from quaver.results.records import identity

ENDS = ("low", "high")
Make = Callable[[DistributionNumbers], Iterable[dict]]


def table(
    number: str,
    title: str,
    caption: str,
    *,
    columns: str,
    keys: str,
    published: Mapping | None = None,
    **facts,
) -> Table:
    """Declare a table; number: Table 2.8, or what else it shows, as Equation 3.6.

    columns, keys: as in items.columns; published columns, band, verdict, note follow.
    published: what is said of the published table of the same number.
    """
    numbered = _numbered(number)
    if published is not None:
        published = published_table(numbered["name"], **published)
        columns += f" {' '.join(published.columns)} band verdict"
    return Table(
        **numbered,
        title=f"{title} ({number})",
        caption=f"{title}, as {number} of {PAPER.title}: {caption}",
        columns=f"{columns} note",
        keys=keys,
        published=published,
        **facts,
    )


def figure(number: str, title: str, caption: str, more: str = "", **facts) -> Figure:
    """Declare a figure; number: Figure 2.8. more: what follows it in the title."""
    title = f"{title} {number} of {PAPER.title}{more}"
    return Figure(**_numbered(number), title=title, caption=caption, **facts)


def of_cells(
    *texts: str,
    part: str,
    panel: Callable,
    axes: tuple[str, str],
    handles: Callable[[list], Mapping[str, Mapping]],
    share: tuple[bool, bool] = (True, True),
    lines: int = 1,
    reads: Sequence[str] = (),
    **facts,
) -> Figure:
    """Declare a figure of distributions: rows of views and samplings x techniques.

    part: attribute of DistributionNumbers. panel(*axes, part): draws a cell in lines of
    panels. axes: what is below them and beside them. handles: of records, the styles of
    the legend. share: whether panels share x and y. reads: else the part.
    """

    @look.look()
    def draw(results):
        records = list(results.distributions())
        rows, names = rows_of(records), sorted({r.cell.technique for r in records})
        shape = lines * max(1, len(rows)), len(names)
        drawing, panels = grid(shape, 2.2 if lines == 1 else 1.75, share)
        # (rows, techniques, lines)
        cells = panels.reshape(-1, lines, panels.shape[1]).swapaxes(1, 2)
        for (view, sampling, of_row), across in zip(rows, cells, strict=False):
            by_name = {record.cell.technique: record for record in of_row}
            for name, own in zip(names, across, strict=True):
                look.title(own[0], f"{view}, {name}{sampling}")
                record = by_name.get(name)
                measured = getattr(record, part, None)
                if measured is not None:
                    panel(*own, measured)
                    continue
                why = record.notes.get(part) if record else "not in the study"
                blank_cell(*own, text=why or "not measured")
        if not records:
            blank_cell(*panels[:, 0], text="no cells")
        label(drawing, panels, *axes)
        look.finish(drawing, item.title, item.caption, keyed(handles(records)))
        return drawing

    # draw reads title and caption of the item it is part of, hence the closure
    item = figure(*texts, draw=draw, reads=reads or (part,), **facts)
    return item


def blank_cell(first: Axes, *others: Axes, text: str) -> None:
    """Say in the first panel of a cell why it is empty, and take the others away."""
    blank(first, text)
    for axes in others:
        axes.set_axis_off()


def keyed(styles: Mapping[str, Mapping]) -> list[Artist]:
    """What the legend shows by its labels: what has a face as a patch, else a line."""
    return [
        Patch(label=n, **x) if "facecolor" in x else Line2D([], [], label=n, **x)
        for n, x in styles.items()
    ]


def rows_of(records: Iterable) -> list[tuple[str, str, list]]:
    """Rows in order: view, what names say of its sampling (', shuffled'), records."""

    def place(record) -> tuple:
        cell, sampling = record.cell, look.SAMPLINGS.index(record.cell.sampling)
        return cell.corpus, cell.unit, cell.fraction, sampling, cell.view

    rows = [(key, list(own)) for key, own in groupby(sorted(records, key=place), place)]
    # most studies measure distributions of one sampling: it needs no naming
    several = len({key[-2] for key, _ in rows}) > 1
    names = {key: f", {look.SAMPLINGS[key[-2]]}" * several for key, _ in rows}
    return [(key[-1], names[key], own) for key, own in rows]


def record_rows(record: DistributionNumbers, part: str, make: Make) -> list[dict]:
    """Rows that are made of a record, or one that says why a part of it is missing."""
    lacks = [{"note": record.notes.get(part, "not measured")}]
    rows = lacks if getattr(record, part) is None else make(record)
    return [identity(record.cell) | row for row in rows]


def over_cells(results, part: str, make: Make) -> list[dict]:
    """The rows of all records that a study has."""
    return [row for r in results.distributions() for row in record_rows(r, part, make)]


def claim(
    name: str, *, rows: Callable, value: str, keep: Callable = lambda row: True, **facts
) -> Claim:
    """Declare a claim on the rows of a table that keep takes; value: what is judged."""

    def claimed(results) -> Iterator[dict]:
        for row in filter(keep, rows(results)):
            own = {key: cell for key, cell in row.items() if key != "quantity"}
            # what is expected where the hypothesis holds is the value under the null
            own |= {"under_null": row["expected"]} if "expected" in row else {}
            verdict = row.get("verdict", "")
            if value not in row or verdict.startswith("not comparable"):
                yield own | {"verdict": "", "note": row.get("note") or verdict}
                continue
            low, high = (row.get(f"{value}_{x}", row.get(x, nan)) for x in ENDS)
            yield own | {"value": row[value], "low": low, "high": high}

    return Claim(name=name, rows=claimed, **facts)


def _numbered(number: str) -> dict:
    """Name of the files, and place in the index: by chapter and number."""
    kind, digits = number.split()
    chapter, item = digits.replace("A", "9").split(".")[:2]
    order = 1000 * int(chapter) + int(item)
    return {"name": f"{kind.lower()}_{digits.replace('.', '_')}", "order": order}
