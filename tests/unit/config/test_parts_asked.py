"""Periods that are encoded together, and the controls that change asks for."""

from collections import Counter
from copy import deepcopy
from pathlib import Path

import pytest
import yaml

from quaver.config import ConfigError, as_written, understand
from quaver.grid import Grid
from quaver.grid.subjects import read_by

JOINT = {"pairs": [["early", "late"]], "words": ["war"], "referenced": 3}
STUDY = Path("studies/change-small.yaml")


@pytest.fixture(scope="module")
def written():
    return yaml.safe_load(STUDY.read_text(encoding="utf-8"))


def test_a_study_with_parts_is_understood_the_same_when_written_down(written):
    study = understand(deepcopy(written))
    assert understand(as_written(study)) == study


def test_every_control_asked_for_is_a_part_with_runs_of_its_own(written):
    grid = Grid(understand(deepcopy(written)))
    parts = {name: text.part for name, text in grid.study.corpora.items()}
    assert Counter(part["kind"] for part in parts.values()) == {
        **{"period": 8, "batches": 6, "like_periods": 6, "dealt": 2, "planted": 2},
        "referenced": 1,
    }
    runs = Counter()
    for cell in grid.cells.values():
        kind = parts[cell.view.corpus]["kind"]
        assert grid.is_control(cell) == (kind != "period")
        runs[kind, cell.technique, cell.sampling] += cell.runs
    assert runs["dealt", "word2vec", "shuffled"] == 2 * 5
    assert runs["batches", "word2vec", "shuffled"] == 6 * 6
    assert runs["batches", "word2vec", "bootstrapped"] == 6 * 6
    assert runs["planted", "ppmi", "bootstrapped"] == 2 * 6
    assert runs["referenced", "ppmi", "shuffled"] == 2
    assert not runs["referenced", "word2vec", "bootstrapped"]
    # ppmi is trained on speeches alone, and no control on bootstrapped text unasked
    assert not runs["batches", "ppmi", "shuffled"]
    assert not runs["dealt", "word2vec", "bootstrapped"]


def test_controls_are_trained_first_as_their_models_are_the_first_to_go(written):
    grid = Grid(understand(deepcopy(written)))
    turns = [grid.is_control(cell) for cell in grid.in_turn()]
    assert turns == sorted(turns, reverse=True)
    assert 0 < sum(turns) < len(turns)


def test_controls_are_compared_and_nothing_else_is_made_of_them(written):
    grid = Grid(understand(deepcopy(written)))
    pairs = [pair for pair in grid.changes if "batch" in pair[0]]
    assert pairs == [(f"eras_batch{k}", f"eras_batch{k + 1}") for k in range(1, 6)]
    assert ("speeches_half1", "speeches_half2") in grid.changes
    measured = {name for name, x in grid.measured.items() for s in x if _is_of(grid, s)}
    others = {name for name in measured if not name.startswith("change_")}
    # which are compared like those of periods
    assert others == {"average_spaces", "average_all"}


def test_texts_trained_as_one_are_an_opinion_on_their_pair_alone(written):
    grid = Grid(understand(deepcopy(written)))
    name = "speeches_early_late_referenced"
    assert name in grid.study.corpora and not any(name in x for x in grid.changes)
    assert name not in {cell.view.corpus for cell in grid.shown()}
    cells = [cell for cell in grid.cells.values() if cell.view.corpus == name]
    assert not any(map(grid.averages, cells))
    label = f"{name}/ppmi/shuffled"
    for sampling, joint in (("shuffled", [label]), ("bootstrapped", [])):
        pair = [grid.cells[f"speeches_{x}/ppmi/{sampling}"] for x in ("early", "late")]
        assert [cell.path for cell in grid.joint_of(*pair)] == joint
    for opinion in grid.measured["change_opinions"]:
        read = read_by(grid, "change_opinions", opinion)["change_referenced"]
        assert [x.cell.view.corpus for x in read] == [name]
    file = f"measures/{label}/change_referenced.h5"
    assert file in grid.made_of_models()[label]


def test_fixed_runs_are_trained_on_both_texts_where_none_are_shuffled(written):
    own = deepcopy(written)
    own["samplings"] = ["fixed"]
    own["analyses"] = {"change": {"speeches": JOINT}}
    own.pop("papers")
    grid = Grid(understand(own))
    cells = [cell for cell in grid.cells.values() if grid.is_joint(cell)]
    assert [(cell.sampling, cell.runs) for cell in cells] == [("fixed", 3)] * 2


def test_other_runs_on_both_texts_change_no_other_training(written):
    specs = []
    for number in (0, 2, 4):
        own = deepcopy(written)
        own["analyses"]["change"]["speeches"]["referenced"] = number
        grid = Grid(understand(own))
        told = {x: grid.block_spec(grid.blocks[x]) for x in grid.blocks}
        others = (x for x in told if not grid.is_joint(grid.blocks[x].cell))
        specs.append({x: told[x] for x in others})
        assert len(specs[-1]) == len(told) - (2 if number else 0)
    assert specs[0] == specs[1] == specs[2]


def test_words_bear_names_only_of_what_is_encoded_together_and_judged(written):
    own = deepcopy(written)
    own["analyses"] = {"change": {"speeches": JOINT}}
    own.pop("papers")
    understand(deepcopy(own))
    alone = deepcopy(own)
    alone["corpora"]["speeches"].pop("encode")
    with pytest.raises(ConfigError, match="speeches.referenced: .*encode: together"):
        understand(alone)
    asked = {"pairs": [["early", "late"]], "truth": "planted", "referenced": 3}
    own["analyses"] = {"change": {"speeches": asked}}
    with pytest.raises(ConfigError, match="a second opinion on words that are judged"):
        understand(own)


def _is_of(grid, subject):
    return any(map(grid.is_control, subject.cells))


def test_techniques_are_not_trained_on_deals_of_authors(written):
    own = deepcopy(written)
    own["corpora"]["speeches"]["draw"] = "president"
    # YAML reads a bare null as nothing
    null = own["analyses"]["change"]["speeches"][None]
    null["deal"] = "president"
    with pytest.raises(ConfigError, match="null.trained deals documents, and null.dea"):
        understand(deepcopy(own))
    del null["trained"]
    understand(own)


def test_names_of_controls_are_not_those_of_texts(written):
    own = deepcopy(written)
    text = {"language": "en", "source": {"kind": "text", "path": "a.txt"}}
    own["corpora"]["eras_batch1"] = text
    with pytest.raises(ConfigError, match="'eras_batch1' would be the name of a part"):
        understand(own)


def test_only_periods_are_encoded_together(written):
    own = deepcopy(written)
    own["corpora"]["speeches"]["source"] = {"kind": "sotu"}
    with pytest.raises(ConfigError, match="only periods of a source are parts"):
        understand(own)


def test_a_pair_that_names_no_period_is_told_before_its_controls(written):
    for asked in ({"null": {"trained": 5}}, {"truth": "planted"}):
        own = deepcopy(written)
        change = {"pairs": [["early", "soon"]], "words": ["war"], **asked}
        own["analyses"] = {"change": {"speeches": change}}
        with pytest.raises(ConfigError, match="'soon' is none of the periods of spee"):
            understand(own)


def test_an_entry_called_otherwise_than_its_series_has_the_same_controls(written):
    own = deepcopy(written)
    first, last = list(written["corpora"]["speeches"]["source"]["periods"])
    whole = [[f"speeches_{first}", f"speeches_{last}"]]
    change = {"pairs": whole, "truth": "planted", "null": {"trained": 5}}
    own["analyses"] = {"change": {"mine": change}}
    kinds = Counter(x.part["kind"] for x in understand(own).corpora.values() if x.part)
    assert kinds["dealt"] == kinds["planted"] == 2


def test_heaps_of_one_kind_share_a_seed_and_no_other_kind_has_it(written):
    grid = Grid(understand(deepcopy(written)))
    seeds = {}
    for name, text in grid.study.corpora.items():
        if text.part["kind"] != "period":
            of = text.part_of, text.part["kind"]
            seeds.setdefault(of, set()).add(grid.part_spec(name)["seed"])
    assert all(len(own) == 1 for own in seeds.values())
    assert len(set().union(*seeds.values())) == len(seeds) == 5
