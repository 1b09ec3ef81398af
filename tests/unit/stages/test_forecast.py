"""What a forecast says it could not know."""

import yaml

from quaver.config import as_written, understand
from quaver.stages.forecast import _notes
from quaver.stages.plan import Plan

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
    said = _notes(Plan(file), {}, {})
    assert said == [("v", "is not trained here: its measures are not counted")]
