"""The cells of a study, and which techniques stand for the four of the paper."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

import numpy as np

from quaver.papers.antoniak2018.queried import Key, Queried, kept, whereabouts
from quaver.statistics.deviations import deviations

LABELS = {"lsa": "LSA", "sgns": "SGNS", "glove": "GloVe", "ppmi": "PPMI"}
CBOW = "cbow"  # what the authors' code trains in the place of SGNS


@dataclass(frozen=True)
class Scene:
    """The cells of a study whose words were asked for, and how they are counted."""

    cells: Sequence[Queried]
    # of sets, as the paper says; or positions: the share of places, as coded
    agreement: str = "jaccard"
    absent: str = "skipped"  # runs without a word; or zero: it has cosine 0, as coded

    @cached_property
    def by_key(self) -> dict[Key, Queried]:
        """Cells by what tells them from others."""
        return {own.key: own for own in self.cells}

    def keys(self, sampling: str, techniques: Iterable[str]) -> list[Key]:
        """Of every view, whether it has such a cell or not."""
        return [Key(*x, each, sampling) for x, each in product(self.views, techniques)]

    def whereabouts(self, key: Key) -> dict:
        """Whereabouts of a cell that may be missing, as those of the others tell."""
        near = next(own.cell for own in self.cells if own.key[:3] == key[:3])
        trainers = {own.cell.technique: own.cell.trainer for own in self.cells}
        facts = {"technique": key.technique, "trainer": trainers[key.technique]}
        return whereabouts(near) | facts | {"sampling": key.sampling}

    @property
    def drawn(self) -> list[Queried]:
        """The bootstrapped cells."""
        return [own for own in self.cells if own.cell.sampling == "bootstrapped"]

    @cached_property
    def views(self) -> list[tuple[str, str, float]]:
        """Corpora, units and fractions, in order."""
        return sorted({own.key[:3] for own in self.cells})

    @cached_property
    def roles(self) -> dict[str, str]:
        """Which technique stands for each of the paper's: the first by name."""
        first: dict[str, str] = {}
        for own in sorted(self.cells, key=lambda own: own.cell.technique):
            first.setdefault(role(own), own.cell.technique)
        if CBOW in first:  # it stands for SGNS where there is no skip-gram
            first.setdefault("sgns", first[CBOW])
        return {name: first[name] for name in LABELS if name in first}

    @cached_property
    def techniques(self) -> list[str]:
        """All that stand for one of the paper's algorithms, as coded ones too."""
        return sorted({own.cell.technique for own in self.cells if role(own)})

    @property
    def shown(self) -> str:
        """The technique a figure of one shows: SGNS as in the paper, else the first."""
        first = min((own.cell.technique for own in self.drawn), default="")
        return Scene(self.drawn).roles.get("sgns", first)

    def stands_for(self, technique: str) -> str:
        """What is to be said of a technique that stands for others, or as coded."""
        for name, chosen in self.roles.items():
            own = {x.cell.technique for x in self.cells if role(x) == name}
            if chosen == technique and len(own) > 1:
                return f"{technique} stands for {LABELS[name]}, as first by name"
            if chosen == technique and not own:
                return f"{technique}, which is CBOW as coded, stands for SGNS"
        return ""


@lru_cache(maxsize=1)  # a stage replicates one study: its items share what was read
def scene_of(results) -> Scene:
    """The cells of a study, each read once."""
    queries = results.study.analyses.queries
    return Scene(kept(results.queries()), queries.agreement, queries.absent)


def of_scene(rows: Callable, *facts) -> Callable[..., Iterable[Mapping]]:
    """Make rows of results from a function that makes them of a scene and facts."""
    return lambda results: rows(scene_of(results), *facts)


def of_cells(rows: Callable, *, drawn: bool = True, **facts) -> Callable[..., Iterable]:
    """The same of a scene and each cell, or each that is drawn (bootstrapped)."""

    def made(scene: Scene) -> Iterator[dict]:
        ways = {"absent": scene.absent, "agreement": scene.agreement}
        for own in scene.drawn if drawn else scene.cells:
            each = rows(scene, own, **facts) if own.runs else [{"note": own.remark}]
            yield from (own.row | ways | row for row in each)

    return of_scene(made)


def role(own: Queried) -> str:
    """The paper's algorithm a technique stands for: of LABELS, CBOW or none."""
    trainer, parameters = own.cell.trainer, own.cell.parameters
    if trainer == "word2vec" and not parameters.get("hierarchical_softmax"):
        return CBOW if parameters.get("architecture") == CBOW else "sgns"
    return trainer if trainer in LABELS else ""


def shared(cells: Sequence[Queried], absent: str, n: int) -> list[np.ndarray]:
    """Cosines over the runs and queries all cells share: (runs, queries, n) of each."""
    runs, cosines = min(own.runs for own in cells), []
    for own in cells:
        in_all = [all(name in each.names for each in cells) for name in own.names]
        cosines.append(own.nearest(absent, n, runs)[:, in_all])
    varied = [(~np.isnan(deviations(each))).any(axis=1) for each in cosines]
    return [each[:, np.logical_and.reduce(varied)] for each in cosines]
