"""What is stored of draws of terms: cosines, ranks, levels of chance, own words."""

from itertools import product

import numpy as np
import pytest
from invented_terms import arrays, block, draws, learned, noisy
from measuring import call
from numpy.testing import assert_allclose, assert_array_equal

from quaver.config import understand
from quaver.grid import Grid
from quaver.measures import MEASURES
from quaver.spaces.apart import apart, centred
from quaver.spaces.word_ranks import units_of

TERMS = ["war", "free market", "peace", "labour", "wage"]
WORDS = [f"w{k}" for k in range(60)] + ["war", "peace"]
IS_TEST = np.array([True, True, False, True, True])
RUNS, DRAWS, DIMS = 2, 3, 6
ALIKE = np.ones(len(TERMS))  # sentences of a draw
SPEC = {"neighbours": 4, "is_joint": False, "is_probed": False}


def background():
    vectors = np.stack([noisy((len(WORDS), DIMS), 10 + run) for run in range(RUNS)])
    vectors[1, 7] = np.nan
    return vectors


def vectors():
    made = np.stack([noisy((len(TERMS), DRAWS, DIMS), run) for run in range(RUNS)])
    made[0, 3, 2] = np.nan
    made[:, 4, 1] = background()[:, 3]  # a draw that is a word
    return made


def own():
    rows = np.full((RUNS, len(TERMS), DIMS), np.nan, np.float32)
    rows[:, 0], rows[:, 2] = background()[:, 60], background()[:, 61]
    return rows


def stored(folder, spec=SPEC, order=None, **facts):
    order = np.arange(len(TERMS)) if order is None else order
    terms = [TERMS[k] for k in order]
    pairs = product(range(len(TERMS)), range(DRAWS))
    sentences = [(*pair, [0, -2]) for pair in pairs]
    inputs = [
        block(folder, background(), WORDS),
        draws(folder, terms, sentences, **facts),
        learned(folder, terms, vectors()[:, order], own()[:, order], IS_TEST[order]),
    ]
    path = call("terms_apart", folder / "out.h5", inputs, spec)
    return arrays(path, "terms_apart")


def test_cosines_and_levels_of_chance_are_those_of_each_run(tmp_path):
    told = stored(tmp_path)
    assert told["kinds"] == ["raw", "centred"] and told["runs"].tolist() == [1, 2]
    for run in range(RUNS):
        for kind, make in enumerate((np.asarray, centred)):
            expected = apart(make(vectors()[run]), IS_TEST, ALIKE)
            for name in ("within", "between", "identified", "auc", "chance"):
                assert_array_equal(told[name][kind, run], getattr(expected, name))
        assert_array_equal(
            told["cosine"][run], apart(vectors()[run], IS_TEST, ALIKE).cosine
        )
    # a training term is identified among training terms, and here it is alone
    assert np.isnan(told["identified"][:, :, 2]).all()


def test_ranks_are_those_of_a_full_sort(tmp_path):
    told = stored(tmp_path)
    for run in range(RUNS):
        words = units_of(background()[run]).astype(float)
        units = units_of(vectors()[run].reshape(-1, DIMS)).astype(float)
        cosines = (units @ words.T).astype("f4").reshape(len(TERMS), DRAWS, -1)
        pairs = told["cosine"][run]
        ranks = 1 + (cosines[:, :, None] > pairs[..., None]).sum(axis=3)
        missing = np.isnan(pairs) | np.eye(DRAWS, dtype=bool)
        assert_array_equal(told["rank"][run], np.where(missing, -1, ranks))
        of_own = cosines[[0, 2], :, [60, 61]]
        places = 1 + (cosines[[0, 2]] > of_own[..., None]).sum(axis=2)
        assert_array_equal(told["own_rank"][run][[0, 2]], places)
        assert_array_equal(told["own_cosine"][run][[0, 2]], of_own)
        names = np.array(WORDS)[np.argsort(-cosines[0, 0], kind="stable")[:4]]
        shown = told["neighbours"][run, 0, 0]
        assert [told["named"][k] for k in shown] == names.tolist()
    assert (told["own_rank"][:, [1, 3, 4]] == -1).all()
    assert (told["neighbours"][0, 3, 2] == -1).all()
    assert told["ranked"].tolist() == [62, 61]
    assert told["named"][told["neighbours"][0, 4, 1, 0]] == "w3"


def test_ranks_of_other_terms_stand_beside_those_of_the_own(tmp_path):
    told = stored(tmp_path)
    other = told["other_rank"]
    assert (other[:, [0, 1, 4]][:, :, ~np.eye(DRAWS, dtype=bool)] >= -1).all()
    assert (other[1, [0, 1, 3, 4]][:, ~np.eye(DRAWS, dtype=bool)] > 0).all()
    # no other training term
    assert (other[:, 2] == -1).all()


def test_nothing_hangs_on_the_order_of_terms(tmp_path):
    order = np.array([3, 0, 4, 2, 1])
    folders = [tmp_path / name for name in ("one", "other")]
    for folder in folders:
        folder.mkdir()
    first, second = stored(folders[0]), stored(folders[1], order=order)
    for name in ("cosine", "rank", "other_rank", "own_rank", "own_cosine"):
        assert_array_equal(second[name], first[name][:, order])
    for name in ("within", "identified", "auc", "chance"):
        assert_array_equal(second[name], first[name][:, :, order])
    turned = first["between"][:, :, order][:, :, :, order]
    assert_array_equal(second["between"], turned)


def test_what_is_trained_with_a_text_has_cosines_and_no_ranks(tmp_path):
    told = stored(tmp_path, {**SPEC, "is_joint": True})
    assert not {"rank", "own_rank", "neighbours", "named", "ranked"} & {*told}
    assert np.isfinite(told["own_cosine"][:, 0]).all()


def test_probes_of_chimeras_have_the_mean_cosine_of_the_draws(tmp_path):
    probes = [(0, "w5", 4.0), (0, "zebra", 2.0), (4, "w3", 5.0)]
    told = stored(tmp_path, {**SPEC, "is_probed": True}, probes=probes)
    assert told["score"].tolist() == [4, 2, 5]
    assert told["probe_term"].tolist() == [0, 0, 4]
    assert np.isnan(told["probe_cosine"][:, 1]).all()
    words = units_of(background()[1])
    units = units_of(vectors()[1, 0])
    assert_allclose(told["probe_cosine"][1, 0], (units @ words[5]).mean(), atol=1e-6)


def study(**learners):
    source = {"kind": "text", "path": "mine.txt"}
    text = {"language": "en", "source": source}
    terms = {"backgrounds": ["word2vec"], "learners": learners}
    terms["sets"] = {
        "halves": {"corpus": "own", "words": ["war", "peace"], "draw": "halves"},
        "rnd": {"corpus": "own", "words": {"random": 20}, "draw": "random"},
    }
    return {
        **{"study": "tiny", "seed": 1, "runs": 2, "corpora": {"own": text}},
        **{"techniques": {"word2vec": {"trainer": "word2vec"}}},
        **{"samplings": ["shuffled", "bootstrapped"]},
        "analyses": {"terms": terms},
    }


@pytest.fixture
def grid():
    return Grid(understand(study(additive={}, joint={"of": "own"})))


def test_all_that_is_learned_is_told_apart(grid):
    subjects = grid.measured["terms_apart"]
    assert len(subjects) == 2 * 2 * 2
    specs = {x.learner: MEASURES["terms_apart"].spec(grid, x) for x in subjects}
    spec = {"neighbours": 10, "is_joint": False, "is_probed": False}
    assert specs == {"additive": spec, "joint": {**spec, "is_joint": True}}
    given = study(additive={})
    given["analyses"]["terms"]["sets"] = {
        "sons": {"format": "chimeras", "path": "sons.txt", "draw": "whole"}
    }
    probed = Grid(understand(given))
    subject = probed.measured["terms_apart"][0]
    assert MEASURES["terms_apart"].spec(probed, subject)["is_probed"]
