"""summary.h5 and its neighbours are read by the tools other people use."""

import json
import re
from importlib.metadata import version
from pathlib import Path

import h5py
import numpy as np
import pandas as pd
import pytest
import xarray
from numpy.testing import assert_array_equal

TECHNIQUES = ("fasttext", "glove", "lsa", "ppmi", "word2vec")


@pytest.fixture(scope="module")
def files(finished):
    return finished.results("whole")


@pytest.fixture
def summary(files):
    with h5py.File(files["summary.h5"], "r", locking=False) as file:
        yield file


@pytest.mark.parametrize("technique", TECHNIQUES)
def test_xarray_reads_losses_with_their_runs(files, technique):
    group = f"/pip/early/{technique}"
    with xarray.open_dataset(
        files["summary.h5"], engine="h5netcdf", group=group
    ) as losses:
        assert set(losses.data_vars) == {"fixed", "shuffled", "bootstrapped"}
        for sampling in losses.data_vars:
            assert losses[sampling].dims == ("runs", "other_runs")
            assert losses[sampling].dtype == np.float64
            path = files[f"measures/early/{technique}/{sampling}/pip.h5"]
            with h5py.File(path, "r", locking=False) as file:
                assert_array_equal(losses[sampling], file["losses"])
        assert losses.runs.values.tolist() == [1, 2, 3, 4]
        assert float(losses.shuffled.sel(runs=3, other_runs=3)) == 0


def test_every_axis_of_losses_has_its_scale(summary):
    for technique in TECHNIQUES:
        for sampling in ("fixed", "shuffled", "bootstrapped"):
            dims = summary[f"pip/early/{technique}/{sampling}"].dims
            assert [dim.label for dim in dims] == ["runs", "other_runs"]
            assert [dim[0][:].tolist() for dim in dims] == [[1, 2, 3, 4]] * 2
    assert summary["pip/elsewhere/given/shuffled"].shape == (3, 3)


def test_xarray_reads_averages_by_word(files):
    with xarray.open_dataset(
        files["summary.h5"], engine="h5netcdf", group="averages/early/glove/shuffled/2"
    ) as averages:
        assert averages.vectors.dims == ("runs", "words", "dims")
        assert averages.vectors.dtype == np.float32
        assert averages.runs.values.tolist() == [1, 3]
        vector = averages.vectors.sel(runs=1, words="government").values
    with h5py.File(files["averages/early/glove/shuffled/2.h5"], "r") as stored:
        row = stored["words"].asstr()[:].tolist().index("government")
        assert_array_equal(vector, stored["vectors"][0, row])
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)


def test_tables_are_those_of_the_csv_files(files, summary):
    names = [Path(path).stem for path in files if re.fullmatch(r"tables/.*csv", path)]
    assert sorted(names) == sorted(summary["tables"])
    assert len(names) >= 10
    wrong = [name for name in names if differing(files, summary, name)]
    assert wrong == []


def differing(files, summary, name):
    """Columns of a table that summary.h5 holds otherwise than its CSV."""
    table = pd.read_csv(files[f"tables/{name}.csv"], keep_default_na=False, dtype=str)
    group = summary[f"tables/{name}"]
    found = (set(group) - {"rows"}) ^ set(table.columns)
    if group["rows"][:].tolist() != list(range(len(table))):
        found.add("rows")
    for column, written in table.items():
        stored = group[column]
        if stored.dims[0].label != "rows":
            found.add(column)
        elif stored.dtype == object:
            if stored.asstr()[:].tolist() != written.tolist():
                found.add(column)
        else:
            numbers = pd.to_numeric(written, errors="coerce")
            if not np.array_equal(stored[:].astype(float), numbers, equal_nan=True):
                found.add(column)
    return found


def test_pandas_makes_a_frame_of_a_table(summary):
    group = summary["tables/trainings"]
    frame = pd.DataFrame(
        {
            name: column.asstr()[:] if column.dtype == object else column[:]
            for name, column in group.items()
        }
    )
    assert frame.groupby("technique").planned.sum().to_dict() == {
        **dict.fromkeys(TECHNIQUES, 12),
        "given": 3,
    }


def test_steps_of_a_text_end_with_what_is_stored(files):
    with h5py.File(files["corpora/early.h5"], "r", locking=False) as file:
        last = {name: counts[-1] for name, counts in file["steps"].items()}
        stored = {"tokens": len(file["tokens"]), "types": len(file["words"])}
        for unit in ("document", "sentence", "line"):
            stored[f"{unit}s"] = len(file[f"{unit}_offsets"]) - 1
        assert [dim.label for dim in file["steps/tokens"].dims] == ["step"]
        assert file["steps/tokens"].dims[0].keys() == ["step"]
    assert last.pop("step") == b"cut"
    assert last == stored
    shown = pd.read_csv(files["tables/corpora.csv"]).iloc[-1]
    assert {name: shown[name] for name in stored} == stored


def test_instability_stands_by_word(files, summary):
    for technique in TECHNIQUES:
        group = summary[f"instability/early/{technique}"]
        path = files[f"measures/early/{technique}/instability.h5"]
        with h5py.File(path, "r", locking=False) as stored:
            for name in ("words", "frequency", "intrinsic", "extrinsic"):
                assert_array_equal(group[name], stored[name])
        assert group["intrinsic"].dims[0].keys() == ["words"]


def test_nothing_failed(summary):
    assert summary.attrs["planned_runs"] == 5 * 3 * 4 + 3
    assert summary.attrs["failed_runs"] == 0


def all_files(files):
    paths = [path for path in files if path.endswith(".h5")]
    assert len(paths) > 100
    return paths


def test_xarray_reads_every_file(files):
    for path in all_files(files):
        with h5py.File(files[path], "r") as file:
            sets = [k for k, v in file.items() if isinstance(v, h5py.Dataset)]
            stored = {k: (file[k].shape, axes(file[k])) for k in sets}
        with xarray.open_dataset(
            files[path], engine="h5netcdf", phony_dims="access"
        ) as read:
            found = {k: (v.shape, list(v.dims)) for k, v in read.variables.items()}
        assert found.keys() == stored.keys(), path
        for name, (shape, names) in stored.items():
            assert found[name][0] == shape, (path, name)
            # lists without a scale, such as offsets, get a name of xarray's own
            assert names is None or found[name][1] == names, (path, name)


def axes(dataset):
    """Names of the axes of an array, or None where they have no scale."""
    if not dataset.is_scale and not all(map(len, dataset.dims)):
        return None
    return [dim.label for dim in dataset.dims]


def test_every_file_says_where_it_comes_from(files):
    for path in all_files(files):
        with h5py.File(files[path], "r", locking=False) as file:
            said = dict(file["provenance"].attrs)
            assert file.attrs["format"] == 1
        assert json.loads(said["versions"]).keys() >= {"numpy", "gensim", "h5py"}
        assert said["quaver"]
        assert said["study"] == "whole"
        assert said["study_seed"] == "7"
        assert len(said["study_digest"]) == 64
        assert said["seconds"] > 0, path
        assert said["peak_bytes"] > 1e6, path
        assert said["host"]
        assert said["host_threads"] >= 1


def test_a_corpus_says_what_cut_its_words(files):
    with h5py.File(files["corpora/early.h5"], "r") as file:
        said = dict(file.attrs)
    assert said["language"] == "en"
    assert said["tokeniser"] == f"letters (regex {version('regex')})"


def test_a_file_of_models_names_its_parameters_and_seconds(files):
    with h5py.File(files["models/early/glove/fixed/1-3.h5"], "r") as file:
        said = dict(file["provenance"].attrs)
        assert [dim.label for dim in file["vectors"].dims] == ["runs", "words", "dims"]
    spec = json.loads(said["spec"])
    assert spec["parameters"]["epochs"] == 15
    assert spec["parameters"]["window"] == 15  # the default, filled in
    assert len(json.loads(said["run_seconds"])) == 3
