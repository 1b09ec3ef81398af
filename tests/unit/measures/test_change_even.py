"""Change by equally many uses, of texts in which nothing changed but frequencies."""

import numpy as np
import pytest
from measuring import call
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import ortho_group

from quaver import store
from quaver.measures.average_spaces import AXES
from quaver.measures.change_contexts import Text, summed_of
from quaver.measures.change_even import Uses, bounds_of, distances, sums_of
from quaver.measures.errors import MeasureError
from quaver.measures.laws import Values, estimate, lines
from quaver.spaces.normalise import unit_rows
from quaver.statistics.mixed import draws

TOPICS, EACH, DIMS, LINE, LINES, DOCUMENTS = 6, 30, 6, 10, 4800, 8
WORDS, LEAST = TOPICS * EACH, 40
NAMES = [f"w{k}" for k in range(WORDS)]


def tokens_of(seed, lines=LINES):
    """Lines of one topic each, whose words are as frequent as Zipf has it."""
    generator = np.random.default_rng(seed)
    weights = 1 / np.arange(1.0, EACH + 1)
    drawn = generator.choice(EACH, (lines, LINE), p=weights / weights.sum())
    topics = np.arange(lines)[:, None] % TOPICS
    return (topics * EACH + drawn).astype(np.uint32).ravel()


def text(seed, lines=LINES, words=WORDS):
    """The same as a text to read, with as many lines in each document."""
    edges = np.arange(0, lines * LINE + 1, LINE)
    documents = np.arange(lines) * DOCUMENTS // lines
    rows = np.arange(words)
    return Text(tokens_of(seed, lines), edges, documents, rows, DOCUMENTS)


def vectors_of():
    """Words near their topic's axis."""
    generator = np.random.default_rng(3)
    topics = np.repeat(np.eye(TOPICS, DIMS), EACH, axis=0)
    return unit_rows(topics + 0.3 * generator.normal(size=topics.shape))


def write(folder, late, **given):
    """An encoded text and its average, rotated; words in an order of its own."""
    own = text(10 + late, **given)
    order = np.random.default_rng(late).permutation(WORDS)
    tokens = np.argsort(order)[own.tokens].astype(np.uint32)
    names = [NAMES[k] for k in order]
    with store.create(folder / f"text{late}.h5", "corpus", dict) as file:
        file.put("words", ("words",), names)
        file.put("counts", ("words",), np.bincount(tokens, minlength=WORDS))
        file.put("tokens", ("tokens",), tokens, mapped=True)
        file.put("line_offsets", ("line_edges",), own.edges)
        heads = np.flatnonzero(np.diff(own.documents, prepend=-1))
        heads = np.append(own.edges[heads], len(tokens))
        file.put("document_offsets", ("document_edges",), heads)
    turn = ortho_group.rvs(DIMS, random_state=late)
    with store.create(folder / f"average{late}.h5", "averages", dict) as file:
        file.put("words", ("words",), names)
        ones = np.ones((1, WORDS), np.int64)
        file.put(
            "vectors", AXES["vectors"], unit_rows(vectors_of() @ turn)[order][None]
        )
        file.put("present", AXES["present"], ones > 0)
        file.put("counts", AXES["counts"], ones)
    return folder / f"average{late}.h5", folder / f"text{late}.h5"


def measured(folder, pair, least=LEAST, **given):
    """What is stored of two texts, in the order of NAMES."""
    every = [write(folder, late, **given) for late in pair]
    averages, texts = zip(*every, strict=True)
    spec = {"least": least, "seeds": [1, 2], "unit": "line", "window": 5}
    path = folder / f"even{pair[0]}.h5"
    call("change_even", path, [*averages, *texts], spec)
    with store.read(path, "change_even") as file:
        words = store.texts(file["words"])
        order = [words.index(name) for name in NAMES if name in words]
        kept = "even", "every", "counts", "even_uses", "every_uses"
        return {name: file[name][:][..., order] for name in kept}


def drawn_of(own, seed, least=LEAST, most=1 << 19):
    """Which uses are drawn: (tokens,) bool."""
    bounds = bounds_of(own, least, seed, most=most)
    return Uses(own.tokens, bounds, seed)[0 : len(own.tokens)] < len(own.rows)


def test_of_each_word_so_many_uses_are_drawn_or_all_it_has():
    own = text(1)
    counts = np.bincount(own.tokens, minlength=WORDS)
    least = int(np.median(counts))  # more than half of the words have
    drawn = drawn_of(own, 5, least)
    uses = np.bincount(own.tokens[drawn], minlength=WORDS)
    assert_array_equal(uses, np.minimum(counts, least))
    other = drawn_of(own, 6, least)
    often = counts[own.tokens] > 2 * least
    # of other places, as many as chance has in common
    assert drawn[often].sum() == other[often].sum()
    assert (drawn & other)[often].sum() < 0.5 * drawn[often].sum()
    # from all of the text, not its beginning
    places = np.flatnonzero(drawn & (own.tokens == counts.argmax()))
    assert abs(places.mean() / len(own.tokens) - 0.5) < 0.1


def test_sums_are_those_of_a_loop_and_do_not_hang_on_blocks():
    own, vectors = text(2, lines=600), vectors_of()
    rules = {"least": 12, "window": 3, "seed": 9}
    made = sums_of(own, vectors, **rules)
    for most in (1, 700):
        for one, two in zip(
            made, sums_of(own, vectors, **rules, most=most), strict=True
        ):
            assert_array_equal(one, two)
    drawn, expected = drawn_of(own, 9, 12), np.zeros((2, WORDS, DIMS))
    for place, word in enumerate(own.tokens):
        first = place // LINE * LINE
        around = range(max(first, place - 3), min(first + LINE, place + 4))
        mean = vectors[[own.tokens[k] for k in around if k != place]].mean(axis=0)
        expected[0, word] += mean * drawn[place]
        expected[1, word] += mean
    assert_allclose(made.even, expected[0], atol=1e-4)
    assert_allclose(made.every, expected[1], atol=1e-4)


def test_by_all_uses_they_are_the_sums_that_change_is_told_of():
    own, vectors = text(3), vectors_of()
    _, sums, counts = summed_of([own], vectors, np.arange(0), 5)
    made = sums_of(own, vectors, least=LEAST, window=5, seed=1)
    assert_allclose(made.every, sums, rtol=1e-4, atol=1e-3)
    assert_array_equal(made.every_counts, counts)
    few = sums_of(own, vectors, least=len(own.tokens), window=5, seed=1)
    assert_array_equal(few.even, few.every)


def test_where_nothing_changed_rare_words_seem_to_but_not_by_equal_uses(tmp_path):
    """That is the point (Dubossarsky et al. 2017): the slope is noise of few uses."""
    told = [measured(tmp_path, pair) for pair in ((0, 1), (2, 3), (4, 5))]
    assert min(each["counts"].min() for each in told) >= LEAST
    assert all((each["even_uses"] == LEAST).all() for each in told)
    occurrences = np.concatenate([each["counts"][0] for each in told])
    assert occurrences.max() > 20 * occurrences.min()
    word, pair = np.tile(np.arange(WORDS), 3), np.repeat(np.arange(3), WORDS)
    values, slopes = Values(occurrences, word, pair), {}
    for name in ("every", "even"):
        change = np.concatenate([each[name] for each in told])[None]
        line = lines(values, change, draws(WORDS, 1))
        slopes[name] = estimate(line.slope, line.drawn_slope, line.without_slope)
    assert slopes["every"].interval()[1] < -0.4
    low, high = slopes["even"].interval()
    assert low < 0 < high and high - low < 0.4, slopes["even"]


def test_words_with_fewer_uses_have_all_of_them(tmp_path):
    told = measured(tmp_path, (0, 1), least=300)
    few = (told["counts"] <= 300).all(axis=0)
    assert 0 < few.sum() < WORDS
    assert_array_equal(told["even_uses"], np.minimum(told["counts"], 300))
    assert_array_equal(told["even"][few], told["every"][few])
    assert (told["even"][~few] != told["every"][~few]).all()


def test_a_direction_is_needed_and_rotations_are_no_change():
    rows = np.random.default_rng(1).normal(size=(5, 4))
    rows[2] = 0
    moved = distances(rows, 3 * rows)
    assert np.isnan(moved[2]) and np.nanmax(moved) < 1e-12
    assert_allclose(distances(rows[:1], -rows[:1]), 2, rtol=1e-6)


def test_texts_of_few_words_in_common_are_refused_in_a_sentence(tmp_path):
    with pytest.raises(MeasureError, match="words are in both texts"):
        _few(tmp_path)


def _few(folder):
    """Two averages that share fewer words than they have dimensions."""
    paths = []
    for late in (0, 1):
        average, own = write(folder, late)
        names = [f"{late}{k}" if k > 2 else NAMES[k] for k in range(WORDS)]
        with store.create(average, "averages", dict) as file:
            ones = np.ones((1, WORDS), np.int64)
            file.put("words", ("words",), names)
            file.put("vectors", AXES["vectors"], vectors_of()[None])
            file.put("present", AXES["present"], ones > 0)
            file.put("counts", AXES["counts"], ones)
        paths += [average, own]
    spec = {"least": 5, "seeds": [1, 2], "unit": "line", "window": 5}
    call("change_even", folder / "even.h5", [*paths[::2], *paths[1::2]], spec)
