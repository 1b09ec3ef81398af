"""Scores without low pairs, as a measure stores them; who asks for them."""

import json
from copy import deepcopy
from types import SimpleNamespace

import numpy as np
import pytest
from invented import cell
from invented_wordnet import meant_vectors, tree_file, word_names
from measuring import call
from numpy.testing import assert_allclose, assert_array_equal
from test_measure_meaning import RULE, RUNS, SPEC, STUDY, WORDS, block

from quaver import store
from quaver.config import ConfigError, as_written, understand
from quaver.grid import Grid
from quaver.house.meant import COSINES, curve_of
from quaver.measures import MEASURES
from quaver.measures import quality_below as measuring
from quaver.measures.errors import MeasureError
from quaver.results.quality_below import OF_RUNS, OF_SETS, scores_below
from quaver.spaces.normalise import unit_rows
from quaver.statistics.curves import OURS, PRINTED, printed_thresholds, threshold_of
from quaver.statistics.truncation import Truncation, change, truncation
from quaver.statistics.welch import first_above_lowest, moments

PAIRS = 60
SCORED = {
    **{"language": "en", "restrict": 1000, "lowercase": False, "normalise": "NFC"},
    "sets": {},
}
BELOW = {"rule": list(RULE._replace(level=0.99)), "below": "drop", "seed": 3}
BELOW |= {"whole": ""}
SET = {"language": "en", "format": "pairs", "path": "pairs.tsv"}
GOOGLE = {"language": "en", "format": "analogies", "path": "questions.txt"}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Models and what WordNet says of them, and pairs of which two are unknown."""
    folder = tmp_path_factory.mktemp("below")
    vectors = [meant_vectors(WORDS, 10, run) for run in range(RUNS)]
    models = block(folder, vectors)
    spec = {**SPEC, "relabellings": 120}
    inputs = [models, tree_file(folder, WORDS)]
    meant = call("meaning", folder / "meaning.h5", inputs, spec)
    generator = np.random.default_rng(4)
    pairs = np.array([generator.permutation(WORDS)[:2] for _ in range(PAIRS)])
    units = unit_rows(vectors[0]).astype(float)
    cosines = np.einsum("pd,pd->p", *units[pairs.T])
    gold = (cosines + 0.3 * generator.normal(size=PAIRS)).round(3)
    names = word_names(WORDS)
    lines = [
        f"{names[i]} {names[j]} {g}" for (i, j), g in zip(pairs, gold, strict=True)
    ]
    lines += ["w1 nobody 0.5", "nobody w2 0.1"]
    (folder / "many.tsv").write_text("\n".join(lines), "utf-8")
    (folder / "few.tsv").write_text("\n".join(lines[-4:]), "utf-8")
    return folder, models, meant, vectors, pairs, gold


def stored(files, sets=("many",), rule_name=OURS, **changes):
    folder, models, meant, *_ = files
    entries = {
        name: {"path": f"{folder}/{name}.tsv", "format": "pairs", "encoding": "utf-8"}
        for name in sets
    }
    spec = {**BELOW, "scored": {**SCORED, "sets": entries}, **changes}
    json.dumps(spec)
    out = call("quality_below", folder / "out.h5", [models, meant], spec)
    with store.read(out, "quality_below") as file:
        own = file[rule_name]
        arrays = {name: own[name][:] for name in own}
        texts = {name: store.texts(own[name]) for name in ("notes", "reasons")}
        return arrays | texts | {"sets": store.texts(file["sets"])}


def thresholds_of(meant):
    names = "counts", "values", "relabelled", "edges", "moves"
    with store.read(meant, "meaning") as file:
        own = {name: file[name][:] for name in names}
    every = [threshold_of(curve_of(own, COSINES, RULE, run)) for run in range(RUNS)]
    return np.array([each.value(own["edges"][:-1]) for each in every])


@pytest.mark.parametrize("below", ["drop", "tie"])
def test_scores_are_those_of_truncation_in_every_run(files, below):
    *_, meant, vectors, pairs, gold = files
    made, thresholds = stored(files, below=below), thresholds_of(meant)
    assert np.isfinite(thresholds).all()
    assert_array_equal(made["thresholds"], thresholds)
    units = [unit_rows(each).astype(float) for each in vectors]
    cosines = np.array([np.einsum("pd,pd->p", *own[pairs.T]) for own in units])
    cosines = np.hstack([cosines.astype(np.float32), np.full((RUNS, 2), np.nan)])
    gold = np.append(gold, [0.5, 0.1])
    for run in range(RUNS):
        own = truncation(cosines[run].astype(float), gold, thresholds[run], below)
        for name in Truncation._fields:
            assert_allclose(made[name][0, run], getattr(own, name))
        assert own.below > 0
    moved = change(cosines.astype(float), gold, thresholds, seed=3, below=below)
    for name, ends in (("change", moved.score), ("beyond", moved.beyond)):
        parts = [made[f"{name}{part}"][0] for part in ("", "_low", "_high")]
        assert_allclose(parts, ends)
    assert made["draws"] == [moved.draws] and made["notes"] == [""]
    counts = made["comparable"] + made["below"] + made["unknown"]
    assert (counts == PAIRS + 2).all() and (made["unknown"] == 2).all()


def test_the_rule_in_print_cuts_at_the_upper_edge_of_its_bin(files):
    """Group -.18 holds cosines up to -.18, and pairs below that are left out."""
    *_, meant, vectors, pairs, _ = files
    made = stored(files, rule_name=PRINTED)
    names = "counts", "values", "relabelled", "edges"
    with store.read(meant, "meaning") as file:
        counts, values, dealt, edges = (file[name][:] for name in names)
    thresholds, _ = printed_thresholds(counts, values, dealt, RULE, edges=edges)
    assert_array_equal(made["thresholds"], thresholds)
    for run in range(RUNS):
        groups = moments(counts[run], values)
        first = first_above_lowest(groups, RULE.least_pairs, 0.99).group
        assert thresholds[run] == edges[first + 1]
        units = unit_rows(vectors[run]).astype(np.float32)
        cosines = np.einsum("pd,pd->p", *units[pairs.T])
        assert made["below"][0, run] == (cosines < thresholds[run]).sum()
    ours = stored(files)
    assert (made["thresholds"] != ours["thresholds"]).any()


def test_fewer_than_three_comparable_pairs_are_told(files):
    made = stored(files, ["few", "many"])
    assert made["sets"] == ["few", "many"]
    assert np.isnan(made["full"][0]).all() and np.isfinite(made["full"][1]).all()
    assert "of 4 pairs are comparable and 3 are needed" in made["notes"][0]
    assert made["unknown"][0].tolist() == [2] * RUNS
    assert (made["comparable"][0] + made["below"][0]).tolist() == [2] * RUNS
    assert np.isnan(made["change"][0]) and made["draws"][0] == 0


def test_a_set_of_which_no_run_knows_three_pairs_is_refused(files):
    with pytest.raises(MeasureError) as refused:
        stored(files, ["few", "many"], whole="sg on said")
    assert str(refused.value) == (
        "evaluation set few: 2 of 4 pairs are known in sg on said, and 3 are needed: "
        "leave the set out, or keep more words (dictionary, min_count, restrict)"
    )
    # a threshold above all cosines is a finding, and none a reason of the run
    assert stored(files, whole="sg on said")["sets"] == ["many"]
    cosines, gold = np.full((1, 9), 0.1), np.arange(9.0)
    own = measuring.scores_of(cosines, gold, np.array([0.9]), BELOW)
    assert "0 of 9 pairs are comparable" in own.notes[0] and own.runs[0].below == 9


def test_sweeps_and_parts_of_a_text_may_know_few_pairs():
    study = deepcopy(asked())
    study["corpora"]["said"]["fraction"] = [1.0, 0.5]
    study["techniques"]["sg"] |= {"sweep": {"vary": {"window": [2, 5]}}}
    grid = Contents(Grid(understand(study)))
    whole = {
        subject.label: MEASURES["quality_below"].spec(grid, subject)["whole"]
        for subject in grid.measured["quality_below"]
    }
    told = {label: name for label, name in whole.items() if name}
    assert {*told.values()} == {"lsa on said", "sg on said"}
    assert {label.rpartition("/")[0] for label in told} == {"said/lsa", "said/sg"}
    others = {label.rpartition("/")[0] for label in whole.keys() - told.keys()}
    assert {"said.0.5/sg", "said/sg.window-2"} <= others


def test_runs_without_a_threshold_leave_nothing_out(files):
    made = stored(files, rule=[10**6, 0.1, 0.99])
    assert np.isnan(made["thresholds"]).all()
    assert all("two bins" in reason for reason in made["reasons"])
    assert np.isnan(made["rest"]).all() and (made["below"] == 0).all()
    assert (made["comparable"] == PAIRS).all()
    assert made["notes"] == [""] and np.isnan(made["beyond"]).all()


def test_other_runs_are_scored_without_those_that_have_no_threshold():
    generator = np.random.default_rng(1)
    cosines, gold = generator.normal(size=(3, 40)), generator.normal(size=40)
    thresholds = np.array([-0.5, np.nan, -0.2])
    own = measuring.scores_of(cosines, gold, thresholds, BELOW)
    there = change(cosines[[0, 2]], gold, thresholds[[0, 2]], seed=3)
    assert own.beyond == there.beyond and own.draws == there.draws
    assert np.isnan(own.runs[1].full) and own.runs[1].below == 0


def test_equal_scores_are_told():
    cosines = np.random.default_rng(1).normal(size=(1, 40))
    own = measuring.scores_of(cosines, np.ones(40), np.array([0.0]), BELOW)
    assert own.notes == ["all scores or all cosines of the comparable pairs are equal"]


def asked(**quality):
    quality = {"threshold": True, "sets": {"ws": SET, "google": GOOGLE}} | quality
    return STUDY | {"analyses": STUDY["analyses"] | {"quality": quality}}


class Contents:
    """A grid whose sets have no files."""

    def __init__(self, grid):
        self.grid = grid

    def __getattr__(self, name):
        return getattr(self.grid, name)

    def set_contents(self, name, made):
        return {}


def test_english_cells_with_pairs_have_the_measure_and_scores_stay_as_they_were():
    grid = Grid(understand(asked()))
    labels = [x.label for x in grid.measured["quality_below"]]
    assert labels == [x.label for x in grid.measured["meaning"]]
    subject, given = grid.measured["quality_below"][0], Contents(grid)
    spec = MEASURES["quality_below"].spec(given, subject)
    assert list(spec["scored"]["sets"]) == ["ws"]
    assert spec["rule"] == [1000, 0.1, 0.99] and spec["below"] == "drop"
    study = asked()
    based = {"baseline": {"kind": "wordnet", "pairs": "twice"}}
    twice = study | {"analyses": study["analyses"] | {"similarity": based}}
    again = Contents(Grid(understand(twice)))
    spec = MEASURES["quality_below"].spec(again, again.measured["quality_below"][0])
    assert spec["rule"] == [1000, 0.1, 0.99, 2]
    plain = Grid(understand(asked(threshold=False)))
    assert not plain.measured["quality_below"]
    quality = [MEASURES["quality"].spec(x, subject) for x in (given, Contents(plain))]
    assert quality[0] == quality[1]


def test_keys_that_say_nothing_new_are_not_written_back():
    shown = as_written(understand(asked(threshold=False)))["analyses"]["quality"]
    assert not {"threshold", "below"} & shown.keys()
    shown = as_written(understand(asked(below="tie")))["analyses"]["quality"]
    assert (shown["threshold"], shown["below"]) == (True, "tie")
    assert understand(as_written(understand(asked(below="tie"))))


def test_a_threshold_of_nothing_is_refused_with_the_cure():
    where = r"^analyses.quality.threshold: got True, but "
    for similarity in (None, {}):
        analyses = {"quality": asked()["analyses"]["quality"]}
        analyses |= {} if similarity is None else {"similarity": similarity}
        with pytest.raises(
            ConfigError, match=where + "thresholds come .*kind: wordnet"
        ):
            understand(STUDY | {"analyses": analyses})
    spanish = {"ws": {**SET, "language": "es"}}
    for sets in ({}, {"google": GOOGLE}, spanish):
        with pytest.raises(ConfigError, match=where + "no set has pairs .* 'sets'"):
            understand(asked(sets=sets))
    with pytest.raises(ConfigError, match="below"):
        understand(asked(below="keep"))


def test_what_is_stored_is_read_by_set_or_said_to_be_missing(files):
    made = stored(files, ["few", "many"])
    grid = Grid(understand(asked()))
    there, gone, *_ = grid.measured["quality_below"]
    results = SimpleNamespace(
        grid=SimpleNamespace(measured={"quality_below": [there, gone]}),
        cell=lambda own: cell(technique=own.technique),
        stands=lambda path: path == there.cell.measure("quality_below"),
        read=lambda path, kind: store.read(files[0] / "out.h5", kind),
        failure=lambda rule, label: "no pair" * (rule == "measure_quality_below"),
    )
    few, many, *printed, none = scores_below(results)
    assert (few.set, many.set) == ("few", "many")
    assert {x.rule for x in (few, many)} == {OURS}
    assert [(x.set, x.rule) for x in printed] == [("few", PRINTED), ("many", PRINTED)]
    assert "3 are needed" in few.note and many.note == ""
    assert_array_equal(many.thresholds, made["thresholds"])
    for name in (*OF_RUNS, *OF_SETS):
        assert_array_equal(many.stored[name], made[name][1])
    assert none.thresholds is None and none.note == "no pair"
