"""A digest of the code a rule computes with.

Snakemake does not see an edited imported module; rules carry this digest as a param.
Comments, blank lines and docstrings do not count.
"""

import ast
import hashlib
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent


def code(*modules: str) -> str:
    """Digest of modules of ours and all they import of ours, followed transitively."""
    found: set[str] = set()
    waiting = list(modules)
    while waiting:
        module = waiting.pop()
        if module not in found:
            found.add(module)
            waiting.extend(_syntax(module)[1])
    lines = [f"{module} {_syntax(module)[0]}" for module in sorted(found)]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def imports(tree: ast.AST) -> list[str]:
    """Dotted names of our package a module imports, in order of their standing."""
    names = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.append(node.module)
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return [name for name in names if name.split(".")[0] == "quaver" and _path(name)]


@cache
def _syntax(module: str) -> tuple[str, tuple[str, ...]]:
    path = _path(module)
    if path is None:
        raise ValueError(f"module must be one of ours. Got {module!r} instead.")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = imports(tree)
    parents = [
        ".".join(module.split(".")[:depth]) for depth in range(1, module.count(".") + 1)
    ]
    _strip_docstrings(tree)
    text = ast.dump(tree)
    return hashlib.sha256(text.encode()).hexdigest(), (*found, *parents)


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
