"""Write the methods of a study in words, from its stored numbers."""

from pathlib import Path

import yaml

from quaver import store
from quaver.corpora import languages
from quaver.engine.job import Job, run
from quaver.house import citation
from quaver.house.methods import FILES, Told, written
from quaver.results.plan import Plan
from quaver.results.text_sizes import text_cells
from quaver.results.work import work
from quaver.spaces.averages import METHODS


def write_methods(job: Job) -> None:
    """Write methods.md, and in methods.bib what it cites."""
    study, cited = job.inputs
    citations = yaml.safe_load(cited.read_text(encoding="utf-8"))
    plan = Plan(study, job.undone)
    text, keys = written(told(plan), citations)
    store.write_text(plan.file("methods.md"), text)
    store.write_text(plan.file("methods.bib"), citation.bibliography(citations, keys))


def told(plan: Plan) -> Told:
    """Read what a methods text is written from."""
    corpora = plan.corpora()
    return Told(
        study=plan.study,
        corpora=corpora,
        cells=plan.cells(),
        work=work(plan),
        languages={one.language: languages.pack(one.language).name for one in corpora},
        tokenisers={one.corpus: _tokeniser(plan, one.corpus) for one in corpora},
        measured=frozenset(_measured(plan)),
        methods={name: (each.label, each.source) for name, each in METHODS.items()},
    )


def _tokeniser(plan: Plan, corpus: str) -> str:
    path = f"corpora/{corpus}.h5"
    if not plan.stands(path):
        return ""
    with store.read(plan.file(path), "corpus") as file:
        return file.attrs["tokeniser"]


def _measured(plan: Plan) -> set[str]:
    """Names of the measures of which a file stands."""
    found: set[str] = set()
    for paths in plan.grid.files().values():
        for path in paths:
            names = FILES.get(Path(path).stem.rstrip("0123456789"), ())
            if names and path.startswith("measures/") and not found.issuperset(names):
                found.update(names if plan.stands(path) else ())
    if not any(len(fractions) > 1 for fractions in text_cells(plan)):
        found.discard("enough_text")
    return found


if __name__ == "__main__":
    run(write_methods, store.StoreError)
