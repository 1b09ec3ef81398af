"""Which cells of ours compare with the thesis's: same text, same training."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quaver.items.published import CLOSE, Published, read
from quaver.results.records import CellNumbers, CorpusNumbers, spoken

FOLDER = Path(__file__).parent / "published"
USUAL = ("language", "trainer")  # the keys of most published tables
LANGUAGES = ("hi", "fi", "zh", "cs", "pl", "pt", "en")
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
        reason = OTHER_SEGMENTER.get(language) or self._other(cell, language)
        # fixed and shuffled runs read the whole text, whatever its units
        drawn = cell.drawn.kind if cell.drawn else cell.unit
        if not reason and cell.sampling == "bootstrapped" and drawn != "line":
            reason = f"{drawn}s are drawn, published lines"
        epochs = FEWER_EPOCHS.get((language, cell.trainer), EPOCHS.get(cell.trainer))
        return reason or trained_otherwise(cell, epochs)

    def reason_of_mean(self, cells: Sequence[CellNumbers]) -> str:
        """Why a mean over cells does not compare with the mean over all languages."""
        reasons = {cell.corpus: self.reason(cell) for cell in cells}
        others = [f"{corpus}: {reason}" for corpus, reason in reasons.items() if reason]
        if others:  # the first stands for all: a note is to be read in a table
            return others[0] + (f", and {len(others) - 1} more" if others[1:] else "")
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
        # one digit that is not 0, at least
        short = f"{ours:.1f}" if ours >= 0.05 else f"{ours:.1g}"
        return f"another corpus ({short} of {theirs:.0f} million tokens)"


def trained_otherwise(cell: CellNumbers, epochs: int | None) -> str:
    """How a cell's training differs from the published one; empty where it does not."""
    for name, theirs in (("dimensions", 300), ("epochs", epochs)):
        ours = cell.parameters.get(name)
        # a trainer without such a parameter cannot differ in it
        if None not in (ours, theirs) and ours != theirs:
            return f"{ours} {name} of {theirs}"
    return ""


def texts(corpora: Iterable[CorpusNumbers]) -> Texts:
    """Tokens before rare words are cut, as published, ours and those of Table 1.2."""
    counted = ((record.corpus, record.after("deduplicated")) for record in corpora)
    ours = {name: counts["tokens"] / 1e6 for name, counts in counted if counts}
    theirs = read(FOLDER / "table_1_2.csv")
    return Texts(ours, {row["language"]: row["tokens_in_1e6"] for row in theirs})


def reason(results: Any) -> Callable[[CellNumbers], str]:
    """What tells of a cell why it does not compare, of a study's own texts."""
    return texts(results.corpora()).reason


def published(name: str, kind: type[Published] = Published, **facts) -> Published:
    """A published table, by default with the usual keys and comparing as cells do."""
    usual = {"keys": USUAL, "comparable": reason}
    return kind(path=FOLDER / f"{name}.csv", **usual | facts)
