"""List the neighbours of the words a study asks for, and draw each word's."""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from matplotlib.figure import Figure

from quaver.engine import items
from quaver.engine.job import Job, run
from quaver.grid import file_names
from quaver.house.judged import WordTrust, words_of
from quaver.house.trust_figure import draw_word
from quaver.items.write import write_table, write_words
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
    groups = groupby(sorted(main, key=place), key=place)
    figures = ((*of, _drawn([*group])) for of, group in groups)
    write_words(path, "corpus", figures, names)


def _drawn(panels: list[WordTrust]) -> Figure | None:
    is_listed = any(panel.nearest is not None for panel in panels)
    return draw_word(panels) if is_listed else None


if __name__ == "__main__":
    run(list_neighbours)
