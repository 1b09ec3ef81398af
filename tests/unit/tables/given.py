"""Records whose numbers are known, for tests of tables."""

from collections import defaultdict
from pathlib import Path

import numpy as np

from quaver import tables
from quaver.stages.make_tables import read_published

FOLDER = Path(__file__).parents[3] / "workflow/quaver/papers"
THESIS = read_published(sorted(FOLDER.glob("*/published/*.csv")))["rettenmeier2020"]
# Three runs: pairs 0.01, 0.02, 0.03; mean 0.02.
LOSSES = np.array([[0, 1, 2], [1, 0, 3], [2, 3, 0]]) / 100
T2, T3 = 4.302652729911275, 3.182446305284263  # Student's t, 95 %, of 2 and 3
REACH = np.sqrt(4 / 3) * 0.01 * T2  # of the mean of LOSSES
TEXTS = tables.Texts(
    ours={"news": 50.0, "small": 0.5},
    published={"hi": 48.0, "en": 4501.0, "zh": 215.0, "cs": 225.0},
)


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
    return tables.CellNumbers(**facts)


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
    return tables.SetNumbers(
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
    return tables.CorpusNumbers(corpus=name, language=language, **facts | changes)


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
    return tables.WordNumbers(**facts | changes)


def consistency(share=0.8, reach=0.1, runs=8, half=4, sizes=(2, 5)):
    grid = np.full((len(sizes), len(sizes)), share)
    np.fill_diagonal(grid, 1)
    halves = np.full(len(sizes), share)
    made = {"sizes": np.array(sizes), "runs": runs, "half": half}
    for name in ("share", "jaccard"):
        for prefix, values in (("", grid), ("halves_", halves)):
            for end, move in (("", 0), ("_low", -reach), ("_high", reach)):
                made[f"{prefix}{name}{end}"] = np.clip(values + move, -1, 1)
    return tables.Consistency(**made)


def lists(word="tree", **changes):
    ranks = np.array(
        [np.arange(1, 16), [1, 2, 3, 4, 5, 6, 7, 8, 11, 16, *range(9, 14)]]
    )
    facts = {"chosen": "first random target", "words": [f"n{k}" for k in range(1, 16)]}
    facts |= {"ranks": ranks, "cosines": np.linspace(0.9, 0.6, 30).reshape(2, 15)}
    return tables.Lists(word=word, **facts | changes)


def prediction(**changes):
    values = np.linspace(0, 1, 5)
    facts = {
        "runs": 8,
        "words": [f"t{k}" for k in range(5)],
        **dict.fromkeys(("observed", "predicted", "structure"), values),
        **dict.fromkeys(("structure_as_coded", "observed_2", "predicted_2"), values),
        "candidates": np.full(5, 7),
        "common_deviation": 0.02,
        "correlations": {
            "prediction": (0.96, 0.95, 0.97),
            "structure": (0.9, 0.85, 0.95),
            "structure_as_coded": (0.97, 0.96, 0.98),
            "prediction_2": (0.8, np.nan, np.nan),
        },
        "odds": tables.Odds(
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
    return tables.Prediction(**facts | changes)


def cosines(normality, independence, runs=8):
    normality = np.asarray(normality, dtype=float)
    pairs = len(normality)
    return tables.Cosines(
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
    return tables.Proxies(
        sizes=np.array([1000, 4000]),
        first_run=np.array(first),
        second_run=np.array(second),
        spearman=spearman,
        targets=100,
        words=4000,
    )


def averaged(cosine_rows, firsts, scores=(), losses=None):
    cosine_rows = np.asarray(cosine_rows, dtype=float)
    sets = {"google": np.asarray(scores, dtype=float)} if len(scores) else {}
    known = {name: np.full(len(firsts), 90) for name in sets}
    return tables.Averaged(losses, cosine_rows, sets, known, np.asarray(firsts))


def compared(sizes=(2,), method="tree", shift=1.1, gain=0.02):
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
    return tables.Compared(
        methods=[method],
        sizes=list(sizes),
        single=averaged(single, np.arange(1, 9), scores, square(0.02, 8)),
        averages=made,
        lists=lists(method=method, size=2),
    )


def record(of=None, **parts):
    return tables.DistributionNumbers(cell=of or cell(), **parts)


def rows(frame):
    return frame.to_dict("records")


def pairs(mean, runs=4, spread=0.02):
    """Shares of neighbours of all pairs of runs, 1 on the diagonal, with a mean."""
    values = np.full((runs, runs), float(mean))
    values[0], values[:, 0] = mean + spread, mean + spread
    values[1:, 1:] -= spread * 2 / (runs - 2)
    np.fill_diagonal(values, 1)
    return values


def text_numbers(fractions=4, runs=4, rise=0.4, **changes):
    """A text of fractions that each have half of the next; odds rise as a power."""
    halves = 0.5 ** np.arange(fractions)[::-1]
    shares = [1 / (1 + 2 * np.exp(-rise * np.log(half))) for half in halves]
    sizes = [
        tables.Sized(
            view=f"news.{half}",
            fraction=half,
            tokens=int(1_000_000 * half),
            runs=runs,
            words=10_001,
            share=pairs(share - 0.05, runs, 0.002),
            common=pairs(share, runs, 0.002),
        )
        for half, share in zip(halves.tolist(), shares, strict=True)
    ]
    frequency = np.arange(1.0, 101)
    facts = {
        "corpus": "news",
        "view": "news",
        "unit": "line",
        "language": "hi",
        "technique": "word2vec",
        "trainer": "word2vec",
        "n": 10,
        "targets": 100,
        "common": 80,
        "sizes": sizes,
        "frequency": frequency,
        "word_share": np.where(frequency >= 60, 0.7, 0.2),
    }
    return tables.TextNumbers(**facts | changes)


def query_numbers(runs=3, queries=6, spread=0.03, **changes):
    """Queries with 40 candidates, the nearest first, and lists of five."""
    generator = np.random.default_rng(runs)
    noise = generator.normal(0, spread, (runs, queries, 40))
    values = np.linspace(0.9, 0.1, 40) + noise
    order = np.argsort(-values, axis=2)
    facts = {
        "cell": cell(sampling="bootstrapped", runs=runs),
        "words": [f"w{k}" for k in range(40 + queries)],
        "frequency": np.arange(40.0 + queries, 0, -1),
        "names": [f"w{40 + k}" for k in range(queries)],
        "queries": 40 + np.arange(queries),
        "studied": np.ones(queries, bool),
        "listed": np.zeros(queries, bool),
        "neighbours": order[:, :, :5],
        "cosines": np.take_along_axis(values, order, axis=2)[:, :, :5],
        "candidates": np.tile(np.arange(40), (queries, 1)),
        "candidate_cosines": values,
        "candidate_ranks": np.argsort(order, axis=2) + 1,
    }
    return tables.QueryNumbers(**facts | changes)
