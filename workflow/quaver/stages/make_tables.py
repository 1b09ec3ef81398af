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
    folder = plan.file("tables")
    made = frames(plan, read_published(published))
    for name, frame in made.items():
        for ending, render in FORMATS.items():
            _write(folder / f"{name}.{ending}", render(frame))
    _write(folder / "findings.txt", tables.as_text(made["findings"]))


def frames(plan: Plan, published: Mapping) -> dict[str, pd.DataFrame]:
    """All tables of a study by name, from its stored numbers."""
    cells, corpora = plan.cells(), plan.corpora()
    thesis, antoniak = published["rettenmeier2020"], published["antoniak2018"]
    return {
        "findings": tables.findings(cells, corpora),
        "table_2_8": tables.table_2_8(cells, thesis["table_2_8"]),
        "table_2_11": tables.table_2_11(cells, thesis["table_2_11"]),
        "figure_3_5": tables.figure_3_5(cells),
        "neighbours": tables.neighbours(cells),
        "quality": tables.quality(cells),
        "quality_sections": tables.quality_sections(cells),
        "vocabulary": tables.vocabulary(cells),
        "words": tables.words(plan.words()),
        "trainings": tables.trainings(cells),
        "corpora": tables.corpora(corpora),
        "table_1_2": tables.table_1_2(corpora, thesis["table_1_2"]),
        "table_1_7": tables.table_1_7(corpora, thesis["table_1_7"]),
        "table_1_8": tables.table_1_8(corpora, thesis["table_1_8"]),
        "antoniak2018_table_2": tables.antoniak2018_table_2(
            corpora, antoniak["table_2"]
        ),
    }


def read_published(paths: list[Path]) -> dict[str, dict[str, pd.DataFrame]]:
    """The papers' own numbers, by paper and table."""
    found: dict[str, dict[str, pd.DataFrame]] = {}
    for path in paths:
        paper = found.setdefault(path.parent.name, {})
        paper[path.stem] = pd.read_csv(path, keep_default_na=False)
    return found


def _write(path: Path, text: str) -> None:
    with store.replacing(path) as temporary:
        temporary.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    run(make_tables, store.StoreError)
