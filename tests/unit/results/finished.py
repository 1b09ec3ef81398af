"""The folder of a small finished study: every file there is, its numbers invented."""

import json
from collections.abc import Mapping
from itertools import combinations

import numpy as np
import yaml

from quaver import store
from quaver.config import as_written, understand
from quaver.results.reader import Results

RUNS, WORDS, TARGETS, PAIRS = 4, 40, 12, 10
NAMES = [f"w{k:02}" for k in range(WORDS)]
ASKED = NAMES[:2]
LENGTHS = np.array([2, 5, 10])
CORRELATED = ["prediction", "prediction_2", "structure", "structure_as_coded"]
STEPS = ["read", "cleaned", "deduplicated", "cut"]
PROVENANCE = {
    **{"host": "here", "host_threads": 2, "versions": '{"numpy": "1"}'},
    **{"cpu_seconds": 1.0, "seconds": 1.0, "finished": "2026-01-01T00:00:00+00:00"},
    **{"quaver": "1", "python": "3", "commit": "abc"},
}
STUDY = {
    "study": "small",
    "seed": 1,
    "runs": RUNS,
    "runs_per_job": 2,
    "corpora": {
        "mine": {
            **{"language": "en", "source": {"kind": "sotu"}, "unit": ["line"]},
            "fraction": [1.0, 0.5],
        }
    },
    "techniques": {
        "glove": {"trainer": "glove"},
        "word2vec": {"trainer": "word2vec", "sweep": {"vary": {"epochs": [9]}}},
    },
    "analyses": {
        "averages": {"sizes": [2], "compare": ["tree", "one"]},
        "queries": {"words": {"mine": ASKED}},
        "neighbours": {"words": {"mine": ASKED}},
        "quality": {
            "sets": {"own": {"path": "own.txt", "format": "google", "language": "en"}}
        },
    },
}


def finish(folder):
    """Write all files of the study into a folder; give the path of its study."""
    study = folder / "study.yaml"
    study.write_text(yaml.safe_dump(as_written(understand(STUDY, {}))))
    grid = Results(study).grid
    for block in grid.blocks.values():
        write_record(folder / block.record, block)
    for rule, paths in grid.files().items():
        for number, path in enumerate(paths):
            if rule in DATASETS:
                kind, numbers = DATASETS[rule]
                generator = np.random.default_rng(number)
                write(folder / path, kind, *numbers(generator))
    return study


def write(path, kind, datasets: Mapping, attributes: Mapping):
    """Write datasets, whose axes nobody asks for, and attributes by group."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with store.create(path, kind, PROVENANCE.copy) as file:
        for name, values in datasets.items():
            axes = tuple(f"{name} {axis}" for axis in range(np.ndim(values)))
            file.put(name.replace(".", "/"), axes, values, mapped=name == "tokens")
        for group, facts in attributes.items():
            file.describe(group, facts)


def write_record(path, block):
    path.parent.mkdir(parents=True, exist_ok=True)
    runs = len(block.runs)
    each = {name: [1.0] * runs for name in ("seconds", "cpu_seconds")}
    each |= {"runs": [*block.runs], "vectors_sha256": ["0" * 64] * runs}
    each |= {"bytes": 9, "peak_bytes": 7, "host": "here", "slurm_job": ""}
    record = {**each, "attempts": 1, "work": "", "provenance": PROVENANCE}
    path.write_text(json.dumps(record))


def squares(generator, size, *shape):
    """Symmetric matrices with ones on the diagonal."""
    half = generator.uniform(0.3, 0.7, (*shape, size, size))
    values = (half + half.swapaxes(-1, -2)) / 2
    values[..., range(size), range(size)] = 1
    return values


def corpus(generator):
    tokens = generator.integers(0, WORDS, 600).astype(np.uint32)
    offsets = np.arange(0, 601, 20)
    counts = np.sort(np.bincount(tokens, minlength=WORDS))[::-1]
    steps = {f"steps.{name}": np.array([30, 30, 30, 30]) for name in UNITS}
    steps |= {"steps.tokens": np.full(4, 600), "steps.types": np.full(4, WORDS)}
    numbers = {"words": NAMES, "tokens": tokens, "counts": counts.copy()}
    numbers |= {f"{unit[:-1]}_offsets": offsets for unit in UNITS}
    facts = {"source": "text", "source_checksum": "0", "tokeniser": "letters"}
    dropped = dict.fromkeys(DROPPED, 0)
    facts |= {"dropped": json.dumps(dropped), "read": '{"documents": 30}'}
    return numbers | steps | {"steps.step": STEPS}, {"/": facts}


UNITS = ("documents", "sentences", "lines")
DROPPED = (
    *("cleaned_tokens", "cleaned_types", "rare_tokens", "rare_words"),
    *(f"{gone}_{unit}" for gone in ("duplicate", "empty") for unit in UNITS),
    "duplicate_tokens",
)


def vocabulary():
    numbers = {"words": NAMES, "frequency": np.arange(WORDS, 0, -1.0)}
    numbers |= {"vocabulary.steps": ["in any run", "in every run"]}
    counts = {"kept": np.array([WORDS + 1, WORDS]), "dropped": np.array([0, 1])}
    return numbers | {f"vocabulary.{name}": values for name, values in counts.items()}


def pip(generator, runs=RUNS):
    losses = 1 - squares(generator, runs)
    scales = {"runs": np.arange(1, runs + 1), "other_runs": np.arange(1, runs + 1)}
    return {**vocabulary(), **scales, "losses": losses}, {}


def average_losses(generator):
    return pip(generator, RUNS // 2)


def averages(generator):
    numbers = {"words": NAMES, "runs": np.array([1, 3])}
    vectors = generator.normal(size=(2, WORDS, 3)).astype(np.float32)
    return numbers | {"vectors": vectors}, {"/": {"vectors_sha256": "0"}}


def neighbours(generator):
    lists = [
        [generator.permutation(WORDS)[: LENGTHS[-1]] for _ in range(TARGETS)]
        for _ in range(RUNS)
    ]
    matrices = {n: squares(generator, RUNS, len(LENGTHS)) for n in ("share", "jaccard")}
    numbers = {"targets": np.arange(TARGETS), "sizes": LENGTHS}
    numbers |= {"neighbours": np.array(lists, np.int32)}
    return vocabulary() | numbers | matrices, {}


def distances(generator):
    names = ("eigenspace_overlap", "displacement", "knn_overlap", "rank_biased_overlap")
    return {name: squares(generator, RUNS) for name in names}, {}


def queries(generator):
    count, near = len(ASKED), 10
    lists = np.array(
        [[generator.permutation(WORDS)[:near] for _ in ASKED] for _ in range(RUNS)]
    )
    cosines = np.sort(generator.uniform(0.1, 0.9, lists.shape), axis=-1)[..., ::-1]
    mean = generator.uniform(0.1, 0.9, (count, WORDS))
    candidates = np.argsort(-mean, axis=1)[:, :near]
    return {
        **{"words": NAMES, "names": ASKED, "queries": np.arange(count)},
        **{"unknown_queries": [], "unknown_neighbours": []},
        **{name: np.ones(count, bool) for name in ("studied", "listed")},
        "frequency": np.arange(WORDS, 0, -1.0),
        **{"neighbours": lists.astype(np.int32), "cosines": cosines.astype("f4")},
        "candidates": candidates.astype(np.int32),
        "candidate_cosines": generator.uniform(0.1, 0.9, lists.shape).astype("f4"),
        "candidate_ranks": generator.integers(1, near, lists.shape),
        **{"mean": mean, "deviation": np.full(mean.shape, 0.05)},
        "present": np.full(mean.shape, RUNS),
    }, {}


def consistency(generator):
    numbers = {"sizes": LENGTHS}
    for end in ("", "_low", "_high"):
        for name in ("share", "jaccard"):
            numbers[f"{name}{end}"] = squares(generator, len(LENGTHS))
            numbers[f"halves_{name}{end}"] = np.full(len(LENGTHS), 0.5)
    return numbers, {"/": {"runs": RUNS, "half": RUNS // 2}}


def cosines(generator):
    numbers = {"runs": np.arange(1, RUNS + 1)}
    numbers |= {"first": NAMES[:PAIRS], "second": NAMES[PAIRS : 2 * PAIRS]}
    numbers |= {"cosines": generator.uniform(-1, 1, (RUNS, PAIRS)).astype(np.float32)}
    numbers |= {"normality": generator.random(PAIRS)}
    numbers |= {"independence": generator.random(PAIRS // 2)}
    numbers |= {"example.words": NAMES[:2], "example.cosines": generator.random(RUNS)}
    return numbers, {"/": {"untested": 0}, "example": {"chosen": "given"}}


def prediction(generator):
    names = ("observed", "predicted", "structure", "structure_as_coded")
    numbers = {name: generator.random(TARGETS) for name in names}
    numbers |= {name: generator.random(3) for name in ("observed_2", "predicted_2")}
    numbers |= {"runs": np.arange(1, RUNS + 1), "words": NAMES[:TARGETS]}
    numbers |= {"candidates": np.full(TARGETS, 9), "names": CORRELATED}
    numbers |= {n: np.full(4, x) for n, x in (("low", 0.1), ("high", 0.9))}
    numbers |= {"correlations": np.array([0.4, 0.5, 0.6, 0.7])}
    halves = ("same", "other", "predicted", "observed")
    numbers |= {f"halves.{name}": np.full((2, 4), 0.5) for name in halves}
    odds = ("mean", "deviation", "first", "second")
    numbers |= {f"example.{name}": np.sort(generator.random(15))[::-1] for name in odds}
    numbers |= {"example.rank": np.arange(1, 16), "example.words": NAMES[5:20]}
    return numbers | {f"example.list_{k}": v for k, v in lists(generator).items()}, {
        "/": {"common_deviation": 0.02},
        "example": {"word": NAMES[0], "chosen": "first random target"},
    }


def lists(generator):
    ranks = np.array([np.arange(1, 16), generator.permutation(15) + 1])
    shown = np.sort(generator.random((2, 15)), axis=1)[:, ::-1]
    return {"words": NAMES[5:20], "ranks": ranks, "cosines": shown}


def proxies(generator):
    pairs = np.array(list(combinations(range(1, RUNS + 1), 2)))
    numbers = {"sizes": np.array([10, WORDS]), "first_run": pairs[:, 0]}
    numbers |= {"second_run": pairs[:, 1]}
    numbers |= {"spearman": squares(generator, 2, len(pairs))}
    return numbers, {"/": {"targets": TARGETS, "words": WORDS}}


def compared(generator):
    numbers = {"methods": ["tree", "one"], "sizes": np.array([2])}
    for group, count in (("single", RUNS), ("tree.2", 2), ("one.2", 2)):
        drawn = generator.uniform(-1, 1, (count, PAIRS)).astype(np.float32)
        numbers |= {f"{group}.losses": 1 - squares(generator, count)}
        numbers |= {f"{group}.cosines": drawn, f"{group}.firsts": np.arange(count)}
        numbers |= {f"{group}.scores.own": generator.random(count)}
        numbers |= {f"{group}.known.own": np.full(count, 9)}
    numbers |= {f"example.{name}": v for name, v in lists(generator).items()}
    chosen = {"word": NAMES[0], "chosen": "given", "method": "tree", "size": 2}
    return numbers, {"example": chosen}


def quality(generator):
    numbers = {"sets": ["own"], "kinds": ["analogies"], "notes": [""]}
    numbers |= {"questions": np.array([20]), "scores": generator.random((1, RUNS))}
    numbers |= {"known": np.full((1, RUNS), 18), "analogies.own.sections": ["family"]}
    numbers |= {"analogies.own.questions": np.array([20])}
    counts = {"known": np.full((RUNS, 1), 18), "right": np.full((RUNS, 1), 7)}
    return numbers | {f"analogies.own.{name}": v for name, v in counts.items()}, {}


def instability(generator):
    numbers = {"words": NAMES, "frequency": np.arange(WORDS, 0, -1.0)}
    numbers |= {x: generator.random(WORDS) for x in ("intrinsic", "extrinsic")}
    left = ("intrinsic.shuffled", "extrinsic.shuffled", "extrinsic.bootstrapped")
    numbers |= {f"left.{name}": generator.random((RUNS, 20)) for name in left}
    return numbers, {"/": {"missing": 0, "dropped": 0}}


# rule: kind of its files, and what makes their datasets and attributes
DATASETS = {
    "encode_corpus": ("corpus", corpus),
    "measure_pip": ("pip", pip),
    "measure_neighbours": ("neighbours", neighbours),
    "measure_distances": ("distances", distances),
    "measure_queries": ("queries", queries),
    "measure_consistency": ("consistency", consistency),
    "measure_cosines": ("cosines", cosines),
    "measure_prediction": ("prediction", prediction),
    "measure_proxies": ("proxies", proxies),
    "measure_quality": ("quality", quality),
    "measure_instability": ("instability", instability),
    "average_spaces": ("averages", averages),
    "measure_averages": ("pip", average_losses),
    "compare_averages": ("averages_compared", compared),
}
