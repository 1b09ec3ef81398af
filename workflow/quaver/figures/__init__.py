"""What people look at: records of a study's numbers in, matplotlib figures out.

Records are anything with the attributes of quaver.tables.CellNumbers or WordNumbers.
"""

from quaver.figures.look import save
from quaver.figures.losses import figure_losses
from quaver.figures.rettenmeier2020 import figure_2_8, figure_3_5

__all__ = ["figure_2_8", "figure_3_5", "figure_losses", "save"]
