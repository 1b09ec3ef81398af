"""Fill README and docs with the numbers of finished studies, as docs/numbers.csv says.

    .venv/bin/python docs/write_numbers.py results/demo results/antoniak2018-small

Each folder is a finished study; rows of other studies stay as they are. A row of the
registry is a number of a page, and where it comes from:

page     README.md, or a page of docs
snippet  the text around the number, which stands there once; {} is the number
value    the number as it is printed; this script fills it in, there and in the page
study    name of the study; repository: the file is one of this repository
file     a table of the study (CSV), or a text, whose line is taken as it is
rows     which rows of the table (pandas query; empty: all), or how the line begins
column   of the table, or an expression: mean_e2 / 100
how      value (one row), min, max, mean, count (of rows), span (least to most),
         ratio (most by least)
form     decimals: 0.2 prints 0.46, .2 prints .46, 0 prints 46
"""

import argparse
import csv
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).parents[1]
REGISTRY = ROOT / "docs/numbers.csv"
REPOSITORY = "repository"
HOW = {
    "min": lambda values: [min(values)],
    "max": lambda values: [max(values)],
    "mean": lambda values: [sum(values) / len(values)],
    "span": lambda values: [min(values), max(values)],
    "ratio": lambda values: [max(values) / min(values)],
}


def read(path: Path = REGISTRY) -> list[dict]:
    """Rows of the registry."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def number(row: Mapping, folder: Path) -> str:
    """The number of a row as a study's files have it now, in print."""
    path = folder / row["file"]
    if path.suffix != ".csv":
        lines = path.read_text(encoding="utf-8").splitlines()
        return _only([x for x in lines if x.startswith(row["rows"])], row)
    table = pd.read_csv(path, keep_default_na=False, na_values=[""])
    chosen = table.query(row["rows"]) if row["rows"] else table
    if row["how"] == "count":
        return str(len(chosen))
    values = chosen.eval(row["column"]).dropna().tolist()
    if not values:
        raise SystemExit(f"{row['name']}: {path} has no such rows ({row['rows']}).")
    ends = HOW[row["how"]](values) if row["how"] in HOW else [_only(values, row)]
    return " to ".join(printed(value, row["form"]) for value in ends)


def printed(value: float, form: str) -> str:
    """A number in print; of a form without a zero, without it: .46, -.46."""
    text = f"{value:.{form.rpartition('.')[2] or 0}f}"
    return re.sub(r"^(-?)0\.", r"\1.", text) if form.startswith(".") else text


def standing(row: Mapping) -> re.Pattern:
    """What is looked for in a page, wherever its lines are broken: (the number)."""
    parts = [row["value"], *row["snippet"].split("{}")]
    # of a line of a table spaces count
    gap = re.escape(" ") if "  " in row["value"] else r"\s+"
    value, before, after = (gap.join(map(re.escape, x.split(" "))) for x in parts)
    return re.compile(f"{before}({value}){after}")


def missing(rows: Sequence[Mapping], root: Path = ROOT) -> list[str]:
    """Names of the numbers that do not stand once in their page."""
    texts = {page: (root / page).read_text(encoding="utf-8") for page in pages(rows)}
    return [
        f"{row['page']}: {row['name']} ({row['value'][:40]})"
        for row in rows
        if len(standing(row).findall(texts[row["page"]])) != 1
    ]


def pages(rows: Sequence[Mapping]) -> list[str]:
    """The pages that rows are of, each once."""
    return sorted({row["page"] for row in rows})


def refresh(rows: Sequence[dict], folders: Mapping[str, Path], root=ROOT) -> list[str]:
    """Set values of rows and numbers of pages; what changed, in words."""
    if lost := missing(rows, root):
        raise SystemExit(
            "Not in the pages as docs/numbers.csv says: " + "; ".join(lost)
        )
    changed = []
    for row in (row for row in rows if row["study"] in folders):
        value, page = number(row, folders[row["study"]]), root / row["page"]
        if value != row["value"]:
            text = page.read_text(encoding="utf-8")
            start, end = standing(row).search(text).span(1)
            page.write_text(text[:start] + value + text[end:], encoding="utf-8")
            changed.append(f"{row['page']}: {row['name']} {row['value']} -> {value}")
            row["value"] = value
    return changed


def _only(values: list, row: Mapping):
    if len(set(values)) != 1:
        raise SystemExit(
            f"{row['name']}: {row['file']} must have one such row ({row['rows']}). "
            f"Got {len(values)}."
        )
    return values[0]


def main() -> None:
    """Refresh registry and pages, and say what changed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("studies", nargs="*", type=Path, help="folders of studies")
    folders = {path.resolve().name: path for path in parser.parse_args().studies}
    rows = read()
    changed = refresh(rows, folders | {REPOSITORY: ROOT})
    with REGISTRY.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print("\n".join(changed) or "Nothing changed.")


if __name__ == "__main__":
    main()
