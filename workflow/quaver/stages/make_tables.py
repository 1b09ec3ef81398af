"""Make the tables of a study from its stored numbers, and the findings as text."""

from quaver import store
from quaver.engine import items
from quaver.engine.job import Job, run
from quaver.house.findings import FINDINGS, as_text
from quaver.house.trust import TRUST, as_answer
from quaver.items.item import build
from quaver.items.latex import PREAMBLE
from quaver.items.write import read_table, write_table
from quaver.results.reader import Results


def make_tables(job: Job) -> None:
    """Write every table as CSV, Markdown and LaTeX, and the findings as plain text."""
    study, *lists = job.inputs
    results = Results(study, job.undone)
    made = items.house(results.grid, items.TABLES)
    for table in made.items:
        write_table(results.file(made.folder(table)), table, results)
    items.remove_others(results, made)
    # what a user reads first: losses, and answers on the words asked for
    answers = [as_answer(read_table(path, TRUST)) for path in lists if path.is_file()]
    if FINDINGS.wanted(results.grid) or not any(answers):
        answers.insert(0, as_text(build(FINDINGS, results)))
    preamble = PREAMBLE.read_text(encoding="utf-8")
    store.write_text(results.file("tables/preamble.tex"), preamble)
    text = "\n".join(filter(None, answers))
    store.write_text(results.file("tables/findings.txt"), text)


if __name__ == "__main__":
    run(make_tables)
