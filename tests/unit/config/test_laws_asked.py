"""What a study may ask of laws of change, and the sentences of what it may not."""

import pytest

from quaver.config import ConfigError, understand

YEARS = {"from": 1790, "to": 2026, "every": 60}
REFUSED = [
    (
        {"pairs": [["1790", "1850"]]},
        "laws need 2 pairs of neighbouring periods of a series, these are 1",
        "Write 'pairs: consecutive' for a series of three periods",
    ),
    # periods that are far apart are no neighbours
    ({"pairs": [["1790", "1850"], ["1790", "1910"]]}, "these are 1", "consecutive"),
    (
        {"laws": {"samplings": ["bootstrapped"]}},
        "laws.samplings: got [bootstrapped], but no runs are bootstrapped",
        "Write 'samplings: [bootstrapped]' for the study",
    ),
]


def study(**change):
    source = {"kind": "periods", "of": {"kind": "sotu"}, "by": "year", "periods": YEARS}
    eras = {"language": "en", "encode": "together", "source": source}
    asked = {"pairs": "consecutive", "laws": {"least": 50}, **change}
    return {
        **{"study": "mine", "seed": 1, "runs": 4, "samplings": ["shuffled"]},
        "corpora": {"eras": eras},
        "techniques": {"w": {"trainer": "word2vec"}},
        "analyses": {"change": {"eras": asked}},
    }


@pytest.mark.parametrize(("change", "why", "cure"), REFUSED)
def test_laws_that_cannot_be_told_are_refused_with_a_cure(change, why, cure):
    with pytest.raises(ConfigError) as raised:
        understand(study(**change), {})
    text = str(raised.value)
    assert why in text and cure in text and text.startswith("analyses.change.eras")


def test_laws_of_consecutive_periods_may_be_asked():
    asked = understand(study(), {}).analyses.change["eras"]
    assert len(asked.pairs) == 3 and asked.laws.least == 50
