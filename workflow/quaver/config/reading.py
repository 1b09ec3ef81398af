"""A study's file is looked at before it is read: what it must not hold, and where.

Snakemake reads it as JSON or else YAML, runs Python where `__use_yte__` stands in it,
and tells a mistake without its line.
"""

import json
import re
import stat
from pathlib import Path

import yaml

from quaver.config.errors import ConfigError, cut

CODE = "__use_yte__"
BYTES = 16_000_000  # of a file at most
VALUES = 1_000_000  # of a file at most, counted wherever an alias repeats them
OCTAL = re.compile("[-+]?0[0-7_]+")
# What is likely meant, by what YAML says of it.
CURES = {
    r"'\t'": "a tab stands here. Indent with spaces",
    "mapping values are not allowed": "a second ': ' stands in this line, or the line "
    "above lacks its ':'. Put a text that holds ': ' in quotes",
    "could not find expected ':'": "a line here or above lacks its ':'. Write 'key: "
    "value'",
    "expected ',' or ']'": "a '[' is not closed before this. Write ']' or ','",
    "expected ',' or '}'": "a '{' is not closed before this. Write '}' or ','",
    "expected <block end>": "this is indented otherwise than what is above it. Indent "
    "both alike",
    "unexpected end of stream": "a quote is opened above and never closed. Close it",
    "undefined alias": "'*' begins the name of an alias. Put the text in quotes",
    "cannot start any token": "a text cannot begin so. Put it in quotes",
    "but found another document": "'---' begins a second study. Give it its own file",
    "determine a constructor": "YAML has no such tag. Remove what begins with '!'",
}
PROBLEM = "{}. Look at this line and the one above"


def check_file(path: Path) -> None:
    """Raise ConfigError for what a study's file cannot hold; no code in it is run."""
    try:
        text = _text(path)
        # JSON may be indented by tabs, which are nothing to YAML; lines stay the same.
        text = text.replace("\t", " ") if _is_json(text) else text
        study = yaml.compose(text, yaml.SafeLoader)
        if not isinstance(study, yaml.MappingNode):
            cure = "Write keys and values, for example 'study: mine'"
            raise ConfigError(f": this is no mapping of keys to values. {cure}.")
        if _visit(study, "", {}) > VALUES:
            raise ConfigError(f": aliases make more than {VALUES} values. Use fewer.")
        if CODE in yaml.constructor.SafeConstructor().construct_document(study):
            why = f"{CODE} has Snakemake run code that stands in the file"
            raise ConfigError(f": {why}. Remove the line: a study holds no code.")
    except yaml.MarkedYAMLError as error:
        why = _marked(error)
    except yaml.reader.ReaderError as error:
        why = f": the character {error.character:#x} is no text. Remove it."
    except RecursionError:
        why = ": it is nested too deeply, or within itself by an alias. Write it flat."
    except ConfigError as error:
        why = str(error)
    else:
        return
    raise ConfigError(f"{cut(path)}{why}")


def _text(path: Path) -> str:
    """What a plain file holds; pipes and devices, which may never end, stay shut."""
    try:
        info = path.stat()
        if not stat.S_ISREG(info.st_mode):
            kind = "a folder" if path.is_dir() else "a pipe or a device"
            raise ConfigError(f": this is {kind}. Write the study to a file.")
        if not 0 < info.st_size <= BYTES:
            size = f"{info.st_size} bytes" if info.st_size else "nothing"
            raise ConfigError(f": it holds {size}. Name a study's file.")
        data = path.read_bytes()
        return data.decode()
    except FileNotFoundError:
        cure = "Correct the path after --configfile"
        raise ConfigError(f": there is no such file. {cure}.") from None
    except OSError as error:
        raise ConfigError(f": {error.strerror}. Name a file to be read.") from None
    except UnicodeDecodeError as error:
        line, byte = data.count(b"\n", 0, error.start) + 1, data[error.start]
        why = f"byte {byte:#x} is not UTF-8. Save the file as UTF-8"
        raise ConfigError(f", line {line}: {why}.") from None


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def _marked(error: yaml.MarkedYAMLError) -> str:
    """Where YAML met a mistake, and what was likely meant."""
    mark, problem = error.problem_mark or error.context_mark, str(error.problem)
    cures = (cure for sign, cure in CURES.items() if sign in problem)
    cure = next(cures, PROBLEM.format(cut(problem)))
    return f", line {mark.line + 1}, column {mark.column + 1}: {cure}."


def _visit(node: yaml.Node, name: str, sizes: dict[int, int]) -> int:
    """Check a node and all below it, each once; count what it holds, with aliases."""
    if id(node) in sizes:
        return sizes[id(node)]
    parts: list[tuple[object, yaml.Node]] = []
    if isinstance(node, yaml.ScalarNode):
        _check_scalar(name, node)
    elif isinstance(node, yaml.SequenceNode):
        parts = [*enumerate(node.value)]
    else:
        _refuse_repeated(name, node)
        parts = [(key.value, x) for key, value in node.value for x in (key, value)]
    above = f"{name}." if name else ""
    size = 1 + sum(_visit(part, f"{above}{inner}", sizes) for inner, part in parts)
    sizes[id(node)] = size
    return size


def _refuse_repeated(name: str, mapping: yaml.MappingNode) -> None:
    """YAML's readers let the last of two keys win silently."""
    lines: dict[tuple[str, str], int] = {}
    for key, _ in mapping.value:
        own, line = (key.tag, str(key.value)), _line(key)
        if first := lines.get(own):
            where = f"in line {first} and again in line {line}"
            where = f"twice in line {line}" if first == line else where
            full = f"{name}.{key.value}" if name else key.value
            raise ConfigError(f": '{cut(full)}' stands {where}. Remove one.")
        lines[own] = line


def _check_scalar(name: str, scalar: yaml.ScalarNode) -> None:
    """Refuse numbers that YAML reads as others, and dates and numbers that are none."""
    kind, text = scalar.tag.rpartition(":")[2], scalar.value
    if kind == "merge":  # the key <<
        return
    where = f", line {_line(scalar)}: {cut(name)}: got {cut(text)}"
    cure = f'Write "{cut(text)}" if it is a text'
    try:
        value = yaml.constructor.SafeConstructor().construct_object(scalar)
    except (ValueError, TypeError, AttributeError, LookupError):
        # 2020-13-45 looks like a date to YAML
        kind = {"timestamp": "date", "int": "number", "float": "number"}.get(kind, kind)
        raise ConfigError(f"{where}, which is no {kind}. {cure}.") from None
    is_plain = kind in ("int", "float") and scalar.style is None
    if is_plain and (":" in text or OCTAL.fullmatch(text)):
        why = f"which YAML reads as {cut(value)}"
        plain = re.sub("^([-+]?)0+(?=[1-9])", r"\1", text)
        cure += f", {plain} if a number" if plain != text else ""
        raise ConfigError(f"{where}, {why}. {cure}.")


def _line(node: yaml.Node) -> int:
    return node.start_mark.line + 1
