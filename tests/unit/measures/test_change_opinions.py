"""Opinions on change beside each other, of words whose change is known."""

import numpy as np
import pytest
from measuring import call
from numpy.testing import assert_allclose
from scipy.stats import spearmanr

from quaver import store
from quaver.measures import change_opinions
from quaver.measures.change_opinions import agreement, percentile, usage
from quaver.spaces.contexts import Contexts

WORDS = [f"w{k}" for k in range(30)]
DOCUMENTS, DIMS = 7, 5  # of each text
ENTRIES = {"counts": ("entries",), "word": ("entries",), "document": ("entries",)}


def contexts(seed=4):
    """Contexts of all words in most documents of two texts."""
    generator = np.random.default_rng(seed)
    there = generator.random((len(WORDS), 2 * DOCUMENTS)) < 0.8
    word, document = np.nonzero(there)
    counts = generator.integers(1, 9, len(word))
    sums = generator.normal(size=(len(word), DIMS)) + np.arange(DIMS)
    return Contexts(sums.astype(np.float32), counts, word, document)


def test_where_no_word_or_one_can_be_told_no_percentile_is():
    tokens = np.ones((2, 5))
    for told in (0, 1):
        values = np.where(np.arange(5) < told, 1.0, np.nan)
        assert np.isnan(percentile(values, tokens)).all()


def test_apd_and_prt_are_those_of_all_pairs_of_uses(monkeypatch):
    monkeypatch.setattr(change_opinions, "ROWS", 50)
    uses = contexts()
    late = (uses.document >= DOCUMENTS).astype(int)
    apd, prt = usage(uses, late, len(WORDS) + 1)
    assert np.isnan(apd[-1]) and np.isnan(prt[-1])  # in no text
    for row in (0, 17):
        texts = []
        for period in (0, 1):
            own = (uses.word == row) & (late == period)
            # each use with the mean context of its document
            means = uses.sums[own] / uses.counts[own, None]
            texts.append(np.repeat(means, uses.counts[own], axis=0))
        units = [x / np.linalg.norm(x, axis=1, keepdims=True) for x in texts]
        pairs = [1 - a @ b for a in units[0] for b in units[1]]
        assert_allclose(apd[row], np.mean(pairs), rtol=1e-5)
        early, later = (x.mean(axis=0) for x in texts)
        lengths = np.linalg.norm(early) * np.linalg.norm(later)
        assert_allclose(prt[row], 1 - early @ later / lengths, rtol=1e-5)


def test_uses_in_a_document_whose_sum_is_zero_count_as_none():
    uses = contexts()
    late = (uses.document >= DOCUMENTS).astype(int)
    entry = np.flatnonzero(uses.word == 17)[0]
    sums = uses.sums.copy()
    sums[entry] = 0
    told = usage(uses._replace(sums=sums), late, len(WORDS))
    less = Contexts(*(np.delete(part, entry, axis=0) for part in uses))
    assert_allclose(told, usage(less, np.delete(late, entry), len(WORDS)), rtol=1e-12)
    assert np.isfinite(told).all()


def test_a_percentile_is_among_words_of_like_frequency():
    rare, often = np.full((2, 120), 10.0), np.full((2, 130), 900.0)
    tokens = np.hstack([rare, often])
    values = np.concatenate([np.arange(120.0), 1000 + np.arange(130)])
    values[5] = np.nan
    told = percentile(values, tokens)
    assert np.isnan(told[5])
    assert_allclose(told[[0, 119, 120, 249]], [0, 1, 0, 1])
    assert_allclose(told[120 + 43], 43 / 129)


@pytest.mark.filterwarnings("error")
def test_opinions_of_too_few_words_agree_on_nothing():
    generator = np.random.default_rng(1)
    values = generator.random((3, 12))
    values[1] = values[0] ** 2
    told = agreement(values)
    assert_allclose(told[0], [1, 1, spearmanr(values[0], values[2]).statistic])
    values[2, 3:] = np.nan
    assert np.isnan(agreement(values)).all()


def put(path, kind, **arrays):
    with store.create(path, kind, dict) as file:
        for name, (axes, values) in arrays.items():
            file.put(name, axes, values)
    return path


def stored(folder, is_more):
    """Opinions of files: alignment as contexts say, neighbours the reverse."""
    uses, change = contexts(), np.random.default_rng(8).random(len(WORDS))
    change[4] = np.nan  # in too few documents
    files = [
        put(
            folder / "c.h5",
            "change_contexts",
            words=(("words",), WORDS),
            sums=(("entries", "dims"), uses.sums),
            period=(("documents",), np.repeat([0, 1], DOCUMENTS)),
            **{name: (axes, getattr(uses, name)) for name, axes in ENTRIES.items()},
        ),
        put(
            folder / "j.h5",
            "change",
            words=(("words",), ["w9", "w2"]),
            verdict=(("words",), ["changed", "as others"]),
            **{"controls/squared": (("controls",), change)},
        ),
    ]
    # words in another order, and one missing; a run may lack one
    order = np.random.default_rng(2).permutation(len(WORDS))[:-1]
    gone = ({*range(len(WORDS))} - {*order}).pop()
    runs = np.stack([change[order] + 1, change[order] - 1])
    axes = ("runs", "words")
    names = [WORDS[k] for k in order]
    both = {"distance": (axes, runs.copy()), "overlap": (axes, runs)}
    both["distance"][1][0, [*order].index(9)] = np.nan
    change_alone = (("words",), -change[order])
    aligned = {"words": (("words",), names), **both}
    files.append(put(folder / "a.h5", "change_alignment", **aligned))
    if is_more:
        aligned = {"words": (("words",), names), "squared": change_alone}
        files.append(put(folder / "s.h5", "change_size", **aligned))
        # the fewer words bear names
        named = {"words": (("words",), names[:-3]), "distance": (axes, runs[:, :-3])}
        files.append(put(folder / "r.h5", "change_referenced", **named))
    path = call("change_opinions", folder / f"o{is_more}.h5", files)
    with store.read(path, "change_opinions") as file:
        told = {x: file[x][:] for x in ("values", "percentile", "spearman")}
        texts = {x: store.texts(file[x]) for x in ("words", "opinions", "verdict")}
        gone = {gone, *order[-3:].tolist()} if is_more else {gone}
        return told | texts | {"compared": file.attrs["words"], "gone": gone}


def test_runs_that_share_as_many_neighbours_in_all_are_a_tie():
    shares = np.array([[0.1, 0.3, 0.5], [0.2, 0.0, 0.9]], dtype=np.float32)
    told = change_opinions.unshared(shares)
    assert told[0] == told[1] != told[2]
    assert_allclose(told[:3], [0.85, 0.85, 0.3])
    assert np.isnan(told[3])  # what no run has


def test_opinions_stand_side_by_side_over_the_same_words(tmp_path):
    told = stored(tmp_path, True)
    names = ["contexts", "alignment", "neighbours", "size", "referenced", "apd", "prt"]
    assert told["opinions"] == names and told["words"] == ["w9", "w2"]
    assert told["verdict"] == ["changed", "as others"]
    assert told["gone"].isdisjoint((2, 9))
    assert told["compared"] == len(WORDS) - len(told["gone"] | {4})
    first = dict(zip(names, told["percentile"][:, 1], strict=True))
    assert_allclose(first["alignment"], first["contexts"], atol=0.07)
    assert_allclose(first["neighbours"], 1 - first["contexts"], atol=0.07)
    row = dict(zip(names, told["spearman"][0], strict=True))
    # the run that lacks a word moves that word alone
    assert row["alignment"] > 0.8 and row["neighbours"] < -0.9 and row["size"] < -0.9
    assert row["referenced"] > 0.8
    assert abs(row["apd"]) < 0.6 and told["spearman"][5, 6] > 0.3
    less = [x for x in names if x not in ("size", "referenced")]
    told = stored(tmp_path, False)
    assert told["opinions"] == less
    assert told["compared"] == len(WORDS) - len(told["gone"] | {4})
