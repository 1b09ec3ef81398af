"""How change hangs on frequency, as stored by series, technique and sampling."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from quaver import store
from quaver.results.records import SAMPLINGS

GENUINE = "genuine"
COSINE, AS_CODED = "cosine", "as_coded"
CONTEXTS = "contexts", "even"  # by all uses, by equally many of each word
WAYS = COSINE, AS_CODED, "plug_in", "debiased", *CONTEXTS  # how change was told


@dataclass(frozen=True)
class Condition:
    """What was judged of periods, or of a control: words, values of them in so many
    pairs, and numbers of lines by how change was told and the size of averages."""

    words: int
    values: int
    pairs: int
    lines: Mapping[tuple[str, int], Mapping[str, np.ndarray]]


@dataclass(frozen=True)
class LawNumbers:
    """Laws of a series under one technique and sampling (quaver.measures.change_laws).

    name: laws are asked for by it. periods: of the series, in order. tokens: of words
    that neighbours share, NaN where not measured. conditions: genuine, then controls.
    example: frequency and change (words,), standardised, of the last pair in one run.
    note: why there is nothing.
    """

    name: str
    series: str
    language: str
    technique: str
    trainer: str
    sampling: str
    periods: Sequence[str]
    parameters: Mapping
    runs: int
    tokens: float = np.nan
    conditions: Mapping[str, Condition] = field(default_factory=dict)
    example: tuple[np.ndarray, np.ndarray] = (np.empty(0), np.empty(0))
    note: str = ""

    @property
    def genuine(self) -> Condition:
        """The periods."""
        return self.conditions[GENUINE]

    @property
    def controls(self) -> list[str]:
        """Names of what the periods are compared with."""
        return [name for name in self.conditions if name != GENUINE]

    @property
    def identity(self) -> dict:
        """Columns that say what a row is about."""
        names = "series", "language", "technique", "trainer", "sampling"
        return {name: vars(self)[name] for name in names}


def laws(results) -> list[LawNumbers]:
    """Laws by series and technique, samplings as in tables."""
    own = _laws(results)
    return sorted(
        own, key=lambda x: (x.series, x.technique, SAMPLINGS.index(x.sampling))
    )


def _laws(results) -> Iterator[LawNumbers]:
    """All that a study asks for, or why there is nothing."""
    grid, study = results.grid, results.study
    for subject in grid.measured["change_laws"]:
        cell, technique = subject.cell, study.techniques[subject.cell.technique]
        corpora = [study.corpora[each.view.corpus] for each in subject.cells]
        facts = {
            "name": grid.asked_laws(subject.cells),
            "series": corpora[0].series,
            "language": grid.language(cell),
            "technique": cell.technique,
            "trainer": technique.trainer,
            "sampling": cell.sampling,
            "periods": [each.period for each in corpora],
            "parameters": technique.parameters.as_spec(),
            "runs": min(each.runs for each in subject.cells),
        }
        path = f"measures/{subject.label}/change_laws.h5"
        if not results.stands(path):
            why = results.failure("measure_change_laws", subject.label)
            yield LawNumbers(**facts, note=why or "not measured")
            continue
        with results.read(path, "change_laws") as file:
            yield LawNumbers(**facts, **_stored(file))


def _stored(file) -> dict:
    conditions = {
        name: _condition(file[name]) for name in store.texts(file["conditions"])
    }
    example = tuple(file[f"example/{name}"][:] for name in ("frequency", "change"))
    tokens = float(file.attrs["tokens"])
    return {"tokens": tokens, "conditions": conditions, "example": example}


def _condition(group) -> Condition:
    facts = {name: int(group.attrs[name]) for name in ("words", "values", "pairs")}
    lines = {
        (way, size): {name: part[:] for name, part in group[f"{way}/{size}"].items()}
        for way in filter(group.__contains__, WAYS)
        for size in sorted(map(int, group[way]))
    }
    return Condition(**facts, lines=lines)
