"""The tables of Rettenmeier 2020, chapters 1 to 3 and appendix."""

from quaver.papers.rettenmeier2020.averages import (
    equation_3_6,
    figure_3_5,
    figure_3_6,
    table_3_6,
)
from quaver.papers.rettenmeier2020.chapter_1 import (
    table_1_4,
    table_1_5,
    table_1_6,
    table_2_1,
    table_2_10,
)
from quaver.papers.rettenmeier2020.cosines import figure_2_3, figure_2_4, table_2_6
from quaver.papers.rettenmeier2020.frequency import equation_2_43, section_2_3_1
from quaver.papers.rettenmeier2020.losses import (
    instability_of,
    table_2_8,
    table_2_9,
    table_2_11,
)
from quaver.papers.rettenmeier2020.neighbours import (
    table_2_2,
    table_2_3,
    table_3_5,
    table_a_1,
)
from quaver.papers.rettenmeier2020.prediction import table_2_4, table_2_5, table_a_2
from quaver.papers.rettenmeier2020.sweeps import (
    table_3_1,
    table_3_2,
    table_3_3,
    table_3_4,
)

__all__ = [
    "equation_2_43",
    "equation_3_6",
    "figure_2_3",
    "figure_2_4",
    "figure_3_5",
    "figure_3_6",
    "instability_of",
    "section_2_3_1",
    "table_1_4",
    "table_1_5",
    "table_1_6",
    "table_2_1",
    "table_2_10",
    "table_2_11",
    "table_2_2",
    "table_2_3",
    "table_2_4",
    "table_2_5",
    "table_2_6",
    "table_2_8",
    "table_2_9",
    "table_3_1",
    "table_3_2",
    "table_3_3",
    "table_3_4",
    "table_3_5",
    "table_3_6",
    "table_a_1",
    "table_a_2",
]
