"""The tables of Antoniak and Mimno 2018, and the numbers of its figures."""

from quaver.papers.antoniak2018.agreement import (
    antoniak2018_as_coded,
    antoniak2018_figure_2,
)
from quaver.papers.antoniak2018.cells import Queried, Ways, kept
from quaver.papers.antoniak2018.claims import antoniak2018_claims
from quaver.papers.antoniak2018.deviations import (
    antoniak2018_figure_1,
    antoniak2018_figure_4,
    antoniak2018_figure_5,
)
from quaver.papers.antoniak2018.lists import (
    antoniak2018_table_5,
    antoniak2018_table_6,
)
from quaver.papers.antoniak2018.runs import (
    antoniak2018_figure_3,
    antoniak2018_figure_6,
)
from quaver.papers.antoniak2018.said import as_claims
from quaver.papers.antoniak2018.words import antoniak2018_table_4

__all__ = [
    "Queried",
    "Ways",
    "antoniak2018_as_coded",
    "antoniak2018_claims",
    "antoniak2018_figure_1",
    "antoniak2018_figure_2",
    "antoniak2018_figure_3",
    "antoniak2018_figure_4",
    "antoniak2018_figure_5",
    "antoniak2018_figure_6",
    "antoniak2018_table_4",
    "antoniak2018_table_5",
    "antoniak2018_table_6",
    "as_claims",
    "kept",
]
