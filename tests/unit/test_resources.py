"""What rules ask for: enough for huge texts, little for tiny ones, more each time."""

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from quaver.config import understand
from quaver.config.techniques import TRAINERS as KNOWN
from quaver.grid import Grid

WORKFLOW = Path(__file__).parents[2] / "workflow"
FILES = ("memory", "runtime", "resources")
TEXT = {"language": "en", "source": {"kind": "sotu"}}
LITTLE = 2000  # megabytes, for a text of a few thousand words
TRAINERS = tuple(name for name in KNOWN if name != "vectors")


class Asked:
    """The functions of the .smk files, for a study of one text of some size."""

    def __init__(self, folder, words=0, tokens=0, *, runs=8, **more):
        dims = more.pop("dimensions", 50)
        self.expected = more.pop("expected", {})
        machine = more.pop("machine", None)
        text = {**TEXT, **({"expected": self.expected} if self.expected else {})}
        techniques = {
            name: {"trainer": name, "dimensions": dims, **more.get(name, {})}
            for name in TRAINERS
        }
        study = {"study": "mine", "seed": 1, "runs": runs, "corpora": {"mine": text}}
        study["retention"] = more.pop("retention", {})
        study["analyses"] = {"queries": {"topics": {}}}
        asked = more.pop("asked", 20)
        self.study = understand({**study, "techniques": techniques}, {})
        self.grid = Grid(self.study)
        self.file = folder / "corpora/mine.h5"
        self.sizes = {"words": words, "tokens": tokens}
        if words:
            self.encode(words, tokens)
        resources = {"_nodes": SimpleNamespace(value=None)}
        if machine:
            resources["mem_mb"] = SimpleNamespace(value=machine)
        self.known = {
            **{"STUDY": self.study, "GRID": self.grid, "ROOT": folder, "Path": Path},
            **{"sys": sys, "settle": lambda: None, "os": __import__("os")},
            "workflow": SimpleNamespace(
                is_main_process=True, global_resources=Resources(resources)
            ),
            "words_asked": lambda corpus: asked,
            "source_files": lambda corpus: [folder / "source"],
            "store": SimpleNamespace(length=lambda _, name: self.sizes[name]),
            "cell_of": lambda w: self.grid.cells[f"mine/{w.technique}/{w.sampling}"],
            "block_of": lambda w: self.grid.blocks_of(self.known["cell_of"](w))[0],
        }
        for name in FILES:
            exec((WORKFLOW / f"{name}.smk").read_text(encoding="utf-8"), self.known)

    def encode(self, words, tokens):
        """Have the text encoded, with so many words and tokens."""
        self.sizes = {"words": words, "tokens": tokens}
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.touch()

    def __call__(self, kind, amount, of="cell_of", *, technique="glove", attempt=1):
        """What a rule asks of megabytes or minutes."""
        where = {"view": "mine", "technique": technique, "sampling": "shuffled"}
        where = SimpleNamespace(**where, corpus="mine")
        rule = self.known[kind](self.known[amount], self.known[of])
        return rule(where, attempt)

    def all(self, kind):
        """What every rule asks of megabytes or minutes, by the function it is from."""
        found = {}
        for rule, of in USED[kind]:
            for technique in TRAINERS:
                key = f"{rule} of {technique}"
                found[key] = self(kind, rule, of, technique=technique)
        return found


class Resources(dict):
    """Global resources as Snakemake keeps them."""

    def __setitem__(self, name, value):
        super().__setitem__(name, SimpleNamespace(value=value))


def used(kind):
    """Which amount of what the rules ask for."""
    rules = (WORKFLOW / "rules").glob("*.smk")
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(rules))
    found = set(re.findall(rf"={kind}\((\w+), (\w+)\)", text))
    return sorted(pair for pair in found if pair[1] != "vectors_read")


USED = {kind: used(kind) for kind in ("megabytes", "minutes")}


def test_the_export_of_a_deleted_run_asks_for_its_training(tmp_path):
    size = 500_000, 100_000_000
    kept = Asked(tmp_path, *size)
    gone = Asked(tmp_path, *size, retention={"models": "delete"})
    for kind, export, training in (
        ("megabytes", "export_memory", "training_memory"),
        ("minutes", "export_seconds", "training_seconds"),
    ):
        asked = gone(kind, training, "block_of")
        assert gone(kind, export) >= asked > kept(kind, export)


def test_who_asks_for_more_words_is_given_more(tmp_path):
    size = 500_000, 100_000_000
    few, many = (Asked(tmp_path, *size, asked=asked) for asked in (20, 2000))
    first, second = (each("minutes", "queries_seconds") for each in (few, many))
    assert second > first + 60
    held = [
        asked("megabytes", "gathering_memory", "all_cells") for asked in (few, many)
    ]
    cells = [cell for cell in few.grid.cells.values() if few.grid.is_asked(cell)]
    runs = sum(cell.runs for cell in cells)
    assert held[1] - held[0] > 1980 * runs * 100 * 8 / 1e6  # cosines and ranks


@pytest.mark.parametrize(("words", "tokens"), [(2, 10), (7_000, 200_000)])
def test_tiny_texts_ask_for_little(tmp_path, words, tokens):
    fasttext = {"bucket": 1000}
    asked = Asked(tmp_path, words, tokens, fasttext=fasttext)
    megabytes = asked.all("megabytes")
    assert len(megabytes) > 50
    assert min(megabytes.values()) >= 700
    large = {name.split(" of ")[0] for name, x in megabytes.items() if x > LITTLE}
    assert large <= {"prediction_memory", "encoding_memory"}
    assert max(megabytes.values()) < 2 * LITTLE
    minutes = asked.all("minutes")
    assert min(minutes.values()) >= 30
    assert max(minutes.values()) < 24 * 60


def test_a_huge_text_asks_for_what_is_held(tmp_path):
    """Words x runs that are held at once, in bytes: losses of words of two cells."""
    words, runs, dimensions = 4_000_000, 128, 300
    asked = Asked(tmp_path, words, 10**9, runs=runs, dimensions=dimensions)
    space = 4 * words * dimensions / 1e6
    losses = 2 * 8 * words * runs / 1e6
    assert losses < asked("megabytes", "join_memory", "cells_joined") < 4 * losses
    # two spaces and who has which word, not a number of each word and run
    assert 2 * space < asked("megabytes", "spaces_memory") < 30_000
    assert losses / 2 < asked("megabytes", "grams_memory") < 2 * losses
    for trainer in TRAINERS:
        found = asked("megabytes", "training_memory", "block_of", technique=trainer)
        assert found > 2 * space
    minutes = asked.all("minutes")
    assert max(minutes.values()) < 365 * 24 * 60


@pytest.mark.parametrize("trainer", [x for x in TRAINERS if x != "noise"])
def test_trainings_ask_for_more_of_a_longer_text(tmp_path, trainer):
    few = Asked(tmp_path / "a", 50_000, 10**6, runs=1)
    many = Asked(tmp_path / "b", 50_000, 10**8, runs=1)
    first, second = (
        [
            each("minutes", "training_seconds", "block_of", technique=trainer),
            each("megabytes", "training_memory", "block_of", technique=trainer),
        ]
        for each in (few, many)
    )
    assert all(y > x for x, y in zip(first, second, strict=True))


def test_a_block_asks_for_the_time_of_all_its_runs(tmp_path):
    one, four = (
        Asked(tmp_path / str(n), 50_000, 10**8, runs=n)(
            "minutes", "training_seconds", "block_of", technique="word2vec"
        )
        for n in (1, 4)
    )
    assert four - 30 == pytest.approx(4 * (one - 30), abs=4)


def test_every_attempt_asks_for_more(tmp_path):
    asked = Asked(tmp_path, 50_000, 10**7)
    for kind, amount in (
        ("megabytes", "training_memory"),
        ("minutes", "training_seconds"),
    ):
        found = [asked(kind, amount, "block_of", attempt=n) for n in (1, 2, 3)]
        assert found[1:] == [pytest.approx(n * found[0], abs=3) for n in (2, 3)]


def test_a_text_encoded_meanwhile_is_looked_at_again(tmp_path):
    asked = Asked(tmp_path)
    before = asked("megabytes", "training_memory", "block_of")
    asked.encode(1_000_000, 10**8)
    after = asked("megabytes", "training_memory", "block_of")
    assert after > before + 1000
    asked.encode(2_000_000, 10**8)
    asked.file.touch()
    asked.file.write_bytes(b"changed")
    assert asked("megabytes", "training_memory", "block_of") > after + 50


def test_expected_sizes_stand_in_until_the_text_is_encoded(tmp_path):
    expected = {"words": 1_000_000, "tokens": 10**8}
    asked = Asked(tmp_path, expected=expected)
    before = asked("megabytes", "training_memory", "block_of")
    assert before > 2000
    asked.encode(10, 100)
    assert asked("megabytes", "training_memory", "block_of") < before


def test_a_broken_text_is_left_to_the_job_that_reads_it(tmp_path):
    asked = Asked(tmp_path, 10, 100)
    asked.known["store"].length = lambda *_: (_ for _ in ()).throw(OSError("broken"))
    asked.file.write_bytes(b"broken")
    assert asked("megabytes", "training_memory", "block_of") >= 700


def test_what_is_more_than_the_machine_has_is_told_once(tmp_path, capsys):
    asked = Asked(tmp_path, 4_000_000, 10**9, runs=2, dimensions=300, machine=3000)
    wanted = asked("megabytes", "training_memory", "block_of")
    asked("megabytes", "training_memory", "block_of", attempt=2)
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"A job of glove may need {wanted} MB of memory" in said
    assert "gives 3000 MB" in said


def test_what_fits_is_not_told(tmp_path, capsys):
    asked = Asked(tmp_path, 10, 100, machine=30_000)
    asked("megabytes", "training_memory", "block_of")
    assert capsys.readouterr().err == ""


def test_the_machine_bounds_what_nobody_bounded(tmp_path):
    asked = Asked(tmp_path, 10, 100)
    assert asked.known["BOUND"] == asked.known["machine_memory"]() > 500
    assert Asked(tmp_path, machine=1234).known["BOUND"] == 1234


def test_a_container_bounds_the_machine(tmp_path):
    asked = Asked(tmp_path)
    limit = tmp_path / "memory.max"
    asked.known["LIMITS"] = (str(limit), str(tmp_path / "none"))
    limit.write_text("max\n")
    whole = asked.known["machine_memory"]()
    limit.write_text("1000000000\n")
    assert asked.known["machine_memory"]() == 900 < whole


def test_a_longer_source_is_given_more_time(tmp_path):
    asked = Asked(tmp_path)
    found = [asked("minutes", "encoding_seconds", "text_of")]
    with (tmp_path / "source").open("wb") as file:
        file.truncate(10**10)
    found.append(asked("minutes", "encoding_seconds", "text_of"))
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/mine.jsonl.zst").write_bytes(b"little")
    found.append(asked("minutes", "encoding_seconds", "text_of"))
    assert found[1] > 10 * found[0]
    assert found[2] == found[0]
    assert asked("minutes", "extracting_seconds", "source_of") > 10 * found[0]
