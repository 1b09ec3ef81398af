"""What to say of what is not there: its name, what there is, and the cure."""

from collections.abc import Iterable
from difflib import get_close_matches
from importlib import import_module
from types import ModuleType

SHOWN = 40  # names in a sentence
QUOTED = 80  # letters of what was asked for


class NotThereError(KeyError):
    """What a study has not, or not yet; says what it has, and the cure."""

    def __str__(self) -> str:
        """The sentence as it is; a KeyError would quote it."""
        return str(self.args[0])


def not_there(what: str, name: str, names: Iterable[str], cure: str = ""):
    """A NotThereError of a name, {} in what: the names there are, nearest first."""
    names, name = list(names), name[:QUOTED]
    near = get_close_matches(name, names, n=3, cutoff=0.6)
    parts = [f"There is no {what.replace('{}', repr(name))}."]
    parts += [f"Did you mean {' or '.join(map(repr, near))}?"] if near else []
    shown = f": {', '.join(names)}" if len(names) <= SHOWN else f" {len(names):,}"
    parts += [f"There are{shown}." if names else "There is none yet.", cure]
    return NotThereError(" ".join(filter(None, parts)))


def optional(name: str, what: str, instead: str = "") -> ModuleType:
    """A package that Quaver can do without; ImportError says how to get it."""
    try:
        return import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        cure = f"pip install {package}{f', or use {instead}' if instead else ''}"
        raise ImportError(f"{what} needs {package}: {cure}.") from error
