"""Sentences on thresholds, as the findings have them."""

from collections.abc import Iterator, Mapping

import pandas as pd

from quaver.house import scored, thresholds
from quaver.items.terminal import wrapped

READING = (
    "In brackets: ends over runs and over words, the outer ones. A threshold is the "
    "least cosine from which WordNet's similarity (LCH) lies above chance, what words "
    "dealt anew give, by the effect asked for. All: tables/thresholds."
)
OF_A_TABLE = (
    "This is a threshold of the table's pairs, not of the model: chance is their mean "
    "score, and other pairs have another. Its halves of lower and of higher scores "
    "show by how much. In brackets: ends over runs and over words. All: "
    "tables/thresholds_scored."
)
TEXTS = {
    "thresholds": (thresholds.TITLE, READING),
    "thresholds_scored": (scored.TITLE, OF_A_TABLE),
}


def thresholds_told(frames: Mapping[str, pd.DataFrame]) -> str:
    """The sentences as plain text; nothing where thresholds were not asked for."""
    every = (_told(frames.get(name), *texts) for name, texts in TEXTS.items())
    return "\n\n".join(filter(None, every))


def _told(rows: pd.DataFrame | None, title: str, reading: str) -> str:
    if rows is None or rows.empty:
        return ""
    return "\n".join([title, "", *_sentences(rows), "", *wrapped(reading)])


def _sentences(rows: pd.DataFrame) -> Iterator[str]:
    for row in rows.itertuples():
        name = f"{row.view} / {row.technique} / {row.sampling}"
        yield from wrapped(f"{name}: {row.sentence}")
