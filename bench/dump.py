"""Articles out of a dump: against gensim's WikiCorpus, as a ratio of one run.

Both read the same file on the same number of cores: gensim's English excerpt, its pages
repeated. CPU seconds are those of all processes; what is divided is MB of XML. gensim
gives lists of tokens, so it also cuts words; it keeps no paragraphs.
"""

import argparse
import bz2
import logging
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from quaver.corpora.wiki import dumps, wikipedia

EXCERPT = "enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2"


def repeated(path: Path, megabytes: float) -> float:
    """Write the excerpt's pages again and again; megabytes of XML written."""
    from gensim.test.utils import datapath

    chunks = list(dumps.chunks(datapath(EXCERPT)))
    pages = b"".join(chunk.pages for chunk in chunks)
    times = -(-int(megabytes * 1e6) // len(pages))
    with bz2.open(path, "wb") as file:
        file.write(chunks[0].head)
        for _ in range(times):
            file.write(pages)
        file.write(dumps.END)
    return times * len(pages) / 1e6


def ours(path: str, cores: int) -> int:
    """Extract with Quaver: articles."""
    counts: Counter = Counter()
    source = {"kind": "wikipedia", "path": path}
    with tempfile.TemporaryDirectory() as work:
        for _ in wikipedia.extract(source, Path(work), cores, counts):
            pass
    return counts["articles"]


def gensims(path: str, cores: int) -> int:
    """Extract with gensim: articles."""
    from gensim.corpora import WikiCorpus  # not by our processes, which import this

    corpus = WikiCorpus(path, processes=cores, dictionary={})
    return sum(1 for _ in corpus.get_texts())


WAYS = {"quaver": ours, "gensim": gensims}


def measured(way: str, path: str, cores: int) -> list[float]:
    """Articles, seconds, CPU seconds and peak MB of a way, in a process of its own."""
    command = [sys.executable, __file__, "--way", way, "--path", path]
    done = subprocess.run(
        [*command, "--cores", str(cores)], check=True, stdout=subprocess.PIPE, text=True
    )
    return [float(number) for number in done.stdout.split()]


def report(way: str, path: str, cores: int) -> None:
    """Say what measured() reads."""
    started = time.perf_counter()
    articles = WAYS[way](path, cores)
    seconds = time.perf_counter() - started
    all_of_it = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    used = [resource.getrusage(who) for who in all_of_it]
    cpu = sum(one.ru_utime + one.ru_stime for one in used)
    unit = 1 if sys.platform == "darwin" else 1024
    peaks = [one.ru_maxrss * unit / 1e6 for one in used]
    print(articles, seconds, cpu, *peaks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=float, default=100, help="of XML")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--way", choices=WAYS, help=argparse.SUPPRESS)
    parser.add_argument("--path", help=argparse.SUPPRESS)
    options = parser.parse_args()
    logging.disable()
    if options.way:
        report(options.way, options.path, options.cores)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "dump.xml.bz2"
        size = repeated(path, options.megabytes)
        print(f"dump: {size:.0f} MB of XML (bz2) on {options.cores} cores")
        speeds = {}
        for way in WAYS:
            articles, seconds, cpu, peak, child = measured(
                way, str(path), options.cores
            )
            speeds[way] = size / cpu
            print(
                f"  {way:8}{size / cpu:7.2f} MB per CPU second; {seconds:6.1f} s, "
                f"{articles:.0f} articles; peak {peak:.0f} MB, {child:.0f} MB a process"
            )
        print(f"  ratio {speeds['quaver'] / speeds['gensim']:.1f}")


if __name__ == "__main__":
    main()
