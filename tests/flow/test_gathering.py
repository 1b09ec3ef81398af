"""What gathers numbers waits for all of them, whatever is asked for alone."""

from quaver.config import understand
from quaver.engine.plan import plan
from quaver.grid import Grid

NO_NUMBERS = {"extract_text", "encode_corpus", "read_vectors", "train_block"}
NO_NUMBERS |= {"share_vocabulary", "average_spaces"}


def needed(jobs, path):
    """Files a file is made of, and what these are made of."""
    waiting, seen = [path], set()
    while waiting:
        job = jobs.get(waiting.pop())
        more = set(job.inputs if job else ()) - seen
        seen |= more
        waiting += more
    return seen


def test_tables_wait_for_every_measure(folder, small, two_topics):
    """Also those in summary.h5: it would hold 'not measured' otherwise."""
    folder.write("mine.txt", two_topics())
    small["runs"] = 4
    words = {"language": "en", "format": "wordsim353", "path": "gensim:wordsim353.tsv"}
    small["analyses"]["quality"] = {"sets": {"ws": words}}
    jobs = plan(small, folder.path)
    files = Grid(understand(small)).files()
    measures = {r: made for r, made in files.items() if made and r not in NO_NUMBERS}
    assert len(measures) == 11
    numbers = {f"results/small/{path}" for made in measures.values() for path in made}
    assert numbers <= needed(jobs, "results/small/summary.h5")
    # what papers alone show (test_opens asks of each rule that it waits for its own)
    unread = "consistency", "prediction", "proxies"
    late = numbers - needed(jobs, "results/small/tables/findings.txt")
    assert {path.rpartition("/")[2] for path in late} == {f"{x}.h5" for x in unread}
