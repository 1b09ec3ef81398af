"""What jobs ask for: enough for huge texts, little for tiny ones, more each time."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from quaver.config import understand
from quaver.config.techniques import TRAINERS as KNOWN
from quaver.engine import cost, machine
from quaver.engine.cost import (
    OVER,
    Costs,
    Need,
    seconds,
)
from quaver.engine.machine import Machine, at_once, bound_memory, machine_memory
from quaver.engine.size import Size
from quaver.grid import Grid
from quaver.grid.subjects import Subject, subjects_of
from quaver.measures import MEASURES
from quaver.trainers.declare import different, technique_of

TEXT = {"language": "en", "source": {"kind": "sotu"}}
SETS = {"gone": {"language": "en", "format": "analogies", "path": "nowhere.txt"}}
LITTLE = 2000  # megabytes, for a text of a few thousand words
TRAINERS = tuple(name for name in KNOWN if name != "vectors")


class Asked(Costs):
    """The costs of a study of one text of some size."""

    def __init__(self, folder, words=0, tokens=0, *, runs=8, **more):
        dims, expected = more.pop("dimensions", 50), more.pop("expected", {})
        text = {**TEXT, **({"expected": expected} if expected else {})}
        text |= {"unit": more.pop("unit")} if "unit" in more else {}
        analyses = {"queries": {"topics": {}}, "quality": {"sets": SETS}}
        analyses["similarity"] = {}  # rows of doc2vec are of no use without
        asked = more.pop("asked", 20)
        written = {
            **{"study": "mine", "seed": 1, "runs": runs, "corpora": {"mine": text}},
            **{"retention": more.pop("retention", {}), "analyses": analyses},
            "techniques": {
                name: {"trainer": name, "dimensions": dims, **more.get(name, {})}
                for name in TRAINERS
            },
        }
        grid = Grid(understand(written, {}))
        super().__init__(grid, folder, lambda _: asked, lambda _: [folder / "source"])
        self.file = folder / "corpora/mine.h5"
        self.sizes = {}
        if words:
            self.encode(words, tokens)

    def encode(self, words, tokens):
        """Have the text encoded, with so many words and tokens."""
        self.sizes = {"words": words, "tokens": tokens}
        self.sizes["document_offsets"] = tokens // 1000 + 1
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.touch()

    def cell(self, technique="glove"):
        return self.grid.cells[f"mine/{technique}/shuffled"]

    def train(self, technique="glove"):
        """What a block of a technique asks for."""
        return self.training(self.grid.blocks_of(self.cell(technique))[0])

    def ask(self, name, technique="glove"):
        """What a measure of a technique asks for."""
        measure = MEASURES[name]
        # of one text there is no pair: it stands for both
        pair = Subject(measure.of, (self.cell(technique),) * 2)
        every = subjects_of(self.grid, measure) or [pair]
        own = (x for x in every if x.cell == self.cell(technique))
        return self.measure(measure)(next(own, every[0]))

    def all(self):
        """What every rule asks for, by its name and technique."""
        found = {"choose": self.choosing("mine"), "encode": self.encoding("mine")}
        found["extract"] = self.extracting("mine")
        found["gather"] = self.gathering(list(self.grid.cells.values()))
        for name in TRAINERS:
            cell = self.cell(name)
            found[f"train {name}"] = self.train(name)
            found[f"retire {name}"] = self.retiring(cell)
            found[f"export {name}"] = self.exporting(cell)
            found |= {f"{x} {name}": self.ask(x, name) for x in MEASURES}
        return found


@pytest.fixture(autouse=True)
def lengths(monkeypatch):
    """Lengths of datasets are those an Asked says, by the folder of its file."""
    by_file = {}
    encode = Asked.encode

    def told(self, words, tokens):
        encode(self, words, tokens)
        by_file[self.file] = self.sizes
        cost._stored.cache_clear()

    monkeypatch.setattr(Asked, "encode", told)
    length = SimpleNamespace(
        length=lambda path, name: by_file.get(path, {}).get(name, 0)
    )
    monkeypatch.setattr(cost, "store", length)
    return by_file


def megabytes(found):
    return {name: need.megabytes() for name, need in found.items()}


def test_the_export_of_a_deleted_run_asks_for_its_training(tmp_path):
    size = 500_000, 100_000_000
    kept = Asked(tmp_path, *size)
    gone = Asked(tmp_path, *size, retention={"models": "delete"})
    cell = kept.cell()
    for part in ("megabytes", "minutes"):
        asked, training, less = (
            getattr(need, part)()
            for need in (gone.exporting(cell), gone.train(), kept.exporting(cell))
        )
        assert asked >= training > less


def test_who_asks_for_more_words_is_given_more(tmp_path):
    size = 500_000, 100_000_000
    few, many = (Asked(tmp_path, *size, asked=asked) for asked in (20, 2000))
    first, second = (each.ask("queries").minutes() for each in (few, many))
    assert second > first + 60
    cells = list(few.grid.cells.values())
    held = [each.gathering(cells).megabytes() for each in (few, many)]
    runs = sum(cell.runs for cell in cells if few.grid.is_asked(cell))
    # cosines and ranks, but for the megabyte that is cut off
    assert held[1] - held[0] > 1980 * runs * 100 * 8 / 1e6 - 1


@pytest.mark.parametrize(("words", "tokens"), [(2, 10), (7_000, 200_000)])
def test_tiny_texts_ask_for_little(tmp_path, words, tokens):
    found = Asked(tmp_path, words, tokens, fasttext={"bucket": 1000}).all()
    asked = megabytes(found)
    assert len(asked) > 50
    assert min(asked.values()) >= 700
    large = {name.split()[0] for name, x in asked.items() if x > LITTLE}
    assert large <= {"prediction", "encode"}
    assert max(asked.values()) < 2 * LITTLE
    minutes = [need.minutes() for need in found.values()]
    assert min(minutes) >= 30
    assert max(minutes) < 24 * 60


def test_a_huge_text_asks_for_what_is_held(tmp_path):
    """Words x runs that are held at once, in bytes: losses of words of two cells."""
    words, runs, dimensions = 4_000_000, 128, 300
    asked = Asked(tmp_path, words, 10**9, runs=runs, dimensions=dimensions)
    found = megabytes(asked.all())
    space = 4 * words * dimensions / 1e6
    losses = 2 * 8 * words * runs / 1e6
    assert losses < found["instability glove"] < 4 * losses
    # two spaces and who has which word, not a number of each word and run
    assert 2 * space < found["neighbours glove"] < 30_000
    assert losses / 2 < found["pip glove"] < 2 * losses
    for trainer in TRAINERS:
        assert found[f"train {trainer}"] > 2 * space
    assert max(need.minutes() for need in asked.all().values()) < 365 * 24 * 60


@pytest.mark.parametrize("trainer", [x for x in TRAINERS if x != "noise"])
def test_trainings_ask_for_more_of_a_longer_text(tmp_path, trainer):
    few = Asked(tmp_path / "a", 50_000, 10**6, runs=1).train(trainer)
    many = Asked(tmp_path / "b", 50_000, 10**8, runs=1).train(trainer)
    assert many.minutes() > few.minutes() and many.megabytes() > few.megabytes()


def test_vectors_of_units_are_counted_once_each_however_few_the_words(tmp_path):
    """Of 30 million sentences of 20 words, of which documents have 50."""
    tokens, dims = 600_000_000, 100
    given = {"doc2vec": {"documents": "sentence"}, "dimensions": dims}
    asked = Asked(tmp_path, unit="sentence", **given)
    asked.encode(100_000, tokens)
    asked.sizes["sentence_offsets"] = tokens // 20
    vectors = 4 * dims * tokens // 20 / 1e6
    held = asked.train("doc2vec").megabytes()
    assert vectors < held < 2 * vectors
    assert asked.ask("similarity", "doc2vec").megabytes() > vectors
    # of a text that is only expected, as many as there may be
    expected = {"words": 100_000, "tokens": tokens}
    awaited = Asked(tmp_path / "b", unit="sentence", expected=expected, **given)
    assert awaited.train("doc2vec").megabytes() == held
    documents = Asked(tmp_path / "c", 100_000, tokens, dimensions=dims)
    assert documents.train("doc2vec").megabytes() < held / 2


def test_more_words_never_cost_less():
    """Of measures, trainings, and all that stands in a size."""
    offenders = []
    given = {name: KNOWN[name]() for name in TRAINERS}
    numbers = (2, 10, 99, 1000, 20_000, 300_000, 5_000_000)
    base = Size(tokens=10**6, dims=100, runs=16, compared=16, asked=20, questions=9)
    sizes = [replace(base, words=n, sizes=(2, 4)) for n in numbers]
    for few, many in zip(sizes[:-1], sizes[1:], strict=True):
        for name, measure in MEASURES.items():
            for what in (measure.cost.bytes, measure.cost.operations):
                offenders += [(name, few.words)] * (what(many) < what(few))
            offenders += [(name, few)] * (
                seconds(measure, many) < seconds(measure, few)
            )
        for name in TRAINERS:
            technique = technique_of(name)
            for what in (technique.bytes, technique.operations):
                less = what(many, given[name]) < what(few, given[name])
                offenders += [(name, few.words)] * less
    assert not offenders


def test_every_trainer_and_measure_says_what_it_costs():
    size = Size(words=1000, tokens=10**5, dims=10, runs=4, compared=4, files=(10, 20))
    size = replace(size, sizes=(2,), asked=3, questions=9)
    for name in KNOWN:
        given = KNOWN[name](
            **({"files": (), "corpus": ""} if name == "vectors" else {})
        )
        technique = technique_of(name)
        assert technique.operations(size, given) > 0, name
        assert technique.bytes(size, given) > 0, name
    for name, measure in MEASURES.items():
        assert measure.cost.bytes(size) > 0, name
        assert measure.cost.operations(size) > 0, name
        assert (measure.cost.passes > 0) == ("models" in measure.reads) or name in (
            *("averages", "vocabulary"),  # reads averages; reads no vectors
        )


def test_a_large_text_takes_glove_the_room_its_counts_may():
    """They are spilled above a bound; what a bucket of fastText holds is not."""
    held, given = technique_of("glove").held, KNOWN["glove"](window=10)
    assert held(Size(tokens=10**6), given) == 10**6 * 10 * 48
    assert held(Size(tokens=48 * 10**6), given) == 3e9
    assert technique_of("word2vec").held(Size(tokens=10**9), KNOWN["word2vec"]()) == 0
    buckets, size = technique_of("fasttext").held, Size(dims=300)
    few, many = (buckets(size, KNOWN["fasttext"](bucket=n)) for n in (10**3, 2 * 10**6))
    assert many - few == (2 * 10**6 - 10**3) * 300 * 12


def test_pairs_of_words_are_at_most_twice_those_met():
    assert different(10) == 20
    assert different(10**9) < 10**9


def test_each_size_of_averages_is_counted_once():
    """Three methods and sizes do not measure every size at every size."""
    size = Size(words=5000, dims=100, runs=16, compared=16)
    compare = MEASURES["compare_averages"].cost.operations
    each = [compare(replace(size, sizes=(n,))) for n in (2, 4, 8)]
    assert compare(replace(size, sizes=(2, 4, 8))) == pytest.approx(sum(each))


def test_a_prediction_is_more_than_its_cosines():
    """Of each target: from all runs, without each of 16 groups, from either half."""
    for runs, predicted in ((4, 7), (16, 19), (128, 19)):
        size = Size(words=100_000, dims=100, runs=runs)
        operations = MEASURES["prediction"].cost.operations(size)
        quadrature = operations - size.lookups
        assert quadrature == pytest.approx(1.2e8 * 1000 * predicted)
    # of a text that trains little any word may be nearest
    size = Size(words=1000, dims=40, tokens=30_000, runs=8)
    little = MEASURES["prediction"].cost.operations(size) - size.lookups
    assert little == pytest.approx(1.6e5 * 1000 * 1000 * 11)


def test_analogies_cost_a_product_with_all_words_for_each_space():
    size = Size(words=5000, dims=100, runs=16, compared=16, sizes=(2,))
    asked = replace(size, questions=19_544)
    per_run = 2 * 19_544 * 5000 * 100
    scored = MEASURES["quality"].cost.operations
    assert (scored(asked), scored(size)) == (pytest.approx(16 * per_run), 0)
    compare = MEASURES["compare_averages"].cost.operations
    assert compare(asked) == pytest.approx(compare(size) + 3 * 8 * per_run)


def test_seconds_are_of_reading_and_of_products():
    size = Size(words=10_000, dims=100, runs=10, compared=10)
    pip = MEASURES["pip"]
    products = OVER * 2 * size.product * 55 / 8e9
    assert seconds(pip, size) == pytest.approx(4 * size.models / 2e8 + products)


def test_a_block_asks_for_the_time_of_all_its_runs(tmp_path):
    one, four = (
        Asked(tmp_path / str(n), 50_000, 10**8, runs=n).train("word2vec").minutes()
        for n in (1, 4)
    )
    assert four - 30 == pytest.approx(4 * (one - 30), abs=4)


def test_what_is_expected_is_told_without_what_is_asked_for_to_be_safe(tmp_path):
    """Peaks of demo and newcomers' trainings (2026-11-19): 133 to 277 MB."""
    peaks = {("word2vec", 2790, 302_406): 145, ("fasttext", 2790, 302_406): 150}
    peaks |= {("glove", 2790, 302_406): 277, ("word2vec", 99, 19_008): 133}
    more = {"fasttext": {"bucket": 50_000}, "glove": {"window": 10}}
    for (name, words, tokens), peak in peaks.items():
        costs = Asked(tmp_path, words, tokens, **more)
        need = costs.train(name)
        assert need.held == pytest.approx(peak, rel=0.2), name
        assert need.megabytes() > 3 * need.held


def test_every_attempt_asks_for_more(tmp_path):
    need = Asked(tmp_path, 50_000, 10**7).train()
    for asked in (need.megabytes, need.minutes):
        found = [asked(n) for n in (1, 2, 3)]
        assert found[1:] == [pytest.approx(n * found[0], abs=3) for n in (2, 3)]


def test_a_text_encoded_meanwhile_is_looked_at_again(tmp_path):
    asked = Asked(tmp_path)
    before = asked.train().megabytes()
    asked.encode(1_000_000, 10**8)
    after = asked.train().megabytes()
    assert after > before + 1000
    asked.sizes.update(words=2_000_000)
    asked.file.write_bytes(b"changed")
    assert asked.train().megabytes() > after + 50


def test_expected_sizes_stand_in_until_the_text_is_encoded(tmp_path):
    asked = Asked(tmp_path, expected={"words": 1_000_000, "tokens": 10**8})
    before = asked.train().megabytes()
    assert before > 2000
    asked.encode(10, 100)
    assert asked.train().megabytes() < before


def test_a_broken_text_is_left_to_the_job_that_reads_it(tmp_path, lengths):
    asked = Asked(tmp_path, 10, 100)
    del lengths[asked.file]
    asked.file.write_bytes(b"broken")
    assert asked.train().megabytes() >= 700


def told(bound, capsys, *needs, **where):
    """What is said when a job asks for memory, on a machine of so much."""
    given = Machine(bound, study="mine", settle=lambda: None)
    for attempt, need in enumerate(needs, start=1):
        asked = given.megabytes(lambda _, need=need: need, lambda wildcards: None)
        assert asked(SimpleNamespace(**where), attempt) == need.megabytes(attempt)
    return capsys.readouterr().err


def test_what_is_more_than_the_machine_has_is_told_once(capsys):
    need = Need(9e9, 0)
    said = told(3000, capsys, need, need, technique="glove", corpus="mine")
    assert said.count("\n") == 1
    assert "A job of glove may need 9700 MB of memory" in said
    assert "gives 3000 MB" in said
    assert "A job of mine may" in told(3000, capsys, need)


def test_what_fits_is_not_told(capsys):
    assert told(30_000, capsys, Need(1e9, 0), technique="glove") == ""
    assert told(0, capsys, Need(1e12, 0), technique="glove") == ""  # a scheduler's


class Resources(dict):
    """Global resources as Snakemake keeps them."""

    def __setitem__(self, name, value):
        super().__setitem__(name, SimpleNamespace(value=value))


def test_the_machine_bounds_what_nobody_bounded():
    here, nodes = Resources(), Resources()
    here["_nodes"], nodes["_nodes"] = None, 2
    assert bound_memory(here, is_main=True) == machine_memory() > 500
    assert here["mem_mb"].value == machine_memory()
    here["mem_mb"] = 1234
    assert bound_memory(here, is_main=True) == 1234
    assert bound_memory(nodes, is_main=True) == bound_memory(here, is_main=False) == 0


def test_jobs_at_once_are_those_of_the_cores_or_of_the_cluster():
    here, nodes = Resources(), Resources()
    for resources, at_nodes in ((here, None), (nodes, 200)):
        resources["_nodes"], resources["_cores"] = at_nodes, 4
    assert (at_once(here), at_once(nodes), at_once(Resources())) == (4, 200, 1)


def test_a_container_bounds_the_machine(tmp_path, monkeypatch):
    limit = tmp_path / "memory.max"
    monkeypatch.setattr(machine, "LIMITS", (str(limit), str(tmp_path / "none")))
    limit.write_text("max\n")
    whole = machine_memory()
    limit.write_text("1000000000\n")
    assert machine_memory() == 900 < whole


def test_a_longer_source_is_given_more_time(tmp_path):
    asked = Asked(tmp_path)
    found = [asked.encoding("mine").minutes()]
    with (tmp_path / "source").open("wb") as file:
        file.truncate(10**10)
    found.append(asked.encoding("mine").minutes())
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/mine.jsonl.zst").write_bytes(b"little")
    found.append(asked.encoding("mine").minutes())
    assert found[1] > 10 * found[0]
    assert found[2] == found[0]
    assert asked.extracting("mine").minutes() > 10 * found[0]


def test_spaces_trained_elsewhere_are_as_large_as_their_files(tmp_path):
    for name, size in (("a", 1000), ("b", 3_000_000)):
        (tmp_path / name).write_bytes(b"x" * size)
    files = [str(tmp_path / name) for name in "ab"]
    vectors = {"trainer": "vectors", "files": files, "corpus": "elsewhere"}
    written = {"study": "s", "seed": 1, "runs": 2, "corpora": {}}
    study = understand({**written, "techniques": {"v": vectors}}, {})
    costs = Costs(Grid(study), tmp_path, lambda _: 0, lambda _: [])
    (cell,) = costs.grid.cells.values()
    assert costs.size([cell]).words == 7500
    need = costs.training(*costs.grid.blocks_of(cell))
    assert need == Need(7500 * 300 + 9e6, pytest.approx(3.0), 3e8)
