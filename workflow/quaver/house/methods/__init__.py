"""Methods of a study as a scholar can paste them, from its stored numbers."""

import re
from collections.abc import Mapping

from quaver.house import citation
from quaver.house.methods.measuring import measuring
from quaver.house.methods.shortly import shortly
from quaver.house.methods.texts import texts
from quaver.house.methods.trainings import trainings
from quaver.house.methods.words import Told
from quaver.wording import count, listed, shortened

MARK = re.compile(r"@([a-z]+\d{4})")
DECIDING = ("numpy", "scipy", "h5py", "pandas")  # beside those techniques name


def written(facts: Told, cited: Mapping) -> tuple[str, list[str]]:
    """Methods as Markdown, and the keys of what they cite in a citation file."""
    papers = citation.references(cited)
    parts = [
        f"# Methods of the study `{facts.study.study}`",
        *["## In short", *shortly(facts)],
        "# Appendix: all that was done",
    ]
    for title, section in SECTIONS.items():
        paragraphs = section(facts)
        parts += [f"## {title}", *paragraphs] if paragraphs else []
    text = "\n\n".join(parts)
    keys = {*MARK.findall(text), *citation.keys_in(text)} & papers.keys()
    cited_keys = [citation.QUAVER, *sorted(keys)]
    text = MARK.sub(lambda mark: citation.named(papers[mark[1]]), text)
    lines = "\n".join(f"- {citation.line(papers[key])}" for key in cited_keys)
    return "\n\n".join([text, "## References", lines]) + "\n", cited_keys


def missing(facts: Told) -> list[str]:
    """Paragraphs on what failed or was not measured."""
    controls, lost = facts.controls
    planned = controls + sum(cell.runs for cell in facts.cells)
    failed = [cell for cell in facts.cells if cell.failed]
    of_controls = [f"{lost} of {count(controls, 'run')} of controls"] * bool(lost)
    lost += sum(cell.failed for cell in failed)
    name = "`{0.view}/{0.technique}/{0.sampling}`".format
    if lost:
        cells = [
            f"{cell.failed} of {count(cell.runs, 'run')} in {name(cell)}"
            f"{cell.reason and ': '}{cell.reason.removesuffix('.')}"
            for cell in failed
        ] + of_controls
        are = f"{lost:,} {'is' if lost == 1 else 'are'} missing"
        parts = [f"Of {count(planned, 'model')} {are}: {shortened(cells)}."]
    elif planned > 1:
        those = f" ({controls:,} of them controls)" * bool(controls)
        parts = [f"None of the {planned:,} models of the study{those} failed."]
    else:
        parts = ["The one model of the study did not fail."]
    worded = (cell for cell in facts.cells if not cell.item)
    without = [c for c in worded if c.losses is None and not c.failed]
    terms = facts.study.analyses.terms
    behind = terms.backgrounds if terms else ()  # of terms, which are measured
    without = [cell for cell in without if cell.technique not in behind]
    for start, is_one in (
        ("A single run compares with nothing", True),
        ("Not measured", False),
    ):
        cells = [name(cell) for cell in without if (cell.runs == 1) == is_one]
        parts += [f"{start}: {shortened(cells)}."] if cells else []
    return [" ".join(parts)]


def computation(facts: Told) -> list[str]:
    """A paragraph on machine, time and software."""
    work = facts.work
    took = f"took {duration(work.training + work.other)} of processor time"
    parts = f", {duration(work.training)} of it for training" if work.training else ""
    # 2026-11-18T10:50:31.127+00:00 as 2026-11-18 10:50
    span = [x[:16].replace("T", " ") for x in (work.started, work.finished)]
    when = ", from {} UTC to {} UTC".format(*span) if all(span) else ""
    hosts = [f"`{name}` ({count(n, 'thread')})" for name, n in work.hosts.items()]
    machines = shortened(hosts) or "a machine that is not known"
    several = f"{count(len(hosts), 'machine')}: " if len(hosts) > 1 else ""
    hashes = shortened([name[:12] for name in work.commits])
    commits = f" (commit{'s' * (len(work.commits) > 1)} {hashes})" if hashes else ""
    software = [f"Python {listed(work.pythons)}"] if work.pythons else []
    software += [facts.version(name) for name in DECIDING if work.versions.get(name)]
    software.append(f"{facts.version('snakemake')} (@moelder2021)")
    return [
        f"The stored results {took}{parts}{when}, on {several}{machines}, with Quaver "
        f"{listed(work.quaver)}{commits}, run by {listed(software)}."
    ]


def duration(seconds: float) -> str:
    """CPU time in the unit it is best read in."""
    for size, name in ((3600, "hours"), (60, "minutes")):
        if seconds >= 2 * size:
            return f"{seconds / size:,.1f} {name}"
    return f"{seconds:,.1f} seconds"


SECTIONS = {"Texts": texts, "Trainings": trainings, "Measures": measuring}
SECTIONS |= {"What is missing": missing, "Computation": computation}
