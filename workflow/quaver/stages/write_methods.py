"""Write the methods of a study in words, from its stored numbers."""

import yaml

from quaver import store
from quaver.corpora.languages import pack
from quaver.engine.job import Job, run
from quaver.house import citation
from quaver.house.enough_text import ENOUGH_TEXT
from quaver.house.findings import FINDINGS
from quaver.house.methods import Told, written
from quaver.house.methods.measuring import FILES, used
from quaver.house.terms_told_apart import TERMS_TOLD_APART
from quaver.house.trust import NEIGHBOUR_LISTS, TRUST
from quaver.items.write import read_table
from quaver.measures import MEASURES
from quaver.results.reader import Results
from quaver.results.work import work
from quaver.spaces.averages import METHODS

TABLES = (FINDINGS, NEIGHBOUR_LISTS, TRUST, ENOUGH_TEXT, TERMS_TOLD_APART)
QUOTED = {table.name: table for table in TABLES}


def write_methods(job: Job) -> None:
    """Write methods.md, and in methods.bib what it cites."""
    study, cited = job.inputs
    citations = yaml.safe_load(cited.read_text(encoding="utf-8"))
    results = Results(study, job.undone)
    corpora = results.corpora()
    files = {name: f"tables/{name}.csv" for name in QUOTED}
    tables = {x: results.file(files[x]) for x in files if results.stands(files[x])}
    facts = Told(
        study=results.study,
        corpora=corpora,
        cells=results.cells(),
        work=work(results),
        languages={text.language: pack(text.language).name for text in corpora},
        measured=used(_stored(results), results.study),
        methods={name: (each.label, each.source) for name, each in METHODS.items()},
        tables={name: read_table(path, QUOTED[name]) for name, path in tables.items()},
        controls=_controls(results),
    )
    text, keys = written(facts, citations)
    store.write_text(results.file("methods.md"), text)
    bibliography = citation.bibliography(citations, keys)
    store.write_text(results.file("methods.bib"), bibliography)


def _controls(results: Results) -> tuple[int, int]:
    """Models of controls that were planned, and that failed."""
    cells = [*filter(results.grid.is_control, results.grid.cells.values())]
    failed = [block for cell in cells for block in results.failed(cell)]
    return sum(x.runs for x in cells), sum(len(block.runs) for block in failed)


def _stored(results: Results) -> set[str]:
    quantities: set[str] = set()
    for name in results.grid.measured.keys() & FILES:
        files = (x.file(MEASURES[name]) for x in results.grid.measured[name])
        if any(map(results.stands, files)):
            quantities.update(FILES[name].split())
    return quantities


if __name__ == "__main__":
    run(write_methods)
