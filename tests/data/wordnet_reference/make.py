"""Make values.csv: run with NLTK, which the lock does not have, on Debian's WordNet.

python -m venv reference; reference/bin/pip install nltk==3.10.4
apt-get download wordnet-base; dpkg-deb -x wordnet-base_*.deb package
reference/bin/python tests/data/wordnet_reference/make.py package/usr/share/wordnet

Words are those of the glosses, as they stand there; frequent ones are drawn more often.
"""

import argparse
import csv
import random
import re
import shutil
import tempfile
from collections import Counter
from pathlib import Path

import nltk
from nltk.corpus.reader.wordnet import WordNetCorpusReader

FOLDER = Path(__file__).parent
WORD = re.compile(r"[A-Za-z][a-z]+")
CHOSEN = [
    *(("dog", "cat"), ("dog", "dog"), ("axes", "axe"), ("Leaves", "leaf")),
    *(("breathe", "haze"), ("breathe", "breathe"), ("went", "go"), ("sit", "eat")),
    *(("Einstein", "physicist"), ("entity", "dog"), ("the", "dog"), ("men", "women")),
]


class English(WordNetCorpusReader):
    """WordNet alone, not mapped to other versions for other languages."""

    def map_wn(self, version: str = "") -> None:
        """No map."""


def reader(folder: Path, scratch: Path) -> WordNetCorpusReader:
    """NLTK's reader of a folder, with the lexnames that Debian leaves out."""
    for path in folder.iterdir():
        shutil.copy(path, scratch)
    names = "".join(f"{number:02}\tname{number}\t1\n" for number in range(45))
    (scratch / "lexnames").write_text(names)
    nltk.data.path.append(str(scratch))  # it reads nowhere else
    return English(str(scratch), None)


def vocabulary(folder: Path) -> list[str]:
    """Words of all glosses, the most frequent first."""
    counts = Counter()
    for part in ("noun", "verb", "adj", "adv"):
        for row in (folder / f"data.{part}").read_text().splitlines():
            counts.update(WORD.findall(row.partition("|")[2]))
    return sorted(counts, key=lambda word: (-counts[word], word))


def largest(first, second):
    """The largest LCH of any two synsets; nothing where there are none."""
    return max((x.lch_similarity(y) for x in first for y in second), default="")


def main() -> None:
    """Write a row per pair: LCH of nouns and verbs, of all senses and of the first."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pairs", type=int, default=400)
    parser.add_argument("--output", type=Path, default=FOLDER / "values.csv")
    asked = parser.parse_args()
    words = vocabulary(asked.folder)
    drawn = random.Random(asked.pairs)
    pairs = [*CHOSEN]
    while len(pairs) < asked.pairs:
        pair = tuple(words[int(drawn.random() ** 3 * len(words))] for _ in "ab")
        pairs.append(pair)
    with (
        tempfile.TemporaryDirectory() as scratch,
        asked.output.open("w", newline="") as file,
    ):
        wordnet = reader(asked.folder, Path(scratch))
        table = csv.writer(file, lineterminator="\n")
        parts = ("noun", "verb", "noun_first_senses", "verb_first_senses")
        table.writerow(("first", "second", *parts))
        for pair in pairs:
            senses = {p: [wordnet.synsets(word, p) for word in pair] for p in "nv"}
            every = [largest(*senses[p]) for p in "nv"]
            first = [largest(*(own[:1] for own in senses[p])) for p in "nv"]
            table.writerow([*pair, *every, *first])


if __name__ == "__main__":
    main()
