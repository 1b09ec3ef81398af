"""Code that moved, computing the same, keeps its old digest: heirs.csv has a row each.

A digest tells a module by its name: what one that is moved made would be made anew.
"""

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from quaver.digest import PACKAGE

NAME = "engine/heirs.csv"


def inherited(digest: str, package: Path = PACKAGE) -> str:
    """The digest that a digest of today goes by; itself where it is no heir."""
    return read(package / NAME).get(digest, digest)


@cache
def read(path: Path) -> Mapping[str, str]:
    """Old digests by those of today (columns: now, was); none without the file."""
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {row["now"]: row["was"] for row in csv.DictReader(file)}
