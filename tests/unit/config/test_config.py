import copy
import json
from dataclasses import FrozenInstanceError
from pathlib import Path

import jsonschema
import pytest
import yaml

from quaver.config import as_written, understand
from quaver.config.study import Topics

DEFAULTS = {
    "word2vec": {
        "dimensions": 100,
        "window": 5,
        "architecture": "skip-gram",
        "negative": 5,
        "hierarchical_softmax": False,
        "epochs": 5,
        "sample": 0.001,
        "learning_rate": 0.025,
        "min_learning_rate": 0.0001,
        "noise_exponent": 0.75,
        "min_count": 0,
    },
    "glove": {
        "dimensions": 100,
        "window": 15,
        "symmetric": True,
        "distance_weighting": True,
        "x_max": 100.0,
        "alpha": 0.75,
        "learning_rate": 0.05,
        "epochs": 25,
        "output": "sum",
        "min_count": 0,
    },
    "ppmi": {
        "dimensions": 100,
        "window": 5,
        "context_smoothing": 0.75,
        "shift": 1.0,
        "eigenvalue_weight": 0.5,
        "sample": 0.0,
        "close_gaps": False,
        "dynamic_window": False,
        "add_contexts": False,
        "min_count": 0,
    },
    "lsa": {
        "dimensions": 100,
        "sublinear_tf": True,
        "smooth_idf": True,
        "normalise": True,
        "scaled": True,
        "iterations": 5,
        "min_count": 0,
    },
    "noise": {"dimensions": 100, "min_count": 0},
}
DEFAULTS["fasttext"] = {
    **DEFAULTS["word2vec"],
    "min_n": 3,
    "max_n": 6,
    "bucket": 2_000_000,
}


def test_who_ran_a_study_may_be_said_and_is_written_back(minimal, schema):
    authors = [
        {"name": "Ada Lovelace", "orcid": "0000-0002-1825-0097"},
        {"name": "Mary Somerville"},
    ]
    minimal["archive"] = {"authors": authors, "license": "CC-BY-4.0"}
    written = as_written(understand(minimal, schema))
    authors[1]["orcid"] = ""
    assert written["archive"] == {"authors": authors, "license": "CC-BY-4.0"}
    assert as_written(understand(written, schema)) == written


def test_what_a_study_omits_is_filled_with_the_defaults(minimal, schema):
    assert as_written(understand(minimal, schema)) == {
        "study": "mine",
        "seed": 1,
        "runs": 8,
        "runs_per_job": 4,
        "more_runs": [],
        "archive": {"authors": [], "license": ""},
        "corpora": {
            "mine": {
                "language": "en",
                "source": {"kind": "text", "path": "my.txt"},
                "unit": ["document"],
                "clean": {
                    "normalise": "NFC",
                    "lowercase": True,
                    "keep": "letters",
                    "tokeniser": "default",
                    "drop_numbers": False,
                    "drop_punctuation": False,
                    "deduplicate": "document",
                },
                "min_count": 5,
                "fraction": [1.0],
                "series": "",
                "period": "",
            }
        },
        "techniques": {"w": {"trainer": "word2vec", **DEFAULTS["word2vec"]}},
        "samplings": ["fixed", "shuffled", "bootstrapped"],
        "retention": {"models": "keep", "cells": []},
        "analyses": {
            "stability": {
                "neighbours": [2, 5, 10, 25, 50],
                "targets": 1000,
                "vocabulary": "runs",
                "runs": 0,
                "measures": ["pip", "neighbours", "distances"],
                "samplings": [],
            },
            "distribution": {
                "samplings": ["shuffled"],
                "pairs": 10_000,
                "proxies": [1_000, 10_000, 100_000],
                "run_pairs": 10,
                "targets_at_2": 200,
                "examples": {},
            },
            "averages": {
                "sizes": [2],
                "method": "tree",
                "compare": ["tree", "one", "procrustes"],
                "corpora": [],
                "techniques": [],
            },
            "quality": {"restrict": 200_000, "lowercase": "corpus", "sets": {}},
            "queries": {
                **{"words": {}, "nearest": 20},
                **{"agreement": "jaccard", "absent": "skipped"},
            },
            "neighbours": {
                **{"words": {}, "n": 10, "confidence": 0.95, "stable": 0.9},
                "method": "whole_rms_z",
            },
            "enough": {"tolerance": 0.05, "share": 0.5},
        },
    }


@pytest.mark.parametrize("trainer", DEFAULTS)
def test_each_trainer_has_its_documented_defaults(trainer, minimal, schema):
    minimal["techniques"] = {"t": {"trainer": trainer}}
    technique = understand(minimal, schema).techniques["t"]
    assert technique.trainer == trainer
    assert vars(technique.parameters) == DEFAULTS[trainer]


def test_vectors_need_no_corpus_and_say_so_little(minimal, schema):
    del minimal["corpora"]
    given = {"trainer": "vectors", "corpus": "wiki", "files": ["a", "b"]}
    minimal["techniques"] = {"v": given}
    study = understand(minimal, schema)
    assert study.corpora == {}
    assert vars(study.techniques["v"].parameters) == {
        "files": ("a", "b"),
        "corpus": "wiki",
        "format": "text",
        "sampling": "fixed",
        "language": "und",
    }


def test_what_is_given_stands_and_the_rest_is_filled(full, schema):
    techniques = as_written(understand(full, schema))["techniques"]
    for name, given in full["techniques"].items():
        expected = {**DEFAULTS.get(given["trainer"], {}), **given}
        assert {**techniques[name], **expected} == techniques[name]


def shipped():
    root = Path(__file__).parents[3]
    return [root / "config.yaml", *sorted((root / "studies").glob("*.yaml"))]


@pytest.mark.parametrize("path", shipped(), ids=lambda path: path.stem)
def test_shipped_studies_are_understood_and_come_back(path, schema):
    study = understand(yaml.safe_load(path.read_text(encoding="utf-8")), schema)
    assert understand(as_written(study), schema) == study


def test_a_slice_is_written_as_one(minimal, schema):
    minimal["corpora"]["mine"] |= {"series": "coha", "period": "1810s"}
    study = understand(minimal, schema)
    corpus = study.corpora["mine"]
    assert (corpus.series, corpus.period) == ("coha", "1810s")
    assert understand(as_written(study), schema) == study


@pytest.mark.parametrize("name", ["minimal", "full"])
def test_a_study_as_written_is_the_study(name, schema, request):
    study = understand(request.getfixturevalue(name), schema)
    written = as_written(study)
    assert understand(written, schema) == study
    assert as_written(understand(written, schema)) == written
    stored = yaml.safe_load(yaml.safe_dump(written, allow_unicode=True))
    assert stored == written
    jsonschema.Draft202012Validator(schema).validate(stored)


def reversed_keys(value):
    if isinstance(value, dict):
        return {key: reversed_keys(value[key]) for key in reversed(value)}
    return value


def test_the_order_of_a_file_means_nothing(full, schema):
    study = understand(full, schema)
    other = reversed_keys(full)
    other["samplings"].reverse()
    other["analyses"]["averages"]["sizes"].reverse()
    assert list(other["techniques"]) != list(full["techniques"])
    assert understand(other, schema) == study
    assert study.samplings == ("fixed", "bootstrapped")
    assert study.analyses.averages.sizes == (2, 4)


@pytest.mark.parametrize(
    ("place", "one", "other"),
    [
        ("corpora.mine.unit", "sentence", ["sentence"]),
        ("corpora.mine.fraction", 0.5, [0.5]),
        ("corpora.mine.fraction", 1, [1.0]),
        ("corpora.mine.clean", {}, {"keep": "letters"}),
        ("corpora.mine.clean", {}, {"tokeniser": "default"}),
        ("analyses", {}, {"stability": {}, "averages": {"sizes": [2]}}),
        ("techniques.w.sample", 0, 0.0),
        ("techniques.w.epochs", 5, 5),
    ],
)
def test_two_ways_to_write_a_thing_are_one(place, one, other, minimal, schema, put):
    written = []
    for value in (one, other):
        put(minimal, place, value)
        written.append(json.dumps(as_written(understand(minimal, schema))))
    assert written[0] == written[1]


def test_reading_leaves_the_mapping_alone_and_the_study_cannot_change(full, schema):
    before = copy.deepcopy(full)
    study = understand(full, schema)
    assert full == before
    with pytest.raises(FrozenInstanceError):
        study.runs = 3
    with pytest.raises(FrozenInstanceError):
        study.techniques["g"].parameters.epochs = 3


@pytest.mark.parametrize(
    ("written", "understood"),
    [
        (
            "{from: 1950-01-01, to: 1955-12-31}",
            {"from": "1950-01-01", "to": "1955-12-31"},
        ),
        ("[1950-01-01, 1955-12-31]", {"from": "1950-01-01", "to": "1955-12-31"}),
        ("1950-01-01", "1950-01-01"),
        ("[1950-01-01]", ["1950-01-01"]),
        ("1950-01-01 00:00:00", "1950-01-01"),
        ("[1950, 1955]", [1950, 1955]),
    ],
)
def test_dates_of_yaml_are_text(written, understood, minimal, schema, put):
    text = f"{{kind: sotu, where: {{date: {written}}}}}"
    put(minimal, "corpora.mine.source", yaml.safe_load(text))
    study = understand(minimal, schema)
    assert study.corpora["mine"].source["where"]["date"] == understood
    assert understand(as_written(study), schema) == study


@pytest.mark.parametrize(
    ("language", "locale"),
    [("en", "en-us"), ("zh", "zh-cn"), ("cs", "cs"), ("pt-BR", "pt-br")],
)
def test_the_help_of_libreoffice_is_in_the_language_of_the_corpus(
    language, locale, minimal, schema
):
    source = {"kind": "libreoffice_help"}
    minimal["corpora"] = {"help": {"language": language, "source": source}}
    understood = understand(minimal, schema).corpora["help"].source
    assert understood == {"kind": "libreoffice_help", "locale": locale}


def test_a_locale_and_folder_of_the_help_may_be_named(minimal, schema):
    source = {"kind": "libreoffice_help", "locale": "en-gb", "folder": "packages"}
    minimal["corpora"] = {"help": {"language": "en", "source": source}}
    assert understand(minimal, schema).corpora["help"].source == source


def test_words_for_all_corpora_are_asked_of_each(minimal, schema):
    minimal["analyses"] = {
        "queries": {"words": ["war", "peace"]},
        "neighbours": {"words": {"mine": "words.txt"}},
    }
    study = understand(minimal, schema)
    assert study.analyses.queries.words == {"mine": ("war", "peace")}
    assert study.analyses.neighbours.words == {"mine": "words.txt"}
    assert understand(as_written(study), schema) == study


def test_topics_are_asked_for_where_they_are_named(minimal, schema):
    plain = understand(minimal, schema)
    assert plain.analyses.queries.topics is None
    assert "topics" not in as_written(plain)["analyses"]["queries"]
    minimal["analyses"] = {"queries": {"topics": {}}}
    assert understand(minimal, schema).analyses.queries.topics == Topics()
    minimal["analyses"] = {"queries": {"topics": {"number": 50}}}
    study = understand(minimal, schema)
    assert study.analyses.queries.topics == Topics(number=50)
    assert understand(as_written(study), schema) == study
