"""Figures of Rettenmeier 2020, for whatever study was run."""

from quaver.papers.rettenmeier2020.figures.averages import figure_3_2, figure_3_5
from quaver.papers.rettenmeier2020.figures.cosines import (
    figure_2_2,
    figure_2_3,
    figure_2_4,
    figure_2_5,
)
from quaver.papers.rettenmeier2020.figures.prediction import (
    figure_2_7,
    figure_A_1,
    figure_A_2,
    figure_A_3,
)
from quaver.papers.rettenmeier2020.figures.scores import figure_3_6
from quaver.papers.rettenmeier2020.figures.words import figure_2_8, figure_2_9

__all__ = [
    "figure_2_2",
    "figure_2_3",
    "figure_2_4",
    "figure_2_5",
    "figure_2_7",
    "figure_2_8",
    "figure_2_9",
    "figure_3_2",
    "figure_3_5",
    "figure_3_6",
    "figure_A_1",
    "figure_A_2",
    "figure_A_3",
]
