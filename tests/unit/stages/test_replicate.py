"""A paper is one folder: its items and claims are written, and stand in the index."""

import sys
from types import SimpleNamespace

import pytest

from quaver import papers
from quaver.engine import items
from quaver.stages import replicate, write_index

ENDS = ("csv", "md", "tex")
MODULES = {
    "__init__": """
from quaver.papers import Paper

PAPER = Paper("toy2026", "Toy 2026", "toy2026")
""",
    "losses": """
from matplotlib.figure import Figure as Drawing

from quaver.items.claims import Band, Claim
from quaver.items.item import Figure, Table


def rows(results):
    return [{"corpus": "news", "mean": 0.5, "value": 0.5, "low": 0.4, "high": 0.6}]


SHARED = Claim("half", "Table 1", "share", rows, Band(high=1.0))
TABLE_1 = Table(
    name="table_1",
    title="Shares",
    caption="Shares.",
    columns="corpus mean",
    keys="corpus mean",
    rows=rows,
    wanted=lambda grid: True,
)
FIGURE_1 = Figure(
    name="figure_1",
    title="Shares drawn",
    caption="Shares.",
    draw=lambda results: Drawing((1, 1)),
    wanted=lambda grid: True,
)
UNASKED = Figure(
    name="figure_2", title="None", caption="None.", draw=None, reads=("pip",)
)
""",
}


@pytest.fixture
def results(tmp_path, monkeypatch):
    """A study that replicates a toy paper, whose folder is all there is of it."""
    folder = tmp_path / "papers/toy2026"
    folder.mkdir(parents=True)
    for name, text in MODULES.items():
        (folder / f"{name}.py").write_text(text)
    monkeypatch.setattr(papers, "__path__", [str(tmp_path / "papers")])
    study = SimpleNamespace(study="tiny", papers=("toy2026",), corpora={})
    grid = SimpleNamespace(study=study, cells={}, files=lambda: {"measure_pip": []})
    root = tmp_path / "results"
    (root / "papers/toy2026").mkdir(parents=True)
    monkeypatch.setattr(items, "house", lambda grid, *rules: items.Made((), "ab", ()))
    yield SimpleNamespace(
        study=study,
        grid=grid,
        file=root.joinpath,
        stands=lambda path: (root / path).is_file(),
    )
    for name in [name for name in sys.modules if "toy2026" in name]:
        del sys.modules[name]


def run(stage, results, monkeypatch, **spec):
    monkeypatch.setattr(stage, "Results", lambda *paths: results)
    job = SimpleNamespace(inputs=[None], undone=None, spec=spec)
    getattr(stage, stage.__name__.rpartition(".")[2])(job)


def test_all_a_paper_declares_is_written_but_what_the_study_does_not_want(
    results, monkeypatch
):
    run(replicate, results, monkeypatch, paper="toy2026")
    folder = results.file("papers/toy2026")
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        [
            *(f"{name}.{end}" for name in ("table_1", "claims") for end in ENDS),
            *("figure_1.svg", "figure_1.png", "claims.txt"),
        ]
    )
    claims = (folder / "claims.txt").read_text()
    assert "Toy 2026" in claims and "papers/toy2026/claims" in claims


def test_a_paper_has_a_part_of_the_index_with_its_claims(results, monkeypatch):
    run(replicate, results, monkeypatch, paper="toy2026")
    run(write_index, results, monkeypatch)
    index = results.file("README.md").read_text()
    _, part = index.split("## Toy 2026")
    assert part.lstrip().startswith("```\n")
    line = "- [Shares](papers/toy2026/table_1.md), [CSV](papers/toy2026/table_1.csv)\n"
    assert line in part
    assert "[Shares drawn](papers/toy2026/figure_1.svg)" in part
    assert "figure_2" not in part


def test_papers_are_found_by_being_there(results):
    assert papers.names() == ["toy2026"]
    assert papers.package("toy2026").PAPER.title == "Toy 2026"
    made = items.paper(results.grid, "toy2026")
    assert {item.name for item in made.items} == {"table_1", "claims", "figure_1"}
    assert "quaver.papers.toy2026.losses" in made.modules


def test_what_an_earlier_form_of_the_study_had_made_is_removed(results, monkeypatch):
    folder = results.file("papers/toy2026")
    others = "table_9.csv", "table_9.md", "figure_9.svg", "figure_9.png"
    for name in (*others, "notes.txt"):
        (folder / name).write_text("of an earlier study")
    run(replicate, results, monkeypatch, paper="toy2026")
    names = {path.name for path in folder.iterdir()}
    assert {"table_1.csv", "figure_1.svg", "notes.txt"} <= names
    assert not names & set(others)
