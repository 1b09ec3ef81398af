"""How far words moved between two texts, beside chance and beside other words.

Size: the squared distance of a word's mean contexts in both texts, less what few
documents add to it. Null: documents dealt anew to the texts. Drift: words of like
frequency, as between distant texts nearly all words differ from chance.
"""

from collections.abc import Mapping

import numpy as np

from quaver.measures.declare import PAIR, TEXTS, Cost, Measure, Quantity
from quaver.measures.errors import MeasureError
from quaver.measures.moves import Moves, moves
from quaver.measures.pooling import groups, pool, room
from quaver.spaces.contexts import Contexts
from quaver.spaces.pooled import Pooled
from quaver.statistics.dealing import null
from quaver.statistics.drift import ALPHA, drift, verdicts
from quaver.statistics.periods import (
    LEAST,
    Change,
    centre_of,
    changes,
    each_period,
    grouped,
)

DOCUMENTS = 200  # with a word, as costs are told before texts are there
DEALING = 50.0  # operations of a word and deal for each dim, of so many documents
NEAREST = 10  # neighbours in each text
FREQUENT = 20  # occurrences of a neighbour in a text: rarer ones hardly have a vector
SHARED = 200  # words at most whose mean shift is taken off in every deal


def measure(given, out) -> None:
    """Judge each word asked for: its change, chance, drift, neighbours, a verdict."""
    spec = given.spec
    with given.other("change_contexts") as stored:
        words, missing = (stored.texts(name) for name in ("words", "missing"))
        uses = Contexts(*(stored[name][:] for name in Contexts._fields))
        periods, occurrences = stored["period"][:], stored["occurrences"][:]
        targets = np.flatnonzero(stored["targets"][:])
    if len(targets) > ALPHA * (spec["contexts"] + 1):
        raise MeasureError(
            f"the least p of {spec['contexts']} deals is too coarse for {len(targets)} "
            f"words: write 'contexts: {int(len(targets) / ALPHA)}' or more, or ask for "
            "fewer words"
        )
    if spec["deal"] != "document":
        uses, periods = grouped(uses, periods, groups(given, spec["deal"]))
    shared = spread(occurrences)
    centre = centre_of(uses, shared, periods)
    moved = changes(uses, np.arange(len(words)), periods, centre)
    own = Change(*(values[targets] for values in moved))
    rules = {"targets": targets, "controls": shared, "deals": spec["contexts"]}
    chance = null(uses, periods, centre, **rules, seed=spec["seed"])
    beside = drift(own, moved)
    out.put_axes(words=[words[row] for row in targets], missing=missing)
    out.put("occurrences", ("words", "periods"), occurrences[:, targets].T)
    for name, values in own._asdict().items():
        out.put(name, ("words", "periods")[: values.ndim], values)
    for prefix, numbers in (("null", chance), ("drift", beside)):
        for name, values in numbers._asdict().items():
            out.put(f"{prefix}/{name}", ("words",), values)
    out.put("verdict", ("words",), verdicts(chance.q, beside.q).tolist())
    out.put("controls/squared", ("controls",), moved.squared)
    shift = np.square(centre.means[0] - centre.means[1]).sum()
    out.describe("/", {"shift": float(shift)})
    pairs = {words[row]: each_period(uses, row, periods) for row in targets}
    space = pool(given)
    _put_moves(out, space, pairs, (centre, _frequent(given, space)))


def spread(occurrences: np.ndarray) -> np.ndarray:
    """Rows of words whose mean shift is that of all, from rare to frequent ones.

    occurrences: (2, words). Every deal has a shift of its own: of all words it would
    take longest.
    """
    order = np.argsort(occurrences.sum(axis=0), kind="stable")
    return np.sort(order[:: -(-len(order) // SHARED)])


def _frequent(given, space: Pooled) -> np.ndarray:
    """Words that may be neighbours in each text: (2, words) bool."""
    frequent = np.zeros((2, len(space.words)), dtype=bool)
    for own, rows, text in zip(frequent, space.rows, given.others(TEXTS), strict=True):
        with text as stored:
            own[rows] = stored["counts"][:] >= FREQUENT
    return frequent


def _put_moves(out, space: Pooled, pairs: dict, about: tuple) -> None:
    """Write the neighbours of each word that can be told, one word after the other."""
    centre, frequent = about
    row = {word: number for number, word in enumerate(space.words)}
    near, of, axis = [], [], "neighbours"
    for number, (word, pair) in enumerate(pairs.items()):
        if min(period.documents for period in pair) >= LEAST:
            rules = {"present": frequent, "word": row[word], "k": NEAREST}
            near.append(moves(pair, centre, space.vectors, **rules))
            of.append(np.full(len(near[-1].rows), number))
    if not near:
        return
    joined = {x: np.concatenate([getattr(m, x) for m in near]) for x in Moves._fields}
    out.put("near/words", (axis,), [space.words[x] for x in joined.pop("rows")])
    out.put("near/of", (axis,), np.concatenate(of))
    out.put("near/kind", (axis,), joined.pop("kind").tolist())
    for name, values in joined.items():
        out.put(f"near/{name}", (axis, "periods")[: values.ndim], values)


def _spec(grid, subject) -> Mapping:
    wanted = grid.study.analyses.change[grid.change_of(*subject.cells)].null
    return {
        "deal": wanted.deal,
        "contexts": wanted.contexts,
        "seed": grid.seed_of("change", subject.cell.view),
    }


def _dealt(size) -> float:
    """Deals of words: those asked for, and those that tell the shift of all."""
    return sum(
        asked.null.contexts * (SHARED + max(_judged(asked, size), SHARED))
        for asked in size.analyses.change.values()
    ) or float(size.words)


def _judged(asked, size) -> float:
    """Words of an entry of a study; at most as many as its deals can judge."""
    if not isinstance(asked.words, str | Mapping):
        return len(asked.words)
    most = min(size.words, ALPHA * (asked.null.contexts + 1))
    if isinstance(asked.words, str):
        return most
    # after Zipf the word of rank r occurs tokens / (r ln words) times
    return min(most, size.tokens / (asked.words["least"] * np.log(size.words + 1)))


MEASURE = Measure(
    name="change",
    of=PAIR,
    reads=("change_contexts", "average_all", TEXTS),
    wanted=lambda grid, subject: bool(grid.change_of(*subject.cells)),
    spec=_spec,
    refuses=(ValueError,),
    message="Tell which words changed between {subject}.",
    cost=Cost(
        bytes=room,
        operations=lambda size: _dealt(size) * DEALING * size.dims,
    ),
    quantities={
        "change": Quantity(
            label="squared change of a word",
            symbol="D2",
            formula="|m1 - m2 - s|^2 - noise(m1) - noise(m2)",
            source="Khodak et al. 2018 (contexts); ours (noise, over documents)",
            best="low",
            range=(-np.inf, np.inf),
        ),
    },
)
