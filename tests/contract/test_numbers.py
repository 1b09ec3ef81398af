"""Numbers of README and docs stand there as docs/numbers.csv says."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "docs"))

import write_numbers as numbers  # noqa: E402

PAGE = "Losses differ by {}, lists share .40 to\n.50 of ten; of runs 3.\n\nglove  1.0\n"
ROW = {"page": "page.md", "study": "demo", "file": "tables/losses.csv", "form": ""}
ROWS = [
    {"name": "loss", "snippet": "differ by {},", "value": "0.0100", "how": "value"}
    | {"rows": "technique == 'glove'", "column": "mean_e2 / 100", "form": "0.4"},
    {"name": "share", "snippet": "share {} of ten", "value": ".40 to .50"}
    | {"rows": "", "column": "share", "how": "span", "form": ".2"},
    {"name": "runs", "snippet": "of runs {}.", "value": "3", "how": "count"}
    | {"rows": "share > 0.5", "column": ""},
    {"name": "line", "snippet": "{}", "value": "glove  1.0", "how": "value"}
    | {"file": "tables/findings.txt", "rows": "glove", "column": ""},
]


def test_every_number_stands_once_in_its_page():
    rows = numbers.read()
    assert len(rows) > 20 and not numbers.missing(rows)
    assert len({row["name"] for row in rows}) == len(rows)


def test_numbers_of_files_of_the_repository_are_those():
    rows = [row for row in numbers.read() if row["study"] == numbers.REPOSITORY]
    wrong = [x["name"] for x in rows if numbers.number(x, ROOT) != x["value"]]
    assert rows and not wrong, "run: docs/write_numbers.py"


@pytest.fixture
def study(tmp_path):
    (tmp_path / "page.md").write_text(
        PAGE.replace("by {}", "by 0.0100"), encoding="utf-8"
    )
    folder = tmp_path / "demo/tables"
    folder.mkdir(parents=True)
    (folder / "losses.csv").write_text(
        "technique,mean_e2,share,note\nglove,2.954,0.412,NA\nlsa,5,0.634,\nnull,,,\n"
    )
    (folder / "findings.txt").write_text("word2vec  3\nglove     2.95\n")
    return tmp_path


def test_a_finished_study_fills_registry_and_pages(study):
    rows = [ROW | row for row in ROWS] + [ROW | ROWS[0] | {"study": "other"}]
    assert numbers.missing(rows, study) == []
    changed = numbers.refresh(rows, {"demo": study / "demo"}, study)
    assert [row["value"] for row in rows] == [
        *("0.0295", ".41 to .63", "1", "glove     2.95", "0.0100")
    ]
    assert len(changed) == 4 and "loss 0.0100 -> 0.0295" in changed[0]
    assert (study / "page.md").read_text(encoding="utf-8") == (
        "Losses differ by 0.0295, lists share .41 to .63 of ten; of runs 1.\n\n"
        "glove     2.95\n"
    )
    # the row of another study was of the same number, which now is another
    assert numbers.missing(rows, study) == ["page.md: loss (0.0100)"]
    assert numbers.refresh(rows[:-1], {"demo": study / "demo"}, study) == []


def test_a_row_that_the_study_does_not_have_is_refused(study):
    for more, told in (
        ({"rows": "technique == 'ppmi'"}, "loss: .* has no such rows"),
        ({"rows": ""}, "loss: .* must have one such row .*Got 2"),
        ({"value": "7"}, "Not in the pages .*page.md: loss"),
    ):
        with pytest.raises(SystemExit, match=told):
            row = [ROW | ROWS[0] | more]
            numbers.refresh(row, {"demo": study / "demo"}, study)
