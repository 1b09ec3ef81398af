"""What other ways to measure change say of the words judged by their contexts.

Each opinion is a number per word, and the percentile it has among words of like
frequency (quaver.statistics.drift): those of all opinions are the same words. Of
contexts there are two more: PRT, the cosine distance of mean contexts, and APD, the
mean cosine distance of uses in one text from uses in the other (Giulianelli, Del
Tredici and Fernandez 2020; Kutuzov and Giulianelli 2020). Contexts are summed by
document, so that every use counts with the mean context of its document: this APD says
nothing of how uses differ within a document. As cosines are bilinear in unit vectors,
it is exact from their sums.
"""

import numpy as np

from quaver.measures.declare import PAIR, Cost, Measure
from quaver.spaces.contexts import Contexts
from quaver.spaces.normalise import directed, unit_rows
from quaver.statistics import correlation, ranks
from quaver.statistics.drift import drift
from quaver.statistics.periods import Change

CONTEXTS = "contexts"  # the opinion that verdicts are of
COMPARED = 10_000  # words at most, as costs are told: targets, and others like them
ROWS = 1 << 14  # documents of words read together
FEWEST = 10  # words whose order two opinions may agree on


def measure(given, out) -> None:
    """Store percentiles of all opinions on the words asked for, and their agreement."""
    with given.other("change_contexts") as stored:
        words = stored.texts("words")
        rest = (stored[name][:] for name in Contexts._fields[1:])
        uses = Contexts(stored["sums"], *rest)  # sums stay on disk
        late = stored["period"][:][uses.document]
        of_uses = usage(uses, late, len(words))
    with given.other("change") as stored:
        targets = placed(stored.texts("words"), words)
        out.put("verdict", ("words",), stored.texts("verdict"))
        opinions = {CONTEXTS: stored["controls/squared"][:]}
    opinions |= _of_runs(given, words)
    opinions["apd"], opinions["prt"] = of_uses
    each = (uses.counts * (late == period) for period in (0, 1))
    tokens = np.array([np.bincount(uses.word, own, len(words)) for own in each])
    values = np.array([*opinions.values()])
    # all opinions are held against the same words
    values[:, np.isnan(values[0])] = np.nan
    percentiles = np.array([percentile(x, tokens) for x in values])
    out.put_axes(words=[words[row] for row in targets], opinions=[*opinions])
    out.put("values", ("opinions", "words"), values[:, targets])
    out.put("percentile", ("opinions", "words"), percentiles[:, targets])
    out.put("spearman", ("opinions", "other_opinions"), agreement(percentiles))
    out.describe("/", {"words": int(np.isfinite(percentiles).all(axis=0).sum())})


def _of_runs(given, words: list[str]) -> dict[str, np.ndarray]:
    """Opinions of aligned runs, of their neighbours, and of runs on both texts, by
    name: (words,)."""
    with given.other("change_alignment") as stored:
        rows = placed(words, stored.texts("words"))
        opinions = {"alignment": _mean(stored["distance"])[rows]}
        opinions["neighbours"] = unshared(stored["overlap"])[rows]
    for other in given.others("change_size"):
        with other as stored:
            rows = placed(words, stored.texts("words"))
            opinions["size"] = np.append(stored["squared"][:], np.nan)[rows]
    for other in given.others("change_referenced"):
        with other as stored:
            rows = placed(words, stored.texts("words"))
            opinions["referenced"] = _mean(stored["distance"])[rows]
    return opinions


def unshared(overlap) -> np.ndarray:
    """Share of neighbours not in common, mean over runs: (runs, words) -> (words + 1,).

    Rounded: as float32 has them, .1 and .2 are not .3, and ties would be none.
    """
    return np.round(1 - _mean(overlap), 6)


def placed(words: list[str], others: list[str]) -> np.ndarray:
    """Rows of words among others, the last one (-1) where they are not: (words,)."""
    row = {word: number for number, word in enumerate(others)}
    return np.array([row.get(word, -1) for word in words])


def usage(uses: Contexts, late: np.ndarray, words: int) -> np.ndarray:
    """APD and PRT of words: late (entries,) 0 or 1 -> (2, words) in [0, 2].

    NaN where a text has none of a word. Uses in a document whose sum is zero have no
    direction: they count as none. Sums are read in slices.
    """
    totals, number = np.zeros((2, 2, words, uses.sums.shape[1])), np.zeros((2, words))
    for first in range(0, len(uses.word), ROWS):
        rows = slice(first, first + ROWS)
        sums = uses.sums[rows].astype(np.float64)
        there = directed(sums)
        sums, counts = sums[there], uses.counts[rows][there]
        places = late[rows][there], uses.word[rows][there]
        # each use in the direction of the mean context of its document
        units = unit_rows(sums) * counts[:, None]
        for total, part in zip(totals, (units, sums), strict=True):
            np.add.at(total, places, part)
        np.add.at(number, places, counts)
    products = np.einsum("owd,owd->ow", totals[:, 0], totals[:, 1])
    sizes = number, np.linalg.norm(totals[1], axis=2)
    both = np.array([size.prod(axis=0) for size in sizes])
    return 1 - np.divide(products, both, np.full_like(both, np.nan), where=both > 0)


def percentile(values: np.ndarray, tokens: np.ndarray) -> np.ndarray:
    """Share of words of like frequency whose value is lower: (words,), (2, words) ->
    (words,) in [0, 1], of ties half; NaN where a value is."""
    nothing = np.full(len(values), np.nan)
    facts = dict.fromkeys(Change._fields, nothing) | {"squared": values}
    change = Change(**facts | {"word": np.arange(len(values)), "tokens": tokens.T})
    return drift(change, change).percentile


def agreement(percentiles: np.ndarray) -> np.ndarray:
    """Spearman correlations over words that all opinions are of: (opinions, words) ->
    (opinions, opinions) in [-1, 1]."""
    ordered = ranks(percentiles[:, np.isfinite(percentiles).all(axis=0)])
    if ordered.shape[1] < FEWEST:
        return np.full((len(ordered), len(ordered)), np.nan)
    return correlation(ordered[:, None], ordered[None])


def _mean(runs) -> np.ndarray:
    """Means over runs that have a word, read one by one: (words + 1,), the last NaN."""
    total, number = np.zeros((2, runs.shape[1]))
    for run in range(len(runs)):
        values = runs[run]
        total += np.nan_to_num(values)
        number += np.isfinite(values)
    return np.append(total / np.where(number > 0, number, np.nan), np.nan)


MEASURE = Measure(
    name="change_opinions",
    of=PAIR,
    reads=(
        *("change_contexts", "change", "change_alignment"),
        *("change_size?", "change_referenced?"),
    ),
    wanted=lambda grid, subject: bool(grid.change_of(*subject.cells)),
    message="Compare opinions on which words changed between {subject}.",
    cost=Cost(
        # sums of contexts of both texts, and which word and document each is of
        bytes=lambda size: 3e8 + 80.0 * size.dims * size.words + 40.0 * size.tokens,
        # seven opinions on words beside all others
        operations=lambda size: (
            60.0 * min(size.words, COMPARED) ** 2 + 8.0 * size.tokens * size.dims
        ),
    ),
)
