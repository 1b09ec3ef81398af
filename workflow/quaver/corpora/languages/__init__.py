"""Language packs, one file per language, looked up by ISO code.

A pack is imported when it is asked for: editing it changes digests of its corpora only.
"""

from functools import cache
from importlib import import_module
from pathlib import Path

import regex

from quaver.corpora.languages.pack import Pack

CODE = regex.compile(r"[a-z]{2,3}(?:_[a-z0-9]+)*")  # files of another name are shared
DEFAULT = f"{__name__}.default"


def codes() -> list[str]:
    """Codes of the languages that have a pack, sorted: de, en, pt, ..."""
    files = (path for folder in __path__ for path in Path(folder).glob("*.py"))
    stems = sorted(path.stem for path in files)
    return [stem.replace("_", "-") for stem in stems if CODE.fullmatch(stem)]


def module(code: str) -> str:
    """Dotted name of the module that holds a language's pack: pt-BR -> ...languages.pt.

    A code falls back on its first parts; one without a pack has the default's module.
    """
    packs = codes()
    parts = code.lower().split("-")
    for length in range(len(parts), 0, -1):
        if "-".join(parts[:length]) in packs:
            return f"{__name__}.{'_'.join(parts[:length])}"
    return DEFAULT


@cache
def pack(code: str) -> Pack:
    """The pack of a language; one with `default` set where the language has none."""
    language = import_module(module(code))
    return language.default_pack(code) if module(code) == DEFAULT else language.PACK
