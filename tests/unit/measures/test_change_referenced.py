"""Change between the names of a word in two periods, of words whose change is known."""

import numpy as np
import pytest
from measuring import call
from numpy.testing import assert_allclose

from quaver import store
from quaver.config.techniques import TRAINERS
from quaver.corpora.samples import Sample, View
from quaver.measures.change_referenced import distances
from quaver.measures.errors import MeasureError
from quaver.statistics.planting import Plants, swapped
from quaver.statistics.referencing import Marks, marked
from quaver.trainers import ppmi

WORDS = ["a", "b", "c", "b@1", "c@1", "b@2", "c@2"]
DIMS = 4


def stored(folder, present):
    """Distances of two runs, in which b does not change and c turns round."""
    generator = np.random.default_rng(1)
    vectors = generator.normal(size=(2, len(WORDS), DIMS)).astype(np.float32)
    vectors[:, 5] = 3 * vectors[:, 3]
    vectors[:, 6] = -vectors[:, 4]
    vectors[~present] = np.nan
    block, text = folder / "1-2.h5", folder / "both.h5"
    with store.create(block, "models", dict) as file:
        file.put("words", ("words",), WORDS)
        file.put("runs", ("runs",), np.array([1, 2]))
        file.put("present", ("runs", "words"), present)
        file.put("counts", ("runs", "words"), np.tile(np.arange(7), (2, 1)))
        file.put("vectors", ("runs", "words", "dims"), vectors)
    with store.create(text, "corpus", dict) as file:
        file.put("referenced/words", ("referenced",), np.array([1, 2]))
    path = call("change_referenced", folder / "r.h5", [block, text])
    with store.read(path, "change_referenced") as file:
        told = {name: file[name][:] for name in ("distance", "counts", "runs")}
        return told | {"words": store.texts(file["words"])}


def test_what_did_not_change_is_0_and_what_turned_round_2(tmp_path):
    present = np.ones((2, len(WORDS)), dtype=bool)
    present[1, 6] = False
    told = stored(tmp_path, present)
    assert told["words"] == ["b", "c"] and told["runs"].tolist() == [1, 2]
    assert_allclose(told["distance"], [[0, 2], [0, np.nan]], atol=1e-6)
    assert_allclose(told["counts"], [[3, 4], [5, 6]])


def test_a_word_without_names_is_left_out_and_none_is_refused(tmp_path):
    present = np.ones((2, len(WORDS)), dtype=bool)
    present[:, 3] = False
    assert stored(tmp_path, present)["words"] == ["c"]
    present[:, 6] = False
    with pytest.raises(MeasureError, match="no word has both of its names in a run"):
        stored(tmp_path, present)


def test_distances_are_1_less_the_cosine():
    vectors = np.random.default_rng(2).normal(size=(2, 9, DIMS))
    present = np.arange(9) != 3
    cosines = [
        a @ b / np.linalg.norm(a) / np.linalg.norm(b)
        for a, b in zip(*vectors, strict=True)
    ]
    expected = np.where(present, 1 - np.array(cosines), np.nan)
    assert_allclose(distances(vectors, present), expected, atol=1e-6)


def test_words_that_trade_places_in_one_period_are_farthest_apart():
    """Of two periods alike but for two words, in a text of ten topics."""
    generator, topics, number = np.random.default_rng(4), 10, 60
    length, documents = 40, 200
    drawn = generator.integers(0, number // topics, size=(documents, length))
    tokens = drawn + number // topics * np.arange(documents)[:, None] % number
    late = np.arange(documents) >= documents // 2
    plants = Plants(np.array([0]), np.array([number // 2]), np.array([1.0]))
    tokens[late] = swapped(tokens[late].ravel(), 0, plants, 1).reshape(-1, length)
    heads = np.arange(0, tokens.size + 1, length)
    marks = Marks(np.arange(number), number, heads, late)
    made = marked(tokens.ravel().astype(np.uint32), 0, marks, 2)
    view = View([f"w{k}" for k in range(3 * number)], made, heads)
    parameters = TRAINERS["ppmi"](dimensions=10)
    space = ppmi.train(view, Sample(np.arange(documents)), parameters, 1)
    names = np.arange(number, 3 * number).reshape(2, -1)
    told = distances(space.vectors[names], space.present[names].all(axis=0))
    changed = np.isin(np.arange(number), [0, number // 2])
    assert told[changed].min() > 0.5 and told[~changed].max() < 0.2
