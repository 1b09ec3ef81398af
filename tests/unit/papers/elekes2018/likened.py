"""A study of the paper's shape, with records of similarity and meaning by design."""

from functools import cache
from pathlib import Path

import numpy as np
import yaml

from quaver.config import understand
from quaver.grid import Grid
from quaver.items.item import build
from quaver.results.meaning import MeaningNumbers
from quaver.results.records import CellNumbers
from quaver.results.similarity import SimilarityNumbers
from quaver.results.whole import beside_whole
from quaver.spaces.similarities import EDGES
from quaver.statistics.distributions import Binned
from quaver.statistics.thresholds import rank_edges

STUDIES = Path(__file__).parents[4] / "studies"
RUNS, PAIRS, RANKS, DEALS = 3, 50_000, 400, 120
VALUES = np.arange(5.0)
GROUPS, LEFT = 20, ("without", "rank_without")  # of words
LOW, HIGH = (800, 600, 400, 150, 50), (200, 300, 500, 600, 400)  # pairs of a level


@cache
def laid(name="elekes2018-small", pairs="once", sampling="fixed"):
    """The grid of a shipped study in one sampling; pairs: how often rules count one."""
    text = (STUDIES / f"{name}.yaml").read_text(encoding="utf-8")
    study = yaml.safe_load(text)
    study["analyses"]["similarity"]["baseline"]["pairs"] = pairs
    study["samplings"] = [sampling]
    for own in study["techniques"].values():
        for trained in (own, own.get("sweep", {})):
            trained.pop("samplings", None)
    return Grid(understand(study))


def facts(grid, cell):
    """What records say of a cell."""
    technique = grid.study.techniques[cell.technique]
    return CellNumbers(
        **{"corpus": cell.view.corpus, "view": cell.view.label, "language": "en"},
        **{"technique": cell.technique, "trainer": technique.trainer},
        **{"unit": cell.view.unit, "fraction": cell.view.fraction},
        **{"sampling": cell.sampling, "runs": cell.runs, "failed": 0},
        **{"parameters": technique.parameters.as_spec(), "base": technique.base},
        varied=technique.varied,
    )


def similar(own, mean=0.1, deviation=0.12, runs=RUNS):
    """Normal cosines of runs whose means are a hundredth apart."""
    generator = np.random.default_rng(1)
    samples = [
        generator.normal(mean + run / 100, deviation, PAIRS).clip(-1, 1)
        for run in range(runs)
    ]
    binned = Binned(
        np.array([np.histogram(x, EDGES)[0] for x in samples]),
        EDGES,
        np.array([x.mean() for x in samples]),
        np.array([x.std() for x in samples]),
    )
    draws = np.array([(x[:1000] - x.mean()) / x.std() for x in samples])
    curve = np.linspace(0.9, 0.3, RANKS) + np.arange(runs)[:, None] / 100
    facts = {"draws": draws, "curve": curve, "targets": 100, "pairs": PAIRS}
    return SimilarityNumbers(own, binned, **facts)


def meaning(own, start=0.1, alike=8, runs=RUNS):
    """Pairs from -.4 to .5 that mean more from a cosine on, and to a group of ranks.

    There are some at -.44, outside the range of print, and a single one at -.69.

    start: upper edge of the first bin that does, a bin later in each further run.
    alike: first group of ranks that does not.
    """
    edges = rank_edges(RANKS)
    bins, first = range(59, 150), int(round(100 * start)) + 99
    counts = np.zeros((runs, len(EDGES) - 1, len(VALUES)), dtype=np.int64)
    ranks = np.tile(np.array(LOW), (runs, len(edges) - 1, 1))
    ranks[:, :alike] = HIGH
    for run in range(runs):
        counts[run, bins] = LOW
        counts[run, range(first + run, 150)] = HIGH
    counts[:, 55] = np.array(LOW) * 3 // 4
    counts[:, 30] = 1, 0, 0, 0, 0
    dealt = {
        "relabelled": np.where(counts[0].any(axis=1), 1.5, np.nan),
        "relabelled_ranks": np.full(len(edges) - 1, 1.5),
    }
    stored = {
        **{"runs": np.arange(runs) + 1, "targets": np.arange(300), "values": VALUES},
        **{"edges": EDGES, "rank_edges": edges},
        **{"counts": counts, "rank_counts": ranks},
        **{"moves": np.zeros((runs, 200)), "rank_moves": np.zeros(ranks.shape[:2])},
        **{name: np.tile(own, (DEALS, 1)) for name, own in dealt.items()},
        "relabelled_pairs": np.tile(counts[0].sum(axis=1), (DEALS, 1)),
    }
    for name, first, left in zip(dealt, (counts[0], ranks[0]), LEFT, strict=True):
        stored[f"{name}_pairs"] = np.tile(first.sum(axis=1), (DEALS, 1))
        stored[f"{name}_variance"] = np.ones_like(stored[name])
        stored[left] = np.tile(first - first // GROUPS, (GROUPS, 1, 1))
    return MeaningNumbers(own, stored, known=300)


class Likened:
    """Results of a study: each cell has what `shape` and `sense` make of its facts."""

    def __init__(self, grid=None, shape=similar, sense=meaning):
        self.grid = grid or laid()
        self.study = self.grid.study
        every = [facts(self.grid, cell) for cell in self.grid.shown()]
        shapes = [shape(own) for own in every] if shape else []
        senses = [*beside_whole(map(sense, every))] if sense else []
        self.similarities, self.meanings = lambda: shapes, lambda: senses
        self.corpora = list


def made(table, results=None):
    """A table of the paper of such results."""
    return build(table, results or Likened())
