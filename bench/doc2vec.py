"""Doc2Vec of many units: seconds and bytes a unit, and what 30 million would take.

A block of one run is trained from an encoded corpus on disk to its file, by the stage
itself, each in a process of its own. Anonymous bytes are what a process cannot give
back; vectors of units are mapped from a file, which the system may write and drop.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from quaver import store
from quaver.stages import train_block

WORDS, LENGTH, SENTENCES = 20_000, 5, 20  # of the text; of a sentence; of a document
MILLIONS = 30
PARAMETERS = {
    **{"trainer": "doc2vec", "documents": "sentence", "window": 5, "epochs": 1},
    **{"negative": 5, "hierarchical_softmax": False, "sample": 1e-3, "min_count": 2},
    **{"learning_rate": 0.025, "min_learning_rate": 1e-4, "noise_exponent": 0.75},
}


def write_corpus(path: Path, units: int) -> None:
    """A text of random words by a Zipf law, as it would be encoded."""
    edges = np.cumsum(1 / np.arange(1, WORDS + 1))
    draws = np.random.default_rng(1).random(units * LENGTH) * edges[-1]
    tokens = np.minimum(np.searchsorted(edges, draws), WORDS - 1)
    offsets = np.arange(0, len(tokens) + 1, LENGTH)
    with store.create(path, "corpus", dict) as file:
        file.put("words", ("words",), [f"w{k}" for k in range(WORDS)])
        file.put("tokens", ("tokens",), tokens.astype(np.uint32), mapped=True)
        file.put("sentence_offsets", ("sentence_edges",), offsets)
        documents = np.append(offsets[:-1:SENTENCES], offsets[-1])
        file.put("document_offsets", ("document_edges",), documents)
        ids = [f"folder/document-{k}.txt" for k in range(len(documents) - 1)]
        file.put("document_ids", ("documents",), ids)


def train(folder: Path, architecture: str, dims: int, sampling: str) -> dict:
    """Train a block of one run; its seconds and peaks in bytes."""
    parameters = PARAMETERS | {"architecture": architecture, "dimensions": dims}
    spec = {
        **{"corpus": "text", "unit": "sentence", "fraction": 1.0, "first": 1},
        **{"technique": "doc2vec", "sampling": sampling, "parameters": parameters},
        **{"sample_seeds": [1], "trainer_seeds": [2]},
    }
    job = SimpleNamespace(
        spec=spec,
        inputs=[folder / "text.h5"],
        provenance=dict,
        note=lambda **facts: None,
        journal=SimpleNamespace(tell=lambda *facts, **more: None),
    )
    before, peak, done = memory(), {}, threading.Event()
    watch = threading.Thread(target=sample, args=(peak, done))
    watch.start()
    started, cpu_started = time.perf_counter(), time.process_time()
    try:
        train_block._block(job, folder / "1-1.h5")
    finally:
        done.set()
        watch.join()
    times = {"seconds": time.perf_counter() - started}
    times["cpu"] = time.process_time() - cpu_started
    return times | {x: peak[x] - before[x] for x in peak}


def sample(peak: dict, done: threading.Event) -> None:
    """Keep the most of each kind of memory until it is done."""
    while not done.wait(0.02):
        for name, value in memory().items():
            peak[name] = max(value, peak.get(name, 0))


def memory() -> dict[str, int]:
    """Bytes of this process: anonymous, and mapped from files."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    fields = dict(line.split(":", 1) for line in lines)
    names = {"anonymous": "RssAnon", "mapped": "RssFile"}
    return {name: 1024 * int(fields[names[name]].split()[0]) for name in names}


def measured(units: int, *given: str) -> dict:
    """What a process of its own measures on a text of so many units."""
    with tempfile.TemporaryDirectory() as folder:
        write_corpus(Path(folder, "text.h5"), units)
        command = [sys.executable, __file__, "--folder", folder, *given]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout.splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--units", type=int, default=4_000_000)
    parser.add_argument("--dims", type=int, default=100)
    parser.add_argument("--folder", type=Path, help="train on the text of a folder")
    parser.add_argument("--architecture", default="dm")
    parser.add_argument("--sampling", default="fixed")
    asked = parser.parse_args()
    if asked.folder:
        how = asked.architecture, asked.dims, asked.sampling
        print(json.dumps(train(asked.folder, *how)))
        return
    # small ones take what any text does: tables of words, a part of its tokens
    sizes = asked.units // 4, asked.units
    how = asked.architecture, asked.sampling
    given = "--architecture", how[0], "--sampling", how[1], "--dims", str(asked.dims)
    print(f"{' '.join(how)}, {asked.dims} dims, {LENGTH} words a unit, 1 epoch")
    print(f"{'units':>10}{'s':>8}{'CPU s':>8}{'anonymous MB':>14}{'mapped MB':>11}")
    found = [measured(units, *given) for units in sizes]
    for units, one in zip(sizes, found, strict=True):
        times = f"{one['seconds']:8.1f}{one['cpu']:8.1f}"
        peaks = f"{one['anonymous'] / 1e6:14.0f}{one['mapped'] / 1e6:11.0f}"
        print(f"{units:10,}{times}{peaks}", flush=True)
    small, large = found
    rates = {x: (large[x] - small[x]) / (sizes[1] - sizes[0]) for x in large}
    told = ", ".join(f"{x} {rates[x]:.0f}" for x in ("anonymous", "mapped"))
    whole = large["anonymous"] + (MILLIONS * 1e6 - sizes[1]) * rates["anonymous"]
    hours = MILLIONS * 1e6 * rates["cpu"] / 3600
    print(f"bytes a unit: {told} (its vector: {4 * asked.dims})")
    print(f"{MILLIONS} million: {whole / 1e9:.1f} GB anonymous, {hours:.1f} h an epoch")


if __name__ == "__main__":
    main()
