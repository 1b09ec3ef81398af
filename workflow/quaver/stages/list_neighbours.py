"""List the neighbours of the words a study asks for, and draw each word's."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import pandas as pd

from quaver import store
from quaver.engine import items
from quaver.engine.job import Job, run
from quaver.grid import file_names
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
    is_ascii = results.study.analyses.neighbours.ascii
    path = results.file("figures/neighbours")
    draw_words(path, words_of(results), is_ascii=is_ascii)


def draw_words(path: Path, words: Sequence[WordTrust], *, is_ascii=False) -> None:
    """Write a figure of each word of a corpus, of its main view, and their index.

    A word that has no list of neighbours in any technique has no figure either.
    """

    def place(word: WordTrust) -> tuple[str, str]:
        return word.cell.corpus, word.word

    main = [word for word in words if word.cell.view == word.cell.corpus]
    names = file_names((word.word for word in main), is_ascii=is_ascii)
    # whole or not at all: the folder holds the words of one study only
    with store.replacing(path, is_folder=True) as folder:
        rows = []
        for (corpus, word), group in groupby(sorted(main, key=place), key=place):
            panels, name = list(group), f"{corpus}/{names[word]}"
            if all(panel.nearest is None for panel in panels):
                rows.append((corpus, word, ""))
                continue
            figure = draw_word(panels)
            (folder / corpus).mkdir(exist_ok=True)
            for ending in FIGURE_ENDINGS:
                save(figure, folder / f"{name}.{ending}", ending)
            rows.append((corpus, word, f"{name}.svg"))
        index = as_csv(pd.DataFrame(rows, columns=["corpus", "word", "figure"]))
        (folder / "index.csv").write_text(index, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    run(list_neighbours)
