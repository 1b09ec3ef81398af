"""What a change of the study, its texts or the code makes anew: told by two plans.

test_reruns_really.py shows that Snakemake does what the plans say.
"""

import json
import os
import re
from collections import Counter
from dataclasses import fields
from pathlib import Path

import pytest
import yaml
from small_study import ENDS, FOLLOW

from quaver.config.techniques import TRAINERS
from quaver.engine.plan import changed, plan

LIBRARY = "workflow/quaver"


def jobs(anew, after):
    """Jobs that make some files of a plan, by rule, without the ends; and the ends."""
    made = Counter(job.rule for job in {id(after[p]): after[p] for p in anew}.values())
    work = {rule: n for rule, n in made.items() if rule not in ENDS}
    return work, made.keys() & ENDS


def trained(anew, after):
    """Techniques that are trained anew, and the texts they are trained on."""
    parts = [p.split("/") for p in anew if after[p].rule == "train_block"]
    return {part[4] for part in parts}, {part[3] for part in parts}


def studied(cells, but=()):
    """What studies the distribution over runs of so many shuffled cells."""
    names = ("consistency", "cosines", "prediction", "proxies")
    return {f"measure_{name}": cells for name in names if name not in but}


def stability(cells):
    return dict.fromkeys(
        ["measure_pip", "measure_neighbours", "measure_distances"], cells
    )


LISTS = {"measure_neighbours": 16, "measure_distances": 16}
# What follows from new models of one technique: three samplings, four runs.
OF_ONE = {
    **studied(1),
    **stability(3),
    "measure_instability": 1,
    "average_spaces": 3,
    "measure_averages": 3,
    "compare_averages": 1,
}
OF_ALL = {
    **studied(6),
    **stability(16),
    "measure_instability": 5,
    "average_spaces": 16,
    "measure_averages": 15,
    "compare_averages": 6,
}


@pytest.fixture(scope="module")
def place(tmp_path_factory, folder_at, give_vectors):
    """Where the study's own files stand; nothing of it is made."""
    folder = folder_at(tmp_path_factory.mktemp("place"))
    give_vectors(folder)
    return folder.path


@pytest.fixture(scope="module")
def before(place, whole_study):
    return plan(whole_study, place)


@pytest.fixture
def rerun(place, before):
    """What is made anew when the study becomes another."""

    def told(study):
        after = plan(study, place)
        return jobs(changed(before, after), after)

    return told


def key(path, value):
    """A change of one key of the study."""

    def change(study):
        *groups, last = path.split("/")
        for group in groups:
            study = study.setdefault(group, {})
        study[last] = value

    return change


def sweep(study):
    vary = {"dimensions": [8, 9], "min_count": [0, 2]}
    study["techniques"]["lsa"]["sweep"] = {"vary": vary, "samplings": ["shuffled"]}


def swap(study):
    """Two parameters change places: together they are what they were."""
    study["techniques"]["lsa"]["dimensions"] = 9
    study["techniques"]["ppmi"]["dimensions"] = 8


def deeper(study):
    glove = study["techniques"]["glove"]
    study["techniques"]["deeper"] = {**glove, "dimensions": 9}


def without_glove(study):
    del study["techniques"]["glove"]


def slice_of_a_series(study):
    study["corpora"]["early"] |= {"series": "speeches", "period": "1790s"}


def distribution(name, value):
    return key("analyses/distribution", {name: value})


def a_text_more(study):
    source = {"kind": "sotu", "where": {"year": [1796, 1799]}}
    study["corpora"]["late"] = {**study["corpora"]["early"], "source": source}


AVERAGES = "analyses/averages"
# What follows from a text: all but what is of the spaces of others.
OF_A_TEXT = {
    **{"encode_corpus": 1, "train_block": 30, **OF_ALL, **stability(15)},
    **{"average_spaces": 15, **studied(5), "compare_averages": 5},
}
CHANGES = {
    "a text becomes a slice": (slice_of_a_series, {}),
    "a parameter": (key("techniques/glove/epochs", 16), {"train_block": 6, **OF_ONE}),
    "sizes of neighbours": (
        key("analyses/stability/neighbours", [2, 5, 10]),
        {**LISTS, **studied(6, but=("cosines", "proxies"))},
    ),
    "sizes of averages": (
        key(f"{AVERAGES}/sizes", [2, 4]),  # the spaces of others have three runs
        {"average_spaces": 15, "compare_averages": 5},
    ),
    # words of another method's averages are listed, so they are compared anew
    "the method of averages": (
        key(f"{AVERAGES}/method", "procrustes"),
        {"average_spaces": 16, "measure_averages": 15, "compare_averages": 6},
    ),
    "fewer methods compared": (
        key(f"{AVERAGES}/compare", ["tree", "one"]),
        {"compare_averages": 6},
    ),
    "no methods compared": (key(f"{AVERAGES}/compare", []), {}),
    "pairs": (
        distribution("pairs", 50),
        {"measure_cosines": 6, "compare_averages": 6},
    ),
    "proxies": (distribution("proxies", [10]), {"measure_proxies": 6}),
    "pairs of runs": (distribution("run_pairs", 2), {"measure_proxies": 6}),
    "targets of two": (distribution("targets_at_2", 5), {"measure_prediction": 6}),
    "examples": (
        distribution("examples", {"en": {"pair": ["peace", "war"]}}),
        {"measure_cosines": 5},
    ),
    "no distribution": (distribution("samplings", []), {}),
    "a sweep": (sweep, {"train_block": 6, **stability(3)}),
    # averages are measured over the words of measure_pip
    "the vocabulary": (
        key("analyses/stability/vocabulary", "techniques"),
        {
            **{k: n for k, n in OF_ALL.items() if k != "average_spaces"},
            "share_vocabulary": 4,
        },
    ),
    # texts and spaces of others stay; the targets of both change
    "the seed": (
        key("seed", 8),
        {"train_block": 30, **OF_ALL, "measure_pip": 15, "average_spaces": 15},
    ),
    "the name": (
        key("study", "again"),
        {"encode_corpus": 1, "read_vectors": 1, "train_block": 30, **OF_ALL},
    ),
    "a technique more": (deeper, {"train_block": 6, **OF_ONE}),
    "a technique less": (without_glove, {}),
    "cleaning": (key("corpora/early/min_count", 5), OF_A_TEXT),
    "a text more": (a_text_more, OF_A_TEXT),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_makes_what_depends_on_it_and_no_more(whole, rerun, name):
    change, expected = CHANGES[name]
    change(whole)
    work, ends = rerun(whole)
    assert work == expected
    assert ends >= {"write_study", "make_tables", "summarise", "write_methods"}


def test_one_technique_is_trained_alone(whole, place, before):
    whole["techniques"]["glove"]["epochs"] = 16
    after = plan(whole, place)
    assert trained(changed(before, after), after) == ({"glove"}, {"early"})


def test_swapped_parameters_train_both(whole, place):
    """Snakemake compares params as a set, without their names."""
    whole["techniques"]["ppmi"]["dimensions"] = 9
    one = plan(whole, place)
    swap(whole)
    two = plan(whole, place)
    assert trained(changed(one, two), two)[0] == {"lsa", "ppmi"}


def test_a_unit_and_a_fraction_more(whole, place, before):
    """The views there were keep their files, the text is not encoded again.

    Where nothing is said of what is drawn, fractions have documents drawn instead.
    """
    only = {name: whole["techniques"][name] for name in ("ppmi", "given")}
    whole["corpora"]["early"] |= {"unit": ["sentence", "line"], "fraction": [1.0, 0.2]}
    whole["techniques"] = only
    moved = {path for path, job in plan(whole, place).items() if '"draw"' in job.spec}
    assert moved and all("/bootstrapped/" in path for path in moved)
    whole["corpora"]["early"]["draw"] = "unit"
    after = plan(whole, place)
    work, _ = jobs(changed(before, after), after)
    assert work == {"train_block": 18, **{k: 3 * n for k, n in OF_ONE.items()}}


def test_more_runs_leave_whole_blocks(whole, place, before):
    """Whole blocks stay for ever, the last one only while it is whole."""
    blocks = {}
    for runs in (6, 7):
        whole["runs"] = runs
        after = plan(whole, place)
        anew = [p for p in changed(before, after) if after[p].rule == "train_block"]
        blocks[runs] = {Path(path).stem for path in anew}
    assert blocks == {6: {"4-6"}, 7: {"4-6", "7-7"}}


def test_what_is_written_otherwise_is_the_same_study(whole, finished, place, before):
    """Another order, defaults written out: two plans without a difference."""

    def turned(value):
        if not isinstance(value, dict):
            return value
        return {name: turned(value[name]) for name in reversed(list(value))}

    text = yaml.safe_dump(turned(whole), sort_keys=False)
    assert text.index("corpora:") > text.index("techniques:")
    text = re.sub("$", "   # said otherwise", text, flags=re.MULTILINE)
    understood = finished.results("whole")["study.yaml"].read_text(encoding="utf-8")
    assert "noise_exponent" in understood
    for each in (text, understood):
        assert changed(before, plan(yaml.safe_load(each), place)) == []
    assert finished.jobs(study=text) == {}  # so says Snakemake of the finished study


def test_a_training_is_told_every_parameter(before):
    """Also those of defaults: a default that changes trains anew."""
    told = {}
    for path, job in before.items():
        if job.rule == "train_block":
            told[path.split("/")[4]] = set(json.loads(job.spec)["parameters"])
    declared = {name: {field.name for field in fields(TRAINERS[name])} for name in told}
    # what is told only where it is asked for: models from before such keys stand
    quiet = {"dictionary", "items", "contexts"}
    assert told == {
        name: {"trainer", *names} - quiet for name, names in declared.items()
    }


# The code ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def clone(tmp_path_factory, clone_at, give_vectors):
    """A copy of the project, edited here, with the study's own files."""
    folder = clone_at(tmp_path_factory.mktemp("clone") / "quaver")
    give_vectors(folder)
    return folder


@pytest.fixture(scope="module")
def untouched(clone, whole_study):
    return plan(replicating(whole_study), clone.path, home=clone.path)


def replicating(study):
    return {**study, "papers": ["rettenmeier2020"]}


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


OTHER_CODE = "import numpy", "import math\nimport numpy"
FEEDING = {"word2vec", "fasttext"}
REPLICATE = "replicate_rettenmeier2020"
PUBLISHED = f"{LIBRARY}/papers/rettenmeier2020/published/table_2_8.csv"
ALL_TRAINED = {"word2vec", "fasttext", "glove", "ppmi", "lsa"}

# An edit; the techniques trained anew; the rules that work beside what follows of them.
EDITS = {
    "overlap": (
        (f"{LIBRARY}/measures/overlap.py", *OTHER_CODE),
        set(),
        {*LISTS, *studied(1, but=("cosines", "proxies"))},
    ),
    "pip": (
        (f"{LIBRARY}/measures/pip.py", *OTHER_CODE),
        set(),
        {
            *("measure_pip", "measure_instability", "measure_proxies"),
            *("measure_averages", "compare_averages"),
        },
    ),
    "a trainer": ((f"{LIBRARY}/trainers/lsa.py", *OTHER_CODE), {"lsa"}, None),
    "what trainers share": (
        (f"{LIBRARY}/trainers/feeding.py", *OTHER_CODE),
        FEEDING,
        None,
    ),
    "a language of no text": (
        (f"{LIBRARY}/corpora/languages/fi.py", "ks, tri", "ks, tri, pvm"),
        set(),
        set(),
    ),
    "the language": (
        (f"{LIBRARY}/corpora/languages/en.py", "cf, e.g", "cf, esp, e.g"),
        ALL_TRAINED,
        None,
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_makes_what_it_computes_anew(clone, untouched, edit, whole, name):
    what, techniques, rules = EDITS[name]
    edit(*what)
    after = plan(replicating(whole), clone.path, home=clone.path)
    anew = changed(untouched, after)
    work, ends = jobs(anew, after)
    assert trained(anew, after)[0] == techniques
    if rules is None:
        assert ends >= FOLLOW - {"write_index"}
        assert ("encode_corpus" in work) == (name == "the language")
        cells = [p for p in anew if p.endswith("/pip.h5")]
        assert {p.split("/")[4] for p in cells} == techniques
    else:
        assert {r for r in work if not r.startswith("replicate")} == rules
        assert bool(ends) == bool(rules)


def test_how_tables_look_concerns_what_shows_numbers(clone, untouched, edit, whole):
    edit(f"{LIBRARY}/items/render.py", 'MISSING = "–"', 'MISSING = "-"')
    after = plan(replicating(whole), clone.path, home=clone.path)
    rules = {after[path].rule for path in changed(untouched, after)}
    assert {"make_tables", REPLICATE, "summarise"} <= rules
    assert not [rule for rule in rules if rule.startswith(("measure", "train"))]


def test_how_figures_look_concerns_what_draws(clone, untouched, edit, whole):
    edit(f"{LIBRARY}/items/look.py", "\n\n\ndef ", "\n\n\nEDITED = 1\n\n\ndef ")
    after = plan(replicating(whole), clone.path, home=clone.path)
    rules = {after[path].rule for path in changed(untouched, after)}
    assert {"draw_figures", REPLICATE} <= rules
    # a figure stands in the module of the table it is drawn of
    assert rules <= FOLLOW | {REPLICATE}


def test_published_numbers_concern_their_paper_alone(clone, untouched, edit, whole):
    edit(PUBLISHED, "\n", "\n\n")
    after = plan(replicating(whole), clone.path, home=clone.path)
    anew = changed(untouched, after)
    rules = {after[path].rule for path in anew}
    assert REPLICATE in rules
    assert not {"make_tables", "draw_figures", "measure_pip"} & rules


def test_comments_and_docstrings_make_nothing(clone, untouched, edit, whole):
    for name in ("lsa", "word2vec", "feeding"):
        edit(f"{LIBRARY}/trainers/{name}.py", "\ndef ", "\n# a comment\ndef ")
        edit(f"{LIBRARY}/trainers/{name}.py", '"""', '"""Said otherwise: ')
    after = plan(replicating(whole), clone.path, home=clone.path)
    assert changed(untouched, after) == []
