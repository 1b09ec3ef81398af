"""Each language's file of sentences of our own, judged by eye: tokens and sentences."""

from pathlib import Path

from quaver.corpora import languages

FOLDER = Path(__file__).parents[3] / "data/languages"


def cases():
    """Language, tokeniser, marked text and tokens of every golden line."""
    for path in sorted(FOLDER.glob("*.txt")):
        code, _, tokeniser = path.stem.partition(".")
        _, *blocks = path.read_text(encoding="utf-8").strip().split("\n\n")
        for block in blocks:
            marked, tokens = block.split("\n")
            yield code, tokeniser or "default", marked, tokens.split(" ")


CASES = list(cases())


def test_every_language_has_its_file():
    assert {code for code, *_ in CASES} == set(languages.codes())
    assert len(CASES) > 40


def test_tokens_are_as_written(subtests):
    for code, tokeniser, marked, tokens in CASES:
        with subtests.test(
            code=code, tokeniser=tokeniser, marked=marked, tokens=tokens
        ):
            pack = languages.pack(code)
            text = marked.replace("‖", "")
            found, starts = pack.tokenisers[pack.tokeniser(tokeniser)](text)
            assert found == tokens
            assert [
                text[a : a + len(t)] for a, t in zip(starts, found, strict=True)
            ] == found
            assert starts == sorted(set(starts))


def test_sentences_start_where_marked(subtests):
    for code, tokeniser, marked, tokens in CASES:
        with subtests.test(
            code=code, tokeniser=tokeniser, marked=marked, tokens=tokens
        ):
            text = marked.replace("‖", "")
            starts = languages.pack(code).sentences(text)
            bounds = zip(starts, [*starts[1:], len(text)], strict=True)
            assert "‖".join(text[a:b] for a, b in bounds) == marked


def test_hindi_is_the_same_without_icu(subtests):
    for tokeniser, marked, tokens in [rest for code, *rest in CASES if code == "hi"]:
        with subtests.test(tokeniser=tokeniser, marked=marked, tokens=tokens):
            cut = languages.pack("hi").tokenisers["unicode"]
            assert cut(marked.replace("‖", ""))[0] == tokens
