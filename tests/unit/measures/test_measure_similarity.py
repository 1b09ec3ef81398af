"""The distribution of similarities as a measure stores it, and who asks for it."""

import numpy as np
import pytest
from measuring import call
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import norm

from quaver import store
from quaver.config import ConfigError, understand
from quaver.grid import Grid
from quaver.measures import MEASURES
from quaver.measures.errors import MeasureError
from quaver.measures.similarity import distribution
from quaver.results.blocks import put_runs, put_space
from quaver.spaces.normalise import unit_rows
from quaver.spaces.similarities import EDGES, histogram, pairs
from quaver.spaces.space import Space
from quaver.statistics.distributions import (
    Binned,
    distance,
    drawn_test,
    rejections,
    resolution,
)

WORDS, DIMS, RUNS = 60, 8, 3
SPEC = {"targets": 20, "ranks": 10, "seed": 1, "draws": [1, 2, 3]}

STORED = "histogram", "draws", "curve", "mean", "deviation", "targets", "edges"


def vectors(run):
    return np.random.default_rng(run).standard_normal((WORDS, DIMS), dtype=np.float32)


def block(folder, made):
    path = folder / f"1-{len(made)}.h5"
    with store.create(path, "models", dict) as file:
        for place, rows in enumerate(made):
            counts = np.arange(len(rows), 0, -1)
            space = Space(rows, np.ones(len(rows), dtype=bool), counts)
            put_space(file, place, len(made), space)
        words = [f"w{k}" for k in range(len(made[0]))]
        put_runs(file, words, np.arange(len(made)) + 1)
    return path


def stored(folder, spec=SPEC):
    path = block(folder, [vectors(run) for run in range(RUNS)])
    out = call("similarity", folder / "out.h5", [path], spec)
    with store.read(out, "similarity") as file:
        return {name: file[name][:] for name in STORED} | {
            name: file.attrs[name] for name in ("pairs", "note")
        }


def test_each_run_has_its_histogram_draws_and_curve(tmp_path):
    told = stored(tmp_path)
    assert told["pairs"] == pairs(WORDS, 20)
    assert told["note"] == ""
    assert told["draws"].shape == (RUNS, pairs(WORDS, 20))
    assert told["curve"].shape == (RUNS, 10)
    assert (np.diff(told["curve"], axis=1) <= 0).all()
    for run in range(RUNS):
        counts = histogram(unit_rows(vectors(run)), told["targets"])
        assert_array_equal(told["histogram"][run], counts)
        middles = (told["edges"][1:] + told["edges"][:-1]) / 2
        mean = counts @ middles / counts.sum()
        assert_allclose(told["mean"][run], mean, atol=0.005)
        # there are fewer pairs than draws: all are drawn, once
        draws = told["draws"][run]
        assert_allclose((draws.mean(), draws.std()), (0, 1), atol=1e-6)


def test_shapes_of_noise_are_one_and_rejected_in_one_percent():
    spaces = [
        unit_rows(np.random.default_rng(k).standard_normal((1000, 30))) for k in (1, 2)
    ]
    told = [distribution(x, np.arange(1000), 5, k) for k, x in enumerate(spaces)]
    one, other = (
        Binned(x.histogram[None], EDGES, np.array([x.mean]), np.array([x.deviation]))
        for x in told
    )
    assert distance(one, other).value < 0.003
    assert 0.001 <= rejections(one, other, tests=1000) <= 0.02
    assert drawn_test(told[0].draws, told[1].draws).p > 0.001


def test_words_and_ranks_there_are_not_are_capped_and_said(tmp_path):
    told = stored(tmp_path, {**SPEC, "targets": 10**4, "ranks": 1000})
    assert len(told["targets"]) == WORDS
    assert told["curve"].shape[1] == WORDS - 1
    assert told["note"] == (
        "10,000 words asked for, 60 there are; 1,000 ranks asked for, 59 there are"
    )


def test_words_that_are_all_the_same_have_no_distribution(tmp_path):
    path = block(tmp_path, [np.ones((5, 3), dtype=np.float32)])
    with pytest.raises(MeasureError, match="the similarities of 5 words do not vary"):
        call("similarity", tmp_path / "out.h5", [path], SPEC)


def study(asked, language="en", **changes):
    source = {"kind": "text", "path": "mine.txt"}
    corpora = {x: {"language": language, "source": source} for x in ("news", "court")}
    sweep = {"vary": {"epochs": [2]}}
    techniques = {"glove": {"trainer": "glove", "sweep": sweep}}
    techniques["noise"] = {"trainer": "noise"}
    return {
        **{"study": "tiny", "seed": 1, "runs": 2, "corpora": corpora},
        **{"techniques": techniques, "samplings": ["fixed", "shuffled"]},
        "analyses": {} if asked is None else {"similarity": asked},
        **changes,
    }


def labels(asked):
    grid = Grid(understand(study(asked)))
    return {subject.label for subject in grid.measured["similarity"]}


def test_a_study_that_does_not_ask_has_none_and_one_that_does_has_all():
    assert labels(None) == set()
    assert len(labels({})) == 12
    assert labels({"corpora": ["news"], "samplings": ["fixed"]}) == {
        f"news/{x}/fixed" for x in ("glove", "glove.epochs-2", "noise")
    }
    # variants go with their technique
    assert len(labels({"techniques": ["glove"]})) == 8


def test_what_bins_make_of_a_distance_is_its_resolution():
    """Two exact normals of unlike width: one shape, were it not for the bins."""
    narrow, wide = (_normal(deviation) for deviation in (0.02, 0.2))
    assert resolution(narrow, wide) == pytest.approx(0.0076, abs=1e-4)
    assert 0.007 < distance(narrow, wide).value <= resolution(narrow, wide)
    assert resolution(wide) == pytest.approx(resolution(narrow) / 100)


def _normal(deviation):
    counts = np.round(1e12 * np.diff(norm.cdf(EDGES, scale=deviation)))
    mean, spread = np.zeros(1), np.array([deviation])
    return Binned(counts[None].astype(np.int64), EDGES, mean, spread)


def test_spaces_trained_elsewhere_are_told_of_too():
    vectors = {"trainer": "vectors", "corpus": "theirs", "language": "en"}
    vectors |= {"files": ["a.txt", "b.txt"]}
    given = study({"baseline": {"kind": "wordnet"}}, techniques={"theirs": vectors})
    grid = Grid(understand(given))
    (subject,) = grid.measured["similarity"]
    assert subject.label.startswith("theirs/theirs/")
    assert len(MEASURES["similarity"].spec(grid, subject)["draws"]) == 2


def test_techniques_share_targets_and_no_draws():
    grid = Grid(understand(study({})))
    specs = [
        MEASURES["similarity"].spec(grid, subject)
        for subject in grid.measured["similarity"]
        if subject.cell.view.corpus == "news"
    ]
    assert len({spec["seed"] for spec in specs}) == 1
    draws = [seed for spec in specs for seed in spec["draws"]]
    assert len({*draws}) == len(draws) == 12


@pytest.mark.parametrize(
    ("baseline", "language", "why"),
    [
        ({"kind": "wordnet"}, "hi", "the texts are of hi. Remove 'baseline'"),
        ({"kind": "scores"}, "en", "the key 'path' is missing"),
        ({"kind": "wordnet", "parts": []}, "en", "at least 1 entry is wanted"),
        ({"kind": "wordnet", "measure": "path"}, "en", "allowed are lch"),
    ],
)
def test_a_baseline_that_cannot_be_is_refused(baseline, language, why):
    with pytest.raises(ConfigError, match=why) as refused:
        understand(study({"baseline": baseline}, language))
    assert "analyses.similarity.baseline" in str(refused.value)


def test_english_must_be_among_the_cells_not_among_the_corpora():
    given = study({"baseline": {"kind": "wordnet"}, "techniques": ["noise"]})
    given["corpora"]["court"]["language"] = "de"
    assert understand(given)
    given["techniques"]["noise"]["corpora"] = ["court"]
    with pytest.raises(ConfigError, match="WordNet knows English, .* texts are of de"):
        understand(given)
    given["techniques"]["noise"]["samplings"] = ["fixed"]
    given["analyses"]["similarity"]["samplings"] = ["shuffled"]
    with pytest.raises(ConfigError, match="WordNet knows English, and no cell is told"):
        understand(given)


def test_the_distribution_alone_is_told_of_any_language():
    asked = understand(study({}, "hi")).analyses.similarity
    assert (asked.targets, asked.ranks, asked.baseline) == (10_000, 1000, None)
    assert asked.threshold.least_pairs == 1000
    wordnet = understand(study({"baseline": {"kind": "wordnet"}}, "en-GB"))
    assert wordnet.analyses.similarity.baseline.parts == ("noun", "verb")
