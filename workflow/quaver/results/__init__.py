"""The one reader of what a study stored, finished or not.

`quaver.results.open("results/demo")` gives a `Results` (quaver.results.reader): its
cells, words, distributions, queries, texts, as far as they stand.
"""

from importlib import import_module
from pathlib import Path


def open(folder: str | Path):
    """Read the study whose results stand in a folder: its Results."""
    # not imported by name: what trains imports this room for its blocks, and would be
    # made anew with every change of a reader (quaver/digest.py)
    reader = import_module("quaver.results.reader")
    return reader.Results(Path(folder) / "study.yaml")
