"""What was done to score change against what is true of some words."""

from quaver.house.methods.words import Told
from quaver.wording import listed

MISSING = {
    "unchanged": "counted as unchanged",
    "median": "counted as the median word",
    "drop": "did not count",
}


def scoring(facts: Told) -> list[str]:
    """A paragraph on scores of change, where there are some."""
    if "change_rho" not in facts.measured:
        return []
    asked = facts.study.analyses.change
    parts = [_told(name, asked[name].truth) for name in asked if asked[name].truth]
    return [
        f"Change after alignment was scored against the truth {listed(parts)}. Scored "
        "were single runs, averages and ensembles of half of the runs and of all; an "
        "ensemble takes means of change and the majority of verdicts, of which half is "
        "a tie and means unchanged. A word was said to have changed where its change "
        "exceeds the mean by half a deviation, over all words of both texts "
        "(@rettenmeier2020). The share of words of which that is right, and "
        "Spearman's correlation with graded truth (@schlechtweg2020), also with the "
        "ranks of both frequencies held fixed, stand beside those of frequencies "
        "alone, of one answer for all words, and of random answers. Their intervals "
        "are over words: Wilson's, and Fisher's of z with a variance of 1.06 / (n - 3)."
    ]


def _told(name: str, truth) -> str:
    """What truth an entry of the study names, and what of words a text lacks."""
    lacking = f"words that a text lacks {MISSING[truth.missing]}"
    if truth.format == "planted":
        return (
            f"planted for `{name}` (shares of the uses of words in one of two random "
            "halves of the later text became those of words of like frequency; as many "
            f"others of like frequency were left alone; {lacking})"
        )
    return f"published for `{name}` (layout of {truth.format}; {lacking})"
