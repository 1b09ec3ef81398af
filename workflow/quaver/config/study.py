"""The study as understood: frozen dataclasses, each key of them declared once."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from quaver.config.analyses import Analyses
from quaver.config.corpora import UNITS, Corpus
from quaver.config.keys import NAME, flow, key
from quaver.config.techniques import TRAINERS
from quaver.grid import SAMPLINGS

# What may become of models once all is measured of them.
FATES = ("keep", "thin", "delete")
# Replications there are: a folder of quaver/papers each.
PAPERS = tuple(
    sorted(
        package.parent.name
        for package in Path(__file__).parents[1].glob("papers/*/__init__.py")
    )
)
VALUES = ["number", "string", "boolean"]  # of what a sweep may vary


@dataclass(frozen=True, kw_only=True)
class Where:
    """Where a technique is trained; empty or 0 = as the study is."""

    corpora: tuple[str, ...] = key(
        (),
        "Corpora it is trained on; all where none are named.",
        "[mine]",
        fewest=1,
        quiet=True,
    )
    samplings: tuple[str, ...] = key(
        (),
        "Samplings it is trained with; the study's where none are named.",
        "[shuffled]",
        choices=SAMPLINGS,
        fewest=1,
        quiet=True,
    )
    runs: int = key(
        0,
        "Its own number of runs; the study's where none is named.",
        4,
        least=1,
        quiet=True,
    )


@dataclass(frozen=True)
class Sweep(Where):
    """Makes a technique of every combination of values, named after them."""

    vary: Mapping = key(
        ...,
        "Values by parameter of the trainer.",
        "{epochs: [5, 10]}",
        rule={
            "type": "object",
            "minProperties": 1,
            "additionalProperties": {
                "type": "array",
                "minItems": 1,
                "uniqueItems": True,
                "items": {"type": VALUES, "examples": [5]},
                "examples": ["[5, 10]"],
            },
        },
    )


@dataclass(frozen=True)
class Technique(Where):
    """A trainer with its parameters, and where it is trained.

    A variant names the technique a sweep made it of, and what was varied. As
    understood no technique has a sweep: its variants stand beside it.
    """

    trainer: str = key(..., "Which trainer.", "word2vec", choices=tuple(TRAINERS))
    parameters: object
    sweep: Mapping = key(
        dict,
        "Makes a technique of every combination of values, named after them; tables "
        "compare each with this one.",
        "{vary: {epochs: [5, 10], negative: [5, 10]}, runs: 4}",
        keys=Sweep,
        quiet=True,
    )
    base: str = key(
        "",
        "The technique a variant was made of; a sweep writes it.",
        "word2vec",
        fewest=1,
        quiet=True,
    )
    varied: Mapping = key(
        dict,
        "What a variant has that its base has not; a sweep writes it.",
        "{epochs: 10}",
        rule={
            "type": "object",
            "additionalProperties": {"type": VALUES, "examples": [10]},
        },
        quiet=True,
    )


@dataclass(frozen=True)
class Author:
    """Somebody who ran the study."""

    name: str = key(..., "Name of a person.", "Ada Lovelace", fewest=1)
    orcid: str = key(
        "",
        "ORCID of the person.",
        "0000-0002-1825-0097",
        pattern="^([0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X])?$",
    )


@dataclass(frozen=True)
class Archive:
    """What an archive of the finished study says of who made it."""

    authors: tuple[Author, ...] = key(
        (), "Who ran the study.", "[{name: Ada Lovelace}]", each="{name: Ada Lovelace}"
    )
    license: str = key(
        "",
        "SPDX name of the licence of the results; the workflow's is MIT.",
        "CC-BY-4.0",
        pattern="^[A-Za-z0-9.+-]*$",
    )


@dataclass(frozen=True)
class Retained:
    """What becomes of the models of some cells; what is not named may be any."""

    models: str = key(..., "keep, thin or delete.", "delete", choices=FATES)
    corpora: tuple[str, ...] = key((), "Of these corpora.", "[mine]")
    techniques: tuple[str, ...] = key(
        (),
        "Of these techniques; the variants of a sweep go with their base unless they "
        "are named before.",
        "[glove]",
    )
    samplings: tuple[str, ...] = key(
        (), "Of these samplings.", "[shuffled]", choices=SAMPLINGS
    )


@dataclass(frozen=True)
class Retention:
    """What becomes of models once measured; of cells the first that fits decides."""

    models: str = key(
        "keep",
        "keep = as trained (float32); thin = half the room (float16), to look at and "
        "export; delete = trained again, to the same bits, when something new is to be "
        "measured.",
        "thin",
        choices=FATES,
    )
    cells: tuple[Retained, ...] = key(
        (),
        "Exceptions; the first entry that fits a cell decides.",
        "[{samplings: [bootstrapped], models: delete}]",
        each="{techniques: [glove], models: delete}",
    )


@dataclass(frozen=True)
class MoreRuns:
    """The number of runs of some cells; what is not named may be any."""

    runs: int = key(..., "How many runs.", 50, least=1)
    corpora: tuple[str, ...] = key((), "Of these corpora.", "[mine]")
    units: tuple[str, ...] = key((), "Of these units.", "[document]", choices=UNITS)
    fractions: tuple[float, ...] = key(
        (), "Of these fractions.", "[1.0]", each=0.2, above=0, most=1
    )
    techniques: tuple[str, ...] = key(
        (), "Of these techniques, variants of sweeps by their own names.", "[glove]"
    )
    samplings: tuple[str, ...] = key(
        (), "Of these samplings.", "[shuffled]", choices=SAMPLINGS
    )


@dataclass(frozen=True)
class Study:
    """One study: corpora x techniques x samplings x runs, and analyses and papers."""

    study: str = key(
        ...,
        "Name of the study; results stand under results/<study>/.",
        "my_study",
        pattern=NAME,
    )
    seed: int = key(
        ..., "The one number all random choices are derived from.", 20200723, least=0
    )
    runs: int = key(..., "How often each training is repeated.", 8, least=1)
    corpora: Mapping[str, Corpus] = key(
        ...,
        "The texts, by name.",
        "{mine: {language: en, source: {kind: text, path: my.txt}}}",
        each="{language: en, source: {kind: text, path: my.txt}}",
        names=NAME,
        optional=True,  # spaces trained elsewhere have no text; `meaning` asks for it
    )
    techniques: Mapping[str, Technique] = key(
        ...,
        "The trainers with their parameters, by name.",
        "{word2vec: {trainer: word2vec}}",
        each="{trainer: word2vec}",
        fewest=1,
        names="^[A-Za-z0-9][A-Za-z0-9_.-]*$",
    )
    samplings: tuple[str, ...] = key(
        SAMPLINGS,
        "fixed = the text in its own order, shuffled = units permuted, bootstrapped = "
        "units drawn with replacement.",
        each="shuffled",
        choices=SAMPLINGS,
        fewest=1,
        ordered=True,
    )
    runs_per_job: int = key(
        4,
        "How many consecutive runs one job trains; changing it trains all models anew.",
        least=1,
    )
    more_runs: tuple[MoreRuns, ...] = key(
        (),
        "Cells with a number of runs of their own, as for a curve over runs; the first "
        "entry that fits decides. Cells are compared by the runs they both have.",
        "[{samplings: [bootstrapped], runs: 50}]",
        each="{techniques: [glove], samplings: [bootstrapped], runs: 50}",
    )
    archive: Archive = key(
        Archive,
        "What an archive of the finished study says of who made it.",
        "{license: CC-BY-4.0}",
    )
    analyses: Analyses = key(
        Analyses, "What is wanted of the models.", "{stability: {targets: 1000}}"
    )
    retention: Retention = key(
        Retention,
        "What becomes of models once all is measured of them; records, measures and "
        "averages stay.",
        "{models: thin}",
    )
    papers: tuple[str, ...] = key(
        (),
        "Papers that are replicated: their tables, figures and claims are made beside "
        "the study's own.",
        flow(PAPERS[:1]),
        choices=PAPERS,
    )
