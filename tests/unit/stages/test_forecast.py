"""What a forecast says it could not know."""

import yaml

from quaver.config import as_written, understand
from quaver.engine.prices import Room
from quaver.results.reader import Results
from quaver.stages.forecast import _disk, _notes

STUDY = {
    "study": "given",
    "seed": 1,
    "runs": 2,
    "techniques": {
        "v": {"trainer": "vectors", "files": ["1.txt", "2.txt"], "corpus": "elsewhere"}
    },
}


def test_spaces_trained_elsewhere_are_said_to_be_uncounted(tmp_path):
    """Their words and dimensions are not known before they are read."""
    file = tmp_path / "study.yaml"
    schema = {"type": "object"}
    file.write_text(
        yaml.safe_dump(as_written(understand({**STUDY, "corpora": {}}, schema)))
    )
    said = _notes(Results(file), {}, {})
    assert said == [("v", "is not trained here: its measures are not counted")]


def test_the_disk_line_tells_the_end_and_the_most_where_models_go(tmp_path):
    file = tmp_path / "study.yaml"
    file.write_text(
        yaml.safe_dump(as_written(understand({**STUDY, "corpora": {}}, {})))
    )
    plan = Results(file)
    (cell,) = plan.grid.cells.values()
    said = "disk     about {} of models, averages and measures"
    assert _disk(plan, {cell: Room(4e6, 4e6, 1e6)}) == said.format("5 MB")
    found = _disk(plan, {cell: Room(4e10, 2e10, 1e9)})
    assert found == said.format("21 GB") + " at the end, 41 GB at the most"
