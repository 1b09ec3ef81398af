"""The figures of Antoniak and Mimno 2018, drawn from the tables of their names."""

from quaver.papers.antoniak2018.figures.levels import (
    antoniak2018_figure_1,
    antoniak2018_figure_2,
)
from quaver.papers.antoniak2018.figures.ranks import (
    antoniak2018_figure_3,
    antoniak2018_figure_4,
    antoniak2018_figure_5,
)
from quaver.papers.antoniak2018.figures.runs import antoniak2018_figure_6

__all__ = [
    "antoniak2018_figure_1",
    "antoniak2018_figure_2",
    "antoniak2018_figure_3",
    "antoniak2018_figure_4",
    "antoniak2018_figure_5",
    "antoniak2018_figure_6",
]
