"""Which tables and figures a study has, by the rule that makes them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from snakemake.io import report

import quaver.house
from quaver import papers, store
from quaver.engine.setting import Setting, Wildcards
from quaver.items.claims import claims_of, claims_table
from quaver.items.item import Item, Table, modules, of
from quaver.items.reads import files, is_wanted
from quaver.items.write import FIGURE_ENDINGS, TABLE_ENDINGS

# What the record of any cell holds: an item that asks for cells may meet all of it.
OF_CELLS = ("pip", "neighbours", "distances", "quality", "averages")
RULES = TABLES, FIGURES, LISTS = "make_tables", "draw_figures", "list_neighbours"


@dataclass(frozen=True)
class Made:
    """The tables and figures one rule makes of a study.

    folders: of tables and of figures, below results/<study>/. modules: names of those
    that declare the items, for the rule's digest. title: of the paper they are of.
    """

    items: tuple[Item, ...]
    folders: tuple[str, str]
    modules: tuple[str, ...]
    title: str = ""

    def files(self, *endings: str) -> list[str]:
        """Files of these endings: csv, md, tex of tables, svg, png of figures."""
        return [
            f"{self.folder(item)}/{item.name}.{ending}"
            for item in self.items
            for ending in (TABLE_ENDINGS if is_table(item) else FIGURE_ENDINGS)
            if ending in endings
        ]

    def labelled(self, ending: str) -> list[tuple[str, dict[str, str]]]:
        """Files of an ending with what a report says of each."""
        return [
            (path, {"name": item.name, "holds": item.title})
            for item in self.items
            # the names of files are told in one place only
            for path in Made((item,), self.folders, ()).files(ending)
        ]

    def folder(self, item: Item) -> str:
        """Where an item stands, below results/<study>/."""
        return self.folders[not is_table(item)]

    def reads(self, grid) -> list[str]:
        """Stored files the items are made of, below results/<study>/."""
        own = (name for item in self.items for name in item.reads)
        return files(grid, (*OF_CELLS, *own))


def is_table(item: Item) -> bool:
    """Tell a table from a figure."""
    return isinstance(item, Table)


def remove_others(results, made: Made) -> None:
    """Remove tables, or figures, that an earlier form of the study had made there."""
    kinds = {is_table(item) for item in made.items}
    for kind in kinds:
        folder = made.folders[not kind]
        names = {
            item.name
            for group in every(results.grid)
            for item in group.items
            if is_table(item) == kind and group.folder(item) == folder
        }
        endings = TABLE_ENDINGS if kind else FIGURE_ENDINGS
        files = (file for x in endings for file in results.file(folder).glob(f"*.{x}"))
        store.remove(*(file for file in files if file.stem not in names))


def house(grid, *rules: str) -> Made:
    """The instrument's own items of a study that rules make; of all, if none is named.

    Where a rule makes an item that the study does not ask for, it is left out.
    """
    items = [
        item
        for kind in of(quaver.house)
        for item in kind
        if rule_of(item) in (rules or (TABLES, FIGURES, LISTS))
    ]
    return _made(items, grid, ("tables", "figures"), quaver.house)


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


def rule_of(item: Item) -> str:
    """The rule that makes an item of the house."""
    return item.rule or (TABLES if is_table(item) else FIGURES)


class Items:
    """The items of the study in force, as its rules ask for them."""

    def __init__(self, setting: Setting):
        """Take the study in force."""
        self.tables, self.figures, self.lists = (
            Placed(house(setting.grid, rule), setting) for rule in RULES
        )
        self.papers = {
            name: Placed(paper(setting.grid, name), setting)
            for name in setting.study.papers
        }

    def csv(self, wildcards: Wildcards) -> list[str]:
        """All tables, as the summary holds them."""
        groups = self.tables, self.lists, *self.papers.values()
        return [path for group in groups for path in group.files("csv")]

    def replicated(self, wildcards: Wildcards) -> list[str]:
        """All that is made of papers."""
        return [
            path
            for name, group in self.papers.items()
            for path in (*group.files("csv", "svg"), group.claims(name))
        ]


class Placed:
    """The items of one rule with the paths of the study in force."""

    def __init__(self, made: Made, setting: Setting):
        """Take the items of a rule."""
        self._made, self._setting = made, setting
        self.modules, self.title = made.modules, made.title

    def files(self, *endings: str) -> list[str]:
        """Files of these endings."""
        return [self._setting.file(path) for path in self._made.files(*endings)]

    def reported(self, ending: str, **about) -> list:
        """Files of an ending, each with what a report says of it."""
        return [
            report(self._setting.file(path), labels=labels, **about)
            for path, labels in self._made.labelled(ending)
        ]

    def reads(self, wildcards: Wildcards) -> list[str]:
        """Stored files they are made of.

        A function, as Snakemake hashes a named list of inputs once per file in it.
        """
        return [self._setting.file(x) for x in self._made.reads(self._setting.grid)]

    def claims(self, paper: str) -> str:
        """The claims of a paper, as the terminal shows them."""
        return self._setting.file(f"papers/{paper}/claims.txt")


def _made(items: Iterable[Item], grid, folders: tuple[str, str], package) -> Made:
    own = sorted(
        (item for item in items if is_wanted(item, grid)), key=lambda item: item.order
    )
    return Made(tuple(own), folders, tuple(m.__name__ for m in modules(package)))
