from copy import deepcopy

import pytest

from quaver.config import ConfigError, understand

SOTU = {"language": "en", "source": {"kind": "sotu"}}

FINNISH = {**SOTU, "language": "fi"}
SET = {"language": "fi", "format": "pairs", "path": "a.txt"}
KEEP = {"models": "keep"}
TOLD = {"analyses.similarity": {}}
DUMP = {"kind": "wikipedia", "path": "a.xml.bz2"}
HOMELESS = "but nobody of this name has a home here. Write the path whole."

IMPOSSIBLE = [
    (
        {"analyses": {"stability": {"measures": ["pip", "distances"]}}},
        "analyses.stability.measures: got [pip, distances], but distances are made "
        "from neighbours. Add 'neighbours', or remove distances.",
    ),
    (
        {
            "analyses": {
                "stability": {"measures": ["neighbours"]},
                "distribution": {"samplings": []},
            }
        },
        "analyses.stability.measures: got [neighbours], but averages are made from "
        "pip. Add 'pip', or write 'averages: {sizes: []}'.",
    ),
    (
        {
            "analyses": {
                "stability": {"samplings": ["fixed"]},
                "averages": {"sizes": []},
            }
        },
        "analyses.stability.samplings: got [fixed], but distribution are made from "
        "neighbours of shuffled runs. Add 'shuffled', or write 'distribution: "
        "{samplings: []}'.",
    ),
    (
        {"analyses": {"queries": {"words": {"other": ["a"]}}}},
        "analyses.queries.words: got 'other', but the corpora of the study are mine. "
        "Write for example 'mine: [war, peace]'.",
    ),
    (
        {"analyses": {"queries": {"words": ["a"], "topics": {}}}},
        "analyses.queries.topics: got topics to choose words from, but words are given "
        "for every corpus. Remove 'topics:', or the words of a corpus.",
    ),
    (
        {"more_runs": [{"runs": 9, "fractions": [0.5]}]},
        "more_runs.0.fractions: got '0.5', but the fractions of the study are 1.0. "
        "Write for example 'fractions: [1.0]'.",
    ),
    (
        {"techniques.w": {"trainer": "word2vec", "dictionary": -5}},
        "techniques.w.dictionary: got -5, but at least 0 is wanted. Write for example "
        "'dictionary: 5000'.",
    ),
    (
        {"techniques.w": {"trainer": "word2vec", "dictionary": 1}},
        "techniques.w.dictionary: got 1, but a space needs two words. Write "
        "'dictionary: 2' or more, or 'dictionary: 0' for all words.",
    ),
    (
        {"techniques.w": {"trainer": "doc2vec", "documents": "sentence"}},
        "techniques.w.documents: got 'sentence', but corpora.mine is read by "
        "documents, which hold several. Write 'documents: document', or 'unit: "
        "sentence' there.",
    ),
    (
        {"techniques.w": {"trainer": "doc2vec", "documents": "page"}},
        "techniques.w.documents: got 'page', but allowed are document, sentence. "
        "Write for example 'documents: sentence'.",
    ),
    (
        {"techniques.w": {"trainer": "doc2vec", "negative": 0}},
        "techniques.w.negative: got 0, but without negative samples there must be "
        "hierarchical softmax. Write 'negative: 5' or 'hierarchical_softmax: true'.",
    ),
    (
        {"techniques.w": {"trainer": "word2vec", "contexts": True, "negative": 0}}
        | {"techniques.w.hierarchical_softmax": True},
        "techniques.w.contexts: got True, but hierarchical softmax alone has output "
        "weights of no word. Write 'negative: 5', or remove the line.",
    ),
    (
        {"techniques.w": {"trainer": "doc2vec", "contexts": True}},
        "techniques.w.contexts: got True, but rows are documents here, and output "
        "weights are of words. Remove the line.",
    ),
    (
        {"techniques.w": {"trainer": "fasttext", "contexts": True, "items": "ngrams"}},
        "techniques.w.contexts: got True, but rows are n-grams here, and output "
        "weights are of words. Remove the line.",
    ),
    (
        {"techniques.w": {"trainer": "glove", "contexts": True}},
        "techniques.w: unknown key 'contexts' (got True). Allowed keys: alpha, "
        "base, corpora, dictionary, dimensions, distance_weighting, epochs, fractions, "
        "learning_rate, min_count, output, runs, samplings, sweep, symmetric, trainer, "
        "varied, window, x_max. Remove the line.",
    ),
    (
        {"corpora.mine.pieces": 5},
        "corpora.mine.pieces: got 5, but a document has a name and a date, and stays "
        "whole. Write 'unit: sentence' or 'unit: line', or remove 'pieces:'.",
    ),
    (
        {"corpora.Mine": SOTU},
        "corpora: got 'Mine' and 'mine', but names must differ in more than case (some "
        "disks do not tell them apart). Write for example 'mine_2:'.",
    ),
    (
        {"techniques.W": {"trainer": "lsa"}},
        "techniques: got 'W' and 'w', but names must differ in more than case (some "
        "disks do not tell them apart). Write for example 'w_2:'.",
    ),
    (
        {"corpora.mine.source": {**DUMP, "url": "https://x.org/a"}},
        "corpora.mine.source.url: got 'https://x.org/a', but without a checksum it "
        "cannot be used. Write 'checksum: md5:..., as the dump's site publishes it'.",
    ),
    (
        {"corpora.mine.source": {**DUMP, "checksum": f"md5:{'0' * 32}"}},
        f"corpora.mine.source.checksum: got 'md5:{'0' * 32}', but without a url it "
        "cannot be used. Write 'url: https://..., or remove the line'.",
    ),
    (
        {"corpora.mine.source": {"kind": "text", "path": "~nobodyhere/a.txt"}},
        f"corpora.mine.source.path: got '~nobodyhere/a.txt', {HOMELESS}",
    ),
    (
        {"analyses": {"queries": {"words": {"mine": "~nobodyhere/a"}}}},
        f"analyses.queries.words.mine: got '~nobodyhere/a', {HOMELESS}",
    ),
    (
        {
            "techniques.v": {
                "trainer": "vectors",
                "files": ["a", "~nobodyhere/b"],
                "corpus": "x",
            }
        },
        f"techniques.v.files: got '~nobodyhere/b', {HOMELESS}",
    ),
    (
        {"corpora": {}},
        "corpora: got none, but technique 'w' trains on text. Write for example "
        "'corpora: {mine: {language: en, source: {kind: text, path: my.txt}}}'.",
    ),
    (
        {"techniques.w.negative": 0},
        "techniques.w.negative: got 0, but without negative samples there must be "
        "hierarchical softmax. Write 'negative: 5' or 'hierarchical_softmax: true'.",
    ),
    (
        {"techniques.w.min_learning_rate": 0.5},
        "techniques.w.min_learning_rate: got 0.5, but it may not exceed learning_rate "
        "0.025. Write 'min_learning_rate: 0.0001'.",
    ),
    (
        {"analyses": {"stability": {"runs": 1}}},
        "analyses.stability.runs: got 1, but it takes two runs to compare them. "
        "Write 'runs: 2' or more, or 'runs: 0' for all.",
    ),
    (
        {
            "techniques.w.sweep": {"vary": {"epochs": [5, 10]}},
            "analyses": {"averages": {"techniques": ["w.epochs-10"]}},
        },
        "analyses.averages.techniques: got 'w.epochs-10', but the techniques of the "
        "study are w. Write for example 'techniques: [w]'.",
    ),
    (
        {"retention": {"cells": [{"models": "thin"}, {"corpora": ["m"], **KEEP}]}},
        "retention.cells.1.corpora: got 'm', but the corpora of the study are mine. "
        "Write for example 'corpora: [mine]'.",
    ),
    (
        {"retention": {"cells": [{"techniques": ["w.epochs-9"], **KEEP}]}},
        "retention.cells.0.techniques: got 'w.epochs-9', but the techniques of the "
        "study are w. Write for example 'techniques: [w]'.",
    ),
    (
        {
            "samplings": ["shuffled"],
            "retention": {"cells": [{"samplings": ["fixed"], **KEEP}]},
        },
        "retention.cells.0.samplings: got 'fixed', but the samplings of the study are "
        "shuffled. Write for example 'samplings: [shuffled]'.",
    ),
    (
        {"techniques.f": {"trainer": "fasttext", "min_n": 5, "max_n": 3}},
        "techniques.f.min_n: got 5, but it may not exceed max_n 3. "
        "Write 'min_n: 3' and 'max_n: 6'.",
    ),
    (
        {"techniques.f": {"trainer": "fasttext", "negative": 0}},
        "techniques.f.negative: got 0, but without negative samples there must be "
        "hierarchical softmax. Write 'negative: 5' or 'hierarchical_softmax: true'.",
    ),
    (
        {"analyses.quality.sets.s": {**SET, "language": "eng"}, "corpora.b": FINNISH},
        "analyses.quality.sets.s.language: got 'eng', but the texts of the study are "
        "of en, fi. Write for example 'language: en', or remove the set.",
    ),
]

POSSIBLE = [
    {"analyses.quality.sets.s": SET, "corpora.b": {**SOTU, "language": "fi-fi"}},
    {
        "analyses.quality.sets.s": SET,
        "techniques.v": {"trainer": "vectors", "corpus": "x", "files": ["a"]},
        "techniques.v.language": "fi",
    },
    {"analyses.averages.sizes": [8]},
    {"analyses.averages.sizes": [16]},
    {"runs": 1, "analyses.averages.sizes": []},
    {"corpora.mine_2": SOTU},
    {"corpora.mine.pieces": 5, "corpora.mine.unit": ["line", "sentence"]},
    {"techniques.mine": {"trainer": "lsa"}},
    {"techniques.w": {"trainer": "word2vec", "negative": 0}}
    | {"techniques.w.hierarchical_softmax": True},
    {"techniques.w.min_learning_rate": 0.025},
    {"techniques.w": {"trainer": "word2vec", "contexts": True}},
    {"techniques.w": {"trainer": "fasttext", "contexts": True, "items": "means"}}
    | {"techniques.w.negative": 1, "techniques.w.hierarchical_softmax": True},
    {"techniques.f": {"trainer": "fasttext", "min_n": 3, "max_n": 3}},
    {"techniques.d": {"trainer": "doc2vec"}} | TOLD,
    {"techniques.d": {"trainer": "doc2vec", "documents": "sentence"}}
    | {"corpora.mine.unit": "sentence"}
    | TOLD,
    {
        "corpora": {},
        "techniques": {"v": {"trainer": "vectors", "corpus": "x", "files": ["a", "b"]}},
    },
]


def changed(minimal, changes, put):
    study = deepcopy(minimal)
    for place, value in changes.items():
        put(study, place, value)
    return study


def test_what_cannot_be_meant_is_told_with_its_cure(minimal, put, mistake):
    sentences = [mistake(changed(minimal, changes, put)) for changes, _ in IMPOSSIBLE]
    assert sentences == [sentence for _, sentence in IMPOSSIBLE]


def test_what_just_can_be_meant_is_understood(minimal, put):
    for changes in POSSIBLE:
        assert understand(changed(minimal, changes, put)).study == "mine", changes


def test_three_letters_of_a_language_that_goes_by_two(minimal):
    minimal["corpora"] = {"a": {**SOTU, "language": "zho-CN"}}
    with pytest.raises(ConfigError, match="language: got 'zho-CN'.*'language: zh'"):
        understand(minimal)
