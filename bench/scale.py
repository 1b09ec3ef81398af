"""Ten thousand models through the whole workflow: what the workflow itself costs.

A toy technique writes random vectors (trainer `noise`), so that all that is left is
fan-out and fan-in: training jobs, every measure of a normal study, averages, tables,
figures, summary. Two series, about 12 minutes on 2 cores:

- models: 1152, 3456 and 10 368 of them (corpora x 3 techniques x 3 samplings x 128
  runs): seconds, Snakemake's own share per model, peak memory of its process and of the
  largest job of each rule. Own seconds are of the processor; idle seconds are those of
  cores no job used, Snakemake's own among them.
- runs: one corpus and technique with 100, 300 and 1000 runs: peak memory by rule, which
  must not grow with them.

Then the full study of the thesis is planned (dry run, forecast), not run.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import h5py
import numpy as np
import yaml

HOME = Path(__file__).parents[1]
LANGUAGES = ("en", "de", "fi", "cs", "pl", "pt", "fr", "es", "it")
CORPORA = (1, 3, 9)  # times 9 cells of 128 runs
RUNS = (100, 300, 1000)
ANALYSES = {
    "stability": {
        **{"neighbours": [2, 5, 10], "targets": 20, "runs": 16},
        "vocabulary": "techniques",
    },
    "distribution": {"pairs": 50, "proxies": [20], "run_pairs": 3, "targets_at_2": 5},
    "averages": {"sizes": [2], "compare": ["tree", "one"]},
}


class Cost(NamedTuple):
    """What a command took: seconds, own CPU, CPU of its jobs, peak bytes of itself."""

    wall: float
    own: float
    jobs: float
    peak: int
    peak_with_children: int


def study(name: str, corpora: int, runs: int, words: int, **more) -> dict:
    """A study of noise over so many corpora, which stand in texts/."""
    return {
        "study": name,
        "seed": 20200723,
        "runs": runs,
        "runs_per_job": 16 if runs == 128 else 50,
        "corpora": {
            f"{language}_text": {
                "language": language,
                "source": {"kind": "text", "path": f"texts/{words}.txt"},
                "unit": "line",
            }
            for language in LANGUAGES[:corpora]
        },
        "analyses": ANALYSES,
        **more,
    }


def noises(*dims: int) -> dict:
    """Techniques of random vectors, one for each number of dimensions."""
    return {f"noise_{n}": {"trainer": "noise", "dimensions": n} for n in dims}


def write_text(folder: Path, words: int) -> None:
    """Lines of ten random words, every word twenty times: no draw lacks one."""
    names = ["".join("bcdfg"[k // 5**n % 5] for n in range(6)) for k in range(words)]
    order = np.random.default_rng(words).permutation(np.repeat(np.arange(words), 20))
    lines = (" ".join(names[k] for k in row) for row in order.reshape(-1, 10))
    path = folder / f"texts/{words}.txt"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def snakemake(folder: Path, configfile: Path, *arguments) -> Cost:
    """Run snakemake to its end, and tell what it took."""
    command = [sys.executable, "-m", "snakemake", *arguments]
    command += ["--snakefile", HOME / "Snakefile", "--directory", folder]
    command += ["--cores", os.cpu_count(), "--configfile", configfile]
    command += ["--workflow-profile", HOME / "profiles/default"]
    return cost(command, folder)


def cost(command: list, folder: Path) -> Cost:
    """Run a command; what it said is shown where it failed."""
    said = folder / "said.txt"
    started = time.perf_counter()
    with said.open("w") as file:
        process = subprocess.Popen(
            list(map(str, command)), stdout=file, stderr=subprocess.STDOUT, cwd=folder
        )
    peaks = [0]
    watch = Thread(target=_watch, args=(process.pid, peaks))
    watch.start()
    # left unburied: the times of a process stand in /proc until it is waited for
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    wall = time.perf_counter() - started
    own, jobs = _times(process.pid)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    watch.join()
    if process.returncode:
        end = said.read_text()[-3000:]
        sys.exit(f"{' '.join(process.args)} failed:\n{end}")
    return Cost(wall, own, jobs, peaks[0], used.ru_maxrss * 1024)


def _watch(pid: int, peaks: list[int]) -> None:
    """Note the most memory a process has had, four times a second until it ends."""
    while True:
        try:
            lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        except OSError:
            return
        found = [line for line in lines if line.startswith("VmHWM")]
        if not found:
            return
        peaks[0] = int(found[0].split()[1]) * 1024
        time.sleep(0.25)


def _times(pid: int) -> tuple[float, float]:
    """Seconds of CPU of a process and of its children that ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = [int(field) / os.sysconf("SC_CLK_TCK") for field in fields[11:15]]
    return ticks[0] + ticks[1], ticks[2] + ticks[3]


def peaks_of(root: Path) -> dict[str, int]:
    """Most bytes a job of each rule took, from what the files say they were made of."""
    found: dict[str, int] = defaultdict(int)
    for path in root.rglob("*.h5"):
        with h5py.File(path, "r", locking=False) as file:
            taken = int(file["provenance"].attrs["peak_bytes"])
        rule = _rule(path.relative_to(root))
        found[rule] = max(found[rule], taken)
    for path in root.glob("models/**/*.json"):
        record = json.loads(path.read_text())
        found["train_block"] = max(found["train_block"], record["peak_bytes"])
    for stage in ("make_tables", "draw_figures"):
        found[stage] = _again(root, stage)
    return dict(sorted(found.items(), key=lambda item: -item[1]))


def unmeasured(root: Path) -> int:
    """Most blocks of models that stood at once while their cell was not measured."""
    events = []
    for cell in root.glob("models/*/*/*"):
        name = cell.relative_to(root / "models")
        measures = (root / "measures" / name).glob("*.h5")
        blocks = [path.stat().st_mtime for path in cell.glob("*.h5")]
        done = max(path.stat().st_mtime for path in measures)
        events += [(time, 1) for time in blocks] + [(done, -len(blocks))]
    return int(np.cumsum([change for _, change in sorted(events)]).max())


def _rule(path: Path) -> str:
    kinds = {"models": "train_block", "corpora": "encode_corpus"}
    kinds |= {"averages": "average_spaces", "summary.h5": "summarise"}
    stem = path.stem.split("_")[0] if path.stem.startswith("averages_") else path.stem
    return kinds.get(path.parts[0], stem.split(".")[0])


def _again(root: Path, stage: str) -> int:
    """Peak bytes of a stage whose outputs do not say, by calling it once more."""
    command = [sys.executable, "-m", f"quaver.stages.{stage}", "--input"]
    command += [root / "study.yaml"]
    taken = cost(command, root)
    print(f"  {stage} took {taken.own:.1f} s of CPU", flush=True)
    return taken.peak_with_children


def series(folder: Path, given: dict, models: int) -> tuple[Cost, dict[str, int]]:
    """Run one study; print what it took."""
    file = folder / f"{given['study']}.yaml"
    file.write_text(yaml.safe_dump(given))
    planned = snakemake(folder, file, "--dry-run", "--quiet", "all")
    taken = snakemake(folder, file)
    said = (folder / "said.txt").read_text()
    jobs = int(said.rpartition("Done: ")[2].split()[0])
    cores = os.cpu_count()
    root = folder / "results" / given["study"]
    blocks, waiting = len(list(root.glob("models/**/*.h5"))), unmeasured(root)
    idle = taken.wall * cores - taken.jobs
    print(
        f"{models} models, {jobs} jobs: {taken.wall:.0f} s on {cores} cores, jobs "
        f"{taken.jobs:.0f} s of CPU, Snakemake {taken.own:.0f} s: "
        f"{1e3 * taken.own / models:.1f} ms a model, {1e3 * taken.own / jobs:.0f} ms a "
        f"job; cores idle of jobs {1e3 * idle / models:.1f} ms a model; plan "
        f"{planned.wall:.1f} s; peak {taken.peak / 1e6:.0f} MB; at most {waiting} of "
        f"{blocks} blocks of models unmeasured",
        flush=True,
    )
    return taken, peaks_of(root)


def grown(found: dict[int, dict[str, int]]) -> None:
    """Print peaks by rule, and their growth from the first series to the last."""
    first, last = min(found), max(found)
    for rule in found[last]:
        told = " ".join(f"{found[n].get(rule, 0) / 1e6:7.0f}" for n in found)
        ratio = found[last][rule] / found[first][rule]
        print(f"  {rule:22} {told} MB; x {ratio:.2f}")


def of_models(folder: Path, corpora: tuple[int, ...]) -> None:
    """The first series: more and more cells of 128 runs."""
    write_text(folder, 100)
    took, peaks = {}, {}
    for number in corpora:
        given = study(f"models{number}", number, 128, 100, techniques=noises(4, 6, 8))
        models = number * 9 * 128
        took[models], peaks[models] = series(folder, given, models)
    first, last = min(took), max(took)
    a, b = took[first], took[last]
    print(
        f"growth {first} -> {last} models, x {last / first:.1f}: wall "
        f"x {b.wall / a.wall:.1f}, Snakemake's CPU x {b.own / a.own:.1f}, its memory "
        f"x {b.peak / a.peak:.1f}; by rule:"
    )
    grown(peaks)


def of_runs(folder: Path, runs: tuple[int, ...]) -> None:
    """The second series: more and more runs of one cell of larger spaces."""
    write_text(folder, 2000)
    peaks = {}
    for number in runs:
        given = study(f"runs{number}", 1, number, 2000, techniques=noises(50))
        given["samplings"] = ["shuffled", "bootstrapped"]
        _, peaks[number] = series(folder, given, 2 * number)
    print(f"peaks by rule of {', '.join(map(str, runs))} runs a cell:")
    grown(peaks)


def of_thesis(folder: Path) -> None:
    """The full study, planned: its DAG and its forecast."""
    full = HOME / "studies/rettenmeier2020.yaml"
    for name, arguments in (
        ("DAG", ("--dry-run", "--quiet", "all")),
        ("forecast", ("forecast",)),
    ):
        taken = snakemake(folder, full, *arguments)
        print(
            f"rettenmeier2020.yaml, {name}: {taken.wall:.1f} s (aim: 60), "
            f"{taken.own + taken.jobs:.1f} s of CPU, largest process "
            f"{taken.peak_with_children / 1e6:.0f} MB (aim: 2000)",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", type=int, nargs="*", default=CORPORA)
    parser.add_argument("--runs", type=int, nargs="*", default=RUNS)
    parser.add_argument("--keep", type=Path, help="a folder to work in, and leave")
    options = parser.parse_args()
    load = os.getloadavg()[0]
    print(f"{platform.node()}, {os.cpu_count()} cores, load {load:.1f} before")
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(exist_ok=True)
        of_thesis(folder)
        if options.corpora:
            of_models(folder, tuple(options.corpora))
        if options.runs:
            of_runs(folder, tuple(options.runs))


if __name__ == "__main__":
    main()
