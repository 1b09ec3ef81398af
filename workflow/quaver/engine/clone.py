"""Files of the clone that a study needs, by relative paths: the clone may be moved."""

import hashlib
import json
import os
import re
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

# Needed to run a study again, beside whole folders.
CARRIED = (
    *("CITATION.cff", "LICENSE", "README.md", "Snakefile", "config.yaml"),
    *("pyproject.toml", "requirements.lock"),
)
# What tools leave in these folders.
LEFT = re.compile(r"(^|/)(\.|__pycache__/|[^/]*\.egg-info/)")


class Clone:
    """The folder of the Snakefile."""

    def __init__(self, home: Path):
        """Take the folder."""
        self.home = home

    def published(self, paper: str) -> list[str]:
        """Published numbers of a paper."""
        return self._matching(f"workflow/quaver/papers/{paper}/published/*.csv")

    def simulated(self) -> list[str]:
        """How often intervals held the truth in simulations."""
        return self._matching("workflow/calibration/*.csv")

    def citation(self) -> str:
        """What is cited, and where."""
        return os.path.relpath(self.home / "CITATION.cff")

    def carried(self, wildcards=None) -> list[str]:
        """Files of the workflow that an archive of a study carries."""
        paths = [self.home / name for name in CARRIED]
        for folder in ("envs", "profiles", "workflow"):
            paths += (self.home / folder).rglob("*")
        return sorted(
            os.path.relpath(path)
            for path in paths
            if path.is_file()
            # the clone itself may stand in a folder that begins with a dot
            and not LEFT.search(path.relative_to(self.home).as_posix())
        )

    def commit(self) -> str:
        """The project's git commit, or nothing where there is no git."""
        command = ["git", "-C", str(self.home), "rev-parse", "HEAD"]
        with suppress(OSError):
            answer = subprocess.run(command, capture_output=True, text=True)
            return answer.stdout.strip()
        return ""

    def _matching(self, pattern: str) -> list[str]:
        return [os.path.relpath(path) for path in sorted(self.home.glob(pattern))]


def digest_of(paths: Iterable[str]) -> str:
    """What files hold: a checkout gives them any time stamp."""
    held = [
        # the name alone: elsewhere the clone has another path
        (Path(path).name, hashlib.sha256(Path(path).read_bytes()).hexdigest())
        for path in paths
    ]
    return hashlib.sha256(json.dumps(held).encode()).hexdigest()
