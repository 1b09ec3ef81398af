"""Freeze the numbers of finished studies; later tell what differs from them.

    python bench/frozen.py results/* --to frozen.json.gz
    python bench/frozen.py results/* --against frozen.json.gz [--map names.csv]

Of every HDF5 dataset and attribute outside provenance, every CSV column and every SVG a
digest is kept under a name: <study>/<file>:<dataset or column>. The map has rows
old,new,why: `old` is a regular expression that names must match whole, `new` what they
are called since (with \\1 ...), or empty for what went on purpose. The first row that
matches counts. Exit code 1: something differs.
"""

import argparse
import csv
import gzip
import hashlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import h5py
import numpy as np

SCALES = ("DIMENSION_LIST", "REFERENCE_LIST")  # hold addresses, which move
# Of a ledger: when, where and at which cost a model was trained.
LEDGER = {
    *("seconds", "cpu_seconds", "peak_bytes", "host", "slurm_job", "attempts"),
    *("started", "finished", "bytes"),
}
CLOSE = 0.004  # of a panel's side: what moving a caption may shift after rounding
SHOWN = 40  # lines of a kind that are printed
SVG = "{http://www.w3.org/2000/svg}"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def digest(data: bytes) -> str:
    """Short SHA-256."""
    return hashlib.sha256(data).hexdigest()[:20]


def of_study(folder: Path) -> Iterator[tuple[str, object]]:
    """Names and digests of all that a study's folder of results holds."""
    for path in sorted(folder.rglob("*")):
        name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
        if path.suffix in READERS and path.is_file():
            for inner, value in READERS[path.suffix](path):
                yield f"{name}{inner}", value


def of_hdf5(path: Path) -> Iterator[tuple[str, str]]:
    """Each dataset with its axes, and the attributes of each item."""
    items = []
    with h5py.File(path, "r", locking=False) as file:
        file.visit(items.append)
        for name in ["/", *items]:
            if name.split("/")[0] == "provenance":
                continue
            item = file[name]
            if isinstance(item, h5py.Dataset):
                axes = ",".join(dim.label for dim in item.dims)
                yield f":{name}", f"{item.shape} {axes} {digest(content(item))}"
            for key, value in item.attrs.items():
                if key not in SCALES:
                    text = repr(np.asarray(value).tolist())
                    yield f":{name}@{key}", digest(text.encode())


def content(item: h5py.Dataset) -> bytes:
    """Bytes of a dataset, texts joined."""
    values = item[()]
    if np.issubdtype(values.dtype, np.floating):
        values = np.where(np.isnan(values), np.nan, values)  # a NaN may bear a sign
    if values.dtype != object:
        return str(values.dtype).encode() + np.ascontiguousarray(values).tobytes()
    return "\0".join(map(repr, values.ravel())).encode()


def of_csv(path: Path) -> Iterator[tuple[str, str]]:
    """Each column; of a ledger not what every run of it has anew."""
    with path.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    for place, column in enumerate(head):
        if path.name != "ledger.csv" or column not in LEDGER:
            values = [row[place] for row in rows]
            yield (
                f":{column}",
                f"{len(rows)} rows {digest(chr(0).join(values).encode())}",
            )


def of_svg(path: Path) -> Iterator[tuple[str, dict]]:
    """The file, and what is drawn in its panels, whatever the captions beside them."""
    data = path.read_bytes()
    root = ElementTree.fromstring(data)
    panels = [g for g in root.iter(f"{SVG}g") if is_called(g, "axes_")]
    yield "", {"sha256": digest(data), "panels": [drawn(panel) for panel in panels]}


def is_called(element, prefix: str) -> bool:
    """Tell whether an element's id begins so."""
    return element.get("id", "").startswith(prefix)


def drawn(panel) -> list[list[float]]:
    """Points of the panel's lines and marks as shares of its sides, mark by mark."""
    frame = next(panel.iter(f"{SVG}path"), None)
    if frame is None:  # an empty place among the panels
        return []
    corners = points(frame.get("d"))
    low, size = corners.min(axis=0), np.ptp(corners, axis=0)
    marks = []
    for group in panel:
        if is_called(group, "matplotlib.axis") or is_called(group, "text"):
            continue
        hidden = {id(x) for defs in group.iter(f"{SVG}defs") for x in defs.iter()}
        for mark in group.iter():
            if id(mark) in hidden or mark.tag not in (f"{SVG}use", f"{SVG}path"):
                continue
            is_use = mark.tag == f"{SVG}use"
            text = (
                f"{mark.get('x', 0)} {mark.get('y', 0)}"
                if is_use
                else mark.get("d", "")
            )
            place = (points(text) - low) / np.where(size == 0, 1, size)
            marks.append(np.round(place, 4).ravel().tolist())
    return marks


def points(text: str) -> np.ndarray:
    """Pairs of coordinates in a path: (points, 2)."""
    numbers = [float(number) for number in NUMBER.findall(text)]
    return np.array(numbers[: len(numbers) // 2 * 2]).reshape(-1, 2)


READERS = {".h5": of_hdf5, ".csv": of_csv, ".svg": of_svg}


def is_same(before, after) -> bool:
    """Tell whether two values are one; of figures whether they show the same."""
    if before == after:
        return True
    if not isinstance(before, dict):
        return False
    panels = [[inside(panel) for panel in each["panels"]] for each in (before, after)]
    if [list(map(len, panel)) for panel in panels[0]] != [
        list(map(len, panel)) for panel in panels[1]
    ]:
        return False
    pairs = (
        pair for both in zip(*panels, strict=True) for pair in zip(*both, strict=True)
    )
    return all(
        len(first) == len(second) and np.allclose(first, second, rtol=0, atol=CLOSE)
        for first, second in pairs
    )


def inside(panel: list[list[float]]) -> list[list[float]]:
    """Marks that a panel shows: remarks beside it move with the captions."""
    return [mark for mark in panel if mark and not is_outside(np.array(mark))]


def is_outside(mark: np.ndarray) -> bool:
    """Tell whether all points of a mark lie beside the panel."""
    beside = (mark < -CLOSE) | (mark > 1 + CLOSE)
    return bool(beside.reshape(-1, 2).any(axis=1).all())


def renamed(names, rows: list[dict]) -> dict[str, str]:
    """New names by old ones; empty for what went on purpose."""
    rules = [(re.compile(row["old"]), row["new"]) for row in rows]
    new_names = {}
    for name in names:
        rule = next((rule for rule in rules if rule[0].fullmatch(name)), None)
        new_names[name] = name
        if rule:
            new_names[name] = rule[0].sub(rule[1], name) if rule[1] else ""
    return new_names


def compare(before: dict, after: dict, rows: list[dict]) -> dict[str, list[str]]:
    """Names by what became of them."""
    new_names = renamed(before, rows)
    fates: dict[str, list[str]] = {
        kind: [] for kind in ("equal", "on purpose", "missing", "different", "new")
    }
    for name, value in before.items():
        new = new_names[name]
        if not new:
            fates["on purpose"].append(name)
        elif new not in after:
            fates["missing"].append(f"{name} -> {new}" if new != name else name)
        else:
            same = is_same(value, after[new])
            fates["equal" if same else "different"].append(new)
    fates["new"] = sorted({*after} - {*new_names.values()})
    return fates


def show(fates: dict[str, list[str]]) -> int:
    """Print counts and names; 1 where something is missing or different."""
    for kind, names in fates.items():
        print(f"{kind}: {len(names)}")
        listed = names if kind in ("missing", "different") else []
        for name in listed[:SHOWN]:
            print(f"    {name}")
        if len(listed) > SHOWN:
            print(f"    ... and {len(listed) - SHOWN} more")
    return int(bool(fates["missing"] or fates["different"]))


def main() -> int:
    """Freeze or compare, as asked."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folders", nargs="+", type=Path, help="results/<study>")
    parser.add_argument("--to", type=Path, help="file of digests to write")
    parser.add_argument("--against", type=Path, help="file of digests to compare with")
    parser.add_argument("--map", type=Path, help="CSV of old,new,why")
    asked = parser.parse_args()
    numbers = {name: value for f in asked.folders for name, value in of_study(f)}
    if asked.to:
        with gzip.open(asked.to, "wt", encoding="utf-8") as file:
            json.dump(numbers, file)
        print(f"{len(numbers)} names of {len(asked.folders)} studies: {asked.to}")
    if not asked.against:
        return 0
    with gzip.open(asked.against, "rt", encoding="utf-8") as file:
        before = json.load(file)
    rows = (
        list(csv.DictReader(asked.map.open("r", encoding="utf-8"))) if asked.map else []
    )
    studies = {folder.name for folder in asked.folders}
    before = {k: v for k, v in before.items() if k.split("/")[0] in studies}
    return show(compare(before, numbers, rows))


if __name__ == "__main__":
    sys.exit(main())
