"""Our numbers beside published ones: what compares, and whether they agree."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from quaver.results.records import CellNumbers, CorpusNumbers, spoken

AGREES, DIFFERS, UNDECIDED = "agrees", "differs", "undecided"
CLOSE = 0.1  # of the published tokens: within it a text is taken for the published one
DIMENSIONS, UNIT = 300, "line"
EPOCHS = {"word2vec": 5, "fasttext": 5, "glove": 100}
FEWER_EPOCHS = {("en", "glove"): 25}
OTHER_SEGMENTER = {"zh": "another segmenter"}
VERDICT = (
    "A verdict compares intervals of 95 %; it needs the published text (tokens within "
    f"10 % of Table 1.2), {DIMENSIONS} dimensions, the published epochs and, of "
    f"bootstrapped runs, {UNIT}s as units."
)
Ends = tuple[float, float]


@dataclass(frozen=True)
class Texts:
    """Tokens in millions: of our corpora by name, of the published ones by language."""

    ours: Mapping[str, float]
    published: Mapping[str, float]

    def reason(self, cell: CellNumbers) -> str:
        """Why a cell does not compare with published ones; empty where it does."""
        language = spoken(cell.language)
        known = cell.parameters.get
        epochs = FEWER_EPOCHS.get((language, cell.trainer), EPOCHS.get(cell.trainer))
        return (
            OTHER_SEGMENTER.get(language, "")
            or self._other(cell, language)
            or _other_units(cell)
            or _unlike(known("dimensions"), DIMENSIONS, "dimensions")
            or _unlike(known("epochs"), epochs, "epochs")
        )

    def _other(self, cell: CellNumbers, language: str) -> str:
        theirs, ours = self.published.get(language), self.ours.get(cell.corpus)
        if theirs is None:
            return "no published text of this language"
        if ours is None:
            return "the text is not known"
        ours *= cell.fraction
        if abs(ours - theirs) <= CLOSE * theirs:
            return ""
        return f"another corpus ({_short(ours)} of {theirs:.0f} million tokens)"


def texts(corpora: Iterable[CorpusNumbers], table_1_2: pd.DataFrame) -> Texts:
    """Tokens before rare words are cut, ours and those of Table 1.2."""
    counted = ((one.corpus, one.after("deduplicated")) for one in corpora)
    ours = {name: counts["tokens"] / 1e6 for name, counts in counted if counts}
    theirs = zip(table_1_2["language"], table_1_2["tokens_in_1e6"], strict=True)
    return Texts(ours, {language: float(tokens) for language, tokens in theirs})


def published_ends(
    value: float, printed: float, deviation: float = 0.0, *, runs=1, pairs=False
) -> Ends:
    """Ends of a published mean: with its deviation over runs or over pairs of runs.

    printed: half of the last digit printed, which is added.
    """
    reach = printed
    if deviation and runs > 1:
        error = published_error(deviation, runs, pairs=pairs)
        reach += float(stdtrit(runs - 1, 0.975)) * error
    return value - reach, value + reach


def published_error(
    deviation: float, runs: int, *, pairs: bool, spread: int = 0
) -> float:
    """Standard error of a published mean over so many runs, or pairs of them.

    deviation / sqrt(R) over runs; over pairs at most sigma sqrt(2 / R) (Hoeffding 1948,
    of a U-statistic of degree two). As the mean moves with the pairs, a deviation over
    the pairs of S runs (spread; R unless given) is short of sigma by (S - 2) / S.
    """
    if not pairs:
        return deviation / np.sqrt(runs)
    spread = spread or runs
    return deviation * np.sqrt(2 / runs * spread / (spread - 2))


def verdict(ours: Ends, theirs: Ends, reason: str = "") -> str:
    """Agrees where the intervals overlap, differs where they do not.

    reason: why they do not compare. Empty without a published value, undecided without
    an interval of ours.
    """
    if np.isnan(theirs).any():
        return ""
    if reason:
        return f"not comparable: {reason}"
    if np.isnan(ours).any():
        return f"{UNDECIDED}: no interval"
    return AGREES if ours[0] <= theirs[1] and theirs[0] <= ours[1] else DIFFERS


def claim(holds: bool | None) -> str:
    """What becomes of a claim that is to hold for any text; None: cannot be told."""
    return UNDECIDED if holds is None else AGREES if holds else DIFFERS


def all_of(verdicts: Iterable[str]) -> str:
    """One verdict of many: differs if one does, agrees if all do."""
    found = list(verdicts)
    if any(each.startswith(DIFFERS) for each in found):
        return DIFFERS
    return AGREES if found and set(found) == {AGREES} else UNDECIDED


def _other_units(cell: CellNumbers) -> str:
    """Bootstrapped runs draw units, and the more the shorter they are."""
    if cell.sampling != "bootstrapped" or cell.unit == UNIT:
        return ""
    return f"{cell.unit}s are drawn, published {UNIT}s"


def _unlike(ours, theirs, name: str) -> str:
    if ours is None or theirs is None or ours == theirs:
        return ""
    return f"{ours} {name} of {theirs}"


def _short(millions: float) -> str:
    """Millions with one digit that is not 0, at least."""
    return f"{millions:.1f}" if millions >= 0.05 else f"{millions:.1g}"
