"""Parameters of a learner on training terms, with one that is known by heart."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest
from invented_terms import arrays, block, draws, noisy
from measuring import call
from numpy.testing import assert_allclose, assert_array_equal
from test_terms_apart import study

from quaver.config import understand
from quaver.grid import Grid
from quaver.learners.declare import Learned
from quaver.measures import MEASURES
from quaver.measures.sentences import seeds_of
from quaver.results.runs import Runs
from quaver.spaces.apart import apart
from quaver.spaces.word_ranks import units_of
from quaver.statistics.kappa import kappa_of

TERMS, WORDS = ["war", "peace", "labour", "wage"], [f"w{k}" for k in range(40)]
IS_TEST = [False, True, False, False]
SPEC = {
    **{"learner": "toy", "parameters": {"lambda_": 1, "noise": 0.0}, "runs": 0},
    **{"contexts": False, "seed": 5, "cell": "general/w/shuffled"},
    "grid": {"lambda_": [1.0, 2.0], "noise": [0.0, 1.0, 9.0]},
}
CALLS = []


def learn(background, drawn, parameters, seeds):
    """Sums of the words of a group, each to a power, and noise by its seed."""
    CALLS.append((drawn, seeds, parameters))
    made = np.zeros((drawn.number, background.vectors.shape[1]), np.float32)
    for k, group in enumerate(drawn.group):
        tokens = drawn.tokens[drawn.edges[k] : drawn.edges[k + 1]]
        known = background.vectors[tokens[tokens >= 0]]
        made[group] += np.sign(known).sum(axis=0) + parameters.lambda_ * known.sum(0)
    for group, seed in enumerate(seeds):
        drawn_noise = np.random.default_rng(int(seed)).normal(size=made.shape[1])
        made[group] += parameters.noise * drawn_noise
    nothing = np.zeros(drawn.number, np.int64)
    taught = np.zeros((drawn.number, 0), np.int64)
    return Learned(made, nothing, nothing, nothing, taught, nothing * np.nan)


def sentences(order):
    """Two draws of two sentences of each term, its own ten words in them."""
    entries = []
    for place, term in enumerate(order):
        generator = np.random.default_rng(term)
        for draw in range(2):
            words = 10 * term + generator.integers(0, 10, (2, 6))
            entries += [(place, draw, [*row, -2]) for row in words.tolist()]
    return entries


@pytest.fixture
def told(tmp_path, monkeypatch):
    monkeypatch.setitem(
        sys.modules, "quaver.learners.toy", SimpleNamespace(learn=learn)
    )

    def made(order=range(4)):
        CALLS.clear()
        spaces = np.stack([noisy((40, 8), 3), noisy((40, 8), 4)])
        names, is_test = [TERMS[k] for k in order], [IS_TEST[k] for k in order]
        facts = {"words": WORDS, "is_test": is_test}
        inputs = [block(tmp_path, spaces, WORDS)]
        inputs.append(draws(tmp_path, names, sentences(order), **facts))
        path = call("terms_grid", tmp_path / "out.h5", inputs, SPEC)
        return arrays(path, "terms_grid")

    return made


def test_every_setting_is_tried_on_training_terms_alone(told):
    grid = told()
    assert grid["terms"] == ["war", "labour", "wage"]
    assert grid["parameters"] == ["lambda", "noise"]
    expected = [[x, y] for x in (1, 2) for y in (0, 1, 9)]
    assert_array_equal(grid["values"], expected)
    assert len(CALLS) == 6
    for drawn, seeds, _ in CALLS:
        assert drawn.number == len(seeds) == 6
        assert drawn.group.tolist() == sorted(2 * [*range(6)])
        # no word of the test term, whose words are 10 to 19
        assert not ((drawn.tokens >= 10) & (drawn.tokens < 20)).any()
    assert len({tuple(seeds.tolist()) for _, seeds, _ in CALLS}) == 1


def test_numbers_of_a_setting_are_those_of_its_vectors(told):
    grid, space = told(), units_of(noisy((40, 8), 3)).astype(float)
    for setting, (drawn, seeds, parameters) in enumerate([*CALLS]):
        background = SimpleNamespace(vectors=noisy((40, 8), 3))
        vectors = learn(background, drawn, parameters, seeds).vectors.reshape(3, 2, 8)
        found = apart(vectors, np.zeros(3), np.ones(3))
        assert_array_equal(grid["cosine"][setting], found.within)
        assert_allclose(grid["between"][setting], np.nanmean(found.between))
        kappa = kappa_of(found.within, found.between)
        assert grid["kappa"][setting] == kappa
        assert grid["identified"][setting] == found.identified.mean()
        units = units_of(vectors.reshape(-1, 8)).reshape(vectors.shape)
        cosines = (units.astype(float) @ space.T).astype(np.float32)
        pair = found.cosine[:, [0, 1], [1, 0]]
        ranks = 1 + (cosines > pair[..., None]).sum(axis=2)
        assert_allclose(grid["rank"][setting], ranks.mean(axis=1))
    # noise drowns what terms are
    assert (np.diff(grid["cosine"].mean(axis=1).reshape(2, 3), axis=1) < 0).all()


def test_a_learner_draws_as_where_its_vectors_are_stored(told):
    told()
    terms = "war", "labour", "wage"
    names = [(SPEC["cell"], 1, term, draw) for term in terms for draw in (0, 1)]
    assert_array_equal(CALLS[0][1], seeds_of(SPEC["seed"], names))


def test_the_background_is_read_once_for_all_settings(told, monkeypatch):
    read, count = Runs.__getitem__, []

    def counted(self, run):
        count.append(run)
        return read(self, run)

    monkeypatch.setattr(Runs, "__getitem__", counted)
    told()
    assert count == [0]


def test_no_setting_hangs_on_the_order_of_terms(told):
    first, second = told(), told([3, 1, 0, 2])
    assert second["terms"] == ["wage", "war", "labour"]
    for name in ("cosine", "rank"):
        assert_array_equal(second[name], first[name][:, [2, 0, 1]])
    for name in ("between", "kappa", "identified"):
        assert_array_equal(second[name], first[name])


def subjects(**asked):
    given = study(additive={}, sif={})
    given["analyses"]["terms"]["grid"] = {"of": "sif", "window": [5, 15]} | asked
    grid = Grid(understand(given))
    return grid, grid.measured["terms_grid"]


def test_the_first_random_set_is_searched_and_no_drawn_text():
    grid, (only,) = subjects()
    own = only.terms, only.learner, only.cell.sampling
    assert own == ("rnd", "sif", "shuffled")
    spec = MEASURES["terms_grid"].spec(grid, only)
    assert spec["grid"] == {"window": [5, 15]}
    assert "grid" not in MEASURES["learn_terms"].spec(grid, only)
    _, (named,) = subjects(set="halves")
    assert named.terms == "halves"
    assert not Grid(understand(study(sif={}))).measured["terms_grid"]


def test_lambda_has_the_name_it_has_in_python():
    given = study(nonce2vec={})
    own = {"trainer": "vectors", "files": ["a.npz"], "corpus": "own", "language": "en"}
    own |= {"format": "npz"}
    given["techniques"]["word2vec"] = own
    given["analyses"]["terms"]["grid"] = {"of": "nonce2vec", "lambda": [30, 70]}
    grid = Grid(understand(given))
    (only,) = grid.measured["terms_grid"]
    spec = MEASURES["terms_grid"].spec(grid, only)
    assert spec["grid"] == {"lambda_": [30, 70]}
    assert spec["parameters"]["lambda_"] == 70
