"""What people look at: records of a study's numbers in, matplotlib figures out.

Records are anything with the attributes of quaver.tables.CellNumbers, WordNumbers or
DistributionNumbers.
"""

from quaver.figures.look import save
from quaver.figures.losses import figure_losses
from quaver.figures.rettenmeier2020 import (
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
    "figure_losses",
    "save",
]
