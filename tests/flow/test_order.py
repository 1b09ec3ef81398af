"""Cells are finished one after another, so that their models may go."""

import pytest

NOISE = {"trainer": "noise", "dimensions": 4}
STUDY = {
    "study": "turns",
    "seed": 5,
    "runs": 3,
    "runs_per_job": 1,
    "corpora": {
        name: {"language": "en", "source": {"kind": "text", "path": "mine.txt"}}
        for name in ("first", "second")
    },
    "techniques": {"noise": NOISE, "other": {**NOISE, "dimensions": 5}},
    "samplings": ["fixed", "shuffled"],
    "analyses": {
        "stability": {"measures": ["pip"]},
        "averages": {"sizes": []},
        "distribution": {"samplings": []},
    },
}


@pytest.fixture(scope="module")
def made(tmp_path_factory, folder_at, two_topics):
    """Files of the study by their path, with the time each was finished."""
    folder = folder_at(tmp_path_factory.mktemp("turns"))
    folder.write("mine.txt", two_topics())
    profile = "--workflow-profile", folder.repository / "profiles/default"
    # else the text that is ready first is trained first, whichever that is
    for rule in ("encode_corpus", "measure_pip"):
        folder.finish(*profile, "--until", rule, study=STUDY)
    found = folder.results("turns").items()
    return {path: file.stat().st_mtime_ns for path, file in found}


def cell_of(path):
    """The cell a model or a measure is of."""
    return tuple(path.split("/")[1:4])


def of(made, kind):
    paths = [p for p in made if p.startswith(f"{kind}/") and p.endswith(".h5")]
    return [p for p in sorted(paths, key=made.get) if p.count("/") == 4]


def test_cells_are_trained_one_after_another(made):
    """Two cores may have the end of one and the beginning of the next in hand."""
    cells = [cell_of(path) for path in of(made, "models")]
    assert len(cells) == 8 * 3
    order = list(dict.fromkeys(cells))
    turns = [order.index(cell) for cell in cells]
    assert max(turn - min(turns[k:]) for k, turn in enumerate(turns)) <= 1
    samplings = [cell[2] for cell in order[:4]]
    assert samplings == ["fixed", "fixed", "shuffled", "shuffled"]
    assert [cell[0] for cell in order] == ["first"] * 4 + ["second"] * 4


def test_a_cell_is_measured_while_most_others_wait(made):
    models, measures = of(made, "models"), of(made, "measures")
    waiting = []
    for path in models:
        before = {cell_of(p) for p in models if made[p] <= made[path]}
        later = {cell_of(p) for p in measures if made[p] > made[path]}
        waiting.append(len(before & later))
    assert max(waiting) <= 3  # of eight
