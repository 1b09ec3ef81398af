"""A part of an encoded text reads as a text of its own, and holds no token."""

import json
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver import store
from quaver.results.given import Stored
from quaver.results.groups import read_groups
from quaver.results.views import read_view
from quaver.stages.cut_part import PartError, cut_part

PERIODS = ["early"] * 30 + ["late"] * 50
WORDS = 60


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    """An encoded text of 80 documents of two sentences each."""
    path = tmp_path_factory.mktemp("corpora") / "said.h5"
    generator = np.random.default_rng(2)
    lengths = generator.integers(20, 60, size=160)
    sentences = np.append(0, np.cumsum(lengths))
    documents = sentences[::2]
    tokens = generator.integers(0, WORDS, size=sentences[-1]).astype(np.uint32)
    with store.create(path, "corpus", dict) as file:
        file.put("words", ("words",), [f"w{k}" for k in range(WORDS)])
        file.put("counts", ("words",), np.bincount(tokens, minlength=WORDS))
        file.put("tokens", ("tokens",), tokens, mapped=True)
        for unit, edges in (("document", documents), ("sentence", sentences)):
            file.put(f"{unit}_offsets", (f"{unit}_edges",), edges)
        file.put("line_offsets", ("line_edges",), documents)
        file.put("sentence_documents", ("sentences",), np.arange(160) // 2)
        file.put("document_ids", ("documents",), [f"d{k}" for k in range(80)])
        file.put("document_dates", ("documents",), ["1800"] * 80)
        file.put("document_parts", ("documents",), PERIODS)
        file.describe("/", {"language": "en", "min_count": 1, "clean": "{}"})
    return path


def cut(text, name, part, **more):
    output = text.with_name(f"{name}.h5")
    spec = {"name": name, "source": {"kind": "sotu"}, "part": part, "seed": 3, **more}
    cut_part(SimpleNamespace(inputs=[text], output=output, spec=spec, provenance=dict))
    return output


def documents_of(path):
    with store.read(path, "corpus") as file:
        return file["documents"][:]


def tokens_of(text, documents):
    view = read_view(text, "document", 1.0)
    return [view.unit(k).tolist() for k in documents]


def test_a_period_reads_as_its_documents_alone_and_holds_no_token(text):
    path = cut(text, "said_late", {"kind": "period", "name": "late"})
    view, expected = read_view(path, "document", 1.0), tokens_of(text, range(30, 80))
    assert [view.unit(k).tolist() for k in range(view.units)] == expected
    sentences = read_view(path, "sentence", 0.5)
    assert sentences.units == 50
    assert sentences.unit(0).tolist() + sentences.unit(1).tolist() == expected[0]
    with store.read(path, "corpus") as file:
        assert "tokens" not in file
        flat = np.concatenate(expected)
        assert_array_equal(file["counts"][:], np.bincount(flat, minlength=WORDS))
        assert_array_equal(file["sentence_documents"][:], np.arange(100) // 2)
        assert_array_equal(Stored(file)["tokens"][5:9], flat[5:9])
        assert store.texts(file["document_ids"])[0] == "d30"
        assert json.loads(file.attrs["part"])["name"] == "late"


def test_random_parts_are_whole_documents_each_in_one(text):
    names = {"names": ["early", "late"]}
    for kind in ("batches", "like_periods"):
        both = [
            cut(text, f"{kind}{k}", {"kind": kind, "number": k, **names})
            for k in (0, 1)
        ]
        own = [documents_of(path) for path in both]
        assert_array_equal(np.sort(np.concatenate(own)), np.arange(80))
        for path, numbers in zip(both, own, strict=True):
            view = read_view(path, "document", 1.0)
            units = [view.unit(k).tolist() for k in range(view.units)]
            assert units == tokens_of(text, numbers)


def test_both_heaps_of_a_run_are_one_deal_of_all_documents(text):
    part, heaps = {"kind": "dealt", "names": ["early", "late"]}, []
    for number in (0, 1):
        path = cut(text, f"dealt{number}", {**part, "number": number})
        draw = {"deal": number + 1}
        for unit in ("document", "sentence"):
            deal = read_groups(path, unit, 1.0, draw)
            heaps.append((unit, deal.draw(11).units, deal.draw(12).units))
    by = {unit: [x for own, *x in heaps if own == unit] for unit, *_ in heaps}
    first, second = by["document"]
    assert [len(first[0]), len(second[0])] == [30, 50]  # as many as the periods have
    assert_array_equal(np.sort(np.concatenate([first[0], second[0]])), np.arange(80))
    assert {*first[0]} != {*first[1]}
    # of whatever unit, the same documents
    assert {*(by["sentence"][0][0] // 2)} == {*first[0]}


def test_what_is_planted_swaps_words_in_the_second_half_alone(text):
    plant = {"plant": {"shares": [1.0], "words": 8}}
    part = {"kind": "planted", "name": "late"}
    halves = [cut(text, f"half{k}", part | {"number": k}, **plant) for k in (0, 1)]
    before, after = (read_view(path, "document", 1.0) for path in halves)
    with store.read(halves[1], "corpus") as file:
        names = "targets", "donors", "documents", "counts"
        stored = {n: file[n if n in file else f"planted/{n}"][:] for n in names}
    whole = np.concatenate(tokens_of(text, stored["documents"]))
    other = np.arange(WORDS)
    other[stored["targets"]] = stored["donors"]
    other[stored["donors"]] = stored["targets"]
    assert_array_equal(after.tokens, other[whole])
    assert_array_equal(stored["counts"], np.bincount(after.tokens, minlength=WORDS))
    untouched = np.concatenate(tokens_of(text, documents_of(halves[0])))
    assert_array_equal(before.tokens, untouched)


def test_both_periods_are_one_text_whose_words_bear_their_names(text):
    part = {"kind": "referenced", "names": ["early", "late"]}
    path = cut(text, "referenced", part)
    made, view = read_view(path, "document", 1.0), read_view(text, "document", 1.0)
    with store.read(path, "corpus") as file:
        rows, late = (file[f"referenced/{x}"][:] for x in ("words", "late"))
        counts = file["counts"][:]
        assert "tokens" not in file
        assert_array_equal(Stored(file)["tokens"][:], made.tokens)
    assert_array_equal(late, np.array(PERIODS) == "late")
    names = [f"w{row}@{period}" for period in ("early", "late") for row in rows]
    assert made.words == [*view.words, *names] and len(rows) > 10
    expected = np.zeros(len(made.words), int)
    for number in range(made.units):
        pairs = zip(view.unit(number), made.unit(number), strict=True)
        for before, after in pairs:
            expected[after] += 1
            name = f"w{before}@{PERIODS[number]}"
            assert made.words[after] in (f"w{before}", name)
    assert_array_equal(counts, expected)
    assert (counts[-2 * len(rows) :] > 0).all()


def test_periods_without_a_word_often_enough_in_both_are_refused(text, monkeypatch):
    monkeypatch.setattr("quaver.statistics.referencing.LEAST", 10**6)
    part = {"kind": "referenced", "names": ["early", "late"]}
    with pytest.raises(PartError, match="times in both early and late: take more text"):
        cut(text, "rare", part)


def test_a_part_without_documents_is_refused(text):
    with pytest.raises(PartError, match="soon has no document: write other periods"):
        cut(text, "soon", {"kind": "period", "name": "soon"})
