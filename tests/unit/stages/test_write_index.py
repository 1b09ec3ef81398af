"""The index of a study: findings on top, then what stands, in the order of use."""

from types import SimpleNamespace

import pytest

from quaver.engine import items
from quaver.items.item import Figure, Table
from quaver.stages.write_index import index


def table(name, order):
    facts = {"title": f"All {name}", "caption": "It."}
    return Table(name=name, order=order, columns=(), keys=(), rows=list, **facts)


def figure(name, order):
    return Figure(name=name, title=f"The {name}", caption="It.", order=order, draw=None)


@pytest.fixture
def results(tmp_path, monkeypatch):
    own = (table("last", 3), table("losses", 1), figure("losses", 1), figure("map", 2))
    made = items.Made(own, ("tables", "figures"), ())
    monkeypatch.setattr(items, "every", lambda grid: [made])
    for name in ("tables", "figures/neighbours", "figures/change"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "tables/findings.txt").write_text("A | table\n")
    for name in ("tables/losses.md", "figures/losses.svg", "figures/map.svg"):
        (tmp_path / name).write_text("")
    (tmp_path / "study.yaml").write_text("")
    return SimpleNamespace(
        study=SimpleNamespace(study="tiny"),
        grid=None,
        file=tmp_path.joinpath,
        stands=lambda path: (tmp_path / path).is_file(),
    )


def test_the_findings_stand_on_top_as_they_are(results):
    text = index(results)
    assert text.startswith("# Results of the study `tiny`\n\n")
    assert "## Findings\n\n```\nA | table\n```\n" in text
    results.file("tables/findings.txt").write_text("\n\n")  # nothing was asked for
    assert "Findings" not in index(results) and "```" not in index(results)
    results.file("tables/findings.txt").unlink()
    assert "```" not in index(results)


def test_a_line_for_each_item_that_stands_in_the_order_of_use(results):
    lines = [line for line in index(results).splitlines() if line.startswith("- ")]
    losses = "- [All losses](tables/losses.md), [CSV](tables/losses.csv)"
    assert lines == [
        f"{losses}, [figure](figures/losses.svg)",
        "- [The map](figures/map.svg)",
        "- [The study, every default filled in](study.yaml)",
    ]


def test_words_asked_for_have_a_line_where_they_were_drawn(results):
    for name in ("neighbours", "change"):
        path = f"figures/{name}/index.csv"
        assert f"]({path})" not in index(results), name
        results.file(path).write_text("")
        assert f"]({path})" in index(results), name
