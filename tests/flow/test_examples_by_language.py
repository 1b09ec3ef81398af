"""The words a study shows as examples are those of a text's language."""

import json

from quaver.engine.plan import plan

SHOWN = {"word": "sun", "pair": ["moon", "star"]}
BRAZIL = {"word": "sky", "pair": ["sun", "comet"]}
CASES = [
    ("pt-br", {"pt": SHOWN}, "sun", ["moon", "star"]),
    ("pt-br", {"pt": SHOWN, "pt-br": BRAZIL}, "sky", ["sun", "comet"]),
    ("pt", {}, "", []),
]


def test_a_language_lends_its_examples_to_its_kinds(folder, small, two_topics):
    """As it lends its evaluation sets: pt also serves pt-br."""
    folder.write("mine.txt", two_topics())
    small |= {"runs": 3}
    for language, examples, word, pair in CASES:
        small["corpora"]["mine"]["language"] = language
        small["analyses"]["distribution"] = {"examples": examples}
        jobs = plan(small, folder.path).values()
        shown = {
            json.dumps(spec["example"])
            for spec in (json.loads(job.spec) for job in jobs if job.spec)
            if "example" in spec
        }
        assert shown == {json.dumps(word), json.dumps(pair)}, language
        (compared,) = {j.spec for j in jobs if j.rule == "compare_averages"}
        assert f'"word": "{word}"' in compared
