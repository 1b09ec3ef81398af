import pytest

from quaver.corpora.reading import SourceError
from quaver.corpora.wordlists import MissingListError, asked

PLAIN = {"normalise": "NFC", "lowercase": True}


def refused(given, kind=SourceError):
    with pytest.raises(kind) as caught:
        asked(given, PLAIN, "en")
    text = str(caught.value)
    assert "\n" not in text
    assert text.endswith((".", ")."))
    return text


@pytest.fixture
def written(tmp_path):
    def write(data):
        path = tmp_path / "words.txt"
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return str(path)

    return write


def test_a_list_and_a_file_of_it_give_the_same(written):
    words = ["liberty", "police", "marijuana"]
    assert asked(words, PLAIN, "en") == words
    # without a line end at the last word; with a mark, CRLF and blanks
    for text in (
        "liberty\npolice\nmarijuana",
        "\ufeffliberty\r\n\r\n police \nmarijuana\n",
    ):
        assert asked(written(text), PLAIN, "en") == words


def test_words_are_written_as_the_text_has_them():
    assert asked(["Paris", "CAFE\u0301"], PLAIN, "en") == ["paris", "caf\u00e9"]
    cased = {"normalise": "none", "lowercase": False}
    assert asked(["Paris", "CAFE\u0301"], cased, "en") == ["Paris", "CAFE\u0301"]
    # each language has its own lower case
    assert asked(["ISI"], PLAIN, "tr") == ["\u0131s\u0131"]
    assert asked(["hindi", "\u0939\u093f\u0928\u094d\u0926\u0940"], PLAIN, "hi")[1] == (
        "\u0939\u093f\u0928\u094d\u0926\u0940"
    )


def test_a_word_twice_is_refused(written):
    path = written("police\n\nliberty\nPolice\n")
    assert refused(path) == (
        f"{path}, line 4 is 'police', as number 1 is already: remove it."
    )
    assert refused(["a", "A"]).startswith("word 2 of the list is 'a', as number 1")


def test_more_than_a_word_is_refused(written):
    path = written("police\nsocial security\n")
    assert refused(path).startswith(
        f"{path}, line 2 is 'social security', which is more than one word: write "
    )


def test_a_list_that_is_not_there_is_another_error(tmp_path, written):
    path = str(tmp_path / "gone.txt")
    assert refused(path, MissingListError).startswith(
        f"there is no list of words {path}"
    )


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("\n \n", "holds no word: write a word on each line."),
        (b"caf\xe9\n", "cannot be read (it is not UTF-8): write it anew, a word on"),
    ],
)
def test_a_list_that_cannot_be_meant_is_refused(written, data, said):
    assert said in refused(written(data))


def test_a_folder_is_no_list(tmp_path):
    assert "is a folder: name a file." in refused(str(tmp_path))


def test_words_asked_for_have_the_lemmas_of_the_text():
    lemmas = {**PLAIN, "lemmas": "simplemma"}
    assert asked(["Ženy", "Praze"], lemmas, "cs") == ["žena", "praha"]
    with pytest.raises(SourceError, match="word 2 of the list is 'žena', as number 1"):
        asked(["ženy", "ženou"], lemmas, "cs")


def test_terms_may_have_several_words_where_they_are_asked_for(written):
    path = written("Wage  labour\nself-management\nMarx's capital\npolice\n")
    clean = {**PLAIN, "keep": "letters", "deduplicate": "document"}
    # as the corpus is cut, which here ends words at every sign
    assert asked(path, clean, "en", several=True) == [
        *["wage labour", "self management", "marx s capital", "police"]
    ]
    spaces = {**clean, "keep": "spaces"}
    assert asked(path, spaces, "en", several=True)[1] == "self-management"


def test_terms_alike_once_cut_and_terms_of_no_word_are_refused(written):
    clean = {**PLAIN, "keep": "letters"}
    for text, reason in (
        ("self-management\nself management\n", "is 'self management', as number 1 is"),
        (
            "wage\n1848\n",
            "is '1848', of which the cleaning of the text leaves no word: ",
        ),
    ):
        path = written(text)
        with pytest.raises(SourceError) as caught:
            asked(path, clean, "en", several=True)
        assert str(caught.value).startswith(f"{path}, line 2 {reason}")
