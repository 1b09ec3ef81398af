"""Write docs/coverage.md, how often intervals held the truth, from the simulation.

Its sentences stand in coverage.template; numbers are those of workflow/calibration.
"""

from itertools import product
from pathlib import Path

import pandas as pd

from quaver.results.drawn import MOST
from quaver.statistics.bootstrap import DEFAULT, METHODS

DOCS = Path(__file__).parent
TABLE = DOCS.parent / "workflow/calibration/coverage.csv"
HALVES = TABLE.with_name("halves.csv")
KINDS = ("chosen", "near", "middling", "far")
CELL = ["technique", "unit", "drawn", "text"]
SCORES, TRUTHS = ("score", "score_longer"), ("same size", "longer")
RUNS = 8  # the default study's
CENTRES = {
    "percentile": "quantiles of R",
    "normal": "mean(R) ± t s(R)",
    "basic": "2 mean(W) - quantiles of R",
    "centred": "2 mean(W) - mean(R) ± t s(R)",
    "centred_apart": "the same centre; training's variance told apart from sampling's",
    "whole": "mean(W) ± t s(R)",
    "whole_apart": "mean(W) ± t sqrt(max(s²(R) - s²(W), 0) + s²(W) / runs)",
    "whole_rms": "mean(W) ± t sqrt(s²(R) + (mean(R) - mean(W))²)",
    "centred_z": "as centred, on Fisher's z scale",
    "whole_z": "as whole, on Fisher's z scale",
    "whole_rms_z": "as whole_rms, on Fisher's z scale",
}


def page(table: pd.DataFrame | None = None) -> str:
    """The page as text."""
    table = pd.read_csv(TABLE) if table is None else table
    few, own = table[table["runs"] == RUNS], table[table["method"] == DEFAULT]
    seen = few[(few["text"] == "first") & ~is_later(few)]
    methods = [[f"`{name}`", CENTRES[name]] for name in METHODS]
    template = (DOCS / "coverage.template").read_text(encoding="utf-8")
    return template.format(
        default=DEFAULT,
        runs=RUNS,
        most_tokens=f"{MOST:,}",
        methods_named="\n".join(f"| {' | '.join(row)} |" for row in methods),
        **_simulated(table),
        methods=_methods(seen),
        **_choice(few),
        **_by_trainer(own[own["runs"] == RUNS], biases(few)),
        by_cell=_by_cell(own[own["runs"] == RUNS], "coverage"),
        by_cell_longer=_by_cell(own[own["runs"] == RUNS], "coverage_longer"),
        by_runs=_by_runs(own),
        nowhere=_nowhere(unreached(own)),
        none=_none(table[table["kind"] == "chosen"]),
        **_real(pd.read_csv(HALVES)),
    )


def is_later(table: pd.DataFrame) -> pd.Series:
    """Rows of cells that were simulated after the default had been chosen."""
    return (table["unit"] != table["drawn"]) | ~table["text"].isin(["first", "second"])


def costs(table: pd.DataFrame) -> pd.DataFrame:
    """Mean score of methods by kind and truth, over cells; the cheapest list first."""
    held = table[table["kind"].isin(("chosen", "near"))]
    found = held.pivot_table(["score", "score_longer"], "method", "kind")
    return found.sort_values(("score", "chosen"))


def unreached(table: pd.DataFrame) -> pd.DataFrame:
    """Rows of chosen words whose coverage is told from the nominal one: too low."""
    return table[(table["kind"] == "chosen") & (table["high"] < table["nominal"])]


def biases(table: pd.DataFrame) -> pd.DataFrame:
    """Bias of chosen words by cell: of mean(W), of mean(R), share that parts them."""
    chosen = table[table["kind"] == "chosen"].set_index([*CELL, "runs"])
    whole, drawn = (
        chosen.loc[chosen["method"] == method, "bias"] for method in ("whole", "normal")
    )
    found = pd.DataFrame({"whole": whole, "drawn": drawn})
    return found.assign(shift=(whole - drawn) / whole)


def _simulated(table: pd.DataFrame) -> dict:
    cells = table.drop_duplicates(CELL)
    heads = ["dimensions", "window", "unit", "drawn", "clustering", "left out"]
    rows = [
        [*_cell(row)[:1], row.text, f"{row.dimensions:.0f}", _plain(row.window)]
        + [f"{row.unit}, {row.length:.0f}", f"{row.drawn}, {row.drawn_length:.0f}"]
        + [f"{row.clustering:.1f}", f"{row.left_out:.1f}", row.corpora, row.truths]
        for row in cells.itertuples()
    ]
    errors = table["truth_error"]
    counts = map(str, sorted(table["runs"].unique()))
    return {
        "facts": _table(["technique", "text", *heads, "corpora", "truths"], rows),
        "error": f"{errors.mean():.1%}",
        "worst_error": f"{errors.max():.0%}",
        "counts": " or ".join(counts),
        "dimensions": " and ".join(f"{x:.0f}" for x in cells["dimensions"].unique()),
    }


def _methods(seen: pd.DataFrame) -> str:
    seen = seen[seen["kind"].isin(KINDS)]
    heads = ["method", *(f"{kind}, same size" for kind in KINDS)]
    heads += ["near, longer", "chosen, longer", "width, chosen", "halves told apart"]
    rows = []
    for method in METHODS:
        own = seen[seen["method"] == method].set_index("kind")
        cells = [f"`{method}`"]
        cells += [_mean_and_least(own.loc[kind, "coverage"]) for kind in KINDS]
        for kind in ("near", "chosen"):
            cells.append(_mean_and_least(own.loc[kind, "coverage_longer"]))
        cells.append(f"{own.loc['chosen', 'width'].mean():.2f}")
        cells.append(f"{100 * own['halves_apart'].mean():.1f}")
        rows.append(cells)
    return _table(heads, rows)


def _choice(few: pd.DataFrame) -> dict:
    later = few[is_later(few)]
    seen = few[~is_later(few)]
    parts = [*(seen[seen["text"] == text] for text in ("first", "second")), later]
    columns = list(product(SCORES, ("chosen", "near")))
    scores = [costs(part)[columns] for part in parts]
    rows = []
    for name in scores[0].index:
        values = zip(*(score.loc[name] for score in scores), strict=True)
        cells = [", ".join(f"{x:.2f}" for x in value) for value in values]
        reached = ", ".join(_reached(part, name) for part in parts)
        rows.append([f"`{name}`", *cells, reached])
    heads = [f"{kind}, {truth}" for truth, kind in product(TRUTHS, ("chosen", "near"))]
    shift = biases(few)["shift"]
    chosen = later[later["kind"] == "chosen"]
    cheapest = chosen.loc[chosen.groupby(CELL)["score"].idxmin(), "method"]
    return {
        "costs": _table(["method", *heads, "cells that reach 95"], rows),
        "least_shift": shift.min(),
        "most_shift": shift.max(),
        "later": len(cheapest),
        "cheapest": (cheapest == DEFAULT).sum(),
        "cheapest_later": scores[-1].index[0],
    }


def _reached(part: pd.DataFrame, method: str) -> str:
    own = part[(part["method"] == method) & (part["kind"] == "chosen")]
    return f"{len(own) - len(unreached(own))} of {len(own)}"


def _by_trainer(own: pd.DataFrame, found: pd.DataFrame) -> dict:
    chosen = own[own["kind"] == "chosen"]
    least = chosen.loc[chosen["spread_ratio"].idxmin()]
    return {
        "least_bias": chosen["bias"].min(),
        "most_bias": chosen["bias"].max(),
        "nearer": (found["drawn"].abs() < found["whole"].abs()).sum(),
        "cells": len(found),
        "narrow": (chosen["spread_ratio"] < 1).sum(),
        "narrowest": least["spread_ratio"],
        "named": _named(least),
    }


def _by_cell(rows: pd.DataFrame, column: str) -> str:
    heads = ["technique", "unit", "text", *KINDS]
    heads += ["halves told apart", "s(R) / true s, near", "s(R) / true s, chosen"]
    heads += ["bias, near", "bias, chosen"]
    made = []
    for _, own in rows.groupby(CELL, sort=False):
        cells = _cell(own.iloc[0])
        own = own.set_index("kind")
        for kind in KINDS:
            ends = _ends(own.loc[kind]) if column == "coverage" else ""
            cells.append(f"{_percent(own.loc[kind, column])}{ends}")
        cells.append(f"{100 * own.loc[list(KINDS), 'halves_apart'].mean():.1f}")
        cells += [f"{own.loc[k, 'spread_ratio']:.2f}" for k in ("near", "chosen")]
        cells += [f"{own.loc[kind, 'bias']:+.3f}" for kind in ("near", "chosen")]
        made.append(cells if column == "coverage" else cells[:-5])
    return _table(heads if column == "coverage" else heads[:-5], made)


def _by_runs(rows: pd.DataFrame) -> str:
    rows = rows[rows["kind"] == "chosen"]
    counts, made = sorted(rows["runs"].unique()), []
    for _, own in rows.groupby(CELL, sort=False):
        shares = {x["runs"]: x for x in own.to_dict("records")}
        held = (f"{_percent(x['coverage'])}{_ends(x)}" for x in shares.values())
        known = dict(zip(shares, held, strict=True))
        made.append([*_cell(own.iloc[0]), *(known.get(n, "-") for n in counts)])
    return _table(["technique", "unit", "text", *(f"{n} runs" for n in counts)], made)


def _nowhere(own: pd.DataFrame) -> str:
    told = (
        f"{_named(row)}, {row['runs']} runs: {_percent(row['coverage'])}{_ends(row)}"
        for row in own.to_dict("records")
    )
    return "; ".join(told) or "nowhere"


def _none(chosen: pd.DataFrame) -> str:
    cells = [rows for _, rows in chosen.groupby([*CELL, "runs"], sort=False)]
    none = [rows.iloc[0] for rows in cells if (rows["high"] < rows["nominal"]).all()]
    return "; ".join(f"{_named(x)}, {x['runs']} runs" for x in none) or "nowhere"


def _real(halves: pd.DataFrame) -> dict:
    names = halves["text"].str.replace("_", ", ") + " | " + halves["technique"]
    halves = halves.assign(name=names)
    each = halves.drop_duplicates("name").to_dict("records")
    off = [
        [x["name"], f"{x['estimate_off']:+.2f}", f"{x['mean_off']:+.2f}"]
        + [f"{x[side]:.1%}" for side in ("below", "above")]
        for x in each
    ]
    methods = [x for x in METHODS if f"score_{x}" in halves]
    scores = [[x["name"], *(f"{x[f'score_{m}']:.2f}" for m in methods)] for x in each]
    kept = []
    for x in halves.to_dict("records"):
        shares = (
            f"{_percent(x[y])} ({_percent(x[f'{y}_low'])}-{_percent(x[f'{y}_high'])})"
            for y in ("kept", "held")
        )
        kept.append([x["name"], x["verdict"], x["words"], x["neighbours"], *shares])
    heads = ["text | technique", "verdict", "words", "neighbours"]
    misses = ["estimate less the other half", "mean(R) less it", "it lies below"]
    return {
        "real": _table([*heads[:1], *misses, "above"], off),
        "real_scores": _table([*heads[:1], *(f"`{x}`" for x in methods)], scores),
        "real_kept": _table([*heads, "among the nearest", "interval held"], kept),
    }


def _cell(row) -> list[str]:
    """A cell in a table: technique, unit and text."""
    unit, drawn = row.unit, row.drawn
    return [row.technique, unit if unit == drawn else f"{unit} by {drawn}", row.text]


def _named(row) -> str:
    """A cell in a sentence."""
    by = "" if row["unit"] == row["drawn"] else f" drawn by {row['drawn']}"
    return f"{row['technique']}, {row['unit']}s{by}, {row['text']} text"


def _mean_and_least(shares: pd.Series) -> str:
    return f"{_percent(shares.mean())}, least {_percent(shares.min())}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"


def _plain(value: float) -> str:
    return "-" if pd.isna(value) else f"{value:.0f}"


def _ends(row) -> str:
    return f" ({_percent(row['low'])}-{_percent(row['high'])})"


def _table(heads: list, rows: list[list]) -> str:
    columns = " | ".join(heads).count("|") + 1
    lines = [heads, ["---"] * columns, *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


if __name__ == "__main__":
    (DOCS / "coverage.md").write_text(page(), encoding="utf-8")
