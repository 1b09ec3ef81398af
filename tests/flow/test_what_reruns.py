"""A change and the jobs it asks for: planned by a dry run, then run and counted."""

import copy
import os
import re
import shutil
import time

import pytest
import yaml

TEXTS, BIG = "texts", 1_200_000  # Snakemake hashes files of less than a million bytes
SET = ": food\n" + "sun moon bread butter\nstar comet oven sugar\n"


def base():
    """Two techniques on a text of files, one of which is large and not chosen."""
    place = {"path": f"{TEXTS}/*.txt", "names": "{part}.txt", "where": {"part": [1, 9]}}
    text = {"kind": "text", "documents": "line", **place}
    sets = {"own": {"language": "en", "format": "analogies", "path": "set.txt"}}
    return {
        **{"study": "base", "seed": 1, "runs": 2, "runs_per_job": 2},
        "corpora": {"mine": {"language": "en", "source": text}},
        "techniques": {
            "lsa": {"trainer": "lsa", "dimensions": 3},
            "ppmi": {"trainer": "ppmi", "dimensions": 4},
        },
        "samplings": ["shuffled"],
        "analyses": {
            "stability": {"neighbours": [2], "targets": 9},
            "averages": {"sizes": []},
            "distribution": {"samplings": []},
            "quality": {"sets": sets},
        },
    }


@pytest.fixture(scope="module")
def origin(tmp_path_factory, folder_at, two_topics):
    """A clone of the repository, and in it the finished study."""
    here, clone = folder_at(".").repository, tmp_path_factory.mktemp("origin") / "clone"
    leave = shutil.ignore_patterns("__pycache__")
    for name in ("workflow", "profiles", "envs"):
        shutil.copytree(here / name, clone / name, ignore=leave)
    for name in ("Snakefile", "config.yaml", "CITATION.cff"):
        shutil.copy2(here / name, clone / name)
    folder = folder_at(clone, clone)
    folder.write(f"{TEXTS}/1.txt", two_topics())
    folder.write(f"{TEXTS}/10.txt", "sun moon\n" * (BIG // 9))
    folder.write("set.txt", SET)
    folder.finish(study=base())
    return folder


@pytest.fixture
def folder(origin, folder_at, tmp_path):
    """The finished clone, moved elsewhere."""
    moved = tmp_path / "clone"
    shutil.copytree(origin.path, moved)
    return folder_at(moved, moved)


def edit(name, old, new):
    """An edit of a file that leaves its time stamp in the past."""

    def change(folder, study):
        path = folder.path / name
        text, status = path.read_text(encoding="utf-8"), path.stat()
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns - 10**12))

    return change


def key(path, value):
    """A change of one key of the study."""

    def change(folder, study):
        *groups, last = path.split("/")
        for group in groups:
            study = study[group]
        study[last] = value

    return change


def swap(folder, study):
    techniques = study["techniques"]
    techniques["lsa"]["dimensions"], techniques["ppmi"]["dimensions"] = 4, 3


def another_language(folder, study):
    folder.write("fi.txt", (folder.path / f"{TEXTS}/1.txt").read_text())
    source = {"kind": "text", "path": "fi.txt"}
    study["corpora"]["finnish"] = {"language": "fi", "source": source}


def more_files(folder, study):
    folder.write(f"{TEXTS}/2.txt", "sun bread moon butter\n" * 9)


def swap_files(folder, study):
    """Two files that swap names: together they hold what they held."""
    one, two = folder.path / f"{TEXTS}/1.txt", folder.path / f"{TEXTS}/10.txt"
    other = one.with_suffix(".other")
    for old, new in ((one, other), (two, one), (other, two)):
        old.rename(new)


def measured(cells, **more):
    names = ("pip", "neighbours", "distances", "quality")
    return {**{f"measure_{name}": cells for name in names}, **more}


GATHERED = {"make_tables": 1, "summarise": 1, "write_methods": 1, "all": 1}
ENDS = {"draw_figures": 1, **GATHERED}
WITH_STUDY = {"write_study": 1, **ENDS}
OTHER_CODE = "import numpy", "import math\nimport numpy"
LIBRARY = "workflow/quaver"
PAPER = f"{LIBRARY}/papers/rettenmeier2020"
ONE = measured(1, train_block=1)
BOTH = measured(2, train_block=2)

CHANGES = {
    "a parameter": (key("techniques/lsa/iterations", 6), {**ONE, **WITH_STUDY}),
    "swapped parameters": (swap, {**BOTH, **WITH_STUDY}),
    "runs": (key("runs", 3), {**BOTH, **WITH_STUDY}),
    "a language": (another_language, {"encode_corpus": 1, **BOTH, **WITH_STUDY}),
    "a measure": (
        edit(f"{LIBRARY}/measures/pip.py", *OTHER_CODE),
        {"measure_pip": 2, **ENDS},
    ),
    "a figure": (
        edit(f"{LIBRARY}/figures/losses.py", *OTHER_CODE),
        {"draw_figures": 1, "all": 1},
    ),
    "a trainer": (
        edit(f"{LIBRARY}/trainers/lsa.py", *OTHER_CODE),
        {**ONE, **ENDS},
    ),
    "a language pack": (
        edit(f"{LIBRARY}/corpora/languages/en.py", "cf, e.g", "cf, esp, e.g"),
        {"encode_corpus": 1, **BOTH, **ENDS},
    ),
    "a default": (
        edit(
            f"{LIBRARY}/config/techniques.py",
            "iterations: int = 5",
            "iterations: int = 6",
        ),
        {**ONE, **WITH_STUDY},
    ),
    "published numbers": (
        edit(
            "workflow/quaver/papers/rettenmeier2020/published/table_2_8.csv",
            "\n",
            "\n\n",
        ),
        GATHERED,
    ),
    "an evaluation set": (
        edit("set.txt", "sun moon", "moon sun"),
        {"measure_quality": 2, **GATHERED},
    ),
    "a text": (
        edit(f"{TEXTS}/1.txt", "sun", "moon"),
        {"encode_corpus": 1, **BOTH, **ENDS},
    ),
    "another file": (more_files, {"encode_corpus": 1, **BOTH, **ENDS}),
    "swapped files": (swap_files, {"encode_corpus": 1, **BOTH, **ENDS}),
}
del CHANGES["a language"][1]["measure_quality"]  # the set is English
REALLY = ("a parameter", "runs", "a language", "a measure", "a figure", "a text")


def planned(said):
    """Jobs of a run by rule, of the line that begins it."""
    line = re.search(r"^(\d+) jobs?: (.*)\.$", said, re.MULTILINE)
    counts = dict(reversed(part.split()) for part in line[2].split(", "))
    counts = {rule: int(number) for rule, number in counts.items()}
    assert sum(counts.values()) == int(line[1])
    assert f"Done: {line[1]} jobs in" in said
    return counts


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_that_matters_makes_what_depends_on_it(folder, name):
    change, expected = CHANGES[name]
    study = base()
    change(folder, study)
    assert folder.jobs(study=study) == expected
    if name in REALLY:
        before = stamps(folder)
        assert planned(folder.finish(study=study)) == expected
        made = {path for path, stamp in stamps(folder).items() - before.items()}
        assert len(made) == sum(expected.get(rule, 0) for rule in ONE_FILE)
        assert folder.jobs(study=study) == {}


ONE_FILE = [*measured(1), "encode_corpus", "train_block", "summarise"]


def stamps(folder):
    files = folder.results("base", "**/*.h5")
    return {path: file.stat().st_mtime_ns for path, file in files.items()}


def turn(value):
    if not isinstance(value, dict):
        return value
    return {name: turn(value[name]) for name in reversed(list(value))}


def test_what_does_not_matter_makes_nothing(folder):
    """Order, comments, time stamps of texts, sets, modules and outputs; the lot."""
    text = yaml.safe_dump(turn(base()), sort_keys=False)
    text = re.sub("$", "  # said otherwise", text, flags=re.MULTILINE)
    edit(f"{LIBRARY}/trainers/lsa.py", "\ndef ", "\n# a comment\ndef ")(folder, None)
    for year in (1990, 2090):
        moment = time.mktime((year, 1, 1, 0, 0, 0, 0, 0, 0))
        for name in (TEXTS, "set.txt", "workflow", "Snakefile", "profiles"):
            path = folder.path / name
            for file in [path, *path.rglob("*")]:
                os.utime(file, (moment, moment))
        assert folder.jobs(study=text) == {}
    for file in folder.results("base", "**/*").values():
        file.touch()
    assert folder.jobs(study=text) == {}


def test_a_touched_text_makes_nothing_also_when_it_is_run(folder):
    """The large one, too; and it is read once, then remembered."""
    for name in ("1", "10"):
        (folder.path / f"{TEXTS}/{name}.txt").touch()
    assert "Nothing to be done" in folder.finish("--verbose", study=base())
    known = (folder.path / "results/base/sources.json").read_text()
    stamp = (folder.path / f"{TEXTS}/10.txt").stat().st_mtime_ns
    assert str(stamp) in known


@pytest.mark.parametrize("gone", [TEXTS, f"{TEXTS}/1.txt", "set.txt"])
def test_what_is_gone_since_stays_as_it_was_made(folder, gone):
    path = folder.path / gone
    if path.is_dir():
        shutil.rmtree(path)
        study = base()
        assert folder.jobs(study=study) == {}
        study["techniques"]["lsa"]["iterations"] = 6
        assert folder.jobs(study=study) == {**ONE, **WITH_STUDY}
        study["corpora"]["mine"]["min_count"] = 2  # must be read again, and cannot
        done = folder.run(study=study)
        assert done.returncode == 1
        assert "Failed: corpus mine: no file matches texts/*.txt" in done.stdout
    elif gone == "set.txt":
        path.unlink()
        assert folder.jobs(study=base()) == {}
    else:  # of several files one less: the corpus is another
        path.unlink()
        assert folder.jobs(study=base())["encode_corpus"] == 1


def test_a_dry_run_remembers_nothing(folder):
    memory = folder.path / "results/base/sources.json"
    memory.unlink()
    before = copy.copy(folder.results("base"))
    assert folder.jobs(study=base()) == {}
    assert folder.results("base") == before
    folder.finish(study=base())
    assert memory.exists()


def test_results_in_a_fresh_clone_with_what_snakemake_knows(folder):
    assert folder.jobs(study=base()) == {}


def test_results_in_a_fresh_clone_without_what_snakemake_knows(folder):
    """It takes what stands for what is asked: a change is refused, with a cure."""
    shutil.rmtree(folder.path / ".snakemake")
    study = base()
    assert folder.jobs(study=study) == {}
    assert ".snakemake is lost" in folder.finish("--dry-run", study=study)
    study["techniques"]["lsa"]["iterations"] = 6
    done = folder.run("--dry-run", study=study)
    assert done.returncode == 1
    (cure,) = re.findall(r"Tell it with 'snakemake -c1 (.*?)', then", done.stdout)
    folder.finish(*cure.split())
    assert folder.jobs(study=study) == {**ONE, **WITH_STUDY}
    assert folder.jobs(study=base()) == {}


def test_another_version_of_a_package_is_told_and_trains_anew(folder):
    change = edit(
        f"{LIBRARY}/digest.py",
        "        return version(NAMED.get(name, name))",
        '        return "99" if name == "sklearn" else version(NAMED.get(name, name))',
    )
    change(folder, None)
    assert folder.jobs(study=base()) == {**ONE, **ENDS}
    folder.finish("--touch", study=base())
    assert folder.jobs(study=base()) == {}
