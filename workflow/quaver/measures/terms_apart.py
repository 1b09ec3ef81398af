"""Whether vectors of a term, from unlike sentences, are nearer than those of others.

Bloem et al. 2019, section 3: the cosine of two draws of a term, and the rank of the one
among the words of the background near the other. "Every vector in the background space,
as well as a2, is ranked": so the term's own word counts as a word like any other. Sums
share a direction, and a rank of 1 may be chance: hence the same of draws of other terms
of its side, test terms among test terms.
"""

from collections.abc import Iterator, Mapping

import numpy as np

from quaver.measures.declare import DRAWS, MODELS, TERMS, Cost, Measure, Quantity
from quaver.measures.sentences import sentences_of
from quaver.spaces.apart import apart, centred
from quaver.spaces.term_ranks import Ranks, partners, ranked
from quaver.spaces.word_ranks import beside, units_of

LEARNED = "learn_terms"
KINDS = {"raw": np.asarray, "centred": centred}
PROBED = "chimeras"  # sentences whose terms people compared with words
READ = 1 << 14  # words of a run read together
TERM = "runs", "terms"
DRAW = *TERM, "draws"
PAIR = *DRAW, "other_draws"
OF_KINDS = "within", "between", "identified", "auc", "chance"
AXES = {
    **{"cosine": PAIR, "own_cosine": DRAW, "known": DRAW, "unknown": DRAW},
    **{"rank": PAIR, "other_rank": PAIR, "own_rank": DRAW},
    **dict.fromkeys(OF_KINDS, ("kinds", *TERM)),
    "between": ("kinds", *TERM, "other_terms"),
}
TYPES = dict.fromkeys(OF_KINDS, np.float64)
TYPES |= dict.fromkeys(("cosine", "own_cosine"), np.float32)


def measure(given, out) -> None:
    """Store how near draws of terms are, to each other, to those of others, to words.

    Run by run: memory holds the draws of one, and words of its background in parts.
    """
    with given.other(LEARNED) as stored:
        terms, numbers = stored.texts("terms"), stored["runs"][:]
        is_test = stored["is_test"][:].astype(bool)
        runs, _, draws, _ = stored["vectors"].shape
        out.put_axes(runs=numbers, terms=terms, kinds=[*KINDS])
        out.put("is_test", ("terms",), is_test)
        sizes = {"kinds": len(KINDS), "runs": runs, "draws": draws}
        sizes |= {"other_draws": draws}
        sizes |= dict.fromkeys(("terms", "other_terms"), len(terms))
        files, found = {}, []
        with given.other(DRAWS) as drawn:
            counts = sentences_of(drawn).sizes()
        others, probes = partners(terms, is_test, draws), _Probes(given)
        for k, run in enumerate(numbers.tolist()):
            vectors = stored["vectors"][k], stored["own"][k]
            arrays = _near(*vectors, (is_test, counts))
            arrays |= {name: stored[name][k] for name in ("known", "unknown")}
            if not given.spec["is_joint"]:  # whose own space is not stored
                place = given.runs.numbers.tolist().index(run)
                parts = _parts(given.runs, place)
                found.append(ranked(parts, vectors, others, given.spec["neighbours"]))
                arrays |= {"rank": found[-1].rank, "other_rank": found[-1].other}
                arrays["own_rank"] = found[-1].own
                probes.add(given.runs, place, vectors[0])
            for name, values in arrays.items():
                axes = AXES[name]
                if k == 0:
                    shape = tuple(sizes[axis] for axis in axes)
                    kind = TYPES.get(name, np.int32)
                    files[name] = out.reserve(name, axes, shape, kind)
                at = (slice(None), k) if axes[0] == "kinds" else k
                files[name][at] = values
    if found:
        _put_neighbours(out, given.runs.words, found)
    probes.put(out)


def _near(draws: np.ndarray, own: np.ndarray, about: tuple) -> dict:
    """Numbers of one run that need no background, by name. about: sides of terms, and
    the sizes of their draws."""
    told = [apart(make(draws), *about) for make in KINDS.values()]
    arrays = {x: np.stack([getattr(each, x) for each in told]) for x in OF_KINDS}
    units = units_of(draws.reshape(-1, draws.shape[2]))
    words = np.repeat(units_of(own), draws.shape[1], axis=0)
    own_cosine = beside(units, words).reshape(draws.shape[:2])
    return arrays | {"cosine": told[0].cosine, "own_cosine": own_cosine}


def _parts(runs, place: int) -> Iterator[np.ndarray]:
    """Unit rows of a run, READ words at a time, NaN where absent."""
    starts = range(0, len(runs.words), READ)
    return (units_of(runs.rows(place, slice(k, k + READ))) for k in starts)


def _put_neighbours(out, words: list[str], found: list[Ranks]) -> None:
    """Write the nearest words of each draw, and how many words were ranked."""
    rows = np.stack([each.rows for each in found])
    shown = np.unique(rows[rows >= 0])
    out.put("named", ("named",), [words[row] for row in shown])
    listed = np.where(rows < 0, -1, np.searchsorted(shown, rows))
    out.put("neighbours", (*DRAW, "ranks"), listed.astype(np.int32))
    out.put("ranked", ("runs",), np.array([each.words for each in found]))


class _Probes:
    """Words that people compared with terms; none but of one kind of sentences."""

    def __init__(self, given):
        self._cosines: list[np.ndarray] = []
        self._is_asked = given.spec["is_probed"]
        if self._is_asked:
            with given.other(DRAWS) as stored:
                self._words = stored.texts("probe")
                self._term = stored["probe_term"][:]
                self._score = stored["score"][:]

    def add(self, runs, place: int, draws: np.ndarray) -> None:
        """Take the mean cosine of a term's draws with each of its probes, of a run."""
        if not self._is_asked:
            return
        rows = {word: row for row, word in enumerate(runs.words)}
        asked = np.array([rows.get(word, -1) for word in self._words], np.int64)
        vectors = np.full((len(asked), draws.shape[2]), np.nan, np.float32)
        for at in np.flatnonzero(asked >= 0):
            vectors[at] = runs.rows(place, slice(asked[at], asked[at] + 1))[0]
        units = units_of(draws.reshape(-1, draws.shape[2])).reshape(draws.shape)
        cosines = (
            beside(np.ascontiguousarray(units[self._term, draw]), units_of(vectors))
            for draw in range(draws.shape[1])
        )
        self._cosines.append(_mean_there(np.stack([*cosines])))

    def put(self, out) -> None:
        """Write what was taken."""
        if self._cosines:
            out.put("probe_cosine", ("runs", "probes"), np.stack(self._cosines))
            out.put_all(("probes",), score=self._score, probe_term=self._term)


def _mean_there(values: np.ndarray) -> np.ndarray:
    """Mean over the first axis of what is no NaN; NaN where nothing is."""
    there = np.isfinite(values)
    number = there.sum(axis=0)
    sums = np.where(there, values, 0).sum(axis=0, dtype=np.float64)
    return np.divide(sums, number, np.full(len(sums), np.nan), where=number > 0)


def vectors_of(size) -> int:
    """About how many vectors a set has in a run: terms by draws, for costs."""
    asked = size.analyses.terms
    if not asked:
        return 1
    own = asked.sets[size.terms[0]]
    words = own.words
    number = words["random"] if isinstance(words, Mapping) else max(len(words), 300)
    return number * {"random": own.draws, "halves": 2, "whole": 1}[own.draw]


def _spec(grid, subject) -> dict:
    asked = grid.study.analyses.terms
    own = asked.learners[subject.learner].parameters
    # what is trained together with a text ("of") has a space of its own
    is_probed = asked.sets[subject.terms].format == PROBED
    spec = {"neighbours": asked.neighbours, "is_joint": hasattr(own, "of")}
    return spec | {"is_probed": is_probed}


def _quantity(label: str, symbol: str, formula: str, **other) -> Quantity:
    source = other.pop("source", "Quaver, of the draws of Bloem et al. 2019")
    return Quantity(label, symbol, formula, source, **other)


MEASURE = Measure(
    name="terms_apart",
    of=TERMS,
    reads=(LEARNED, DRAWS, MODELS),
    spec=_spec,
    message="Tell apart {subject}.",
    cost=Cost(
        bytes=lambda size: (
            1.2e8 + 100 * size.words + vectors_of(size) * (60.0 * size.dims + 4000)
        ),
        # products with the background, and the counting of words
        operations=lambda size: (
            size.runs * vectors_of(size) * (5.0 * size.dims + 60) * size.words
        ),
        passes=1,
    ),
    quantities={
        "term_within": _quantity(
            "cosine of draws of a term",
            "W",
            "mean of cos(a_i, a_j) over pairs of draws, then over terms",
            source="Bloem et al. 2019, section 3",
            range=(-1.0, 1.0),
        ),
        "term_rank": _quantity(
            "rank of a draw beside another",
            "r(b | a)",
            "1 + |words w of the background with cos(a, w) > cos(a, b)|",
            source="Bloem et al. 2019, section 3",
            best="low",
            range=(1.0, np.inf),
        ),
        "term_kappa": _quantity(
            "cosine of draws of a term, corrected for other terms",
            "kappa_t",
            "(W - B) / (1 - B), B = mean cosine of draws of two terms",
            source="Quaver; Cohen 1960 (the correction)",
            range=(-np.inf, 1.0),
        ),
        "term_identified": _quantity(
            "share of draws identified",
            "id",
            "share of pairs i, j whose a_i is nearest to a_j among a_j, b_j, c_j ... "
            "of the terms compared; chance 1 / their number",
        ),
        "term_auc": _quantity(
            "share of other terms a draw is told apart from",
            "AUC_t",
            "P(cos(a_i, b_j) < cos(a_i, a_j)) + P(equal) / 2; chance .5",
        ),
    },
)
