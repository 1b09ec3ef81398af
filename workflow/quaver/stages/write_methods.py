"""Write the methods of a study in words, from its stored numbers."""

import yaml

from quaver import store
from quaver.corpora.languages import pack
from quaver.engine.job import Job, run
from quaver.house import citation
from quaver.house.methods import Told, written
from quaver.house.methods.measuring import FILES, used
from quaver.house.trust import NEIGHBOUR_LISTS
from quaver.items.write import read_table
from quaver.measures import MEASURES
from quaver.results.reader import Results
from quaver.results.work import work
from quaver.spaces.averages import METHODS

LISTS = "tables/neighbour_lists.csv"


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
        measured=used(_stored(results), results.study),
        methods={name: (each.label, each.source) for name, each in METHODS.items()},
        lists=read_table(results.file(LISTS), NEIGHBOUR_LISTS)
        if results.stands(LISTS)
        else None,
    )
    text, keys = written(facts, citations)
    store.write_text(results.file("methods.md"), text)
    bibliography = citation.bibliography(citations, keys)
    store.write_text(results.file("methods.bib"), bibliography)


def _stored(results: Results) -> set[str]:
    quantities: set[str] = set()
    for name in results.grid.measured.keys() & FILES:
        files = (x.file(MEASURES[name]) for x in results.grid.measured[name])
        if any(map(results.stands, files)):
            quantities.update(FILES[name].split())
    return quantities


if __name__ == "__main__":
    run(write_methods)
