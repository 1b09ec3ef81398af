"""Laws of change on series whose law is known: a slope in the periods, none beside."""

import numpy as np
import pytest
from invented_laws import RUNS, SIZES, WORDS, aligned, even, sized, write
from measuring import call
from numpy.testing import assert_allclose, assert_array_equal

from quaver import store
from quaver.measures.change_laws import ALIGNED, MEASURE, WAYS
from quaver.measures.errors import MeasureError
from quaver.measures.laws import (
    Lines,
    Values,
    apart,
    estimate,
    lines,
    over_averages,
    standardised,
)
from quaver.statistics import run_mean
from quaver.statistics.mixed import DRAWS, draws, fit
from quaver.statistics.values import value_of

SPEC = {"least": 10, "scale": "pooled", "seed": 5}


def measured(folder, conditions, **changes):
    """The file of the laws of some conditions: lists of paths by name."""
    kinds = [[store.kind(path) for path in own] for own in conditions.values()]
    pairs = [
        [name, *map(own.count, (ALIGNED, *WAYS))]
        for name, own in zip(conditions, kinds, strict=True)
    ]
    inputs = [path for paths in conditions.values() for path in paths]
    spec = SPEC | {"pairs": pairs} | changes
    return call("change_laws", folder / "laws.h5", inputs, spec)


@pytest.fixture(scope="module")
def laws(tmp_path_factory):
    """Laws of periods with a slope of -.7, of batches without one."""
    folder = tmp_path_factory.mktemp("laws")
    conditions = {
        "genuine": aligned(folder, "genuine", -0.7),
        "batches": aligned(folder, "batches", 0.0, seed=1),
        "like_periods": aligned(folder, "like", 0.0, seed=2, words=WORDS + 30),
    }
    return measured(folder, conditions)


def parts(stored, where):
    return {name: stored[f"{where}/{name}"][:] for name in Lines._fields}


def test_the_law_of_the_periods_is_measured_and_none_in_the_controls(laws):
    with store.read(laws, "change_laws") as stored:
        assert store.texts(stored["conditions"]) == [
            *("genuine", "batches", "like_periods")
        ]
        told = {x: parts(stored, f"{x}/cosine/8") for x in ("genuine", "batches")}
        genuine, batches = (
            [told[x][y] for y in ("slope", "drawn_slope")] for x in told
        )
        shapes = [stored[f"genuine/cosine/{x}/slope"].shape for x in (1, *SIZES)]
        facts = [dict(stored[x].attrs) for x in ("genuine", "like_periods")]
        frequency, change = (stored[f"example/{x}"][:] for x in ("frequency", "change"))
        assert len(stored["example/words"]) == WORDS
        assert stored.attrs["tokens"] > 0
    assert shapes == [(8,), (4,), (2,), (1,)]
    gap, slope = apart(genuine, batches), estimate(*genuine)
    assert -0.9 < slope.value < -0.6 and slope.interval()[1] < -0.5
    assert gap.interval()[1] < -0.4
    low, high = estimate(*batches).interval()
    assert low < 0 < high
    # the words of the periods are judged, whatever others the control has
    assert facts[0] == facts[1] == {"words": WORDS, "values": 4 * WORDS, "pairs": 4}
    assert -0.95 < np.corrcoef(frequency, change)[0, 1] < -0.5
    assert told["genuine"]["marginal"] > 0.3 > 0.05 > told["batches"]["marginal"]


def test_same_bits_whatever_else_is_measured(laws, tmp_path):
    """Only the draws hang on what words there are in all."""
    alone = measured(tmp_path, {"genuine": aligned(tmp_path, "genuine", -0.7)})
    with store.read(laws, "") as first, store.read(alone, "") as second:
        for name, values in parts(first, "genuine/as_coded/2").items():
            if "drawn" not in name:
                assert_array_equal(values, second[f"genuine/as_coded/2/{name}"][:])


def test_words_that_are_rare_in_either_text_are_not_judged(tmp_path):
    counts = np.tile(np.arange(20.0, 60), (2, 1))
    counts[0, 3] = counts[1, 5] = 9
    change = np.random.default_rng(0).uniform(0.1, 0.2, (RUNS, 40))
    change[2, 7] = np.nan  # a run lacks the word
    names = [f"w{k}" for k in range(40)]
    paths = [write(tmp_path / f"{k}.h5", names, counts, change) for k in range(2)]
    with store.read(measured(tmp_path, {"genuine": paths}), "") as stored:
        assert stored["genuine"].attrs["words"] == 38
        assert stored["genuine"].attrs["values"] == 76
        assert np.isfinite(stored["genuine/cosine/1/slope"][:]).all()


def test_sizes_are_judged_without_logarithm_where_every_pair_has_one(tmp_path):
    generator = np.random.default_rng(1)
    paths = aligned(tmp_path, "genuine", -0.7)
    squared = generator.normal(size=WORDS - 1)  # of one word there is none
    names = [f"w{k}" for k in range(1, WORDS)]
    sizes = [sized(tmp_path / f"size{k}.h5", names, squared) for k in range(4)]
    for few, ways in ((4, {"plug_in", "debiased"}), (3, set())):
        path = measured(tmp_path, {"genuine": [*paths, *sizes[:few]]})
        with store.read(path, "") as stored:
            assert {*stored["genuine"]} == {"cosine", "as_coded", *ways}
            if ways:
                two = [parts(stored, f"genuine/{way}/{RUNS}") for way in sorted(ways)]
    # a constant moves no z-score, and of noise frequency explains nothing
    assert_allclose(two[0]["slope"], two[1]["slope"], rtol=1e-9)
    assert two[0]["slope"].shape == (1,) and abs(two[0]["slope"][0]) < 0.25


def test_contexts_are_judged_by_all_uses_and_by_equally_many(tmp_path):
    """Logged as cosines are; where one pair has none, no pair is."""
    generator = np.random.default_rng(2)
    paths = aligned(tmp_path, "genuine", -0.7)
    with store.read(paths[0], "") as stored:
        names, counts = store.texts(stored["words"]), stored["counts"][0]
    each = []
    for k in range(4):
        change, level = np.exp(0.1 * generator.normal(size=(2, WORDS)))
        change /= np.sqrt(counts)
        each.append(even(tmp_path / f"even{k}.h5", names, change, level))
    for few, ways in ((4, {"contexts", "even"}), (3, set())):
        path = measured(tmp_path, {"genuine": [*paths, *each[:few]]})
        with store.read(path, "") as stored:
            assert {*stored["genuine"]} == {"cosine", "as_coded", *ways}
            if ways:
                kinds = [f"genuine/{way}/{RUNS}" for way in sorted(ways)]
                slopes = [parts(stored, kind)["slope"][0] for kind in kinds]
    assert slopes[0] < -0.8 and abs(slopes[1]) < 0.25


@pytest.fixture
def rarer(tmp_path):
    """Files of periods and of what is like them, by the share of the periods' uses its
    words have: change by contexts is noise of uses, of 100 at most."""

    def files(share, name):
        generator, paths = np.random.default_rng(3), {"genuine": [], "like_periods": []}
        frequency = np.exp(np.linspace(np.log(110), np.log(9000), WORDS)).round()
        names = [f"w{k}" for k in range(WORDS)]
        for pair in range(4):
            for condition, part in (("genuine", 1), ("like_periods", share)):
                counts = np.tile((part * frequency).round(), (2, 1))
                noise = np.exp(0.1 * generator.normal(size=(2, WORDS)))
                own = noise / np.minimum(counts[0], [[1e9], [100]])
                change = np.exp(0.1 * generator.normal(size=(RUNS, WORDS)))
                stem = tmp_path / f"{name}{condition}{pair}"
                order = generator.permutation(WORDS)
                ordered = [names[k] for k in order]
                path = write(f"{stem}.h5", ordered, counts[:, order], change[:, order])
                paths[condition] += [path, even(f"{stem}e.h5", names, *own)]
        # all alignments of a condition, then its contexts
        paths = {x: [*own[::2], *own[1::2]] for x, own in paths.items()}
        return measured(tmp_path, paths, least=100)

    return files


def test_by_equal_uses_no_word_of_a_control_is_judged_by_fewer(rarer):
    """Of a tenth of their uses, words below 1000 have fewer than the others."""
    kinds = [f"{x}/even/{RUNS}" for x in ("genuine", "like_periods")]
    with store.read(rarer(0.1, "tenth"), "") as stored:
        told = [parts(stored, kind) for kind in kinds]
        assert abs(told[1]["slope"][0]) < 0.2
        words = [stored[f"{kind}/words"][0] for kind in kinds]
        values = [stored[f"{kind}/values"][0] for kind in kinds]
        every = stored[f"like_periods/contexts/{RUNS}/words"][0]
        steep = parts(stored, f"like_periods/contexts/{RUNS}")["slope"][0]
    assert steep < -0.9
    # both tell of the same words
    assert every == WORDS and words[0] == words[1] < 80 and values[0] == values[1]
    gap = apart(*([own[x] for x in ("slope", "drawn_slope")] for own in told))
    low, high = gap.interval()
    assert low < 0 < high


def test_where_a_control_has_too_few_words_of_equal_uses_it_has_no_line(rarer):
    with store.read(rarer(0.012, "few"), "") as stored:
        assert "even" in stored["genuine"] and "even" not in stored["like_periods"]
        assert "contexts" in stored["like_periods"]
        assert stored[f"genuine/even/{RUNS}/words"][0] == WORDS


def test_too_few_words_are_refused_in_a_sentence(tmp_path):
    paths = aligned(tmp_path, "genuine", -0.7)
    with pytest.raises(MeasureError, match="only 0 words of genuine texts"):
        measured(tmp_path, {"genuine": paths}, least=100_000)
    assert ValueError in MEASURE.refuses


def test_lines_are_those_of_z_scores_of_logarithms():
    generator = np.random.default_rng(3)
    word, pair = np.tile(np.arange(30), 3), np.repeat(np.arange(3), 30)
    values = Values(generator.uniform(10, 1000, 90), word, pair)
    change = generator.uniform(0.1, 1, (2, 90))
    weights = draws(30, 1)
    for scale in ("pooled", "pair"):
        told = lines(values, change, weights, scale=scale)
        x = standardised(np.log(values.occurrences), pair, scale)
        fits = [fit(x, standardised(np.log(y), pair, scale), word) for y in change]
        for name in ("slope", "error", "marginal", "between"):
            ours, theirs = getattr(told, name), [getattr(x, name) for x in fits]
            assert_allclose(ours, theirs, rtol=1e-9)
        assert told.drawn_slope.shape == told.drawn_marginal.shape == (DRAWS,)
    for k in range(3):  # of each pair alone
        assert abs(x[pair == k].mean()) < 1e-12
        assert_allclose(x[pair == k].std(), 1)
    below = lines(values, change - 0.5, weights, log=False)
    plain = standardised(change[0] - 0.5, pair, "pooled")
    x = standardised(np.log(values.occurrences), pair, "pooled")
    assert_allclose(below.slope[0], fit(x, plain, word).slope, rtol=1e-9)


def test_intervals_hold_words_and_trainings():
    """Variances add up: of words drawn, and of averages left out, three or more."""
    of, drawn = np.array([1.0, 2, 3, 4]), np.random.default_rng(0).normal(2.5, 1, 200)
    told = estimate(of, drawn)
    runs = value_of(run_mean(of))
    assert_allclose(over_averages(of).error, runs.error)
    assert_allclose(told.error, np.hypot(drawn.std(ddof=1), runs.error))
    assert told.value == 2.5
    few = estimate(of[:2], drawn)
    assert (few.value, few.error) == (1.5, drawn.std(ddof=1))
    gap = apart((of, drawn), (of[:2] - 1, drawn - 1))
    # the same words are drawn of both: what they share cancels
    assert_allclose((gap.value, gap.error), (2, runs.error), atol=1e-12)


def test_intervals_hold_what_the_words_of_a_pair_share():
    """Of some pairs all words are more frequent, of others all change more: by chance
    that gives a slope, which no number of words tells from a law."""
    word, pair, tries = np.tile(np.arange(80), 8), np.repeat(np.arange(8), 80), 40
    weights, held = draws(80, 1), np.zeros(2)
    for seed in range(tries):
        generator = np.random.default_rng(seed)
        x, y = generator.normal(size=(2, 640)) + generator.normal(size=(2, 8))[:, pair]
        told = lines(Values(np.exp(x + 8), word, pair), np.exp(y)[None], weights)
        parts = told.slope, told.drawn_slope, told.without_slope
        ends = np.array([estimate(*own).interval() for own in (parts, parts[:2])])
        held += (ends[:, 0] <= 0) & (ends[:, 1] >= 0)
    assert held[0] >= 0.88 * tries > 0.6 * tries >= held[1]
    assert apart(parts, parts).error < 1e-9  # of both the same pairs are left out
    for own in (pair % 2, np.where(np.arange(640) < 2, np.arange(640), 2)):
        few = lines(Values(np.exp(x + 8), word, own), np.exp(y)[None], weights)
        assert few.without_slope.shape == (0,)  # two pairs, or two words beside one


def test_intervals_of_differences_hold_the_truth():
    """Slopes of -.6 and -.1, with noise of words, pairs and runs: 95 of 100 times, but
    for what 30 tries leave open."""
    word, pair = np.tile(np.arange(100), 3), np.repeat(np.arange(3), 100)
    noise, held = 0.4**2 + 0.7**2 + 0.3**2, []
    truth = [slope / np.sqrt(slope**2 + noise) for slope in (-0.6, -0.1)]
    for seed in range(30):
        generator, both = np.random.default_rng(seed), []
        x = generator.normal(size=100)[word]
        values, weights = Values(np.exp(x + 8), word, pair), draws(100, seed)
        runs = 1 + 3 * (seed % 2)
        for slope in (-0.6, -0.1):
            own = 0.4 * generator.normal(size=100)[word]
            own += 0.7 * generator.normal(size=300)
            change = slope * x + own + 0.3 * generator.normal(size=(runs, 300))
            told = lines(values, np.exp(change), weights)
            both.append((told.slope, told.drawn_slope))
        low, high = apart(*both).interval()
        held.append(low < truth[0] - truth[1] < high)
    assert np.mean(held) > 0.8
    # an interval that holds everything holds the truth as well
    assert high - low < 0.5
