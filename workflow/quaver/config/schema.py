"""The JSON schema of a study, made from the dataclasses its keys are declared in.

Closed objects; every key has its description and an example, shown when it is wrong.
Defaults stand in the dataclasses alone. `make docs` writes it for editors.
"""

from collections.abc import Mapping
from dataclasses import MISSING, is_dataclass
from functools import cache
from types import UnionType
from typing import get_args, get_origin

import yaml

from quaver.config.keys import MOST, Key, descriptions, keys
from quaver.config.sources import SOURCES, Source, Years
from quaver.config.study import Study, Technique
from quaver.config.techniques import TRAINERS, Vectors
from quaver.config.terms import LEARNERS, Learning

TYPES = {int: "integer", float: "number", bool: "boolean", str: "string"}
BOUNDS = {"least": "minimum", "most": "maximum"}
BOUNDS |= {"above": "exclusiveMinimum", "below": "exclusiveMaximum"}


@cache
def study_schema() -> dict:
    """What a study may say, as JSON schema 2020-12."""
    source = _by_kind(SOURCES, descriptions(Source)["kind"], "text")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Study",
        **closed_object(Study),
        "$defs": {
            "source": {**source, "examples": ["{kind: text, path: my.txt}"]},
            "technique": closed_object(Technique),
            "years": closed_object(Years),
        },
    }


def closed_object(kind: type) -> dict:
    """A closed object with the keys of a dataclass."""
    required, properties = [], {}
    for name, entry in keys(kind).items():
        key = entry.metadata["key"]
        properties[name] = {
            "description": descriptions(kind)[name],
            **_rule(key, entry.type),
            "examples": [_each(key) if key.alone else key.example],
        }
        if entry.default is MISSING is entry.default_factory and not key.optional:
            required.append(name)
    return {
        "description": kind.__doc__.partition("\n")[0],
        "type": "object",
        "additionalProperties": False,
        **({"required": required} if required else {}),
        "properties": properties,
    }


def _rule(key: Key, kind: type) -> dict:
    if key.rule:
        return yaml.safe_load(key.rule)
    if key.keys is SOURCES:
        return {"$ref": "#/$defs/source"}
    if get_origin(kind) is UnionType:
        kind = get_args(kind)[0]  # None: the key is not there
    if isinstance(key.keys, Mapping):
        return _by_kind(key.keys, descriptions(kind)["kind"], next(iter(key.keys)))
    if key.keys or is_dataclass(kind):
        closed = closed_object(key.keys or kind)
        return {name: closed[name] for name in closed if name != "description"}
    if get_origin(kind) is tuple:
        return _list(key, get_args(kind)[0])
    if get_origin(kind) is Mapping:
        return {
            "type": "object",
            **({"minProperties": key.fewest} if key.fewest else {}),
            "propertyNames": {"type": "string", "pattern": key.names, **_longest(key)},
            "additionalProperties": _entry(key, get_args(kind)[1]),
        }
    return _value(key, kind, key.fewest)


def _list(key: Key, kind: type) -> dict:
    several = {
        "type": "array",
        **({"minItems": key.fewest} if key.fewest else {}),
        **({"maxItems": key.largest} if key.largest else {}),
        **({} if is_dataclass(kind) else {"uniqueItems": True}),
        "items": _entry(key, kind),
        "examples": [key.example],
    }
    if not key.alone:
        return several
    return {"if": {"type": "array"}, "then": several, "else": _entry(key, kind)}


def _entry(key: Key, kind: type) -> dict:
    if kind in CHOSEN:
        entry = {"description": kind.__doc__.partition("\n")[0], **CHOSEN[kind]()}
    else:
        entry = closed_object(kind) if is_dataclass(kind) else _value(key, kind, 1)
    return {**entry, "examples": [_each(key)]}


def _each(key: Key) -> object:
    """The example of an entry: the first of all of them, unless there is another."""
    if key.each is not None:
        return key.each
    first = next(iter(yaml.safe_load(key.example)), "")
    return key.example.partition(": ")[2][:-1] if key.names else first


def _value(key: Key, kind: type, letters: int) -> dict:
    if key.choices is not None:
        return {"enum": list(key.choices)}
    bounds = {name: getattr(key, bound) for bound, name in BOUNDS.items()}
    if kind in (int, float) and key.most is key.below is None:
        bounds["maximum"] = MOST
    bounds["minLength"] = letters if kind is str and letters else None
    rule = {name: bound for name, bound in bounds.items() if bound is not None}
    rule = {"type": TYPES[kind], **rule, **_longest(key)}
    return rule | ({"pattern": key.pattern} if key.pattern else {})


def _longest(key: Key) -> dict:
    return {"maxLength": key.longest} if key.longest else {}


def _by_kind(kinds: Mapping[str, type], description: str, example: str) -> dict:
    """An object whose keys are those of its kind."""
    choice = {"description": description, "enum": [*kinds], "examples": [example]}
    own = {name: closed_object(kind) for name, kind in kinds.items()}
    return _chosen("kind", choice, own)


def _chosen(chooser: str, choice: Mapping, kinds: Mapping[str, Mapping]) -> dict:
    """An object that is closed by what one of its keys is."""
    return {
        "type": "object",
        "required": [chooser],
        "properties": {chooser: choice},
        "allOf": [
            {
                "if": {"properties": {chooser: {"const": name}}},
                "then": {**closed, "properties": {chooser: {}, **closed["properties"]}},
            }
            for name, closed in kinds.items()
        ],
    }


def _technique() -> dict:
    """A technique by its trainer; spaces of somebody else are trained nowhere."""
    everywhere = closed_object(Technique)["properties"]
    trainer = everywhere.pop("trainer")
    anchor, trainers = "#/$defs/technique/properties", {}
    where = {name: {"$ref": f"{anchor}/{name}"} for name in everywhere}
    for name, kind in TRAINERS.items():
        closed, own = closed_object(kind), {} if kind is Vectors else where
        trainers[name] = closed | {"properties": {**own, **closed["properties"]}}
    return _chosen("trainer", trainer, trainers)


def _learning() -> dict:
    """A learner by its name."""
    learner = closed_object(Learning)["properties"]["learner"]
    learners = {name: closed_object(kind) for name, kind in LEARNERS.items()}
    return _chosen("learner", learner, learners)


CHOSEN = {Technique: _technique, Learning: _learning}
