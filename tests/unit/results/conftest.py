import pytest
from finished import finish


@pytest.fixture(scope="session")
def finished_study(tmp_path_factory):
    """study.yaml of a small finished study with invented numbers; tests add to it."""
    return finish(tmp_path_factory.mktemp("finished"))
