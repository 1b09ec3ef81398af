import hashlib
import itertools
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from quaver.config.analyses import (
    Analyses,
    Averages,
    EvaluationSet,
    Neighbours,
    Quality,
    Queries,
    Stability,
    Topics,
)
from quaver.config.corpora import Corpus
from quaver.config.study import MoreRuns, Retained, Retention, Study, Technique
from quaver.config.techniques import LSA, GloVe, Vectors, Word2Vec
from quaver.grid import SAMPLINGS, Block, Grid, View, study_grid
from quaver.grid.coordinates import views_of
from quaver.grid.seeds import seed_for

SOTU = {"kind": "sotu"}
UNITS = ("document", "sentence", "line")


def corpus(unit=("document",), fraction=(1.0,)):
    return Corpus("en", SOTU, unit=unit, fraction=fraction)


def study(**changes):
    given = dict(
        study="mine",
        seed=7,
        runs=10,
        corpora={"early": corpus(UNITS, (1.0, 0.5)), "late": corpus()},
        techniques={
            "w": Technique("word2vec", Word2Vec()),
            "g": Technique("glove", GloVe()),
        },
        runs_per_job=4,
    )
    return Study(**{**given, **changes})


def foreign(files=("a", "b", "c", "d", "e"), name="early"):
    return Technique("vectors", Vectors(files, name, sampling="shuffled"))


def seeds(laid, cell):
    """Seeds of all runs of a cell, block after block."""
    return {
        purpose: [s for b in laid.blocks_of(cell) for s in laid.seeds(purpose, b)]
        for purpose in ("sample", "trainer")
    }


# names that would collide if paths were glued carelessly
NAMES = ("a", "b", "a_b", "a-b", "a-b-1", "document", "sentence", "fixed", "0", "1-2")
FRACTIONS = ((1.0,), (0.5, 1.0), (0.1, 0.01, 1e-05), (1.0, 0.1, 0.10000000000000002))


@pytest.mark.parametrize("fractions", FRACTIONS)
@pytest.mark.parametrize("units", [UNITS[:1], UNITS, UNITS[::-1]])
def test_coordinates_and_paths_are_one_to_one(units, fractions):
    laid = Grid(
        study(
            corpora={name: corpus(units, fractions) for name in NAMES},
            techniques={name: Technique("lsa", LSA()) for name in NAMES},
            runs=3,
            runs_per_job=2,
        )
    )
    wanted = set(itertools.product(NAMES, units, fractions, NAMES, SAMPLINGS))
    found = {
        (c.view.corpus, c.view.unit, c.view.fraction, c.technique, c.sampling): path
        for path, c in laid.cells.items()
    }
    assert set(found) == wanted
    assert len({path.casefold() for path in found.values()}) == len(wanted)
    assert all(laid.cells[cell.path] is cell for cell in laid.cells.values())
    assert all(laid.blocks[block.path] is block for block in laid.blocks.values())
    files = list(itertools.chain.from_iterable(laid.files().values()))
    assert len({file.casefold() for file in files}) == len(files)


def test_the_first_view_of_a_corpus_goes_by_its_name_alone():
    labels = [view.label for view in views_of("mine", corpus(UNITS[:2], (1.0, 0.5)))]
    assert labels == ["mine", "mine.0.5", "mine.sentence", "mine.sentence.0.5"]


def test_adding_units_and_fractions_moves_nothing():
    small = Grid(study(corpora={"mine": corpus()}))
    large = Grid(study(corpora={"mine": corpus(UNITS, (1.0, 0.3))}))
    assert len(large.cells) == 6 * len(small.cells)
    for path, cell in small.cells.items():
        assert large.cells[path] == cell
        assert seeds(large, cell) == seeds(small, cell)


def test_reordering_the_study_reorders_nothing():
    given = study()
    turned = replace(
        given,
        corpora=dict(reversed(given.corpora.items())),
        techniques=dict(reversed(given.techniques.items())),
    )
    assert list(Grid(turned).cells) == list(Grid(given).cells)
    assert list(Grid(turned).blocks) == list(Grid(given).blocks)
    assert Grid(turned).files() == Grid(given).files()


@pytest.mark.parametrize("step", range(1, 7))
@pytest.mark.parametrize("runs", range(1, 14))
def test_blocks_cover_all_runs_once_and_in_order(runs, step):
    laid = Grid(study(runs=runs, runs_per_job=step, corpora={"mine": corpus()}))
    for cell in laid.cells.values():
        blocks = laid.blocks_of(cell)
        assert [run for b in blocks for run in b.runs] == list(range(1, runs + 1))
        assert all(len(block.runs) == step for block in blocks[:-1])
        assert 1 <= len(blocks[-1].runs) <= step


def test_a_last_block_may_be_smaller():
    laid = Grid(study(corpora={"mine": corpus()}))
    paths = [block.file for block in laid.blocks_of(laid.cells["mine/w/fixed"])]
    folder = "models/mine/w/fixed"
    assert paths == [f"{folder}/1-4.h5", f"{folder}/5-8.h5", f"{folder}/9-10.h5"]


@pytest.mark.parametrize("more", [11, 12, 13, 30])
def test_adding_runs_leaves_full_blocks_alone(more):
    few, many = Grid(study(runs=10)), Grid(study(runs=more))
    full = {path: block for path, block in few.blocks.items() if len(block.runs) == 4}
    assert len(full) == 2 * len(few.cells)
    for path, block in full.items():
        other = many.blocks[path]
        assert (other.first, other.last) == (block.first, block.last)
        for purpose in ("sample", "trainer"):
            assert many.seeds(purpose, other) == few.seeds(purpose, block)
    gone = set(few.blocks) - set(many.blocks)
    assert gone <= {path for path, b in few.blocks.items() if len(b.runs) < 4}


@pytest.mark.parametrize(
    "change",
    [
        {"study": "another"},
        {"runs_per_job": 1},
        {"runs_per_job": 7},
        {"analyses": Analyses(Stability((3,), 5, "techniques"), Averages((4,)))},
        {"techniques": {"w": Technique("word2vec", Word2Vec(epochs=9))}},
        {"corpora": {"late": Corpus("fi", {"kind": "text"}, min_count=99)}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_seeds_depend_on_nothing_else(change):
    before, after = Grid(study()), Grid(study(**change))
    common = before.cells.keys() & after.cells.keys()
    assert common
    for path in sorted(common):
        old, new = before.cells[path], after.cells[path]
        assert seeds(after, new) == seeds(before, old)
        assert after.seed_of("targets", new.view) == before.seed_of("targets", old.view)


def test_every_technique_gets_the_same_samples_and_its_own_training():
    laid = Grid(study())
    for cell in laid.cells.values():
        first, second = laid.siblings(cell.view.label, cell.sampling)
        assert {first.technique, second.technique} == {"g", "w"}
        assert (first.view, first.sampling) == (cell.view, cell.sampling)
        ones, others = seeds(laid, first), seeds(laid, second)
        assert ones["sample"] == others["sample"]
        assert not set(ones["trainer"]) & set(others["trainer"])


def test_seeds_are_the_first_bytes_of_a_known_hash():
    view = views_of("mine", corpus(("sentence",), (0.5,)))[0]
    written = b'[7, "trainer", "mine", "sentence", 0.5, "glove", "shuffled", 3]'
    first = hashlib.sha256(written).digest()
    by_hand = first[0] + 256 * (first[1] + 256 * (first[2] + 256 * first[3]))
    assert seed_for(7, "trainer", view, "glove", "shuffled", 3) == by_hand == 234385573


def test_every_coordinate_matters():
    def seed(purpose="trainer", **changes):
        at = {"study": 7, "corpus": "mine", "unit": "line", "fraction": 1.0}
        at |= {"technique": "w", "sampling": "fixed", "run": 1} | changes
        view = View(at["corpus"], at["unit"], at["fraction"], "any label")
        rest = (at["technique"], at["sampling"], at["run"])
        return seed_for(at["study"], purpose, view, *rest)

    changed = [
        seed(study=8),
        seed(corpus="mines"),
        seed(unit="document"),
        seed(fraction=0.5),
        seed(technique="g"),
        seed(sampling="shuffled"),
        seed(run=2),
        seed("sample"),
        seed("targets"),
    ]
    assert len({seed(), *changed}) == 1 + len(changed)
    assert all(0 <= value < 2**32 for value in changed)


def test_an_unknown_purpose_is_refused():
    view = views_of("mine", corpus())[0]
    with pytest.raises(ValueError) as caught:
        seed_for(7, "luck", view)
    assert str(caught.value) == (
        "purpose must be one of ('sample', 'trainer', 'targets', 'pairs', "
        "'proxies', 'topics', 'associations', 'change', 'parts', 'terms'). Got 'luck' "
        "instead."
    )


def test_the_runs_of_a_cell_have_seeds_of_their_own():
    laid = Grid(study(runs=500, runs_per_job=50))
    for cell in laid.cells.values():
        for values in seeds(laid, cell).values():
            assert len(set(values)) == 500


@pytest.mark.parametrize("purpose", ["sample", "trainer"])
def test_two_runs_with_one_seed_are_refused(purpose, monkeypatch):
    def unlucky(seed, asked, view, technique="", sampling="", run=0):
        return 5 if asked == purpose and run in (2, 9) else run

    monkeypatch.setattr(study_grid, "seed_for", unlucky)
    with pytest.raises(ValueError) as caught:
        Grid(study(corpora={"mine": corpus()}, samplings=("fixed",)))
    assert str(caught.value) == (
        f"seed: got 7, which gives two runs of mine/g/fixed one {purpose} seed. "
        "Write another, for example 'seed: 8'."
    )


def test_target_words_are_one_for_all_fractions_of_a_text():
    laid = Grid(study())
    views = laid.views()
    assert len(views) == 7
    found = {}
    for view in views:
        seed = laid.seed_of("targets", view)
        assert found.setdefault((view.corpus, view.unit), seed) == seed
    assert len(set(found.values())) == 4
    assert len({laid.seed_of("pairs", view) for view in views}) == 7
    assert {cell.view for cell in laid.cells.values()} == set(views)


def test_spaces_trained_elsewhere_are_one_block():
    laid = Grid(study(techniques={"v": foreign()}, corpora={}, runs_per_job=2))
    assert list(laid.cells) == ["early/v/shuffled"]
    (block,) = laid.blocks.values()
    assert block == Block(laid.cells["early/v/shuffled"], 1, 5)
    assert laid.is_external("v")
    files = laid.files()
    assert files["read_vectors"] == ["models/early/v/shuffled/1-5.h5"]
    assert files["train_block"] == files["encode_corpus"] == []
    assert files["average_spaces"] == ["averages/early/v/shuffled/2.h5"]


def test_cells_take_turns_by_what_is_measured_together():
    """Techniques of a view and sampling share words; variants are for tables alone."""
    names = ("a", "b", "b.epochs-2")
    techniques = {name: Technique("lsa", LSA()) for name in names}
    techniques["a"] = Technique("lsa", LSA(), base="b")
    laid = Grid(study(techniques=techniques))
    turns = laid.in_turn()
    assert sorted(turns) == sorted(laid.cells.values())
    tail = [cell.technique for cell in turns[-len(turns) // 3 :]]
    assert tail == ["a"] * len(tail)
    rest = [(c.view, c.sampling, c.technique) for c in turns[: -len(turns) // 3]]
    assert rest == sorted(rest)
    assert rest[0][:2] == rest[1][:2] != rest[2][:2]


def test_files_are_only_what_can_be_made():
    few = study(corpora={"mine": corpus()}, runs=3, samplings=("fixed", "shuffled"))
    files = Grid(few).files()
    assert files["encode_corpus"] == ["corpora/mine.h5"]
    assert files["measure_pip"] == [
        f"measures/mine/{technique}/{sampling}/pip.h5"
        for technique in "gw"
        for sampling in ("fixed", "shuffled")
    ]
    assert len(files["average_spaces"]) == 4
    assert files["measure_averages"] == []  # two disjoint pairs need four runs
    assert files["measure_instability"] == []  # nothing is bootstrapped
    assert files["share_vocabulary"] == []
    once = Grid(replace(few, runs=1)).files()
    assert once["measure_pip"] == once["average_spaces"] == []


def test_ways_of_averaging_are_compared_where_distributions_are_studied():
    def compared(runs=4, **changes):
        analyses = Analyses(averages=Averages(**{"sizes": (2, 8), **changes}))
        return Grid(study(runs=runs, analyses=analyses)).files()["compare_averages"]

    found = compared()
    assert len(found) == 2 * 7  # techniques and views, shuffled
    assert all(path.endswith("/shuffled/averages.h5") for path in found)
    assert compared(runs=2) == compared(sizes=(8,)) == compared(compare=()) == []
    assert len(compared(techniques=("g",), corpora=("late",))) == 1


def test_distributions_are_of_shuffled_cells_of_three_runs_and_no_variants():
    given = study(corpora={"mine": corpus()}, runs=3)
    variant = replace(given.techniques["w"], base="w", varied={"epochs": 9})
    given = replace(given, techniques={**given.techniques, "w.epochs-9": variant})
    files = Grid(given).files()
    for name in ("consistency", "cosines", "prediction", "proxies"):
        assert files[f"measure_{name}"] == [
            f"measures/mine/{technique}/shuffled/{name}.h5" for technique in "gw"
        ]
    assert len(files["measure_neighbours"]) == 9
    assert Grid(replace(given, runs=2)).files()["measure_cosines"] == []


def test_scores_are_of_cells_whose_language_has_a_set():
    english = EvaluationSet("en", "analogies", "a.txt")
    finnish = replace(english, language="fi")
    given = study(
        corpora={
            "mine": replace(corpus(), language="en-gb"),
            "eng": replace(corpus(), language="eng"),
        },
        techniques={"w": Technique("word2vec", Word2Vec()), "v": foreign()},
        samplings=("fixed",),
        runs=1,
        analyses=Analyses(quality=Quality(sets={"b": english, "a": finnish})),
    )
    laid = Grid(given)
    assert laid.files()["measure_quality"] == ["measures/mine/w/fixed/quality.h5"]
    assert laid.sets(laid.cells["mine/w/fixed"]) == ["b"]
    assert laid.sets(laid.cells["early/v/shuffled"]) == []
    assert laid.language(laid.cells["early/v/shuffled"]) == "und"
    assert Grid(study()).files()["measure_quality"] == []


def test_files_that_compare_samplings_and_techniques():
    stability = Stability(vocabulary="techniques")
    given = study(corpora={"mine": corpus()}, analyses=Analyses(stability))
    files = Grid(given).files()
    assert files["measure_instability"] == [
        "measures/mine/g/instability.h5",
        "measures/mine/w/instability.h5",
    ]
    assert files["share_vocabulary"] == [
        f"measures/mine/vocabulary.{sampling}.h5" for sampling in sorted(SAMPLINGS)
    ]


PRINT_GRID = """
from quaver.config.corpora import Corpus
from quaver.config.study import Study, Technique
from quaver.config.techniques import LSA, GloVe
from quaver.grid import Grid
corpora = {n: Corpus("en", {}, ("document", "line"), fraction=(1.0, .5)) for n in "abc"}
techniques = {"g": Technique("glove", GloVe()), "l": Technique("lsa", LSA())}
grid = Grid(Study("s", 1, 3, corpora, techniques))
print([(b.file, grid.seeds("sample", b), grid.seeds("trainer", b))
       for b in grid.blocks.values()], grid.views(), grid.files())
"""


def test_nothing_depends_on_the_hash_seed_of_python():
    said = [
        subprocess.run(
            [sys.executable, "-c", PRINT_GRID],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1] != b""


def test_a_dump_s_text_is_taken_out_once():
    views = {"unit": ("document", "line"), "fraction": (1.0, 0.5)}
    corpora = {
        "wiki": Corpus("en", {"kind": "wikipedia", "path": "a"}, **views),
        "plain": Corpus("en", {"kind": "text", "path": "b"}),
    }
    laid = Grid(Study("s", 1, 2, corpora, {"l": Technique("lsa", LSA())}))
    assert laid.files()["extract_text"] == ["texts/wiki.jsonl.zst"]
    assert (laid.is_extracted("wiki"), laid.is_extracted("plain")) == (True, False)


def retained(*entries, models="keep"):
    """What becomes of the cells of a study with a sweep, by their paths."""
    techniques = {
        "w": Technique("word2vec", Word2Vec()),
        "w.epochs-9": Technique("word2vec", Word2Vec(epochs=9), base="w"),
        "g": Technique("glove", GloVe()),
    }
    laid = Grid(
        study(
            corpora={"mine": corpus(), "yours": corpus()},
            techniques=techniques,
            samplings=("fixed", "shuffled"),
            retention=Retention(models, tuple(Retained(**x) for x in entries)),
        )
    )
    return laid, {path: laid.retention(cell) for path, cell in laid.cells.items()}


def test_models_are_kept_where_nothing_is_said():
    laid, found = retained()
    assert set(found.values()) == {"keep"}
    assert laid.files()["retire_models"] == []


def test_the_first_entry_that_fits_decides():
    _, found = retained(
        {"models": "keep", "techniques": ("w.epochs-9",), "samplings": ("fixed",)},
        {"models": "thin", "techniques": ("w",), "corpora": ("mine",)},
        {"models": "keep", "corpora": ("mine",)},
        models="delete",
    )
    assert {found.pop(path) for path in ("mine/w/fixed", "mine/w/shuffled")} == {"thin"}
    assert found.pop("mine/w.epochs-9/fixed") == "keep"
    assert found.pop("yours/w.epochs-9/fixed") == "keep"
    assert found.pop("mine/w.epochs-9/shuffled") == "thin"  # goes with its base
    assert {found.pop(f"mine/g/{kind}") for kind in ("fixed", "shuffled")} == {"keep"}
    assert set(found.values()) == {"delete"}
    assert len(found) == 5


def test_only_what_is_not_kept_is_retired():
    laid, _ = retained({"models": "thin", "techniques": ("g",), "corpora": ("mine",)})
    wanted = [f"models/mine/g/{kind}/retired.json" for kind in ("fixed", "shuffled")]
    assert laid.files()["retire_models"] == wanted


def test_what_is_made_of_models_is_what_stands_in_the_cells_folders():
    analyses = Analyses(
        stability=Stability(vocabulary="techniques"), averages=Averages((2, 4))
    )
    laid = Grid(study(corpora={"mine": corpus()}, analyses=analyses))
    made, files = laid.made_of_models(), laid.files()
    names = ("averages_2", "averages_4", "cosines", "distances", "pip", "proxies")
    folder = "measures/mine/w/shuffled"
    assert {f"{folder}/{name}.h5" for name in names} < set(made["mine/w/shuffled"])
    assert "averages/mine/w/shuffled/4.h5" in made["mine/w/shuffled"]
    assert "measures/mine/vocabulary.shuffled.h5" in made["mine/w/shuffled"]
    ours = [x for path in made for x in made[path]]
    unread = ("measures/mine/w/instability.h5", "measures/mine/g/instability.h5")
    measured = [p for r in files for p in files[r] if p.startswith(("mea", "ave"))]
    assert set(ours) == set(measured) - set(unread)


def test_the_first_exception_that_fits_says_how_many_runs_a_cell_has():
    more = (
        MoreRuns(50, units=("document",), fractions=(1.0,), techniques=("g",)),
        MoreRuns(20, corpora=("late",), samplings=("bootstrapped",)),
    )
    cells = Grid(study(more_runs=more)).cells
    assert cells["late/g/bootstrapped"].runs == 50
    assert cells["late/w/bootstrapped"].runs == 20
    assert cells["late/w/shuffled"].runs == 10
    assert cells["early/g/fixed"].runs == 50
    assert cells["early.0.5/g/fixed"].runs == 10
    assert cells["early.line/g/fixed"].runs == 10


@pytest.mark.parametrize(
    "more",
    [
        (MoreRuns(50), MoreRuns(20, techniques=("g",))),  # the first is of all cells
        (MoreRuns(50, corpora=("late",), fractions=(0.5,)),),  # only early has a half
    ],
)
def test_more_runs_of_nothing_are_a_mistake(more):
    with pytest.raises(ValueError, match=rf"more_runs.{len(more) - 1}: got an entry"):
        Grid(study(more_runs=more))


def test_more_runs_keep_the_seeds_of_the_runs_there_are():
    few, many = Grid(study()), Grid(study(more_runs=(MoreRuns(13),)))
    path = "late/g/shuffled"
    some, all_ = (seeds(laid, laid.cells[path]) for laid in (few, many))
    assert all(all_[purpose][:10] == some[purpose] for purpose in some)


def test_queries_are_asked_of_the_corpora_that_are_named():
    words = Queries({"late": ("war",)}), Neighbours({"early": ("war",)})
    for queries, neighbours, corpora in (
        (words[0], Neighbours(), {"late"}),
        (Queries(), words[1], {"early"}),
        (*words, {"early", "late"}),
        (Queries(), Neighbours(), set()),
    ):
        wanted = Analyses(queries=queries, neighbours=neighbours)
        made = Grid(study(analyses=wanted)).files()["measure_queries"]
        assert {path.split("/")[1].split(".")[0] for path in made} == corpora


@pytest.mark.parametrize(
    ("samplings", "read"),
    [
        (("fixed", "shuffled", "bootstrapped"), {"shuffled", "bootstrapped"}),
        (("fixed", "bootstrapped"), {"fixed", "bootstrapped"}),
    ],
)
def test_lists_to_trust_read_drawn_text_and_the_whole_of_it(samplings, read):
    asked = Queries({"late": ("war",)}), Neighbours({"early": ("war",)})
    wanted = Analyses(queries=asked[0], neighbours=asked[1])
    cells = Grid(study(analyses=wanted, samplings=samplings)).to_trust()
    assert {cell.view.corpus for cell in cells} == {"early"}
    assert {cell.sampling for cell in cells} == read
    assert {cell.technique for cell in cells} == {"w", "g"}


def test_topics_choose_the_words_of_corpora_without_their_own():
    wanted = Queries({"late": ("war",)}, topics=Topics())
    grid = Grid(study(analyses=Analyses(queries=wanted)))
    made = grid.files()
    assert made["choose_queries"] == ["queries/early.h5"]
    asked = {path.split("/")[1].split(".")[0] for path in made["measure_queries"]}
    assert asked == {"early", "late"}
    assert Grid(study()).files()["choose_queries"] == []
    seeds = {grid.topic_seed(name) for name in ("early", "late")}
    assert len(seeds) == 2
    assert grid.topic_seed("early") == Grid(study()).topic_seed("early")


def test_what_runs_are_not_compared_by_is_not_made():
    wanted = Stability(measures=("neighbours",), samplings=("bootstrapped",))
    made = Grid(study(analyses=Analyses(wanted, averages=Averages(()))))
    found = made.files()
    assert not found["measure_pip"] + found["measure_distances"]
    assert not found["measure_instability"]
    assert {path.split("/")[3] for path in found["measure_neighbours"]} == {
        "bootstrapped"
    }
