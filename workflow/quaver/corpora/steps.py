"""How much text each step of encoding leaves: counts, and what was left out between.

read: the text as the tokeniser met it. cleaned: without the numbers and punctuation
that are dropped. deduplicated: without repeated units. cut: without rare words, and
without the units then empty.
"""

from collections.abc import Mapping

STEPS = ("read", "cleaned", "deduplicated", "cut")
COUNTED = ("documents", "sentences", "lines", "tokens", "types")
UNIT_COUNTS = COUNTED[:3]

# What each step leaves out of each count: a name in `dropped`. Repeated text takes no
# word with it, as the first of its units stays.
LEFT_OUT: dict[str, dict[str, str]] = {
    "cleaned": {"tokens": "cleaned_tokens", "types": "cleaned_types"},
    "deduplicated": {
        **{units: f"duplicate_{units}" for units in UNIT_COUNTS},
        "tokens": "duplicate_tokens",
    },
    "cut": {
        **{units: f"empty_{units}" for units in UNIT_COUNTS},
        **{"tokens": "rare_tokens", "types": "rare_words"},
    },
}


def count_steps(
    met: Mapping[str, int], dropped: Mapping[str, int]
) -> dict[str, list[str] | list[int]]:
    """Counts after each step: `step` and each of COUNTED -> (steps,), never growing.

    met: the counts of the text as read. dropped: what was left out, by name. Each step
    has exactly what the one before has but for what LEFT_OUT names.
    """
    rows = [dict(met)]
    for step in STEPS[1:]:
        names = LEFT_OUT[step]
        gone = {count: dropped[name] for count, name in names.items()}
        rows.append({count: n - gone.get(count, 0) for count, n in rows[-1].items()})
    return {
        "step": list(STEPS),
        **{count: [row[count] for row in rows] for count in COUNTED},
    }
