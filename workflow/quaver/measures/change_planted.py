"""What change would have been seen, and as if what share of a word's uses changed.

Documents of one text are dealt to two halves, between which nothing changed but words
that are planted: in the second half a share of a word's uses are another word's. They
are judged as words of the two texts are, and words beside them, too. The text is that
of more documents (of as many, the later): a word takes five in each half, and halves of
the larger come nearest to the other text. Contexts of planted words are read from the
swapped text, those of all others from the text as it is: what stands around planted
words did change a little, and would be no false rejection.
"""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import NamedTuple

import numpy as np

from quaver.measures.change import DEALING, DOCUMENTS, SHARED, spread
from quaver.measures.change_contexts import TOKENS, WINDOW, Text, summed_of
from quaver.measures.declare import PAIR, TEXTS, Cost, Measure, Quantity
from quaver.measures.errors import MeasureError
from quaver.measures.pooling import pool, room
from quaver.spaces.contexts import Contexts
from quaver.spaces.pooled import Pooled
from quaver.statistics.dealing import adjusted, null
from quaver.statistics.drift import ALPHA, drift
from quaver.statistics.periods import LEAST, Change, centre_of, changes, grouped
from quaver.statistics.planting import Planted, Plants, band_of, over_bands, pairs_of
from quaver.statistics.power import SHARES, power_of, shares_of, sizes_of

HALVINGS, EACH = 10, 4  # at least; words of a share that are planted together
DEALS = 999  # at most: whether p is .05 or less takes no more
BESIDE = 9  # words judged beside each that is planted: a tenth of all is
WORDS = 2000  # looked at, at most, of all frequencies
COMMON = 0.005  # of all tokens: rarer words are no context of every other


class Field(NamedTuple):
    """A text to plant in, and how it is read.

    heads: (documents + 1,) places. groups: (documents,) what is dealt together.
    vectors: (words of the text, dims). matrix: (dims, dims), to the space in which
    change was told. words: (n,) rows looked at. counts: (n,) their occurrences. names:
    of these.
    """

    text: Text
    heads: np.ndarray
    groups: np.ndarray
    vectors: np.ndarray
    matrix: np.ndarray
    window: int
    words: np.ndarray
    counts: np.ndarray
    names: list[str]

    def contexts(self, tokens, words: np.ndarray) -> Contexts:
        """Of some of the words looked at, numbered as these, by document; tokens: of
        the text, or of a copy."""
        text, rows = self.text._replace(tokens=tokens), self.words[words]
        uses, *_ = summed_of([text], self.vectors, rows, self.window)
        uses = uses._replace(word=words[uses.word]).induced(self.matrix)
        return uses._replace(sums=uses.sums.astype(np.float32))


class Told(NamedTuple):
    """What is told of the words judged in a halving: change, and numbers by name."""

    change: Change
    numbers: dict[str, np.ndarray]


def measure(given, out) -> None:
    """Plant, judge, and tell what that says of the words asked for."""
    spec, space = given.spec, pool(given)
    with given.other("change_contexts") as stored:
        matrix = stored["transform"][:]
    with given.other("change") as stored:
        words = stored.texts("words")
        own = Change(*(stored[name][:] for name in Change._fields))
    with ExitStack() as stack:
        texts = [stack.enter_context(text) for text in given.others(TEXTS)]
        field = field_of(texts, space, matrix, spec)
        change, tables = zip(*judged(field, spec), strict=True)
    numbers = {name: np.concatenate([x[name] for x in tables]) for name in tables[0]}
    names = [field.names[row] for row in numbers.pop("word")]
    out.put("judged/word", ("judged",), names)
    for name, column in numbers.items():
        out.put(f"judged/{name}", ("judged",), column)
    out.put_axes(words=words)
    planted = Change(*map(np.concatenate, zip(*change, strict=True)))
    _put_shares(out, own, Told(planted, numbers))


def field_of(texts: list, space: Pooled, matrix: np.ndarray, spec: Mapping) -> Field:
    """The text of more documents, and words of all its frequencies.

    Words are in both texts, in so many documents of this that its halves can tell them,
    and none is so frequent that planting it would change the contexts of all.
    """
    documents = [len(text["document_offsets"]) - 1 for text in texts]
    own = int(documents[1] >= documents[0])
    stored, rows = texts[own], space.rows[own]
    heads, edges = (stored[f"{x}_offsets"][:] for x in ("document", spec["unit"]))
    of = np.searchsorted(heads, edges[:-1], side="right") - 1
    text = Text(stored["tokens"], edges, of, rows, documents[own])
    groups = np.arange(documents[own])
    if spec["deal"] != "document":
        named = stored.texts("document_groups")
        groups = np.unique(named, return_inverse=True)[1]
    counts = np.where(space.joint[rows], stored["counts"][:], 0)
    counts[counts > COMMON * heads[-1]] = 0
    # so that either half surely has LEAST of them
    least = min(3 * LEAST, max(2 * LEAST, 3 * text.number // 4))
    counts[_documents(text, len(rows)) < least] = 0
    words = np.flatnonzero(counts)
    generator = np.random.default_rng(spec["seed"])
    words = np.sort(words[over_bands(band_of(counts[words]), WORDS, generator)])
    # words are told by their rows in this text alone
    vectors = space.vectors[rows]
    alone = text._replace(rows=np.arange(len(rows)))
    reading = alone, heads, groups, vectors, matrix, spec["window"]
    names = [space.words[row] for row in rows[words]]
    return Field(*reading, words, counts[words], names)


def _documents(text: Text, words: int) -> np.ndarray:
    """In how many documents each word stands: (words,)."""
    total = np.zeros(words, dtype=np.int64)
    for tokens, units in text.blocks(TOKENS):
        lengths = np.diff(text.edges[units.start : units.stop + 1])
        of = np.repeat(text.documents[units], lengths)
        total += np.bincount(np.unique(of * words + tokens) % words, minlength=words)
    return total


def judged(field: Field, spec: Mapping) -> Iterator[Told]:
    """What is told of planted words and of words beside, halving by halving."""
    number = field.groups.max() + 1
    if number < 2 * LEAST:
        raise MeasureError(
            f"a text to plant in has {number} {spec['deal']}s, and two halves need "
            f"{2 * LEAST}: take more text, or leave out 'plant'"
        )
    still = field.contexts(field.text.tokens, np.arange(len(field.words)))
    halvings = halvings_of(spec["words"])
    each = -(-spec["words"] // halvings)
    for halving in range(halvings):
        seed = [spec["seed"], halving]
        generator = np.random.default_rng(seed)
        half = generator.permutation(np.arange(number) % 2)[field.groups]
        shares = np.roll(spec["shares"], halving)  # each in every band in the end
        plants = pairs_of(field.counts, shares, each, seed)
        rows = (field.words[x] for x in plants[:2])
        place = field.heads, half, Plants(*rows, plants.shares)
        swaps = Planted(field.text.tokens, *place, int(generator.integers(2**63)))
        uses = _with(field.contexts(swaps, np.sort(plants.targets)), still)
        words = _words(field.counts, plants, generator)
        dealt = grouped(uses, half, field.groups)
        told = _told(*dealt, words, spec)
        share = np.zeros(len(words.judged))
        share[: len(plants.shares)] = plants.shares
        told.numbers.update(word=words.judged, share=share)
        told.numbers.update(halving=np.full(len(share), halving))
        yield told


def halvings_of(words: int) -> int:
    """How often documents are dealt to plant so many words of a share: where many are
    planted together, what stands around each changes, too."""
    return max(HALVINGS, -(-words // EACH))


def _with(planted: Contexts, still: Contexts) -> Contexts:
    """Contexts of planted words, and of all others as they are."""
    other = ~np.isin(still.word, planted.word)
    both = [np.concatenate([x, y[other]]) for x, y in zip(planted, still, strict=True)]
    order = np.lexsort((both[3], both[2]))
    return Contexts(*(values[order] for values in both))


class Words(NamedTuple):
    """Rows of words of a halving: judged, the planted first; free, in which nothing is
    planted; controls, those of these whose mean shift is that of all."""

    judged: np.ndarray
    free: np.ndarray
    controls: np.ndarray


def _words(counts: np.ndarray, plants: Plants, generator) -> Words:
    free = np.setdiff1d(np.arange(len(counts)), np.concatenate(plants[:2]))
    wanted = BESIDE * len(plants.targets)
    beside = free[over_bands(band_of(counts[free]), wanted, generator)]
    judged = np.concatenate([plants.targets, beside])
    return Words(judged, free, free[spread(counts[None, free])])


def _told(uses: Contexts, sides: np.ndarray, words: Words, spec: Mapping) -> Told:
    """What is said of words whose documents were dealt to sides, as of any word."""
    centre = centre_of(uses, words.controls, sides)
    own, beside = (changes(uses, x, sides, centre) for x in words[:2])
    rules = {"targets": words.judged, "controls": words.controls}
    rules |= {"deals": min(spec["contexts"], DEALS), "seed": spec["seed"]}
    chance, above = null(uses, sides, centre, **rules), drift(own, beside)
    planted = ~np.isin(words.judged, words.free)
    numbers = {
        "occurrences": own.tokens.sum(axis=1),
        **{"squared": own.squared, "noise": own.noise.sum(axis=1)},
        **{"p": chance.p, "q": chance.q, "drift_p": above.p, "drift_q": above.q},
        # where nothing is planted
        "still_q": adjusted(np.where(planted, np.nan, chance.p)),
        # before Benjamini and Hochberg, whose q depend on what else is asked for
        "seen": (chance.p <= ALPHA) & (above.p <= ALPHA),
    }
    return Told(own, numbers)


def _put_shares(out, own: Change, planted: Told) -> None:
    """Write what share each word asked for changed by, the least share seen, and the
    shares of planted words as the plantings of other halvings tell them."""
    numbers = planted.numbers
    judged = np.isfinite(numbers["p"])
    told = (numbers["share"] > 0) & judged
    sizes = [numbers[name] for name in ("squared", "share", "occurrences")]
    for name, values in shares_of(own, sizes_of(*(x[told] for x in sizes))).items():
        out.put(name, ("words",), values)
    power = power_of(*(numbers[name][judged] for name in ("seen", "share", "noise")))
    # below the shares that were planted nothing is known
    least = np.maximum(power.least(own.noise.sum(axis=1)), sizes[1][told].min())
    out.put("least_share", ("words",), least)
    out.put("power", ("weights",), np.array(power))
    ends = {name: np.full(len(told), np.nan) for name in SHARES}
    for halving in np.unique(numbers["halving"]):
        inside = numbers["halving"] == halving
        other = sizes_of(*(x[told & ~inside] for x in sizes))
        rows = np.flatnonzero(told & inside)
        some = Change(*(values[rows] for values in planted.change))
        for name, values in shares_of(some, other).items():
            ends[name][rows] = values
    for name in SHARES:
        out.put(f"judged/as_{name}", ("judged",), ends[name])


def _spec(grid, subject) -> Mapping:
    name, cell = grid.change_of(*subject.cells), subject.cell
    change = grid.study.analyses.change[name]
    parameters = grid.study.techniques[cell.technique].parameters
    return {
        "words": change.plant.words,
        "shares": list(change.plant.shares),
        "contexts": change.null.contexts,
        "deal": change.null.deal,
        "unit": cell.view.unit,
        "window": getattr(parameters, "window", WINDOW),
        "seed": grid.seed_of("change", cell.view),
    }


def _wanted(grid, subject) -> bool:
    name = grid.change_of(*subject.cells)
    return bool(name and grid.study.analyses.change[name].plant)


def _operations(size) -> float:
    """Of contexts with words planted, of judging all, and of deals."""
    read, total = 2.0 * size.tokens * size.dims * 2 * WINDOW * 8, 0.0
    for plant in (x.plant for x in size.analyses.change.values() if x.plant):
        halvings = halvings_of(plant.words)
        each = -(-plant.words // halvings) * len(plant.shares)
        # deals, and what the changes of all words take besides
        judged = DEALS * (SHARED + (BESIDE + 1) * each) * DEALING
        once = read + (judged + 100 * WORDS * DOCUMENTS * 2.0) * size.dims
        total = max(total, halvings * once)
    return total or float(size.words)


MEASURE = Measure(
    name="change_planted",
    of=PAIR,
    reads=("change", "change_contexts", "average_all", TEXTS),
    wanted=_wanted,
    spec=_spec,
    refuses=(ValueError,),
    message="Tell what change would be seen between {subject}.",
    # contexts as they are, and with words planted
    cost=Cost(bytes=lambda size: 2 * room(size), operations=_operations),
    quantities={
        "planted_share": Quantity(
            label="share of uses a change is as large as",
            symbol="s",
            formula="sqrt(D2 / B), B: squared change where all uses are another's",
            source="Khodak et al. 2018 (contexts); ours (planted change)",
            best="low",
        ),
    },
)
