"""Make the tables and figures of what changed between texts, and draw each word's."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from quaver.engine import items
from quaver.engine.job import Job, run
from quaver.grid import file_names
from quaver.house.change import is_asked
from quaver.house.change_words import Panel, draw_word, words_moved
from quaver.items.write import write_figure, write_table, write_words
from quaver.results.reader import Results


def change(job: Job) -> None:
    """Write all that is told of change, as far as it was measured."""
    results = Results(job.inputs[0], job.undone)
    made = items.house(results.grid, items.CHANGES)
    for item in made.items:
        write = write_table if items.is_table(item) else write_figure
        write(results.file(made.folder(item)), item, results)
    if is_asked(results.grid):
        is_ascii = results.study.analyses.neighbours.ascii
        draw_words(results.file(items.WORDS), words_moved(results), is_ascii=is_ascii)


def draw_words(
    path: Path, words: Iterable[tuple[str, str, Sequence[Panel]]], *, is_ascii=False
) -> None:
    """Write a figure of each word of a series, and their index.

    A word that has no neighbours in any technique and pair has no figure either.
    """
    words = list(words)
    names = file_names((word for _, word, _ in words), is_ascii=is_ascii)
    figures = (
        (name, word, draw_word(panels) if any(x.near for x in panels) else None)
        for name, word, panels in words
    )
    write_words(path, "series", figures, names)


if __name__ == "__main__":
    run(change)
