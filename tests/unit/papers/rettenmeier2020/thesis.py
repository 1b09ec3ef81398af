"""A study whose numbers are known, and what the thesis's items make of it."""

from collections import defaultdict

import invented
import numpy as np
from invented import cell, corpus, scored_change

from quaver import papers
from quaver.items import item
from quaver.items.claims import claims_of, claims_table
from quaver.items.published import read
from quaver.measures.prediction import NAMES
from quaver.papers.rettenmeier2020 import PAPER
from quaver.papers.rettenmeier2020.comparable import EPOCHS, FOLDER
from quaver.results.distribution_records import (
    Consistency,
    Cosines,
    Lists,
    Odds,
    Prediction,
    Proxies,
)
from quaver.results.laws import LawNumbers
from quaver.results.records import CellNumbers

PACKAGE = papers.package("rettenmeier2020")
CLAIMS = claims_of(PACKAGE)
TABLES, FIGURES = ({each.name: each for each in kind} for kind in item.of(PACKAGE))
T3 = 3.182446305284263  # Student's t, 95 %, of 3

LANGUAGES = ("en", "de", "la", "sv")
ALIKE = {"parameters": {"dimensions": 300, "epochs": 5}}


def consistency(share=0.8, reach=0.1, runs=8, half=4, sizes=(2, 5)):
    grid = np.full((len(sizes), len(sizes)), share)
    np.fill_diagonal(grid, 1)
    halves = np.full(len(sizes), share)
    made = {"sizes": np.array(sizes), "runs": runs, "half": half}
    for name in ("share", "jaccard"):
        for prefix, values in (("", grid), ("halves_", halves)):
            for end, move in (("", 0), ("_low", -reach), ("_high", reach)):
                made[f"{prefix}{name}{end}"] = np.clip(values + move, -1, 1)
    return Consistency(**made)


def lists(word="tree", **changes):
    ranks = np.array(
        [np.arange(1, 16), [1, 2, 3, 4, 5, 6, 7, 8, 11, 16, *range(9, 14)]]
    )
    facts = {"chosen": "first random target", "words": [f"n{k}" for k in range(1, 16)]}
    facts |= {"ranks": ranks, "cosines": np.linspace(0.9, 0.6, 30).reshape(2, 15)}
    return Lists(word=word, **facts | changes)


def prediction(**changes):
    values = np.linspace(0, 1, 5)
    facts = {
        "runs": 8,
        "words": [f"t{k}" for k in range(5)],
        **dict.fromkeys(("observed", "predicted", "structure"), values),
        **dict.fromkeys(("structure_as_coded", "observed_2", "predicted_2"), values),
        "candidates": np.full(5, 7),
        "common_deviation": 0.02,
        "halves": dict.fromkeys(NAMES, np.array([0.95, 0.7, 0.2, 0.25])),
        "correlations": {
            "prediction": (0.96, 0.95, 0.97),
            "structure": (0.9, 0.85, 0.95),
            "structure_as_coded": (0.97, 0.96, 0.98),
            "prediction_2": (0.8, np.nan, np.nan),
        },
        "odds": Odds(
            word="tree",
            chosen="given",
            rank=np.array([1, 2]),
            words=["oak", "elm"],
            mean=np.array([0.6, 0.5]),
            deviation=np.array([0.01, 0.02]),
            first=np.array([0.9, 0.1]),
            second=np.array([1.0, 0.95]),
        ),
        "lists": lists(),
    }
    return Prediction(**facts | changes)


def cosines(normality, independence, runs=8):
    normality = np.asarray(normality, dtype=float)
    pairs = len(normality)
    return Cosines(
        runs=runs,
        first=[f"a{k}" for k in range(pairs)],
        second=[f"b{k}" for k in range(pairs)],
        cosines=np.zeros((runs, pairs)),
        normality=normality,
        independence=np.asarray(independence, dtype=float),
        untested=int(np.isnan(normality).sum()),
        example=("cat", "dog"),
        example_cosines=np.zeros(runs),
        chosen="given",
    )


def proxies(values=(0.9, 0.92, 0.94), first=(1, 3, 5), second=(2, 4, 6)):
    spearman = np.ones((len(values), 2, 2))
    for place in ((0, 0), (0, 1), (1, 0)):
        spearman[:, *place] = values
    return Proxies(
        sizes=np.array([1000, 4000]),
        first_run=np.array(first),
        second_run=np.array(second),
        spearman=spearman,
        targets=100,
        words=4000,
    )


def compared(method="tree", **changes):
    """The same as the house's, with lists."""
    shown = lists(method=method, size=2)
    return invented.compared(method=method, lists=shown, **changes)


def rows(frame):
    return frame.to_dict("records")


class Study:
    """What Results give, of records; by default of texts of known sizes."""

    def __init__(self, *cells, records=(), words=(), corpora=None, scores=(), laws=()):
        texts = [corpus(), corpus("small", tokens=500_000)]
        self.cells = lambda: list(cells)
        self.distributions = lambda: list(records)
        self.words = lambda: iter(words)
        self.scores = lambda: list(scores)
        self.laws = lambda: list(laws)
        self.corpora = lambda: list(texts if corpora is None else corpora)


def semeval(trainer="fasttext", sampling="bootstrapped", blur=1.0, languages=LANGUAGES):
    parameters = ALIKE["parameters"] | {"epochs": EPOCHS[trainer]}
    return [
        scored_change(
            **{"truth": "semeval", "name": language, "language": language},
            **{"trainer": trainer, "technique": trainer, "sampling": sampling},
            **{"blur": blur if language != "de" else blur / 2},
            parameters=parameters,
        )
        for language in languages
    ]


def made(name, *cells, **others):
    """Rows of a table of the thesis."""
    return rows(item.build(TABLES[name], Study(*cells, **others)))


def of_records(name, *records, **others):
    """The same of records of distributions."""
    return made(name, records=records, **others)


def draw(name, records=()):
    """A figure of the thesis, of records of whatever it draws."""
    records = list(records)
    study = Study(records=records, words=records)
    if all(isinstance(record, CellNumbers) for record in records):
        study = Study(*records)
    if records and all(isinstance(record, LawNumbers) for record in records):
        study = Study(laws=records)
    # words are drawn of the techniques that the study has
    techniques = {getattr(record, "technique", "") for record in records}
    if not study.cells():
        study.cells = lambda: [cell(technique=name) for name in techniques]
    return FIGURES[name].draw(study)


def claimed(*cells, **others):
    """Rows of claims.csv by the name of the claim; the claim as a whole comes first."""
    table = claims_table(CLAIMS, PAPER.title)
    claims = defaultdict(list)
    for row in rows(item.build(table, Study(*cells, **others))):
        claims[row["claim"]].append(row)
    return claims


def published(name):
    """Rows of a published table."""
    return read(FOLDER / f"{name}.csv")
