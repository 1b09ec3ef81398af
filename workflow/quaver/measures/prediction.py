"""How far runs agree on nearest words: predicted from cosines, and observed."""

from collections.abc import Sequence

import numpy as np

from quaver.measures.candidates import Candidates, blocks, candidates
from quaver.measures.declare import MODELS, Cost, Measure
from quaver.measures.errors import MeasureError
from quaver.measures.examples import example
from quaver.measures.overlap import overlaps
from quaver.measures.quadrature import predicted, probabilities, structure_factor
from quaver.spaces.cosines import cosine_parts
from quaver.spaces.draws import drawn
from quaver.spaces.moments import Moments, gathered, moments_of
from quaver.statistics import correlation, jackknife_interval

BUDGET = 1 << 30  # bytes of moments held together
GATHERED = 1 << 27  # bytes of candidates' cosines in all runs held together
GROUPS = 16  # groups of runs left out in turn, at most
SAMPLE = 1 << 16  # pairs that tell the common deviation without a group
LEAST = 1 << 12  # pairs of them gathered together at least
RANKS = (1, 2, 3, 4, 5, 10, 50, 100, 500, 1000)  # of Table 2.4
TOP = 2000  # words Table 2.4 integrates over
FAR = 36.0  # deviations it looks out, to give probabilities down to 1e-64
LISTED = 15  # words of Table 2.2
NAMES = ("prediction", "structure", "structure_as_coded", "prediction_2")


def measure(given, out) -> None:
    """Store p@1 and p@2 of targets, observed and predicted, in two passes at least."""
    shared, spec = given.shared(least=3), given.spec
    targets, nearest = _targets(given, shared.mask)
    # lists of one word have no second
    at_two = min(spec["targets_at_2"], len(targets)) if nearest.shape[2] > 1 else 0
    words = np.array(shared.words, dtype=object)
    (word,), chosen = example(words, [spec["example"]], targets[:1], "target")
    spaces = shared.spaces()
    rows = np.append(word, targets)  # the example goes along with every pass
    many = {"words": len(words), "budget": BUDGET}
    likely, shown = candidates(spaces, rows, at_two + 1, **many)
    left, parts = leave_out(len(spaces)), halves(len(spaces))
    stays = [*left, *parts]
    values = predictions(spaces, rows, likely, stays)
    out.put_axes(runs=shared.numbers)
    counts = np.diff(likely.only(likely.one))[1:]
    out.put_all(("targets",), words=words[targets].tolist(), candidates=counts)
    seen = _observed(nearest, 1, stays), _observed(nearest[:, :at_two], 2, stays)
    _put_halves(out, seen, values, parts)
    _put_values(out, [rows[: len(left)] for rows in seen], values)
    out.describe("/", {"common_deviation": likely.deviation, "runs": len(spaces)})
    out.describe("example", {"word": words[word], "chosen": chosen})
    _put_table_2_4(out, words, shown)
    _put_table_2_2(out, words, word, [spaces[0], spaces[1]])


def _targets(given, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Targets in the order they are drawn, and their two nearest words in each run."""
    with given.other("neighbours") as lists:
        sorted_targets, nearest = lists["targets"][:], lists["neighbours"][:, :, :2]
    targets = drawn(mask, len(sorted_targets), given.spec["seed"])
    # drawn anew to have their order: the stored ones are sorted
    if not np.array_equal(np.sort(targets), sorted_targets):
        raise MeasureError("neighbours.h5 was made of other targets: remove it")
    return targets, nearest[:, np.searchsorted(sorted_targets, targets)]


def leave_out(runs: int) -> list[np.ndarray]:
    """Runs that stay: all, then without each group of consecutive runs in turn."""
    # the quadrature is too slow to leave out each of many runs
    groups = np.array_split(np.arange(runs), min(runs, GROUPS))
    return [np.arange(runs), *(np.setdiff1d(np.arange(runs), g) for g in groups)]


def halves(runs: int) -> list[np.ndarray]:
    """Runs of two halves, the first and the others; none where a half has no pair."""
    return np.array_split(np.arange(runs), 2) if runs >= 4 else []


def predictions(
    spaces: Sequence[np.ndarray],
    targets: np.ndarray,
    likely: Candidates,
    left: list[np.ndarray],
) -> dict[str, np.ndarray]:
    """Predictions of all targets but the first, the example: (left, targets) each."""
    sample, common = _sample(targets, likely.words), None
    step = max(LEAST, GATHERED // (4 * len(spaces)))
    firsts = range(0, SAMPLE, step)
    *early, last = ([each[k : k + step] for each in sample] for k in firsts)
    sampled = [_deviations(gathered(spaces, *part), left) for part in early]
    rows: list[list] = [[] for _ in left]
    for targeted in blocks(np.diff(likely.offsets) * (4 * len(spaces)), GATHERED):
        part = likely.part(targeted)
        pairs = np.repeat(targets[targeted], np.diff(part.offsets)), part.columns
        if common is None:
            # the last part of the sample goes along: one pass less over the runs
            pairs = tuple(map(np.append, pairs, last))
        cosines = gathered(spaces, *pairs)
        cosines, beside = np.split(cosines, [len(part.columns)], axis=1)
        if common is None:
            sampled.append(_deviations(beside, left))
            # the common deviation of the runs that stay: it changes as the sample's
            means = [np.concatenate(each).mean() for each in zip(*sampled, strict=True)]
            moved = np.array(means)
            common = likely.deviation * moved / moved[0] if moved[0] > 0 else moved
        for row, stay in enumerate(left):
            rows[row].append(_predicted(cosines, stay, part, common[row]))
    joined = ([np.concatenate(x) for x in zip(*row, strict=True)] for row in rows)
    by_name = zip(NAMES, zip(*joined, strict=True), strict=True)
    return {name: np.stack(values)[:, 1:] for name, values in by_name}


def _deviations(cosines: np.ndarray, left: list[np.ndarray]) -> list[np.ndarray]:
    """Deviations of pairs over the runs that stay: (pairs,) each."""
    return [moments_of(cosines, stay)[1] for stay in left]


def _sample(targets: np.ndarray, words: int) -> tuple[np.ndarray, np.ndarray]:
    """Random pairs of a target and another word."""
    generator = np.random.default_rng(len(targets))
    first = generator.choice(targets[1:], SAMPLE)
    # a step of 1 or more never comes back to the word itself
    second = (first + generator.integers(1, words, SAMPLE)) % words
    return first, second


def _predicted(cosines: np.ndarray, stay, part: Candidates, common: float) -> tuple:
    """Predictions over the runs that stay, in the order of NAMES."""
    means, deviations = moments_of(cosines, stay)
    first, second, same = part.one, part.two, part.common
    asked_at_two = np.flatnonzero(np.diff(part.only(second)))
    own = predicted(means[first], deviations[first], part.only(first))
    at_two = np.empty(0)
    if len(asked_at_two):
        # only the first targets are asked for p@2: the others have no candidates there
        offsets = part.only(second)[: asked_at_two[-1] + 2]
        at_two = predicted(means[second], deviations[second], offsets, 2)
    structure = structure_factor(means[same], common, part.only(same))
    # as coded: the thesis's code kept each pair's own deviation
    return own, structure, own, at_two


def _observed(nearest: np.ndarray, n: int, left: list[np.ndarray]) -> np.ndarray:
    """p@n over all pairs of the runs that stay: (left, targets), of none if none."""
    if not nearest.shape[1]:
        return np.empty((len(left), 0))
    return np.stack([overlaps(nearest[stay], [n]).word_share[0] for stay in left])


def _put_halves(out, observed: tuple, predictions: dict, parts: list) -> None:
    """Predictions of each half of the runs beside what was seen in it and the other."""
    same, other = np.full((2, 2, len(NAMES)), np.nan)
    levels = np.full((2, 2, len(NAMES)), np.nan)  # predicted, observed in the other
    for column, name in enumerate(NAMES):
        seen = observed[name == "prediction_2"][-2:]
        if not parts or seen.shape[1] < 2:
            continue
        made = predictions[name][-2:]
        same[:, column] = correlation(made, seen)
        other[:, column] = correlation(made, seen[::-1])
        levels[:, :, column] = made.mean(axis=1), seen[::-1].mean(axis=1)
    rows = {"same": same, "other": other, "predicted": levels[0], "observed": levels[1]}
    axes = ("half", "names")
    out.put_all(axes, **{f"halves/{name}": values for name, values in rows.items()})


def _put_values(out, observed: tuple, predictions: dict) -> None:
    at_one, at_two = observed
    values = {"observed": at_one, "predicted": predictions["prediction"]}
    values |= {name: predictions[name] for name in ("structure", "structure_as_coded")}
    out.put_all(("targets",), **{name: rows[0] for name, rows in values.items()})
    second = predictions["prediction_2"]
    out.put_all(("targets_2",), observed_2=at_two[0], predicted_2=second[0])
    rows = np.full((3, len(NAMES)), np.nan)
    for column, name in enumerate(NAMES):
        # Pearson's, and its interval by jackknife over groups of runs
        if predictions[name].shape[1] > 1:
            beside = at_two if name == "prediction_2" else at_one
            values = correlation(predictions[name][: len(beside)], beside)
            ends = np.clip(jackknife_interval(values[0], values[1:]), -1, 1)
            rows[:, column] = values[0], *ends
    out.put_axes(names=list(NAMES))
    out.put_all(("names",), correlations=rows[0], low=rows[1], high=rows[2])


def _put_table_2_4(out, words: np.ndarray, shown: Moments) -> None:
    """The word's nearest by mean, and how likely each is nearest or second."""
    order = np.argsort(-shown.means, kind="stable")[: len(words) - 1]
    used = np.sort(order[:TOP])  # in order of the vocabulary
    means, deviations = shown.means[used], shown.deviations[used]
    offsets = np.array([0, len(used)])
    ranks = [rank for rank in RANKS if rank <= len(order)]
    rows = order[[rank - 1 for rank in ranks]]
    values = {"rank": np.array(ranks), "words": words[rows].tolist()}
    values |= {"mean": shown.means[rows], "deviation": shown.deviations[rows]}
    for name, second in (("first", False), ("second", True)):
        likely = probabilities(means, deviations, offsets, second=second, reach=FAR)
        values[name] = likely[np.searchsorted(used, rows)]
    out.put_all(("rank",), **{f"example/{name}": x for name, x in values.items()})


def _put_table_2_2(out, words: np.ndarray, word: int, pair: list[np.ndarray]) -> None:
    """The word's nearest in the first run, and where they stand in the second."""
    cosines = np.empty((2, len(words)), dtype=np.float32)
    for own, units in zip(cosines, pair, strict=True):
        for rows, values in cosine_parts(units, np.array([word])):
            own[rows] = values[0]
    cosines[:, word] = -np.inf  # a word is not its own neighbour
    order = np.argsort(-cosines, axis=1, kind="stable")
    ranks = np.argsort(order, axis=1) + 1
    listed = order[0, : min(LISTED, len(words) - 1)]
    out.put("example/list_words", ("list",), words[listed].tolist())
    out.put("example/list_ranks", ("two", "list"), ranks[:, listed])
    out.put("example/list_cosines", ("two", "list"), cosines[:, listed])


MEASURE = Measure(
    name="prediction",
    reads=(MODELS, "vocabulary?", "neighbours"),
    wanted=lambda grid, subject: grid.is_studied(subject.cell),
    spec=lambda grid, subject: {
        "targets_at_2": grid.study.analyses.distribution.targets_at_2,
        "seed": grid.seed_of("targets", subject.cell.view),
        "example": grid.example(subject.cell)[0],
        "vocabulary": grid.study.analyses.stability.vocabulary,
    },
    message="Predict the overlap of nearest neighbours from the cosines of {subject}.",
    cost=Cost(
        # moments of targets with all words, and the cosines of those that are left
        bytes=lambda size: (
            size.spaces + 1.5e9 + min(1.1e9, 16 * size.words * (size.targets + 1))
        ),
        # a quadrature for each target, with all runs, without each group, of each half,
        # over words that may be nearest: the more, the less text trained them
        operations=lambda size: (
            size.lookups
            + 1.6e5
            * min(
                max(4.5e7 / (size.tokens or np.inf), min(750, size.words / 20)),
                size.words,
            )
            * (size.targets * (3 + min(size.runs, GROUPS)))
        ),
        passes=4,
    ),
)
