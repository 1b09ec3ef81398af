import pytest

from quaver.corpora import extracted
from quaver.corpora.reading import Document, SourceError


def test_frames_one_after_another_are_one_text(tmp_path):
    first = [Document("1", "1800", ["a\nb", "ü"]), Document("2", "", [])]
    second = [Document("3", "", ["\u2028 stays in its paragraph"])]
    path = tmp_path / "text.zst"
    path.write_bytes(extracted.frame(first) + extracted.frame(second))
    assert list(extracted.documents(path)) == [*first, *second]


def test_no_documents_are_no_bytes():
    assert extracted.frame([]) == b""


def test_a_text_cut_short_is_refused(tmp_path):
    whole = extracted.frame([Document(str(k), "", ["word " * k]) for k in range(500)])
    path = tmp_path / "text.zst"
    for kept in (len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:kept])
        with pytest.raises(SourceError, match="remove it"):
            list(extracted.documents(path))
