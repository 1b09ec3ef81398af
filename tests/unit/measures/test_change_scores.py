"""Change scored against truth, from spaces in which two words were exchanged."""

import numpy as np
import pytest
from aligning import SWAPPED, WORDS, average, swapped, vectors, write
from measuring import call
from numpy.testing import assert_allclose

from quaver import config, store
from quaver.grid import Grid
from quaver.measures.change_scores import halves, rows_of
from quaver.measures.errors import MeasureError

TRUTH = {
    "words": ["word3", "word40", "Word5", "word6", "word7", "gone"],
    "binary": [1, 1, 0, 0, 0, 0],
    "graded": [1.0, 0.8, 0.0, 0.1, 0.1, 0.1],
}
SPEC = {"truth": TRUTH, "missing": "unchanged", "language": "en"}
SPEC |= {"lowercase": True, "normalise": "NFC"}
DOCUMENTS = [0, 4, 4, 10], [0, 2, 4, 6, 8, 10]  # one is empty


def text(folder, late, plants=None):
    """The encoded text of a period, or a planted half of one."""
    with store.create(folder / f"text{late}.h5", "corpus", dict) as file:
        file.put("words", ("words",), WORDS)
        file.put("document_offsets", ("edges",), np.array(DOCUMENTS[late]))
        if plants:
            for name in ("targets", "donors"):
                rows = np.array([WORDS.index(word) for word in plants[name]])
                file.put(f"planted/{name}", ("pairs",), rows)
            file.put("planted/shares", ("pairs",), np.array(plants["shares"]))
    return folder / f"text{late}.h5"


@pytest.fixture(scope="module")
def aligned(tmp_path_factory):
    """Change between texts in the second of which two words were exchanged."""
    folder = tmp_path_factory.mktemp("aligned")
    early = [vectors(0.2, seed) for seed in range(4)]
    late = [swapped(vectors(0.2, seed)) for seed in range(4, 8)]
    blocks = [
        write(folder / name / "1-9.h5", spaces, seed)
        for seed, (name, spaces) in enumerate({"early": early, "late": late}.items(), 1)
    ]
    averages = [average(block, size) for block in blocks for size in (2, 4)]
    inputs, spec = [*blocks, *averages], {"overlap": False}
    return call("change_alignment", folder / "a.h5", inputs, spec)


def stored(folder, aligned, spec=SPEC, plants=None):
    """What is stored of the scores of such texts."""
    inputs = [aligned, *(text(folder, late, plants) for late in (0, 1))]
    made = call("change_scores", folder / "s.h5", inputs, spec)
    with store.read(made, "change_scores") as file:
        told = {name: file[name][:] for name in file if hasattr(file[name], "shape")}
        names = ("words", "kind")
        return told | {name: store.texts(file[name]) for name in names}


def test_models_that_see_the_exchange_score_and_others_do_not(tmp_path, aligned):
    told = stored(tmp_path, aligned)
    assert told["words"] == TRUTH["words"] and told["absent"].tolist() == [0] * 5 + [1]
    kinds = [*zip(told["kind"], told["size"].tolist(), strict=True)]
    assert kinds == [
        *[("run", 1)] * 4,
        *[("average", 2)] * 2,
        ("average", 4),
        *[("ensemble", 2)] * 2,
        ("ensemble", 4),
        *(("log frequency ratio", 0), ("log frequency", 0)),
        *(("every word changed", 0), ("no word changed", 0)),
    ]
    trained = told["size"] > 0
    assert_allclose(told["accuracy"][trained], 1)
    assert told["rho"][trained].min() > 0.5
    # the two stand where most of the order is: it holds with frequency held fixed
    assert np.median(told["partial"][trained]) > 0.5
    assert_allclose(told["accuracy"][-2:], [1 / 3, 2 / 3])
    # an average is no mean of changes, and an ensemble is
    of = {name: np.array(told["kind"]) == name for name in ("run", "ensemble")}
    mean = told["change"][of["run"]].mean(axis=0)
    assert_allclose(told["change"][of["ensemble"]][-1], mean)
    assert (told["documents"].tolist(), told["effective"].tolist()) == (
        [2, 5],
        pytest.approx([100 / 52, 5.0]),
    )


def test_what_is_missing_may_be_dropped(tmp_path, aligned):
    told = stored(tmp_path, aligned, SPEC | {"missing": "drop"})
    assert set(told["scored"].tolist()) == {5}
    assert np.isnan(told["change"][:, -1]).all()
    assert_allclose(told["accuracy"][-2:], [2 / 5, 3 / 5])


def test_planted_words_are_scored_beside_as_many_that_are_not(tmp_path, aligned):
    plants = {"targets": [SWAPPED[0], "word9"], "donors": [SWAPPED[1], "word10"]}
    told = stored(
        tmp_path, aligned, SPEC | {"truth": {}}, plants | {"shares": [1.0, 0.25]}
    )
    assert told["words"][:2] == plants["targets"] and len(set(told["words"])) == 4
    assert not {*told["words"][2:]} & {*plants["donors"]}
    assert told["graded"].tolist() == [1, 0.25, 0, 0]
    assert told["binary"].tolist() == [1, 1, 0, 0]
    # words as frequent as they are
    uses = told["occurrences"].mean(axis=1)
    assert np.abs(np.sort(uses[:2]) - np.sort(uses[2:])).max() < 8
    # of the second nothing was done in these spaces
    assert np.median(told["accuracy"][:4]) == 3 / 4


def test_truth_of_other_texts_is_one_sentence(tmp_path, aligned):
    spec = SPEC | {"truth": TRUTH | {"words": [f"gone{k}" for k in range(6)]}}
    with pytest.raises(MeasureError, match=r"no target \(gone0, gone1, gone2 \.\.\.\)"):
        stored(tmp_path, aligned, spec)


def test_half_of_the_runs_and_all_are_scored():
    assert halves(32, [1, 2, 4, 8, 16, 32]) == [16, 32]
    assert halves(10, [2, 4, 8, 10]) == [4, 10]
    assert halves(8, [2]) == [2] and halves(3, []) == []
    assert halves(2, range(3)) == [2]


def test_targets_are_spelt_as_a_text_is_cleaned():
    words = ["haus", "attack_nn", "straße"]
    german = {"language": "de", "lowercase": True, "normalise": "NFC"}
    rows = rows_of(["Haus", "attack_nn", "Straße", "Maus"], words, german)
    assert rows.tolist() == [0, 1, 2, -1]
    assert rows_of(["Haus"], words, german | {"lowercase": False}).tolist() == [-1]


SPEECHES = {
    "language": "en",
    "source": {
        **{"kind": "periods", "of": {"kind": "sotu"}, "by": "year"},
        "periods": {"early": [1790, 1869], "late": [1946, 2026]},
    },
    "encode": "together",
}
STUDY = {
    **{"study": "mine", "seed": 1, "runs": 4, "corpora": {"speeches": SPEECHES}},
    "techniques": {"l": {"trainer": "lsa"}},
    "samplings": ["shuffled", "bootstrapped"],
}


def test_planted_truth_is_of_its_halves_and_published_truth_of_the_periods():
    halves_of = {"speeches_half1+speeches_half2"}
    published = {"format": "dwug", "path": "gold.tsv"}
    cases = [("planted", halves_of), (published, {"speeches_early+speeches_late"})]
    for truth, expected in cases:
        change = {"pairs": [["early", "late"]], "truth": truth, "null": {"trained": 2}}
        study = STUDY | {"analyses": {"change": {"speeches": change}}}
        grid = Grid(config.understand(study, {}))
        subjects = grid.measured["change_scores"]
        assert {x.label.split("/")[0] for x in subjects} == expected
        assert {x.cell.sampling for x in subjects} == {*STUDY["samplings"]}
        aligned = {x.label for x in grid.measured["change_alignment"]}
        assert {x.label for x in subjects} <= aligned
