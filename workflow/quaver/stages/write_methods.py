"""Write the methods of a study in words, from its stored numbers."""

import yaml

from quaver import store
from quaver.corpora.languages import pack
from quaver.engine.job import Job, run
from quaver.house import citation
from quaver.house.methods import Told, written
from quaver.house.methods.measuring import FILES
from quaver.measures import MEASURES
from quaver.results.reader import Results
from quaver.results.sizes import text_cells
from quaver.results.work import work
from quaver.spaces.averages import METHODS


def write_methods(job: Job) -> None:
    """Write methods.md, and in methods.bib what it cites."""
    study, cited = job.inputs
    citations = yaml.safe_load(cited.read_text(encoding="utf-8"))
    results = Results(study, job.undone)
    corpora = results.corpora()
    facts = Told(
        study=results.study,
        corpora=corpora,
        cells=results.cells(),
        work=work(results),
        languages={text.language: pack(text.language).name for text in corpora},
        measured=frozenset(_measured(results)),
        methods={name: (each.label, each.source) for name, each in METHODS.items()},
    )
    text, keys = written(facts, citations)
    store.write_text(results.file("methods.md"), text)
    bibliography = citation.bibliography(citations, keys)
    store.write_text(results.file("methods.bib"), bibliography)


def _measured(results: Results) -> set[str]:
    quantities: set[str] = set()
    for name in results.grid.measured.keys() & FILES:
        files = (x.file(MEASURES[name]) for x in results.grid.measured[name])
        if any(map(results.stands, files)):
            quantities.update(FILES[name].split())
    if not any(len(fractions) > 1 for fractions in text_cells(results)):
        quantities.discard("enough_text")
    return quantities


if __name__ == "__main__":
    run(write_methods)
