"""The study as understood: frozen dataclasses, each key of them declared once."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from quaver.config.analyses import Analyses
from quaver.config.corpora import UNITS, Corpus
from quaver.config.keys import NAME, RUNS, Texts, key
from quaver.config.techniques import TRAINERS, Parameters
from quaver.grid import SAMPLINGS

ORCID = "^([0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X])?$"
VARIANT = "^[A-Za-z0-9][A-Za-z0-9_.-]*$"  # names of techniques, also of a sweep's
LONGEST = 120  # letters of a name: files are called by it, and by more
FATES = ("keep", "thin", "delete")  # of models once all is measured of them
# Replications there are: a folder of quaver/papers each.
_FOLDERS = Path(__file__).parents[1].glob("papers/*/__init__.py")
PAPERS = tuple(sorted(path.parent.name for path in _FOLDERS))
MINE = "{mine: {language: en, source: {kind: text, path: my.txt}}}"
SWEEP = "{vary: {epochs: [5, 10], negative: [5, 10]}, runs: 4}"
# What a sweep may vary, and what a variant has of it.
VARY = """
type: object
minProperties: 1
propertyNames: {type: string}
additionalProperties:
  type: array
  minItems: 1
  uniqueItems: true
  items: {type: [number, string, boolean], examples: [5]}
  examples: ["[5, 10]"]
"""
VARIED = """
type: object
propertyNames: {type: string}
additionalProperties: {type: [number, string, boolean], examples: [10]}
"""


@dataclass(frozen=True, kw_only=True)
class Where:
    """Where a technique is trained; empty or 0 = as the study is.

    corpora: Corpora it is trained on; all where none are named.
    fractions: Fractions of these corpora it is trained on; all where none are named.
    samplings: Samplings it is trained with; the study's where none are named.
    runs: Its own number of runs; the study's where none is named.
    """

    corpora: Texts = key((), "[mine]", fewest=1, quiet=True)
    fractions: tuple[float, ...] = key(
        (), "[1.0]", each=1.0, above=0, most=1, fewest=1, quiet=True
    )
    samplings: Texts = key((), "[shuffled]", choices=SAMPLINGS, fewest=1, quiet=True)
    runs: int = key(0, 4, least=1, most=RUNS, quiet=True)


@dataclass(frozen=True)
class Sweep(Where):
    """Makes techniques with other values; tables compare each with this one.

    vary: Values by parameter of the trainer; every combination of them is a variant,
        named after its values.
    each: The same, but one parameter at a time: every value is a variant, all else as
        the technique has it.
    """

    vary: Mapping = key(dict, "{epochs: [5, 10]}", rule=VARY, quiet=True)
    each: Mapping = key(dict, "{window: [2, 5, 10]}", rule=VARY, quiet=True)


@dataclass(frozen=True)
class Technique(Where):
    """A trainer with its parameters, and where it is trained.

    As understood no technique has a sweep: its variants stand beside it.

    trainer: Which trainer.
    base: The technique a variant was made of; a sweep writes it.
    varied: What a variant has that its base has not; a sweep writes it.
    """

    trainer: str = key(..., "word2vec", choices=tuple(TRAINERS))
    parameters: Parameters
    sweep: Mapping = key(dict, SWEEP, keys=Sweep, quiet=True)
    base: str = key("", "word2vec", fewest=1, quiet=True)
    varied: Mapping = key(dict, "{epochs: 10}", rule=VARIED, quiet=True)


@dataclass(frozen=True)
class Author:
    """Somebody who ran the study.

    name: Name of a person.
    orcid: ORCID of the person.
    """

    name: str = key(..., "Ada Lovelace", fewest=1)
    orcid: str = key("", "0000-0002-1825-0097", pattern=ORCID)


@dataclass(frozen=True)
class Archive:
    """What an archive of the finished study says of who made it.

    authors: Who ran the study.
    license: SPDX name of the licence of the results; the workflow's is MIT.
    """

    authors: tuple[Author, ...] = key(
        (), "[{name: Ada Lovelace}]", each="{name: Ada Lovelace}"
    )
    license: str = key("", "CC-BY-4.0", pattern="^[A-Za-z0-9.+-]*$")


@dataclass(frozen=True, kw_only=True)
class Cells:
    """Cells of the study; what is not named may be any.

    corpora: Of these corpora.
    techniques: Of these techniques, variants of sweeps by their own names.
    samplings: Of these samplings.
    """

    corpora: Texts = key((), "[mine]")
    techniques: Texts = key((), "[glove]")
    samplings: Texts = key((), "[shuffled]", choices=SAMPLINGS)


@dataclass(frozen=True)
class Retained(Cells):
    """What becomes of the models of some cells; what is not named may be any.

    models: keep, thin or delete.
    techniques: Of these techniques; variants go with their base unless named before.
    """

    models: str = key(..., "delete", choices=FATES)


@dataclass(frozen=True)
class Retention:
    """What becomes of models once measured; of cells the first that fits decides.

    models: keep = as trained (float32); thin = half the room (float16), to look at and
        export; delete = trained again, to the same bits, when needed.
    cells: Exceptions; the first entry that fits a cell decides.
    """

    models: str = key("keep", "thin", choices=FATES)
    cells: tuple[Retained, ...] = key(
        (),
        "[{samplings: [bootstrapped], models: delete}]",
        each="{techniques: [glove], models: delete}",
    )


@dataclass(frozen=True)
class MoreRuns(Cells):
    """The number of runs of some cells; what is not named may be any.

    runs: How many runs.
    units: Of these units.
    fractions: Of these fractions.
    """

    runs: int = key(..., 50, least=1, most=RUNS)
    units: Texts = key((), "[document]", choices=UNITS)
    fractions: tuple[float, ...] = key((), "[1.0]", each=0.2, above=0, most=1)


@dataclass(frozen=True)
class Study:
    """One study: corpora x techniques x samplings x runs, and analyses and papers.

    study: Name of the study; results stand under results/<study>/.
    seed: The one number all random choices are derived from.
    runs: How often each training is repeated.
    corpora: The texts, by name.
    techniques: The trainers with their parameters, by name.
    samplings: fixed = the text in its own order, shuffled = units permuted,
        bootstrapped = units drawn with replacement.
    runs_per_job: Consecutive runs that one job trains; a change trains all models anew.
    more_runs: Cells with a number of runs of their own, as for a curve over runs; the
        first entry that fits decides. Cells are compared by the runs they both have.
    analyses: What is wanted of the models: left out, the defaults below; {} = nothing,
        models are trained and that is all. Each says how it alone is switched off.
    retention: What becomes of models once measured; records, measures, averages stay.
    papers: Papers that are replicated: their tables, figures and claims are made, too.
    """

    study: str = key(..., "my_study", pattern=NAME, longest=80)
    seed: int = key(..., 20200723, least=0, most=2**64 - 1)
    runs: int = key(..., 8, least=1, most=RUNS)
    corpora: Mapping[str, Corpus] = key(
        ..., MINE, names=NAME, longest=LONGEST, optional=True
    )
    techniques: Mapping[str, Technique] = key(
        ..., "{word2vec: {trainer: word2vec}}", fewest=1, names=VARIANT, longest=LONGEST
    )
    samplings: Texts = key(
        SAMPLINGS, each="shuffled", choices=SAMPLINGS, fewest=1, ordered=True
    )
    runs_per_job: int = key(4, least=1, most=RUNS)
    more_runs: tuple[MoreRuns, ...] = key(
        (),
        "[{samplings: [bootstrapped], runs: 50}]",
        each="{techniques: [glove], samplings: [bootstrapped], runs: 50}",
    )
    archive: Archive = key(Archive, "{license: CC-BY-4.0}")
    analyses: Analyses = key(Analyses, "{stability: {targets: 1000}}")
    retention: Retention = key(Retention, "{models: thin}")
    papers: Texts = key((), PAPERS[:1], choices=PAPERS)
