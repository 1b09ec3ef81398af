"""Section 4.2: Table 4.5, Figures 4.1 and 4.2 and Equation 4.4, on laws of change."""

from collections.abc import Callable, Iterator, Mapping

from quaver.house.laws_controlled import (
    WAYS,
    difference_of,
    few,
    is_asked,
    value_of,
)
from quaver.items.claims import Band, Claim
from quaver.items.ends import with_ends
from quaver.items.published import CLOSE, Printed, read
from quaver.papers.rettenmeier2020.comparable import EPOCHS, FOLDER
from quaver.papers.rettenmeier2020.declare import table
from quaver.results.laws import CONTEXTS, COSINE, GENUINE, LawNumbers
from quaver.results.records import spoken
from quaver.statistics.values import sum_of

DECADES, RUNS = 20, 32  # of the published text
RANDOM = "batches"  # the control of the thesis
NAMES = {GENUINE: "genuine", RANDOM: "random"}  # conditions, as the thesis has them
CLOSE_TO = 0.05  # a slope or share is as good as equal to a printed one
DUBOSSARSKY = 0.08  # of the variance explained: genuine less control
REFERENCE = {
    "technique": "Dubossarsky et al. 2017",
    "condition": "difference",
    "quantity": "explained",
    "published": DUBOSSARSKY,
    "note": "a reference of the thesis: single runs of PPMI, SVD and word2vec",
}


def reason(results) -> Callable[[LawNumbers], str]:
    """What tells of a series why it does not compare with the published one."""
    return unlike


def unlike(numbers: LawNumbers) -> str:
    """Why laws of a series do not compare with those of COHA; empty where they do."""
    theirs = sum(row["tokens_in_1e5"] for row in read(FOLDER / "table_1_7.csv")) / 10
    ours = numbers.tokens / 1e6
    if spoken(numbers.language) != "en" or len(numbers.periods) != DECADES:
        of = "" if spoken(numbers.language) == "en" else f" of {numbers.language}"
        return f"{len(numbers.periods)} periods{of}, published are {DECADES} of COHA"
    if not abs(ours - theirs) <= CLOSE * theirs:
        return f"another text ({ours:.1f} of {theirs:.0f} million tokens)"
    for name, wanted in (("dimensions", 300), ("epochs", EPOCHS.get(numbers.trainer))):
        own = numbers.parameters.get(name)
        if None not in (own, wanted) and own != wanted:
            return f"{own} {name} of {wanted}"
    return ""


def laws(results) -> list[LawNumbers]:
    """Laws of all series, of shuffled runs as in the thesis."""
    return [own for own in results.laws() if own.sampling == "shuffled"]


def shown(numbers: LawNumbers, way: str = "") -> list[tuple[str, int]]:
    """How change was told and sizes of averages, that genuine periods have.

    The thesis has spaces alone, no contexts.
    """
    kinds = [kind for kind in numbers.genuine.lines if kind[0] not in CONTEXTS]
    return [kind for kind in kinds if way in ("", kind[0])]


def _over(results, make: Callable) -> Iterator[dict]:
    """Rows of all series, or why there are none."""
    for numbers in laws(results):
        lacks = [{"note": numbers.note}]
        for row in lacks if numbers.note else make(numbers):
            yield numbers.identity | row


def _values(numbers: LawNumbers) -> Iterator[dict]:
    """Slope and variance explained of each condition, and how they differ."""
    sizes = sorted({size for _, size in shown(numbers)})
    for way, size in shown(numbers):
        if size not in (sizes[0], sizes[-1]):
            continue
        row = {"measure": WAYS[way], "size": size, "cell": numbers}
        lines = _lines(numbers, (way, size))
        for name, line in lines.items():
            for quantity in ("slope", "explained"):
                value = value_of(line, quantity)
                facts = {"condition": name, "quantity": quantity, "note": few(line)}
                yield row | facts | with_ends("value", value)
        if {*NAMES.values()} <= {*lines}:
            both = lines["genuine"], lines["random"]
            value = difference_of(*both, "explained")
            facts = {"condition": "difference", "quantity": "explained"}
            yield row | facts | {"note": few(both[0])} | with_ends("value", value)


def _lines(numbers: LawNumbers, kind: tuple[str, int]) -> dict[str, Mapping]:
    """Lines of the conditions that have a way and a size, as the thesis calls them."""
    return {
        NAMES.get(name, name): condition.lines[kind]
        for name, condition in numbers.conditions.items()
        if kind in condition.lines
    }


def _table_rows(results) -> list[dict]:
    rows = list(_over(results, _values))
    return [*rows, REFERENCE] if rows else []


def _slopes(numbers: LawNumbers) -> Iterator[dict]:
    """Slope and variance explained by size, a row for each condition."""
    for way, size in shown(numbers):
        for name, line in _lines(numbers, (way, size)).items():
            row = {"measure": WAYS[way], "size": size, "condition": name}
            row |= {"groups": len(line["slope"]), "cell": numbers, "note": few(line)}
            row |= with_ends("slope", value_of(line, "slope"))
            yield row | with_ends("explained", value_of(line, "explained"))


def largest(numbers: LawNumbers) -> tuple[str, int]:
    """The average of most runs, by cosine."""
    return shown(numbers, COSINE)[-1]


def _ranges(results) -> Iterator[dict]:
    """Least and greatest slope of the techniques of each series, of most runs."""
    series: dict[str, list[LawNumbers]] = {}
    for numbers in laws(results):
        if numbers.note:
            yield numbers.identity | {"note": numbers.note}
        else:
            series.setdefault(numbers.series, []).append(numbers)
    for name, own in series.items():
        by_value = sorted(
            ((value_of(x.genuine.lines[largest(x)], "slope"), x) for x in own),
            key=lambda each: each[0].value,
        )
        ends = zip(("least", "greatest"), (by_value[0], by_value[-1]), strict=True)
        for end, (value, numbers) in ends:
            row = {"series": name, "end": end, "cell": numbers, "sampling": "shuffled"}
            row |= {"technique": numbers.technique, "trainer": numbers.trainer}
            row |= {"techniques": len(own), "size": largest(numbers)[1]}
            row |= with_ends("slope", value)
            missing = {*EPOCHS} - {each.trainer for each in own}
            lacks = f"without {', '.join(sorted(missing))}" if missing else ""
            yield row | {"unlike": lacks or _other_size(row["size"])}


def _other_size(size: int) -> str:
    return "" if size == RUNS else f"averages of {size} runs, published of {RUNS}"


IDENTITY = "series language technique trainer sampling"
PUBLISHED = {"comparable": reason, "margin": CLOSE_TO}
PRINTED = "published"
TABLE_4_5 = table(
    "Table 4.5",
    "Slope of change over frequency and variance explained, in periods and at random",
    "single runs and averages of most runs, by cosine and, as coded, by the dot "
    "product of averages that lost a part of their length. Random: batches of random "
    "documents; difference: periods less batches. Intervals of 95 %: words drawn anew, "
    "runs and pairs of periods left out.",
    columns=f"{IDENTITY} measure size condition:text quantity value±",
    keys="technique measure size condition quantity value± published verdict",
    rows=_table_rows,
    wanted=is_asked,
    published={
        "keys": ("trainer", "size", "condition", "quantity"),
        "columns": {PRINTED: "value"},
        "value": "value",
        "ends": Printed("value", 0.005),
        **PUBLISHED,
    },
    reads=("change_laws",),
)
TABLE_OF_4_2 = table(
    "Figure 4.2",
    "Slope of change over frequency and variance explained, by size of averages",
    "by cosine and, as coded, by the dot product of averages that lost a part of their "
    "length; the authors' slopes are as coded. Intervals of 95 %: words drawn anew, "
    "runs and pairs of periods left out.",
    columns=f"{IDENTITY} measure size groups condition:text slope± explained±",
    keys="technique measure size condition slope± explained published verdict",
    rows=lambda results: _over(results, _slopes),
    wanted=is_asked,
    published={
        "keys": ("trainer", "size", "condition"),
        "columns": {PRINTED: "slope"},
        "value": "slope",
        "interval": ("slope_low", "slope_high"),
        "ends": Printed("slope", 0.0005),
        **PUBLISHED,
    },
    reads=("change_laws",),
)
EQUATION_4_4 = table(
    "Equation 4.4",
    "The range of slopes of change over frequency",
    "least and greatest slope over techniques, of the largest averages by cosine, each "
    "with its 95 % interval. Beside it the range the thesis prints, and that of "
    "Hamilton et al. 2016.",
    columns="series technique trainer sampling techniques:whole size end:text slope±",
    keys="series end technique size slope± published hamilton2016 verdict",
    rows=_ranges,
    wanted=is_asked,
    published={
        "keys": ("end",),
        "columns": {PRINTED: "value", "hamilton2016": "hamilton2016"},
        "value": "slope",
        "interval": ("slope_low", "slope_high"),
        "ends": Printed("value", 0.005),
        **PUBLISHED,
    },
    reads=("change_laws",),
)


def _claimed(make: Callable) -> Callable:
    """Rows of a claim: make gives a value, or nothing, of each technique."""

    def rows(results) -> Iterator[dict]:
        for numbers in laws(results):
            row = numbers.identity | {"corpus": numbers.series, "view": numbers.series}
            if numbers.note:
                yield row | {"verdict": "", "note": numbers.note}
            elif (value := make(numbers)) is not None:
                size = largest(numbers)[1]
                facts = {
                    "n": size,
                    "note": few(numbers.genuine.lines[largest(numbers)]),
                }
                yield row | facts | with_ends("value", value)

    return rows


def _gain(numbers: LawNumbers, kind: tuple[str, int], quantity: str):
    """How much more the periods have than random batches."""
    lines = _lines(numbers, kind)
    if {*NAMES.values()} <= {*lines}:
        return difference_of(lines["genuine"], lines["random"], quantity)
    return None


def _by_averaging(numbers: LawNumbers):
    """How much further apart averaging moves what periods and batches explain."""
    parts = [_gain(numbers, x, "explained") for x in ((COSINE, 1), largest(numbers))]
    if None in parts or largest(numbers)[1] == 1:
        return None
    # the same words are in both, so that errors add up on the wide side
    return sum_of([parts[1], parts[0].times(-1)])


def _claim(name: str, quantity: str, make: Callable, band: Band) -> Claim:
    return Claim(
        name,
        tested="section 4.2",
        quantity=quantity,
        rows=_claimed(make),
        band=band,
        null=0.0,
        reads=("change_laws",),
    )


SLOPE, EXPLAINED = "slope of change over frequency", "variance explained by frequency"
CONFORMITY = _claim(
    "rarer words change more",
    SLOPE,
    lambda numbers: value_of(numbers.genuine.lines[largest(numbers)], "slope"),
    Band(high=0),
)
GENUINE_LAW = _claim(
    "rarer words change more than at random",
    f"{SLOPE}, periods less batches",
    lambda numbers: _gain(numbers, largest(numbers), "slope"),
    Band(high=0),
)
APART = _claim(
    "frequency explains more of genuine change",
    f"{EXPLAINED}, periods less batches",
    lambda numbers: _gain(numbers, largest(numbers), "explained"),
    Band(low=0),
)
AVERAGED = _claim(
    "averaging sets genuine change further apart",
    f"{EXPLAINED}, periods less batches: of averages, less that of single runs",
    _by_averaging,
    Band(low=0),
)
RESTRICTED = _claim(
    "the slope lies between -.75 and -.58",
    SLOPE,
    lambda numbers: value_of(numbers.genuine.lines[largest(numbers)], "slope"),
    Band(-0.755, -0.575),
)
