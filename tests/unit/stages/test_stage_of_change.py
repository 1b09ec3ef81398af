"""A figure of each word of change: files one to one with words, whole or not at all."""

import pandas as pd
import pytest
from matplotlib.figure import Figure

from quaver.house.change_words import Panel
from quaver.items import look
from quaver.stages import change
from quaver.stages.change import draw_words

WORDS = ("war", "War", "wAR", "and/or", "..", "con", "स्व", "žena", "z\u030cena")
WORDS += ("ß", "ss", "x._17e_ena", "$x$", "a b", "é" * 200, "é" * 201)


@pytest.fixture
def draw(tmp_path, monkeypatch):
    """Draw words of two series into a folder; give it."""
    folder = tmp_path / "figures/change"
    folder.parent.mkdir()
    monkeypatch.setattr(change, "draw_word", lambda panels: Figure((0.1, 0.1)))

    def run(words, near=("peace",), **how):
        panels = [Panel({}, near)]
        told = [(name, word, panels) for name in ("eras", "speeches") for word in words]
        draw_words(folder, told, **how)
        return folder

    return run


def files(folder):
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix() for path in paths}


def test_names_of_files_are_one_to_one_with_words(draw):
    """Also on a disk that ignores case or how letters are composed."""
    for how in ({}, {"is_ascii": True}):
        folder = draw(WORDS, **how)
        index = pd.read_csv(folder / "index.csv", keep_default_na=False)
        assert [*index["word"]] == [*WORDS, *WORDS]
        named = [*index["figure"]]
        assert len({name.casefold() for name in named}) == 2 * len(WORDS), how
        images = {name.removesuffix("svg") + "png" for name in named}
        assert files(folder) == {"index.csv", *named, *images}, how
        assert [name.partition("/")[0] for name in named] == [*index["series"]]
        assert not how or "".join(named).isascii()


def test_a_word_without_neighbours_has_a_line_and_no_figure(draw):
    folder = draw(["war"], near=())
    assert files(folder) == {"index.csv"}
    index = pd.read_csv(folder / "index.csv", keep_default_na=False)
    assert index.to_numpy().tolist() == [["eras", "war", ""], ["speeches", "war", ""]]


def test_the_folder_is_of_one_study_and_whole_or_not_at_all(draw, monkeypatch):
    draw(["war", "money"])
    folder = draw(["money"])
    stood = files(folder)
    assert "eras/money.svg" in stood and "eras/war.svg" not in stood

    def fail(figure, path, ending):
        raise OSError("no room")

    monkeypatch.setattr(look, "save", fail)
    with pytest.raises(OSError, match="no room"):
        draw(["union"])
    assert files(folder) == stood
    assert [path.name for path in folder.parent.iterdir()] == ["change"]
