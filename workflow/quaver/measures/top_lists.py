"""Do the lists of a query's nearest words agree between runs? By set, or by place."""

import numpy as np

from quaver.measures.declare import Quantity

NONE = -1  # no word: the run lacks the query, or its list is shorter


def jaccard(lists: np.ndarray, n: int) -> np.ndarray:
    """Jaccard of the n nearest of each pair of runs: -> (pairs, queries) in [0, 1].

    lists: (runs, queries, ranks) rows of words, nearest first. Pairs are (0, 1), (0, 2)
    ... NaN where a run of the pair lacks the query.
    """
    return _by_query(lists, n, _jaccard)


def positions(lists: np.ndarray, n: int) -> np.ndarray:
    """Share of the first n places that hold the same word: the same shapes.

    What the code of Antoniak and Mimno 2018 computes in the place of Jaccard.
    """
    return _by_query(lists, n, _positions)


AGREEMENTS = {"jaccard": jaccard, "positions": positions}


def _by_query(lists: np.ndarray, n: int, compare) -> np.ndarray:
    lists = np.asarray(lists)[:, :, :n]
    first, second = np.triu_indices(len(lists), 1)
    agreement = np.empty((len(first), lists.shape[1]))
    for query in range(lists.shape[1]):
        own = lists[:, query]
        has_query = (own != NONE).any(axis=1)
        both = has_query[first] & has_query[second]
        agreed = compare(own[first], own[second])
        agreement[:, query] = np.where(both, agreed, np.nan)
    return agreement


def _jaccard(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    same = first[:, :, None] == second[:, None, :]
    common = (same & (first != NONE)[:, :, None]).sum(axis=(1, 2))
    words = (first != NONE).sum(axis=1) + (second != NONE).sum(axis=1)
    return common / np.maximum(words - common, 1)


def _positions(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    return ((first == second) & (first != NONE)).mean(axis=1)


QUANTITIES = {
    "query_jaccard": Quantity(
        label="Jaccard overlap of the n nearest words of queries",
        symbol="j_q@n",
        formula="|N1(q) & N2(q)| / |N1(q) | N2(q)|, mean over pairs of runs and q",
        source="Antoniak and Mimno 2018, section 6",
    ),
    "positions": Quantity(
        label="share of list positions of queries that agree",
        symbol="agree_q@n",
        formula="share of k <= n whose k-th nearest word of q is the same in two runs",
        source="Antoniak and Mimno 2018, as coded in the place of Jaccard",
    ),
}
