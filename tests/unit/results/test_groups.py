"""Groups drawn whole: known answers, and what readers are told of them."""

from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver import store
from quaver.corpora.samples import draw
from quaver.results.drawn import drawn_of
from quaver.results.groups import groups_of, read_groups
from quaver.results.views import read_view
from quaver.stages.train_block import sampler, train_run
from quaver.statistics.clustering import effective

# four documents of 2, 1, 3 and 2 lines; the third is ten times as long
LINES = [[0, 1], [2, 3], [4, 5], [0, 2] * 9, [1], [3], [5, 4], [2]]
DOCUMENTS = [[0, 1], [2], [3, 4, 5], [6, 7]]
AUTHORS = ["Ann", "Bob", "Ann", "Cid"]
PREFER = {"prefer": "document", "least": 4}


@pytest.fixture
def path(tmp_path):
    edges = np.append(0, np.cumsum([len(line) for line in LINES]))
    firsts = [lines[0] for lines in DOCUMENTS]
    tokens = [word for line in LINES for word in line]
    with store.create(tmp_path / "text.h5", "corpus", dict) as file:
        file.put("words", ("words",), list("abcdef"))
        file.put("tokens", ("tokens",), np.array(tokens, np.uint32), mapped=True)
        file.put("line_offsets", ("edges",), edges)
        file.put("document_offsets", ("documents",), edges[[*firsts, len(LINES)]])
        file.put("document_groups", ("names",), AUTHORS)
    return tmp_path / "text.h5"


def members(groups):
    parts = np.split(groups.units, groups.edges[1:-1])
    return [part.tolist() for part in parts]


def parsed(units, wholes):
    """The groups a sample is a row of, each whole and in order."""
    units, rows = list(units), []
    starts = {whole[0]: whole for whole in wholes}
    while units:
        whole = starts[units[0]]
        assert units[: len(whole)] == whole
        rows.append(wholes.index(whole))
        del units[: len(whole)]
    return rows


def test_groups_are_drawn_whole_as_often_as_there_are_groups(path):
    by_author = [[0, 1, 3, 4, 5], [2], [6, 7]]  # Ann's two documents go together
    for key, wholes in {"document": DOCUMENTS, "author": by_author}.items():
        groups = read_groups(path, "line", 1.0, key)
        assert members(groups) == wholes
        rows = [parsed(groups.draw(seed).units, wholes) for seed in range(200)]
        assert {len(row) for row in rows} == {len(wholes)}
        # one drawn twice stands twice, one left out not at all
        counts = np.array([np.bincount(row, minlength=len(wholes)) for row in rows])
        assert counts.min() == 0 and counts.max() > 1
        assert abs(counts.mean(axis=0) - 1).max() < 5 * counts.std() / np.sqrt(200)
        assert groups.draw(7).units.tolist() == groups.draw(7).units.tolist()


def test_groups_of_one_unit_are_the_sample_that_drawing_units_gives(path):
    units = draw("bootstrapped", len(LINES), 5).units
    assert_array_equal(read_groups(path, "line", 1.0, "line").draw(5).units, units)
    # documents that are too few leave the units, and readers are told
    few = read_groups(path, "line", 1.0, {**PREFER, "least": 5})
    assert_array_equal(few.draw(5).units, units)
    assert [*drawn_of(few).remarks] == [
        "4 documents are too few to draw, so lines were drawn: neighbours look safer "
        "than they are",
        "there are only 8 lines to draw from",
        "8 lines, unequal: they scatter as 2.5 of one size",
    ]
    assert read_groups(path, "line", 1.0, PREFER).kind == "document"


def test_a_part_of_a_text_has_fewer_groups_the_last_may_be_cut(path):
    groups = read_groups(path, "line", 0.5, "document")
    assert members(groups) == [[0, 1], [2], [3]]
    # whether documents are enough is asked of the whole text, the same for all parts
    assert members(read_groups(path, "line", 0.5, PREFER)) == members(groups)
    assert groups.tokens.tolist() == [4, 2, 18]


def test_unequal_groups_count_as_fewer(path):
    assert effective(np.array([5, 5, 5, 5])) == 4
    assert effective(np.array([10, 1, 1])) == pytest.approx(144 / 102)
    by_author = drawn_of(read_groups(path, "line", 1.0, "author"))
    assert by_author.groups == "3 groups by author"
    long = drawn_of(read_groups(path, "line", 1.0, PREFER))._replace(number=40)
    assert [*long.remarks] == [
        "40 documents of unequal length waver as 2 of one length would: they are few "
        "to draw from"
    ]


def test_a_run_reads_whole_documents_and_windows_end_at_lines(path, monkeypatch):
    spec = {"unit": "line", "fraction": 1.0, "sampling": "bootstrapped"}
    spec |= {"draw": "document", "corpus": "mine", "technique": "noise"}
    spec["parameters"] = {"trainer": "noise"}
    view, read = read_view(path, "line", 1.0), []

    def train(view, sample, parameters, seed):
        read.extend(view.unit(k).tolist() for k in sample.units)
        vectors = np.ones((len(view.words), 2), np.float32)
        return SimpleNamespace(vectors=vectors, present=np.ones(6, bool))

    monkeypatch.setattr("quaver.trainers.noise.train", train)
    train_run(spec, view, 1, (3, 4), sample_of=sampler(spec, path, view))
    drawn = np.random.default_rng(3).integers(0, 4, size=4)
    assert len({*drawn.tolist()}) < 4  # one of them twice
    assert read == [LINES[line] for k in drawn for line in DOCUMENTS[k]]
    # without the key units are drawn, as ever
    del spec["draw"]
    units = sampler(spec, path, view)(3).units
    assert_array_equal(units, np.random.default_rng(3).integers(0, 8, size=8))


def test_sentences_and_empty_groups(path):
    """A unit belongs to the group it begins in; groups without any are not drawn."""
    with store.read(path, "corpus") as file:
        held = {name: file[name][:] for name in ("document_offsets",)}
    held |= {"sentence_offsets": np.array([0, 5, 30]), "line_offsets": [0, 4, 6, 30]}
    file = {name: np.array(values) for name, values in held.items()}
    assert members(groups_of(file, "sentence", 1.0, "line")) == [[0], [1]]


def test_unequal_groups_say_as_how_many_they_scatter_and_how_large_runs_are(path):
    groups, seeds = read_groups(path, "line", 1.0, "author"), range(9)
    lengths = np.array([len(line) for line in LINES])
    sizes = [int(lengths[groups.draw(seed).units].sum()) for seed in seeds]
    assert (min(sizes), max(sizes)) == (6, 51)
    told = drawn_of(groups, seeds)
    assert [*told.remarks] == [
        "there are only 3 groups by author to draw from",
        "3 groups by author, unequal: they scatter as 1.4 of one size",
        f"a run has from {min(sizes)} to {max(sizes)} words, the text {sum(lengths)}: "
        "more groups by author help, not longer ones",
    ]
    alike = groups._replace(tokens=np.array([9, 9, 9]))
    assert len([*drawn_of(alike, seeds).remarks]) == 1
