"""The map of à la carte is fitted on what its run read, units as often as drawn."""

import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from quaver.corpora.samples import Sample, View
from quaver.learners.alacarte import fitted, gathered
from quaver.learners.declare import Background

WORDS, DIMS, UNITS = 12, 3, 40
RANDOM = np.random.default_rng(5)
TOKENS = RANDOM.integers(0, WORDS, 300).astype(np.uint32)
EDGES = np.append(np.sort(RANDOM.choice(np.arange(1, 300), UNITS - 1, False)), 300)
VIEW = View([f"w{k}" for k in range(WORDS)], TOKENS, np.append(0, EDGES))
VECTORS = RANDOM.normal(size=(WORDS, DIMS)).astype(np.float32)
COUNTS = np.bincount(TOKENS, minlength=WORDS)


def test_tokens_of_units_are_gathered_with_their_edges():
    tokens, edges = gathered(VIEW, np.array([3, 7]))
    assert_array_equal(tokens, np.concatenate([VIEW.unit(3), VIEW.unit(7)]))
    assert edges.tolist() == [0, len(VIEW.unit(3)), len(tokens)]


def test_a_drawn_text_is_read_as_if_it_were_written_out():
    units = RANDOM.integers(0, UNITS, UNITS)
    background = Background(VECTORS, COUNTS, None, (VIEW, Sample(units)))
    parts = [VIEW.unit(unit) for unit in units]
    lengths = np.append(0, np.cumsum([len(part) for part in parts]))
    written = View(VIEW.words, np.concatenate(parts), lengths)
    whole = background._replace(text=(written, Sample(np.arange(UNITS))))
    assert_allclose(fitted(background, 2), fitted(whole, 2), atol=1e-9)
    plain = background._replace(text=(VIEW, Sample(np.arange(UNITS))))
    assert np.abs(fitted(background, 2) - fitted(plain, 2)).max() > 1e-3
    turned = background._replace(text=(VIEW, Sample(np.arange(UNITS)[::-1])))
    assert_array_equal(fitted(turned, 2), fitted(plain, 2))
