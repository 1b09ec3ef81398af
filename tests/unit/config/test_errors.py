import re
from copy import deepcopy

import yaml

from quaver.config import as_written, understand

STUDY_KEYS = (
    "analyses, archive, corpora, more_runs, papers, retention, runs, runs_per_job, "
    "samplings, seed, study, techniques"
)
WORD2VEC_KEYS = (
    "architecture, base, contexts, corpora, dictionary, dimensions, epochs, fractions, "
    "hierarchical_softmax, learning_rate, min_count, min_learning_rate, negative, "
    "noise_exponent, runs, sample, samplings, sweep, trainer, varied, window"
)
NAME = "but a name is letters, digits, '_' and '-', and begins with a letter or digit. "
MAPPING = "but a mapping of keys to values is wanted. "

WRONG = [
    # unknown keys
    (
        "runz",
        3,
        "top level: unknown key 'runz' (got 3). "
        f"Allowed keys: {STUDY_KEYS}. Write 'runs:' instead.",
    ),
    (
        "colour",
        "red",
        "top level: unknown key 'colour' (got 'red'). "
        f"Allowed keys: {STUDY_KEYS}. Remove the line.",
    ),
    (
        "techniques.w.epoch",
        3,
        "techniques.w: unknown key 'epoch' (got 3). "
        f"Allowed keys: {WORD2VEC_KEYS}. Write 'epochs:' instead.",
    ),
    (
        "techniques.w.x_max",
        3,
        "techniques.w: unknown key 'x_max' (got 3). "
        f"Allowed keys: {WORD2VEC_KEYS}. Remove the line.",
    ),
    (
        "corpora.mine.source.where",
        {"year": 1},
        "corpora.mine.source.where: got 'year', but names has no such field. "
        "Write for example 'names: \"{id}_{year}.txt\"'.",
    ),
    (
        "analyses.neighbours",
        {"words": "war", "peace": None, "sun": None},
        "analyses.neighbours: unknown key 'peace' (got None). Allowed keys: "
        "ascii, confidence, method, n, stable, words. Write 'words: [war, peace, sun]' "
        "instead.",
    ),
    (
        "analyses.stability",
        {True: 1},
        "analyses.stability: unknown key 'True' (got 1). Allowed keys: least_count, "
        "measures, neighbours, runs, samplings, targets, vocabulary. Remove the line.",
    ),
    # wrong types
    (
        "runs",
        "four",
        "runs: got 'four', but a whole number is wanted. Write for example 'runs: 8'.",
    ),
    (
        "runs",
        None,
        "runs: got nothing, but a whole number is wanted. Write for example 'runs: 8'.",
    ),
    (
        "runs",
        True,
        "runs: got True, but a whole number is wanted. Write for example 'runs: 8'.",
    ),
    (
        "runs",
        4.0,
        "runs: got 4.0, but a whole number is wanted. Write for example 'runs: 8'.",
    ),
    (
        "techniques.w.learning_rate",
        float("nan"),
        "techniques.w.learning_rate: got nan, but a number is wanted. "
        "Write for example 'learning_rate: 0.025'.",
    ),
    (
        "study",
        2020,
        "study: got 2020, but a text is wanted. Write for example 'study: my_study'.",
    ),
    (
        "corpora.mine.clean.lowercase",
        "no",
        "corpora.mine.clean.lowercase: got 'no', but true or false is wanted. "
        "Write for example 'lowercase: true'.",
    ),
    (
        "samplings",
        "fixed",
        "samplings: got 'fixed', but a list is wanted. "
        "Write for example 'samplings: [fixed, shuffled, bootstrapped]'.",
    ),
    (
        "techniques.w",
        None,
        f"techniques.w: got nothing, {MAPPING}"
        "Write for example 'w: {trainer: word2vec}'.",
    ),
    (
        "corpora.mine.source",
        "my.txt",
        f"corpora.mine.source: got 'my.txt', {MAPPING}"
        "Write for example 'source: {kind: text, path: my.txt}'.",
    ),
    # numbers YAML reads as text
    (
        "techniques.w.sample",
        yaml.safe_load("1e-4"),
        "techniques.w.sample: got '1e-4', but a number is wanted. "
        "Write for example 'sample: 0.0001'.",
    ),
    (
        "techniques.w.sample",
        yaml.safe_load("3e-6"),
        "techniques.w.sample: got '3e-6', but a number is wanted. "
        "Write for example 'sample: 3.0e-06'.",
    ),
    (
        "runs",
        "12",
        "runs: got '12', but a whole number is wanted. Write for example 'runs: 12'.",
    ),
    # values out of range
    ("runs", 0, "runs: got 0, but at least 1 is wanted. Write for example 'runs: 8'."),
    (
        "corpora.mine.fraction",
        1.5,
        "corpora.mine.fraction: got 1.5, but at most 1 is wanted. "
        "Write for example 'fraction: 1.0'.",
    ),
    (
        "techniques.w.learning_rate",
        0,
        "techniques.w.learning_rate: got 0, but more than 0 is wanted. "
        "Write for example 'learning_rate: 0.025'.",
    ),
    (
        "study",
        "a\n",  # a shell would end its command here
        "study: got 'a\\n', but its character U+000A cannot be shown. "
        "Write it without U+000A.",
    ),
    (
        "study",
        "a/b",
        "study: got 'a/b', but it must match ^[A-Za-z0-9][A-Za-z0-9_-]*$. "
        "Write for example 'study: my_study'.",
    ),
    (
        "corpora.mine.source.path",
        "",
        "corpora.mine.source.path: got '', but at least 1 character is wanted. "
        "Write for example 'path: texts/my.txt'.",
    ),
    (
        "techniques",
        {},
        "techniques: got {}, but at least 1 entry is wanted. "
        "Write for example 'techniques: {word2vec: {trainer: word2vec}}'.",
    ),
    (
        "techniques.w.sweep",
        {"vary": {"epochs": [[5]]}},
        "techniques.w.sweep.vary.epochs.0: got [5], but a number or a text or true or "
        "false is wanted. Write for example 'epochs: [5]'.",
    ),
    # choices
    (
        "techniques.w.trainer",
        "glov",
        "techniques.w.trainer: got 'glov', but allowed are word2vec, fasttext, glove, "
        "ppmi, doc2vec, lsa, noise, vectors. Write for example 'trainer: glove'.",
    ),
    (
        "corpora.mine.unit",
        "word",
        "corpora.mine.unit: got 'word', but allowed are document, sentence, line. "
        "Write for example 'unit: document'.",
    ),
    # entries of lists
    (
        "samplings",
        ["fixed", "random"],
        "samplings.1: got 'random', but allowed are fixed, shuffled, bootstrapped. "
        "Write for example 'samplings: [shuffled]'.",
    ),
    (
        "corpora.mine.fraction",
        [0.5, 0],
        "corpora.mine.fraction.1: got 0, but more than 0 is wanted. "
        "Write for example 'fraction: [1.0]'.",
    ),
    (
        "corpora.mine.fraction",
        [1.0, 1],
        "corpora.mine.fraction: got [1.0, 1], but each entry may stand only once. "
        "Write for example 'fraction: [0.5, 1.0]'.",
    ),
    (
        "analyses.averages.sizes",
        [3],
        "analyses.averages.sizes.0: got 3, but allowed are 2, 4, 8, 16, 32, 64, 128, "
        "256, 512, 1024. Write for example 'sizes: [2]'.",
    ),
    # names
    (
        "corpora",
        {"my corpus": {}},
        f"corpora: got the name 'my corpus', {NAME}Write for example 'my_corpus:'.",
    ),
    (
        "corpora",
        {"हिन्दी": {}},
        f"corpora: got the name 'हिन्दी', {NAME}Write for example 'mine:'.",
    ),
    (
        "techniques",
        yaml.safe_load("1: {trainer: lsa}"),
        f"techniques: got the name 1, {NAME}Write for example '\"1\":'.",
    ),
]

MISSING = [
    ("runs", "top level: the key 'runs' is missing. Write for example 'runs: 8'."),
    (
        "corpora.mine.language",
        "corpora.mine: the key 'language' is missing. "
        "Write for example 'language: en'.",
    ),
    (
        "corpora.mine.source",
        "corpora.mine: the key 'source' is missing. "
        "Write for example 'source: {kind: text, path: my.txt}'.",
    ),
    (
        "corpora.mine.source.kind",
        "corpora.mine.source: the key 'kind' is missing. "
        "Write for example 'kind: text'.",
    ),
    (
        "corpora.mine.source.path",
        "corpora.mine.source: the key 'path' is missing. "
        "Write for example 'path: texts/my.txt'.",
    ),
    (
        "techniques.w.trainer",
        "techniques.w: the key 'trainer' is missing. "
        "Write for example 'trainer: word2vec'.",
    ),
]


def test_a_wrong_value_is_told_with_its_cure(minimal, put, mistake):
    sentences = []
    for place, value, _ in WRONG:
        study = deepcopy(minimal)
        put(study, place, value)
        sentences.append(mistake(study))
    assert sentences == [sentence for *_, sentence in WRONG]


def test_a_missing_key_is_told_with_its_line(minimal, put, mistake):
    sentences = {}
    for place, _ in MISSING:
        study = deepcopy(minimal)
        put(study, place)
        sentences[place] = mistake(study)
    assert sentences == dict(MISSING)


def test_the_mistake_nearest_the_top_is_told_first(minimal, put, mistake):
    put(minimal, "corpora.mine.source.path", 3)
    put(minimal, "runs", 0)
    assert mistake(minimal).startswith("runs:")


def places(value, above=()):
    """Where the keys of nested mappings stand."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield (*above, key)
            yield from places(inner, (*above, key))


def test_the_line_to_write_is_right_for_every_key(full, put, mistake):
    written = yaml.safe_load(yaml.safe_dump(as_written(understand(full))))
    tried = 0
    for place in map(".".join, places(written)):
        last = place.rpartition(".")[2]
        if ".where." in place or last in ("kind", "trainer"):
            continue  # free columns; keys that decide which others there are
        if place in ("analyses.averages.corpora", "analyses.averages.techniques"):
            continue  # names of the study's own
        study = deepcopy(written)
        put(study, place, object)
        sentence = mistake(study)
        assert sentence.startswith(f"{place}: got <class 'object'>, but ")
        line = re.search(r"Write for example '(.*)'\.$", sentence)[1]
        cure = yaml.safe_load(line)
        assert list(cure) == [last]
        put(study, place, cure[last])
        understand(study)
        tried += 1
    assert tried > 100
