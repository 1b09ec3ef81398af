"""What a forecast makes of what it tried."""

import pytest

from quaver.config.study import Technique
from quaver.config.techniques import GloVe, Word2Vec
from quaver.stages import trials
from quaver.stages.trials import Text, Trial, tried


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
