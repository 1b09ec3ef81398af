"""What people read: records of a study's numbers in, data frames and text out.

A frame carries its caption in `frame.attrs["caption"]`; the renderers print it.
"""

from quaver.tables.contents import neighbours, trainings, vocabulary, words
from quaver.tables.corpora import (
    antoniak2018_table_2,
    corpora,
    table_1_2,
    table_1_7,
    table_1_8,
)
from quaver.tables.distributions import (
    Averaged,
    Compared,
    Consistency,
    Cosines,
    Distances,
    DistributionNumbers,
    Lists,
    Odds,
    Prediction,
    Proxies,
)
from quaver.tables.quality import quality, quality_sections
from quaver.tables.records import (
    SAMPLINGS,
    CellNumbers,
    CorpusNumbers,
    SetNumbers,
    WordNumbers,
)
from quaver.tables.render import as_csv, as_latex, as_markdown
from quaver.tables.rettenmeier2020 import figure_3_5, table_2_8, table_2_11
from quaver.tables.terminal import as_text, findings

__all__ = [
    "SAMPLINGS",
    "Averaged",
    "CellNumbers",
    "Compared",
    "Consistency",
    "CorpusNumbers",
    "Cosines",
    "Distances",
    "DistributionNumbers",
    "Lists",
    "Odds",
    "Prediction",
    "Proxies",
    "SetNumbers",
    "WordNumbers",
    "antoniak2018_table_2",
    "as_csv",
    "as_latex",
    "as_markdown",
    "as_text",
    "corpora",
    "figure_3_5",
    "findings",
    "neighbours",
    "quality",
    "quality_sections",
    "table_1_2",
    "table_1_7",
    "table_1_8",
    "table_2_11",
    "table_2_8",
    "trainings",
    "vocabulary",
    "words",
]
