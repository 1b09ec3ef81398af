"""Replications: a paper is one folder, and being there is its registration."""

import importlib
import pkgutil
from dataclasses import dataclass
from types import ModuleType


@dataclass(frozen=True)
class Paper:
    """A paper to replicate: its folder's name, its title, its key in CITATION.cff."""

    name: str
    title: str
    citation: str


def package(name: str) -> ModuleType:
    """The folder of a paper: its PAPER, and modules with tables, figures and claims."""
    return importlib.import_module(f"{__name__}.{name}")


def names() -> list[str]:
    """Names of all papers there are, sorted."""
    return sorted(path.name for path in pkgutil.iter_modules(__path__) if path.ispkg)
