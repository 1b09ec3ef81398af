"""A study of one technique that takes a moment, on a text of the test's own."""

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
