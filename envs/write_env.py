"""Write envs/quaver.yaml, the environment of the rules on a cluster, from the lock."""

from pathlib import Path

from packaging.requirements import Requirement

FOLDER = Path(__file__).parent
LOCK = FOLDER.parent / "requirements.lock"
ENVIRONMENT = FOLDER / "quaver.yaml"
PYTHON = "3.11"
CLUSTER = {
    "implementation_name": "cpython",
    "os_name": "posix",
    "platform_machine": "x86_64",
    "platform_python_implementation": "CPython",
    "platform_system": "Linux",
    "python_full_version": f"{PYTHON}.0",
    "python_version": PYTHON,
    "sys_platform": "linux",
}
HEAD = f"""\
# Made from requirements.lock by envs/write_env.py: change that, then run it.
channels:
  - conda-forge
dependencies:
  - python={PYTHON}
  - pip
  - pip:
"""


def requirements(lock: str) -> list[Requirement]:
    """Give the requirements a lock pins, in its order, hashes and comments left out."""
    lines = (line for line in lock.splitlines() if line and line[0] not in " #-")
    return [Requirement(line.removesuffix("\\").strip()) for line in lines]


def environment(lock: str) -> str:
    """Say in conda's words what a lock pins for Linux and CPython 3.11."""
    wanted = [
        requirement
        for requirement in requirements(lock)
        if requirement.marker is None or requirement.marker.evaluate(CLUSTER)
    ]
    return HEAD + "".join(f"    - {each.name}{each.specifier}\n" for each in wanted)


if __name__ == "__main__":
    text = environment(LOCK.read_text(encoding="utf-8"))
    ENVIRONMENT.write_text(text, encoding="utf-8")
