"""Which cells of ours compare with the thesis's: same text, same training."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from quaver.items.published import CLOSE, Published, read
from quaver.results.records import CellNumbers, CorpusNumbers, spoken

FOLDER = Path(__file__).parent / "published"
LANGUAGES = ("hi", "fi", "zh", "cs", "pl", "pt", "en")
DIMENSIONS, UNIT = 300, "line"
EPOCHS = {"word2vec": 5, "fasttext": 5, "glove": 100}
FEWER_EPOCHS = {("en", "glove"): 25}  # printed of 25 iterations only
OTHER_SEGMENTER = {"zh": "another segmenter"}


@dataclass(frozen=True)
class Texts:
    """Tokens in millions: of our corpora by name, of the published ones by language."""

    ours: Mapping[str, float]
    published: Mapping[str, float]

    def reason(self, cell: CellNumbers) -> str:
        """Why a cell does not compare with published ones; empty where it does."""
        language = spoken(cell.language)
        ours = cell.parameters.get
        # the first reason is told, those of the text before those of the training
        epochs = FEWER_EPOCHS.get((language, cell.trainer), EPOCHS.get(cell.trainer))
        return (
            OTHER_SEGMENTER.get(language, "")
            or self._other(cell, language)
            or _other_units(cell)
            or _unlike(ours("dimensions"), DIMENSIONS, "dimensions")
            or _unlike(ours("epochs"), epochs, "epochs")
        )

    def reason_of_mean(self, cells: Sequence[CellNumbers]) -> str:
        """Why a mean over cells does not compare with the mean over all languages."""
        reasons = {cell.corpus: self.reason(cell) for cell in cells}
        others = {corpus: reason for corpus, reason in reasons.items() if reason}
        # the first stands for all: a note is to be read in a table
        for corpus, reason in others.items():
            more = f", and {len(others) - 1} more" if len(others) > 1 else ""
            return f"{corpus}: {reason}{more}"
        spoken_in = {spoken(cell.language) for cell in cells}
        missing = [name for name in LANGUAGES if name not in spoken_in]
        return f"without {', '.join(missing)}" if missing else ""

    def _other(self, cell: CellNumbers, language: str) -> str:
        theirs, ours = self.published.get(language), self.ours.get(cell.corpus)
        if theirs is None:
            return "no published text of this language"
        if ours is None:
            return "the text is not known"
        # a fraction of a text may well be as large as the published one
        ours *= cell.fraction
        if abs(ours - theirs) <= CLOSE * theirs:
            return ""
        return f"another corpus ({_short(ours)} of {theirs:.0f} million tokens)"


def texts(corpora: Iterable[CorpusNumbers]) -> Texts:
    """Tokens before rare words are cut, ours and those of Table 1.2."""
    # published counts are of texts whose rare words are still there
    counted = ((record.corpus, record.after("deduplicated")) for record in corpora)
    ours = {name: counts["tokens"] / 1e6 for name, counts in counted if counts}
    theirs = read(FOLDER / "table_1_2.csv")
    return Texts(ours, {row["language"]: row["tokens_in_1e6"] for row in theirs})


def reason(results: Any) -> Callable[[CellNumbers], str]:
    """What tells of a cell why it does not compare, of a study's own texts."""
    return texts(results.corpora()).reason


def reason_of_mean(results: Any) -> Callable[[Sequence[CellNumbers]], str]:
    """The same of a mean over cells."""
    return texts(results.corpora()).reason_of_mean


def published(name: str, kind: type[Published] = Published, **facts) -> Published:
    """A published table of the thesis, which compares as cells do unless said so."""
    return kind(path=FOLDER / f"{name}.csv", **{"comparable": reason} | facts)


by_language_and_trainer = partial(published, keys=("language", "trainer"))


def _other_units(cell: CellNumbers) -> str:
    """Bootstrapped runs draw units, and the more the shorter they are."""
    # fixed and shuffled runs read the whole text, whatever its units
    if cell.sampling != "bootstrapped" or cell.unit == UNIT:
        return ""
    return f"{cell.unit}s are drawn, published {UNIT}s"


def _unlike(ours, theirs, name: str) -> str:
    # a trainer without such a parameter cannot differ in it
    if ours is None or theirs is None or ours == theirs:
        return ""
    return f"{ours} {name} of {theirs}"


def _short(millions: float) -> str:
    """Millions with one digit that is not 0, at least."""
    return f"{millions:.1f}" if millions >= 0.05 else f"{millions:.1g}"
