"""Make the tables of a study from its stored numbers, and the findings as text."""

from quaver import store
from quaver.engine import items
from quaver.engine.job import Job, run
from quaver.house.answers import answers
from quaver.house.findings import as_text
from quaver.house.trust import TRUST
from quaver.items.latex import PREAMBLE
from quaver.items.write import read_table, write_table
from quaver.results.reader import Results


def make_tables(job: Job) -> None:
    """Write every table as CSV, Markdown and LaTeX, and the findings as plain text."""
    study, *lists = job.inputs
    results = Results(study, job.undone)
    made = items.house(results.grid, items.TABLES)
    frames = {
        table.name: write_table(results.file(made.folder(table)), table, results)
        for table in made.items
    }
    items.remove_others(results, made)
    others = items.house(results.grid, items.CHANGES, items.THRESHOLDS).items
    tables = TRUST, *filter(items.is_table, others)
    told = {table.name: table for table in tables}
    stand = (path for path in lists if path.is_file())
    frames |= {path.stem: read_table(path, told[path.stem]) for path in stand}
    losses = as_text(frames["findings"]) if "findings" in frames else ""
    text = answers(results.study, frames, losses)
    preamble = PREAMBLE.read_text(encoding="utf-8")
    store.write_text(results.file("tables/preamble.tex"), preamble)
    store.write_text(results.file("tables/findings.txt"), text)


if __name__ == "__main__":
    run(make_tables)
