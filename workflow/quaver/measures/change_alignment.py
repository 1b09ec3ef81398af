"""How far words moved between two texts, once the spaces of both are aligned.

Run i of the later text is compared with run i of the earlier one, and averages of runs
with averages. The earlier space is rotated onto the later over the words both have
(unit rows, not centred); change is the cosine distance (Rettenmeier 2020, Eq. 4.1 and
4.2). The share of nearest neighbours in common needs no rotation (Gonen et al. 2020,
"Simple, Interpretable and Stable Method for Detecting Words with Usage Change").
"""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import numpy as np

from quaver.measures.declare import MODELS, PAIR, Cost, Measure, Quantity
from quaver.measures.errors import MeasureError
from quaver.measures.overlap import overlaps
from quaver.spaces.branches import Branch, joint_rotation, leaf, turned
from quaver.spaces.neighbours import neighbours

NEAREST = 10  # neighbours compared
MOST = 30_000  # words whose neighbours are, the most frequent: all pairs of them are


def measure(given, out) -> None:
    """Store the change of all words, of runs and averages, and if asked the overlap."""
    early, late = texts = [*given.cells]
    rows = both(early.words, late.words)
    rows = rows[:, early.in_any[rows[0]] & late.in_any[rows[1]]]
    runs, words = min(len(early), len(late)), rows.shape[1]
    out.put_axes(words=[early.words[row] for row in rows[0]])
    out.put("runs", ("runs",), early.numbers[:runs])
    counts = [x.frequency()[own] for x, own in zip(texts, rows, strict=True)]
    out.put("counts", ("periods", "words"), np.array(counts))
    told = {"distance": distances}
    told |= {"overlap": in_common} if given.spec["overlap"] else {}
    axes, shape = ("runs", "words"), (runs, words)
    rooms = {x: out.reserve(x, axes, shape, np.dtype(np.float32)) for x in told}
    for run in range(runs):
        pair = [_chosen(x[run], own) for x, own in zip(texts, rows, strict=True)]
        for name, room in rooms.items():
            room[run] = told[name](*pair)
    for size, moved, as_coded in _averages(given, rows):
        of = f"averages/{size}"
        out.put(f"{of}/distance", ("groups", "words"), moved)
        out.put(f"{of}/as_coded", ("groups", "words"), as_coded)


def both(early: list[str], late: list[str]) -> np.ndarray:
    """Rows of the words of both lists, in the order of the first: (2, words) int64."""
    row = {word: number for number, word in enumerate(late)}
    rows = [(k, row[word]) for k, word in enumerate(early) if word in row]
    return np.array(rows, np.int64).reshape(-1, 2).T


def distances(first: Branch, second: Branch) -> np.ndarray:
    """1 - cos of unit rows, the first space rotated onto the second: (words,), 0 to 2.

    Half the squared distance, so that what did not move is 0 and never below. NaN where
    one lacks the word.
    """
    joint, dims = (first.present & second.present).sum(), first.vectors.shape[1]
    if joint < dims:
        raise MeasureError(
            f"only {joint} words are in a run of both texts, and {dims} dimensions "
            "need as many to be aligned: lower min_count, use more text, or fewer "
            "dimensions"
        )
    moved = np.empty(len(first.present))
    for rows, values in turned(first, joint_rotation(first, second)):
        apart = values - second.vectors[rows]
        moved[rows] = np.einsum("wd,wd->w", apart, apart) / 2
    return moved


def in_common(first: Branch, second: Branch) -> np.ndarray:
    """Share of the nearest joint words in common: (words,) in [0, 1], NaN where absent.

    Both spaces are of unit rows; neither is rotated. Of more than MOST joint words the
    most frequent in both, among themselves; NaN for the rest.
    """
    joint = np.flatnonzero(first.present & second.present)
    often = np.minimum(first.counts, second.counts)[joint]
    joint = np.sort(joint[np.argsort(-often, kind="stable")[:MOST]])
    near = [
        neighbours(x.vectors[joint], np.arange(len(joint)), NEAREST).indices
        for x in (first, second)
    ]
    share = np.full(len(first.present), np.nan)
    share[joint] = overlaps(np.stack(near), [near[0].shape[1]]).word_share[0]
    return share


def _chosen(space: tuple, rows: np.ndarray) -> Branch:
    """Some words of a space, in unit rows."""
    return leaf(*(values[rows] for values in space))


def _averages(given, rows: np.ndarray) -> Iterator[tuple]:
    """Sizes that both texts have averages of, each with distances of all its groups,
    and with what the code of the thesis took for them: (groups, words) twice."""
    by_size: dict[int, dict] = {}
    with ExitStack() as stack:
        for each in map(stack.enter_context, given.others("averages")):
            # that of all runs may stand in two files: one of each text counts
            text = Path(each["runs"].file.filename).parent
            by_size.setdefault(int(each.attrs["size"]), {})[text] = each
        for size, averages in sorted(by_size.items()):
            if len(averages) == 2:
                yield size, *_compared([*averages.values()], rows)


def _compared(averages: list, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Distances of averages of one size, group by group, and as coded.

    As coded is 1 - dot product of averages that are not of unit length.
    """
    groups = min(len(x["runs"]) for x in averages)
    compared = np.empty((2, groups, rows.shape[1]), np.float32)
    for group in range(groups):
        spaces = [[x[name][group] for name in Branch._fields] for x in averages]
        moved = distances(*map(_chosen, spaces, rows))
        norms = [x["norms"][group][own] for x, own in zip(averages, rows, strict=True)]
        compared[:, group] = moved, 1 - (1 - moved) * norms[0] * norms[1]
    return compared[0], compared[1]


def _spec(grid, subject) -> dict:
    """Overlap, which takes most of the time, is of words that are judged, or scored."""
    asked = grid.study.analyses.change[grid.aligned_of(*subject.cells)]
    is_control = any(map(grid.is_control, subject.cells))
    return {"overlap": bool(asked.words or asked.truth) and not is_control}


def _operations(size) -> float:
    """Neighbours of words, and three products of dims for each run and average."""
    asked = size.analyses.change.values()
    words = min(size.words, MOST) * any(each.words or each.truth for each in asked)
    return (words**2 * (2.0 * size.dims + 80) + 3 * size.product) * size.runs


MEASURE = Measure(
    name="change_alignment",
    of=PAIR,
    controls=True,
    reads=(MODELS, "average_spaces?", "average_all?"),
    wanted=lambda grid, subject: bool(grid.aligned_of(*subject.cells)),
    spec=_spec,
    refuses=(ValueError,),
    message="Compare the aligned spaces of {subject}.",
    cost=Cost(
        # two runs, as read, in unit rows, and rotated
        bytes=lambda size: size.spaces + 32.0 * size.words * size.dims,
        operations=_operations,
        passes=1,
    ),
    quantities={
        "aligned_distance": Quantity(
            label="change of a word after alignment",
            symbol="Delta",
            formula="1 - cos(v1(w) A, v2(w))",
            source="Hamilton et al. 2016; Rettenmeier 2020, Eq. 4.2",
            best="low",
            range=(0.0, 2.0),
        ),
        "neighbours_kept": Quantity(
            label="neighbours in common of two texts",
            symbol="NN",
            formula="|N1(w) & N2(w)| / 10",
            source="Gonen et al. 2020",
        ),
    },
)
