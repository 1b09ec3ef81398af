"""How the thesis's items are declared, by their numbers in it, and rows of cells."""

from collections.abc import Callable, Iterable, Mapping
from math import nan

from quaver.items.claims import Claim
from quaver.items.item import Figure, Table
from quaver.papers.rettenmeier2020.comparable import published as published_table
from quaver.results.distribution_records import DistributionNumbers
from quaver.results.records import identity

THESIS = "Rettenmeier 2020"
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

    columns, keys: as in items.columns; published columns, verdict and note follow.
    published: what is said of the published table of the same number.
    """
    numbered = _numbered(number)
    if published is not None:
        published = published_table(numbered["name"], **published)
        columns += f" {' '.join(published.columns)} verdict"
    return Table(
        **numbered,
        title=f"{title} ({number})",
        caption=f"{title}, as {number} of {THESIS}: {caption}",
        columns=f"{columns} note",
        keys=keys,
        published=published,
        **facts,
    )


def figure(number: str, title: str, caption: str, more: str = "", **facts) -> Figure:
    """Declare a figure; number: Figure 2.8. more: what follows it in the title."""
    title = f"{title} {number} of {THESIS}{more}"
    return Figure(**_numbered(number), title=title, caption=caption, **facts)


def record_rows(record: DistributionNumbers, part: str, make: Make) -> list[dict]:
    """Rows that are made of a record, or one that says why a part of it is missing."""
    rows = [{"note": record.notes.get(part, "not measured")}]
    if getattr(record, part) is not None:
        rows = make(record)
    return [{**identity(record.cell), **row} for row in rows]


def over_cells(results, part: str, make: Make) -> list[dict]:
    """The rows of all records that a study has."""
    return [row for r in results.distributions() for row in record_rows(r, part, make)]


def claim(
    name: str,
    tested: str,
    quantity: str,
    *,
    rows: Callable[..., Iterable[Mapping]],
    value: str,
    keep: Callable[[Mapping], bool] = lambda row: True,
    **facts,
) -> Claim:
    """Declare a claim on the rows of a table that keep takes; value: what is judged."""

    def claimed(results) -> list[dict]:
        return [_claim_row(row, value) for row in rows(results) if keep(row)]

    return Claim(name, tested, quantity, claimed, **facts)


def _claim_row(row: Mapping, name: str) -> dict:
    """A row of a table as one of a claim: its value, if it has one that compares."""
    facts = {key: value for key, value in row.items() if key != "quantity"}
    verdict = row.get("verdict", "")
    if name not in row or verdict.startswith("not comparable"):
        return facts | {"verdict": "", "note": row.get("note") or verdict}
    ends = {end: row.get(f"{name}_{end}", row.get(end, nan)) for end in ("low", "high")}
    return facts | {"value": row[name]} | ends


def _numbered(number: str) -> dict:
    """Name of the files, and place in the index: by chapter and number."""
    kind, digits = number.split()
    chapter, item = digits.replace("A", "9").split(".")[:2]
    order = 1000 * int(chapter) + int(item)
    return {"name": f"{kind.lower()}_{digits.replace('.', '_')}", "order": order}
