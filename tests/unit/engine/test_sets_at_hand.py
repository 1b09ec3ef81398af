import pytest
from snakemake.exceptions import WorkflowError

OWN = {"language": "en", "format": "analogies", "path": "own.txt"}


def scored(**sets):
    return {"analyses": {"quality": {"sets": sets}}}


def test_a_missing_set_is_told_when_jobs_need_it(engine):
    sets = engine(**scored(own=OWN)).sets
    sets.refuse_missing({"measure_pip"})
    with pytest.raises(WorkflowError, match="The evaluation set own: own.txt does not"):
        sets.refuse_missing({"measure_quality"})
