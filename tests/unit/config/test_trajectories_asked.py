"""Words followed over a series: which cells tell of it, and what is refused."""

import pytest
from test_change_asked import asking

from quaver.config import ConfigError, understand
from quaver.grid import Grid

FOLLOWED = {"words": ["war", "peace"]}


def following(name="said", **change):
    """A study that follows words over its series, and judges none."""
    study = asking(name, trajectories=FOLLOWED, **change)
    del study["analyses"]["change"][name]["words"]
    study["analyses"]["averages"] = {"sizes": []}
    return study


def test_words_are_followed_over_all_periods_by_their_shuffled_runs():
    grid = Grid(understand(following()))
    measured = [x.label for x in grid.measured["change_series"]]
    assert measured == ["said/w/shuffled"]
    assert not grid.measured["change"]
    averages = grid.files()["average_all"]
    # the pair asked for is of two of three periods
    assert averages == [
        f"averages/said_{x}/w/shuffled/all.h5" for x in ("early", "late", "middle")
    ]
    assert not Grid(understand(asking())).measured["change_series"]


def test_what_cannot_be_followed_is_refused_with_a_cure():
    other = {"pairs": [["said_early", "said_late"]]}
    alone = following()
    alone["corpora"]["said"]["source"]["periods"] = {"early": [1820, 1845]}
    alone["techniques"]["w"]["corpora"] = ["said_early", "a", "b"]
    alone["analyses"]["change"]["said"]["pairs"] = [["a", "said_early"]]
    many = following(null={"contexts": 99})
    many["analyses"]["change"]["said"]["trajectories"] = {"words": [*"abcdef"]}
    unlike = following(pairs=[["early", "middle"]])
    unlike["corpora"]["c"]["series"] = unlike["corpora"]["d"]["series"] = "said"
    cases = [
        (
            following("mine", **other),
            "'mine' is none of two periods or more: such .* s",
        ),
        (alone, "'said' is none of two periods or more: such series are none. Call"),
        (many, "1 / 100, is too coarse for 6 words. Write 'contexts: 120' or more"),
        (unlike, r"trajectories over: got \[said_late, c\], but their units are"),
    ]
    missed = []
    for study, sentence in cases:
        with pytest.raises(ConfigError) as caught:
            understand(study)
        missed += [] if caught.match(sentence) else [str(caught.value)]
    assert not missed
    with pytest.raises(ValueError, match="no technique has two shuffled runs of two"):
        Grid(understand(following() | {"runs": 1}))
