"""Write docs/coverage.md, how often intervals held the truth, from the simulation."""

from itertools import product
from pathlib import Path

import pandas as pd

from quaver.statistics.bootstrap import DEFAULT, METHODS

TABLE = Path(__file__).parents[1] / "workflow/calibration/coverage.csv"
KINDS = ("chosen", "near", "middling", "far")
CELL = ["technique", "unit", "text"]
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

HEAD = """# Coverage: how far the intervals of a list of neighbours can be trusted

Written by `make docs` from `workflow/calibration/coverage.csv`, which
`bench/intervals.py` made; do not edit.

## What an interval is asked to hold
W are the cosines of a pair of words in runs on the whole text (shuffled runs; fixed
ones where a study has no others), R those in runs on resampled text (bootstrapped
runs). An interval made of them may be meant to hold one of two truths:

- **same size**: the cosine that fresh text of the same source *and the same size* gives
  on average. It is what another scholar would find in another half of the source.
- **longer**: the cosine that much more text of the same source would give.

They differ, and the methods with them. A small text makes near words look less near
than they are, and a resampled text, where a third of the text is missing and the rest
stands twice, acts like a smaller one: mean(R) lies below mean(W) for near words, which
lies below what longer text gives. Percentile intervals sit around mean(R); 2 mean(W) -
mean(R) leans towards longer text by as much. `same size` is what is promised; `longer`
stands beside it.

| method | interval |
|---|---|
"""

SIMULATED = """
## What was simulated
`bench/generator.py` draws text from a model that is known: 400 words after Zipf's law,
12 topics, documents of few topics, sentences of one, bursty words, 20 thousand tokens a
corpus; and a second model of 600 words, 20 topics, longer documents, burstier words and
40 thousand tokens, seen, too, when the present default was chosen: no cell here is
held out.
Quaver's own trainers learn 20 dimensions from it: LSA; PPMI without and with (2e-3)
subsampling; GloVe (20 epochs); skip-gram and fastText (5 epochs, window 3).

- The truth of a pair at the same size is its mean cosine over 400 to 600 further
  corpora, each trained once; its standard error is {error} of half an interval's width
  on average, {worst_error} at most. Longer text is 8 times as long (12 or 24 corpora).
- {corpora} corpora per cell; on each up to 10 whole runs (as many as the resampled ones
  if those are fewer) and 5, 8, 20 or 50 resampled ones.
- 16 words are asked for, from frequent to rare, against all words. By their true cosine
  pairs are **near** (ranks 1 to 10 of a word), **middling** (to 100) or **far**; the
  **chosen** are the 10 words with the highest mean(R) in the corpus itself, which is
  the list a reader sees: words get into it by luck, too, so its cosines look too high,
  by the bias that the default's table gives.
- The pairs of one corpus depend on each other; intervals of a coverage take corpora
  as units.
- Two halves: two corpora drawn apart from one model, whose difference is 0 in truth.
  Counted is how often the interval of the difference leaves 0 out (5 of 100 would be
  right).

All shares are of 100, for intervals of 95 %; {runs} resampled and {runs} whole runs
where nothing else is said.
"""

BY_TRAINER = """## The default by trainer

Same size, with the interval of the coverage. s(R) / true s compares the scatter of
resampled cosines with that over fresh corpora: below 1 it is too small. A list shows
chosen words: of these it is below 1 in {narrow} of {cells} cells, down to
{narrowest:.2f} ({named}), though for near pairs it may be above. Intervals hold their
truth all the same, by the distance between mean(R) and mean(W) that widens them.
Sentences are resampled one by one, though those of a document share its topics and its
words: their scatter is smaller than that of documents, and than the truth.

Bias: the mean of the estimate less the truth. That of chosen words, {least:.2f} to
{most:.2f}, does not fall with runs; mean(R) is nearer to their truth in {nearer} of
{cells} cells.
"""

REAL = """
## On real text
`bench/halves.py` dealt the State of the Union speeches of 1946 to 1980 out to two
halves, which the default had not seen: 240 words asked for, 10 neighbours each, 8
resampled (line by line) and 4 whole runs on the one half, against the mean cosine
of 2 runs on the other, both ways. That mean has an error of its own, which no interval
is asked to hold: were it as large as that of the first half, 83 of 100 intervals of
95 % would hold it.

| technique | estimate less the other half | mean(R) less it | it lies below | above |
|---|---|---|---|---|
| LSA | +.18 | +.09 | 8.6 % | .4 % |
| PPMI | +.20 | +.14 | 19.8 % | 1.1 % |
| GloVe | +.23 | +.12 | 14.8 % | .4 % |
| skip-gram | +.05 | +.01 | 12.2 % | 1.2 % |

The default has the least interval score here, too:

| technique | `whole_rms_z` | `normal` | `whole_rms` | `whole` |
|---|---|---|---|---|
| LSA | 1.05 | 1.20 | 1.24 | 1.89 |
| PPMI | 1.46 | 1.78 | 1.77 | 2.52 |
| GloVe | 1.63 | 2.05 | 2.04 | 3.19 |
| skip-gram | .50 | .67 | .65 | .89 |
"""

CHOICE = """
## The default: `{default}`
What intervals cost: their width, and 40 times the distance by which they miss (the
interval score of Gneiting and Raftery 2007, least for the right interval: neither
coverage bought by width nor width saved by missing helps). Mean over trainers and
units; the first number is of the first text, the second of the second.

{table}

The last columns count the cells whose chosen words reach 95, to the error of the
simulation. A list shows chosen words and promises text of the same size, so the
first column decides, of the first text. The rule was settled when all cells had been
seen: a first one, the sum over both truths and all kinds of pairs, would have taken
`whole_rms`, which holds the truth of chosen words too seldom.

In words: the centre of `{default}` is the mean of W, on Fisher's z scale. For a pair
named beforehand it is hardly off for text of the same size; for words chosen into a
list because they are near it is too high, whatever the number of runs. The width
counts how far resampling scatters cosines and also how far it moves them: that distance
is half to all ({least:.0%} to {most:.0%}) of what parts the mean of chosen words from
the truth, so intervals allow for it. On the z scale an interval reaches further from 1
than towards it, as that truth does, and never beyond.

What this costs: for pairs that nobody chose it is wide, and holds the truth of the same
size more often than it says; it tells halves apart less often than 5 times of 100. The
cosines that near words would have in much longer text lie above many of its intervals:
who wants those takes `whole_rms`. For a pair named before looking, at the same size,
`whole` is narrower and nearly enough.
"""

LIMITS = """
## What this does not say
- The texts are small and drawn by topic models: no syntax, no change over time, no
  document that quotes another. Documents are drawn independently of each other, which
  resampling supposes too; where they are not, intervals are too narrow, and nothing
  here shows it.
- 20 dimensions and 20 to 40 thousand tokens are not 100 and millions. Where a text is
  larger, the shift between whole, resampled and longer text should be smaller, and
  methods differ less; that was not tried.
- Units are documents and sentences; lines, samplings of a first fraction, CBOW,
  hierarchical softmax, other dimensions and windows were not tried. fastText was, on
  documents only.
- A coverage is a mean over pairs of a kind. Single pairs may be far off. Of rare and of
  frequent words the table has rows of their own (`near_rare`, `near_frequent`).
- Each interval is one of many: of a list of ten, some will miss even where each one
  holds 95 times of 100.
- The table is of intervals. A verdict also asks how many runs hold a word. Verdicts
  were simulated apart from it, on the same texts: *stable* was said of 1 to 5 of 100
  neighbours, and fresh text kept 31 to 72 of 100 of these (decisions.md, "The list to
  trust").
"""


def page(table: pd.DataFrame | None = None) -> str:
    """The page as text."""
    table = pd.read_csv(TABLE) if table is None else table
    if "drawn" in table and (table["drawn"] != table["unit"]).any():
        clustered = table["unit"] + " by " + table["drawn"]
        unit = table["unit"].where(table["drawn"] == table["unit"], clustered)
        table = table.assign(unit=unit)
    few = table[table["runs"] == RUNS]
    parts = [
        HEAD + "\n".join(f"| `{name}` | {CENTRES[name]} |" for name in METHODS),
        _simulated(table),
        "## The methods\n\nMean over the cells of the first text, and the least.\n",
        _methods(few[few["text"] == "first"]),
        _choice(few),
        _by_trainer(few),
        _by_cell(few[few["method"] == DEFAULT], "coverage"),
        "\nLonger text:\n",
        _by_cell(few[few["method"] == DEFAULT], "coverage_longer"),
        "\n## The default by number of runs\n\nChosen words, same size.\n",
        _by_runs(table[table["method"] == DEFAULT]),
        _nowhere(table),
        REAL,
        _toy(few),
    ]
    return "\n".join(parts) + "\n" + LIMITS


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


def _simulated(table: pd.DataFrame) -> str:
    errors, corpora = table["truth_error"], table["corpora"]
    return SIMULATED.format(
        error=f"{errors.mean():.1%}",
        worst_error=f"{errors.max():.0%}",
        corpora=" or ".join(map(str, sorted(corpora.unique()))),
        runs=RUNS,
    )


def _methods(few: pd.DataFrame) -> str:
    few = few[few["kind"].isin(KINDS)]
    heads = ["method", *(f"{kind}, same size" for kind in KINDS)]
    heads += ["near, longer", "chosen, longer", "width, chosen", "halves told apart"]
    rows = []
    for method in METHODS:
        own = few[few["method"] == method].set_index("kind")
        cells = [f"`{method}`"]
        cells += [_mean_and_least(own.loc[kind, "coverage"]) for kind in KINDS]
        for kind in ("near", "chosen"):
            cells.append(_mean_and_least(own.loc[kind, "coverage_longer"]))
        cells.append(f"{own.loc['chosen', 'width'].mean():.2f}")
        cells.append(f"{100 * own['halves_apart'].mean():.1f}")
        rows.append(cells)
    return _table(heads, rows)


def _choice(few: pd.DataFrame) -> str:
    first, second = (few[few["text"] == text] for text in ("first", "second"))
    columns = [(score, kind) for score, kind in product(SCORES, ("chosen", "near"))]
    cost, again = costs(first)[columns], costs(second)[columns]
    rows = []
    for name in cost.index:
        pairs = zip(cost.loc[name], again.loc[name], strict=True)
        reached = (_reached(part, name) for part in (first, second))
        rows.append([f"`{name}`", *(f"{x:.2f}, {y:.2f}" for x, y in pairs), *reached])
    heads = [f"{kind}, {truth}" for truth, kind in product(TRUTHS, ("chosen", "near"))]
    heads = ["method", *heads, "cells that reach 95", "of the second text"]
    shift = biases(few)["shift"]
    ends = {"least": shift.min(), "most": shift.max()}
    return CHOICE.format(default=DEFAULT, table=_table(heads, rows), **ends)


def _reached(part: pd.DataFrame, method: str) -> str:
    own = part[(part["method"] == method) & (part["kind"] == "chosen")]
    return f"{len(own) - len(unreached(own))} of {len(own)}"


def _by_trainer(few: pd.DataFrame) -> str:
    own = few[few["method"] == DEFAULT]
    high = own.loc[own["kind"] == "chosen", "bias"]
    ratio = own[own["kind"] == "chosen"].set_index(CELL)["spread_ratio"]
    named = "{}, {}s, {} text".format(*ratio.idxmin())
    narrow = {"narrow": (ratio < 1).sum(), "narrowest": ratio.min(), "named": named}
    found = biases(few)
    nearer = (found["drawn"].abs() < found["whole"]).sum()
    return BY_TRAINER.format(
        least=high.min(), most=high.max(), nearer=nearer, cells=len(found), **narrow
    )


def _by_cell(rows: pd.DataFrame, column: str) -> str:
    heads = ["technique", "unit", "text", *KINDS]
    heads += ["halves told apart", "s(R) / true s, near", "s(R) / true s, chosen"]
    heads += ["bias, near", "bias, chosen"]
    made = []
    for key, own in rows.groupby(CELL, sort=False):
        own = own.set_index("kind")
        cells = [*key]
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
    counts = sorted(rows["runs"].unique())
    made = []
    for key, own in rows.groupby(CELL, sort=False):
        own = own.set_index("runs")
        known = (
            f"{_percent(own.loc[n, 'coverage'])}{_ends(own.loc[n])}"
            if n in own.index
            else "-"
            for n in counts
        )
        made.append([*key, *known])
    return _table(["technique", "unit", "text", *(f"{n} runs" for n in counts)], made)


def _nowhere(table: pd.DataFrame) -> str:
    own = unreached(table[table["method"] == DEFAULT])
    told = "; ".join(
        f"{row.technique}, {row.unit}s, {row.text} text, {row.runs} runs: "
        f"{_percent(row.coverage)}{_ends(row._asdict())}"
        for row in own.itertuples()
    )
    best = table[table["kind"] == "chosen"].groupby([*CELL, "runs"], sort=False)
    none = [key for key, rows in best if (rows["high"] < rows["nominal"]).all()]
    cells = "; ".join(f"{t}, {u}s, {x} text, {n} runs" for t, u, x, n in none)
    return f"""
## Where 95 is not reached
Chosen words, same size; the coverage's own interval ends below 95. The default:
{told or "nowhere"}.
No method at all: {cells or "nowhere"}.
The note to a list says how often such intervals held the truth where that is told from
95: of its trainer and unit, by the nearest number of runs that is not above its own, of
the text and settings where fewest held. Where trainer and unit are not among these
cells, or intervals are not of 95 %, it says that they were not simulated; so it does
where dimensions or window are below half or above twice of those that were.
"""


def _toy(few: pd.DataFrame) -> str:
    near = few[few["kind"] == "near"].set_index("method")

    def spans(truth):
        shares = (near.loc[method, truth] for method in named)
        return [f"{_percent(x.min())} to {_percent(x.max())}" for x in shares]

    named = ("percentile", "centred", DEFAULT)
    rows = [
        ["longer", *spans("coverage_longer")],
        ["same size", *spans("coverage")],
    ]
    return f"""
## Beside the toy check this began with
It found 34 to 42 of 100 for percentile intervals and 93 for `centred`. Near pairs here:

{_table(["truth", *(f"`{name}`" for name in named)], rows)}

(Lowest to highest cell.) Its numbers are like those for longer text: percentile
intervals are badly off, `centred` is far better. For text of the same size `centred`
corrects what is no error, and is the one that is off.
"""


def _mean_and_least(shares: pd.Series) -> str:
    return f"{_percent(shares.mean())}, least {_percent(shares.min())}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"


def _ends(row) -> str:
    return f" ({_percent(row['low'])}-{_percent(row['high'])})"


def _table(heads: list, rows: list[list]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


if __name__ == "__main__":
    Path(__file__).with_name("coverage.md").write_text(page(), encoding="utf-8")
