"""What a forecast makes of what it tried."""

from dataclasses import asdict

import pytest

from quaver.config.techniques import FastText, GloVe, Word2Vec
from quaver.engine import trials
from quaver.engine.size import Size
from quaver.engine.trials import TRIED, Trial, imagined, tried
from quaver.trainers.declare import technique_of

TEXT = imagined(500, TRIED[1])


@pytest.fixture
def clocked(monkeypatch):
    """A trial of a technique, by a clock of ours; 1000 buckets at most."""

    def clock(trainer, parameters, seconds):
        asked = []

        def told(part, trainer, given):
            asked.append(given)
            return seconds(int(part.offsets[-1]), given)

        monkeypatch.setattr(trials, "_seconds", told)
        monkeypatch.setattr(trials, "BUCKETS", 1000)
        return tried(TEXT, trainer, asdict(parameters)), asked

    return clock


def operations(trainer, parameters, tokens, words=500):
    size = Size(words=words, tokens=tokens, dims=parameters.dimensions)
    return technique_of(trainer).operations(size, parameters)


def test_a_machine_of_some_speed_is_told_by_two_parts(clocked):
    """One second at the start and 1e-9 an operation, whatever the size and epochs."""
    given = Word2Vec(epochs=2)
    trial, _ = clocked(
        "word2vec",
        Word2Vec(epochs=50),
        lambda tokens, _: 1 + 1e-9 * operations("word2vec", given, tokens),
    )
    assert trial == (pytest.approx(1), pytest.approx(1e-9), False)
    whole = operations("word2vec", Word2Vec(epochs=50), 10**9)
    assert trial.seconds(whole) == pytest.approx(1 + 1e-9 * whole)


def test_pairs_of_a_longer_text_repeat(clocked):
    """GloVe's cost is of different pairs, which a thousand times the text has not."""
    given = GloVe(epochs=2)
    cost = {n: operations("glove", given, n) for n in (*TRIED, 10**5, 10**8)}
    trial, _ = clocked("glove", given, lambda tokens, _: 1e-9 * cost[tokens])
    assert trial.seconds(cost[10**8]) == pytest.approx(1e-9 * cost[10**8], rel=0.05)
    assert cost[10**8] < 800 * cost[10**5]


def test_few_buckets_stand_for_many(clocked):
    """Two million of 300 numbers are 2.4 GB, which a forecast must not take itself."""
    trial, asked = clocked(
        "fasttext",
        FastText(bucket=2_000_000),
        lambda tokens, given: 1e-9 * operations("fasttext", given, tokens),
    )
    assert max(given.bucket for given in asked) == 1000
    many = operations("fasttext", FastText(bucket=2_000_000), 10**6)
    assert trial.seconds(many) == pytest.approx(1e-9 * many)


@pytest.mark.parametrize(
    ("small", "large"),
    [(2.0, 5.0), (None, 5.0), (5.0, 5.0), (None, None)],
)
def test_a_part_that_is_too_small_tells_nothing(clocked, small, large):
    times = dict(zip(TRIED, (small, large), strict=True))
    trial, _ = clocked("word2vec", Word2Vec(), lambda tokens, _: times[tokens])
    few, many = (operations("word2vec", Word2Vec(epochs=2), n) for n in TRIED)
    if large is None:
        assert trial == Trial(0.0, 0.0, unknown=True)
    elif small is None:  # through the origin
        assert trial == (0.0, pytest.approx(large / many), False)
    else:  # a straight line through both
        rate = (large - small) / (many - few)
        assert trial == (pytest.approx(small - rate * few), pytest.approx(rate), False)


def test_a_training_is_timed_on_parts_of_a_text():
    given = asdict(Word2Vec(dimensions=4, epochs=9, sample=0.0))
    trial = tried(imagined(200, 2000), "word2vec", given)
    assert trial.rate > 0 and not trial.unknown
    assert tried(imagined(200, 2000), "word2vec", {**given, "min_count": 9999}).unknown
