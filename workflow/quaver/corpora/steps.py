"""How much text each step of encoding leaves: counts, and what was left out between.

read: the text as the tokeniser met it. cleaned: without the numbers and punctuation
that are dropped. deduplicated: without repeated units. cut: without rare words, and
without the units then empty.
"""

from collections.abc import Mapping
from itertools import product

COUNTED = ("documents", "sentences", "lines", "tokens", "types")

# What each step leaves out of each count: a name in `dropped`. Repeated text takes no
# word with it, as the first of its units stays.
LEFT_OUT: dict[str, dict[str, str]] = {
    "cleaned": {"tokens": "cleaned_tokens", "types": "cleaned_types"},
    "deduplicated": {count: f"duplicate_{count}" for count in COUNTED[:4]},
    "cut": {
        **{units: f"empty_{units}" for units in COUNTED[:3]},
        **{"tokens": "rare_tokens", "types": "rare_words"},
    },
}
STEPS = ("read", *LEFT_OUT)


def count_steps(met: Mapping[str, int], dropped: Mapping[str, int]) -> dict[str, list]:
    """Counts after each step: `step` and each of COUNTED -> (steps,), never growing.

    met: the counts of the text as read. dropped: what was left out, by name. Each step
    has exactly what the one before has but for what LEFT_OUT names.
    """
    steps = {"step": list(STEPS), **{count: [met[count]] for count in COUNTED}}
    for names, count in product(LEFT_OUT.values(), COUNTED):
        gone = dropped[names[count]] if count in names else 0
        steps[count].append(steps[count][-1] - gone)
    return steps
