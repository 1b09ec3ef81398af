"""Methods have one list of names: in the code and in the study."""

from quaver.config import analyses
from quaver.spaces.averages import METHODS
from quaver.statistics import bootstrap


def test_every_method_can_be_named_in_a_study():
    assert tuple(METHODS) == analyses.METHODS


def test_every_method_says_what_it_is():
    labels = [method.label for method in METHODS.values()]
    assert all(labels) and len(set(labels)) == len(labels)
    assert all(method.source for method in METHODS.values())


def test_every_way_to_make_intervals_can_be_named_in_a_study():
    assert tuple(bootstrap.METHODS) == analyses.INTERVALS
    assert analyses.Neighbours().method == bootstrap.DEFAULT
