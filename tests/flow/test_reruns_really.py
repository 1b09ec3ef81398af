"""Snakemake does what the plans of test_reruns.py say: four changes are really run."""

import os
import re
import shutil
import time
from collections import Counter

import pytest
import yaml
from small_study import ENDS

from quaver.engine.plan import changed, plan

TEXTS, BIG = "texts", 1_200_000  # Snakemake hashes files of less than a million bytes
SET = ": food\n" + "sun moon bread butter\nstar comet oven sugar\n"
LIBRARY = "workflow/quaver"
LSA = {
    "train_block": 2,
    "measure_pip": 2,
    "measure_neighbours": 2,
    "measure_quality": 1,
}


def base():
    """Two techniques on two texts, one of files of which a large is not chosen."""
    place = {"path": f"{TEXTS}/*.txt", "names": "{part}.txt", "where": {"part": [1, 9]}}
    text = {"kind": "text", "documents": "line", **place}
    other = {"kind": "text", "path": "other.txt"}
    sets = {"own": {"language": "en", "format": "analogies", "path": "set.txt"}}
    return {
        **{"study": "base", "seed": 1, "runs": 2, "runs_per_job": 2},
        "corpora": {
            "mine": {"language": "en", "source": text},
            "other": {"language": "fi", "source": other},
        },
        "techniques": {
            "lsa": {"trainer": "lsa", "dimensions": 3},
            "ppmi": {"trainer": "ppmi", "dimensions": 4},
        },
        "samplings": ["shuffled"],
        "analyses": {
            "stability": {
                **{"neighbours": [2], "targets": 9},
                "measures": ["pip", "neighbours"],
            },
            "averages": {"sizes": []},
            "distribution": {"samplings": []},
            "quality": {"sets": sets},
        },
    }


@pytest.fixture(scope="module")
def folder(tmp_path_factory, clone_at, two_topics):
    """A clone of the project, and in it the finished study, moved elsewhere."""
    made = clone_at(tmp_path_factory.mktemp("first") / "clone")
    made.write(f"{TEXTS}/1.txt", two_topics())
    made.write(f"{TEXTS}/10.txt", "sun moon\n" * (BIG // 9))
    made.write("other.txt", two_topics(seed=1))
    made.write("set.txt", SET)
    made.finish(study=base())
    moved = tmp_path_factory.mktemp("moved") / "clone"
    shutil.move(made.path, moved)
    return type(made)(moved, moved)


def plan_of(folder, study):
    return plan(study, folder.path, home=folder.path)


def counted(before, after):
    """Jobs a change asks for, by rule, as two plans say."""
    again = {id(after[path]): after[path].rule for path in changed(before, after)}
    return dict(Counter(again.values()))


def told(said):
    """Jobs of a run by rule, of the line that begins it."""
    line = re.search(r"^(\d+) jobs?: (.*)\.$", said, re.MULTILINE)
    counts = dict(reversed(part.split()) for part in line[2].split(", "))
    counts = {rule: int(number) for rule, number in counts.items()}
    assert sum(counts.values()) == int(line[1])
    assert f"Done: {line[1]} jobs in" in said
    return counts


def stamps(folder):
    files = folder.results("base", "**/*.h5")
    return {path: file.stat().st_mtime_ns for path, file in files.items()}


def really(folder, before, study, expected):
    """Run a change: what is planned, told and made is the same; then all is done."""
    after, stood = plan_of(folder, study), stamps(folder)
    planned = counted(before, after)
    assert {rule: n for rule, n in planned.items() if rule not in ENDS} == expected
    assert folder.jobs(study=study) == {**planned, "all": 1}
    assert told(folder.finish(study=study)) == {**planned, "all": 1}
    remade = {path for path, stamp in stamps(folder).items() - stood.items()}
    wanted = changed(before, after)
    wanted = {path for path in wanted if path.endswith(".h5")}
    assert {f"results/base/{path}" for path in remade} == wanted
    assert folder.jobs(study=study) == {}
    return after


def edit(folder, name, old, new):
    """Edit a file and leave its time stamp in the past."""
    path = folder.path / name
    text, status = path.read_text(encoding="utf-8"), path.stat()
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns - 10**12))


def turned(value):
    if not isinstance(value, dict):
        return value
    return {name: turned(value[name]) for name in reversed(list(value))}


def test_what_does_not_matter_makes_nothing(folder):
    """Where it stands, order, comments, time stamps of all there is; the lot."""
    # but for that of texts, which tables have
    text = turned(base()) | {"corpora": turned(turned(base())["corpora"])}
    text = yaml.safe_dump(text, sort_keys=False)
    text = re.sub("$", "  # said otherwise", text, flags=re.MULTILINE)
    edit(folder, f"{LIBRARY}/trainers/lsa.py", "\ndef ", "\n# a comment\ndef ")
    memory = ("--set-resources", "encode_corpus:mem_mb=64")
    assert folder.jobs(*memory, study=text) == {}
    for year in (2090, 1990):
        moment = time.mktime((year, 1, 1, 0, 0, 0, 0, 0, 0))
        for name in (TEXTS, "other.txt", "set.txt", "workflow", "Snakefile"):
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
    memory = folder.path / "results/base/sources.json"
    stamp = (folder.path / f"{TEXTS}/10.txt").stat().st_mtime_ns
    assert str(stamp) in memory.read_text()
    memory.unlink()
    assert folder.jobs(study=base()) == {}
    assert not memory.exists()  # a dry run remembers nothing
    folder.finish(study=base())
    assert memory.exists()


def test_what_is_gone_since_stays_as_it_was_made(folder, tmp_path):
    kept = tmp_path / "kept"
    for gone in ("set.txt", TEXTS):
        (folder.path / gone).rename(kept)
        assert folder.jobs(study=base()) == {}, gone
        kept.rename(folder.path / gone)
    # of several files one less: the corpus is another
    folder.write(f"{TEXTS}/2.txt", "sun bread moon butter\n" * 9)
    assert folder.jobs(study=base())["encode_corpus"] == 1
    (folder.path / f"{TEXTS}/2.txt").unlink()


def test_changes_that_are_really_run(folder):
    study = base()
    before = plan_of(folder, study)

    study["techniques"]["lsa"]["iterations"] = 6
    before = really(folder, before, study, LSA)

    edit(
        folder,
        f"{LIBRARY}/measures/pip.py",
        "import numpy",
        "import math\nimport numpy",
    )
    before = really(folder, before, study, {"measure_pip": 4})

    # two files that swap names: together they hold what they held
    one, two = (folder.path / f"{TEXTS}/{name}.txt" for name in (1, 10))
    two.write_text(one.read_text().replace("sun", "moon"))
    for old, new in ((one, "swapped"), (two, one), (folder.path / "swapped", two)):
        old.rename(folder.path / new)
    mine = {"encode_corpus": 1, **LSA, "measure_quality": 2}  # both techniques
    before = really(folder, before, study, mine)

    study["runs"] = 3  # one block of two is whole; the other is new
    really(folder, before, study, {k: 2 * n for k, n in LSA.items()})


def test_without_what_snakemake_knows(folder):
    """It takes what stands for what is asked: a change is refused, with a cure."""
    study = base()
    shutil.rmtree(folder.path / ".snakemake")
    asked = folder.results("base")["study.yaml"].read_text(encoding="utf-8")
    assert folder.jobs(study=asked) == {}
    assert ".snakemake is lost" in folder.finish("--dry-run", study=asked)
    study["techniques"]["lsa"]["iterations"] = 7
    done = folder.run("--dry-run", study=study)
    assert done.returncode == 1
    (cure,) = re.findall(r"Tell it with 'snakemake -c1 (.*?)', then", done.stdout)
    folder.finish(*cure.split())
    assert folder.jobs(study=asked) == {}
    assert folder.jobs(study=study)["train_block"] == 2


def test_another_version_of_a_package_is_told_and_trains_anew(folder):
    asked = folder.results("base")["study.yaml"].read_text(encoding="utf-8")
    named = "version(NAMED.get(name, name))"
    other = f'"99" if name == "sklearn" else {named}'
    edit(folder, f"{LIBRARY}/digest.py", f"return {named}", f"return {other}")
    planned = folder.jobs(study=asked)
    assert planned["train_block"] == 4  # two blocks each of lsa on two texts
    folder.finish("--touch", study=asked)
    assert folder.jobs(study=asked) == {}


def test_other_blocks_are_announced(folder):
    study = yaml.safe_load(folder.results("base")["study.yaml"].read_text("utf-8"))
    study["runs_per_job"] = 3
    assert folder.jobs(study=study)["train_block"] == 4
    said = folder.finish("results/base/study.yaml", study=study)
    assert "runs_per_job was 2 and is 3: the models are laid out and" in said


def test_a_text_that_is_gone_and_must_be_read_again(folder):
    study = base()
    study["corpora"]["mine"]["min_count"] = 2
    (folder.path / TEXTS).rename(folder.path / "gone")
    done = folder.run("results/base/corpora/mine.h5", study=study)
    assert done.returncode == 1
    assert "Failed: corpus mine: no file matches texts/*.txt" in done.stdout
