"""What gathers numbers waits for all of them, whatever is asked for alone."""

import pytest

from quaver.config import understand
from quaver.grid import Grid

NO_NUMBERS = {"extract_text", "encode_corpus", "read_vectors", "train_block"}
NO_NUMBERS |= {"share_vocabulary", "average_spaces"}


@pytest.mark.parametrize("target", ["results/small/summary.h5", "tables"])
def test_tables_wait_for_every_measure(folder, small, two_topics, target):
    """Also those in summary.h5: it would hold 'not measured' otherwise."""
    folder.write("mine.txt", two_topics())
    small["runs"] = 4
    small["analyses"]["quality"] = {
        "sets": {
            "ws": {
                "language": "en",
                "format": "wordsim353",
                "path": "gensim:wordsim353.tsv",
            }
        }
    }
    planned = folder.jobs(target, study=small)
    files = Grid(understand(small, {})).files()
    measures = {rule: len(made) for rule, made in files.items() if made}
    measures = {r: n for r, n in measures.items() if r not in NO_NUMBERS}
    assert len(measures) == 11
    assert {rule: planned.get(rule, 0) for rule in measures} == measures
