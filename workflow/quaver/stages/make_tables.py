"""Make all tables of a study from its stored numbers."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
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
            store.write_text(folder / f"{name}.{ending}", render(frame))
    store.write_text(folder / "findings.txt", tables.as_text(made["findings"]))


@dataclass(frozen=True)
class Numbers:
    """All numbers of a study that tables are made of, and the published ones.

    cells: without the variants of sweeps, which are in all_cells. thesis, antoniak:
    published tables by name. texts: sizes of our texts and of the thesis's.
    """

    all_cells: list[tables.CellNumbers]
    corpora: list[tables.CorpusNumbers]
    words: Iterable[tables.WordNumbers]
    distributions: Iterable[tables.DistributionNumbers]
    distances: list[tuple[tables.CellNumbers, tables.Distances | None]]
    thesis: Mapping[str, pd.DataFrame]
    antoniak: Mapping[str, pd.DataFrame]
    texts: tables.Texts

    @property
    def cells(self) -> list[tables.CellNumbers]:
        """The cells that are no variants of a sweep."""
        return [cell for cell in self.all_cells if not cell.base]


def numbers(plan: Plan, published: Mapping) -> Numbers:
    """Read all numbers of a study."""
    thesis, corpora = published["rettenmeier2020"], plan.corpora()
    return Numbers(
        all_cells=plan.cells(),
        corpora=corpora,
        words=plan.words(),
        distributions=plan.distributions(),
        distances=plan.distances(),
        thesis=thesis,
        antoniak=published["antoniak2018"],
        texts=tables.texts(corpora, thesis["table_1_2"]),
    )


def frames(plan: Plan, published: Mapping) -> dict[str, pd.DataFrame]:
    """All tables of a study by name, from its stored numbers."""
    found = numbers(plan, published)
    return {name: make(found, name) for name, make in TABLES.items()}


def _of(source: str, *others: str) -> Callable[[Numbers, str], pd.DataFrame]:
    """How a table is made of one kind of numbers and, if named, others with it.

    published: the published table of its name. Any other is a field of Numbers.
    """

    def make(found: Numbers, name: str) -> pd.DataFrame:
        given = [
            found.thesis[name] if other == "published" else getattr(found, other)
            for other in (source, *others)
        ]
        return getattr(tables, name.lower())(*given)

    return make


_scores = _of("cells", "published", "texts")
_distribution = _of("distributions", "published", "texts")
_example = _of("distributions", "published")
_text = _of("corpora", "published")
_sweep = _of("all_cells", "thesis", "texts")

TABLES: dict[str, Callable[[Numbers, str], pd.DataFrame]] = {
    "findings": _of("cells", "corpora"),
    **dict.fromkeys(("table_1_2", "table_1_7", "table_1_8"), _text),
    **dict.fromkeys(("table_1_4", "table_1_5", "table_1_6", "table_2_1"), _scores),
    **dict.fromkeys(("table_2_2", "table_2_4", "table_3_5"), _example),
    **dict.fromkeys(("table_2_3", "table_2_5", "table_2_6"), _distribution),
    **dict.fromkeys(("table_2_8", "table_2_10", "table_2_11"), _scores),
    "table_2_9": _of("cells", "published"),
    **dict.fromkeys(("table_3_1", "table_3_2", "table_3_3", "table_3_4"), _sweep),
    "table_3_6": lambda found, name: tables.table_3_6(
        found.distributions, found.thesis[name], found.thesis["table_2_10"], found.texts
    ),
    **dict.fromkeys(("table_A_1", "table_A_2"), _distribution),
    "equation_2_43": _of("cells", "corpora", "published"),
    "equation_3_6": _distribution,
    "section_2_3_1": _of("words"),
    **dict.fromkeys(("figure_2_3", "figure_2_4"), _of("distributions", "texts")),
    "figure_3_6": _of("distributions"),
    "figure_3_5": _of("cells"),
    "averages": _of("distributions"),
    "distances": _of("distances"),
    "sweeps": _of("all_cells"),
    **dict.fromkeys(("neighbours", "quality", "quality_sections"), _of("cells")),
    "vocabulary": _of("cells"),
    "trainings": _of("all_cells"),
    "words": _of("words"),
    "corpora": _of("corpora"),
    "antoniak2018_table_2": lambda found, name: tables.antoniak2018_table_2(
        found.corpora, found.antoniak["table_2"]
    ),
}


def read_published(paths: list[Path]) -> dict[str, dict[str, pd.DataFrame]]:
    """The papers' own numbers, by paper and table."""
    found: dict[str, dict[str, pd.DataFrame]] = {}
    for path in paths:
        paper = found.setdefault(path.parent.name, {})
        paper[path.stem] = pd.read_csv(path, keep_default_na=False)
    return found


if __name__ == "__main__":
    run(make_tables, store.StoreError)
