"""A finished study in a zip: what the profiles of RO-Crate demand, byte by byte."""

import csv
import hashlib
import io
import json
import re
import subprocess
import sys
import zipfile

import h5py
import pytest
from small_study import ASKED, SMALL

ZIP = "asked.crate.zip"
ROOT = "results/asked/"
DATES = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00")


@pytest.fixture(scope="module")
def archived(asked):
    """The study ASKED, finished and archived; its folder and its zip."""
    with zipfile.ZipFile(asked.results("asked")[ZIP]) as crate:
        yield asked, crate


@pytest.fixture(scope="module")
def described(archived):
    """Entities of the description, by their id."""
    _, crate = archived
    read = json.loads(crate.read("ro-crate-metadata.json"))
    entities = {entity["@id"]: entity for entity in read["@graph"]}
    assert len(entities) == len(read["@graph"]), "an entity is described twice"
    return entities


def references(value):
    """Ids an entity's values refer to."""
    if isinstance(value, list):
        return [name for each in value for name in references(each)]
    if isinstance(value, dict):
        return [value["@id"]]
    return []


def of_type(described, kind):
    """Entities that are of a kind, alone or among others, by id."""
    found = {}
    for name, entity in described.items():
        kinds = entity["@type"]
        if kind in (kinds if isinstance(kinds, list) else [kinds]):
            found[name] = entity
    return found


def values(described, name, key):
    """Entities one entity refers to by a key."""
    return [described[each] for each in references(described[name].get(key, []))]


def test_every_file_is_described_and_every_description_has_its_file(
    archived, described
):
    _, crate = archived
    names = {info.filename for info in crate.infolist()}
    folders = {name for name in names if name.endswith("/")}
    assert folders == set(of_type(described, "Dataset")) - {"./"}
    files = names - folders - {"ro-crate-metadata.json"}
    assert files == set(of_type(described, "File"))


def test_the_workflow_is_packed_whole_and_nothing_made_of_it(archived):
    folder, crate = archived
    packed = {name for name in crate.namelist() if not name.startswith("results/")}
    for pattern in ("workflow/**/*.py", "workflow/**/*.smk", "workflow/**/*.csv"):
        found = folder.repository.glob(pattern)
        names = {path.relative_to(folder.repository).as_posix() for path in found}
        assert names and packed >= names
    assert not [name for name in packed if re.search(r"pycache|egg-info|/\.", name)]
    assert packed >= {
        *("Snakefile", "requirements.lock", "pyproject.toml", "LICENSE"),
        *("envs/quaver.yaml", "profiles/default/config.yaml", "CITATION.cff"),
        "workflow/schemas/study.schema.yaml",
    }


def test_sizes_and_checksums_are_those_of_the_files(archived, described):
    _, crate = archived
    for name, entity in of_type(described, "File").items():
        data = crate.read(name)
        assert entity["contentSize"] == str(len(data)), name
        assert entity["sha256"] == hashlib.sha256(data).hexdigest(), name
        assert re.fullmatch(r"[a-z]+/[a-z0-9.+-]+", entity["encodingFormat"])


def test_what_is_referred_to_is_described(described):
    used = {
        name
        for entity in described.values()
        for value in entity.values()
        for name in references(value)
    }
    assert used <= set(described)
    # and nothing is described that nobody refers to
    assert set(described) - used == {"ro-crate-metadata.json"}


def test_all_data_hangs_on_the_root(described):
    reached, waiting = set(), ["./"]
    while waiting:
        name = waiting.pop()
        reached.add(name)
        waiting += references(described[name].get("hasPart", []))
    assert reached - {"./"} == {
        *of_type(described, "File"),
        *of_type(described, "Dataset"),
    } - {"./"}


def test_the_profiles_are_named(described):
    root, head = described["./"], described["ro-crate-metadata.json"]
    assert references(head["about"]) == ["./"]
    assert references(head["conformsTo"]) == [
        "https://w3id.org/ro/crate/1.1",
        "https://w3id.org/workflowhub/workflow-ro-crate/1.0",
    ]
    assert references(root["conformsTo"]) == [
        "https://w3id.org/ro/wfrun/process/0.5",
        "https://w3id.org/ro/wfrun/workflow/0.5",
        "https://w3id.org/workflowhub/workflow-ro-crate/1.0",
    ]
    for name in references(root["conformsTo"]):
        assert described[name]["@type"] == "CreativeWork"
        assert described[name]["name"] and described[name]["version"]


def test_the_root_has_what_it_must(described):
    root = described["./"]
    assert root["@type"] == "Dataset"
    assert root["name"] and root["description"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", root["datePublished"])
    (licence,) = values(described, "./", "license")
    assert licence["@type"] == "CreativeWork" and licence["name"]


def test_the_main_entity_is_the_workflow(described):
    (workflow,) = values(described, "./", "mainEntity")
    assert workflow["@id"] == "Snakefile"
    assert workflow["@type"] == ["File", "SoftwareSourceCode", "ComputationalWorkflow"]
    (language,) = values(described, "Snakefile", "programmingLanguage")
    assert language["@type"] == "ComputerLanguage" and language["version"] == "9.27.1"
    packages = values(described, "Snakefile", "softwareRequirements")
    known = {each["name"]: each["softwareVersion"] for each in packages}
    assert known["gensim"] == "4.4.0" and "Python" in known


def test_the_run_is_an_action_of_the_workflow(described):
    (run,) = values(described, "./", "mentions")
    assert run["@type"] == "CreateAction"
    assert references(run["instrument"]) == ["Snakefile"]
    assert DATES.fullmatch(run["startTime"]) and DATES.fullmatch(run["endTime"])
    assert run["startTime"] < run["endTime"]
    texts = [f"#input-text-{name}" for name in ("mine", "two", "s_1810", "s_1820")]
    assert references(run["object"])[0] == f"{ROOT}study.yaml"
    assert {*references(run["object"])[1:]} >= {*texts}
    made = set(references(run["result"]))
    assert made >= {
        *(f"{ROOT}{name}" for name in ("tables/", "figures/", "summary.h5")),
        *(f"{ROOT}{name}" for name in ("ledger.csv", "methods.md", "methods.bib")),
        f"{ROOT}manifest.csv",
    }


def test_parameters_have_values_that_are_theirs(described):
    workflow = described["Snakefile"]
    parameters = of_type(described, "FormalParameter")
    used = [*references(workflow["input"]), *references(workflow["output"])]
    assert sorted(used) == sorted(parameters)
    for name, parameter in parameters.items():
        assert parameter["name"]
        for value in values(described, name, "workExample"):
            assert references(value["exampleOfWork"]) == [name]
            assert parameter["additionalType"] in value["@type"]


def test_the_text_is_named_by_its_checksum(archived, described):
    folder, _ = archived
    text = (folder.path / "mine.txt").read_bytes()
    assert described["#input-text-mine"]["value"] == hashlib.sha256(text).hexdigest()


def test_the_manifest_lists_what_stays_outside(archived):
    folder, crate = archived
    with crate.open(f"{ROOT}manifest.csv") as file:
        rows = list(csv.DictReader(io.TextIOWrapper(file, "utf-8")))
    listed = {row["path"]: row for row in rows if not row["run"]}
    kinds = ("models", "measures", "corpora", "queries")
    outside = {
        path: file
        for path, file in folder.results("asked").items()
        if path.split("/")[0] in kinds
    }
    models = {path for path in outside if re.match(r"models/.*\.h5", path)}
    assert set(listed) == set(outside) - models
    for path, row in listed.items():
        data = outside[path].read_bytes()
        assert row["bytes"] == str(len(data))
        assert row["of"] == "file"
        assert row["sha256"] == hashlib.sha256(data).hexdigest()
    trained = [row for row in rows if row["run"]]
    assert {row["path"] for row in trained} == models
    assert {row["of"] for row in trained} == {"vectors"}
    for row in trained:
        with h5py.File(outside[row["path"]], locking=False) as file:
            vectors = file["vectors"][int(row["run"]) - 1]
        assert row["sha256"] == hashlib.sha256(vectors.tobytes()).hexdigest()
        assert row["bytes"] == str(outside[row["path"]].stat().st_size)


def test_the_papers_are_those_of_the_methods(archived, described):
    _, crate = archived
    text = crate.read(f"{ROOT}methods.md").decode()
    papers = values(described, "./", "citation")
    assert len(papers) == text.partition("## References")[2].count("\n- ") - 1
    assert all(paper["description"] in text for paper in papers)


def test_lists_to_trust_are_packed(archived):
    _, crate = archived
    packed = {name.partition(ROOT)[2] for name in crate.namelist()}
    figures = {f"figures/neighbours/mine/{name}.svg" for name in ("bread", "sun")}
    assert {"tables/trust.csv", "tables/neighbour_lists.md", *figures} <= packed
    assert not [name for name in packed if ".snakemake" in name]


def test_averages_stand_in_the_manifest_by_their_vectors(finished, tmp_path):
    """As models do: their files hold times that another run would not repeat."""
    out = tmp_path / "whole.zip"
    command = [sys.executable, "-m", "quaver.stages.archive", "--output", out]
    command += ["--input", finished.path / "results/whole/study.yaml"]
    command += [finished.repository / "Snakefile"]
    subprocess.run(command, env=finished.environment(), cwd=finished.path, check=True)
    with zipfile.ZipFile(out).open("results/whole/manifest.csv") as file:
        rows = list(csv.DictReader(io.TextIOWrapper(file, "utf-8")))
    rows = [row for row in rows if row["path"].startswith("averages/")]
    files = finished.results("whole", "averages/**/*.h5")
    assert {row["path"] for row in rows} == {*files}
    wrong = []
    for row in rows:
        with h5py.File(files[row["path"]], locking=False) as file:
            data = file["vectors"][:].tobytes()
        if (row["of"], row["sha256"]) != ("vectors", hashlib.sha256(data).hexdigest()):
            wrong.append(row["path"])
    assert wrong == []


def test_the_same_results_are_archived_to_the_same_bytes(archived):
    folder, _ = archived
    file = folder.results("asked")[ZIP]
    before = file.read_bytes()
    file.rename(file.with_suffix(".kept"))
    folder.finish("archive", study=ASKED, PYTHONHASHSEED="7")
    assert file.read_bytes() == before
    file.with_suffix(".kept").unlink()
    assert folder.jobs("archive", study=ASKED) == {}
    assert not folder.leftovers()


def test_what_was_unpacked_runs_again(archived, folder_at, tmp_path, give_texts):
    _, crate = archived
    crate.extractall(tmp_path)
    unpacked = folder_at(tmp_path, tmp_path)
    give_texts(unpacked)
    study = (tmp_path / ROOT / "study.yaml").read_text(encoding="utf-8")
    assert unpacked.jobs(study=study)["train_block"] == 16


def test_an_unfinished_study_is_refused_before_anything_runs(folder, two_topics):
    folder.write("mine.txt", two_topics())
    done = folder.run("archive", study=SMALL)
    assert done.returncode != 0
    assert (
        "The study small is not finished, 12 jobs are still to be done: run snakemake "
        "first, then snakemake archive."
    ) in done.stdout
    assert not [name for name in folder.results("small") if name.endswith(".h5")]


def test_models_that_are_missing_are_counted(archived, tmp_path):
    """Also where snakemake was gone round."""
    folder, _ = archived
    record = folder.results("asked")["models/mine/ppmi/bootstrapped/1-8.json"]
    record.rename(tmp_path / "kept")
    inputs = [folder.path / "results/asked/study.yaml"]
    command = [sys.executable, "-m", "quaver.stages.archive"]
    command += ["--output", tmp_path / "never.zip", "--input", *inputs]
    done = subprocess.run(
        command, env=folder.environment(), capture_output=True, text=True
    )
    (tmp_path / "kept").rename(record)
    assert done.returncode == 1
    assert done.stdout == (
        "Failed: the study asked is not finished: 8 of 128 models are missing; run "
        "snakemake until none is, then archive it.\n"
    )
    assert not (tmp_path / "never.zip").exists()
