"""Draw a figure of each word whose neighbours a study asks for."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

import pandas as pd
from matplotlib.figure import Figure

from quaver import figures, store, tables
from quaver.engine.job import Job, run
from quaver.grid import file_name
from quaver.house.trusted import trusted
from quaver.results.reader import Results
from quaver.stages.make_tables import read_published

INDEX = ("corpus", "word", "figure")


def draw_neighbours(job: Job) -> None:
    """Write a folder of figures as SVG and PNG, and an index that names their words.

    The folder is written whole or not at all: it holds the words of one study only.
    """
    study, *published = job.inputs
    words = trusted(Results(study), read_published(published))
    with store.replacing_folder(job.output) as folder:
        listed = []
        for corpus, word, figure in drawn(words):
            name = f"{corpus}/{file_name(word)}"
            (folder / corpus).mkdir(exist_ok=True)
            for ending in ("svg", "png"):
                figures.save(figure, folder / f"{name}.{ending}", ending)
            listed.append((corpus, word, f"{name}.svg"))
        _write_index(folder / "index.csv", listed)


def drawn(words: Sequence[tables.WordTrust]) -> Iterator[tuple[str, str, Figure]]:
    """A figure of each word of a corpus, of its main view, one at a time."""
    main = [one for one in words if one.cell.view == one.cell.corpus]

    def place(one: tables.WordTrust) -> tuple[str, str]:
        return one.cell.corpus, one.word

    for (corpus, word), group in groupby(sorted(main, key=place), key=place):
        yield corpus, word, figures.figure_of_word(list(group))


def _write_index(path: Path, listed: Sequence[tuple]) -> None:
    path.write_text(
        tables.as_csv(pd.DataFrame(listed, columns=list(INDEX))),
        encoding="utf-8",
        newline="\n",
    )


if __name__ == "__main__":
    run(draw_neighbours, store.StoreError)
