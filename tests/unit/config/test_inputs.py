import pytest

from quaver.config import understand
from quaver.config.expanding import NO_TEXTS


@pytest.fixture
def refused(minimal, mistake):
    """The sentence a source of text is refused with."""

    def sentence(source):
        minimal["corpora"]["mine"]["source"] = {"kind": "text", "path": "x", **source}
        return mistake(minimal)

    return sentence


def test_an_encoding_python_knows_is_kept(minimal):
    for encoding in ("utf-8", "windows-1252", "UTF-16", "gb18030"):
        minimal["corpora"]["mine"]["source"]["encoding"] = encoding
        source = understand(minimal).corpora["mine"].source
        assert source["encoding"] == encoding


def test_an_encoding_that_is_none_is_refused(refused, minimal, mistake):
    for encoding in ("latin-99", "hex", "rot13", "undefined", *NO_TEXTS[:5]):
        assert refused({"encoding": encoding}) == (
            f"corpora.mine.source.encoding: got '{encoding}', but Python has no text "
            "encoding of this name. Write for example 'encoding: windows-1250'."
        )
    own = {"language": "en", "format": "men", "path": "x", "encoding": "punycode"}
    minimal["corpora"]["mine"]["source"].pop("encoding")
    minimal["analyses"] = {"quality": {"sets": {"own": own}}}
    assert mistake(minimal).startswith(
        "analyses.quality.sets.own.encoding: got 'punycode', but Python has no text "
    )


def test_a_source_that_cannot_be_meant_is_told(refused):
    for source, sentence in [
        (
            {"names": "{genre}{id}.txt"},
            "names: got '{genre}{id}', but nothing tells where the one ends. Write a "
            "character between them: '{genre}_{id}'.",
        ),
        (
            {"names": "{id}.txt", "date": "year"},
            "date: got 'year', but names has no such field. Write for example 'names: "
            '"{id}_{year}.txt"\'.',
        ),
        (
            {"id": "key"},
            "id: got 'key', but names has no such field. Write for example 'names: "
            '"{id}_{key}.txt"\'.',
        ),
        (
            {"names": "{id}.txt", "where": {"year": 1}},
            "where: got 'year', but names has no such field. Write for example "
            "'names: \"{id}_{year}.txt\"'.",
        ),
        (
            {"take": "lemma"},
            "take: got 'lemma', but there are no columns to take it from. Write for "
            "example 'columns: [word, lemma]'.",
        ),
        (
            {"columns": ["word", "lemma"]},
            "take: got 'nothing', but one of the columns word, lemma is wanted. Write "
            "for example 'take: word'.",
        ),
        (
            {"columns": ["word"], "take": "pos"},
            "take: got 'pos', but one of the columns word is wanted. Write for example "
            "'take: word'.",
        ),
        (
            {"columns": ["word"], "take": "word", "documents": "line"},
            "documents: got 'line', but a line of vertical text is one token. Write "
            "'documents: file'.",
        ),
        (
            {"names": "{id.txt"},
            "names: got '{id.txt', but it must match ^[^{}]*(\\{[a-z][a-z0-9_]*\\}"
            "[^{}]*)+$. Write for example 'names: \"{genre}_{year}_{id}.txt\"'.",
        ),
    ]:
        assert refused(source) == f"corpora.mine.source.{sentence}"


def test_fields_with_a_form_of_their_own_may_touch_others(minimal):
    minimal["corpora"]["mine"]["source"] |= {"names": "{year}{id}.txt", "date": "year"}
    assert understand(minimal).corpora["mine"].source["date"] == "year"
