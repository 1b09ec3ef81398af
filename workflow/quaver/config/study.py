"""The study as understood: frozen dataclasses that hold every default, once."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from quaver.config.techniques import LSA, PPMI, GloVe, Vectors, Word2Vec
from quaver.grid import SAMPLINGS


@dataclass(frozen=True)
class Clean:
    """How text becomes tokens, in this order."""

    normalise: str = "NFC"
    lowercase: bool = True
    keep: str = "letters"
    drop_numbers: bool = False
    drop_punctuation: bool = False
    deduplicate: str = "document"


@dataclass(frozen=True)
class Corpus:
    """A named text with its language, cleaning, units and fractions.

    A corpus that is a period of a source names its series and the period.
    """

    language: str
    source: Mapping
    unit: tuple[str, ...] = ("document",)
    clean: Clean = field(default_factory=Clean)
    min_count: int = 5
    fraction: tuple[float, ...] = (1.0,)
    series: str = ""
    period: str = ""


@dataclass(frozen=True)
class Technique:
    """A trainer with its parameters."""

    trainer: str
    parameters: Word2Vec | GloVe | PPMI | LSA | Vectors


@dataclass(frozen=True)
class Stability:
    """PIP losses, and neighbour lists of random target words."""

    neighbours: tuple[int, ...] = (2, 5, 10, 25, 50)
    targets: int = 1000
    vocabulary: str = "runs"


@dataclass(frozen=True)
class Averages:
    """Sizes of the aligned averages: powers of two."""

    sizes: tuple[int, ...] = (2,)


@dataclass(frozen=True)
class Analyses:
    """What is wanted of the models."""

    stability: Stability = field(default_factory=Stability)
    averages: Averages = field(default_factory=Averages)


@dataclass(frozen=True)
class Study:
    """One study: corpora x techniques x samplings x runs, and analyses."""

    study: str
    seed: int
    runs: int
    corpora: Mapping[str, Corpus]
    techniques: Mapping[str, Technique]
    samplings: tuple[str, ...] = SAMPLINGS
    runs_per_job: int = 4
    analyses: Analyses = field(default_factory=Analyses)
