import ast
import re
import shutil
from pathlib import Path

import pytest

from quaver import digest
from quaver.corpora.languages import module

REAL = digest.PACKAGE

FAKE = {
    "__init__.py": "",
    "top.py": '"""Top."""\nimport numpy\nfrom quaver.middle import go\n\n'
    'def run(x, y=1):\n    """Run."""\n    return go(x) + y\n',
    "middle.py": "import quaver.room.deep as deep\n\n"
    "def go(x):\n    return deep.f(x)\n",
    "room/__init__.py": "SCALE = 2\n",
    "room/deep.py": "def f(x):\n    return 2 * x\n",
    "room/quiet.py": "def g(x):\n    return 3 * x\n",
    "loop_a.py": "from quaver import loop_b\n",
    "loop_b.py": "from quaver import loop_a\n",
}


@pytest.fixture
def package(tmp_path, monkeypatch):
    """An empty package; its digest is taken anew at every call of code()."""
    folder = tmp_path / "quaver"
    monkeypatch.setattr(digest, "PACKAGE", folder)
    digest._parsed.cache_clear()
    yield folder
    digest._parsed.cache_clear()


@pytest.fixture
def fake(package):
    for name, text in FAKE.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return package


@pytest.fixture
def copy(package):
    return shutil.copytree(
        REAL, package, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True
    )


def code(*modules):
    digest._parsed.cache_clear()
    return digest.code(*modules, package=digest.PACKAGE)


def edit(path, old, new):
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


WORDS_ONLY = [
    ("top.py", "import numpy\n", "# a comment\n\n\nimport numpy  # and another\n"),
    ("top.py", '"""Top."""', '"""Said otherwise,\nat length."""'),
    ("top.py", '"""Top."""', ""),
    ("top.py", '    """Run."""\n', ""),
    ("top.py", "go(x) + y", "(\n        go(x)\n        + y\n    )"),
    ("room/__init__.py", "SCALE", '"""A docstring where none was."""\nSCALE'),
    ("room/deep.py", "2 * x", "2*x"),
]

CODE = [
    ("top.py", "+ y", "- y"),
    ("top.py", "y=1", "y=2"),
    ("top.py", "import numpy", "import scipy"),
    ("middle.py", "deep.f(x)", "deep.f(x + 0)"),
    ("room/deep.py", "2 * x", "4 * x"),
    ("room/__init__.py", "SCALE = 2", "SCALE = 3"),
    ("__init__.py", "", "SETTING = 1\n"),
]


@pytest.mark.parametrize(("name", "old", "new"), WORDS_ONLY)
def test_words_and_layout_do_not_count(name, old, new, fake):
    before = code("quaver.top")
    edit(fake / name, old, new)
    assert code("quaver.top") == before


@pytest.mark.parametrize(("name", "old", "new"), CODE)
def test_code_counts_also_where_it_is_imported_from(name, old, new, fake):
    before = code("quaver.top")
    edit(fake / name, old, new)
    assert code("quaver.top") != before


def test_a_release_and_the_door_of_users_do_not_count(fake):
    """A new version that computes the same would train all models anew."""
    edit(fake / "__init__.py", "", '__version__ = "0.1.0"\n')
    before = code("quaver.top")
    edit(fake / "__init__.py", "0.1.0", "2.0.0")
    edit(fake / "__init__.py", "", "def open():\n    return 1\n\n\n")
    edit(fake / "__init__.py", "", "import os\n\nos.environ.setdefault('A', '1')\n")
    assert code("quaver.top") == before


def test_what_is_not_imported_does_not_count(fake):
    before = code("quaver.top")
    edit(fake / "room/quiet.py", "3", "4")
    assert code("quaver.top") == before
    assert code("quaver.top", "quaver.room.quiet") != before


DECLARED = """
from quaver.measures.declare import Measure
from quaver.room.deep import f


def measure(given, out):
    return f(given)


MEASURE = Measure(label="one", compute=measure)
"""
SHOWN = "from quaver.measures import QUANTITIES\n\nTITLE = QUANTITIES['one'].label\n"


@pytest.fixture
def declared(fake):
    """A package with a measure, and a module that shows its label."""
    files = {"declare": "class Measure: ...\n", "toy": DECLARED, "__init__": ""}
    (fake / "measures").mkdir()
    (fake / "measures/quantities.csv").write_text("name\n", encoding="utf-8")
    for name, text in files.items():
        (fake / f"measures/{name}.py").write_text(text, encoding="utf-8")
    (fake / "shows.py").write_text(SHOWN, encoding="utf-8")
    return fake


def test_what_is_declared_of_a_measure_is_not_what_it_computes(declared):
    toy, shows = code("quaver.measures.toy"), code("quaver.shows")
    edit(declared / "measures/toy.py", '"one"', '"another"')
    edit(declared / "measures/declare.py", "...", "label: str")
    assert code("quaver.measures.toy") == toy
    assert code("quaver.shows") != shows  # it prints what is declared
    shows = code("quaver.shows")
    edit(declared / "measures/quantities.csv", "name", "other")
    assert code("quaver.measures.toy") == toy
    assert code("quaver.shows") != shows  # and what stands in the table
    edit(declared / "measures/toy.py", "f(given)", "-f(given)")
    assert code("quaver.measures.toy") != toy
    edit(declared / "measures/toy.py", "-f(given)", "f(given)")
    edit(declared / "room/deep.py", "2 * x", "4 * x")
    assert code("quaver.measures.toy") != toy


def test_a_measure_that_is_added_is_of_the_code_of_those_alone_that_show_it(declared):
    before = {name: code(f"quaver.{name}") for name in ("measures.toy", "shows")}
    (declared / "measures/more.py").write_text("MEASURE = 1\n", encoding="utf-8")
    assert code("quaver.measures.toy") == before["measures.toy"]
    assert code("quaver.shows") != before["shows"]


def test_modules_are_a_set_in_any_order(fake):
    both = code("quaver.top", "quaver.room.quiet")
    assert code("quaver.room.quiet", "quaver.top") == both
    assert code("quaver.top", "quaver.room.quiet", "quaver.middle") == both


def test_the_same_code_elsewhere_in_the_package_is_not_the_same(fake):
    before = code("quaver.top")
    shutil.copy(fake / "room/deep.py", fake / "room/other.py")
    edit(fake / "middle.py", "room.deep as", "room.other as")
    assert code("quaver.top") != before


def test_modules_that_import_each_other_have_a_digest(fake):
    assert code("quaver.loop_a") == code("quaver.loop_b")


def test_a_digest_is_short_text(fake):
    assert re.fullmatch("[0-9a-f]{16}", code("quaver.top"))


def test_every_kind_of_import_is_seen(fake):
    tree = ast.parse(
        "import quaver.top, os\nimport numpy as np\n"
        "from quaver import middle\nfrom quaver.room import deep as d, SCALE\n"
        "def later():\n    from quaver.room.quiet import g\n"
        "if True:\n    import quaverish\n"
    )
    assert sorted(digest.imports(tree, digest.PACKAGE)) == [
        "quaver",
        "quaver.middle",
        "quaver.room",
        "quaver.room.deep",
        "quaver.room.quiet",
        "quaver.top",
    ]


def test_statements_are_found_wherever_they_stand(copy):
    """As ast.walk finds them, which looks at every expression as well."""
    path = copy / "quaver_nested.py"
    path.write_text(
        "match a:\n case 1:\n  import one\n"
        "try:\n import two\nexcept* E:\n from three import x\nelse:\n import four\n"
        "finally:\n import five\n"
        "async def f():\n async for a in b:\n  pass\n else:\n  import six\n",
        encoding="utf-8",
    )
    kinds = (ast.stmt, ast.ExceptHandler, ast.match_case, ast.Module)
    for file in sorted(copy.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        walked = [node for node in ast.walk(tree) if isinstance(node, kinds)]
        assert [*digest._statements(tree)] == walked, file
    assert len(digest._names(ast.parse(path.read_text(encoding="utf-8")))) == 7


def test_an_unknown_module_is_refused(fake):
    with pytest.raises(ValueError) as caught:
        code("quaver.nowhere")
    assert str(caught.value) == (
        "module must be one of ours. Got 'quaver.nowhere' instead."
    )


TRAINERS = ["word2vec", "fasttext", "glove", "ppmi", "lsa", "noise", "vectors"]


def digests_of(jobs):
    """Digests of the modules of some jobs, each module parsed once."""
    digest._parsed.cache_clear()
    return {
        name: digest.code(*modules, package=digest.PACKAGE)
        for name, modules in jobs.items()
    }


def seen(folder, names, jobs):
    """Which jobs see an edit of each file of the real package."""
    before, seers = digests_of(jobs), {}
    for name in names:
        path = folder / name
        text = path.read_text(encoding="utf-8")
        path.write_text(f"{text}\nEDITED = 1\n", encoding="utf-8")
        after = digests_of(jobs)
        path.write_text(text, encoding="utf-8")
        seers[name] = [job for job in jobs if after[job] != before[job]]
    return seers


TRAININGS = {
    name: ("quaver.stages.train_block", f"quaver.trainers.{name}") for name in TRAINERS
}
TRAINED_WITH = {
    "trainers/glove.py": ["glove"],
    "trainers/cooccurrence.py": ["glove"],
    "trainers/word2vec.py": ["word2vec"],
    "trainers/feeding.py": ["word2vec", "fasttext"],
    "trainers/__init__.py": TRAINERS,
    "corpora/samples.py": TRAINERS,
    "spaces/space.py": TRAINERS,
    "stages/train_block.py": TRAINERS,
    "measures/pip.py": [],
    "corpora/sources.py": [],
    "config/study.py": [],
    "config/techniques.py": [],
    "grid/study_grid.py": [],
    "statistics/__init__.py": [],
}


def test_an_edit_retrains_what_computes_with_it_and_nothing_else(copy):
    assert seen(copy, TRAINED_WITH, TRAININGS) == TRAINED_WITH


LANGUAGES = ("en", "eo", "fi", "hi", "zh-TW")
ENCODED_WITH = {
    "languages/fi.py": ["fi"],
    "languages/zh.py": ["zh-TW"],
    "languages/default.py": ["eo"],
    "languages/moses.py": ["en", "eo", "fi"],
    "languages/breaks.py": ["hi", "zh-TW"],
    "languages/pack.py": ["en", "eo", "fi", "hi", "zh-TW"],
    "sentences.py": ["en", "eo", "fi", "hi", "zh-TW"],
}


def test_an_edit_of_a_language_encodes_its_texts_anew_and_no_other(copy):
    stage = "quaver.stages.encode_corpus"
    jobs = {language: (stage, module(language)) for language in LANGUAGES}
    assert seen(copy / "corpora", ENCODED_WITH, jobs) == ENCODED_WITH


TRAINED_BY = [
    ("gensim", ["word2vec", "fasttext"]),
    ("numba", ["glove", "ppmi"]),
    ("scikit-learn", ["lsa"]),
    ("scipy", ["ppmi", "lsa"]),
    ("numpy", TRAINERS),
    ("h5py", []),
    ("matplotlib", []),
]


@pytest.fixture
def version(monkeypatch):
    """Make a package's version another."""
    given = digest.version

    def change(name):
        def told(asked):
            return "99.9" if asked == name else given(asked)

        monkeypatch.setattr(digest, "version", told)
        digest._version.cache_clear()

    yield change
    digest._version.cache_clear()


def test_an_upgrade_retrains_what_it_computes_and_nothing_else(version):
    """Its bits may differ, and with them runs of one cell that two versions trained."""
    before, seers = digests_of(TRAININGS), {}
    for package, _ in TRAINED_BY:
        version(package)
        after = digests_of(TRAININGS)
        seers[package] = [name for name in TRAINERS if after[name] != before[name]]
    assert seers == dict(TRAINED_BY)


def test_an_upgrade_is_told_in_words(version):
    known = {name: digest.version(name) for name in ("numpy", "gensim", "h5py")}
    assert digest.upgraded(known) == []
    version("gensim")
    was = known["gensim"]
    assert digest.upgraded(known) == [f"gensim was {was} and is 99.9"]
    version("h5py")
    assert digest.upgraded(known) == []


def test_the_real_modules_have_digests():
    stages = sorted(REAL.glob("stages/*.py"))
    names = [f"quaver.stages.{path.stem}" for path in stages if path.stem[0] != "_"]
    assert len({digest.code(name) for name in names}) == len(names) > 10
    assert Path(digest.__file__).parent == REAL
