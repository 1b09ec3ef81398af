"""One measure per file: its mathematics, and MEASURE, what is known of it elsewhere.

MEASURES and QUANTITIES are read off modules and quantities.csv when somebody asks: a
measure loads no other, and one that is added is part of the code of no other.
"""

from importlib import import_module
from pathlib import Path


def __getattr__(name: str):
    """MEASURES: by name, each after what it reads; QUANTITIES: by key."""
    if name not in ("MEASURES", "QUANTITIES"):
        raise AttributeError(f"module {__name__} has no attribute {name}")
    registry = import_module(f"{__name__}.declare").registry
    modules = sorted(path.stem for path in Path(__file__).parent.glob("[a-z]*.py"))
    globals().update(registry([import_module(f"{__name__}.{x}") for x in modules]))
    return globals()[name]
