"""WordNet 3.0 itself, where apt-get can fetch it: known answers, and NLTK's."""

import csv
from pathlib import Path

import numpy as np
import pytest

from quaver.corpora import wordnet
from quaver.corpora.morphy import look_up
from quaver.corpora.reading import SourceError
from quaver.spaces.taxonomy import NONE, Senses, lch_values, levels, paths, taxonomy

REFERENCE = Path(__file__).parents[2] / "data/wordnet_reference/values.csv"
VERBS = ("sit", "breathe", "eat", "haze")


@pytest.fixture(scope="module")
def parts(tmp_path_factory):
    """Nouns and verbs of the package, as Debian has it."""
    try:
        return wordnet.read({"folder": ""}, tmp_path_factory.mktemp("wordnet"))
    except SourceError as error:
        pytest.skip(f"WordNet cannot be fetched here: {error}")


@pytest.fixture(scope="module")
def trees(parts):
    return {
        name: taxonomy(
            part.parent_offsets,
            part.parents,
            depth=part.depth,
            is_rooted=part.is_rooted,
        )
        for name, part in parts.items()
    }


def senses_of(parts, part, words):
    return Senses(*look_up(parts[part].lexicon, words, part))


def lch(parts, trees, part, pair):
    """LCH of two words, as levels tell it."""
    place = levels([(trees[part], senses_of(parts, part, pair))], [0])[0, 1]
    return lch_values([trees[part]])[place]


def test_known_answers(parts, trees):
    depths = {name: part.depth for name, part in parts.items()}
    assert depths == {"noun": 19, "verb": 13}
    for pair, part, wanted in (
        (("dog", "cat"), "noun", 2.0281),
        (("dogs", "dog"), "noun", 3.6376),
        (("ran", "run"), "verb", 3.2581),
        (("breathe", "haze"), "verb", 1.4663),  # nothing stands above both
    ):
        assert lch(parts, trees, part, pair) == pytest.approx(wanted, abs=5e-5)


def test_nouns_have_one_root_and_verbs_many(parts, trees):
    roots = {
        name: int((np.diff(part.parent_offsets) == 0).sum())
        for name, part in parts.items()
    }
    assert roots == {"noun": 1, "verb": 559}
    assert not trees["noun"].roots.any()
    assert trees["verb"].roots.min() == 1
    senses = senses_of(parts, "verb", VERBS)
    unrooted = trees["verb"]._replace(roots=np.zeros_like(trees["verb"].roots))
    assert (paths(trees["verb"], senses, range(4)) > 0).all()
    assert (paths(unrooted, senses, range(4)) == 0).any()


@pytest.mark.parametrize("part", ["noun", "verb"])
@pytest.mark.parametrize("suffix", ["", "_first_senses"])
def test_nltk_gives_the_same(parts, trees, part, suffix):
    """tests/data/wordnet_reference/make.py made the numbers."""
    with REFERENCE.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    words = [*dict.fromkeys(row[key] for row in rows for key in ("first", "second"))]
    senses = senses_of(parts, part, words)
    every = [(trees[part], senses.first() if suffix else senses)]
    place = {word: row for row, word in enumerate(words)}
    first, second = ([place[row[key]] for row in rows] for key in ("first", "second"))
    found = levels(every, first)[np.arange(len(rows)), second]
    wanted = [float(row[part + suffix] or "nan") for row in rows]
    values = np.append(lch_values([trees[part]]), np.nan)
    found = np.where(found == NONE, len(values) - 1, found)
    np.testing.assert_allclose(values[found], wanted, rtol=1e-14)
    assert np.isfinite(wanted).sum() > 50
