"""A change of the study, the text or the code reruns what depends on it, no more."""

import os
import re
import shutil
import time

import pytest
import yaml

FOLLOW = dict.fromkeys(
    ["make_tables", "draw_figures", "summarise", "write_methods", "all"], 1
)
ENDS = {"write_study": 1, **FOLLOW}
MEASURES = ["measure_pip", "measure_neighbours", "measure_distances"]
LISTS = {"measure_neighbours": 16, "measure_distances": 16}


def studied(cells, but=()):
    """What studies the distribution over runs of so many shuffled cells."""
    names = ("consistency", "cosines", "prediction", "proxies")
    return {f"measure_{name}": cells for name in names if name not in but}


# What follows from new models of one technique: three samplings, four runs.
OF_ONE = {
    **studied(1),
    "measure_pip": 3,
    "measure_neighbours": 3,
    "measure_distances": 3,
    "measure_instability": 1,
    "average_spaces": 3,
    "measure_averages": 3,
    "compare_averages": 1,
}


def test_nothing_changed(finished, whole):
    assert finished.jobs(study=whole) == {}


def test_a_study_in_another_order_with_comments(finished, whole):
    def turned(value):
        if not isinstance(value, dict):
            return value
        return {key: turned(value[key]) for key in reversed(list(value))}

    text = yaml.safe_dump(turned(whole), sort_keys=False)
    assert text.index("corpora:") > text.index("techniques:")
    text = re.sub("$", "   # said otherwise", text, flags=re.MULTILINE)
    assert finished.jobs(study=text) == {}


def test_defaults_written_out(finished):
    """The study as understood is the same study."""
    written = finished.results("whole")["study.yaml"].read_text(encoding="utf-8")
    assert "noise_exponent" in written
    assert finished.jobs(study=written) == {}


def test_the_memory_of_a_machine(finished, whole):
    given = ("--set-resources", "encode_corpus:mem_mb=64")
    assert finished.jobs(*given, study=whole) == {}


def test_a_text_that_becomes_a_slice(finished, whole):
    """What a text is a slice of changes tables only."""
    whole["corpora"]["early"] |= {"series": "speeches", "period": "1790s"}
    assert finished.jobs(study=whole) == ENDS


def test_a_parameter_of_one_technique(finished, whole):
    whole["techniques"]["glove"]["epochs"] = 16
    assert finished.jobs(study=whole) == {"train_block": 6, **OF_ONE, **ENDS}
    said = finished.finish("--dry-run", study=whole)
    trained = set(re.findall(r"Train runs \d+ to \d+ of (\w+)", said))
    assert trained == {"glove"}


def test_neighbours(finished, whole):
    whole["analyses"]["stability"]["neighbours"] = [2, 5, 10]
    follow = studied(6, but=("cosines", "proxies"))
    assert finished.jobs(study=whole) == {**LISTS, **follow, **ENDS}


def test_sizes_of_averages(finished, whole):
    whole["analyses"]["averages"]["sizes"] = [2, 4]
    more = {"average_spaces": 15, "compare_averages": 5}  # given has three runs
    assert finished.jobs(study=whole) == {**more, **ENDS}


def test_the_method_of_averages(finished, whole):
    """The words of another method's averages are listed, so they are compared anew."""
    whole["analyses"]["averages"]["method"] = "procrustes"
    again = {"average_spaces": 16, "measure_averages": 15, "compare_averages": 6}
    assert finished.jobs(study=whole) == {**again, **ENDS}


def test_methods_that_are_compared(finished, whole):
    whole["analyses"]["averages"]["compare"] = ["tree", "one"]
    assert finished.jobs(study=whole) == {"compare_averages": 6, **ENDS}
    whole["analyses"]["averages"]["compare"] = []
    assert finished.jobs(study=whole) == ENDS


@pytest.mark.parametrize(
    ("key", "value", "again"),
    [
        ("pairs", 50, {"measure_cosines": 6, "compare_averages": 6}),
        ("proxies", [10], {"measure_proxies": 6}),
        ("run_pairs", 2, {"measure_proxies": 6}),
        ("targets_at_2", 5, {"measure_prediction": 6}),
        ("examples", {"en": {"pair": ["peace", "war"]}}, {"measure_cosines": 5}),
        ("samplings", [], {}),
    ],
)
def test_how_distributions_are_studied(finished, whole, key, value, again):
    whole["analyses"]["distribution"] = {key: value}
    assert finished.jobs(study=whole) == {**again, **ENDS}


def test_a_sweep_trains_its_variants_only(finished, whole):
    vary = {"dimensions": [8, 9], "min_count": [0, 2]}
    whole["techniques"]["lsa"]["sweep"] = {"vary": vary, "samplings": ["shuffled"]}
    more = {"train_block": 6, **dict.fromkeys(MEASURES, 3)}
    assert finished.jobs(study=whole) == {**more, **ENDS}


def test_the_vocabulary_policy(finished, whole):
    whole["analyses"]["stability"]["vocabulary"] = "techniques"
    # averages are measured over the words of measure_pip
    measures = {"measure_pip": 16, **LISTS, "measure_averages": 15}
    shared = {"share_vocabulary": 4, "measure_instability": 5, "compare_averages": 6}
    shared |= studied(6)
    assert finished.jobs(study=whole) == {**shared, **measures, **ENDS}


def test_the_seed(finished, whole):
    """All is trained anew; texts and spaces of others stay, their targets change."""
    whole["seed"] = 8
    assert finished.jobs(study=whole) == {
        "train_block": 30,
        "measure_pip": 15,
        "measure_neighbours": 16,
        "measure_distances": 16,
        "measure_instability": 5,
        "average_spaces": 15,
        "measure_averages": 15,
        "compare_averages": 6,
        **studied(6),
        **ENDS,
    }


def test_the_name(finished, whole):
    """A renamed study is another study, in a folder of its own."""
    whole["study"] = "again"
    assert finished.jobs(study=whole) == {
        "encode_corpus": 1,
        "train_block": 30,
        "read_vectors": 1,
        "measure_pip": 16,
        "measure_neighbours": 16,
        "measure_distances": 16,
        "measure_instability": 5,
        "average_spaces": 16,
        "measure_averages": 15,
        "compare_averages": 6,
        **studied(6),
        **ENDS,
    }


def test_a_technique_more_and_a_technique_less(finished, whole):
    whole["techniques"]["deeper"] = {**whole["techniques"]["glove"], "dimensions": 9}
    assert finished.jobs(study=whole) == {"train_block": 6, **OF_ONE, **ENDS}
    del whole["techniques"]["deeper"], whole["techniques"]["glove"]
    assert finished.jobs(study=whole) == ENDS


def test_a_unit_and_a_fraction_more(finished, whole):
    """The views there were keep their files, the text is not encoded again."""
    only = {"ppmi": whole["techniques"]["ppmi"], "given": whole["techniques"]["given"]}
    whole["corpora"]["early"] |= {"unit": ["sentence", "line"], "fraction": [1.0, 0.2]}
    whole["techniques"] = only
    jobs = finished.jobs(study=whole)
    assert jobs == {"train_block": 18, **{k: 3 * n for k, n in OF_ONE.items()}, **ENDS}


def test_cleaning_is_encoded_anew(finished, whole):
    whole["corpora"]["early"]["min_count"] = 5
    jobs = finished.jobs(study=whole)
    assert (jobs["encode_corpus"], jobs["train_block"]) == (1, 30)
    assert "read_vectors" not in jobs


@pytest.fixture(scope="module")
def clone(tmp_path_factory, folder_at, two_topics):
    """The repository copied, and in it a finished study of two texts."""
    repository = tmp_path_factory.mktemp("clone") / "quaver"
    here = folder_at(repository)
    origin = folder_at(".").repository
    for name in ("workflow", "profiles", "envs"):
        shutil.copytree(origin / name, repository / name)
    for name in ("CITATION.cff", "Snakefile", "config.yaml"):
        shutil.copy2(origin / name, repository / name)
    here = folder_at(repository, repository)
    for name in ("mine", "other"):
        here.write(f"texts/{name}.txt", two_topics(60))
    here.finish(study=two_texts())
    return here


def source(name):
    return {"kind": "text", "path": f"texts/{name}.txt"}


def two_texts(**changes):
    corpora = {
        name: {"language": "en", "source": source(name)} for name in ("mine", "other")
    }
    return {
        **{"study": "two", "seed": 1, "runs": 4, "runs_per_job": 4, "corpora": corpora},
        "techniques": {
            "lsa": {"trainer": "lsa", "dimensions": 3},
            "word2vec": {"trainer": "word2vec", "dimensions": 3, "epochs": 1},
        },
        "samplings": ["shuffled"],
        "analyses": {
            "stability": {"neighbours": [2], "targets": 9},
            "averages": {"sizes": []},
        },
        **changes,
    }


TABLES = {name: jobs for name, jobs in FOLLOW.items() if name != "draw_figures"}
OTHER_CODE = "import numpy", "import math\nimport numpy"


@pytest.fixture
def edit(clone):
    """Edit a file of the clone; what was there is put back afterwards."""
    before = {}

    def replace(name, old, new):
        path = clone.path / name
        text = path.read_text(encoding="utf-8")
        before.setdefault(path, (text, path.stat()))
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    yield replace
    for path, (text, status) in before.items():
        path.write_text(text, encoding="utf-8")
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def test_the_clone_runs_its_own_code(clone, edit):
    assert clone.jobs(study=two_texts()) == {}
    edit(
        "workflow/quaver/grid/study_grid.py",
        "class Grid",
        "raise SystemExit(7)\n\n\nclass Grid",
    )
    assert clone.run("--dry-run", study=two_texts()).returncode == 7


def test_a_measure(clone, edit):
    edit("workflow/quaver/measures/overlap.py", *OTHER_CODE)
    jobs = clone.jobs(study=two_texts())
    jobs.pop("draw_figures", None)
    assert jobs == {
        "measure_neighbours": 4,
        "measure_distances": 4,
        **studied(4, but=("cosines", "proxies")),
        **TABLES,
    }


def test_another_measure(clone, edit):
    edit("workflow/quaver/measures/pip.py", *OTHER_CODE)
    assert clone.jobs(study=two_texts()) == {"measure_pip": 4, **FOLLOW}


def test_a_comment_and_a_docstring(clone, edit):
    for name in ("lsa", "word2vec", "feeding"):
        edit(f"workflow/quaver/trainers/{name}.py", "\ndef ", "\n# a comment\ndef ")
        edit(f"workflow/quaver/trainers/{name}.py", '"""', '"""Said otherwise: ')
    assert clone.jobs(study=two_texts()) == {}


def test_a_trainer(clone, edit):
    edit("workflow/quaver/trainers/lsa.py", *OTHER_CODE)
    measures = dict.fromkeys(MEASURES, 2)
    expected = {"train_block": 2, **measures, **studied(2), **FOLLOW}
    assert clone.jobs(study=two_texts()) == expected
    said = clone.finish("--dry-run", study=two_texts())
    assert set(re.findall(r"Train runs \d+ to \d+ of (\w+)", said)) == {"lsa"}


def test_what_trainers_share(clone, edit):
    edit("workflow/quaver/trainers/feeding.py", *OTHER_CODE)
    said = clone.finish("--dry-run", study=two_texts())
    assert set(re.findall(r"Train runs \d+ to \d+ of (\w+)", said)) == {"word2vec"}


def test_a_language_pack(clone, edit):
    edit("workflow/quaver/corpora/languages/fi.py", "ks, tri", "ks, tri, pvm")
    assert clone.jobs(study=two_texts()) == {}
    edit("workflow/quaver/corpora/languages/en.py", "cf, e.g", "cf, esp, e.g")
    assert clone.jobs(study=two_texts())["encode_corpus"] == 2


def test_a_table(clone, edit):
    edit("workflow/quaver/items/render.py", 'MISSING = "–"', 'MISSING = "-"')
    assert clone.jobs(study=two_texts()) == FOLLOW


def test_the_papers_numbers(clone, edit):
    edit("workflow/quaver/papers/rettenmeier2020/published/table_2_8.csv", "\n", "\n\n")
    assert clone.jobs(study=two_texts()) == TABLES


def test_a_touched_text(clone):
    now = time.time() + 1
    os.utime(clone.path / "texts/mine.txt", (now, now))
    assert clone.jobs(study=two_texts()) == {}


def test_an_edited_text(clone, edit):
    edit("texts/mine.txt", "sun", "moon")
    assert clone.jobs(study=two_texts()) == {
        "encode_corpus": 1,
        "train_block": 2,
        "measure_pip": 2,
        "measure_neighbours": 2,
        "measure_distances": 2,
        **studied(2),
        **FOLLOW,
    }
    said = clone.finish("--dry-run", study=two_texts())
    assert "results/two/corpora/mine.h5" in said
    assert "Missing output files: results/two/corpora/other.h5" not in said
    assert not re.search(r"Train runs .* on other", said)


def test_a_clone_that_moved(clone, folder_at, tmp_path):
    moved = tmp_path / "elsewhere"
    shutil.copytree(clone.path, moved)
    assert folder_at(moved, moved).jobs(study=two_texts()) == {}


def test_more_runs(clone):
    """Whole blocks stay for ever, the last one only while it is whole."""
    new = {"train_block": 4, **dict.fromkeys(MEASURES, 4), **studied(4), **ENDS}
    first = clone.results("two", "models/**/1-4.h5")
    stamps = {path: file.stat().st_mtime_ns for path, file in first.items()}
    assert clone.jobs(study=two_texts(runs=6)) == new
    clone.finish("--until", "train_block", study=two_texts(runs=6))
    assert "train_block" not in clone.jobs(study=two_texts(runs=6))
    assert clone.jobs(study=two_texts(runs=8)) == new
    said = clone.finish("--dry-run", study=two_texts(runs=8))
    assert set(re.findall(r"Train runs (\d+ to \d+)", said)) == {"5 to 8"}
    after = clone.results("two", "models/**/1-4.h5")
    assert stamps == {path: file.stat().st_mtime_ns for path, file in after.items()}
    assert len(clone.results("two", "models/**/5-6.h5")) == len(stamps) == 4


def test_other_blocks_are_announced(clone):
    study = two_texts(runs=6, runs_per_job=3)
    assert clone.jobs(study=study)["train_block"] == 8
    said = clone.finish("results/two/study.yaml", study=study)
    assert "runs_per_job was 4 and is 3: the models are laid out and" in said
