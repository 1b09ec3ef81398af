"""REML of 100 000 values: ours beside MixedLM of statsmodels, where that is there.

Seconds are of the processor, of one thread, the least of a few times. statsmodels is
in no lock: name a Python that has it, as --reference /work/venv/bin/python.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

VALUES, GROUPS = 100_000, 10_000  # pairs of periods x words, words
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
TIMES = 3


def values() -> tuple[np.ndarray, ...]:
    """Frequencies, changes and words: (VALUES,) each, in groups of unequal size."""
    generator = np.random.default_rng(20200911)
    group = np.sort(generator.integers(GROUPS, size=VALUES))
    own, noise = generator.normal(size=(2, GROUPS)), generator.normal(size=(2, VALUES))
    x = own[0][group] + 0.3 * noise[0]
    return x, -0.6 * x + 0.5 * own[1][group] + 0.6 * noise[1], group


def ours() -> dict:
    """Our line through the values."""
    from quaver.statistics.mixed import fit

    return timed(lambda *own: fit(*own)._asdict())


def theirs() -> dict:
    """That of statsmodels."""
    from statsmodels.regression.mixed_linear_model import MixedLM

    def mixed(x, y, group) -> dict:
        design = np.stack([np.ones_like(x), x], axis=1)
        fit = MixedLM(y, design, group).fit(reml=True)
        between = float(np.asarray(fit.cov_re)[0, 0])
        return {"slope": fit.fe_params[1], "between": between, "within": fit.scale}

    return timed(mixed, 1)


def timed(fit: Callable, times: int = TIMES) -> dict:
    """What a fit tells, and the least seconds it took."""
    own, seconds = values(), []
    for _ in range(times):
        start = time.process_time()
        told = fit(*own)
        seconds.append(time.process_time() - start)
    numbers = {name: float(told[name]) for name in ("slope", "between", "within")}
    return numbers | {"seconds": min(seconds)}


def main() -> None:
    """Print both, and how many times as fast ours is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reference", help="a Python that has statsmodels")
    parser.add_argument("--part", choices=("ours", "theirs"), help="alone, as JSON")
    asked = parser.parse_args()
    if asked.part:
        print(json.dumps({"ours": ours, "theirs": theirs}[asked.part]()))
        return
    told = {"ours": part(sys.executable, "ours")}
    if asked.reference:
        told["theirs"] = part(asked.reference, "theirs")
    for name, numbers in told.items():
        print(name, *(f"{key} {value:.6g}" for key, value in numbers.items()))
    if "theirs" in told:
        ratio = told["theirs"]["seconds"] / told["ours"]["seconds"]
        print(f"ours is {ratio:.0f} times as fast")


def part(python: str, name: str) -> dict:
    """A part in a process of its own, with one thread."""
    command = [python, "-W", "ignore", __file__, "--part", name]
    done = subprocess.run(
        command, capture_output=True, env={**os.environ, **ONE_THREAD}, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


if __name__ == "__main__":
    main()
