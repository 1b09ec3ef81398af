from dataclasses import MISSING, fields
from pathlib import Path

import pytest
import yaml
from jsonschema import Draft202012Validator

from quaver.config import WHERE
from quaver.config.errors import Validator
from quaver.config.study import (
    FATES,
    Analyses,
    Archive,
    Author,
    Averages,
    Clean,
    Corpus,
    Distribution,
    Enough,
    EvaluationSet,
    Example,
    MoreRuns,
    Neighbours,
    Quality,
    Queries,
    Retained,
    Retention,
    Stability,
    Study,
    Technique,
    Topics,
)
from quaver.config.techniques import TRAINERS
from quaver.corpora import languages
from quaver.corpora.cleaning import KEEPS, NORMALISATIONS
from quaver.grid import SAMPLINGS
from quaver.quality.formats import FORMATS

ROOT = Path(__file__).parents[2]
SCHEMA = yaml.safe_load(
    (ROOT / "workflow/schemas/study.schema.yaml").read_text(encoding="utf-8")
)
DEFS = SCHEMA["$defs"]


def parts(schema, place="study"):
    """All schemas inside a schema that say what may be written, by their place."""
    yield place, schema
    for key in ("properties", "$defs"):
        for name, inner in schema.get(key, {}).items():
            yield from parts(inner, f"{place}.{name}")
    for key in ("items", "additionalProperties", "then", "else"):
        if isinstance(schema.get(key), dict):
            yield from parts(schema[key], f"{place}.{key}")
    for number, inner in enumerate(schema.get("allOf", [])):
        yield from parts(inner, f"{place}.{number}")


def followed(schema):
    """A schema or what its reference stands for, its own words first."""
    reference = schema.get("$ref")
    return (
        {**DEFS[reference.removeprefix("#/$defs/")], **schema} if reference else schema
    )


PARTS = dict(parts(SCHEMA))
PROPERTIES = {
    f"{place}.{name}": inner
    for place, schema in PARTS.items()
    for name, inner in schema.get("properties", {}).items()
    if inner != {}  # told by the schema that chooses this one
}
EXAMPLES = [
    (place, schema, example)
    for place, schema in PARTS.items()
    for example in schema.get("examples", [])
]


def test_the_walk_meets_what_it_should():
    assert len(PARTS) > 100
    assert len(PROPERTIES) > 60
    assert len(EXAMPLES) > 60
    assert "study.corpus.clean.keep" in PROPERTIES


def test_the_schema_is_a_schema():
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def is_closed(schema):
    schema = followed(schema)
    if schema.get("additionalProperties") is False:
        return True
    branches = [branch.get("then", {}) for branch in schema.get("allOf", [])]
    return bool(branches) and all(map(is_closed, branches))


@pytest.mark.parametrize("place", [p for p, s in PARTS.items() if "properties" in s])
def test_every_object_is_closed(place):
    assert is_closed(PARTS[place])


@pytest.mark.parametrize(
    ("schema", "key"), [("source", "kind"), ("technique", "trainer")]
)
def test_every_choice_has_exactly_one_branch_that_closes_it(schema, key):
    for choice in DEFS[schema]["properties"][key]["enum"]:
        matching = [
            branch
            for branch in DEFS[schema]["allOf"]
            if Draft202012Validator(branch["if"]).is_valid({key: choice})
        ]
        assert len(matching) == 1
        validator = Validator({"$ref": f"#/$defs/{schema}", "$defs": DEFS})
        written = {key: choice, "nonsense": 1}
        assert "additionalProperties" in {
            error.validator for error in validator.iter_errors(written)
        }


@pytest.mark.parametrize("place", PROPERTIES)
def test_every_key_is_described_with_an_example(place):
    told = followed(PROPERTIES[place])
    assert told["description"].endswith((".", ")"))
    assert told["examples"]


@pytest.mark.parametrize(
    ("place", "schema", "example"), EXAMPLES, ids=[place for place, *_ in EXAMPLES]
)
def test_every_example_is_allowed(place, schema, example):
    if followed(schema).get("type") in ("array", "object"):
        example = yaml.safe_load(example)  # written as it stands in a study
    assert list(Validator({**schema, "$defs": DEFS}).iter_errors(example)) == []


def test_there_are_no_defaults_in_the_schema():
    assert [place for place, schema in PARTS.items() if "default" in schema] == []


def keys(schema):
    return set(schema["properties"])


def names(kind):
    return {field.name for field in fields(kind)}


def required(kind):
    return {
        field.name
        for field in fields(kind)
        if field.default is MISSING and field.default_factory is MISSING
    }


ANALYSES = SCHEMA["properties"]["analyses"]
PAIRS = [
    (Study, SCHEMA),
    (Corpus, DEFS["corpus"]),
    (Clean, DEFS["corpus"]["properties"]["clean"]),
    (Archive, SCHEMA["properties"]["archive"]),
    (Author, DEFS["author"]),
    (Analyses, ANALYSES),
    (Stability, ANALYSES["properties"]["stability"]),
    (Distribution, ANALYSES["properties"]["distribution"]),
    (Example, DEFS["example"]),
    (Averages, ANALYSES["properties"]["averages"]),
    (Queries, ANALYSES["properties"]["queries"]),
    (Topics, DEFS["topics"]),
    (Neighbours, ANALYSES["properties"]["neighbours"]),
    (Enough, ANALYSES["properties"]["enough"]),
    (MoreRuns, DEFS["more_runs"]),
    (Quality, ANALYSES["properties"]["quality"]),
    (Retention, SCHEMA["properties"]["retention"]),
    (Retained, DEFS["retained"]),
    (EvaluationSet, DEFS["evaluation_set"]),
    *((kind, DEFS[trainer]) for trainer, kind in TRAINERS.items()),
]
NAMES = [kind.__name__ for kind, _ in PAIRS]
TRAINED = [kind for name, kind in TRAINERS.items() if name != "vectors"]


def test_keys_that_limit_a_technique_are_those_of_its_dataclass():
    assert names(Technique) == {"trainer", "parameters", *WHERE}


@pytest.mark.parametrize(("kind", "schema"), PAIRS, ids=NAMES)
def test_schema_and_dataclass_have_the_same_keys(kind, schema):
    own = {"trainer", *WHERE, "sweep"} if kind in TRAINED else {"trainer"}
    assert keys(schema) - own == names(kind)
    assert ("trainer" in keys(schema)) == (kind in TRAINERS.values())


@pytest.mark.parametrize(("kind", "schema"), PAIRS, ids=NAMES)
def test_what_has_no_default_is_required(kind, schema):
    # A study of spaces trained elsewhere has no text; config/meaning asks otherwise.
    assert set(schema.get("required", [])) == required(kind) - {"corpora"}


TYPES = {int: "integer", float: "number", bool: "boolean", str: "string"}


@pytest.mark.parametrize("trainer", TRAINERS)
def test_schema_and_dataclass_have_the_same_types_and_allow_the_defaults(trainer):
    for field in fields(TRAINERS[trainer]):
        schema = followed(DEFS[trainer]["properties"][field.name])
        if "enum" in schema:
            assert {type(value) for value in schema["enum"]} == {field.type}
        else:
            assert schema["type"] == TYPES.get(field.type, "array")
        if field.default is not MISSING:
            Validator({**schema, "$defs": DEFS}).validate(field.default)


def test_choices_are_those_of_the_code():
    assert DEFS["technique"]["properties"]["trainer"]["enum"] == list(TRAINERS)
    assert SCHEMA["properties"]["samplings"]["items"]["enum"] == list(SAMPLINGS)
    for part in (SCHEMA["properties"]["retention"], DEFS["retained"]):
        assert part["properties"]["models"]["enum"] == list(FATES)
    clean = DEFS["corpus"]["properties"]["clean"]["properties"]
    packs = map(languages.pack, languages.codes())
    named = {name for pack in packs for name in pack.tokenisers}
    assert set(clean["tokeniser"]["enum"]) == {"default", *named}
    assert clean["keep"]["enum"] == list(KEEPS)
    assert clean["normalise"]["enum"] == list(NORMALISATIONS)
    assert DEFS["vectors"]["properties"]["sampling"]["enum"] == list(SAMPLINGS)
    assert DEFS["evaluation_set"]["properties"]["format"]["enum"] == list(FORMATS)


SHIPPED = [ROOT / "config.yaml", *sorted((ROOT / "studies").rglob("*.yaml"))]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_studies_are_allowed(path):
    study = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert list(Validator(SCHEMA).iter_errors(study)) == []
