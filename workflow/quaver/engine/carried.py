"""Files of the workflow that an archive of a study carries, to run the study again."""

import re
from pathlib import Path

ALONE = (
    *("CITATION.cff", "LICENSE", "README.md", "Snakefile", "config.yaml"),
    *("pyproject.toml", "requirements.lock"),
)
WHOLE = "envs", "profiles", "workflow"  # folders
LEFT = re.compile(r"(^|/)(\.|__pycache__/|[^/]*\.egg-info/)")  # by tools, among them


def carried(home: Path) -> list[Path]:
    """Files of a clone that are there, without what tools leave."""
    paths = [home / name for name in ALONE]
    for folder in WHOLE:
        paths += (home / folder).rglob("*")
    # the clone itself may stand in a folder with a dot
    own = (x for x in paths if not LEFT.search(x.relative_to(home).as_posix()))
    return sorted(filter(Path.is_file, own))
