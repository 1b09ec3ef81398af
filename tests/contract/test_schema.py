"""A key of the study stands in one place; the schema is made from it."""

import difflib
import importlib.util
from dataclasses import MISSING, dataclass, fields
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from quaver.config.analyses import FORMATS
from quaver.config.corpora import Clean
from quaver.config.errors import Validator
from quaver.config.keys import descriptions, key, keys
from quaver.config.schema import closed_object, study_schema
from quaver.config.study import Study, Technique
from quaver.config.techniques import TRAINERS
from quaver.corpora.cleaning import KEEPS, NORMALISATIONS
from quaver.quality import formats

ROOT = Path(__file__).parents[2]
SCHEMA = study_schema()
DEFS = SCHEMA["$defs"]


def writer():
    spec = importlib.util.spec_from_file_location("w", ROOT / "docs/write_study.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


WRITER = writer()
KINDS = {kind for _, kind in WRITER.sections("the study", Study)}


def parts(schema, place="study"):
    """All schemas inside a schema that say what may be written, by their place."""
    yield place, schema
    for holder in ("properties", "$defs"):
        for name, inner in schema.get(holder, {}).items():
            yield from parts(inner, f"{place}.{name}")
    for rule in ("items", "additionalProperties", "then", "else"):
        if isinstance(schema.get(rule), dict):
            yield from parts(schema[rule], f"{place}.{rule}")
    for number, inner in enumerate(schema.get("allOf", [])):
        yield from parts(inner, f"{place}.{number}")


PARTS = dict(parts(SCHEMA))


def followed(schema):
    """A schema or what its reference stands for, its own words first."""
    if "$ref" not in schema:
        return schema
    target = SCHEMA
    for name in schema["$ref"].removeprefix("#/").split("/"):
        target = target[name]
    return {**target, **schema}


def errors(schema, written):
    schema = {**schema, "$defs": DEFS}
    return [error.validator for error in Validator(schema).iter_errors(written)]


def test_the_file_for_editors_is_what_is_made_from_the_keys():
    there = WRITER.SCHEMA.read_text(encoding="utf-8").splitlines()
    made = WRITER.schema().splitlines()
    diff = "\n".join(difflib.unified_diff(there, made, "there", "made", lineterm=""))
    assert not diff, f"run: make docs\n{diff}"
    assert yaml.safe_load(WRITER.schema()) == SCHEMA


def test_the_walk_meets_what_it_should():
    assert len(PARTS) > 100
    assert "study.corpora.additionalProperties.clean.keep" in PARTS
    assert {Study, Technique, Clean, *TRAINERS.values()} <= KINDS


def test_the_schema_is_a_schema():
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def is_closed(schema):
    schema = followed(schema)
    if schema.get("additionalProperties") is False:
        return True
    branches = [branch.get("then", {}) for branch in schema.get("allOf", [])]
    return bool(branches) and all(map(is_closed, branches))


def test_every_object_is_closed():
    objects = {place: part for place, part in PARTS.items() if "properties" in part}
    assert [place for place, part in objects.items() if not is_closed(part)] == []


def test_every_choice_has_exactly_one_branch_that_closes_it():
    technique = SCHEMA["properties"]["techniques"]["additionalProperties"]
    for schema, chooser in ((DEFS["source"], "kind"), (technique, "trainer")):
        for choice in schema["properties"][chooser]["enum"]:
            branches = [
                branch
                for branch in schema["allOf"]
                if Draft202012Validator(branch["if"]).is_valid({chooser: choice})
            ]
            assert len(branches) == 1, choice
            wrong = errors(schema, {chooser: choice, "nonsense": 1})
            assert "additionalProperties" in wrong, choice


def test_every_key_is_described_with_an_example():
    bare = [
        f"{place}.{name}"
        for place, part in PARTS.items()
        for name, rule in part.get("properties", {}).items()
        if rule != {}  # told by the schema that chooses this one
        and not (
            followed(rule)["description"].endswith((".", ")"))
            and followed(rule)["examples"]
        )
    ]
    assert bare == []


def test_a_key_without_a_description_is_told_with_its_cure():
    @dataclass(frozen=True)
    class Toy:
        """A toy.

        loud: Whether it is loud, and
            how: very.
        """

        loud: bool = key(False)
        strong: int = key(3, least=1)

    with pytest.raises(ValueError, match="Toy has a key 'strong' .* 'strong: What it"):
        descriptions(Toy)
    Toy.__doc__ += "strong: How strong."
    assert descriptions(Toy) == {
        "loud": "Whether it is loud, and how: very.",
        "strong": "How strong.",
    }


def test_every_example_is_allowed():
    wrong = []
    for place, part in PARTS.items():
        for example in part.get("examples", []):
            if str(example).startswith(("[", "{")):
                example = yaml.safe_load(example)  # written as it stands in a study
            wrong += [(place, example)] if errors(part, example) else []
    assert wrong == []


def test_there_are_no_defaults_in_the_schema():
    assert [place for place, part in PARTS.items() if "default" in part] == []


def test_a_default_is_what_may_be_written():
    """But for what is empty and not written back: 0 runs are those of the study."""
    wrong = []
    for place, kind in WRITER.sections("study", Study):
        rules = closed_object(kind)["properties"]
        for name, entry in keys(kind).items():
            is_silent = entry.default in (MISSING, None, "", ())
            if is_silent or entry.metadata["key"].quiet:
                continue
            default = entry.default
            value = list(default) if isinstance(default, tuple) else default
            if errors(rules[name], value):
                wrong.append(f"{place}.{name}")
    assert wrong == []


def test_choices_are_those_of_the_code():
    declared = {field.name: field.metadata["key"].choices for field in fields(Clean)}
    assert declared["keep"] == tuple(KEEPS)
    assert declared["normalise"] == tuple(NORMALISATIONS)
    assert tuple(formats.FORMATS) == FORMATS
    assert keys(Technique)["trainer"].metadata["key"].choices == tuple(TRAINERS)
