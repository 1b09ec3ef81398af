"""Which tables and figures a study has, by the rule that makes them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from snakemake.io import directory, report
from snakemake_interface_common.exceptions import WorkflowError

import quaver.house
from quaver import papers, store
from quaver.engine.setting import Setting, Wildcards
from quaver.items.claims import claims_of, claims_table
from quaver.items.item import Item, Table, files, modules, of, of_study
from quaver.items.write import FIGURE_ENDINGS, TABLE_ENDINGS
from quaver.measures import MEASURES

# What the record of any cell holds: an item that asks for cells may meet all of it.
OF_CELLS = ("pip", "neighbours", "distances", "quality", "averages")
TABLES, FIGURES, LISTS = "make_tables", "draw_figures", "list_neighbours"
CHANGES, THRESHOLDS = "change", "thresholds"
WORDS = "figures/change"  # where the figures of words stand
RULES = TABLES, FIGURES, LISTS, CHANGES, THRESHOLDS


@dataclass(frozen=True)
class Made:
    """The tables and figures one rule makes of a study.

    folders: of tables and of figures. modules: names of those that declare the items,
    for the rule's digest. title: of the paper they are of. root: of the results, with
    a slash, as rules have it before all paths.
    """

    items: tuple[Item, ...]
    folders: tuple[str, str]
    modules: tuple[str, ...]
    title: str = ""
    grid: Any = None
    root: str = ""

    def files(self, *endings: str) -> list[str]:
        """Files of these endings: csv, md, tex of tables, svg, png of figures."""
        return [
            f"{self.root}{self.folder(item)}/{item.name}.{ending}"
            for item in self.items
            for ending in (TABLE_ENDINGS if is_table(item) else FIGURE_ENDINGS)
            if ending in endings
        ]

    def reported(self, ending: str, **about) -> list:
        """Files of an ending, each with what a report says of it."""
        return [
            report(path, labels={"name": item.name, "holds": item.title}, **about)
            for item in self.items
            # the names of files are told in one place only
            for path in replace(self, items=(item,)).files(ending)
        ]

    def folder(self, item: Item) -> str:
        """Where an item stands, below results/<study>/."""
        return self.folders[not is_table(item)]

    def reads(self, wildcards: Wildcards | None = None) -> list[str]:
        """Stored files the items are made of, as an input function (see inputs.py)."""
        own = (name for item in self.items for name in item.reads)
        return [f"{self.root}{x}" for x in files(self.grid, (*OF_CELLS, *own))]

    @property
    def rules(self) -> tuple[str, ...]:
        """Rules of the measures that the items read."""
        names = dict.fromkeys(name for item in self.items for name in item.reads)
        return tuple(MEASURES[name].rule for name in names if name in MEASURES)

    def claims(self, paper: str) -> str:
        """The claims of a paper, as the terminal shows them."""
        return f"{self.root}papers/{paper}/claims.txt"


def is_table(item: Item) -> bool:
    """Tell a table from a figure."""
    return isinstance(item, Table)


def remove_others(results, made: Made) -> None:
    """Remove tables, or figures, that an earlier form of the study had made there."""
    for kind in {is_table(item) for item in made.items}:
        folder = made.folders[not kind]
        endings = TABLE_ENDINGS if kind else FIGURE_ENDINGS
        paths = {x for group in every(results.grid) for x in group.files(*endings)}
        names = (f"{where}.{x}" for where in ("*", "*/*") for x in endings)
        found = (file for name in names for file in results.file(folder).glob(name))
        store.remove(*{*found} - {*map(results.file, paths)})


def house(grid, *rules: str) -> Made:
    """The instrument's own items of a study that rules make, if any are named."""
    own = [
        item
        for kind, rule in zip(of(quaver.house), (TABLES, FIGURES), strict=True)
        for item in kind
        if (item.rule or rule) in (rules or RULES)
    ]
    return _made(own, grid, ("tables", "figures"), quaver.house)


def paper(grid, name: str) -> Made:
    """Items of a study in the replication of a paper, with its claims."""
    package = papers.package(name)
    tables, figures = of(package)
    claims = claims_of(package)
    if claims:  # they say why where a study cannot test them: it always has their table
        table = claims_table(claims, package.PAPER.title)
        tables.append(replace(table, wanted=lambda grid: True))
    made = _made([*tables, *figures], grid, (f"papers/{name}",) * 2, package)
    return replace(made, title=package.PAPER.title)


def every(grid) -> list[Made]:
    """All items of a study: the instrument's own, then those of each paper."""
    return [house(grid), *(paper(grid, name) for name in grid.study.papers)]


class Items:
    """The items of the study in force, as its rules ask for them."""

    def __init__(self, setting: Setting):
        grid, root = setting.grid, f"{setting.root}/"
        self.tables, self.figures, self.lists, self.changes, self.thresholds = (
            replace(house(grid, rule), root=root) for rule in RULES
        )
        # words that the table of this name tells of
        is_told = any(item.name == CHANGES for item in self.changes.items)
        self._words = [f"{root}{WORDS}"] if is_told else []
        names = setting.study.papers
        self.papers = {x: replace(paper(grid, x), root=root) for x in names}

    def csv(self, wildcards: Wildcards) -> list[str]:
        """All tables, as the summary holds them."""
        groups = self.tables, self.lists, self.changes, self.thresholds
        groups += tuple(self.papers.values())
        return [path for group in groups for path in group.files("csv")]

    def of_change(self) -> list[str]:
        """All that is shown of change: tables, figures, the folder of each word's."""
        return [*self.changes.files("csv", "svg"), *self._words]

    def words_changed(self, **about) -> list:
        """The folder of figures of words, where a study asks which changed."""
        return [report(directory(path), **about) for path in self._words]

    def asked(self, wildcards: Wildcards) -> list[str]:
        """Refuse to tell what changed where no change is asked for."""
        if self.changes.items:
            return []
        raise WorkflowError(
            "The study asks for no change. Write for example 'analyses: {change: "
            "{mine: {pairs: [[early, late]], words: [war, money]}}}'."
        )

    def of_thresholds(self) -> list[str]:
        """All that is shown of thresholds of similarity: tables, and the figure."""
        return self.thresholds.files("csv", "svg")

    def meant(self, wildcards: Wildcards) -> list[str]:
        """Refuse to tell thresholds where no baseline is asked for."""
        if self.thresholds.items:
            return []
        raise WorkflowError(
            "The study holds similarities against no baseline. Write for example "
            "'analyses: {similarity: {baseline: {kind: wordnet}}}', or for texts that "
            "are not English 'kind: scores' (docs/words.md)."
        )

    def replicated(self, wildcards: Wildcards) -> list[str]:
        """All that is made of papers."""
        papers = self.papers.items()
        return [
            x for k, made in papers for x in (*made.files("csv", "svg"), made.claims(k))
        ]


def _made(items: Iterable[Item], grid, folders: tuple[str, str], package) -> Made:
    own = sorted(of_study(items, grid), key=lambda item: item.order)
    names = tuple(module.__name__ for module in modules(package))
    return Made(tuple(own), folders, names, grid=grid)
