"""Section 2.3.1 and Figures 2.8 and 2.9: instability of words over their frequency."""

from dataclasses import replace
from functools import partial
from math import sqrt

import numpy as np
from matplotlib.axes import Axes
from scipy.special import stdtrit

from quaver.house.instability import KINDS, frequency_row, word_rows
from quaver.items.claims import Band, Claim
from quaver.items.ends import ends_of
from quaver.items.item import Figure, has
from quaver.items.look import COLOURS, finish, from_zero, handles_of, look, say, title
from quaver.items.panels import blank, grid, label, remark
from quaver.measures import QUANTITIES
from quaver.papers.rettenmeier2020.declare import claim, figure, table
from quaver.results.records import WordNumbers, spoken
from quaver.statistics.batches import BATCHES

NONE, LITTLE, FALLS = "no correlation", "change below 20 %", "falls"
# section 2.3.1, observations 2 to 4
PUBLISHED = {
    "intrinsic": {"word2vec": LITTLE, "glove": NONE, "fasttext": NONE},
    "extrinsic": {"word2vec": FALLS, "glove": FALLS, "fasttext": NONE},
}
_T = float(stdtrit(BATCHES - 2, 0.975))
SIGNIFICANT = _T / sqrt(BATCHES - 2 + _T**2)  # Spearman of this size has p = .05
BANDS = {NONE: Band(-SIGNIFICANT, SIGNIFICANT), LITTLE: Band(-0.2, 0.2)}
BANDS[FALLS] = Band(high=-SIGNIFICANT)
PICKED, SEED = 2000, 20200723  # words of a panel at most, as in the thesis, and which
BINS, LEAST = 20, 5  # frequency bins, and the words one needs to have a median
# told apart by marker and dashes, too: prints are grey
STYLES = {
    "intrinsic": {"color": COLOURS[0], "marker": "o", "linestyle": "-"},
    "extrinsic": {"color": COLOURS[1], "marker": "^", "linestyle": (0, (3, 1.2))},
}


def _rows(results) -> list[dict]:
    return word_rows(results, lambda record: [_row(record, kind) for kind in KINDS])


def _row(record: WordNumbers, kind: str) -> dict:
    row = frequency_row(record, kind)
    if "spearman" in row:
        row["published"] = PUBLISHED[kind].get(record.trainer, "")
        # all batches alike is neither agreement nor contradiction
        if row["published"] and not np.isnan(row["spearman"]):
            name = "change" if row["published"] == LITTLE else "spearman"
            row |= BANDS[row["published"]].columns((row[name], *ends_of(row, name)))
    return row


def _words(results, language: str = "") -> list[WordNumbers]:
    bases = {cell.technique for cell in results.cells() if not cell.base}
    return [
        # figures name no word, and the words of all corpora would fill the memory
        replace(record, words=range(len(record.words)))
        for record in results.words()
        if record.technique in bases and language in ("", spoken(record.language))
    ]


@look()
def _drawn(results, item: Figure, language: str, nothing: str):
    records = _words(results, language)
    views = sorted({(record.corpus, record.view) for record in records})
    techniques = sorted({record.technique for record in records})
    by_panel = {(record.view, record.technique): record for record in records}
    drawing, panels = grid((len(views), len(techniques)), 2.6)
    for (_, view), row in zip(views, panels, strict=False):
        for technique, axes in zip(techniques, row, strict=True):
            title(axes, f"{view}, {technique}")
            _draw_words(axes, by_panel.get((view, technique)))
    if not records:
        blank(panels[0, 0], nothing)
    label(drawing, panels, "word frequency", "instability (× 10⁻²)")
    from_zero(panels.ravel())
    looks = {QUANTITIES[kind].label: style for kind, style in STYLES.items()}
    finish(drawing, item.title, item.caption, handles_of(looks, markersize=4))
    return drawing


def picked(words: int) -> np.ndarray:
    """Rows of the random words a panel shows: (at most PICKED,), ascending."""
    return np.sort(np.random.default_rng(SEED).permutation(words)[:PICKED])


def running_median(frequency: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Medians in equal steps of log frequency: (words,) twice -> (2, bins).

    NaN values do not count; bins of fewer than LEAST words are left out.
    """
    is_known = ~np.isnan(values)
    frequency, values = np.log10(frequency[is_known]), values[is_known]
    if not len(values):
        return np.empty((2, 0))
    # steps of the logarithm: by Zipf's law most words are rare
    edges = np.linspace(frequency.min(), frequency.max(), BINS + 1)
    # rounding may put the most frequent word behind the last edge
    bins = np.clip(np.searchsorted(edges, frequency, side="right"), 1, BINS)
    members = [bins == k for k in range(1, BINS + 1)]
    kept = [own for own in members if np.count_nonzero(own) >= LEAST]
    middles = [10 ** np.median(frequency[own]) for own in kept]
    return np.array([middles, [np.median(values[own]) for own in kept]])


def _draw_words(axes: Axes, record: WordNumbers | None) -> None:
    axes.set_xscale("log")
    if record is None or not len(record.words):
        why = "" if record is None else record.note or "no words shared"
        say(axes, why or "not in the study")
        return
    # the same rows for both kinds, so that dots of a word stand above each other
    rows = picked(len(record.words))
    for kind, style in STYLES.items():
        values = getattr(record, kind) * QUANTITIES[kind].scale
        shown = rows[~np.isnan(values[rows])]
        dots = {"s": 5, "alpha": 0.25, "linewidths": 0, "rasterized": True}
        dots |= {"color": style["color"], "marker": style["marker"]}
        axes.scatter(record.frequency[shown], values[shown], **dots)
        medians = running_median(record.frequency, values)
        # a white rim keeps the line visible over thousands of dots
        axes.plot(*medians, color="white", linewidth=4.0, solid_capstyle="round")
        axes.plot(*medians, **style | {"linewidth": 2.0, "marker": ""})
    remark(axes, f"no extrinsic value: {record.missing} of {len(record.words)}")


def _claim(kind: str, published: str, name: str) -> Claim:
    change, of_trainer = published == LITTLE, PUBLISHED[kind]
    return claim(
        f"{kind} instability {name}",
        tested="section 2.3.1",
        quantity="change from first to last batch"
        if change
        else "Spearman over batches",
        rows=_rows,
        band=BANDS[published],
        null=0.0,
        value="change" if change else "spearman",
        keep=lambda r: r["kind"] == kind and of_trainer.get(r["trainer"]) == published,
    )


STEADY = _claim("intrinsic", LITTLE, "hardly changes with frequency")
UNRELATED = _claim("intrinsic", NONE, "and frequency are unrelated")
FALLING = _claim("extrinsic", FALLS, "falls with frequency")
EXTRINSIC_UNRELATED = _claim("extrinsic", NONE, "and frequency are unrelated")
SECTION_2_3_1 = table(
    "Section 2.3.1",
    "Instability of words over frequency",
    "Spearman between the mean frequency and the mean instability of batches of words, "
    "and the change from the first to the last batch in percent. Published for all "
    "texts of a technique. Band, in which the whole interval over runs is to lie: a "
    "Spearman too small for p = .05 in so many batches (no correlation) or below those "
    "(falls), a change below 20 %.",
    columns="IDENTITY kind runs batches words missing spearman± p change±:e2 "
    "published:text band verdict",
    keys="view technique kind words spearman p change published verdict",
    rows=_rows,
    reads=("instability",),
)
_figure = partial(
    figure,
    title="Instability of words over their frequency:",
    caption="Intrinsic (between shuffled runs) and extrinsic instability (what "
    f"bootstrapping adds) of {PICKED} random words at most. Lines: medians of all "
    f"words in {BINS} bins of frequency ({LEAST} or more). A word whose bootstrapped "
    "runs differ less than its shuffled ones has no extrinsic value.",
    reads=("instability",),
)
FIGURE_2_8 = _figure(
    "Figure 2.8",
    more=" for all corpora of this study",
    draw=lambda results: _drawn(results, FIGURE_2_8, "", "no words measured"),
)
FIGURE_2_9 = _figure(
    "Figure 2.9",
    more=", Polish alone",
    draw=lambda results: _drawn(
        results, FIGURE_2_9, "pl", "no Polish corpus in this study"
    ),
    wanted=lambda grid: (
        has("instability")(grid)
        and "pl" in {spoken(grid.language(c)) for c in grid.shown()}
    ),
)
