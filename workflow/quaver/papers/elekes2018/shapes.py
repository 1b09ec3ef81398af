"""Table ks: whether models of a section distribute similarities alike but for scale.

As in print: each standardised, 1000 values of each, Kolmogorov's and Smirnov's test of
two samples at 99 %. Beside it stands what that test sees little of: how far the shapes
of all pairs are apart, and how often such a test rejects.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from quaver.house.similarities import shapes
from quaver.items.claims import Band
from quaver.items.item import Table
from quaver.items.published import read
from quaver.papers.elekes2018 import sections
from quaver.papers.elekes2018.declare import wants
from quaver.papers.elekes2018.likeness import FOLDER
from quaver.papers.elekes2018.sections import Section, of_records
from quaver.results.meaning import MeaningNumbers
from quaver.results.records import identity
from quaver.results.similarity import SimilarityNumbers
from quaver.statistics.distributions import SEED, SIZE, draws, least_seen, of_levels

LCH = "LCH"
ANY, LARGEST, OTHERS = "any", "largest", "others"  # models that a sentence is of
FIRSTS = {sections.CBOW_MODELS: sections.CBOW, sections.SG_MODELS: sections.SG}


class Sentence(NamedTuple):
    """What the paper says of the p of two models, as a band of distances."""

    text: str
    printed: str  # the p it names
    band: Band
    source: str


class Compared(NamedTuple):
    """Two models of a section with their records, and what the paper says of them."""

    section: str
    subject: str
    labels: tuple[str, str]
    records: tuple[SimilarityNumbers, SimilarityNumbers]
    sentence: Sentence | None


def compared(results) -> Iterator[Compared]:
    """Pairs of models by section and sampling, in order; LCH beside CBOW and SG."""
    records = list(results.similarities())
    for section in sections.COMPARED:
        for own in of_records(results.grid, section, records).values():
            for pair in combinations(_told(own), 2):
                labels = tuple(model.label for model, _ in pair)
                name = _name(section)
                sentence = _sentence(name, _models(section, own, labels))
                both = tuple(record for _, record in pair)
                yield Compared(name, section.subject, labels, both, sentence)
    yield from _with_levels(results, records)


def _told(own: list[tuple]) -> list[tuple]:
    return [(model, record) for model, record in own if record.binned is not None]


def _name(section: Section) -> str:
    """Its number, and of 3.10 the model that others are held against."""
    return f"{section.number} {FIRSTS.get(section, '')}".strip()


def _models(section: Section, own: list[tuple], labels: tuple[str, str]) -> list[str]:
    """Words by which a sentence may name two models, the most special first."""
    if section in FIRSTS:  # the paper holds all against word2vec alone
        is_printed = labels[0] == FIRSTS[section] and labels[1] != sections.OWN
        return [labels[1], OTHERS] if is_printed else []
    is_largest = section is sections.DICTIONARY and labels[1] == own[-1][0].label
    return [LARGEST] if is_largest else [ANY]


def _sentence(section: str, models: list[str]) -> Sentence | None:
    """What the paper says of the first of these words that it uses, if anything."""
    rows = read(FOLDER / "ks.csv")
    own = {row["models"]: row for row in rows if row["section"] == section}
    row = next((own[name] for name in models if name in own), None)
    if row is None:
        return None
    low, high = row["p_from"], row["p_to"]
    printed = f"p < {high:g}" if not low else f"p > {low:g}"
    if low and high < 1:
        printed = f"p {low:g} to {high:g}"
    band = Band(
        -np.inf if high == 1 else seen_at(high), np.inf if not low else seen_at(low)
    )
    return Sentence(row["statement"], printed, band, row["source"])


def seen_at(p: float) -> float:
    """The distance of two draws at which the test gives a p."""
    return least_seen(SIZE, 1 - p)


def _with_levels(results, records: list[SimilarityNumbers]) -> Iterator[Compared]:
    base = of_records(results.grid, sections.BASE, results.meanings())
    models = of_records(results.grid, sections.ALGORITHMS, records)
    for sampling, ((_, numbers),) in base.items():
        if not numbers.stored:
            continue
        for model, record in _told(models.get(sampling, [])):
            if model.label != sections.GLOVE:
                both = record, of_lch(numbers)
                sentence = _sentence("4.2", [LCH])
                names = "4.2", "WordNet's similarity", (model.label, LCH)
                yield Compared(*names, both, sentence)


def of_lch(numbers: MeaningNumbers) -> SimilarityNumbers:
    """How LCH is distributed over all pairs of words that WordNet knows, by run."""
    binned = of_levels(numbers.stored["counts"].sum(axis=1), numbers.stored["values"])
    runs = len(binned.mean)
    drawn = draws(binned, SIZE, runs, np.random.default_rng(SEED))
    return SimilarityNumbers(numbers.cell, binned, draws=drawn)


def ks_rows(results) -> Iterator[dict]:
    """A row for each two models of a section."""
    for own in compared(results):
        yield {**row_of(own), **shapes(*own.records), **_said(own)}


def row_of(own: Compared) -> dict:
    """Which two models a row is of."""
    row: dict[str, Any] = {"section": own.section, "subject": own.subject}
    row |= identity(own.records[0].cell)
    return row | {"model": own.labels[0], "against": own.labels[1]}


def _said(own: Compared) -> dict:
    return {"printed": own.sentence.printed if own.sentence else ""}


def _is_wanted(grid) -> bool:
    return wants("similarity", *sections.COMPARED, least=2)(grid)


KS = Table(
    name="ks",
    title="Do models distribute similarities alike but for mean and deviation?",
    caption="p: of 1000 standardised values of each first run, as in print, where p > "
    ".01 counts as alike. Distance: Kolmogorov and Smirnov's of all pairs, with its "
    "95 % interval over runs; rejections: percent of repeated draws that the test "
    f"rejects at 99 %. Least seen: the least distance that {SIZE} values would show; p "
    "> .01 says no more than that it is not much larger.",
    order=101,
    columns="section:text subject:text CELL model:text against runs distance± "
    "resolution:4 rejections:e2 least_seen drawn_distance p:4 printed:text note",
    keys="section model against distance± rejections least_seen p printed",
    rows=ks_rows,
    reads=("similarity", "meaning"),
    wanted=_is_wanted,
)
