"""How items of this paper are declared, and what all their rows begin with."""

from collections.abc import Callable, Iterator, Mapping

from quaver.items.drawn import numbered
from quaver.items.item import Table
from quaver.papers.bloem2019 import PAPER
from quaver.papers.bloem2019.likeness import dataset_of, unlike
from quaver.papers.bloem2019.scene import drawn_as, reading, texts_of
from quaver.papers.bloem2019.stored import APART, drawn
from quaver.results.records import identity
from quaver.results.terms import TermNumbers
from quaver.statistics import RUNS_FOR_INTERVAL

FEW = f"no interval: it needs {RUNS_FOR_INTERVAL} terms"
SET = "CELL set learner:text draw:text text:text"  # columns of every set


def wants(kind: str, *readings: str, draws=(), measure: str = APART) -> Callable:
    """Tells of a grid whether a learner of a kind and reading learns such sets."""

    def wanted(grid) -> bool:
        asked = grid.study.analyses.terms
        return any(
            reading(grid, own.learner) in [(kind, each) for each in readings]
            and (not draws or asked.sets[own.terms].draw in draws)
            for own in grid.measured[measure]
        )

    return wanted


def table(number: str, title: str, caption: str, columns: str, **facts) -> Table:
    """Declare Table 4; a note follows the columns."""
    facts = {"reads": (APART, "draw_sentences", "encode_corpus")} | facts
    facts |= {"columns": f"{columns} note", "paper": PAPER.title}
    return numbered(number, title, caption, **facts)


def few(terms: int) -> str:
    """Why there is no interval, where there are so few terms."""
    return "" if terms >= RUNS_FOR_INTERVAL else FEW


class Rows:
    """What rows of sets begin with, for one study."""

    def __init__(self, results):
        self.results, self.kinds = results, texts_of(results)
        self.drawn = drawn(results)

    def start(self, own) -> dict:
        """Columns SET of a record or sample, its dataset in print, and why unlike."""
        name = own.name
        layout = self.results.study.analyses.terms.sets[name].format
        dataset = dataset_of(self.results, self.kinds, name)
        return {
            **identity(own.cell),
            **{"cell": own.cell, "set": name, "learner": own.learner},
            **{"draw": drawn_as(self.results, name), "dataset": dataset},
            "text": self.kinds.get(name, ""),
            "unlike": unlike(self.drawn.get(name), dataset, layout),
        }

    def each(self, records, row_of: Callable) -> Iterator[Mapping]:
        """Rows of records; of one without numbers a row with the reason."""
        for own in records:
            start = self.start(own)
            if own.note:
                # nothing of it is held against print
                yield {x: start[x] for x in start if x != "cell"} | {"note": own.note}
                continue
            yield from (start | row for row in row_of(own))

    def is_of(self, own: TermNumbers, *draws: str) -> bool:
        """Tell whether a record is of one of the paper's sets, drawn so."""
        return own.name in self.kinds and drawn_as(self.results, own.name) in draws
