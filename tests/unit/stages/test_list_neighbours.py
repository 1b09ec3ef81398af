"""A figure of each word asked for, in a folder that is whole or not at all."""

from types import SimpleNamespace

import pandas as pd
import pytest
from matplotlib.figure import Figure

from quaver.house.judged import WordTrust
from quaver.items import look
from quaver.stages import list_neighbours
from quaver.stages.list_neighbours import draw_words

RULE = SimpleNamespace(n=10)


def word(name, technique="glove", corpus="news", view="", *, nearest=()):
    cell = SimpleNamespace(corpus=corpus, view=view or corpus, technique=technique)
    return WordTrust(cell, name, RULE, "uncertain", nearest=nearest)


@pytest.fixture
def draw(tmp_path, monkeypatch):
    """Draw the figures of words into a folder; give it."""
    place = tmp_path / "figures/neighbours"
    place.parent.mkdir()
    monkeypatch.setattr(list_neighbours, "draw_word", lambda words: Figure((1, 1)))

    def run(*words, **how):
        draw_words(place, words, **how)
        return place

    return run


def files(place):
    paths = (path for path in place.rglob("*") if path.is_file())
    return sorted(path.relative_to(place).as_posix() for path in paths)


def test_a_figure_holds_all_techniques_of_a_word_of_a_corpus(draw, monkeypatch):
    groups = []
    blank = list_neighbours.draw_word
    monkeypatch.setattr(
        list_neighbours, "draw_word", lambda words: groups.append(words) or blank(words)
    )
    words = [word("war", "lsa"), word("us", "lsa"), word("war", "glove")]
    words += [word("war", corpus="old"), word("war", view="news.sentence")]
    index = pd.read_csv(draw(*words) / "index.csv")
    places = [*zip(index["corpus"], index["word"], strict=True)]
    assert places == [("news", "us"), ("news", "war"), ("old", "war")]
    assert [[word.cell.technique for word in group] for group in groups] == [
        ["lsa"],
        ["lsa", "glove"],
        ["glove"],
    ]


def test_every_word_has_files_of_its_own_and_a_line_of_the_index(draw):
    place = draw(word("war"), word("and/or"), word("स्व"), word("Us"), word("us"))
    index = pd.read_csv(place / "index.csv")
    assert index["word"].tolist() == ["Us", "and/or", "us", "war", "स्व"]
    named = index["figure"].tolist()
    assert len({name.lower() for name in named}) == 5
    images = [name.removesuffix("svg") + "png" for name in named]
    assert files(place) == sorted(["index.csv", *named, *images])


def test_names_are_readable_or_ascii(draw):
    for how, name in (({}, "žena"), ({"is_ascii": True}, "x._17e_ena")):
        place = draw(word("žena"), **how)
        assert files(place) == ["index.csv", f"news/{name}.png", f"news/{name}.svg"]


def test_a_word_without_any_list_has_no_figure_but_its_line(draw):
    place = draw(word("war"), word("nothing", nearest=None), word("war", corpus="old"))
    index = pd.read_csv(place / "index.csv", keep_default_na=False)
    assert index["figure"].tolist() == ["", "news/war.svg", "old/war.svg"]
    assert "news/nothing.svg" not in files(place)
    several = word("war", "lsa", nearest=None), word("war", "glove")
    assert "news/war.svg" in files(draw(*several))


def test_words_no_longer_asked_for_have_no_figure(draw):
    draw(word("war"), word("peace"))
    assert files(draw(word("peace"))) == [
        "index.csv",
        "news/peace.png",
        "news/peace.svg",
    ]


def test_a_failure_midway_leaves_what_stood(draw, monkeypatch):
    place = draw(word("war"))
    before = files(place)
    save = look.save

    def fail(figure, path, ending):
        if "peace" in path.name:
            raise RuntimeError("no room")
        save(figure, path, ending)

    monkeypatch.setattr(look, "save", fail)
    with pytest.raises(RuntimeError, match="no room"):
        draw(word("army"), word("peace"))
    assert files(place) == before
    assert [path.name for path in place.parent.iterdir()] == ["neighbours"]
