"""Change of words between two texts whose words and spaces are known."""

from contextlib import nullcontext
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from measuring import call
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import ortho_group

from quaver import store
from quaver.config.change import Change, Null
from quaver.config.study import Analyses
from quaver.engine.size import Size
from quaver.measures import change_contexts
from quaver.measures.average_spaces import AXES
from quaver.measures.change import MEASURE
from quaver.measures.change_contexts import Text, alike, asked, summed_of
from quaver.measures.errors import MeasureError
from quaver.measures.pooling import pool
from quaver.spaces.branches import Branch, joint_rotation, merge
from quaver.spaces.normalise import unit_rows
from quaver.spaces.pooled import pooled
from quaver.spaces.space import Space

TOPICS, EACH, DIMS, DOCUMENTS = 6, 8, 6, 24
WORDS = [f"t{topic}w{k}" for topic in range(TOPICS) for k in range(EACH)]
SWAPPED = "t0w0", "t1w0"


def text(late, documents=DOCUMENTS):
    """Documents of lines; a line is of one topic. Late, two words are exchanged."""
    generator = np.random.default_rng(late)
    lines = generator.integers(0, TOPICS, (documents, 15))
    tokens = lines[..., None] * EACH + generator.integers(0, EACH, (*lines.shape, 9))
    if late:
        one, other = map(WORDS.index, SWAPPED)
        tokens = np.where(tokens == one, other, np.where(tokens == other, one, tokens))
    return tokens.reshape(documents * 15, 9).astype(np.uint32)


def write(folder, late, documents=DOCUMENTS, groups=None):
    """The files a pair is told from: an encoded text, and its average, rotated."""
    lines = text(late, documents)
    # each text has its words in an order of its own
    order = np.random.default_rng(7 + late).permutation(len(WORDS))
    place = np.argsort(order)
    names = [WORDS[k] for k in order]
    tokens = place[lines].astype(np.uint32).ravel()
    with store.create(folder / f"text{late}.h5", "corpus", dict) as file:
        file.put("words", ("words",), names)
        file.put("counts", ("words",), np.bincount(tokens, minlength=len(names)))
        file.put("tokens", ("tokens",), tokens, mapped=True)
        edges = np.arange(0, len(tokens) + 1, 9)
        file.put("line_offsets", ("line_edges",), edges)
        file.put("document_offsets", ("document_edges",), edges[::15])
        if groups:
            file.put("document_groups", ("documents",), groups)
    generator = np.random.default_rng(3)
    topics = np.repeat(np.eye(TOPICS, DIMS), EACH, axis=0)
    vectors = topics + 0.3 * generator.normal(size=topics.shape)
    turn = ortho_group.rvs(DIMS, random_state=late)
    made = Space(unit_rows(vectors @ turn)[order], np.ones(len(names), bool), None)
    with store.create(folder / f"average{late}.h5", "averages", dict) as file:
        file.put("words", ("words",), names)
        ones = np.ones((1, len(names)), np.int64)
        file.put("vectors", AXES["vectors"], made.vectors[None])
        file.put("present", AXES["present"], made.present[None])
        file.put("counts", AXES["counts"], ones)
    return folder / f"average{late}.h5", folder / f"text{late}.h5"


def judged(folder, words, deals=999, deal="document", **given):
    """The stored change of both texts, by dataset."""
    averages, texts = zip(
        *(write(folder, late, **given) for late in (0, 1)), strict=True
    )
    spec = {"words": words, "unit": "line", "window": 5}
    contexts = call("change_contexts", folder / "c.h5", [*averages, *texts], spec)
    spec = {"contexts": deals, "seed": 1, "deal": deal}
    inputs = [contexts, *averages, *texts]
    with store.read(call("change", folder / "j.h5", inputs, spec), "change") as file:
        stored = {name: file[name][:] for name in ("squared", "low", "documents")}
        near = {x: store.texts(file[f"near/{x}"]) for x in ("words", "kind")}
        near["of"] = file["near/of"][:]
        texts = {name: store.texts(file[name]) for name in ("words", "verdict")}
        return stored | texts | {"near": near, "missing": store.texts(file["missing"])}


def test_words_that_were_exchanged_changed_and_what_is_far_from_them_did_not(tmp_path):
    told = judged(tmp_path, {"least": 40})
    assert sorted(told["words"]) == WORDS
    verdicts = dict(zip(told["words"], told["verdict"], strict=True))
    changed = {x for x in WORDS if verdicts[x] == "changed"}
    # what stands around the two has a context that changed a little, all else has not
    assert {*SWAPPED} <= changed and {x[:2] for x in changed} <= {"t0", "t1"}
    still = np.array([word not in SWAPPED for word in told["words"]])
    # spaces were trained apart: without their alignment all would have changed
    assert told["squared"][still].max() < 0.2 * told["squared"][~still].min()
    place = told["words"].index("t0w0")
    near = told["near"]
    own = [k for k, of in enumerate(near["of"]) if of == place]
    for kind, topic in (("left", "t0"), ("came", "t1")):
        moved = [near["words"][k] for k in own if near["kind"][k] == kind]
        assert sum(word.startswith(topic) for word in moved) >= EACH - 2


def test_only_words_of_both_texts_are_told_and_the_others_named(tmp_path):
    told = judged(tmp_path, ["t2w1", "t0w0", "gone"], deals=99)
    assert sorted(told["words"]) == ["t0w0", "t2w1"] and told["missing"] == ["gone"]


def test_what_is_dealt_together_counts_once(tmp_path):
    groups = [[f"{late}.{k // 2}" for k in range(DOCUMENTS)] for late in (0, 1)]
    averages, texts = zip(
        *(write(tmp_path, late, groups=groups[late]) for late in (0, 1)), strict=True
    )
    spec = {"words": ["t0w0"], "unit": "line", "window": 5}
    made = call("change_contexts", tmp_path / "c.h5", [*averages, *texts], spec)
    spec = {"contexts": 99, "seed": 1, "deal": "author"}
    inputs = [made, *averages, *texts]
    with store.read(call("change", tmp_path / "j.h5", inputs, spec), "change") as file:
        assert file["documents"][:].max() == DOCUMENTS // 2
    write(tmp_path, 1, groups=groups[0])
    with pytest.raises(MeasureError, match=r"'0\.0' has documents in several texts"):
        call("change", tmp_path / "j.h5", inputs, spec)


def test_what_cannot_be_told_is_one_sentence(tmp_path):
    cases = [
        ({"words": ["gone"]}, "no word asked for is in both texts"),
        (
            {"words": {"least": 40}, "deals": 99},
            "least p of 99 deals is too coarse for 48 words",
        ),
        ({"words": ["t0w0"], "documents": 4}, "a text has 4 documents, and change"),
    ]
    for given, sentence in cases:
        with pytest.raises(MeasureError, match=sentence):
            judged(tmp_path, **given)


def test_sums_are_the_same_whatever_is_read_together():
    generator = np.random.default_rng(1)
    rows = np.arange(len(WORDS))
    vectors = generator.normal(size=(len(WORDS), DIMS)).astype(np.float32)
    texts = []
    for late in (0, 1):
        tokens = text(late).ravel()
        edges = np.arange(0, len(tokens) + 1, 9)
        documents = np.repeat(np.arange(DOCUMENTS), 15)
        texts.append(Text(tokens, edges, documents, rows, DOCUMENTS))
    chosen = np.array([3, 8, 20])
    (contexts, *every), *others = (
        summed_of(texts, vectors, chosen, 5, most=most) for most in (1 << 19, 1, 700)
    )
    for other, *rest in others:
        for one, two in zip((*contexts, *every), (*other, *rest), strict=True):
            assert_array_equal(one, two)
    assert contexts.document.max() == 2 * DOCUMENTS - 1
    assert every[1].sum() == 2 * DOCUMENTS * 15 * 9


def test_words_of_like_frequency_are_chosen(monkeypatch):
    monkeypatch.setattr(change_contexts, "LIKE", 2)
    counts = np.array([[50, 9, 11, 10, 900, 0], [50, 90, 99, 100, 9, 7]])
    assert alike(np.array([3]), counts).tolist() == [1, 2, 3]
    rows, missing = asked(["d", "f", "z"], [*"abcdef"], counts)
    assert (rows.tolist(), missing) == ([3], ["f", "z"])
    assert asked({"least": 50}, [*"abcdef"], counts)[0].tolist() == [0]


def test_deals_of_all_words_cost_as_many_as_there_may_be():
    """Of a list its words; of a path or a least count, at most what deals can judge."""
    cost = MEASURE.cost.operations

    def dealt(words, contexts=19_999):
        asked = Change((("a", "b"),), words, Null(contexts=contexts))
        size = Size(words=3000, tokens=300_000, dims=50)
        return cost(replace(size, analyses=Analyses(change={"x": asked})))

    few, many = dealt(["war", "peace"]), dealt([str(k) for k in range(1000)])
    assert many == dealt("words.txt") == 3 * few
    assert few < dealt({"least": 50}) < many and dealt({"least": 5}) == many
    assert 99 * few == 19_999 * dealt("words.txt", 99)  # five words at most


class Average:
    """The average of a text with some words, as a measure is given it."""

    def __init__(self, words, vectors):
        present = np.ones((1, len(words)), bool)
        self._names, self._arrays = words, {"vectors": vectors[None]}
        self._arrays |= {"present": present, "counts": present.astype(np.int64)}

    def texts(self, name):
        return self._names

    def __getitem__(self, name):
        return self._arrays[name]


def pair(*averages):
    return SimpleNamespace(others=lambda kind: map(nullcontext, averages))


def test_spaces_of_two_texts_are_one_over_the_words_of_either():
    generator = np.random.default_rng(5)
    vectors = unit_rows(generator.normal(size=(9, 4)))
    turn = ortho_group.rvs(4, random_state=5)
    early, late = [*"abcdefgh"], [*"hgfedcbi"]  # a and i are of one text alone
    rows = ["abcdefghi".index(word) for word in late]
    space = pool(pair(Average(early, vectors[:8]), Average(late, vectors[rows] @ turn)))
    assert space.words == [*"abcdefghi"] and space.joint.tolist() == [
        word not in "ai" for word in space.words
    ]
    # the second text is a rotated copy: nothing is lost of any cosine
    assert_allclose(space.vectors @ space.vectors.T, vectors @ vectors.T, atol=1e-5)
    assert [space.words[row] for row in space.rows[1]] == late
    few = Average([*"abx"], vectors[:3]), Average([*"aby"], vectors[:3])
    with pytest.raises(MeasureError, match="only 2 words are in both texts, and 4 dim"):
        pool(pair(*few))


def test_spaces_of_several_texts_count_alike_and_two_are_their_mean():
    """Of two texts bit for bit the mean of Eq. 3.2; of more, each word's own texts."""
    generator = np.random.default_rng(6)
    vectors = unit_rows(generator.normal(size=(9, 4)))
    names = [*"abcdefgh"], [*"hgfedcbi"], [*"ibcdefgj"]
    texts = []
    for seed, own in enumerate(names):
        known = vectors[["abcdefghij".index(x) % 9 for x in own]]
        rows = known @ ortho_group.rvs(4, random_state=seed)
        rows += 0.1 * generator.normal(size=rows.shape)
        ones = np.ones(len(own), np.int64)
        texts.append((own, Branch(unit_rows(rows), ones > 0, ones)))
    two = pooled(iter(texts[:2]))
    first, second = (_placed(x, own, "abcdefghi") for own, x in texts[:2])
    both = merge(first, second, joint_rotation(first, second))
    assert_array_equal(two.vectors, unit_rows(both.vectors))
    three = pooled(iter(texts))
    assert three.words == [*"abcdefghij"] and three.present.shape == (3, 10)
    assert three.joint.tolist() == [x in "bcdefg" for x in three.words]
    assert [three.words[row] for row in three.rows[2]] == names[2]
    # words that all have: two of three parts are the mean of the first two
    rows = [three.words.index(x) for x in "bcdefg"]
    third = texts[2][1].vectors[[names[2].index(x) for x in "bcdefg"]]
    mean = both.vectors[rows]
    turn = joint_rotation(both, _placed(texts[2][1], names[2], "abcdefghi"))
    assert_allclose(
        three.vectors[rows], unit_rows((2 * mean @ turn + third) / 3), atol=1e-5
    )


def _placed(space, names, words):
    """A space over other words, absent where it lacks them."""
    order = [names.index(x) if x in names else -1 for x in words]
    present = np.array(order) >= 0
    vectors = np.where(present[:, None], space.vectors[order], np.float32(np.nan))
    return Branch(vectors, present, present.astype(int))
