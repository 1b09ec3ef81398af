"""Make all tables of a study from its stored numbers."""

from collections.abc import Mapping
from pathlib import Path

import pandas as pd

from quaver import store, tables
from quaver.stages.job import Job, run
from quaver.stages.plan import Plan

FORMATS = {"csv": tables.as_csv, "md": tables.as_markdown, "tex": tables.as_latex}


def make_tables(job: Job) -> None:
    """Write every table as CSV, Markdown and LaTeX, and the findings as plain text."""
    study, *published = job.inputs
    plan = Plan(study, job.undone)
    cells = plan.cells()
    folder = plan.file("tables")
    for name, frame in frames(cells, plan.words(), read_published(published)).items():
        for ending, render in FORMATS.items():
            _write(folder / f"{name}.{ending}", render(frame))
    _write(folder / "findings.txt", tables.as_text(tables.findings(cells)))


def frames(cells, words, published: Mapping) -> dict[str, pd.DataFrame]:
    """All tables of a study by name, from its stored numbers."""
    return {
        "findings": tables.findings(cells),
        "table_2_8": tables.table_2_8(cells, published["table_2_8"]),
        "table_2_11": tables.table_2_11(cells, published["table_2_11"]),
        "figure_3_5": tables.figure_3_5(cells),
        "neighbours": tables.neighbours(cells),
        "quality": tables.quality(cells),
        "quality_sections": tables.quality_sections(cells),
        "vocabulary": tables.vocabulary(cells),
        "words": tables.words(words),
        "trainings": tables.trainings(cells),
    }


def read_published(paths: list[Path]) -> dict[str, pd.DataFrame]:
    """The papers' own numbers, by the name of the table."""
    return {path.stem: pd.read_csv(path, keep_default_na=False) for path in paths}


def _write(path: Path, text: str) -> None:
    with store.replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    run(make_tables, store.StoreError)
