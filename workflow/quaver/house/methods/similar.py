"""How similarities are distributed, and what they were held against."""

from quaver.house.methods.words import Told
from quaver.wording import count, listed


def similar(facts: Told) -> list[str]:
    """Paragraphs on similarities, as far as they were told."""
    return [*_distributed(facts), *_meant(facts), *_scored(facts)]


def _distributed(facts: Told) -> list[str]:
    if "similarity_shape" not in facts.measured:
        return []
    asked = facts.study.analyses.similarity
    return [
        f"The cosines of {count(asked.targets, 'random word')}{_or_items(facts)} (all "
        "where there are fewer) with all others were counted by bins of .01, each pair "
        "once (@elekes2018). Shapes were compared after each run was standardised by "
        "the mean and deviation of all its pairs."
    ]


def _or_items(facts: Told) -> str:
    """What stands for words in cells whose rows are others."""
    others = sorted({f"{cell.item}s" for cell in facts.cells if cell.item})
    return f" or {listed(others)}" if others else ""


def _meant(facts: Told) -> list[str]:
    if "meaning_threshold" not in facts.measured:
        return []
    asked = facts.study.analyses.similarity
    rule, is_first = asked.threshold, asked.baseline.senses == "first"
    is_twice = asked.baseline.pairs == "twice"
    return [
        f"Pairs of at most {count(asked.targets, 'random word')} that WordNet knows "
        "(@fellbaum1998) were compared by the path between their "
        f"{'first' if is_first else 'nearest'} senses "
        f"(@leacock1998; {listed(asked.baseline.parts)}). Thresholds are where its "
        f"mean lies above the simultaneous {100 * rule.confidence:g} % band of "
        f"{rule.relabellings:,} deals of words within strata of senses (of each part "
        f"of speech) and frequency, and {rule.effect:g} deviations above their mean; "
        "intervals are over runs, and over words by a jackknife of twenty groups."
        f"{' Tests of rules in print counted each pair twice.' * is_twice}"
    ]


def _scored(facts: Told) -> list[str]:
    if "scored_threshold" not in facts.measured:
        return []
    asked = facts.study.analyses.similarity
    rule, table = asked.threshold, asked.baseline
    return [
        f"The cosines of the pairs of `{table.path}` were held against what people "
        "said of them, by bins of .05. Thresholds are where the mean score lies above "
        f"the simultaneous {100 * rule.confidence:g} % band of {rule.relabellings:,} "
        f"deals of scores among these pairs, and {rule.effect:g} deviations above "
        "their mean: they are of these pairs, not of the model. Intervals are over "
        "runs, and over words by a jackknife of twenty groups."
    ]
