"""One look for all figures."""

import re

import matplotlib
import pytest
from matplotlib.figure import Figure

from quaver.corpora import samples
from quaver.items import look


def test_samplings_are_those_of_the_samples():
    assert look.SAMPLINGS == samples.SAMPLINGS


def test_looks_stay_distinct_with_many_techniques():
    looks = look.technique_looks(f"t{k:02}" for k in range(20))
    assert len({tuple(appearance.values()) for appearance in looks.values()}) == 20


def test_drawing_leaves_the_users_look_alone(tmp_path):
    before = dict(matplotlib.rcParams)
    look.save(Figure(), tmp_path / "x.png")
    assert dict(matplotlib.rcParams) == before


def test_an_unknown_ending_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"one of \['png', 'svg'\]. Got 'pdf'"):
        look.save(Figure(), tmp_path / "x.pdf")
    assert not list(tmp_path.iterdir())


def test_words_are_shown_as_they_are_and_act_in_no_figure(tmp_path):
    for word in ("momentum", "żółw", "naïve", "Ωmega", "мир", "猫", "बि"):
        assert look.shown(word) == word
    figure = Figure((2, 1))
    for rank, word in enumerate(("$x$", r"$\nosuch$", "a\x1bb", "$$", "a_b^c")):
        figure.text(0, rank / 5, look.shown(word))
    look.save(figure, tmp_path / "x.svg")  # as mathematics it would fail
    comments = re.findall("<!-- (.*) -->", (tmp_path / "x.svg").read_text("utf-8"))
    assert comments == ["$x$", r"$\nosuch$", r"a\u001bb", "$$", "a_b^c"]
