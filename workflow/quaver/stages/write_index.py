"""Write the index of a study: what is here, in the order of use."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from quaver import papers, store
from quaver.engine import items
from quaver.engine.job import Job, run
from quaver.items.item import Item
from quaver.results.reader import Results

OPENING = (
    "How much word embeddings waver when the same training is repeated, and what "
    "averaging steadies. Words such as extrinsic, p@n or verdict: docs/words.md of the "
    "project."
)
WORDS = "figures/neighbours/index.csv"
OTHERS = {
    WORDS: "A figure of each word asked for, by corpus",
    "methods.md": "The methods in words, from the stored numbers",
    "methods.bib": "What the methods cite",
    "summary.h5": "All numbers in one HDF5 file",
    "ledger.csv": "Every run with its seeds, seconds, memory and host",
    "study.yaml": "The study, every default filled in",
}


def write_index(job: Job) -> None:
    """Write README.md beside the study, with the findings on top."""
    (study,) = job.inputs
    results = Results(study, job.undone)
    store.write_text(results.file("README.md"), index(results))


def index(results) -> str:
    """The findings, then a line and a link for all that stands."""
    own, *replications = items.every(results.grid)
    parts = [f"# Results of the study `{results.study.study}`", OPENING]
    parts += ["## Findings", _text(results, "tables/findings.txt")]
    parts += ["## Tables and figures", _lines(_listed(own, results))]
    for each in replications:
        folder = each.folders[0]
        parts += [f"## {papers.paper(folder.rpartition('/')[2]).title}"]
        parts += [
            _text(results, f"{folder}/claims.txt"),
            _lines(_listed(each, results)),
        ]
    others = {path: what for path, what in OTHERS.items() if results.stands(path)}
    lines = (f"- [{what}]({path})" for path, what in others.items())
    parts += ["## More", _lines(lines)]
    return "\n\n".join(filter(None, parts)) + "\n"


def _text(results, path: str) -> str:
    """A text for the terminal, as it is; empty where there is none."""
    file = results.file(path)
    text = file.read_text(encoding="utf-8") if results.stands(path) else ""
    return f"```\n{text}```" if text else ""


def _listed(made: items.Made, results) -> Iterator[str]:
    """A line for each table and figure; those of one name and order stand together."""

    def place(item: Item) -> tuple[int, str]:
        return item.order, item.name

    for _, group in groupby(sorted(made.items, key=place), key=place):
        own = list(group)
        links = [link for item in own for link in _links(made, item, results)]
        if links:
            more = "".join(f", [{kind}]({path})" for kind, path in links[1:])
            yield f"- [{own[0].title}]({links[0][1]}){more}"


def _links(made: items.Made, item: Item, results) -> list[tuple[str, str]]:
    """What an item's files are called in its line, and where they stand."""
    stem = f"{made.folder(item)}/{item.name}"
    if not items.is_table(item):
        path = f"{stem}.svg"
        return [("figure", path)] if results.stands(path) else []
    path = f"{stem}.md"
    return [("table", path), ("CSV", f"{stem}.csv")] if results.stands(path) else []


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(lines)


if __name__ == "__main__":
    run(write_index, store.StoreError)
