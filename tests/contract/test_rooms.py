import ast
import re
from functools import cache
from pathlib import Path

from written_rules import rules

from quaver.measures import MEASURES
from snakemake_logger_plugin_quaver.done import PAST, VERBS, past

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "workflow/quaver"
MODULES = sorted(HOUSE.rglob("*.py"))
CODE = [*MODULES, *sorted((ROOT / "workflow").glob("snakemake_logger*/*.py"))]

# Who may import whom, besides the modules of its own room (docs/architecture.md):
# modules, or with .* all of a room.
MAY_IMPORT = {
    "config": ("grid.*",),
    "compiled": ("digest",),
    "contents": ("foreign",),
    "corpora": ("foreign",),
    "digest": (),
    "disk": (),
    "foreign": (),
    "engine": (
        *("config.*", "contents", "digest", "disk", "foreign", "grid.*", "store"),
        *("corpora.guesses", "corpora.languages", "corpora.reading"),
        *("corpora.sources", "corpora.wordnet"),
        *("corpora.wordlists", "measures", "measures.declare"),
        # what check warns of: counts of a text, and what verdicts and intervals need
        *("corpora.census", "measures.trust", "statistics"),
        "statistics.clustering",  # as how many unequal groups scatter
        "statistics.planting",  # whether a text has words enough to plant
        "statistics.truncation",  # how many pairs a score is of
        *("quality.analogies", "quality.files", "quality.formats"),
        "quality.words",  # which pairs of a set a text will know
        *("trainers.declare", "wording"),
        "trainers.npz",  # what files of vectors hold for learners of terms
        "results.trained",  # a block is finished if its record says so
        # trials train on a part of a text, to tell how long the whole will take
        *("corpora.samples", "results.views", "trainers"),
    ),
    "grid": ("measures", "measures.declare"),  # their files follow from declarations
    "house": ("items.*", "results.*", "measures.*", "statistics.*", "wording"),
    "items": ("results.*", "statistics.*", "store"),
    # terms are trained by the trainer there is, and mean contexts are those of change
    "learners": (
        *("corpora.samples", "foreign", "spaces.contexts"),
        *("trainers", "trainers.ppmi", "trainers.prefetch"),
    ),
    "measures": (
        *("spaces.*", "statistics.*", "quality.*", "corpora.languages"),
        "learners.declare",  # learners themselves are called by name
        "corpora.morphy",  # which senses words have in WordNet
    ),
    "papers": ("house.*", "items.*", "results.*", "measures.*", "statistics.*"),
    "quality": ("foreign", "spaces.*"),
    "results": (
        *("config", "grid.*", "store", "spaces.*", "statistics.*"),
        "corpora.samples",  # what a part of a text is
        "corpora.units",  # sentences and documents that have vectors
        "corpora.recoding",  # in which encoding a text was read
        "measures.senses",  # the one reader of WordNet
        "measures.errors",  # runs say in the words of measures what they lack
        "measures.overlap",  # values that a size of text has are those of this measure
        "writer",  # of what measures put into their files
    ),
    "seal": (),
    "spaces": (),
    "statistics": (),
    "store": ("seal", "writer"),
    "trainers": ("corpora.samples", "corpora.units", "foreign", "spaces.space"),
    "users": (
        *("config", "grid.*", "house.*", "papers", "items.*", "results.*", "store"),
        *("measures.*", "spaces.*"),
    ),
    "wording": (),
    "writer": (),
}
# Modules that may import more than their room.
MORE = {
    # what rules make follows from the items of house and papers
    "engine.items": ("house", "papers", "items.*"),
    # truth is small, and told jobs in their specs
    "engine.truths": ("quality.dwug", "quality.semeval"),
}

# Stages whose rules are written by loops: one for each measure, for each paper.
LOOPS = {"measure", "replicate"}

OPENS_FILES = (
    "config.reading",
    "contents",
    "corpora.",
    "digest",  # reads the source it digests
    "engine.",
    "house.coverage",  # the simulation that comes with the project
    "items.published",
    "items.write",
    "learners.transforms",  # a matrix that somebody else fitted
    "measures.declare",  # the table of quantities
    "quality.",
    "results.given",  # scratch files of measures
    "results.reader",
    "results.trained",
    "seal",
    "stages.",
    "store",
    "trainers.cooccurrence",
    "trainers.doc2vec",  # room for vectors of more units than memory holds
    "trainers.npz",
    "trainers.vectors",
    "users.study",  # tables, as they were written
)
OPENING = {
    *("open", "read_text", "read_bytes", "write_text", "write_bytes", "File"),
    *("load", "save", "savez", "loadtxt", "savetxt", "genfromtxt", "memmap"),
    *("fromfile", "tofile", "read_csv", "read_json", "TemporaryFile"),
    *("NamedTemporaryFile", "TemporaryDirectory", "mkdtemp", "mkstemp", "mkdir"),
}
OWN_GENERATORS = {"default_rng", "Generator", "SeedSequence", "BitGenerator", "PCG64"}

# More than four positional parameters, and why.
WIDE = {
    "grid.seeds.seed_for",  # the coordinates of a seed, in the order they are hashed
    "trainers.ppmi.count_pairs",
}


def name(path):
    """A module's dotted name without 'quaver': trainers.glove, statistics."""
    parts = path.relative_to(HOUSE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def name_of(path):
    return name(path) if path in MODULES else path.stem


@cache
def tree(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def is_module(dotted):
    path = HOUSE.joinpath(*dotted.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def imported(parsed):
    """Modules of ours that are imported, without 'quaver.'."""
    for node in ast.walk(parsed):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "relative imports are not followed by digest"
            found = [
                f"{node.module}.{alias.name}"
                if is_module(f"{node.module}.{alias.name}".removeprefix("quaver."))
                else node.module
                for alias in node.names
            ]
        else:
            continue
        yield from (x.removeprefix("quaver.") for x in found if x.startswith("quaver."))


def outside(path):
    """Names of foreign packages a module imports."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module.split(".")[0]


def is_within(module, allowed):
    return any(
        module == each.removesuffix(".*") or each == f"{module.split('.')[0]}.*"
        for each in allowed
    )


def calls(parsed):
    """Last names of what is called: open, read_text, print."""
    for node in ast.walk(parsed):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                yield node.func.attr
            elif isinstance(node.func, ast.Name):
                yield node.func.id


def functions(parsed):
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return [node for node in ast.walk(parsed) if isinstance(node, kinds)]


def each(paths):
    """Have a test go through paths and tell of all that are wrong."""

    def loop(check):
        def test(subtests):
            for path in paths:
                with subtests.test(path=str(path.relative_to(ROOT / "workflow"))):
                    check(path)

        test.__name__, test.__doc__ = check.__name__, check.__doc__
        return test

    return loop


def test_every_room_is_in_the_table():
    rooms = {name(path).split(".")[0] for path in MODULES} - {""}
    assert rooms == {*MAY_IMPORT, "stages"}


def test_a_room_imports_only_what_it_may():
    strangers = {}
    for path in MODULES:
        module = name(path)
        room = module.split(".")[0]
        if room in ("stages", ""):
            continue
        allowed = (f"{room}.*", *MAY_IMPORT[room], *MORE.get(module, ()))
        found = [x for x in imported(tree(path)) if not is_within(x, allowed)]
        strangers |= {module: found} if found else {}
    assert not strangers


def test_every_arrow_is_still_needed():
    used = {room: set() for room in MAY_IMPORT}
    for path in MODULES:
        module = name(path)
        if module.split(".")[0] in used:
            used[module.split(".")[0]].update(imported(tree(path)))
    idle = [
        (room, each)
        for room, allowed in MAY_IMPORT.items()
        for each in allowed
        if not any(is_within(module, (each,)) for module in used[room])
    ]
    assert idle == [("quality", "spaces.*")]  # it may, as it scores spaces


PAPERS = sorted(path.parent.name for path in HOUSE.glob("papers/*/__init__.py"))


def test_papers_do_not_import_one_another():
    assert len(PAPERS) > 1
    for paper in PAPERS:
        for path in HOUSE.glob(f"papers/{paper}/**/*.py"):
            others = {x.split(".")[1] for x in imported(tree(path)) if "papers." in x}
            assert others <= {paper}, name(path)


def test_only_the_room_of_papers_names_one():
    """Modules, rules, captions; a key of a citation (@...) is one of literature."""
    texts = [path for path in CODE if not name_of(path).startswith("papers.")]
    texts += [ROOT / "Snakefile", *(ROOT / "workflow").rglob("*.smk")]
    texts += [*(ROOT / "workflow/report").rglob("*.*"), *ROOT.glob("profiles/*/*")]
    named = [
        f"{path.relative_to(ROOT)}: {paper}"
        for path in texts
        for paper in PAPERS
        if re.search(rf"(?<!@){paper}", path.read_text(encoding="utf-8"))
    ]
    assert not named


@each(CODE)
def test_only_the_store_opens_hdf5(path):
    others = {"h5py", "h5netcdf", "tables", "xarray", "pytables"} & set(outside(path))
    is_store = path in (HOUSE / "store.py", HOUSE / "writer.py")
    assert others <= ({"h5py"} if is_store else set())


@each(MODULES)
def test_files_are_opened_only_where_they_may_be(path):
    if not f"{name(path)}.".startswith(OPENS_FILES):
        assert not OPENING & set(calls(tree(path)))


@each(MODULES)
def test_only_stages_and_what_calls_them_print(path):
    if not name(path).startswith(("stages", "engine")):
        assert "print" not in set(calls(tree(path)))


@each(MODULES)
def test_nobody_touches_a_global_generator(path):
    assert "random" not in set(outside(path))
    used = {
        node.attr
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Attribute)
        and ast.unparse(node.value) in ("np.random", "numpy.random")
    }
    assert used <= OWN_GENERATORS


@each(MODULES)
def test_no_failure_is_swallowed(path):
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ExceptHandler):
            assert node.type is not None, "a bare except"
            assert not isinstance(node.body[0], ast.Pass), "an error passed over"


@each([path for path in MODULES if not name(path).startswith("papers")])
def test_what_is_slow_to_import_is_imported_where_it_computes(path):
    """A start of Snakemake loads all measures: scipy.stats would take a tenth of it."""
    kinds = (ast.Import, ast.ImportFrom)
    imports = (ast.unparse(x) for x in tree(path).body if isinstance(x, kinds))
    slow = re.compile(r"scipy.(stats|optimize)|scipy import .*(stats|optimize)")
    assert not [x for x in imports if slow.search(x)]


@each([path for path in MODULES if name(path).startswith("corpora")])
def test_no_text_is_cut_by_the_re_module(path):
    """Its words and their edges leave out the marks of Devanagari; regex knows them."""
    if "re" in set(outside(path)):
        constants = (
            node for node in ast.walk(tree(path)) if isinstance(node, ast.Constant)
        )
        texts = [str(node.value) for node in constants]
        assert not [text for text in texts if re.search(r"\\[wWbB]", text)]


@each(CODE)
def test_modules_are_short_and_named_for_what_they_hold(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 300
    assert not re.search("util|helper|misc", path.stem)


@each(CODE)
def test_functions_are_short_and_take_few_positional_parameters(path):
    module = name(path) if path in MODULES else path.stem
    for function in functions(tree(path)):
        where = f"{module}.{function.name}"
        assert function.end_lineno - function.body[0].lineno < 60, where
        given = [*function.args.posonlyargs, *function.args.args]
        own = [x for x in given if x.arg not in ("self", "cls")]
        assert len(own) <= 4 or where in WIDE, where


def test_the_exceptions_are_still_needed():
    wide = {
        f"{name(path)}.{function.name}"
        for path in MODULES
        for function in functions(tree(path))
        if len(function.args.posonlyargs) + len(function.args.args) > 4
    }
    assert wide >= WIDE


RULES = rules()
STAGES = {path.stem for path in HOUSE.glob("stages/*.py")}
MESSAGE = re.compile(r'message:\s+((?:f?"[^"]*"\s+)+)')
CALLING = [
    rule for rule, text in RULES.items() if re.search(r"^    shell:", text, re.M)
]


def test_stages_are_rules_and_rules_are_stages():
    assert len(CALLING) > 10
    assert set(CALLING) == STAGES - {"__init__"}
    assert LOOPS <= STAGES


def test_a_rule_calls_the_stage_of_its_name(subtests):
    for rule in CALLING:
        with subtests.test(rule=rule):
            called = re.findall(r"-m quaver\.stages\.(\w+) [-{]", RULES[rule])
            assert called == [rule]
            assert f'"python -m quaver.stages.{rule} ' in RULES[rule]
            assert ("name:\n" in RULES[rule]) == (rule in LOOPS)


def test_a_rule_that_makes_files_reruns_when_its_code_changes(subtests):
    for rule in CALLING:
        if "output:" in RULES[rule]:
            with subtests.test(rule=rule):
                assert re.search(
                    rf'code=(ENGINE\.code\("quaver\.stages\.{rule}"'
                    r"|ENGINE\.(sources|terms)\.(training|encoding|extracting|drawing)"
                    r"|MEASURING\.code_of\(measure\))",
                    RULES[rule],
                )


def test_a_rule_speaks_and_keeps_a_log(subtests):
    for rule, text in RULES.items():
        with subtests.test(rule=rule):
            assert "    log:\n" in text
            if rule != "measure":  # it says what the measure declares
                assert re.search(r'\."\s*$', MESSAGE.search(text)[1])
            else:
                assert re.search(r"message:\s+measure\.sentence\n", text)


def test_what_is_to_be_done_can_be_said_when_it_was_done():
    """A rule's message is an imperative sentence; the logger says it in the past."""
    texts = {rule: MESSAGE.search(text) for rule, text in RULES.items()}
    said = {rule: "".join(re.findall('"(.*)"', x[1])) for rule, x in texts.items() if x}
    said |= {name: measure.message for name, measure in MEASURES.items()}
    verbs = {word for text in said.values() for word in VERBS.match(text).groups("")}
    untold = [rule for rule, text in said.items() if VERBS.match(text)[1] not in PAST]
    assert not untold, "their verbs stand in no table of the logger (done.py)"
    others = {"measure"}  # what somebody's own measure will mostly do
    assert {verb.lower() for verb in PAST} - {verb.lower() for verb in verbs} == others
    for message, wanted in {
        said["train_block"][:10]: "Trained runs",
        said["retire_models"][:25]: "Thinned or deleted the models",
        said["list_neighbours"][:28]: "Listed and drew the neighbours",
        "The tables of demo are made.": "The tables of demo are made.",
        "Compare more and fewer of it.": "Compared more and fewer of it.",
    }.items():
        assert past(message) == wanted


@each(sorted(HOUSE.glob("stages/*.py")))
def test_a_stage_runs_only_when_called(path):
    quiet = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign)
    for node in tree(path).body:
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        is_last = isinstance(node, ast.If) and "__main__" in ast.unparse(node.test)
        is_threads = path.stem == "__init__" and isinstance(node, ast.For)
        is_quiet = isinstance(node, (*quiet, ast.AnnAssign))
        assert is_quiet or is_text or is_last or is_threads, ast.unparse(node)
