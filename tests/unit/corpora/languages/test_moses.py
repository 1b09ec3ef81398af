import random

from sacremoses import MosesTokenizer

from quaver.corpora.languages.moses import moses

SIGNS = [
    *"aBčŽ1 0.,;:!?'\"`-_–—/\\()[]{}<>&|@#%$€₹°*+=~^“”‘’«»…\t",
    *"\x07\x1f\u00a0\u3000\u2028",
    *("\u0301", "\u030c", "\u200b", "\u200c", "\u200d", "\u00ad", "\ufeff", "\ufe0f"),
    *(
        "😀",
        "👍🏽",
        "...",
        "--",
        "Dr.",
        "No.",
        "don't",
        "l'",
        "DOTMULTI",
        "DOTDOTMULTI",
    ),
    *("THISISPROTECTED000", "https://a.b/c?d=e&f", "\r", "हि", "中文", "ß", "ǅ", "\n"),
]


def cut(text, language="en", **options):
    return moses(language, **options)(text)[0]


def mess(generator):
    return "".join(generator.choices(SIGNS, k=generator.randint(0, 30)))


def test_nothing_is_lost_and_places_are_right(subtests):
    for language in ["en", "fr", "fi", "de", "xx"]:
        with subtests.test(language=language):
            generator = random.Random(7)
            tokenise = moses(language, "’" if language == "fr" else "")
            for _ in range(800):
                text = mess(generator)
                tokens, starts = tokenise(text)
                end = 0
                for token, start in zip(tokens, starts, strict=True):
                    between = text[end:start]
                    assert not any(
                        sign.isalnum() or sign in ".,😀€" for sign in between
                    ), text
                    assert text[start : start + len(token)] == token
                    assert token.strip()
                    assert token.isprintable() or "\u200d" in token or "\u200c" in token
                    end = start + len(token)
                assert not any(sign.isalnum() for sign in text[end:])


def test_plain_text_is_cut_as_sacremoses_does(subtests):
    for language in ["en", "cs", "pl", "pt", "fr", "de", "la"]:
        with subtests.test(language=language):
            generator = random.Random(11)
            tokenise, plain = moses(language), MosesTokenizer(language)
            words = "Dr. No. he np. např. 5 1,000.5 don't l'ami e.g. U.S. x-y "
            words += '(a) "b" c\' ... .. '
            words += (
                "Sr. end. 50% A&B https://x.org/y?z ; : -- €5 šťastný ą. Ž. “q” it’s"
            )
            for _ in range(200):
                text = " ".join(generator.choices(words.split(), k=12))
                assert tokenise(text)[0] == plain.tokenize(text, escape=False)


def test_each_line_is_cut_for_itself():
    tokens, starts = moses("en")("He left.\n\nNo. 5 won.")
    assert tokens == ["He", "left", ".", "No.", "5", "won", "."]
    assert starts == [0, 3, 7, 10, 14, 16, 19]
    assert moses("en")("") == moses("en")(" \n\u200b") == ([], [])


def test_a_mark_goes_with_its_letter():
    assert cut("x\u030cab y\u0301.") == ["x\u030cab", "y\u0301", "."]
    assert cut("क्\u200dष \u0301 a") == ["क्\u200dष", "\u0301", "a"]
    assert cut("❤\ufe0f 👨\u200d👩") == ["❤\ufe0f", "👨\u200d", "👩"]


def test_what_cannot_be_seen_parts_words_and_is_none():
    assert cut("one\u200btwo \ufeff three\x07four soft\u00adly") == [
        *("one", "two", "three", "four", "soft", "ly")
    ]


def test_moses_own_marks_in_a_text_stay():
    assert cut("DOTMULTI ... DOTDOTMULTI.. x") == [
        *("DOTMULTI", "...", "DOTDOTMULTI", "..", "x")
    ]
    assert cut("a & b < c | [d]") == ["a", "&", "b", "<", "c", "|", "[", "d", "]"]


def test_the_colon_stands_in_finnish_and_swedish_words():
    text = "EU:n klo 12:30 S:t a: http://x"
    joined = [*("EU:n", "klo", "12", ":", "30", "S:t", "a", ":", "http", ":")]
    assert cut(text, "fi") == cut(text, "sv") == [*joined, "/", "/", "x"]
    assert cut("EU:n", "de") == ["EU", ":", "n"]


def test_french_elides_at_either_apostrophe():
    assert moses("fr", "’")("L’eau, l'air")[0] == ["L’", "eau", ",", "l'", "air"]
    assert cut("don’t", "en") == ["don", "’", "t"]


def test_a_very_long_token_is_one():
    text = "x" * 200_000 + "." + "y" * 200_000 + " -- " + "." * 100_000
    assert [len(token) for token in cut(text)] == [400_001, 2, 100_000]


def test_a_language_moses_lacks_takes_english_prefixes():
    assert cut("Dr. Who vs. me", "xx") == ["Dr.", "Who", "vs.", "me"]
