import copy
import json
from dataclasses import FrozenInstanceError
from pathlib import Path
from pkgutil import iter_modules

import jsonschema
import pytest
import yaml

from quaver import papers
from quaver.config import ConfigError, as_written, understand
from quaver.config.analyses import Topics
from quaver.config.schema import study_schema
from quaver.config.study import PAPERS
from quaver.grid import Grid

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


def test_who_ran_a_study_may_be_said_and_is_written_back(minimal):
    authors = [
        {"name": "Ada Lovelace", "orcid": "0000-0002-1825-0097"},
        {"name": "Mary Somerville"},
    ]
    minimal["archive"] = {"authors": authors, "license": "CC-BY-4.0"}
    written = as_written(understand(minimal))
    authors[1]["orcid"] = ""
    assert written["archive"] == {"authors": authors, "license": "CC-BY-4.0"}
    assert as_written(understand(written)) == written


def test_what_a_study_omits_is_filled_with_the_defaults(minimal):
    assert as_written(understand(minimal)) == {
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
        "papers": [],
        "analyses": {
            "stability": {
                "neighbours": [2, 5, 10, 25, 50],
                "targets": 1000,
                "vocabulary": "runs",
                "runs": 0,
                "measures": ["pip", "neighbours", "distances"],
                "samplings": [],
                "least_count": 20,
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
                **{"sizes": [2], "all": True},
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
                **{"words": {}, "n": 10, "confidence": 0.95, "stable": 0.8},
                "method": "whole_rms_z",
            },
            "enough": {"tolerance": 0.05, "share": 0.5},
        },
    }


def test_each_trainer_has_its_documented_defaults(minimal):
    minimal["techniques"] = {trainer: {"trainer": trainer} for trainer in DEFAULTS}
    techniques = understand(minimal).techniques
    assert {name: technique.trainer for name, technique in techniques.items()} == {
        trainer: trainer for trainer in DEFAULTS
    }
    defaults = {name: vars(each.parameters) for name, each in techniques.items()}
    # what came later is not written back where it is empty
    later = {"dictionary": 0}
    expected = {name: each | later for name, each in DEFAULTS.items()}
    for name in ("word2vec", "fasttext"):
        expected[name] |= {"contexts": False}
    expected["fasttext"] |= {"items": "words"}
    assert defaults == expected
    assert {name: each.parameters.as_spec() for name, each in techniques.items()} == (
        DEFAULTS
    )


def test_vectors_need_no_corpus_and_say_so_little(minimal):
    del minimal["corpora"]
    given = {"trainer": "vectors", "corpus": "wiki", "files": ["a", "b"]}
    minimal["techniques"] = {"v": given}
    study = understand(minimal)
    assert study.corpora == {}
    assert vars(study.techniques["v"].parameters) == {
        "files": ("a", "b"),
        "corpus": "wiki",
        "format": "text",
        "sampling": "fixed",
        "language": "und",
    }


def test_what_is_given_stands_and_the_rest_is_filled(full):
    techniques = as_written(understand(full))["techniques"]
    for name, given in full["techniques"].items():
        expected = {**DEFAULTS.get(given["trainer"], {}), **given}
        assert {**techniques[name], **expected} == techniques[name]


def test_shipped_studies_are_understood_and_come_back():
    root = Path(__file__).parents[3]
    for path in [root / "config.yaml", *sorted((root / "studies").glob("*.yaml"))]:
        study = understand(yaml.safe_load(path.read_text(encoding="utf-8")))
        assert understand(as_written(study)) == study, path.name


def test_a_slice_is_written_as_one(minimal):
    minimal["corpora"]["mine"] |= {"series": "coha", "period": "1810s"}
    study = understand(minimal)
    corpus = study.corpora["mine"]
    assert (corpus.series, corpus.period) == ("coha", "1810s")
    assert understand(as_written(study)) == study


@pytest.mark.parametrize("name", ["minimal", "full"])
def test_a_study_as_written_is_the_study(name, request):
    study = understand(request.getfixturevalue(name))
    written = as_written(study)
    assert understand(written) == study
    assert as_written(understand(written)) == written
    stored = yaml.safe_load(yaml.safe_dump(written, allow_unicode=True))
    assert stored == written
    jsonschema.Draft202012Validator(study_schema()).validate(stored)


def reversed_keys(value):
    if isinstance(value, dict):
        return {key: reversed_keys(value[key]) for key in reversed(value)}
    return value


def test_the_order_of_a_file_means_nothing(full):
    study = understand(full)
    other = reversed_keys(full)
    other["samplings"].reverse()
    other["analyses"]["averages"]["sizes"].reverse()
    assert list(other["techniques"]) != list(full["techniques"])
    assert understand(other) == study
    assert study.samplings == ("fixed", "bootstrapped")
    assert study.analyses.averages.sizes == (2, 4)


def test_two_ways_to_write_a_thing_are_one(minimal, put):
    for place, plain, other in [
        ("corpora.mine.unit", "sentence", ["sentence"]),
        ("corpora.mine.fraction", 0.5, [0.5]),
        ("corpora.mine.fraction", 1, [1.0]),
        ("corpora.mine.clean", {}, {"keep": "letters"}),
        ("corpora.mine.clean", {}, {"tokeniser": "default"}),
        ("analyses", {"quality": {}}, {"stability": {}, "averages": {"sizes": [2]}}),
        ("analyses", {"neighbours": {"stable": 1}}, {"neighbours": {"stable": 1.0}}),
        ("techniques.w.sample", 0, 0.0),
        ("techniques.w.epochs", 5, 5),
    ]:
        written = []
        for value in (plain, other):
            put(minimal, place, value)
            written.append(json.dumps(as_written(understand(minimal))))
        assert written[0] == written[1], place


def test_no_analyses_are_the_defaults_and_empty_ones_are_none(minimal):
    """Told once, `analyses: {}` is what switching each off by its own key is."""
    plain = understand(minimal)
    assert any(Grid(plain).measured.values())
    nothing = understand({**minimal, "analyses": {}})
    assert not any(Grid(nothing).measured.values())
    assert understand(as_written(nothing)) == nothing
    off = {"averages": {"sizes": []}, "distribution": {"samplings": []}}
    off["stability"] = {"measures": []}
    assert understand({**minimal, "analyses": off}) == nothing
    for name in ("averages", "distribution"):  # one alone leaves the others
        measured = Grid(understand({**minimal, "analyses": {name: off[name]}})).measured
        assert measured["pip"] and bool(measured["average_all"]) != (name == "averages")


def test_reading_leaves_the_mapping_alone_and_the_study_cannot_change(full):
    before = copy.deepcopy(full)
    study = understand(full)
    assert full == before
    with pytest.raises(FrozenInstanceError):
        study.runs = 3
    with pytest.raises(FrozenInstanceError):
        study.techniques["g"].parameters.epochs = 3


def test_dates_of_yaml_are_text(minimal, put):
    year = {"from": "1950-01-01", "to": "1955-12-31"}
    for written, understood in {
        "{from: 1950-01-01, to: 1955-12-31}": year,
        "[1950-01-01, 1955-12-31]": year,
        "1950-01-01": "1950-01-01",
        "[1950-01-01]": ["1950-01-01"],
        "1950-01-01 00:00:00": "1950-01-01",
        "[1950, 1955]": [1950, 1955],
    }.items():
        text = f"{{kind: sotu, where: {{date: {written}}}}}"
        put(minimal, "corpora.mine.source", yaml.safe_load(text))
        study = understand(minimal)
        assert study.corpora["mine"].source["where"]["date"] == understood, written
        assert understand(as_written(study)) == study, written


def test_the_help_of_libreoffice_is_in_the_language_of_the_corpus(minimal):
    locales = {"en": "en-us", "zh": "zh-cn", "cs": "cs", "pt-BR": "pt-br"}
    source = {"kind": "libreoffice_help"}
    minimal["corpora"] = {n: {"language": n, "source": source} for n in locales}
    sources = {n: c.source for n, c in understand(minimal).corpora.items()}
    assert sources == {n: {**source, "locale": place} for n, place in locales.items()}


def test_a_locale_and_folder_of_the_help_may_be_named(minimal):
    source = {"kind": "libreoffice_help", "locale": "en-gb", "folder": "packages"}
    minimal["corpora"] = {"help": {"language": "en", "source": source}}
    assert understand(minimal).corpora["help"].source == source


def test_a_package_of_debian_is_named_with_its_layout(minimal, put):
    source = {"kind": "debian", "package": "dict-gcide", "layout": "dictd"}
    put(minimal, "corpora.mine.source", source)
    assert understand(minimal).corpora["mine"].source == source
    given = {**source, "layout": "html", "files": "*/sec*.html", "folder": "debs"}
    put(minimal, "corpora.mine.source", given)
    assert understand(minimal).corpora["mine"].source == given
    for key, value in {
        **{"layout": "pdf", "package": "No Package", "files": "", "folder": ""},
        "locale": "en",
    }.items():
        put(minimal, "corpora.mine.source", {**source, key: value})
        with pytest.raises(ConfigError, match=f"corpora.mine.source.*{key}"):
            understand(minimal)
    put(minimal, "corpora.mine.source", source)
    put(minimal, "corpora.mine.draw", "author")
    with pytest.raises(ConfigError, match="texts of debian have no columns"):
        understand(minimal)


def test_a_length_of_tokens_is_written_only_where_it_drops_some(minimal):
    for written, shown in ((1, {}), (2, {"shortest": 2})):
        minimal["corpora"]["mine"]["clean"] = {"shortest": written}
        study = understand(minimal)
        assert study.corpora["mine"].clean.shortest == written
        clean = as_written(study)["corpora"]["mine"]["clean"]
        assert {key: clean[key] for key in clean if key == "shortest"} == shown
        assert understand(as_written(study)) == study
    minimal["corpora"]["mine"]["clean"] = {"shortest": 0}
    with pytest.raises(ConfigError, match="corpora.mine.clean.shortest"):
        understand(minimal)


def test_words_for_all_corpora_are_asked_of_each(minimal):
    minimal["analyses"] = {
        "queries": {"words": ["war", "peace"]},
        "neighbours": {"words": {"mine": "words.txt"}},
    }
    study = understand(minimal)
    assert study.analyses.queries.words == {"mine": ("war", "peace")}
    assert study.analyses.neighbours.words == {"mine": "words.txt"}
    assert understand(as_written(study)) == study


def test_topics_are_asked_for_where_they_are_named(minimal):
    plain = understand(minimal)
    assert plain.analyses.queries.topics is None
    assert "topics" not in as_written(plain)["analyses"]["queries"]
    minimal["analyses"] = {"queries": {"topics": {}}}
    assert understand(minimal).analyses.queries.topics == Topics()
    minimal["analyses"] = {"queries": {"topics": {"number": 50}}}
    study = understand(minimal)
    assert study.analyses.queries.topics == Topics(number=50)
    assert understand(as_written(study)) == study


def test_a_study_names_the_papers_it_replicates(minimal, mistake):
    assert understand(minimal).papers == ()
    minimal["papers"] = list(PAPERS)
    study = understand(minimal)
    assert study.papers == PAPERS and len(PAPERS) >= 2
    assert as_written(study)["papers"] == list(PAPERS)
    minimal["papers"] = [PAPERS[-1][:-1]]
    assert mistake(minimal) == (
        f"papers.0: got '{PAPERS[-1][:-1]}', but allowed are {', '.join(PAPERS)}. "
        f"Write for example 'papers: [{PAPERS[-1]}]'."
    )


def test_papers_are_the_folders_of_their_room():
    assert set(PAPERS) == {module.name for module in iter_modules(papers.__path__)}
