"""Records whose numbers are known, for the items of the house and of papers."""

from collections import defaultdict

import numpy as np

from quaver.measures import change_scoring
from quaver.results.change_scores import ScoreNumbers
from quaver.results.distribution_records import (
    Averaged,
    Compared,
    DistributionNumbers,
)
from quaver.results.records import CellNumbers, CorpusNumbers, SetNumbers, WordNumbers

# Three runs: pairs 0.01, 0.02, 0.03; mean 0.02, deviation sqrt(2/3) 0.01.
LOSSES = np.array([[0, 1, 2], [1, 0, 3], [2, 3, 0]]) / 100
PAIR = np.array([[0, 1], [1, 0]])
T2 = 4.302652729911275  # Student's t, 95 %, of 2
# Means of runs 0.015, 0.02, 0.025: jackknife error sqrt(2/3 * 2) 0.01.
REACH = np.sqrt(4 / 3) * 0.01 * T2


def cell(**changes):
    facts = {
        "corpus": "news",
        "view": "news",
        "unit": "line",
        "fraction": 1.0,
        "language": "hi",
        "technique": "word2vec",
        "trainer": "word2vec",
        "sampling": "shuffled",
        "runs": 3,
        "failed": 0,
        "losses": LOSSES,
        "words": 400,
        "steps": (("in any run", 500, 0), ("in every run", 400, 100)),
        "averages": {},
        "overlaps": {},
        "parameters": {"dimensions": 300, "epochs": 5, "negative": 5},
    }
    facts |= changes
    if "corpus" in changes and "view" not in changes:
        facts["view"] = changes["corpus"]
    return CellNumbers(**facts)


def failed(**changes):
    gone = {"failed": 2, "losses": None, "words": None, "reason": "too small"}
    return cell(**gone | changes)


def square(mean, runs=3, spread=0.0):
    """Losses with a mean, and deviations from it that cancel over three runs."""
    values = np.full((runs, runs), float(mean))
    if spread:
        values += spread * (LOSSES - 0.02) / 0.01
    np.fill_diagonal(values, 0)
    return values


def scored(*scores, kind="analogies", known=80, questions=100, note=""):
    there = np.full(len(scores), known)
    sections = {"family": (questions, there, there // 2)}
    return SetNumbers(
        kind=kind,
        questions=questions,
        scores=np.array(scores, dtype=float),
        known=there,
        sections=sections if kind == "analogies" else {},
        note=note,
    )


def corpus(name="news", language="hi", tokens=50_000_000, types=200_000, **changes):
    names = ["read", "cleaned", "deduplicated", "cut"]
    counted = ("documents", "sentences", "lines", "tokens")
    steps = {"step": names, "types": [types] * 4}
    steps |= {key: [tokens] * 4 for key in counted}
    facts = {"series": "", "period": "", "deduplicated": "none", "min_count": 5}
    facts |= {"dropped": defaultdict(int)}
    facts |= {"frequent": types, "steps": steps}
    return CorpusNumbers(corpus=name, language=language, **facts | changes)


def words(**changes):
    count = 200
    facts = {
        "corpus": "news",
        "view": "news",
        "language": "hi",
        "technique": "word2vec",
        "trainer": "word2vec",
        "words": [f"w{k:03}" for k in range(count)],
        "frequency": np.arange(1.0, count + 1),
        "intrinsic": np.linspace(0.02, 0.021, count),
        "extrinsic": np.linspace(0.05, 0.03, count),
        "missing": 0,
        "dropped": 0,
    }
    return WordNumbers(**facts | changes)


def averaged(cosine_rows, firsts, scores=(), losses=None):
    cosine_rows = np.asarray(cosine_rows, dtype=float)
    sets = {"google": np.asarray(scores, dtype=float)} if len(scores) else {}
    known = {name: np.full(len(firsts), 90) for name in sets}
    return Averaged(losses, cosine_rows, sets, known, np.asarray(firsts))


def compared(sizes=(2,), method="tree", shift=1.1, gain=0.02, lists=None):
    """Eight runs of scores 0.50 to 0.57; averages have means x shift, + gain."""
    generator = np.random.default_rng(1)
    single = 0.3 + generator.normal(0, 0.02, (8, 300))
    scores = 0.5 + np.arange(8) / 100
    made = {}
    for size in sizes:
        groups = 8 // size
        rows = single.reshape(groups, size, -1).mean(axis=1) * shift
        points = scores.reshape(groups, size).mean(axis=1) + gain
        made[method, size] = averaged(
            rows, 1 + size * np.arange(groups), points, square(0.01, groups)
        )
    return Compared(
        methods=[method],
        sizes=list(sizes),
        single=averaged(single, np.arange(1, 9), scores, square(0.02, 8)),
        averages=made,
        lists=lists,
    )


def record(of=None, **parts):
    return DistributionNumbers(cell=of or cell(), **parts)


def variant(mean=0.015, trainer="word2vec", **changes):
    """A point of a sweep: the technique with twice the epochs of `default`."""
    facts = {
        "technique": f"{trainer}.epochs-10",
        "trainer": trainer,
        "base": trainer,
        "varied": {"epochs": 10},
        "losses": None if mean is None else square(mean, 3, 1e-4),
        "parameters": {"dimensions": 300, "epochs": 10, "negative": 5},
    }
    return cell(**facts | changes)


def default(mean=0.02, **changes):
    return cell(losses=square(mean, 3, 2e-4), **changes)


def of_technique(technique, mean, spread=1e-5, **changes):
    losses = None if mean is None else square(mean, 3, spread)
    return cell(technique=technique, trainer=technique, losses=losses, **changes)


def whole_cells(**changes):
    """Cells of three techniques in two samplings, and variants of two of them."""
    cells = [
        cell(
            technique=name,
            trainer=name,
            sampling=sampling,
            losses=square(0.02 if sampling == "shuffled" else 0.03, 3, 1e-4),
            quality={"hi": scored(0.1, 0.11, 0.12)},
            averages={2: None},
            **changes,
        )
        for name in ("word2vec", "glove", "fasttext")
        for sampling in ("shuffled", "bootstrapped")
    ]
    varied = [
        variant(trainer=name, quality={"hi": scored(0.2, 0.21, 0.22)})
        for name in ("word2vec", "fasttext")
    ]
    return cells, varied


def thin_cells():
    """Cells of one run, failed cells, cells without a measure; a failed variant."""
    return [
        cell(runs=1, losses=None, quality={"hi": None}),
        failed(technique="glove", trainer="glove", quality={"hi": None}),
        cell(technique="lsa", trainer="lsa", losses=None, sampling="fixed"),
        failed(technique="word2vec.x", base="word2vec", varied={"epochs": 10}),
    ]


def no_words():
    """Words of runs that have no model."""
    empty = dict.fromkeys(("frequency", "intrinsic", "extrinsic"), np.empty(0))
    return words(words=[], note="runs without a model", **empty)


GRADED = np.linspace(0, 1, 12)  # truth of a dozen targets
MODELS = [("run", 1)] * 4
for _kind in ("average", "ensemble"):
    MODELS += [(_kind, 2), (_kind, 2), (_kind, 4)]
MODELS += [("log frequency ratio", 0), ("log frequency", 0)]
MODELS += [("every word changed", 0), ("no word changed", 0)]


def scored_change(
    truth="planted", changed=9, drawn=(None, None), blur=1.0, name="speeches", **of
):
    """What models and baselines scored; the fourth run ranks at random.

    of: facts of the cells of both texts.
    """
    generator = np.random.default_rng(1)
    spread = [0.1, 0.1, 0.1, 9, *[0.1] * 6, *[0.2] * 4]
    change = GRADED + blur * generator.normal(size=(14, 12)) * np.c_[spread]
    change[-2:] = 1.0
    votes = (change > 0.5).astype(float)
    votes[-2:] = [[1.0], [0.0]]
    votes[7:10, -1] = 0.75
    binary = (np.arange(12) >= 12 - changed).astype(float)
    known = change_scoring.Truth([f"w{k}" for k in range(12)], binary, GRADED)
    counts = generator.integers(50, 900, (2, 12))
    made = change_scoring.scored(change_scoring.Answers(change, votes), known, counts)
    stored = made._asdict() | {"change": change, "votes": votes}
    stored |= {
        f"chance/{name}": x for name, x in change_scoring.chance(made, known).items()
    }
    stored |= {"size": np.array([size for _, size in MODELS]), "binary": binary}
    stored |= {"graded": GRADED, "absent": np.arange(12) == 4, "occurrences": counts.T}
    stored["lacking"] = np.array([0, 0, 3, 0, 4, *[0] * 7])  # of four runs
    stored |= {"documents": np.array([10, 200]), "effective": np.array([3.3, 150.0])}
    cells = [
        cell(corpus=x, drawn=own, **of)
        for x, own in zip(("then", "now"), drawn, strict=True)
    ]
    kinds = tuple(kind for kind, _ in MODELS)
    facts = truth, "unchanged", tuple(known.words), kinds, stored
    return ScoreNumbers(name, *cells, *facts)
