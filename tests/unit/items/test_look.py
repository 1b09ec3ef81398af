"""One look for all figures."""

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


@pytest.mark.parametrize("word", ["momentum", "żółw", "naïve", "Ωmega", "мир"])
def test_words_of_our_font_are_shown_as_they_are(word):
    assert look.shown(word) == word


def test_words_our_font_lacks_are_shown_by_number():
    assert look.shown("猫") == "U+732B"
    assert look.shown("बि") == "U+092C 093F"
