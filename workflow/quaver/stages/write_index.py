"""Write the index of a study: what is here, in the order of use."""

from itertools import groupby

from quaver import store
from quaver.engine import items
from quaver.engine.job import Job, run
from quaver.items.item import Item
from quaver.results.reader import Results

OPENING = (
    "How much word embeddings waver when the same training is repeated, and what "
    "averaging steadies. Words such as extrinsic, p@n or verdict: docs/words.md of the "
    "project."
)
OTHERS = {
    "figures/neighbours/index.csv": "A figure of each word asked for, by corpus",
    "figures/change/index.csv": "A figure of each word that was asked about, or that "
    "changed: what it moved from, and to",
    "methods.md": "The methods in words, from the stored numbers",
    "methods.bib": "What the methods cite",
    "summary.h5": "All numbers in one HDF5 file",
    "ledger.csv": "Every run with its seeds, seconds, memory and host",
    "study.yaml": "The study, every default filled in",
}


def write_index(job: Job) -> None:
    """Write README.md beside the study, with the findings on top."""
    results = Results(job.inputs[0], job.undone)
    store.write_text(results.file("README.md"), index(results))


def index(results) -> str:
    """The findings, then a line and a link for all that stands."""
    own, *replications = items.every(results.grid)
    parts = [f"# Results of the study `{results.study.study}`", OPENING]
    findings = _text(results, "tables/findings.txt")
    parts += ["## Findings", findings] if findings else []
    parts += ["## Tables and figures", _listed(own, results)]
    for each in replications:
        folder = each.folders[0]
        parts += [f"## {each.title}", _text(results, f"{folder}/claims.txt")]
        parts += [_listed(each, results)]
    others = (path for path in OTHERS if results.stands(path))
    parts += ["## More", "\n".join(f"- [{OTHERS[path]}]({path})" for path in others)]
    return "\n\n".join(filter(None, parts)) + "\n"


def _text(results, path: str) -> str:
    file = results.file(path)
    text = file.read_text(encoding="utf-8") if results.stands(path) else ""
    return f"```\n{text}```" if text.strip() else ""


def _listed(made: items.Made, results) -> str:
    """A line for each table and figure; those of one name and order stand together."""

    def place(item: Item) -> tuple[int, str]:
        return item.order, item.name

    lines = []
    for _, group in groupby(sorted(made.items, key=place), key=place):
        own, links = list(group), []
        for item in own:
            stem = f"{made.folder(item)}/{item.name}"
            files = [("figure", f"{stem}.svg")]
            if items.is_table(item):
                files = [("table", f"{stem}.md"), ("CSV", f"{stem}.csv")]
            links += files if results.stands(files[0][1]) else []
        if links:
            more = "".join(f", [{kind}]({path})" for kind, path in links[1:])
            lines.append(f"- [{own[0].title}]({links[0][1]}){more}")
    return "\n".join(lines)


if __name__ == "__main__":
    run(write_index)
