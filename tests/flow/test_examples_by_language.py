"""The words a study shows as examples are those of a text's language."""

import re

import pytest

SHOWN = {"word": "sun", "pair": ["moon", "star"]}
BRAZIL = {"word": "sky", "pair": ["sun", "comet"]}


@pytest.mark.parametrize(
    ("language", "examples", "word", "pair"),
    [
        ("pt-br", {"pt": SHOWN}, "sun", ["moon", "star"]),
        ("pt-br", {"pt": SHOWN, "pt-br": BRAZIL}, "sky", ["sun", "comet"]),
        ("pt", {}, "", []),
    ],
)
def test_a_language_lends_its_examples_to_its_kinds(
    folder, small, two_topics, language, examples, word, pair
):
    """As it lends its evaluation sets: pt also serves pt-br."""
    folder.write("mine.txt", two_topics())
    small |= {"runs": 3}
    small["corpora"]["mine"]["language"] = language
    small["analyses"]["distribution"] = {"examples": examples}
    said = folder.finish("--dry-run", "--printshellcmds", study=small)
    shown = re.findall(r'"example": ("\w*"|\[[^]]*\])', said)
    listed = ", ".join(f'"{one}"' for one in pair)
    assert sorted(set(shown)) == sorted([f'"{word}"', f"[{listed}]"])
    comparing = [x for x in said.splitlines() if "stages.measure compare_averages" in x]
    assert re.findall(r'"word": "(\w*)"', comparing[0]) == [word]
