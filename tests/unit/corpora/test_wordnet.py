"""WordNet read, on six nouns and six verbs in its own format (tests/data/wordnet)."""

import shutil
from pathlib import Path

import pytest

from quaver.corpora import wordnet
from quaver.corpora.morphy import look_up
from quaver.corpora.reading import SourceError

SMALL = Path(__file__).parents[2] / "data/wordnet"
FOLDER = {"kind": "wordnet", "folder": str(SMALL)}


@pytest.fixture(autouse=True)
def small(monkeypatch):
    counts = {"noun": (6, 9, 3), "verb": (6, 9, 2)}
    monkeypatch.setattr(wordnet, "COUNTS", counts)


@pytest.fixture
def folder(tmp_path):
    """A copy of the small WordNet, to be damaged."""
    shutil.copytree(SMALL, tmp_path / "dict")
    return tmp_path / "dict"


def read(folder, work="nowhere"):
    return wordnet.read({"kind": "wordnet", "folder": str(folder)}, Path(work))


def error(folder, work="nowhere"):
    with pytest.raises(SourceError) as caught:
        read(folder, work)
    text = str(caught.value)
    assert "\n" not in text and text.endswith(".")
    return text


def test_synsets_come_parents_first_with_what_stands_above():
    noun = read(SMALL)["noun"]
    # entity; animal, pet; dog, cat; rex: by depth, then as in the file
    assert noun.synsets.tolist() == [224, 291, 582, 384, 489, 144]
    assert noun.parent_offsets.tolist() == [0, 0, 1, 2, 4, 5, 6]
    assert noun.parents.tolist() == [0, 0, 1, 2, 1, 3]
    assert (noun.depth, noun.is_rooted) == (3, False)


def test_verbs_stand_below_a_root_that_is_made_up():
    verb = read(SMALL)["verb"]
    # move, think; run, ponder; sprint; roam, which stands below move too
    assert verb.parent_offsets.tolist() == [0, 0, 0, 1, 2, 3, 5]
    assert verb.parents.tolist() == [0, 1, 2, 0, 4]
    assert (verb.depth, verb.is_rooted) == (4, True)


def test_lemmas_have_their_senses_in_order_and_exceptions_their_lemmas():
    parts = read(SMALL)
    noun, verb = (parts[name].lexicon for name in ("noun", "verb"))
    assert noun.lemmas[:3] == ["animal", "beast", "cat"]
    words = ["hound", "Hounds", "beeves", "kine", "men", "rex", "think"]
    offsets, senses = look_up(noun, words, "noun")
    assert offsets.tolist() == [0, 2, 4, 6, 6, 6, 7, 7]
    assert senses.tolist() == [4, 3, 4, 3, 1, 2, 5]
    assert verb.exceptions == ["ran", "thought"]
    offsets, senses = look_up(verb, ["go", "ran", "thought", "roaming"], "verb")
    assert senses.tolist() == [5, 0, 2, 1, 5]


def test_a_package_is_read_as_its_files_are(deb, tmp_path):
    texts = {path.name: path.read_text() for path in SMALL.glob("*.*")}
    members = {f"./usr/share/wordnet/{name}": text for name, text in texts.items()}
    package = deb(tmp_path / "debs/wordnet-base_1%3a3.0-37_all.deb", members)
    for mine, other in zip(
        read(package.parent).values(), read(SMALL).values(), strict=True
    ):
        assert str(mine) == str(other)
    assert wordnet.files({"folder": package.parent}) == [str(package)]
    told = "6 synsets of nouns, 6 synsets of verbs"
    assert wordnet.check({"folder": package.parent}) == told


def test_without_a_folder_the_package_is_downloaded(deb, apt_get, tmp_path):
    texts = {path.name: path.read_text() for path in SMALL.glob("*.*")}
    package = deb(tmp_path / "wordnet-base_1%3a3.0-37_all.deb", texts)
    apt_get(f'[ "$2" = wordnet-base ] && cp {package} .')
    assert read("", tmp_path / "work").keys() == {"noun", "verb"}
    told = "to be downloaded by apt-get: wordnet-base"
    assert wordnet.check({"folder": ""}) == told
    assert wordnet.files({"folder": ""}) == []
    apt_get()
    assert error("", tmp_path / "other").endswith(
        "is not here: place wordnet-base_*.deb in a folder and write it as 'folder:'."
    )


def test_the_tables_that_are_read_are_named():
    names = ["data.noun", "data.verb", "index.noun", "index.verb", "noun.exc"]
    paths = [str(SMALL / name) for name in [*names, "verb.exc"]]
    assert wordnet.files(FOLDER) == paths


def test_a_folder_without_all_tables_says_which_are_missing(folder, tmp_path):
    (folder / "verb.exc").unlink()
    (folder / "data.noun").unlink()
    assert error(folder) == (
        f"the folder {folder} holds no wordnet-base_*.deb, nor data.noun, verb.exc: "
        "place that package of Debian there, or the tables of WordNet 3.0."
    )
    assert "holds no wordnet-base_*.deb, nor data.noun" in error(tmp_path / "none")


def test_a_package_of_something_else_is_refused(deb, tmp_path):
    package = deb(tmp_path / "wordnet-base_2_all.deb", {"./data.noun": "a\n"})
    assert error(tmp_path) == (
        f"WordNet in {package} has no index.noun: fetch Debian's package wordnet-base "
        "again, and write its folder as 'folder:'."
    )


def changed(folder, name, was, now, times=1):
    path = folder / name
    text = path.read_text()
    assert was in text
    path.write_text(text.replace(was, now, times))


CURE = ": fetch Debian's package wordnet-base again, and write its folder as 'folder:'."


@pytest.mark.parametrize(
    ("name", "was", "now", "why"),
    [
        ("data.noun", "WordNet 3.0", "WordNet 3.1", "is 3.1, and 3.0 is needed"),
        ("index.verb", "WordNet 3.0", "WordNet 2.1", "is 2.1, and 3.0 is needed"),
        (
            *("data.verb", "Copyright", "copyright"),
            "is none: data.verb does not begin with its licence",
        ),
        ("data.noun", "is pet  \n", "is pet", "breaks off in data.noun"),
        (
            *("data.noun", "what is entity", "entity"),  # all that follow are moved
            "is damaged: a row of data.noun at byte 283 is broken",
        ),
        (
            *("data.noun", "0 002 + 00001740 a 0101 @ 0000022", "0 00x @ 0000022"),
            "is damaged: a row of data.noun at byte 291 is broken",
        ),
        (
            *("data.noun", "pet 0 002", "pet 0 003"),
            "is damaged: a row of data.noun at byte 582 is broken",
        ),
        (
            *("data.noun", "@ 00000224 n 0000 | what is pet", "@ 00000225 n 0000 | x"),
            "is damaged: synset 582 has no 225 above",
        ),
        (
            *("data.noun", "@ 00000224 n 0000 | what is pet", "@ 00000384 n 0000 | x"),
            "is damaged: synsets stand above themselves",
        ),
        (
            *("index.noun", "cat n 1 2 @ + 1 0 00000489", "cat n 1 2 @ + 1 0 00000490"),
            "is damaged: a row of index.noun at byte",
        ),
        (
            *("index.noun", "cat n 1 2 @ + 1 0", "cat n 2 2 @ + 2 0"),
            "is damaged: a row of index.noun at byte",
        ),
        ("index.noun", "cat n 1", "animal n 1", "is damaged: a row of index.noun"),
        (
            *("verb.exc", "thought think", "thought"),
            "is damaged: a row of verb.exc at byte 20 is broken",
        ),
        (
            *("verb.exc", "thought think\n", ""),
            "is not whole: its verbs have 6 synsets of 6, 9 lemmas of 9, 1 exceptions "
            "of 2",
        ),
    ],
)
def test_a_damaged_or_other_wordnet_is_refused_in_a_sentence(
    folder, name, was, now, why
):
    changed(folder, name, was, now)
    text = error(folder)
    assert text.startswith(f"WordNet in {folder} {why}")
    assert text.endswith(CURE)


def test_tables_that_cannot_be_opened_are_refused(folder, monkeypatch):
    def refuse(path):
        raise OSError("not allowed")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert error(folder) == (
        f"WordNet in {folder} cannot be read (not allowed): correct the folder."
    )
