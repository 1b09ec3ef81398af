"""Measure how much word embeddings waver, and steady them.

`study = quaver.open("results/demo")` reads a study, finished or not (docs/reading.md).
"""

import os

__version__ = "0.2.0"

# numba reads it when it is imported
os.environ.setdefault("NUMBA_CACHE_LOCATOR_CLASSES", "quaver.compiled.Locator")


def open(folder="."):
    """Read the study whose results stand in a folder; nothing is ever written."""
    from importlib import import_module  # not before it is asked for: jobs start fast

    return import_module("quaver.users.study").Study(folder)
