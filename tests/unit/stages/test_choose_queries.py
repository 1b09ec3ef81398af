"""The words chosen from the topics of a text, as they are stored."""

import json

import numpy as np
import pytest

from quaver import store
from quaver.engine.job import Job
from quaver.stages.choose_queries import choose_queries

SETTINGS = {
    **{"number": 4, "words": 4, "least_count": 20, "letters": 3, "leave_out": 2},
    **{"iterations": 100, "top": 5, "coherence": "c_npmi"},
    **{"least_documents": 10, "least_tokens": 100},
}
SKY = ["moon", "star", "comet", "planet", "orbit", "ra"]
KITCHEN = ["bread", "flour", "oven", "sugar", "dough", "kg"]


@pytest.fixture
def corpus(tmp_path):
    """80 documents of function words and of one of two subjects."""
    generator = np.random.default_rng(1)
    texts = [
        [*generator.choice(["the", "of"], 15), *generator.choice(subject, 12)]
        for _ in range(40)
        for subject in (SKY, KITCHEN)
    ]
    found, counts = np.unique(np.concatenate(texts), return_counts=True)
    order = np.lexsort((found, -counts))
    rows = {word: row for row, word in enumerate(found[order])}
    tokens = np.array([rows[word] for text in texts for word in text], np.uint32)
    path = tmp_path / "speeches.h5"
    with store.create(path, "corpus", dict) as file:
        file.put("words", ("words",), found[order].tolist())
        file.put("counts", ("words",), counts[order])
        file.put("tokens", ("tokens",), tokens, mapped=True)
        file.put("document_offsets", ("edges",), np.arange(81) * 27)
    return path


def stored(corpus, name="out.h5", seed=3, **changes):
    spec = {"topics": {**SETTINGS, **changes}, "seed": seed}
    given = ["--input", str(corpus), "--spec", json.dumps(spec)]
    out = corpus.with_name(name)
    choose_queries(Job([*given, "--output", str(out)]))
    with store.read(out, "chosen") as file:
        arrays = ("occurrences", "topic", "topics", "top_words", "probabilities")
        found = {key: file[key][:] for key in (*arrays, "coherence", "alpha")}
        found |= {key: store.texts(file[key]) for key in ("queries", "words")}
        return found | dict(file.attrs)


def test_words_and_the_topics_they_stand_for_are_stored(corpus):
    found = stored(corpus, words=2, number=2)
    assert sorted(word in SKY for word in found["queries"]) == [False, True]
    assert (found["occurrences"] >= 20).all()
    for word, number in zip(found["queries"], found["topic"], strict=True):
        topic = found["top_words"][found["topics"].tolist().index(number)]
        names = [found["words"][row] for row in topic]
        assert word in names
        subject = SKY if word in SKY else KITCHEN
        assert set(names) <= {*subject}
    assert found["coherence"].shape == found["alpha"].shape == (2,)
    assert found["probabilities"].shape == (2, 5)
    assert found["documents"] == 80
    assert found["tokens"] == 80 * 12
    assert json.loads(found["settings"])["letters"] == 3
    assert found["seed"] == 3
    assert found["note"] == ""


def test_what_no_query_may_be_is_none(corpus):
    everything = stored(corpus, words=12, number=8, letters=1)
    assert {"ra", "kg"} & {*everything["words"]}
    found = stored(corpus, words=12, number=8)
    assert not {"ra", "kg", "the", "of"} & {*found["queries"]}
    assert len(set(found["queries"])) == len(found["queries"]) < 12


def test_fewer_words_than_wanted_are_said(corpus):
    found = stored(corpus, words=20)
    number = len(found["queries"])
    assert found["note"] == (
        f"{number} of 20 words: 4 topics of 80 documents, and words from 20 "
        "occurrences and 3 letters"
    )
    none = stored(corpus, least_count=10**6)
    assert none["queries"] == []
    assert none["note"].startswith("0 of 4 words: 4 topics of 80 documents")
    assert len(none["topics"]) == 4


def test_a_text_of_too_few_words_has_neither_topics_nor_queries(corpus):
    found = stored(corpus, leave_out=100)
    assert found["queries"] == []
    assert found["top_words"].shape == (0, 0)
    assert found["note"].startswith("0 of 4 words: 0 topics of 0 documents")


def test_the_same_seed_stores_the_same(corpus):
    one, two, other = (
        {key: np.asarray(value).tolist() for key, value in found.items()}
        for found in (stored(corpus), stored(corpus), stored(corpus, seed=4))
    )
    assert one == two
    assert one["probabilities"] != other["probabilities"]
