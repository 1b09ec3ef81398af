"""What was done to tell how change hangs on frequency."""

from quaver.house.methods.words import Told
from quaver.statistics.mixed import DRAWS
from quaver.wording import listed

SCALES = {"pooled": "over all pairs of periods", "pair": "in each pair of periods"}
CONTROLS = {
    "batches": "equal numbers of documents",
    "like_periods": "as many words as each period has",
}
EVEN = (
    " Rare words have noisier vectors. So change was also told by contexts: "
    "1 - cos of their means in one space of both texts, made by a linear map "
    "(@khodak2018). These are of all uses of a word, and of equally many of each word "
    "in either text, drawn at random: so many as a word needs to be judged at all."
)


def lawful(facts: Told) -> list[str]:
    """A paragraph on laws of change, where they were told."""
    if "change_slope" not in facts.measured:
        return []
    asked = facts.study.analyses.change
    parts = [_told(name, asked[name].laws) for name in asked if asked[name].laws]
    even = EVEN if "even_change" in facts.measured else ""
    return [
        f"How change hangs on frequency was told of {listed(parts)}. Spaces of "
        "neighbouring periods were rotated onto each other over the words both have, "
        "single runs and averages alike (@hamilton2016); change is 1 - cos. Its "
        "logarithm over that of the frequency in the earlier period was fitted by a "
        "mixed model with an intercept for each word, by REML; variance explained is "
        "the marginal R2 of @nakagawa2013. Controls are documents of all periods dealt "
        "at random (@dubossarsky2017). Intervals of 95 % join the spread over "
        f"{DRAWS} draws of the words and jackknives over averages and over pairs "
        f"of periods, where there are three or more.{even}"
    ]


def _told(name: str, laws) -> str:
    """Which series, words, scale and controls an entry of the study asks for."""
    words = f"words of {laws.least} occurrences or more in both periods"
    controls = listed(CONTROLS[x] for x in laws.control) or "none"
    scale = f"z-scores {SCALES[laws.scale]}"
    return f"`{name}` ({words}, {scale}, controls of {controls})"
