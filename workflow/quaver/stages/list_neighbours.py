"""List the neighbours of the words a study asks for, and draw each word's."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import pandas as pd

from quaver import store
from quaver.engine import items
from quaver.engine.job import Job, run
from quaver.grid import file_name
from quaver.house.judged import WordTrust, words_of
from quaver.house.trust_figure import draw_word
from quaver.items.look import save
from quaver.items.render import as_csv
from quaver.items.write import FIGURE_ENDINGS, write_table
from quaver.results.reader import Results


def list_neighbours(job: Job) -> None:
    """Write the tables of words asked for, and a folder with a figure of each."""
    results = Results(job.inputs[0], job.undone)
    made = items.house(results.grid, items.LISTS)
    for table in made.items:
        write_table(results.file(made.folder(table)), table, results)
    draw_words(results.file("figures/neighbours"), words_of(results))


def draw_words(path: Path, words: Sequence[WordTrust]) -> None:
    """Write a figure of each word of a corpus, of its main view, and their index."""

    def place(word: WordTrust) -> tuple[str, str]:
        return word.cell.corpus, word.word

    main = [word for word in words if word.cell.view == word.cell.corpus]
    # whole or not at all: the folder holds the words of one study only
    with store.replacing(path, is_folder=True) as folder:
        rows = []
        for (corpus, word), group in groupby(sorted(main, key=place), key=place):
            figure, name = draw_word(list(group)), f"{corpus}/{file_name(word)}"
            (folder / corpus).mkdir(exist_ok=True)
            for ending in FIGURE_ENDINGS:
                save(figure, folder / f"{name}.{ending}", ending)
            rows.append((corpus, word, f"{name}.svg"))
        index = as_csv(pd.DataFrame(rows, columns=["corpus", "word", "figure"]))
        (folder / "index.csv").write_text(index, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    run(list_neighbours)
