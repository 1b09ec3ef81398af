"""Glosses of nouns of one sense, from the small WordNet of tests/data and from all."""

import shutil
from pathlib import Path

import pytest

from quaver.corpora import glosses, languages, wordnet
from quaver.corpora.cleaning import Cleaner
from quaver.corpora.reading import SourceError

SMALL = Path(__file__).parents[2] / "data/wordnet"
CLEAN = {
    **{"normalise": "NFC", "lowercase": True, "keep": "letters"},
    **{"tokeniser": "default", "drop_numbers": False, "drop_punctuation": False},
}


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(wordnet, "COUNTS", {"noun": (6, 9, 3), "verb": (6, 9, 2)})


def read(source, work=Path("nowhere"), number=100, seed=1, allowed=None):
    cleaner = Cleaner(pack=languages.pack("en"), **CLEAN)
    rules = {"number": number, "seed": seed, "allowed": allowed}
    return glosses.read(source, cleaner, work, **rules)


def test_examples_are_no_definition():
    assert (
        glosses.definition('what is rex; "rex; barks"; a dog') == "what is rex; a dog"
    )
    assert glosses.definition('the "old" way; "it was so') == 'the "old" way'
    assert glosses.definition("(one) thing") == "(one) thing"


def test_nouns_of_one_sense_are_chosen_whose_gloss_lacks_them(small):
    found = read({"folder": str(SMALL)})
    # hound has two senses, persian_cat two words; others are glossed by themselves
    assert sorted(found.terms) == ["beast"]
    assert found.sentences[0].words == [None, "what", "is", "animal"]
    assert found.passed == 6
    with pytest.raises(SourceError, match="no noun of one sense among 1 that may be"):
        read({"folder": str(SMALL)}, allowed={"hound", "cat"})


def test_words_of_other_parts_of_speech_are_left_out(small, tmp_path):
    folder = shutil.copytree(SMALL, tmp_path / "dict")
    (folder / "index.adv").write_text("  1 a licence\nodd r 1 0 1 0 00000224  \n")
    assert read({"folder": str(folder)}).terms == ["beast"]
    (folder / "index.adj").write_text("  1 a licence\nbeast a 1 0 1 0 00000224  \n")
    with pytest.raises(SourceError, match="no noun of one sense among 6 that may be"):
        read({"folder": str(folder)})


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A folder into which the package is downloaded once."""
    work = tmp_path_factory.mktemp("wordnet")
    try:
        wordnet.debian.fetched([wordnet.PACKAGE], work)
    except SourceError as error:
        pytest.skip(f"WordNet cannot be fetched here: {error}")
    return work


def test_the_whole_wordnet_gives_as_many_as_asked(whole):
    found = read({"folder": ""}, whole, number=300)
    assert len(found.terms) == len(set(found.terms)) == 300
    assert all(term.isalpha() and term.islower() for term in found.terms)
    assert all(x.term not in x.words and len(x.words) > 1 for x in found.sentences)
    assert all(x.words[0] is None and None not in x.words[1:] for x in found.sentences)
    # words that texts have as something else
    strange = {"now", "mere", "affect", "thinking", "latest", "dog"}
    with pytest.raises(SourceError, match="no noun of one sense among 0"):
        read({"folder": ""}, whole, allowed=strange)
    fewer = read({"folder": ""}, whole, number=20)
    assert fewer.terms == found.terms[:20]
    assert read({"folder": ""}, whole, number=20, seed=2).terms != fewer.terms
