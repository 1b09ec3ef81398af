import random

import pytest
import sentencex

from quaver.corpora import sentences as sentences_module
from quaver.corpora.sentences import Splitter, line_starts, sentence_starts

SIGNS = "aBčŽ .!?。।\n\t\u2028\r\"'()“”«…हि्\u200d\u0301😀1,:;\u0085\u3000\u00a0\u202f"


def sentences(text, language):
    starts = sentence_starts(text, language)
    ends = [*starts[1:], len(text)]
    return [text[a:b].strip() for a, b in zip(starts, ends, strict=True)]


def test_sentences_are_split_by_language(subtests):
    for language, expected in [
        ("en", ["Mr. Smith came in.", "He said no!", "Why?"]),
        ("de", ["Das gilt z. B. hier.", "Am 5. Mai kam er."]),
        ("hi", ["मैं हिन्दी बोलता हूँ।", "क्षत्रिय आया।"]),
        ("cs", ["Přišel domů.", "Byl rád."]),
    ]:
        with subtests.test(language=language, expected=expected):
            assert sentences(" ".join(expected), language) == expected


def test_chinese_needs_no_space():
    assert sentences("你好。再见。", "zh") == ["你好。", "再见。"]


def test_a_line_end_is_no_sentence_end():
    assert sentences("One sentence\nover two lines. Next.", "en") == [
        "One sentence\nover two lines.",
        "Next.",
    ]


def test_an_unknown_language_is_split_as_english():
    text = "Mr. Smith came in. He said no! Am 5. Mai."
    assert sentence_starts(text, "xx") == sentence_starts(text, "en")


def test_blank_text_has_neither_sentence_nor_line(subtests):
    for text in ["", " ", "\n\n", "\u00a0\u3000"]:
        with subtests.test(text=text):
            assert sentence_starts(text, "en") == []
            assert line_starts(text) == []


def test_blank_segments_vanish():
    assert sentence_starts("\n\n Yes.\n\n\nNo.", "en") == [2, 9]


def test_wide_spaces_do_not_break_the_splitter():
    text = "\t\u3000B\u3000.\u200d,\u3000:);\r!-,”\u200d́“"
    assert sentence_starts(text, "cs")[0] == 0
    plain = "Byl rád. J. Novák"
    wide = plain.replace(" ", "\u00a0")
    assert sentence_starts(wide, "cs") == sentence_starts(plain, "cs")


def test_any_text_is_cut_within_bounds_at_what_is_not_blank():
    generator = random.Random(20200723)
    for _ in range(4000):
        text = "".join(generator.choices(SIGNS, k=generator.randint(0, 25)))
        language = generator.choice(["en", "hi", "zh", "de", "cs", "pl", "sk", "fr"])
        starts = sentence_starts(text, language)
        ends = [*starts[1:], len(text)][: len(starts)]
        assert starts == sorted(set(starts))
        assert all(text[a:b].strip() for a, b in zip(starts, ends, strict=True))
        assert bool(starts) == bool(text.strip())


def test_segments_together_are_the_text():
    text = "He came. “Why?” he asked…  Nobody\nknew.\r\n\r\nमैं हूँ। 你好。"
    for language in ("en", "hi", "zh", "xx"):
        assert "".join(sentencex.segment(language, text)) == text


def test_lines_start_after_each_line_end():
    assert line_starts("ab\n\n \ncd\ne") == [0, 6, 9]
    assert line_starts("one") == [0]


def split(text, **options):
    starts = Splitter(**{"language": "en", **options})(text)
    bounds = zip(starts, [*starts[1:], len(text)], strict=True)
    return [text[a:b].strip() for a, b in bounds]


def test_an_abbreviation_that_leads_ends_no_sentence():
    text = "By the lake Av. Central. Z. B. here, No. 5 and so. No. Then Xav. It went."
    whole = split(text, leads="av, z. b", leads_numbers="no")
    assert whole == [
        "By the lake Av. Central.",
        "Z. B. here, No. 5 and so.",
        "No.",
        "Then Xav.",
        "It went.",
    ]


def test_a_small_letter_goes_on_where_there_are_capitals():
    assert split("He paid approx. five. Then “why?” he asked. Really? yes.") == [
        "He paid approx. five.",
        "Then “why?” he asked.",
        "Really?",
        "yes.",
    ]
    told = "“Je čas.“ řekl. „Pojď!“ volal Petr."
    assert split(told, language="cs") == ["“Je čas.“ řekl.", "„Pojď!“ volal Petr."]
    assert split("he came. she left.") == ["he came.", "she left."]


def test_what_is_no_sentence_of_its_own_stays(subtests):
    for language, sentence in [
        ("pt", "O exército dos E.U.A. e P. Silva, no 29.º minuto."),
        ("zh", "P. Diddy来了。"),
        ("en", "He said it was so.” “"),
        ("hi", 'यह सच है? "'),
        ("cs", "Řekla: ‚Proč teď? ‘"),
    ]:
        with subtests.test(language=language, sentence=sentence):
            assert split(sentence, language=language) == [sentence]


def test_a_degree_is_no_initial():
    assert split("It was 20 °C. Then it fell.")[1:] == ["Then it fell."]


def test_a_closing_quote_may_open():
    text = "Hän tuli. ”Niinkö?” hän kysyi. ”Niin.” Se oli siinä."
    assert split(text, language="fi", opening="”") == [
        "Hän tuli.",
        "”Niinkö?” hän kysyi.",
        "”Niin.”",
        "Se oli siinä.",
    ]


def test_an_ordinal_goes_on():
    text = "Im 19. Jahrhundert. Siehe S. 12. Er war 1905. Dann kam er."
    assert split(text, language="de", leads_numbers="S", ordinals=True) == [
        "Im 19. Jahrhundert.",
        "Siehe S. 12.",
        "Er war 1905.",
        "Dann kam er.",
    ]


def test_stops_end_with_what_closes_behind_them():
    text = "他说：“好。”走吧……（真的？！）《你好！》好；「是。」\n 对"
    assert split(text, language="zh", stops="。！？；…") == [
        *("他说：“好。”", "走吧……", "（真的？！）", "《你好！》好；", "「是。」", "对")
    ]
    text = "वह गया।”वह आया॥” श्लोक ॥१२॥ अंत ।।"
    assert split(text, language="hi", stops="।॥") == [
        *("वह गया।”", "वह आया॥”", "श्लोक ॥१२॥", "अंत ।।")
    ]


@pytest.mark.parametrize("language", ["en", "cs", "pl", "pt"])
@pytest.mark.parametrize("signs", ['""', "''", "()", "“”"])
def test_signs_that_are_no_pair_do_not_swallow_a_text(language, signs, monkeypatch):
    text = (
        f"Of {signs[0]}60 all. " + "The house was old. " * 60 + f"A{signs[1]} b. End."
    )
    assert len(sentence_starts(text, language)) >= 61
    monkeypatch.setattr(sentences_module, "LONG", len(text))
    assert len(sentence_starts(text, language)) < 10


def test_windows_split_a_text_as_it_is_split_whole(monkeypatch):
    text = "He said: “Come in.” Mr. Smith (who came) did so! It was 5. May? Yes. " * 200
    lone = "« Il vint. Il vit. " * 1200
    assert not sentences_module._is_slow(text)
    assert sentences_module._is_slow(lone)
    windowed = sentence_starts(lone, "fr")
    whole = sentence_starts(text, "en")
    monkeypatch.setattr(sentences_module, "_is_slow", lambda text: len(text) > 4096)
    assert sentence_starts(text, "en") == whole
    monkeypatch.setattr(sentences_module, "_is_slow", lambda text: False)
    assert windowed == sentence_starts(lone, "fr")
