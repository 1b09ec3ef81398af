import numpy as np
import pytest

from quaver.corpora import spool
from quaver.corpora.spool import Column, Strings, spans


@pytest.fixture(params=[1, 3, 1 << 16])
def _small(request, monkeypatch):
    monkeypatch.setattr(spool, "BUFFER", request.param)
    monkeypatch.setattr(spool, "CHUNK", request.param)
    monkeypatch.setattr(spool, "TEXTS", request.param)


def test_spans_cover_everything_once(monkeypatch):
    monkeypatch.setattr(spool, "CHUNK", 4)
    assert list(spans(10)) == [(0, 4), (4, 8), (8, 10)]
    assert list(spans(8)) == [(0, 4), (4, 8)]
    assert list(spans(0)) == []


@pytest.mark.usefixtures("_small")
@pytest.mark.parametrize("kind", ["I", "q", "B"])
def test_a_column_holds_what_was_added_in_order(tmp_path, kind):
    column = Column(tmp_path / "c", kind)
    column.extend([5])
    column.extend(range(7))
    column.write(np.array([9, 8]))
    column.extend([1])
    assert column.length == 11
    assert column.finish().tolist() == [5, *range(7), 9, 8, 1]


def test_a_column_refuses_what_it_cannot_hold(tmp_path):
    column = Column(tmp_path / "c", "I")
    with pytest.raises(OverflowError):
        column.extend([-1])
    assert column.finish().tolist() == []


@pytest.mark.usefixtures("_small")
def test_strings_are_a_list(tmp_path):
    texts = ["", "one", "हिन्दी", "", "a\nb", "😀"]
    column = Strings(tmp_path / "s")
    for text in texts:
        column.append(text)
    strings = column.finish()
    assert list(strings) == texts
    assert [strings[k] for k in range(len(strings))] == texts
    assert strings[-1] == "😀"
    for part in (slice(1, 4), slice(4, 1), slice(None, None, -2), slice(6, 9)):
        assert strings[part] == texts[part]
    assert len(strings) == 6
    assert "one" in strings
    with pytest.raises(IndexError):
        strings[6]


def test_two_lists_of_one_folder_do_not_mix(tmp_path):
    ids, dates = (Strings(tmp_path / f"x.{n}") for n in ("ids", "dates"))
    ids.append("a")
    dates.append("1950")
    assert (list(ids.finish()), list(dates.finish())) == (["a"], ["1950"])


def test_no_strings_are_an_empty_list(tmp_path):
    assert list(Strings(tmp_path / "s").finish()) == []
