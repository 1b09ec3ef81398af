"""Columns, and the language tables name them in: 'CELL kind runs mean±:e2 note'.

A word is a name and, after a colon, a kind, scale or places; ± adds both ends of an
interval. Names that many tables share have their kind in NAMES, others are numbers.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from quaver.items.ends import ends

E2, E4 = 1e2, 1e4  # the thesis prints means x 10^2 and deviations x 10^4
TYPES = {"number": "float64", "whole": "Int64", "text": "str", "remark": "str"}
SUFFIXES = {1.0: "", E2: "_e2", E4: "_e4"}
IDENTITY = "corpus view language technique trainer"
GROUPS = {
    "IDENTITY": IDENTITY,
    "CELL": f"{IDENTITY} sampling",
}  # as identity() of cells
NAMES = {
    "text": f"{GROUPS['CELL']} unit set kind word chosen method query against absent "
    "series period quantity measure target order enough step claim tested band scope",
    "whole": "runs n rank pairs queries words size groups base_runs bootstrapped_runs "
    "shuffled_runs epochs negative missing targets common cells batches present "
    "dropped questions tokens documents rank_1 rank_2 tests untested rejected",
    "remark": "note verdict",
}
KINDS = {name: kind for kind, names in NAMES.items() for name in names.split()}
MARKS = {
    **{kind: {"kind": kind} for kind in TYPES},
    **{"e2": {"scale": E2}, "e4": {"scale": E4, "places": 1}},
    **{f"{places}": {"places": places} for places in range(5)},
}


@dataclass(frozen=True)
class Column:
    """A column of a table: rows hold its value under `name`, the CSV under `head`."""

    name: str
    kind: str = "number"  # or whole, text, remark: a text that is empty where missing
    scale: float = 1.0  # of the CSV: 1, 1e2 or 1e4
    places: int = 3  # decimals shown to people

    def __post_init__(self):
        """Refuse what the builder does not know."""
        if self.kind not in TYPES or self.scale not in SUFFIXES:
            raise ValueError(
                f"Column {self.name!r}: kind must be one of {sorted(TYPES)} and scale "
                f"one of {sorted(SUFFIXES)}. Got {self.kind!r} and {self.scale!r}."
            )

    @property
    def head(self) -> str:
        """Name in the CSV: mean_e2 for a mean x 10^2."""
        return f"{self.name}{SUFFIXES[self.scale]}"

    @property
    def is_text(self) -> bool:
        """Whether it holds words."""
        return TYPES[self.kind] == "str"

    def value(self, row: Mapping):
        """What the CSV holds of a row; several remarks become one, nothing twice."""
        value = row.get(self.name)
        # what is missing has no type, hence 'Int64', which knows NA
        if value is None:
            return "" if self.kind == "remark" else None
        if self.kind == "remark":
            parts = [value] if isinstance(value, str) else value
            return "; ".join(dict.fromkeys(filter(None, parts)))
        # unscaled as it is: whole numbers must not become floats
        return value if self.scale == 1 else value * self.scale


def columns_of(text: str) -> Iterator[Column]:
    """Columns as a text names them, those of a group or interval one by one."""
    for word in text.split():
        name, _, mark = word.partition(":")
        if mark and mark not in MARKS:
            raise ValueError(f"{word!r}: the mark must be one of {', '.join(MARKS)}.")
        if name in GROUPS:
            yield from columns_of(GROUPS[name])
            continue
        stem = name.removesuffix("±")
        for each in [name] if stem == name else ends(stem, 0, 0, 0):
            facts = MARKS[mark] if mark else {}
            yield Column(each, **{"kind": KINDS.get(each, "number")} | facts)
