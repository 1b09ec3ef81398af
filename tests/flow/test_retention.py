"""What becomes of models once all is measured, and that nobody misses them."""

import copy
import json
import re

import h5py
import numpy as np
import pandas as pd
import pytest
from small_study import SMALL

from quaver.config import understand
from quaver.grid import Grid

SHUFFLED, BOOTSTRAPPED = "models/mine/ppmi/shuffled", "models/mine/ppmi/bootstrapped"
ENDS = {
    **{"write_study": 1, "make_tables": 1, "draw_figures": 1, "summarise": 1},
    **{"write_methods": 1, "all": 1},
}

# Models of shuffled runs are thinned, all others deleted.
RETENTION = {
    "models": "delete",
    "cells": [
        {"techniques": ["given"], "models": "delete"},
        {"samplings": ["shuffled"], "models": "thin"},
    ],
}


# Also a cell of one run, and spaces of others: all there can be to retire.
STUDY = {
    **SMALL,
    "runs": 3,
    "runs_per_job": 2,
    "retention": RETENTION,
    "techniques": {
        **SMALL["techniques"],
        "lsa": {"trainer": "lsa", "dimensions": 3, "runs": 1},
        "given": {
            **{"trainer": "vectors", "corpus": "elsewhere", "sampling": "shuffled"},
            "files": ["given/run1.txt", "given/run2.txt", "given/run3.txt"],
        },
    },
}
KEPT = {**STUDY, "study": "kept", "retention": {}}


@pytest.fixture
def study():
    return copy.deepcopy(STUDY)


@pytest.fixture(scope="module")
def retired(tmp_path_factory, folder_at, two_topics, give_vectors):
    """The study finished, its models retired, and again with all of its models."""
    folder = folder_at(tmp_path_factory.mktemp("retired"))
    folder.write("mine.txt", two_topics())
    give_vectors(folder)
    for each in (STUDY, KEPT):
        folder.finish(study=each)
    return folder


@pytest.fixture(scope="module")
def kept(retired):
    return retired.results("kept")


def names(folder, pattern):
    """Paths of what stands in models/ of the study."""
    return sorted(folder.results("small", f"models/**/{pattern}"))


def ledger(folder):
    file = folder.results("small")["ledger.csv"]
    return pd.read_csv(file, keep_default_na=False)


def sums(folder):
    """Checksum of every run's vectors, by its record."""
    found = folder.results("small", "models/**/*-*.json")
    return {p: json.loads(f.read_text())["vectors_sha256"] for p, f in found.items()}


def test_models_are_thinned_or_deleted_and_records_stay(retired, study):
    assert names(retired, "*.h5") == [
        "models/mine/lsa/shuffled/1-1.thin.h5",
        f"{SHUFFLED}/1-2.thin.h5",
        f"{SHUFFLED}/3-3.thin.h5",
    ]
    grid = Grid(understand(study, {}))
    assert [b.record for b in grid.blocks.values()] == names(retired, "*-*.json")
    cells = grid.cells.values()
    assert names(retired, "retired.json") == sorted(cell.retired for cell in cells)
    assert retired.jobs(study=study) == {}


def test_tables_and_numbers_are_those_of_models_that_are_kept(kept, retired, contents):
    ours = retired.results("small")
    for path in kept:
        if path.startswith(("tables/", "figures/")):
            assert ours[path].read_bytes() == kept[path].read_bytes(), path
        if path.startswith(("measures/", "averages/")):
            assert contents(ours[path]) == contents(kept[path]), path


def test_what_became_of_models_is_written(kept, retired):
    file = retired.results("small")[f"{BOOTSTRAPPED}/retired.json"]
    told = json.loads(file.read_text())
    before = [kept[f"{BOOTSTRAPPED}/{block}.h5"] for block in ("1-2", "3-3")]
    assert told["wanted"] == "delete"
    assert {block: x["models"] for block, x in told["blocks"].items()} == {
        "1-2": "deleted",
        "3-3": "deleted",
    }
    assert [x["runs"] for x in told["blocks"].values()] == [[1, 2], [3]]
    record = json.loads(kept[f"{BOOTSTRAPPED}/1-2.json"].read_text())
    assert told["blocks"]["1-2"]["vectors_sha256"] == record["vectors_sha256"]
    room = sum(file.stat().st_size for file in before)
    assert told["freed"] == pytest.approx(room, rel=0.1)  # provenance differs a little
    found = ledger(retired).set_index(["technique", "sampling", "run"]).sort_index()
    assert set(found.state) == {"finished"}
    assert set(found.loc[("ppmi", "bootstrapped"), "models"]) == {"deleted"}
    assert set(found.loc[("ppmi", "bootstrapped"), "file"]) == {""}
    assert set(found.loc[("given", "shuffled"), "models"]) == {"deleted"}
    assert found.loc[("ppmi", "shuffled", 3), "file"] == f"{SHUFFLED}/3-3.thin.h5"


def test_a_thinned_file_holds_the_vectors_in_half_the_bits(kept, retired):
    thin = retired.results("small")[f"{SHUFFLED}/1-2.thin.h5"]
    with (
        h5py.File(thin, "r", locking=False) as ours,
        h5py.File(kept[f"{SHUFFLED}/1-2.h5"], "r", locking=False) as whole,
    ):
        assert ours.attrs["kind"] == "thinned"
        assert ours["vectors"].dtype == np.float16
        rounded = whole["vectors"][:].astype(np.float16)
        assert ours["vectors"][:].tobytes() == rounded.tobytes()
        others = set(whole) - {"vectors", "provenance"}
        assert others >= {"words", "runs", "present", "counts", "sample_seeds"}
        for name in others:
            assert ours[name].dtype == whole[name].dtype
            assert ours[name][()].tolist() == whole[name][()].tolist()
            labels = [[d.label for d in x[name].dims] for x in (ours, whole)]
            assert labels[0] == labels[1]


@pytest.mark.parametrize(
    ("changes", "jobs"),
    [
        ({"models": "delete"}, {"retire_models": 2}),  # what was thinned
        ({"models": "thin"}, {"retire_models": 3}),  # nothing is left to thin
        ({"models": "keep"}, {}),
    ],
)
def test_another_retention_trains_nothing(retired, study, changes, jobs):
    study["retention"] = changes
    assert retired.jobs(study=study) == {**jobs, **ENDS}


def test_a_table_or_figure_that_changes_trains_nothing(retired, study):
    touched = ("--forcerun", "make_tables", "draw_figures", "summarise")
    ends = {rule: n for rule, n in ENDS.items() if rule != "write_study"}
    assert retired.jobs(*touched, study=study) == ends


def test_another_text_trains_nothing_of_this_one(retired, study, two_topics):
    retired.write("yours.txt", two_topics(seed=4))
    source = {"kind": "text", "path": "yours.txt"}
    study["corpora"]["yours"] = {"language": "en", "source": source}
    planned = retired.finish("--dry-run", study=study)
    trained = re.findall(r"Train runs .* on (\w+), ", planned)
    assert set(trained) == {"yours"}
    assert set(re.findall(r"Thin or delete the models of (\w+)", planned)) == {"yours"}
    assert "Read the spaces" not in planned


def test_more_runs_train_the_cell_again(retired, study):
    study["runs"] = 5  # 1-2 is whole, 3-3 becomes 3-4, and 5-5 is new
    planned = retired.jobs(study=study)
    assert planned["train_block"] == 2 * 3
    assert "read_vectors" not in planned


EXPORTS = "results/{}/exports/{}/run-{}.txt"


@pytest.mark.parametrize(
    ("cell", "run"), [("mine/ppmi/bootstrapped", 3), ("mine/ppmi/bootstrapped", 2)]
)
def test_a_deleted_run_is_trained_for_its_export_alone(kept, retired, study, cell, run):
    ours, theirs = (EXPORTS.format(name, cell, run) for name in ("small", "kept"))
    said = retired.finish(ours, study=study)
    assert "Train runs" not in said
    retired.finish(theirs, study=KEPT)
    exported, wanted = (retired.path / name for name in (ours, theirs))
    assert exported.read_bytes() == wanted.read_bytes()
    log = retired.results("small")[f"logs/export_space/{cell}/run-{run}.txt.log"]
    told = f"Run {run} was deleted: it is made again for this export.\n"
    assert log.read_text() == told
    assert retired.jobs(study=study) == {}


def test_a_deleted_space_of_others_is_read_for_its_export_alone(retired, study):
    name = EXPORTS.format("small", "elsewhere/given/shuffled", 2)
    retired.finish(name, study=study)
    ours = (retired.path / name).read_text().splitlines()
    given = (retired.path / "given/run2.txt").read_text().splitlines()
    assert {x.split()[0] for x in ours[1:]} == {x.split()[0] for x in given[1:]}
    assert retired.jobs(study=study) == {}
    assert [x for x in names(retired, "*.h5") if "given" in x] == []


def test_a_thinned_run_is_exported_as_it_is(kept, retired, study):
    name = EXPORTS.format("small", "mine/ppmi/shuffled", 1)
    retired.finish(name, study=study)
    log = retired.results("small")["logs/export_space/mine/ppmi/shuffled/run-1.txt.log"]
    assert "was thinned: its numbers have 11 binary digits." in log.read_text()
    rows = [line.split() for line in (retired.path / name).read_text().splitlines()[1:]]
    ours = np.array([row[1:] for row in rows], dtype=np.float32)
    with h5py.File(kept[f"{SHUFFLED}/1-2.h5"], "r", locking=False) as file:
        wanted = file["vectors"][0][file["present"][0]]
    assert np.abs(ours - wanted).max() <= 2**-11 * np.abs(wanted).max()
    assert (ours != wanted).any()
    assert retired.jobs(study=study) == {}


def test_an_export_stays_what_it_was_whatever_becomes_of_the_models(folder, two_topics):
    """Of one call that retires and exports, and of models that are retired later."""
    folder.write("mine.txt", two_topics())
    exports = {
        name: EXPORTS.format("small", f"mine/ppmi/{sampling}", 1)
        for name, sampling in (("early", "shuffled"), ("along", "bootstrapped"))
    }
    folder.finish(exports["early"], study=SMALL)
    before = (folder.path / exports["early"]).read_bytes()
    thin = {**SMALL, "retention": {"models": "thin"}}
    folder.finish(exports["early"], "all", study=thin)
    assert "models/mine/ppmi/shuffled/1-2.thin.h5" in folder.results("small")
    assert folder.jobs(exports["early"], study=thin) == {}
    assert (folder.path / exports["early"]).read_bytes() == before
    delete = {**SMALL, "study": "gone", "retention": {"models": "delete"}}
    along = exports["along"].replace("small", "gone")
    folder.finish("all", along, study=delete)
    assert not folder.results("gone", "models/**/*.h5")
    kept = {**SMALL, "study": "kept"}
    wanted = exports["along"].replace("small", "kept")
    folder.finish(wanted, study=kept)
    assert (folder.path / along).read_bytes() == (folder.path / wanted).read_bytes()


def test_a_measure_that_changes_trains_the_same_bits_again(
    retired, study, kept, contents
):
    """Deleted and thinned models are trained, measured and retired again."""
    before, attempts = sums(retired), ledger(retired).attempts
    assert set(attempts) == {1}
    study["analyses"]["stability"]["neighbours"] = [2, 5]
    planned = retired.jobs(study=study)
    assert (planned["train_block"], planned["read_vectors"]) == (4, 1)
    assert planned["retire_models"] == 3  # cells of one run have no neighbours
    retired.finish(study=study)
    assert sums(retired) == before
    found = ledger(retired)
    assert set(found[found.technique == "ppmi"].attempts) == {2}
    assert set(found[found.technique == "lsa"].attempts) == {1}
    assert f"{SHUFFLED}/1-2.thin.h5" in names(retired, "*.h5")
    assert [x for x in names(retired, "*.h5") if ".thin." not in x] == []
    assert retired.jobs(study=study) == {}
    pip = "measures/mine/ppmi/bootstrapped/pip.h5"
    assert contents(retired.results("small")[pip]) == contents(kept[pip])


def test_models_go_only_when_all_is_measured(folder, small, two_topics):
    """A measure that fails keeps them: nothing has to be trained for the next try."""
    folder.write("mine.txt", two_topics())
    folder.write("pairs.txt", "sun moon much\n")
    words = {"language": "en", "format": "pairs", "path": "pairs.txt"}
    small["analyses"]["quality"] = {"sets": {"own": words}}
    small["retention"] = {"models": "delete"}
    done = folder.run(study=small)
    assert done.returncode == 1
    assert "pairs.txt" in done.stdout
    assert names(folder, "*.h5") == [f"{BOOTSTRAPPED}/1-2.h5", f"{SHUFFLED}/1-2.h5"]
    assert names(folder, "retired.json") == []
    folder.write("pairs.txt", "sun moon 5\nbread flour 3\nbread moon 1\n")
    planned = folder.jobs(study=small)
    assert planned["measure_quality"] == planned["retire_models"] == 2
    assert "train_block" not in planned


# Rules that read records: what tables and summary are made of, and retirement itself.
OF_RECORDS = {"summarise", "make_tables", "draw_figures", "retire_models"}


def test_every_reader_of_models_is_waited_for(folder, whole, give_vectors):
    """Whatever job takes models of a cell: what it makes is needed to retire them."""
    give_vectors(folder)
    whole["analyses"]["stability"]["vocabulary"] = "techniques"
    path = "gensim:wordsim353.tsv"
    words = {"language": "en", "format": "wordsim353", "path": path}
    whole["analyses"]["quality"] = {"sets": {"ws": words}}
    whole["retention"] = {"models": "delete"}
    said = folder.finish("--dag", study=whole)
    rules = dict(re.findall(r'(\d+)\[label = "(\w+)', said))
    edges = re.findall(r"(\d+) -> (\d+)", said)
    after = {job: {b for a, b in edges if a == job} for job in rules}
    trained = [j for j in rules if rules[j] in ("train_block", "read_vectors")]
    assert len(trained) == 5 * 3 * 2 + 1
    readers = set()
    for job in trained:
        (retired,) = (x for x in after[job] if rules[x] == "retire_models")
        for reader in (x for x in after[job] if rules[x] not in OF_RECORDS):
            readers.add(rules[reader])
            assert retired in after[reader], rules[reader]
    measures = ("pip", "neighbours", "distances", "cosines", "prediction", "proxies")
    assert readers == {
        *(f"measure_{name}" for name in (*measures, "quality")),
        *("share_vocabulary", "average_spaces", "compare_averages"),
    }
