"""Sentences of terms as others published them; those here are of our own writing."""

import pytest

from quaver.corpora import languages
from quaver.corpora.cleaning import Cleaner
from quaver.corpora.published import Probe, Sentence, read
from quaver.corpora.reading import SourceError

CLEAN = {
    **{"normalise": "NFC", "lowercase": True, "keep": "letters"},
    **{"tokeniser": "default", "drop_numbers": False, "drop_punctuation": False},
}
WIKI = (
    "heron\tthe grey heron__xx00 waits and another heron__xx00 flies\n"
    "heron__xx00 stood in the reeds\n"
    "a colony called heron__xx01ry is near the heron__xx01\n"
    "marl\tthey dug marl__xx00 from the pit\n"
    "an undermarl__xx01 layer\n"
)
DEFINITIONS = "heron\t___ is a bird , and the ___ wades\nmarl\t  ___   or clay \n"
CHIMERAS = (
    "17\ta ___ sat here @@ they painted two___is blue \tcat,chair\t1.57,3\n"
    "4\tmany gommies left @@ the ___ came \tcat,chair,Owl\t2,4.43,1\n"
    "9\tno gommy at all \tcat\t2\n"
)


@pytest.fixture
def path(tmp_path):
    def write(text, name="terms.txt"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        return str(file)

    return write


def published(layout, path):
    return read(layout, path, Cleaner(pack=languages.pack("en"), **CLEAN))


def refused(layout, path):
    with pytest.raises(SourceError) as caught:
        published(layout, path)
    text = str(caught.value)
    assert "\n" not in text and text.endswith(".")
    return text


def refused_at(layout, file, number, part):
    text = refused(layout, file)
    assert text.startswith(f"{file}, line {number} ")
    assert part in text


def shown(sentence):
    return " ".join(word or "_" for word in sentence.words)


def test_only_the_first_line_of_a_term_names_it(path):
    found = published("wiki_rnd", path(WIKI))
    assert found.terms == ["heron", "marl"]
    assert [(x.term, x.draw) for x in found.sentences] == [
        *[("heron", 0), ("heron", 0), ("heron", 1)],
        *[("marl", 0), ("marl", 1)],
    ]
    assert [*map(shown, found.sentences)] == [
        "the grey _ waits and another _ flies",
        "_ stood in the reeds",
        # a longer word is read as it was, but where nothing else is marked
        "a colony called heronry is near the _",
        "they dug _ from the pit",
        "an _ layer",
    ]
    assert found.draws == 2
    assert (found.probes, found.passed, found.short) == ([], 0, set())


def test_lines_that_all_name_their_term_are_read_alike(path):
    rows = [row if "\t" in row else f"{{}}\t{row}" for row in WIKI.splitlines()]
    named = [row.format("heron" if k < 3 else "marl") for k, row in enumerate(rows)]
    whole = published("wiki_rnd", path("\r\n".join(named) + "\r\n\r\n"))
    assert whole == published("wiki_rnd", path(WIKI))


def test_a_term_of_several_words_may_be_marked(path):
    text = "grey heron\tone grey heron__xx00 and a grey heron__xx00\n"
    (sentence,) = published("wiki_rnd", path(text)).sentences
    assert sentence == Sentence("grey heron", 0, ["one", None, "and", "a", None])


def test_wrong_lines_of_draws_are_refused_by_number(path):
    for text, number, part in (
        ("one heron__xx00\n", 1, "names no term, and none stands before it: begin"),
        (
            f"{WIKI}\nno mark\n",
            7,
            "must mark 'marl' as of one draw, as in marl__xx00 (",
        ),
        (f"{WIKI}marl__xx01 and marl__xx02\n", 6, "(marks found: __xx01, __xx02)"),
        (f"{WIKI}a heron__xx03\n", 6, "must mark 'marl'"),
        (f"{WIKI}heron\ta heron__xx03\n", 6, "has 'heron' again, after "),
        ("42\tof 42__xx00\n", 1, "names '42', of which cleaning leaves no word"),
    ):
        refused_at("wiki_rnd", path(text), number, part)


def test_a_definition_is_one_sentence_with_slots(path):
    found = published("nonce2vec", path(DEFINITIONS))
    assert found.terms == ["heron", "marl"]
    assert [*map(shown, found.sentences)] == [
        "_ is a bird and the _ wades",
        "_ or clay",
    ]
    assert found.draws == 1


def test_wrong_definitions_are_refused_by_number(path):
    for text, number, part in (
        (
            f"{DEFINITIONS}coot\tthe coot , or ___\n",
            3,
            "defines 'coot' by the word its",
        ),
        (f"{DEFINITIONS}coot\tCOOT is ___\n", 3, "write ___ in its place, or remove"),
        (f"{DEFINITIONS}heron\t___ wades\n", 3, "has 'heron' again, after "),
        (f"{DEFINITIONS}coot\ta bird\n", 3, "has no ___ where 'coot' stands in its"),
        ("coot ___ is a bird\n", 1, "must hold a term and its definition, with tabs"),
        ("\n\tno ___ term\n", 2, "Got 2 fields in 'no ___ term'"),
        ("coot\t___\tbird\n", 1, "Got 3 fields"),
    ):
        refused_at("nonce2vec", path(text), number, part)
    # a longer word is another one
    assert published("nonce2vec", path("coot\ta ___ , or cooty\n")).terms == ["coot"]


def test_chimeras_have_sentences_and_scores(path):
    found = published("chimeras", path(CHIMERAS))
    assert found.terms == ["17", "4", "9"]
    assert [(x.term, x.draw, shown(x)) for x in found.sentences] == [
        ("17", 0, "a _ sat here"),
        ("17", 0, "they painted two _ is blue"),
        ("4", 0, "the _ came"),
    ]
    assert found.probes == [
        Probe("17", "cat", 1.57),
        Probe("17", "chair", 3.0),
        Probe("4", "cat", 2.0),
        Probe("4", "chair", 4.43),
        Probe("4", "owl", 1.0),
        Probe("9", "cat", 2.0),
    ]
    # sentences that kept the invented word
    assert (found.passed, found.short) == (2, {"4", "9"})


def test_wrong_chimeras_are_refused_by_number(path):
    row = CHIMERAS.splitlines()[0]
    for text, number, part in (
        (
            row.replace("1.57,3", "1.57"),
            1,
            "a number for each of its words. Got 'cat,c",
        ),
        (row.replace("1.57", "nan"), 1, "and 'nan,3': correct it."),
        (row.replace("1.57", "x"), 1, "a number for each of its words"),
        (
            row.replace("\tcat,chair", ""),
            1,
            "must hold a name, sentences, words and sc",
        ),
        (f"{CHIMERAS}{row}", 4, "has '17' again, after "),
    ):
        refused_at("chimeras", path(text), number, part)


def test_a_folder_is_read_file_by_file(path, tmp_path):
    path(DEFINITIONS, "all/b.test")
    path("coot\t___ is black\n", "all/a.train")
    path("odd", "all/.hidden")
    found = published("nonce2vec", str(tmp_path / "all"))
    assert found.terms == ["coot", "heron", "marl"]


def test_paths_without_sentences_are_refused(path, tmp_path):
    gone = str(tmp_path / "gone.txt")
    assert refused("wiki_rnd", gone) == (
        f"{gone} does not exist: place the published sentences there, or correct "
        "'path'."
    )
    empty = path("\n")
    assert refused("chimeras", empty) == (
        f"{empty} holds no sentence of a term: correct the path."
    )
