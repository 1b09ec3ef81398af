"""Writing items: a table as CSV, Markdown and LaTeX, a figure as SVG and PNG."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from quaver import store
from quaver.items.cells import unmarked
from quaver.items.columns import TYPES
from quaver.items.item import Figure, Table, build
from quaver.items.render import as_csv, as_latex, as_markdown

TABLE_ENDINGS, FIGURE_ENDINGS = ("csv", "md", "tex"), ("svg", "png")


def write_table(folder: Path, table: Table, results) -> pd.DataFrame:
    """Make a table of a study's numbers and write it in every format."""
    frame = in_turn(build(table, results), results)
    texts = as_csv(frame), as_markdown(table, frame), as_latex(table, frame)
    for ending, text in zip(TABLE_ENDINGS, texts, strict=True):
        store.write_text(folder / f"{table.name}.{ending}", text)
    return frame


def in_turn(frame: pd.DataFrame, results) -> pd.DataFrame:
    """Rows with texts in the order of the study, where those of each stand together."""
    names = frame.get("corpus", pd.Series())
    if names.nunique() < 2:
        return frame
    turn = {name: place for place, name in enumerate(results.study.corpora)}
    # what has an order of its own, as in a paper, or is of all texts, keeps it
    is_mixed = (names != names.shift()).sum() > names.nunique()
    if is_mixed or not names.isin(turn).all():
        return frame
    order = names.map(turn).sort_values(kind="stable").index
    return frame.loc[order].reset_index(drop=True)


def write_figure(folder: Path, figure: Figure, results) -> None:
    """Draw a figure and write it in every format."""
    from quaver.items import look  # matplotlib is slow to load, and tables need none

    drawn = figure.draw(results)
    for ending in FIGURE_ENDINGS:
        with store.replacing(folder / f"{figure.name}.{ending}") as temporary:
            look.save(drawn, temporary, ending)


def write_words(
    path: Path, kind: str, figures: Iterable[tuple[str, str, Any]], names: Mapping
) -> None:
    """Write a folder of figures of words, in folders by kind, and their index.

    figures: of what a word is, the word, and what is drawn, None where nothing is;
    names: of files, by word.
    """
    from quaver.items import look

    rows = []
    # whole or not at all: the folder holds the words of one study only
    with store.replacing(path, is_folder=True) as folder:
        for of, word, figure in figures:
            stem = folder / of / names[word]
            rows.append((of, word, f"{of}/{stem.name}.svg" if figure else ""))
            if figure:
                stem.parent.mkdir(exist_ok=True)
            for ending in FIGURE_ENDINGS if figure else ():
                # not with_suffix: a name may hold a dot
                look.save(figure, stem.parent / f"{stem.name}.{ending}", ending)
        index = as_csv(pd.DataFrame(rows, columns=[kind, "word", "figure"]))
        (folder / "index.csv").write_text(index, encoding="utf-8", newline="\n")


def read_table(path: Path, table: Table) -> pd.DataFrame:
    """Read back a table that was written: the same columns, types and digits."""
    # pandas' own guesses would make floats of whole numbers with gaps
    texts = pd.read_csv(path, dtype=str, keep_default_na=False)
    made = {}
    for column in table.columns:
        if column.head in {*table.optional} - {*texts}:
            continue
        values = texts[column.head].map(unmarked)
        if not column.is_text:
            parse = int if column.kind == "whole" else float
            values = [parse(text) if text else None for text in values]
        made[column.head] = pd.Series(values, dtype=TYPES[column.kind])
    return pd.DataFrame(made)
