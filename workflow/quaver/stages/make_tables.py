"""Make all tables of a study from its stored numbers."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from quaver import store, tables
from quaver.config.analyses import Enough
from quaver.engine.job import Job, run
from quaver.house.trusted import lists
from quaver.results.reader import Results

FORMATS = {"csv": tables.as_csv, "md": tables.as_markdown, "tex": tables.as_latex}


def make_tables(job: Job) -> None:
    """Write every table as CSV, Markdown and LaTeX, and the findings as plain text."""
    study, *published = job.inputs
    plan, given = Results(study, job.undone), read_published(published)
    made = frames(plan, given)
    write_tables(plan, made)
    store.write_text(plan.file("tables/findings.txt"), findings(plan, made, given))


def findings(plan: Results, made: Mapping[str, pd.DataFrame], given: Mapping) -> str:
    """What a user reads first: losses, claims, answers, as far as they are wanted."""
    listed = lists(plan, given)
    parts = [tables.as_claims(made["antoniak2018_claims"])]
    parts += [tables.as_answer(listed["trust"])] if listed else []
    if "pip" in plan.study.analyses.stability.measures or not any(parts):
        parts.insert(0, tables.as_text(made["findings"]))
    return "\n".join(filter(None, parts))


def write_tables(plan: Results, made: Mapping[str, pd.DataFrame]) -> None:
    """Write tables, by name, in every format."""
    for name, frame in made.items():
        for ending, render in FORMATS.items():
            store.write_text(plan.file(f"tables/{name}.{ending}"), render(frame))


@dataclass(frozen=True)
class Numbers:
    """All numbers of a study that tables are made of, and the published ones.

    cells: without the variants of sweeps, which are in all_cells. queries, queried:
    cells with words asked for, as stored, and what is kept of them; ways: how they are
    counted. thesis, antoniak: published tables by name. texts: sizes of our texts and
    of the thesis's. sizes: texts by the size of their fractions; wanted: when runs and
    texts are enough.
    """

    all_cells: list[tables.CellNumbers]
    corpora: list[tables.CorpusNumbers]
    asked: list[tables.AskedNumbers]
    words: Iterable[tables.WordNumbers]
    distributions: Iterable[tables.DistributionNumbers]
    distances: list[tuple[tables.CellNumbers, tables.Distances | None]]
    queries: Iterable[tables.QueryNumbers]
    queried: list[tables.Queried]
    ways: tables.Ways
    thesis: Mapping[str, pd.DataFrame]
    antoniak: Mapping[str, pd.DataFrame]
    texts: tables.Texts
    sizes: Iterable[tables.TextNumbers]
    wanted: Enough

    @property
    def cells(self) -> list[tables.CellNumbers]:
        """The cells that are no variants of a sweep."""
        return [cell for cell in self.all_cells if not cell.base]


def numbers(plan: Results, published: Mapping) -> Numbers:
    """Read all numbers of a study."""
    thesis, corpora = published["rettenmeier2020"], plan.corpora()
    queries = plan.queries()
    return Numbers(
        all_cells=plan.cells(),
        corpora=corpora,
        asked=plan.asked(),
        words=plan.words(),
        distributions=plan.distributions(),
        distances=plan.distances(),
        queries=queries,
        queried=tables.kept(queries),
        ways=ways_of(plan),
        thesis=thesis,
        antoniak=published["antoniak2018"],
        texts=tables.texts(corpora, thesis["table_1_2"]),
        sizes=plan.sizes(),
        wanted=plan.study.analyses.enough,
    )


def ways_of(plan: Results) -> tables.Ways:
    """How the study wants agreement and absent words of queries counted."""
    wanted = plan.study.analyses.queries
    return tables.Ways(wanted.agreement, wanted.absent)


def frames(plan: Results, published: Mapping) -> dict[str, pd.DataFrame]:
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
_counted = _of("queried", "ways")
_lists = _of("queried", "corpora", "antoniak")

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
    "enough_runs": lambda found, _: tables.enough_runs(
        found.queries, found.wanted.tolerance
    ),
    "enough_text": lambda found, _: tables.enough_text(found.sizes, found.wanted.share),
    "averages": _of("distributions"),
    "distances": _of("distances"),
    "sweeps": _of("all_cells"),
    **dict.fromkeys(("neighbours", "quality", "quality_sections"), _of("cells")),
    "vocabulary": _of("cells"),
    "trainings": _of("all_cells"),
    "words": _of("words"),
    "corpora": _of("corpora"),
    "queries": _of("asked"),
    "antoniak2018_table_2": lambda found, name: tables.antoniak2018_table_2(
        found.corpora, found.antoniak["table_2"]
    ),
    "antoniak2018_table_4": _of("queries", "ways"),
    **dict.fromkeys(("antoniak2018_table_5", "antoniak2018_table_6"), _lists),
    **dict.fromkeys(("antoniak2018_figure_1", "antoniak2018_figure_2"), _counted),
    "antoniak2018_figure_3": _of("queried"),
    **{f"antoniak2018_figure_{number}": _counted for number in (4, 5, 6)},
    "antoniak2018_as_coded": _of("queried"),
    "antoniak2018_claims": _counted,
}


def read_published(paths: list[Path]) -> dict[str, dict[str, pd.DataFrame]]:
    """The papers' own numbers, by paper and table."""
    found: dict[str, dict[str, pd.DataFrame]] = {}
    for path in paths:
        folder = path.parents[1] if path.parent.name == "published" else path.parent
        paper = found.setdefault(folder.name, {})
        paper[path.stem] = pd.read_csv(path, keep_default_na=False)
    return found


if __name__ == "__main__":
    run(make_tables, store.StoreError)
