"""A study names a tokeniser of its language; the packs are asked."""

import pytest

from quaver.config import ConfigError, understand
from quaver.corpora import languages
from quaver.engine.setting import refuse_tokenisers


def study(language, tokeniser):
    source = {"kind": "text", "path": "my.txt"}
    clean = {"tokeniser": tokeniser}
    mine = {"language": language, "source": source, "clean": clean}
    return understand(
        {
            **{"study": "mine", "seed": 1, "runs": 2, "corpora": {"mine": mine}},
            "techniques": {"w": {"trainer": "word2vec"}},
        }
    )


def test_every_tokeniser_of_every_pack_may_be_named():
    for code in [*languages.codes(), "eo", "zh-TW"]:
        for name in ("default", *languages.pack(code).tokenisers):
            refuse_tokenisers(study(code, name))


def test_a_tokeniser_the_language_lacks_is_told_with_those_it_has():
    for language, tokeniser, there in [
        ("en", "jieba", ["moses"]),
        ("en", "mose", ["moses"]),
        ("hi-IN", "moses", ["icu", "unicode"]),
    ]:
        with pytest.raises(ConfigError) as caught:
            refuse_tokenisers(study(language, tokeniser))
        assert str(caught.value) == (
            f"corpora.mine.clean.tokeniser: got '{tokeniser}', but language "
            f"'{language}' has {' and '.join(there)}. Write for example 'tokeniser: "
            f"{there[0]}'."
        )
