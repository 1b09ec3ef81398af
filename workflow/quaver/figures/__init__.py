"""What people look at: records of a study's numbers in, matplotlib figures out.

Records are anything with the attributes of quaver.tables.CellNumbers, WordNumbers or
DistributionNumbers. Those of Antoniak and Mimno 2018 are drawn from their tables.
"""

from quaver.house.enough import figure_enough_runs, figure_enough_text
from quaver.house.losses import figure_losses
from quaver.house.trust_figure import figure_of_word
from quaver.items.look import save
from quaver.papers.antoniak2018.figures import (
    antoniak2018_figure_1,
    antoniak2018_figure_2,
    antoniak2018_figure_3,
    antoniak2018_figure_4,
    antoniak2018_figure_5,
    antoniak2018_figure_6,
)
from quaver.papers.rettenmeier2020.figures import (
    figure_2_2,
    figure_2_3,
    figure_2_4,
    figure_2_5,
    figure_2_7,
    figure_2_8,
    figure_2_9,
    figure_3_2,
    figure_3_5,
    figure_3_6,
    figure_A_1,
    figure_A_2,
    figure_A_3,
)

__all__ = [
    "antoniak2018_figure_1",
    "antoniak2018_figure_2",
    "antoniak2018_figure_3",
    "antoniak2018_figure_4",
    "antoniak2018_figure_5",
    "antoniak2018_figure_6",
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
    "figure_enough_runs",
    "figure_enough_text",
    "figure_losses",
    "figure_of_word",
    "save",
]
