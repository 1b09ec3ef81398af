"""The small study, with files of terms whose numbers are known."""

from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from itertools import count
from pathlib import Path

import h5py
import invented
import numpy as np
import yaml

from quaver.config import understand
from quaver.grid import Grid
from quaver.items.item import build
from quaver.results.records import CellNumbers

STUDIES = Path(__file__).parents[4] / "studies"
SPEECHES, DICTIONARY = "speeches/skipgram/shuffled", "dictionary/skipgram/shuffled"
NAMES = ["alpha beta", "gamma", "delta", "epsilon", "zeta", "eta"]
IS_TEST = np.array([1, 1, 1, 1, 0, 0], dtype=bool)
WITHIN = np.array([0.9, 0.8, 0.7, 0.6, 0.1, 0.2])  # of test terms .75
SHIFTS = np.array([-0.01, 0.0, 0.01])  # of runs, about the mean
TOKENS = {"economics": 179_000, "faq": 1_200_000, "speeches": 2_000_000}
T3 = 3.182446305284263  # Student's t, 95 %, of 3
numbers = count()


@cache
def written(name="bloem2019-small"):
    return yaml.safe_load((STUDIES / f"{name}.yaml").read_text(encoding="utf-8"))


def laid(name="bloem2019-small", change=lambda terms: None):
    """The grid of a shipped study; change: of what it says of terms."""
    study = deepcopy(written(name))
    change(study["analyses"]["terms"])
    return Grid(understand(study))


def facts(grid, cell, **changes):
    """What records say of a cell."""
    technique = grid.study.techniques[cell.technique]
    return CellNumbers(
        **{"corpus": cell.view.corpus, "view": cell.view.label, "language": "en"},
        **{"technique": cell.technique, "trainer": technique.trainer},
        **{"unit": cell.view.unit, "fraction": cell.view.fraction},
        **{"sampling": cell.sampling, "runs": cell.runs, "failed": 0},
        **{"parameters": technique.parameters.as_spec()} | changes,
    )


def held(attributes=None, **arrays):
    """A file in memory."""
    name = f"planted-{next(numbers)}.h5"
    file = h5py.File(name, "w", driver="core", backing_store=False)
    file.attrs.update(attributes or {})
    for key, values in arrays.items():
        is_text = len(values) and isinstance(values[0], str)
        kind = {"dtype": h5py.string_dtype()} if is_text else {}
        file.create_dataset(key, data=values, **kind)
    return file


class Planted:
    """Results of the study, with such files by path and nothing else."""

    def __init__(self, files, grid=None, tokens=None):
        self.grid = grid or laid()
        self.study, self.files = self.grid.study, files
        self.tokens = dict.fromkeys(self.study.corpora, 2_000_000) | (tokens or {})

    def cell(self, cell):
        return facts(self.grid, cell)

    def stands(self, path):
        return path in self.files

    def failure(self, rule, name):
        return "too few" if rule == "learn_terms" else ""

    @contextmanager
    def read(self, path, kind=""):
        yield self.files[path]

    def corpora(self):
        sizes = self.tokens.items()
        return [invented.corpus(x, language="en", tokens=y) for x, y in sizes]


def draws(*, corpus="economics", number=2, sizes=3, **changes):
    """Sentences of a set: sizes of every draw, or (terms, draws)."""
    names = changes.pop("names", NAMES)
    each = np.broadcast_to(sizes, (len(names), number))
    term, draw = np.repeat(np.indices(each.shape).reshape(2, -1), each.ravel(), axis=1)
    arrays = {"terms": names, "term": term, "draw": draw, "missing": ["theta"]}
    arrays |= {"missing_is_test": [True]}
    arrays |= {"is_test": IS_TEST[: len(names)], "full": each >= 3}
    arrays["occurrences"] = np.arange(len(names), 0, -1)
    arrays["share"] = np.full(len(names), 1e-3)
    # as in stored files: names of arrays come again, and format is their version
    facts = {"tokens": TOKENS.get(corpus, 1000), "format": 1, "draw": "random"}
    facts |= {"sentences": 10, "draws": number}
    return held(facts, **arrays | changes)


def apart(*, within=WITHIN, between=0.5, number=2, shifts=SHIFTS, **changes):
    """Draws of terms as near as they are said to be, in runs that are shifted."""
    runs, terms = len(shifts), len(within)
    cosine = np.ones((runs, terms, number, number), dtype=np.float64)
    off = ~np.eye(number, dtype=bool)
    cosine[..., off] = (np.asarray(within) + np.asarray(shifts)[:, None])[..., None]
    ranks = np.where(np.triu(off), 4, np.where(off, 1, -1))
    others = np.full((2, runs, terms, terms), between)
    others[..., np.arange(terms), np.arange(terms)] = np.nan
    arrays = {
        **{"runs": np.arange(1, runs + 1), "terms": NAMES[:terms]},
        **{"is_test": IS_TEST[:terms], "cosine": cosine, "between": others},
        "rank": np.broadcast_to(ranks, cosine.shape),
        "other_rank": np.broadcast_to(np.where(off, 5, -1), cosine.shape),
        "identified": np.full((2, runs, terms), 0.3),
        "chance": np.full((2, runs, terms), 0.25),
    }
    arrays |= changes
    return held(**{x: y for x, y in arrays.items() if y is not None})


def path(name, learner, measure="terms_apart", cell=SPEECHES):
    return f"terms/{name}/{learner}/{cell}/{measure}.h5"


SETS = {"economics": "economics", "economics-rnd": "economics", "faq-rnd": "faq"}
SETS |= {"speeches-rnd": "speeches", "economics-whole": "economics"}


def every_draw(**changes):
    """Files of the sentences of all sets."""
    return {
        f"terms/{name}/draws.h5": draws(corpus=corpus, **changes)
        for name, corpus in SETS.items()
    }


def made(table, results, **where):
    """Rows of a table that have these values."""
    frame = build(table, results)
    for column, value in where.items():
        frame = frame[frame[column] == value]
    return frame.to_dict("records")
