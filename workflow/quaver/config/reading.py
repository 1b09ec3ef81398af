"""What a study's file says twice: YAML's readers let the last one win silently."""

from collections.abc import Iterator
from pathlib import Path

import yaml

from quaver.config.errors import ConfigError


def refuse_duplicates(path: Path) -> None:
    """Raise ConfigError for a key that stands twice in one mapping of a file."""
    # JSON may be indented by tabs, which are nothing to YAML; lines stay the same.
    text = path.read_bytes().replace(b"\t", b" ")
    for name, first, second in _repeated(yaml.compose(text, yaml.SafeLoader)):
        lines = f"in line {first} and again in line {second}"
        if first == second:
            lines = f"twice in line {first}"
        raise ConfigError(f"{path.name}: '{name}' stands {lines}. Remove one.")


def _repeated(node: yaml.Node | None, above: str = "") -> Iterator[tuple]:
    """Full names of the keys that stand twice below a node, each with its two lines."""
    entries: list[tuple[str, yaml.Node]] = []
    if isinstance(node, yaml.SequenceNode):
        entries = [(str(rank), value) for rank, value in enumerate(node.value)]
    if isinstance(node, yaml.MappingNode):
        lines: dict[tuple[str, str], int] = {}
        entries = [(str(written.value), value) for written, value in node.value]
        for written, _ in node.value:
            name, line = str(written.value), written.start_mark.line + 1
            if first := lines.get((written.tag, name)):
                yield f"{above}{name}", first, line
            lines[written.tag, name] = line
    for name, value in entries:
        yield from _repeated(value, f"{above}{name}.")
