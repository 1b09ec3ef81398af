"""What a table of scored pairs says of similar words; who asks for it."""

import numpy as np
import pytest
from invented import cell
from invented_wordnet import word_names
from measuring import call
from numpy.testing import assert_allclose, assert_array_equal
from test_measure_meaning import RUNS, STUDY, WORDS, block
from test_quality_below import SCORED, Contents

from quaver import store
from quaver.config import ConfigError, as_written, understand
from quaver.config.similarity import Scores
from quaver.grid import Grid
from quaver.house.meant import COSINES, dealt_ours, of_size, threshold_of
from quaver.house.scored import SCORED as TABLE_OF_SCORES
from quaver.house.scored import sentence
from quaver.house.thresholds_told import thresholds_told
from quaver.items.item import build
from quaver.measures import MEASURES
from quaver.measures.declare import TABLE
from quaver.measures.errors import MeasureError
from quaver.measures.scored import EDGES, bins_of
from quaver.results.scored import ARRAYS, ScoredNumbers
from quaver.spaces.normalise import unit_rows
from quaver.statistics.thresholds import NOTHING, SMALL, Rule

PAIRS, DIMS = 400, 3
RULE = Rule(least_pairs=5)
SPEC = {"least_pairs": 5, "relabellings": 120, "seed": 1, "deals": 2}
ASKED = {
    **{"kind": "scores", "path": "pairs.tsv"},
    **{"format": "wordsim353", "language": "en"},
}


def vectors(run):
    """Three dimensions, whose cosines are even from -1 to 1, and a little noise."""
    own = np.random.default_rng(1).standard_normal((WORDS, DIMS))
    noise = np.random.default_rng([2, run]).standard_normal((WORDS, DIMS))
    return (own + 0.05 * noise).astype(np.float32)


def table(meant, step=0.4, spread=0.5):
    """Pairs and scores: one higher from a cosine on, or by chance alone."""
    generator = np.random.default_rng(3)
    pairs = np.array([generator.permutation(WORDS)[:2] for _ in range(PAIRS)])
    units = unit_rows(vectors(0)).astype(float)
    cosines = np.einsum("pd,pd->p", *units[pairs.T])
    chance = spread * generator.standard_normal(PAIRS)
    return pairs, (meant * (cosines > step) + chance).round(1)


def stored(folder, meant=2.0, first="", **changes):
    pairs, scores = table(meant)
    names = word_names(WORDS)
    lines = [
        f"{first}{names[i]}\t{names[j]}\t{g}"
        for (i, j), g in zip(pairs, scores, strict=True)
    ]
    lines += ["w1\tnobody\t0.5"]
    (folder / "pairs.tsv").write_text("\n".join(lines), "utf-8")
    entry = {"path": str(folder / "pairs.tsv"), "format": "pairs", "encoding": "utf-8"}
    spec = SPEC | {"scored": SCORED | {"sets": {TABLE: entry}}} | changes
    models = block(folder, [vectors(run) for run in range(RUNS)])
    out = call("scored", folder / "out.h5", [models], spec)
    with store.read(out, "scored") as file:
        arrays = {name: file[name][:] for name in ARRAYS}
        return arrays | {name: int(file.attrs[name]) for name in ("known", "pairs")}


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    return stored(tmp_path_factory.mktemp("scored"))


def test_counts_are_those_of_a_loop_over_pairs(scored):
    pairs, scores = table(2.0)
    assert (scored["known"], scored["pairs"]) == (PAIRS, PAIRS + 1)
    assert_allclose(scored["values"], np.unique(scores))
    for run in range(RUNS):
        units = unit_rows(vectors(run)).astype(float)
        made = np.zeros_like(scored["counts"][run])
        for (i, j), score in zip(pairs, scores, strict=True):
            cosine = np.float32(units[i] @ units[j])
            place = int(np.argmax(cosine <= EDGES.astype(np.float32))) - 1
            made[place, np.argmin(np.abs(scored["values"] - score))] += 1
        assert_array_equal(scored["counts"][run], made)


def test_bins_hold_their_upper_edge():
    cosines = np.array([-1, -0.95, -0.94, 0, 0.01, 0.55, 1], dtype=np.float32)
    assert bins_of(cosines).tolist() == [0, 0, 1, 19, 20, 30, 39]


def test_deals_keep_the_pairs_of_bins_and_the_scores_of_all(scored):
    counts, dealt = scored["counts"][0], scored["relabelled"]
    pairs = counts.sum(axis=1)
    mean = counts.sum(axis=0) @ scored["values"] / PAIRS
    own = np.nan_to_num(dealt) @ pairs / PAIRS
    assert_allclose(own, mean)
    assert len(np.unique(dealt.round(9), axis=0)) == len(dealt) == 120


def test_groups_of_words_and_halves_of_scores(scored):
    counts, left = scored["counts"][0], scored["without"]
    assert len(left) == 20 and (left <= counts).all()
    # each pair is left out with the group of either word
    lost = PAIRS * 20 - left.sum()
    assert PAIRS <= lost <= 2 * PAIRS
    assert lost > 1.8 * PAIRS
    low, high = scored["sized"]
    assert_array_equal(low + high, counts)
    assert low.sum() == high.sum() == PAIRS // 2
    places = [np.flatnonzero(half.sum(axis=0)) for half in (low, high)]
    assert places[0].max() <= places[1].min()


def test_a_step_is_found_and_scores_dealt_anew_have_none(scored, tmp_path):
    own = threshold_of(scored, COSINES, RULE)
    assert own.runs.estimate.mean == pytest.approx(0.4, abs=0.051)
    assert own.loose <= 0.4 <= own.strict + 0.05
    assert dealt_ours(scored, RULE).found <= 0.05
    none = threshold_of(stored(tmp_path, meant=0.0), COSINES, RULE)
    assert np.isnan(none.runs.estimate.mean) and none.reason in (NOTHING, SMALL)
    # of a half that has one level of meaning alone there is nothing to tell
    lower, higher = (of_size(scored, half, RULE)[0] for half in (0, 1))
    assert lower.group is None or higher.group is None


def test_too_few_pairs_are_refused_with_the_cure(tmp_path):
    with pytest.raises(MeasureError, match="0 bins of cosines have 1,000 of the 400"):
        stored(tmp_path, least_pairs=1000)
    with pytest.raises(MeasureError, match="of the 0 pairs .* lower 'least_pairs' .to"):
        stored(tmp_path, first="un")


def study(**changes):
    asked = {"baseline": ASKED | changes, "threshold": {"least_pairs": 5}}
    return STUDY | {"analyses": {"similarity": asked}}


def test_cells_of_its_language_are_held_against_a_table_and_no_wordnet():
    grid = Grid(understand(study()))
    labels = [subject.label for subject in grid.measured["scored"]]
    assert labels and all(label.startswith("said/") for label in labels)
    assert not grid.measured["meaning"]
    assert grid.files()["read_wordnet"] == []
    spec = MEASURES["scored"].spec(Contents(grid), grid.measured["scored"][0])
    assert spec["scored"]["sets"] == {
        TABLE: {"path": "pairs.tsv", "format": "wordsim353", "encoding": "utf-8"}
    }
    assert (spec["least_pairs"], spec["relabellings"]) == (5, 200)
    spanish = Grid(understand(study(language="es"))).measured["scored"]
    assert {x.label.split("/")[0] for x in spanish} == {"dicho"}
    assert not Grid(understand(STUDY)).measured["scored"]


def test_a_table_is_written_back_as_it_is_read():
    own = understand(study()).analyses.similarity
    assert own.baseline == Scores(**ASKED)
    written = as_written(understand(study()))["analyses"]["similarity"]
    assert written["baseline"] == ASKED | {"encoding": "utf-8"}
    assert understand(as_written(understand(study())))


def test_what_a_table_cannot_be_is_refused_with_the_cure():
    where = "analyses.similarity.baseline"
    cases = [
        ({"language": "cs"}, f"{where}.language: got 'cs', but its pairs"),
        ({"format": "analogies"}, f"{where}.format"),
        ({"encoding": "nothing"}, f"{where}.encoding"),
        ({"parts": ["noun"]}, f"{where}"),
        ({"kind": "letters"}, f"{where}.kind"),
    ]
    for changes, match in cases:
        with pytest.raises(ConfigError, match=match):
            understand(study(**changes))
    scored = study()
    sets = {"ws": {"language": "en", "format": "pairs", "path": "pairs.tsv"}}
    scored["analyses"]["quality"] = {"threshold": True, "sets": sets}
    with pytest.raises(ConfigError, match="held against WordNet"):
        understand(scored)


class Given:
    """A study of such records alone."""

    def __init__(self, *records):
        self.study, self._records = understand(study()), records

    def scored(self):
        return self._records


def test_a_row_says_that_the_threshold_is_the_tables(scored):
    arrays = {name: scored[name] for name in ARRAYS}
    told = ScoredNumbers(cell(), arrays, PAIRS, PAIRS + 1)
    lost = ScoredNumbers(cell(technique="lsa"), note="not measured")
    frame = build(TABLE_OF_SCORES, Given(lost, told))
    rows = {row["technique"]: row for row in frame.to_dict("records")}
    assert rows["lsa"]["sentence"] == "Not told: not measured."
    row = rows[cell().technique]
    assert row["threshold_low"] <= row["threshold"] <= row["threshold_high"]
    assert (row["known"], row["pairs"], row["runs"]) == (PAIRS, PAIRS + 1, RUNS)
    assert row["found_e2"] <= 5
    assert row["sentence"].startswith(
        "Of 400 of the table's 401 pairs, those of cosines from .40 ("
    )
    assert "the half of lower scores alone has none" in row["sentence"]
    open_end = threshold_of(arrays, COSINES, RULE)._replace(strict=np.nan)
    assert " or more) on are scored" in sentence(open_end, row)
    text = thresholds_told({"thresholds_scored": frame})
    assert "This is a threshold of the table's pairs, not of the model" in " ".join(
        text.split()
    )
