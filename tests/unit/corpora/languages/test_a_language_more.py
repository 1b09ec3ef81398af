"""The steps of docs/languages.md, followed."""

from pathlib import Path

import pytest

from quaver.corpora import languages
from quaver.corpora.cleaning import Cleaner
from quaver.corpora.encoding import encode
from quaver.corpora.reading import Document

ROOT = Path(__file__).parents[4]
PAGE = (ROOT / "docs/languages.md").read_text(encoding="utf-8")
EXAMPLE = PAGE.split("```python\n")[1].split("```")[0]


@pytest.fixture
def occitan(tmp_path, monkeypatch):
    """A pack added as the page says: its example under another code."""
    before = languages.pack("oc")
    text = EXAMPLE.replace('"fr",\n    "French"', '"oc",\n    "Occitan",\n    "fr"')
    text = text.replace('"M, MM', '"Sénher, M, MM')
    tmp_path.joinpath("oc.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(languages, "__path__", [*languages.__path__, str(tmp_path)])
    languages.pack.cache_clear()
    yield before, languages.pack("oc")
    languages.pack.cache_clear()


def test_the_example_is_the_french_file():
    fr = ROOT / "workflow/quaver/corpora/languages/fr.py"
    assert fr.read_text(encoding="utf-8") == EXAMPLE


def test_an_added_language_encodes_text(occitan, tmp_path):
    default, pack = occitan
    assert (default.default, pack.default) == (True, False)
    assert (pack.code, pack.name) == ("oc", "Occitan")
    assert languages.pack("oc-FR") is pack
    cleaner = Cleaner(
        pack=pack,
        normalise="NFC",
        lowercase=True,
        keep="tokens",
        tokeniser="moses",
        drop_numbers=True,
        drop_punctuation=True,
    )
    text = "Sénher. Vidal vei l’òme amb 12 amics. L'aiga."
    corpus = encode(
        [Document("1", "", [text])],
        cleaner,
        deduplicate="none",
        min_count=1,
        spool=tmp_path / "spool",
    )
    words = [corpus.words[token] for token in corpus.tokens]
    assert words == ["sénher", "vidal", "vei", "l’", "òme", "amb", "amics"] + [
        *("l'", "aiga")
    ]
    assert corpus.sentence_offsets.tolist() == [0, 7, 9]
    assert corpus.dropped["cleaned_tokens"] == 4
    assert cleaner.cut_by.startswith("moses (sacremoses ")


def test_every_language_is_in_the_page_s_table():
    rows = [line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| ")]
    listed = {code.strip() for row in rows for code in row.split(",")}
    assert set(languages.codes()) <= listed


def test_the_page_s_table_of_what_is_kept_is_true():
    text = "L'été, 25 000 gens."
    for keep in ("letters", "tokens", "spaces"):
        options = {"normalise": "NFC", "lowercase": False, "tokeniser": "default"}
        drop = {"drop_numbers": False, "drop_punctuation": False}
        cleaner = Cleaner(pack=languages.pack("fr"), keep=keep, **options, **drop)
        assert f"| `{keep}` | {' · '.join(cleaner.tokens(text)[0])}" in PAGE
