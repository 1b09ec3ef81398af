"""What becomes of models once all is measured, and that nobody misses them."""

import copy
import json
import re
from pathlib import Path

import h5py
import numpy as np
import pandas as pd
import pytest
from small_study import ENDS, SMALL

from quaver.config import understand
from quaver.engine.plan import plan
from quaver.grid import Grid

BLOCKS = ("1-2", "3-3")
SHUFFLED, BOOTSTRAPPED = "models/mine/ppmi/shuffled", "models/mine/ppmi/bootstrapped"
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
    "analyses": {
        **SMALL["analyses"],
        "quality": {
            "sets": {"own": {"language": "en", "format": "pairs", "path": "pairs.txt"}}
        },
    },
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
EXPORTS = "results/{}/exports/{}/run-{}.txt"
ALONG = [("mine/ppmi/bootstrapped", 1)]  # exported by the call that retires its models
LATER = [("mine/ppmi/bootstrapped", 2), ("mine/ppmi/bootstrapped", 3)]
THINNED = ("mine/ppmi/shuffled", 1)


def exports(study, *runs):
    return [EXPORTS.format(study, cell, run) for cell, run in runs]


@pytest.fixture
def study():
    return copy.deepcopy(STUDY)


@pytest.fixture(scope="module")
def retired(tmp_path_factory, folder_at, two_topics, give_vectors):
    """The study finished, its models retired, and again with all of its models.

    At first an evaluation set is malformed: no score can be computed.
    """
    folder = folder_at(tmp_path_factory.mktemp("retired"))
    folder.write("mine.txt", two_topics())
    folder.write("pairs.txt", "sun moon much\n")
    give_vectors(folder)
    done = folder.run(study=STUDY)
    folder.write("failed", done.stdout)
    folder.write("stood", "\n".join(folder.results("small", "models/**/*")))
    assert done.returncode == 1, done.stdout
    folder.write("pairs.txt", "sun moon 5\nbread flour 3\nbread moon 1\n")
    planned = folder.jobs(study=STUDY)
    folder.write("planned", json.dumps(planned))
    folder.finish("all", *exports("small", *ALONG), study=STUDY)
    folder.finish("all", *exports("kept", *ALONG, *LATER, THINNED), study=KEPT)
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


def test_another_retention_trains_nothing(retired, study):
    expected = {"delete": 2, "thin": 3, "keep": 0}  # what was thinned; what there is
    planned = {}
    for models in expected:
        study["retention"] = {"models": models}
        jobs = retired.jobs(study=study)
        planned[models] = jobs.pop("retire_models", 0)
        assert jobs.keys() <= {*ENDS, "all"}, models
    assert planned == expected


def test_a_table_or_figure_that_changes_trains_nothing(retired, study):
    touched = ("--forcerun", "make_tables", "draw_figures", "summarise")
    assert retired.jobs(*touched, study=study).keys() <= {*ENDS, "all"}


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


def same_bytes(folder, runs):
    """Runs whose export is the same whether their models are kept or not."""
    pairs = zip(exports("small", *runs), exports("kept", *runs), strict=True)
    return [
        run
        for run, (ours, theirs) in zip(runs, pairs, strict=True)
        if (folder.path / ours).read_bytes() == (folder.path / theirs).read_bytes()
    ]


def test_exports_of_models_that_went(kept, retired, study):
    """A deleted run is trained for its export alone; a thinned one is as it is."""
    assert same_bytes(retired, ALONG) == ALONG
    given = ("elsewhere/given/shuffled", 2)
    said = retired.finish(*exports("small", *LATER, given, THINNED), study=study)
    assert "Trained runs" not in said
    assert same_bytes(retired, LATER) == LATER
    logs = retired.results("small", "logs/export_space/**/*.log")
    for cell, run in LATER:
        log = logs[f"logs/export_space/{cell}/run-{run}.txt.log"]
        told = f"Run {run} was deleted: it is made again for this export.\n"
        assert log.read_text() == told
    assert retired.jobs(study=study) == {}

    # spaces of others are read again
    (name,) = exports("small", given)
    ours = (retired.path / name).read_text().splitlines()
    theirs = (retired.path / "given/run2.txt").read_text().splitlines()
    assert {x.split()[0] for x in ours[1:]} == {x.split()[0] for x in theirs[1:]}
    assert [x for x in names(retired, "*.h5") if "given" in x] == []

    log = logs["logs/export_space/mine/ppmi/shuffled/run-1.txt.log"]
    assert "was thinned: its numbers have 11 binary digits." in log.read_text()
    (name,) = exports("small", THINNED)
    rows = [line.split() for line in (retired.path / name).read_text().splitlines()[1:]]
    ours = np.array([row[1:] for row in rows], dtype=np.float32)
    with h5py.File(kept[f"{SHUFFLED}/1-2.h5"], "r", locking=False) as file:
        wanted = file["vectors"][0][file["present"][0]]
    assert np.abs(ours - wanted).max() <= 2**-11 * np.abs(wanted).max()
    assert (ours != wanted).any()


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


def test_models_go_only_when_all_is_measured(retired):
    """A measure that fails keeps them: nothing has to be trained for the next try."""
    assert "pairs.txt" in (retired.path / "failed").read_text(encoding="utf-8")
    stood = (retired.path / "stood").read_text(encoding="utf-8").splitlines()
    mine = [path for path in stood if path.startswith("models/mine/")]
    whole = {f"{cell}/{n}.h5" for cell in (SHUFFLED, BOOTSTRAPPED) for n in BLOCKS}
    assert whole <= {*mine}
    assert not [path for path in mine if path.endswith(("retired.json", ".thin.h5"))]
    planned = json.loads((retired.path / "planned").read_text(encoding="utf-8"))
    assert planned["measure_quality"] == planned["retire_models"] == 4
    assert not {"train_block", "read_vectors"} & planned.keys()


def test_an_export_stays_what_it_was_whatever_becomes_of_the_models(retired):
    """Of models that were whole when they were exported, and are thinned since."""
    (early,) = exports("kept", THINNED)
    before = (retired.path / early).read_bytes()
    thin = {**KEPT, "retention": {"models": "thin"}}
    model = "results/kept/models/mine/ppmi/shuffled/retired.json"
    retired.finish(early, model, study=thin)
    assert "models/mine/ppmi/shuffled/1-2.thin.h5" in retired.results("kept")
    assert retired.jobs(early, study=thin) == {}
    assert (retired.path / early).read_bytes() == before


# Rules that read records: what tables and summary are made of, and retirement itself.
OF_RECORDS = {*ENDS, "list_neighbours", "retire_models"}


def test_every_reader_of_models_is_waited_for(folder, whole, give_vectors):
    """Whatever job takes models of a cell: what it makes is needed to retire them."""
    give_vectors(folder)
    whole["analyses"]["stability"]["vocabulary"] = "techniques"
    path = "gensim:wordsim353.tsv"
    words = {"language": "en", "format": "wordsim353", "path": path}
    whole["analyses"]["quality"] = {"sets": {"ws": words}}
    whole["retention"] = {"models": "delete"}
    whole["analyses"]["averages"]["all"] = True
    jobs = plan(whole, folder.path)
    models = {
        p for p, job in jobs.items() if job.rule in ("train_block", "read_vectors")
    }
    models = {path for path in models if path.endswith(".h5")}
    assert len(models) == 5 * 3 * 2 + 1
    retiring = {Path(p).parent: j for p, j in jobs.items() if j.rule == "retire_models"}
    readers, early = set(), []
    for path, job in jobs.items():
        if job.rule in OF_RECORDS:
            continue
        for model in models.intersection(job.inputs):
            readers.add(job.rule)
            if path not in retiring[Path(model).parent].inputs:
                early.append((model, path))
    assert early == []
    measures = ("pip", "neighbours", "distances", "cosines", "prediction", "proxies")
    assert readers == {
        *(f"measure_{name}" for name in (*measures, "quality")),
        *("share_vocabulary", "average_spaces", "average_all", "compare_averages"),
    }
