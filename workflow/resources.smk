# How much machine a job asks for: megabytes and minutes, from the size of its text.
#
# Snakemake asks these functions when it plans and again when a job is ready to run: what
# a text holds is known by then, also where it had not been read when all began. A job
# that failed is given more of both the next time.
from functools import cache
from typing import NamedTuple

from snakemake_logger_plugin_quaver import settle

SHARE = 0.9  # of this machine's memory that jobs may take together
GROUP = Path(os.sep, "sys/fs/cgroup")  # limits of a container or a session: bytes
LIMITS = (GROUP / "memory.max", GROUP / "memory/memory.limit_in_bytes")
SAID = set()


class Size(NamedTuple):
    """Of a cell: words and tokens of its text, dimensions, runs, runs compared."""

    words: int
    tokens: int
    dims: int
    runs: int
    compared: int


def size_of(cell):
    """Size of a cell; of a text that is not there, as large as the study expects."""
    technique = STUDY.techniques[cell.technique]
    compared = min(cell.runs, STUDY.analyses.stability.runs or cell.runs)
    if GRID.is_external(cell.technique):
        numbers = max(map(bytes_of, technique.parameters.files), default=0) // 4
        return Size(numbers // 100, 0, 300, cell.runs, compared)
    words, tokens = (text_size(cell.view.corpus, x) for x in ("words", "tokens"))
    dims = technique.parameters.dimensions
    return Size(words, int(tokens * cell.view.fraction), dims, cell.runs, compared)


def text_size(corpus, name):
    """Words or tokens of a text: as encoded, or as expected, or none that are known."""
    path = Path(f"{ROOT}/corpora/{corpus}.h5")
    if path.is_file():
        return stored(path, name, path.stat().st_mtime_ns)
    text = STUDY.corpora.get(corpus)
    return text.expected.get(name, 0) if text else 0


@cache
def stored(path, name, changed):
    """Length of a dataset of a file that was changed last at a time."""
    try:
        return store.length(path, name)
    except (OSError, KeyError):  # the job that reads it says what is wrong
        return 0


def bytes_of(path):
    """Size of a file; none where it is not there."""
    return Path(path).stat().st_size if Path(path).is_file() else 0


def source_of(wildcards):
    """The name of a corpus and the bytes of its source's files."""
    return wildcards.corpus, sum(map(bytes_of, source_files(wildcards.corpus)))


def name_of(wildcards):
    """The name of a corpus."""
    return wildcards.corpus


def text_of(wildcards):
    """The name of a corpus and the bytes it is encoded from."""
    taken_out = bytes_of(f"{ROOT}/texts/{wildcards.corpus}.jsonl.zst")
    return (wildcards.corpus, taken_out) if taken_out else source_of(wildcards)


def vectors_read(wildcards):
    """Bytes of each file of spaces that somebody else trained."""
    given = STUDY.techniques[wildcards.technique].parameters.files
    return [bytes_of(path) for path in given]


def cells_of_siblings(wildcards):
    """Cells of all techniques of one view and sampling."""
    return GRID.siblings(wildcards.view, wildcards.sampling)


def cells_joined(wildcards):
    """One of the two cells instability is told from: they are of one size."""
    return GRID.cells[f"{wildcards.view}/{wildcards.technique}/shuffled"]


def all_cells(wildcards):
    """All cells of the study."""
    return list(GRID.cells.values())


def megabytes(amount, of):
    """Ask for memory by an amount of what a job works on; more at each attempt."""

    def asked(wildcards, attempt):
        wanted = int(amount(of(wildcards)) * attempt)
        if wanted > (BOUND or wanted):
            say_too_much(wildcards, wanted)
        return wanted

    return asked


def minutes(amount, of):
    """Ask for run time by the seconds a job may take; more at each attempt."""

    def asked(wildcards, attempt):
        seconds = LEAST + SLACK * amount(of(wildcards))
        return int(attempt * seconds / 60)

    return asked


def say_too_much(wildcards, wanted):
    """Say once of each technique or text that it may need more than there is."""
    name = getattr(wildcards, "technique", getattr(wildcards, "corpus", STUDY.study))
    if name not in SAID:
        SAID.add(name)
        settle()
        print(
            f"A job of {name} may need {wanted} MB of memory, and this machine gives "
            f"{BOUND} MB: it will run alone, and fail if it does need them. Leave "
            f"{name} out, use a larger machine (docs/cluster.md), or say --resources "
            "mem_mb=... if more may be taken.",
            file=sys.stderr,
        )


def machine_memory():
    """Megabytes that jobs on this machine may take together."""
    known = [os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")]
    for limit in filter(os.path.isfile, LIMITS):
        said = Path(limit).read_text(encoding="utf-8").strip()
        known += [int(said)] if said.isdigit() else []
    return int(SHARE * min(known) / 1e6)


def bound_memory():
    """Keep the jobs that run here within this machine's memory: give megabytes.

    Nothing where a scheduler runs them. A profile cannot compute, so it is done here;
    --resources mem_mb=... goes before.
    """
    given = workflow.global_resources
    if not workflow.is_main_process or given["_nodes"].value is not None:
        return 0
    if "mem_mb" not in given:
        given["mem_mb"] = machine_memory()
    return given["mem_mb"].value


BOUND = bound_memory()
