"""What is drawn: by default, by wish, and what of it stands in a spec."""

import json
from pathlib import Path

import yaml

from quaver.config import as_written, understand
from quaver.config.errors import ConfigError
from quaver.grid import Grid

HOME = Path(__file__).parents[2]
PREFERRED = {"prefer": "document", "least": 20}
ASKS = {"neighbours": {"words": ["war"]}}
CSV = {"kind": "csv", "path": "my.csv", "text": "body"}


def study(analyses=None, papers=(), **corpus):
    given = {"language": "en", "source": CSV, "unit": "line"}
    return {
        **{"study": "mine", "seed": 1, "runs": 2, "runs_per_job": 2},
        "corpora": {"mine": given | corpus},
        "techniques": {name: {"trainer": name} for name in ("glove", "ppmi")},
        **{"analyses": analyses or {}, "papers": [*papers]},
    }


def specs(written):
    grid = Grid(understand(written))
    return {path: grid.block_spec(block) for path, block in grid.blocks.items()}


def drawn(written):
    """What the bootstrapped runs of each unit draw instead of it, None where units."""
    of = {}
    for spec in specs(written).values():
        assert "draw" not in spec or spec["sampling"] == "bootstrapped"
        if spec["sampling"] == "bootstrapped":
            of[spec["unit"]] = spec.get("draw")
    return [*of.values()]


def test_what_is_drawn():
    """By default documents where verdicts rest on draws; no key for the unit."""
    cases = [
        (study(), [None]),
        (study(draw="line"), [None]),
        (study(ASKS, draw="unit", unit=["line", "sentence"]), [None, None]),
        (study(draw="document"), ["document"]),
        (study(draw="author"), ["author"]),
        (study(ASKS), [PREFERRED]),
        (study({"neighbours": {"words": {"mine": []}}}), [None]),
        (study(fraction=[0.5]), [None]),
        (study(fraction=[1.0, 0.5]), [PREFERRED]),
        (study(ASKS, unit=["document", "sentence"]), [None, PREFERRED]),
        (study(ASKS, draw="line", unit=["line", "sentence"]), [None, "line"]),
        (study(ASKS, papers=["antoniak2018"]), [None]),
        (study(papers=["antoniak2018"], draw="document"), ["document"]),
    ]
    wrong = [(drawn(case), wanted) for case, wanted in cases if drawn(case) != wanted]
    assert wrong == []


def test_a_draw_adds_one_key_to_bootstrapped_runs_and_moves_no_seed():
    plain, wished = specs(study()), specs(study(draw="document"))
    assert plain == specs(study(draw="line"))
    assert plain.keys() == wished.keys()
    for path, spec in wished.items():
        own = {"draw": "document"} if spec["sampling"] == "bootstrapped" else {}
        assert spec == plain[path] | own
    # every technique is given the same samples
    seeds = {json.dumps(x["sample_seeds"]) for p, x in wished.items() if "boots" in p}
    assert len(seeds) == 1


def test_studies_of_papers_draw_what_they_drew():
    for path in sorted(HOME.glob("studies/*.yaml")):
        written = yaml.safe_load(path.read_text("utf-8"))
        draws = [x["draw"] for x in specs(written).values() if "draw" in x]
        # heaps of runs on both periods are dealt: that is no other draw
        others = [draw for draw in draws if draw not in ({"deal": 1}, {"deal": 2})]
        assert others == [], path.name


def test_the_demo_draws_speeches():
    assert drawn(yaml.safe_load((HOME / "config.yaml").read_text("utf-8"))) == [
        PREFERRED
    ]


def test_a_draw_is_written_back_where_it_was_written():
    for corpus, draw in (({}, None), ({"draw": "author"}, "author")):
        written = as_written(understand(study(**corpus)))
        assert written["corpora"]["mine"].get("draw") == draw


def test_what_cannot_be_drawn_is_refused():
    larger = "what is drawn holds whole units, and a {0} is a unit here"
    cases = [
        ({"draw": "line", "unit": "document"}, larger.format("document")),
        ({"draw": "sentence"}, larger.format("line")),
        ({"draw": "author", "source": {"kind": "libreoffice_help"}}, "have no columns"),
        ({"draw": 3}, "a text is wanted"),
    ]
    wrong = []
    for corpus, why in cases:
        try:
            understand(study(**corpus))
            wrong.append((corpus, "was taken"))
        except ConfigError as error:
            told = str(error)
            is_told = told.startswith("corpora.mine.draw: got ") and why in told
            wrong += [] if is_told else [(corpus, told)]
    assert wrong == []
