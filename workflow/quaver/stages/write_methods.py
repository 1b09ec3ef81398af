"""Write the methods of a study in words, from its stored numbers."""

from pathlib import Path

import yaml

from quaver import store
from quaver.corpora.languages import pack
from quaver.engine.job import Job, run
from quaver.house import citation
from quaver.house.methods import FILES, Told, written
from quaver.results.reader import Results
from quaver.results.sizes import text_cells
from quaver.results.work import work
from quaver.spaces.averages import METHODS


def write_methods(job: Job) -> None:
    """Write methods.md, and in methods.bib what it cites."""
    study, cited = job.inputs
    citations = yaml.safe_load(cited.read_text(encoding="utf-8"))
    results = Results(study, job.undone)
    text, keys = written(told(results), citations)
    store.write_text(results.file("methods.md"), text)
    store.write_text(
        results.file("methods.bib"), citation.bibliography(citations, keys)
    )


def told(results: Results) -> Told:
    """Read what a methods text is written from."""
    corpora = results.corpora()
    return Told(
        study=results.study,
        corpora=corpora,
        cells=results.cells(),
        work=work(results),
        languages={text.language: pack(text.language).name for text in corpora},
        tokenisers={text.corpus: text.tokeniser for text in corpora},
        measured=frozenset(_measured(results)),
        methods={name: (each.label, each.source) for name, each in METHODS.items()},
    )


def _measured(results: Results) -> set[str]:
    """Names of the measures of which a file stands."""
    measures: set[str] = set()
    for path in (x for paths in results.grid.files().values() for x in paths):
        names = FILES.get(Path(path).stem.rstrip("0123456789"), ())
        if path.startswith("measures/") and not measures.issuperset(names):
            measures.update(names if results.stands(path) else ())
    if not any(len(fractions) > 1 for fractions in text_cells(results)):
        measures.discard("enough_text")
    return measures


if __name__ == "__main__":
    run(write_methods, store.StoreError)
