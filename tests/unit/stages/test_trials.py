"""What a forecast makes of what it tried."""

import pytest

from quaver.config.study import Technique
from quaver.config.techniques import GloVe, Word2Vec
from quaver.engine import trials
from quaver.engine.trials import Text, Trial, tried


class Plan:
    """As much of a plan as a price asks for."""

    def __init__(self, technique):
        self.study = type("Study", (), {"techniques": {"t": technique}})
        self.grid = None

    def file(self, path):
        return path


class Cell:
    technique = "t"
    view = type("View", (), {"corpus_file": "corpora/mine.h5"})


@pytest.fixture
def room(monkeypatch):
    """Bytes of a training on so many tokens, after a trial that took 200 MB."""

    def price(technique, tokens):
        known = type("Known", (dict,), {"__contains__": lambda *_: True})
        known.__getitem__ = lambda *_: Trial(0.0, 1e-6, 200_000_000, 1000, False)
        monkeypatch.setattr(trials, "_known", known())
        text = Text(tokens, 1000, is_expected=True)
        return tried(Plan(technique), Cell, text).bytes

    return price


def test_a_large_text_takes_glove_the_room_its_counts_may(room):
    """A trial on a part holds few of them; they spill above a bound."""
    glove = Technique("glove", GloVe(window=10))
    assert room(glove, 80_000) == 200_000_000
    assert room(glove, 1_080_000) == 200_000_000 + 1_000_000 * 10 * 48
    assert 2_900_000_000 < room(glove, 48_000_000) <= 3_200_000_000
    assert room(Technique("word2vec", Word2Vec()), 48_000_000) == 200_000_000


@pytest.fixture
def clocked(monkeypatch):
    """A trial on a small imagined text, by a clock of ours; 1000 buckets at most."""
    asked = []

    def seconds(part, trainer, parameters):
        asked.append(parameters["bucket"])
        return 1.0 + 1e-5 * int(part.offsets[-1]) + 2e-3 * parameters["bucket"]

    monkeypatch.setattr(trials, "_seconds", seconds)
    monkeypatch.setattr(trials, "IMAGINED", (500, trials.TRIED[1]))
    monkeypatch.setattr(trials, "BUCKETS", 1000)

    def price(bucket):
        given = {"dimensions": 10, "epochs": 1, "bucket": bucket}
        return trials._try(None, None, "fasttext", given), asked

    return price


def test_few_buckets_stand_for_many(clocked):
    """Two million of 300 numbers are 2.4 GB, which a forecast must not take itself."""
    many, asked = clocked(2_000_000)
    assert max(asked) == 1000
    assert many.fixed == pytest.approx(1.0 + 2e-3 * 2_000_000)
    assert many.per_token == pytest.approx(1e-5)
    few, _ = clocked(1000)
    assert few.fixed == pytest.approx(1.0 + 2e-3 * 1000)
    more = (2_000_000 - 1000) * 10 * 4
    assert many.bytes - few.bytes == pytest.approx(more, abs=50e6)


@pytest.mark.parametrize(
    ("small", "large", "price"),
    [
        (2.0, 5.0, (1.0, 5e-5)),  # a straight line through both
        (None, 5.0, (0.0, 6.25e-5)),  # the small part is too small: through the origin
        (None, None, None),
    ],
)
def test_a_part_that_is_too_small_tells_nothing(monkeypatch, small, large, price):
    given = {20_000: small, 80_000: large}
    seconds = lambda part, *_: given[int(part.offsets[-1])]  # noqa: E731
    monkeypatch.setattr(trials, "_seconds", seconds)
    found = trials._try(None, None, "ppmi", {"dimensions": 5})
    assert found.unknown == (price is None)
    if price:
        assert (found.fixed, found.per_token) == pytest.approx(price)
