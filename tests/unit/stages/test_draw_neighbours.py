from types import SimpleNamespace

import pandas as pd
import pytest
from matplotlib.figure import Figure

from quaver import figures
from quaver.house.judged import WordTrust
from quaver.stages import draw_neighbours
from quaver.stages.draw_neighbours import drawn

RULE = SimpleNamespace(n=10)


def word(name, technique="glove", corpus="news", view=""):
    cell = SimpleNamespace(corpus=corpus, view=view or corpus, technique=technique)
    return WordTrust(cell, name, RULE, "not in the corpus")


@pytest.fixture
def draw(tmp_path, monkeypatch):
    """Draw the figures of words into a folder; give it."""
    place = tmp_path / "figures/neighbours"

    def run(*words):
        monkeypatch.setattr(draw_neighbours, "Results", lambda study: None)
        monkeypatch.setattr(draw_neighbours, "trusted", lambda plan, given: words)
        monkeypatch.setattr(figures, "figure_of_word", lambda words: Figure((1, 1)))
        draw_neighbours.draw_neighbours(SimpleNamespace(inputs=[None], output=place))
        return place

    return run


def files(place):
    found = (path for path in place.rglob("*") if path.is_file())
    return sorted(path.relative_to(place).as_posix() for path in found)


def test_a_figure_holds_all_techniques_of_a_word_of_a_corpus(monkeypatch):
    given = []
    monkeypatch.setattr(figures, "figure_of_word", given.append)
    words = [word("war", "lsa"), word("us", "lsa"), word("war", "glove")]
    words += [word("war", corpus="old"), word("war", view="news.sentence")]
    places = [(corpus, name) for corpus, name, _ in drawn(words)]
    assert places == [("news", "us"), ("news", "war"), ("old", "war")]
    assert [[one.cell.technique for one in group] for group in given] == [
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
    save = figures.save

    def fail(figure, path, ending):
        if "peace" in path.name:
            raise RuntimeError("no room")
        save(figure, path, ending)

    monkeypatch.setattr(figures, "save", fail)
    with pytest.raises(RuntimeError, match="no room"):
        draw(word("army"), word("peace"))
    assert files(place) == before
    assert [path.name for path in place.parent.iterdir()] == ["neighbours"]
