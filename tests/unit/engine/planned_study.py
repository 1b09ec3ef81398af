"""A small study, as its file has it."""

import copy

STUDY = {
    "study": "mine",
    "seed": 3,
    "runs": 4,
    "runs_per_job": 2,
    "corpora": {
        "text": {"language": "en", "source": {"kind": "text", "path": "text.txt"}}
    },
    "techniques": {
        "glove": {"trainer": "glove", "dimensions": 4},
        "ppmi": {"trainer": "ppmi", "dimensions": 4},
    },
    "samplings": ["shuffled", "bootstrapped"],
    "analyses": {
        "stability": {"neighbours": [2], "targets": 10},
        "averages": {"sizes": [2]},
    },
}


def varied(**keys):
    """The study with some of its keys changed."""
    return {**copy.deepcopy(STUDY), **keys}
