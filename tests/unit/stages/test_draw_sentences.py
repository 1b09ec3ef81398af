"""Terms and their draws as they are stored, of small texts and of published files."""

import json
from pathlib import Path

import numpy as np
import pytest

from quaver import store
from quaver.corpora import terms, wordnet
from quaver.corpora.reading import SourceError
from quaver.engine.job import Job
from quaver.stages.draw_sentences import draw_sentences

TERM = -2
WORDNET = Path(__file__).parents[2] / "data/wordnet"
TEXT = [
    *["wage labour sells labour", "labour sells wage labour and wage labour"],
    *[
        "the wage",
        "no term here",
        "labour ends",
        "wage labour",
        "labour the wage labour",
    ],
]
CLEAN = {
    **{"normalise": "NFC", "lowercase": True, "keep": "letters", "deduplicate": "none"},
    **{"tokeniser": "default", "drop_numbers": False, "drop_punctuation": False},
}
SPEC = {
    **{"corpus": "mine", "language": "en", "clean": CLEAN, "words": ["wage labour"]},
    **{"draw": "random", "at": "document", "draws": 2, "sentences": 2, "least": 2},
    **{"format": "", "path": "", "number": 300, "folder": "", "test": 0.5, "seed": 3},
    "split": 5,
}


def corpus(folder, sentences, documents=(0, 3)):
    """Encode sentences; documents begin at some of them."""
    texts = [sentence.split() for sentence in sentences]
    found, counts = np.unique(np.concatenate(texts), return_counts=True)
    order = np.lexsort((found, -counts))
    rows = {word: row for row, word in enumerate(found[order])}
    edges = np.cumsum([0, *map(len, texts)])
    path = folder / "mine.h5"
    with store.create(path, "corpus", dict) as file:
        file.put("words", ("words",), found[order].tolist())
        file.put("counts", ("words",), counts[order])
        tokens = np.array([rows[word] for text in texts for word in text], np.uint32)
        file.put("tokens", ("tokens",), tokens, mapped=True)
        file.put("sentence_offsets", ("sentence_edges",), edges)
        places = np.append(edges[list(documents)], edges[-1])
        file.put("document_offsets", ("document_edges",), places)
    return path


@pytest.fixture
def stored(tmp_path):
    """Draw as a spec says, of a text where one is given; what is stored."""

    def draw(text=None, documents=(0, 3), **changes):
        given = ["--output", str(tmp_path / "draws.h5")]
        if text:
            given += ["--input", str(corpus(tmp_path, text, documents))]
        draw_sentences(Job([*given, "--spec", json.dumps(SPEC | changes)]))
        with store.read(tmp_path / "draws.h5", "draws") as file:
            texts = {"terms", "missing", "words", "probe"}
            arrays = {name: file[name] for name in file if name != "provenance"}
            found = {
                name: store.texts(own) if name in texts else own[:]
                for name, own in arrays.items()
            }
            return found | {"told": dict(file.attrs)}

    return draw


def sentences(found, term):
    """Sentences of a term with their draws, in the order stored."""
    rows = found["terms"].index(term)
    told = []
    for entry in np.flatnonzero(found["term"] == rows):
        first, end = found["edges"][entry : entry + 2]
        words = [
            "_" if row == TERM else found["words"][row]
            for row in found["tokens"][first:end]
        ]
        told.append((int(found["draw"][entry]), " ".join(words)))
    return told


def test_draws_of_a_text_are_stored(stored):
    found = stored(TEXT, words=["labour", "wage labour", "wage", "gold", "the end"])
    assert found["terms"] == ["labour", "wage labour"]
    assert dict(zip(found["missing"], found["missing_sentences"], strict=True)) == {
        **{"wage": 1, "gold": 0, "the end": 0}
    }
    # not those within 'wage labour'
    assert found["occurrences"].tolist() == [4, 5]
    assert found["sentences"].tolist() == [4, 4]
    assert found["tokens"].dtype == np.int32
    assert sorted(text for _, text in sentences(found, "wage labour")) == [
        *["_", "_ sells labour", "labour sells _ and _", "labour the _"]
    ]
    assert sorted(text for _, text in sentences(found, "labour")) == [
        *["_ ends", "_ sells wage labour and wage labour", "_ the wage labour"],
        "wage labour sells _",
    ]
    assert [draw for draw, _ in sentences(found, "labour")] == [0, 0, 1, 1]
    assert found["full"].tolist() == [[True, True], [True, True]]
    assert sorted(found["sentence"][:4]) == [0, 1, 4, 6]
    total = sum(len(text.split()) for text in TEXT)
    np.testing.assert_allclose(found["share"], np.array([4, 5]) / total)
    assert found["is_test"].sum() == 1
    wanted = {"draw": "random", "corpus": "mine", "layout": "", "draws": 2}
    wanted |= {"sentences": 2, "least": 2, "seed": 3, "passed": 0, "tokens": total}
    assert {name: found["told"][name] for name in wanted} == wanted
    # other words than those of sentences here are not stored
    assert set(found["words"]) == {"labour", "wage", "sells", "and", "the", "ends"}


def test_sets_of_the_same_words_are_split_alike(stored):
    """Whatever their texts have of them, and however they are drawn."""
    words = ["wage labour", "labour", "sells", "and", "the", "ends", "wage"]
    one = stored(TEXT, words=words, least=1)
    other = stored(TEXT[::2], words=words, least=1, seed=4, draw="whole")
    sides = [dict(zip(x["terms"], x["is_test"], strict=True)) for x in (one, other)]
    shared = sides[0].keys() & sides[1].keys()
    assert {len(side) for side in sides} != {len(shared)}
    assert all(sides[0][term] == sides[1][term] for term in shared)
    assert {False, True} <= {*map(bool, sides[0].values())}
    # of all that are looked for as many are tests, whether they have draws or not
    tests = [int(x["is_test"].sum() + x["missing_is_test"].sum()) for x in (one, other)]
    assert tests[0] == tests[1]
    gone = dict(zip(other["missing"], other["missing_is_test"], strict=True))
    assert all(sides[0][term] == gone[term] for term in gone if term in sides[0])


def test_rarer_terms_share_their_sentences_out_evenly(stored):
    found = stored(TEXT, draws=3, sentences=10)
    assert [draw for draw, _ in sentences(found, "wage labour")] == [0, 0, 1, 2]
    assert not found["full"].any()


def test_sentences_of_no_draw_are_stored_too(stored):
    found = stored(TEXT, draws=1, sentences=1)
    assert [draw for draw, _ in sentences(found, "wage labour")] == [0, -1, -1, -1]


def test_the_order_of_terms_and_other_terms_change_no_draw(stored):
    words = ["labour", "wage labour", "sells"]
    one, two = stored(TEXT, words=words), stored(TEXT, words=words[::-1])
    assert one["terms"] == two["terms"][::-1]
    for term in words:
        assert sentences(one, term) == sentences(two, term)
    fewer = stored(TEXT, words=["wage labour", "gold"])
    assert sentences(fewer, "wage labour") == sentences(one, "wage labour")
    other = stored(TEXT, words=words, seed=4)
    assert any(sentences(one, term) != sentences(other, term) for term in words)


def test_blocks_in_which_the_text_is_read_change_nothing(stored, monkeypatch):
    words = ["labour", "wage labour", "the"]
    whole = stored(TEXT, words=words)
    monkeypatch.setattr(terms, "CHUNK", 5)
    for name, values in stored(TEXT, words=words).items():
        np.testing.assert_array_equal(values, whole[name], err_msg=name)


def test_halves_are_cut_at_the_document_or_sentence_nearest_the_middle(stored):
    rules = {"draw": "halves", "words": ["labour", "wage labour", "the"], "least": 0}
    found = stored(TEXT, **rules)
    # of 24 tokens the first document has 13; the second sentence ends with the 11th
    assert found["terms"] == ["labour", "wage labour"]
    assert sentences(found, "labour") == [
        *[(0, "wage labour sells _"), (0, "_ sells wage labour and wage labour")],
        *[(1, "_ ends"), (1, "_ the wage labour")],
    ]
    assert found["missing"] == ["the"]  # once in each half
    assert found["missing_sentences"].tolist() == [2]
    assert found["full"].all() and found["full"].shape == (2, 2)
    assert found["told"]["least"] == 2
    once = stored(TEXT, **rules | {"least": 1})
    assert sentences(once, "the") == [(0, "_ wage"), (1, "labour _ wage labour")]
    late = stored(TEXT, **rules | {"least": 1, "at": "sentence"}, documents=(0,))
    assert late["missing"] == ["the"]
    assert sentences(late, "labour") == sentences(found, "labour")


def test_the_whole_is_one_draw_in_order_of_the_text(stored):
    found = stored(TEXT, draw="whole", least=0)
    assert sentences(found, "wage labour") == [
        *[(0, "_ sells labour"), (0, "labour sells _ and _"), (0, "_")],
        (0, "labour the _"),
    ]
    assert (found["told"]["draws"], found["told"]["least"]) == (1, 1)


def test_random_words_occur_in_sentences_enough(stored):
    found = stored(TEXT, words={"random": 2}, least=2)
    every = stored(TEXT, words={"random": 9}, least=2)
    assert set(every["terms"]) == {"labour", "wage", "sells", "the"}
    assert len(found["terms"]) == 2 and set(found["terms"]) < set(every["terms"])
    assert (every["sentences"] >= 2).all() and every["missing"] == []
    rules = {"words": {"random": 9}, "draw": "halves", "least": 1}
    assert set(stored(TEXT, **rules)["terms"]) == {"labour", "wage", "the"}


def test_what_cannot_be_drawn_is_refused_in_a_sentence(stored):
    for changes, wanted in (
        (
            {"words": ["labour", "gold"], "least": 10},
            "words: no term is left of 2, as least is 10 sentences: 'labour', the most "
            "frequent, stands in 5, and 1 stand in none; write a lower least, or terms "
            "that the text has.",
        ),
        (
            {"words": ["gold", "silver mine"]},
            "words: the text has none of the 2 terms, as 'gold': write terms that it "
            "has, as it writes them.",
        ),
        (
            {"draw": "halves", "documents": (0,)},
            "draw: halves cuts the text mine at a document, and it has one alone: "
            "write 'at: sentence', or draw at random.",
        ),
        (
            {"words": {"random": 3}, "least": 10},
            "words: {random: 3} finds none in the text mine: its most frequent word "
            "stands in 5 sentences, and least is 10: write a lower one.",
        ),
    ):
        with pytest.raises(SourceError) as caught:
            stored(TEXT, **changes)
        assert str(caught.value) == wanted


def test_published_draws_are_stored_as_they_are(stored, tmp_path):
    path = tmp_path / "rnd.txt"
    path.write_text(
        "heron\ta grey heron__xx01 waits\nheron__xx00 flies\nno heron__xx00 here\n"
        "marl\tdug marl__xx00 and marl__xx00\n"
    )
    rules = {"format": "wiki_rnd", "path": str(path), "words": [], "corpus": ""}
    found = stored(**rules)
    assert found["terms"] == ["heron", "marl"]
    assert sentences(found, "heron") == [
        *[(0, "_ flies"), (0, "no _ here"), (1, "a grey _ waits")]
    ]
    assert found["sentence"].tolist() == [1, 2, 0, 3]
    assert found["full"].tolist() == [[True, False], [False, False]]
    assert found["occurrences"].tolist() == [3, 2]
    assert np.isnan(found["share"]).all()
    wanted = {"draw": "random", "layout": "wiki_rnd", "draws": 2, "tokens": 13}
    assert {name: found["told"][name] for name in wanted} == wanted
    # of a list those that are missing are told
    listed = stored(**rules | {"words": ["duran", "marl"]})
    assert (listed["terms"], listed["missing"]) == (["marl"], ["duran"])
    with pytest.raises(
        SourceError, match=r"none of the 1 terms asked for is among the"
    ):
        stored(**rules | {"words": ["duran"]})


def test_chimeras_are_stored_with_what_people_said(stored, tmp_path):
    path = tmp_path / "l2.txt"
    path.write_text(
        "17\ta ___ sat @@ the ___ ran\tcat,chair\t4.5,1\n"
        "4\tmany gommies @@ the ___ came\tcat\t2\n9\tno gommy\tcat\t3\n"
    )
    found = stored(format="chimeras", path=str(path), words=[], corpus="")
    assert (found["terms"], found["missing"]) == (["17", "4"], ["9"])
    assert found["probe_term"].tolist() == [0, 0, 1]
    assert found["probe"] == ["cat", "chair", "cat"]
    assert found["score"].tolist() == [4.5, 1.0, 2.0]
    # one of its sentences has no slot
    assert found["full"].tolist() == [[True], [False]]
    assert found["told"]["passed"] == 2


def test_glosses_are_of_nouns_that_a_text_has_often_enough(stored, monkeypatch):
    monkeypatch.setattr(wordnet, "COUNTS", {"noun": (6, 9, 3), "verb": (6, 9, 2)})
    rules = {"format": "glosses", "folder": str(WORDNET), "words": []}
    found = stored(**rules)
    assert sentences(found, "beast") == [(0, "_ what is animal")]
    told = found["told"]
    assert (told["draw"], told["draws"], told["passed"]) == ("whole", 1, 6)
    text = ["a beast", "a beast and a dog"]
    assert stored(text, documents=(0,), **rules)["terms"] == ["beast"]
    with pytest.raises(SourceError, match="no noun of one sense"):
        stored(text, documents=(0,), **rules | {"least": 3})
