"""How items are declared, and tables built."""

from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from quaver.items import item as items
from quaver.items.columns import Column, columns_of
from quaver.items.item import (
    Figure,
    Table,
    build,
    files,
    framed,
    has,
    is_wanted,
    of,
    of_study,
)
from quaver.items.write import read_table, write_figure, write_table

FACTS = {"title": "Tiny", "caption": "It is tiny."}


def table(name="tiny", **changes):
    columns = "runs mean±:e2 verdict note"
    rows = [{"runs": 3, "mean": 0.02, "note": ("few", "", "few"), "cell": object()}]
    facts = {"columns": columns, "keys": columns, "rows": lambda results: rows}
    return Table(name=name, **FACTS | facts | changes)


def test_a_column_is_called_by_its_scale():
    heads = [column.head for column in columns_of("mean±:e2 share±:e4 published_e2")]
    assert heads == [
        *("mean_e2", "low_e2", "high_e2"),
        *("share_e4", "share_low_e4", "share_high_e4", "published_e2"),
    ]
    for wrong in ({"kind": "float"}, {"scale": 10.0}):
        with pytest.raises(ValueError, match=r"Column 'x': kind must be one of .*Got"):
            Column("x", **wrong)


def test_columns_are_named_in_a_text_by_groups_kinds_and_places():
    columns = {column.name: column for column in columns_of("CELL a:text b±:whole c:1")}
    cell = ["corpus", "view", "language", "technique", "trainer", "sampling"]
    assert [*columns] == [*cell, "a", "b", "b_low", "b_high", "c"]
    kinds = [columns[name].kind for name in ("view", "a", "b_low", "c")]
    assert kinds == ["text", "text", "whole", "number"] and columns["c"].places == 1


def test_a_table_has_types_scales_and_notes_by_its_columns():
    made = build(table(), None)
    assert made.dtypes.astype(str).tolist() == ["Int64", *["float64"] * 3, "str", "str"]
    (row,) = made.to_dict("records")
    assert (row["runs"], row["mean_e2"], row["note"]) == (3, 0.02 * 1e2, "few")
    assert np.isnan(row["low_e2"]) and row["verdict"] == ""


def test_an_empty_table_keeps_its_types():
    made = framed([], table().columns)
    assert len(made) == 0
    assert made.dtypes.astype(str).tolist() == ["Int64", *["float64"] * 3, "str", "str"]


def test_published_numbers_are_joined_to_the_rows():
    class Published:
        def beside(self, rows, results):
            return [{**row, "verdict": results} for row in rows]

    made = build(table(published=Published()), "agrees")
    assert made["verdict"].tolist() == ["agrees"]


def test_keys_are_some_of_the_columns_and_ten_at_most():
    with pytest.raises(ValueError, match=r"'tiny': .* of which \['other'\] are no"):
        table(keys="runs other")
    many = " ".join(f"c{k}" for k in range(11))
    with pytest.raises(ValueError, match="Got 11"):
        table(columns=many, keys=many)


def module(name, **items):
    made = ModuleType(name)
    vars(made).update(items)
    return made


def test_items_are_found_by_being_there(monkeypatch):
    last, first = table("last", order=2), table("first", order=1)
    figure = Figure(name="last", draw=lambda results: None, **FACTS)
    package = module("toys", __path__=[])
    there = [package, module("toys.a", A=last, OTHER=3), module("toys.b", B=first)]
    monkeypatch.setattr(items, "modules", lambda package: [*there])
    assert of(package) == ([first, last], [])
    there.append(module("toys.c", DRAWN=figure))
    assert of(package) == ([first, last], [figure])
    there.append(module("toys.d", AGAIN=last))
    with pytest.raises(ValueError, match="toys holds two items of one name"):
        of(package)


def grid(**made):
    lone = SimpleNamespace(path="x", record="models/x/1-1.json")
    cells = {"x": lone, "y": SimpleNamespace(path="y")}
    measured = {"neighbours": [SimpleNamespace(cells=[cells["y"]])]}
    return SimpleNamespace(
        shown=cells.values,
        measured=measured,
        files=lambda: {"measure_pip": [], **made},
        cells=cells,
        blocks_of=lambda cell: [cell],
    )


def test_an_item_is_wanted_where_a_file_it_reads_is():
    study = grid(measure_neighbours=["measures/n.h5"], encode_corpus=["corpora/c.h5"])
    assert is_wanted(table(reads=("neighbours", "records")), study)
    assert not is_wanted(table(reads=("pip", "records")), study)
    assert is_wanted(table(reads=("pip",), wanted=lambda grid: True), study)
    assert has("pip", "encode_corpus")(study)
    assert files(study, ("neighbours", "records", "neighbours")) == [
        *("measures/n.h5", "models/x/1-1.json")
    ]


def test_a_table_that_was_written_is_read_back_to_the_digit(tmp_path):
    words = ["nan", "NULL", 'a,"b"', "", None]
    rows = [{"view": word, "mean": 0.1 + 0.2, "runs": 3} for word in words]
    rows.append({"view": "x", "low": 1e-17})
    declared = table(
        columns="CELL runs mean±:e2 note", keys="view", rows=lambda results: rows
    )
    made = write_table(tmp_path, declared, None)
    again = read_table(tmp_path / "tiny.csv", declared)
    assert again.dtypes.tolist() == made.dtypes.tolist()
    for name in ("mean_e2", "low_e2"):
        np.testing.assert_array_equal(again[name], made[name])
    assert again["view"].tolist() == ["nan", "NULL", 'a,"b"', "", "", "x"]
    assert again["runs"].tolist()[:5] == [3] * 5 and again["runs"].isna()[5]
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".csv", ".md", ".tex"]


def test_a_figure_is_written_as_svg_and_png(tmp_path):
    from matplotlib.figure import Figure as Drawing

    drawn = Figure(name="tiny", draw=lambda results: Drawing((1, 1)), **FACTS)
    write_figure(tmp_path, drawn, None)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tiny.png", "tiny.svg"]


def test_each_part_of_a_study_may_have_a_figure_of_its_own():
    figure = Figure(
        **FACTS,
        name="words",
        reads=("pip",),
        draw=lambda results, part: (results, part),
        each=lambda study: study.files()["measure_pip"],
    )
    one = table(reads=("pip",))
    made = [*of_study([one, figure], grid(measure_pip=["b", "a"]))]
    assert [item.name for item in made] == ["tiny", "words/b", "words/a"]
    assert [item.title for item in made[1:]] == ["Tiny (b)", "Tiny (a)"]
    assert made[2].draw("results") == ("results", "a")
    assert [*of_study([one, figure], grid())] == []


def test_texts_stand_in_the_order_of_the_study(tmp_path):
    """Not in that of the alphabet, in which stored numbers are read."""
    study = SimpleNamespace(study=SimpleNamespace(corpora=dict.fromkeys("cab")))
    rows = [{"corpus": name, "n": n} for name in "abc" for n in (1, 2)]

    def made(rows):
        columns = {"columns": "corpus n", "keys": "corpus n"}
        own = table(**columns, rows=lambda results: rows)
        frame = write_table(tmp_path, own, study)
        return [*zip(frame["corpus"], frame["n"], strict=True)]

    turned = [("c", 1), ("c", 2), ("a", 1), ("a", 2), ("b", 1), ("b", 2)]
    assert made(rows) == turned
    # rows of an order of their own keep it, and of what no study has
    for kept in (rows[::2] + rows[1::2], [{"corpus": "z", "n": 9}, *rows]):
        assert made(kept) == [(row["corpus"], row["n"]) for row in kept]


def test_a_mark_of_a_column_that_means_nothing_is_told():
    with pytest.raises(ValueError, match="'mean:e3': the mark must be one of .*e2, e4"):
        [*columns_of("runs mean:e3")]
