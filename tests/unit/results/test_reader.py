"""What a study stored, finished or not, in records."""

import json
import weakref
from dataclasses import replace

import h5py
import pytest
from finished import ASKED, NAMES, RUNS, WORDS, finish
from numpy.testing import assert_array_equal

import quaver.results
from quaver.results.reader import Results

MAIN = "mine/glove/shuffled"
TECHNIQUES = ("glove", "word2vec")  # and a variant


@pytest.fixture
def results(finished_study):
    return quaver.results.open(finished_study.parent)


def stored(results, path, name):
    with h5py.File(results.file(path), locking=False) as file:
        return file[name][()]


def of_cell(records, path):
    """The record of a cell, of those that bear one."""
    view, technique, sampling = path.split("/")
    wanted = {"view": view, "technique": technique, "sampling": sampling}
    cells = ((getattr(record, "cell", record), record) for record in records)
    (record,) = (
        record for cell, record in cells if wanted.items() <= vars(cell).items()
    )
    return record


def test_a_cell_has_what_was_measured_of_it(results):
    numbers, cell = of_cell(results.cells(), MAIN), results.grid.cells[MAIN]
    pip = cell.measure("pip")
    assert_array_equal(numbers.losses, stored(results, pip, "losses"))
    steps = (("in any run", WORDS + 1, 0), ("in every run", WORDS, 1))
    assert (numbers.words, numbers.steps) == (WORDS, steps)
    assert (numbers.failed, numbers.wanted, numbers.runs) == (0, True, RUNS)
    averages = stored(results, cell.measure("averages_2"), "losses")
    assert_array_equal(numbers.averages[2], averages)
    share = stored(results, cell.measure("neighbours"), "share")
    assert list(numbers.overlaps) == [2, 5, 10]
    assert_array_equal(numbers.overlaps[5][0], share[1])
    own = numbers.quality["own"]
    assert (own.kind, own.questions, own.note) == ("analogies", 20, "")
    questions, known, right = own.sections["family"]
    assert (questions, known.tolist(), right.tolist()) == (20, [18] * 4, [7] * 4)
    moved = stored(results, cell.measure("distances"), "displacement")
    assert_array_equal(numbers.distances["displacement"], moved)


def test_light_records_are_kept_and_heavy_ones_are_not(results):
    assert results.cells()[0] is results.cells()[0]
    assert results.corpora() is results.corpora()
    assert results.asked() is results.asked()
    for records in (results.distributions(), results.words(), results.queries()):
        first = [*records]
        assert len(first) == len(records) > 1
        assert not {id(record) for record in first} & {id(x) for x in records}
    record, again = (next(iter(results.distributions())) for _ in range(2))
    assert record.cell is again.cell
    assert "cosines" not in vars(record.cosines)


def test_what_a_pass_has_read_is_let_go(results):
    """The words and cosines of all cells of a large study do not fit into memory."""
    for records in (results.words(), results.queries(), results.distributions()):
        gone = []
        for record in records:
            assert all(ref() is None for ref in gone[:-1])
            gone.append(weakref.ref(record))
        del record
        assert gone[-1]() is None


def test_words_are_read_by_view_and_technique_without_variants(results):
    records = [*results.words()]
    pairs = [(view, name) for view in ("mine.0.5", "mine") for name in TECHNIQUES]
    assert [(record.view, record.technique) for record in records] == pairs
    assert records[0].words == NAMES and not records[0].note
    assert sorted(records[0].left) == ["extrinsic", "intrinsic"]
    assert [len(left) for left in records[0].left.values()] == [2, 1]


def test_texts_are_counted_with_the_part_that_runs_read(results):
    (text,) = results.corpora()
    assert (text.corpus, text.tokeniser, text.origin) == ("mine", "letters", "text")
    assert text.after("cut") == {
        **dict.fromkeys(("documents", "sentences", "lines"), 30),
        **{"tokens": 600, "types": WORDS},
    }
    assert text.part is None and not text.note
    views = {view.fraction: view for view in results.grid.views()}
    assert {f: results.tokens(v) for f, v in views.items()} == {1.0: 600, 0.5: 300}


def test_words_asked_for_say_who_asks(results):
    (asked,) = results.asked()
    assert [word.word for word in asked.words] == ASKED
    assert {word.asked_by for word in asked.words} == {"queries, neighbours"}
    record = of_cell(results.queries(), MAIN)
    assert (record.names, record.runs) == (ASKED, RUNS)
    assert len(record.moments) == 2
    with pytest.raises(KeyError):
        record.moments[2]


def test_of_a_cell_without_its_models_nothing_counts(tmp_path):
    """What stands under its names is of an earlier study."""
    study = finish(tmp_path)
    grid = Results(study).grid
    cell = grid.cells[MAIN]
    block = grid.blocks_of(cell)[0]
    (tmp_path / block.record).unlink()
    log = tmp_path / f"logs/train_block/{block.path}.log"
    log.parent.mkdir(parents=True)
    log.write_text("so far\nFailed: too small\nFailed: only six words\n")
    results = Results(study)
    numbers = of_cell(results.cells(), MAIN)
    assert (numbers.failed, numbers.reason) == (2, "only six words")
    assert (numbers.losses, numbers.words, numbers.steps) == (None, None, ())
    assert numbers.averages == {2: None} and numbers.quality == {"own": None}
    assert not numbers.overlaps and not numbers.distances
    record = of_cell(results.distributions(), MAIN)
    assert set(record.notes.values()) == {"2 of 4 runs failed"}
    words = {(r.view, r.technique): r.note for r in results.words()}
    assert words["mine", "glove"] == "runs without a model"
    assert words["mine", "word2vec"] == ""
    assert of_cell(results.queries(), MAIN).note == "2 of 4 runs failed"


def test_files_that_a_run_has_not_made_do_not_count(finished_study, tmp_path):
    """They are left of an earlier study."""
    cell = Results(finished_study).grid.cells[MAIN]
    names = [cell.measure("pip"), cell.measure("cosines"), "corpora/mine.h5"]
    undone = tmp_path / "undone.json"
    undone.write_text(json.dumps([str(finished_study.parent / x) for x in names]))
    results = Results(finished_study, undone)
    numbers = of_cell(results.cells(), MAIN)
    assert numbers.losses is None and numbers.averages == {2: None}
    assert list(numbers.overlaps) == [2, 5, 10]
    record = of_cell(results.distributions(), MAIN)
    assert record.notes == {"cosines": "not measured"}
    assert results.corpora()[0].note == "not encoded"
    assert results.asked()[0].words[0].occurrences is None


def test_texts_that_were_asked_for_no_words_are_no_cells_of_queries(results):
    """Their tables and figures would claim that such a text has none of the words."""
    assert {record.cell.corpus for record in results.queries()} == {"mine"}
    analyses = results.study.analyses
    queries = replace(analyses.queries, words={}, topics=None)
    neighbours = replace(analyses.neighbours, words={})
    analyses = replace(analyses, queries=queries, neighbours=neighbours)
    results.grid.study = replace(results.study, analyses=analyses)
    assert [*results.queries()] == []
