"""What measures store is read into the records tables and figures are made from."""

from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver import store
from quaver.results import distribution_records as distributions
from quaver.results.records import CellNumbers

NAMES = ("consistency", "cosines", "prediction", "proxies", "averages")
PATH = "early/glove/shuffled"


def put_consistency(path):
    with store.create(path, "consistency", dict) as file:
        file.put("runs", ("runs",), np.arange(1, 9))
        file.put("sizes", ("sizes",), np.array([2, 5]))
        file.put("other_sizes", ("other_sizes",), np.array([2, 5]))
        for place, end in enumerate(("", "_low", "_high")):
            for name in ("share", "jaccard"):
                square = np.full((2, 2), place / 10)
                file.put(f"{name}{end}", ("sizes", "other_sizes"), square)
                file.put(f"halves_{name}{end}", ("sizes",), square[0] + 0.5)
        file.describe("/", {"runs": 8, "half": 4})


def put_cosines(path):
    with store.create(path, "cosines", dict) as file:
        file.put("runs", ("runs",), np.arange(1, 4))
        file.put("first", ("pairs",), ["a", "b"])
        file.put("second", ("pairs",), ["c", "d"])
        file.put("cosines", ("runs", "pairs"), np.ones((3, 2), np.float32))
        file.put("normality", ("pairs",), np.array([0.5, np.nan]))
        file.put("independence", ("pairs_of_pairs",), np.array([0.25]))
        file.put("example/words", ("two",), ["cat", "dog"])
        file.put("example/cosines", ("runs",), np.full(3, 0.5))
        file.describe("example", {"chosen": "given"})
        file.describe("/", {"untested": 1})


def put_prediction(path):
    with store.create(path, "prediction", dict) as file:
        file.put("runs", ("runs",), np.arange(1, 4))
        file.put("words", ("targets",), ["x", "y"])
        for name in ("observed", "predicted", "structure", "structure_as_coded"):
            file.put(name, ("targets",), np.array([0.5, 1]))
        for name in ("observed_2", "predicted_2"):
            file.put(name, ("targets_2",), np.array([0.5]))
        file.put("candidates", ("targets",), np.array([3, 4]))
        file.put("names", ("names",), ["prediction", "structure"])
        for place, name in enumerate(("correlations", "low", "high")):
            file.put(name, ("names",), np.array([place, place + 10.0]))
        file.describe("/", {"common_deviation": 0.02, "runs": 3})
        file.describe("example", {"word": "x", "chosen": "first random target"})
        file.put("example/rank", ("rank",), np.array([1, 2]))
        file.put("example/words", ("rank",), ["y", "z"])
        for name in ("mean", "deviation", "first", "second"):
            file.put(f"example/{name}", ("rank",), np.array([0.5, 0.25]))
        file.put("example/list_words", ("list",), ["y"])
        file.put("example/list_ranks", ("two", "list"), np.array([[1], [2]]))
        file.put("example/list_cosines", ("two", "list"), np.array([[0.5], [0.4]]))


def put_proxies(path):
    with store.create(path, "proxies", dict) as file:
        file.put("sizes", ("sizes",), np.array([10, 40]))
        file.put("other_sizes", ("other_sizes",), np.array([10, 40]))
        file.put("first_run", ("run_pairs",), np.array([1]))
        file.put("second_run", ("run_pairs",), np.array([2]))
        dims = ("run_pairs", "sizes", "other_sizes")
        file.put("spearman", dims, np.ones((1, 2, 2)))
        file.describe("/", {"targets": 5, "words": 40})


def put_averages(path, *, example=True):
    with store.create(path, "averages_compared", dict) as file:
        file.put("methods", ("methods",), ["tree", "one"])
        file.put("sizes", ("sizes",), np.array([2, 4]))
        file.put("first", ("pairs",), ["a"])
        file.put("second", ("pairs",), ["b"])
        for group, count in (("single", 4), ("tree/2", 2), ("tree/4", 1)):
            file.put(f"{group}/firsts", ("groups",), np.arange(count))
            file.put(f"{group}/cosines", ("groups", "pairs"), np.ones((count, 1)))
            file.put(f"{group}/scores/google", ("groups",), np.full(count, 0.5))
            file.put(f"{group}/known/google", ("groups",), np.full(count, 9))
            if group != "single":
                rounds = np.array([7, 100])[:count]
                file.put(f"{group}/rounds", ("groups",), rounds)
            if count > 1:
                square = np.zeros((count, count))
                file.put(f"{group}/losses", ("groups", "other_groups"), square)
        if example:
            file.put("example/words", ("words",), ["n"])
            file.put("example/ranks", ("averages", "words"), np.array([[1], [1]]))
            file.put("example/cosines", ("averages", "words"), np.ones((2, 1)))
            said = {"word": "w", "chosen": "given", "method": "tree", "size": 2}
            file.describe("example", said)


PUT = {
    "consistency": put_consistency,
    "cosines": put_cosines,
    "prediction": put_prediction,
    "proxies": put_proxies,
    "averages": put_averages,
}


class Stored:
    """What the readers ask of the results of a study."""

    def __init__(self, root, *, compared=True, failure=""):
        self.root = root
        self.grid = SimpleNamespace(is_compared=lambda cell: compared)
        self.failure = lambda rule, name: (
            failure if (rule, name) == ("measure_cosines", PATH) else ""
        )

    def read(self, path, kind):
        return store.read(self.root / path, kind)

    def stands(self, path):
        return (self.root / path).is_file()


CELL = SimpleNamespace(path=PATH, measure=lambda name: f"measures/{PATH}/{name}.h5")


def numbers(failed=0):
    facts = dict.fromkeys(("corpus", "view", "unit", "language", "technique"), "x")
    facts |= {"fraction": 1.0, "trainer": "glove", "sampling": "shuffled", "runs": 3}
    losses = None if failed else np.zeros((3, 3))
    facts |= {"words": 9, "steps": (), "averages": {}, "overlaps": {}}
    return CellNumbers(**facts, failed=failed, losses=losses)


@pytest.fixture
def results(tmp_path):
    for name, put in PUT.items():
        put(tmp_path / CELL.measure(name))
    return Stored(tmp_path)


def test_all_measures_of_a_cell_are_read(results):
    found = distributions.distribution(results, CELL, numbers())
    assert found.notes == {}
    assert all(getattr(found, name) is not None for name in NAMES)
    assert (found.consistency.runs, found.consistency.half) == (8, 4)
    assert_array_equal(found.consistency.jaccard_high, np.full((2, 2), 0.2))
    assert_array_equal(found.consistency.halves_share_low, [0.6, 0.6])
    assert (found.cosines.example, found.cosines.chosen) == (("cat", "dog"), "given")
    assert found.cosines.second == ["c", "d"]
    assert found.cosines.independence.shape == (1,)
    assert found.prediction.correlations == {
        "prediction": (0, 1, 2),
        "structure": (10, 11, 12),
    }
    assert found.prediction.odds.words == ["y", "z"]
    assert (found.prediction.lists.word, found.prediction.lists.words) == ("x", ["y"])
    assert found.prediction.common_deviation == 0.02
    assert (found.proxies.words, found.proxies.spearman.shape) == (40, (1, 2, 2))


def test_averages_are_read_by_method_and_size(results):
    found = distributions.distribution(results, CELL, numbers()).averages
    assert list(found.averages) == [("tree", 2), ("tree", 4)]
    assert found.averages["tree", 4].losses is None
    assert found.averages["tree", 2].losses.shape == (2, 2)
    assert [one.unrested for one in found.averages.values()] == [1, 0]
    assert found.single.unrested == 0
    assert list(found.single.scores) == list(found.single.known) == ["google"]
    assert (found.lists.method, found.lists.size, found.lists.word) == ("tree", 2, "w")
    put_averages(results.root.joinpath(CELL.measure("averages")), example=False)
    found = distributions.distribution(results, CELL, numbers()).averages
    assert found.lists is None


def test_a_failed_cell_shows_nothing_that_is_left(results):
    found = distributions.distribution(results, CELL, numbers(2))
    assert all(getattr(found, name) is None for name in NAMES)
    assert found.notes == dict.fromkeys(NAMES, "2 of 3 runs have no model")


def test_a_missing_measure_says_why(tmp_path):
    empty = Stored(tmp_path, compared=False, failure="only 2 words are shared")
    found = distributions.distribution(empty, CELL, numbers())
    assert found.notes == {
        **dict.fromkeys(("consistency", "prediction", "proxies"), "not measured"),
        "cosines": "only 2 words are shared",
        "averages": "no averages of this cell in the study",
    }


def test_fields_are_read_when_they_are_asked_for_and_once(results, monkeypatch):
    cosines, read = distributions.distribution(results, CELL, numbers()).cosines, []
    monkeypatch.setattr(store, "texts", lambda dataset: read.append(dataset.name))
    assert cosines.cosines.shape == (3, 2) and not read
    assert cosines.first is None is cosines.first
    assert read == ["/first"]
    with pytest.raises(store.StoreError, match="cosines.h5 is damaged .* no 'third'"):
        _ = cosines.third


def test_a_record_with_a_change_still_reads_what_it_was_not_asked_for(results):
    cosines = distributions.distribution(results, CELL, numbers()).cosines
    few = cosines.but(cosines=cosines.cosines[:2])
    assert len(few.cosines) == 2 and len(cosines.cosines) == 3
    assert "first" not in vars(few) and few.first == ["a", "b"]
    assert few.but(untested=5).second == ["c", "d"]
