"""What becomes of the paper's claims, as plain text: lines of the findings."""

import pandas as pd

from quaver.items.render import MISSING
from quaver.items.terminal import aligned, wrapped
from quaver.papers.antoniak2018.cells import PAPER
from quaver.papers.antoniak2018.pooled import THE_CLAIM

READING = (
    "Value: ratio of mean deviations of the first to the second (mean over all cells), "
    "or, of lists, what the one agrees more than the other. Agrees or differs by 95 % "
    "intervals; row by row and corpus by corpus: tables/antoniak2018_claims."
)


def as_claims(claims: pd.DataFrame) -> str:
    """Each claim with its verdict and value as plain text; nothing without any."""
    whole = claims[(claims["scope"] == THE_CLAIM) & (claims["verdict"] != "")]
    if whole["value"].isna().all():
        return ""
    rows = [
        [row["claim"], row["verdict"], _number(row["value"])]
        for row in whole.to_dict("records")
    ]
    heads = ["claim", "verdict", "value"]
    lines = [f"What {PAPER} say, and this study", "", *aligned([heads, *rows])]
    return "\n".join([*lines, "", *wrapped(READING)]) + "\n"


def _number(value: float) -> str:
    return MISSING if pd.isna(value) else f"{value:.2f}"
