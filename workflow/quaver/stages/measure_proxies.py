"""Compare the word-wise PIP loss told from random proxy words with the exact one."""

from itertools import combinations

import numpy as np

from quaver import store
from quaver.engine.job import Job, run
from quaver.measures.proxies import Pair, proxy_consistency
from quaver.results.runs import MeasureError, UnitSpaces, cell_spaces
from quaver.spaces.draws import drawn


def measure_proxies(job: Job) -> None:
    """Store how alike proxies of each size order a cell's targets, in pairs of runs."""
    runs, mask, _ = cell_spaces(job.inputs, least=2)
    targets = np.sort(drawn(mask, job.spec["targets"], job.spec["target_seed"]))
    words = int(mask.sum())
    sizes = [n for n in sorted(job.spec["proxies"]) if n < words] + [words]
    seed = job.spec["seed"]
    pairs = run_pairs(len(runs), job.spec["run_pairs"], seed)
    spaces = UnitSpaces(runs, mask)
    found = []
    for i, j in pairs:
        # a pair's draws are its own, whichever pairs come before it
        generator = np.random.default_rng([seed, i, j])
        pair = Pair(spaces[i], spaces[j])
        found.append(proxy_consistency(pair, targets, sizes, generator))
    with store.create(job.output, "proxies", job.provenance) as file:
        file.put("sizes", ("sizes",), np.array(sizes))
        file.put("other_sizes", ("other_sizes",), np.array(sizes))
        for name, members in zip(("first_run", "second_run"), pairs.T, strict=True):
            file.put(name, ("run_pairs",), runs.numbers[members])
        file.put("spearman", ("run_pairs", "sizes", "other_sizes"), np.stack(found))
        file.describe("/", {"targets": len(targets), "words": words})


def run_pairs(runs: int, wanted: int, seed: int) -> np.ndarray:
    """Random pairs of runs in order, or all if they are fewer: (pairs, 2)."""
    pairs = np.array(list(combinations(range(runs), 2)))
    if len(pairs) > wanted:
        chosen = np.random.default_rng(seed).choice(len(pairs), wanted, replace=False)
        pairs = pairs[np.sort(chosen)]
    return pairs


if __name__ == "__main__":
    run(measure_proxies, MeasureError, store.StoreError)
