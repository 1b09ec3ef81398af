"""Measure how much word embeddings waver, and steady them.

`study = quaver.open("results/demo")` reads a study, finished or not (docs/reading.md).
"""

import os
import sys
from importlib import import_module

__version__ = "0.2.0"

# numba reads it when it is imported, and not again before it has kept a function
os.environ.setdefault("NUMBA_CACHE_LOCATOR_CLASSES", "quaver.compiled.Locator")
if "numba" in sys.modules:
    import_module("quaver.compiled")


def open(folder="."):
    """Read the study whose results stand in a folder; nothing is ever written."""
    # not before it is asked for: jobs start fast
    return import_module("quaver.users.study").Study(folder)
