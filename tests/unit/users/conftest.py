import pytest
import readable


@pytest.fixture(scope="session")
def readable_study(tmp_path_factory):
    """The folder of a small study with models, measures and some tables."""
    folder = tmp_path_factory.mktemp("clone") / "results/demo"
    folder.mkdir(parents=True)
    return readable.write(folder)
