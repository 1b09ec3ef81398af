"""Tables 2.8, 2.9 and 2.11: losses, order of techniques, extrinsic instability."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import combinations
from operator import itemgetter

from quaver.house.cells import own_cells
from quaver.house.instability import extrinsic_row
from quaver.house.losses import by_view, loss_row, means, order
from quaver.items import claims
from quaver.items.columns import E2, E4
from quaver.items.ends import value_row
from quaver.items.published import Printed, read
from quaver.papers.rettenmeier2020.comparable import FOLDER, USUAL
from quaver.papers.rettenmeier2020.declare import table
from quaver.results.records import CellNumbers, by_sampling, gap, grouped, identity
from quaver.statistics import Estimate, pair_mean
from quaver.statistics.values import ratio, value_of


def _order_rows(results) -> list[dict]:
    views = by_view(own_cells(results))
    pairs = sum(len(_pairs(cells)) for cells in views)
    rows = grouped((_order(own, pairs) for own in views), itemgetter("sampling"))
    return [row for own in rows.values() for row in (*own, _same(own))]


def _pair_rows(results) -> Iterator[dict]:
    for cells in by_view(own_cells(results)):
        for steady, other in _pairs(cells):
            losses = pair_mean(steady.losses), pair_mean(other.losses)
            times = ratio(*map(value_of, losses))
            facts = {"against": other.technique}
            facts |= {**identity(steady), "runs": min(loss.runs for loss in losses)}
            yield value_row(times, **facts)


STEADIER = claims.Band(high=1)  # of a loss by that of a technique that is to waver more


@cache
def published_order(sampling: str) -> list[str]:
    """Trainers of a sampling, the steadiest first."""
    table = sorted(read(FOLDER / "table_2_9.csv"), key=lambda row: row["place"])
    return [row["trainer"] for row in table if row["sampling"] == sampling]


def _order(cells: Sequence[CellNumbers], of_all: int) -> dict:
    published = published_order(cells[0].sampling)
    losses, pairs = means(cells), _pairs(cells)
    gaps = [f"{cell.technique}: {gap(cell)}" for cell in cells if cell.losses is None]
    trainers = {cell.trainer for cell in cells if cell.losses is not None}
    both = ([losses[cell.technique] for cell in own] for own in pairs)
    verdicts = [_verdict(*own, of_all) for own in both]
    names = "corpus", "view", "language", "sampling"
    return {
        **{name: getattr(cells[0], name) for name in names},
        "order": order(losses),
        "published_order": " < ".join(n for n in published if n in trainers),
        "pairs": len(verdicts),
        "band": f"ratios {STEADIER}",
        "decided": sum(each != claims.UNDECIDED for each in verdicts),
        "runs": min((loss.runs for loss in losses.values()), default=None),
        "verdict": claims.all_of(verdicts) if verdicts else "",
        "note": [*gaps, "" if verdicts else "needs two of the published trainers"],
    }


def _pairs(cells: Sequence[CellNumbers]) -> list[list[CellNumbers]]:
    """Every two measured cells of two published trainers, the steadier first."""
    places = {name: k for k, name in enumerate(published_order(cells[0].sampling))}
    measured = [c for c in cells if c.losses is not None and c.trainer in places]
    return [
        sorted(pair, key=lambda cell: places[cell.trainer])
        for pair in combinations(measured, 2)
        if pair[0].trainer != pair[1].trainer
    ]


def _verdict(steady: Estimate, other: Estimate, pairs: int) -> str:
    times = ratio(value_of(steady), value_of(other))
    verdict = STEADIER.verdict((times.value, *times.interval()))
    if verdict == claims.DIFFERS:  # one pair of all refutes the orders: Bonferroni
        ends = times.interval(1 - claims.RISK / pairs)
        verdict = STEADIER.verdict((times.value, *ends))
    return verdict


def _same(rows: Sequence[dict]) -> dict:
    # of the means alone: whether intervals overlap differs with the runs
    orders = [row["order"].replace("~", "<") for row in rows if row["order"]]
    is_same, sampling = len(set(orders)) == 1, rows[0]["sampling"]
    verdicts = [row["verdict"] for row in rows if row["verdict"]]
    several = f"{len(set(orders))} orders of means in {len(orders)} texts"
    return {
        **{"corpus": "all corpora", "sampling": sampling},
        "order": orders[0] if is_same else "",
        "published_order": " < ".join(published_order(sampling)),
        **{name: sum(row[name] for row in rows) for name in ("pairs", "decided")},
        "verdict": claims.all_of(verdicts) if verdicts else "",
        "note": "the same order of means in every text" if is_same else several,
    }


INTERVALS = (
    "Published values are of Wikipedia corpora (16 runs, 300 dimensions), of English "
    "GloVe with 25 iterations only."
)
PUBLISHED = {
    "columns": {f"published_{name}": name for name in ("mean_e2", "deviation_e4")},
    "scale": E2,
    "ends": Printed("mean_e2", 0.0005, "deviation_e4", E4 / E2, runs=16, pairs=True),
}
_table = partial(table, reads=("pip",))
TABLE_2_8 = _table(
    "Table 2.8",
    "Reduced PIP loss between runs",
    "mean and deviation over pairs of runs, with the 95 % interval of the mean by "
    f"jackknife over runs. 0 = the same space, 1 = the most. {INTERVALS}",
    columns="CELL runs pairs words mean:e2 deviation:e4 low:e2 high:e2",
    keys="view technique sampling runs mean± deviation published_mean_e2 verdict",
    rows=lambda results: map(loss_row, own_cells(results)),
    published=PUBLISHED | {"value": "mean", "keys": (*USUAL, "sampling")},
)
TABLE_2_9 = _table(
    "Table 2.9",
    "Order of techniques by their mean PIP loss, steadiest first",
    "'<' where the 95 % intervals (jackknife over runs) are apart, '~' where not. "
    "Published for all texts, it agrees where the ratios of all pairs of its trainers "
    "lie below 1, differs where one lies above, corrected for all pairs of the table. "
    "Decided: pairs that do either; runs: of the technique of fewest.",
    columns="corpus view language sampling order published_order:text runs pairs "
    "decided:whole band verdict",
    keys="view sampling order published_order runs pairs decided verdict note",
    rows=_order_rows,
)
ORDER = claims.Claim(
    name="the order of techniques",
    tested="section 2.3, Table 2.9",
    quantity="mean loss / that of the other",
    rows=_pair_rows,
    band=STEADIER,
    null=1.0,
    ratios=True,
)
TABLE_2_11 = _table(
    "Table 2.11",
    "Extrinsic instability",
    "sqrt(bootstrapped^2 - shuffled^2) of mean PIP losses (Eq. 2.42 is misprinted), "
    "its deviation by error propagation, and 95 % interval by jackknife over the runs "
    f"of both. 0 = nothing added. {INTERVALS}",
    columns="IDENTITY shuffled_runs bootstrapped_runs shuffled_mean:e2 "
    "bootstrapped_mean:e2 extrinsic:e2 deviation:e4 extrinsic_low:e2 "
    "extrinsic_high:e2",
    keys="view technique shuffled_mean bootstrapped_mean extrinsic± published_mean_e2 "
    "verdict",
    rows=lambda results: map(extrinsic_row, by_sampling(own_cells(results))),
    published=PUBLISHED
    | {"value": "extrinsic", "interval": ("extrinsic_low", "extrinsic_high")},
)
