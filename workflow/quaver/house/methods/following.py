"""What was done to follow words over the periods of a series."""

from quaver.house.methods.words import Told
from quaver.statistics.drift import ALPHA
from quaver.statistics.periods import LEAST
from quaver.statistics.trajectories import CONFIDENCE
from quaver.wording import count, listed


def following(facts: Told) -> list[str]:
    """A paragraph on words followed over periods, where they were."""
    if "change_point" not in facts.measured:
        return []
    asked = facts.study.analyses.change
    parts = [_told(name, asked[name]) for name in asked if asked[name].trajectories]
    return [
        f"Words were followed over {listed(parts)}. The average spaces of all periods "
        "were rotated onto each other one after the other and averaged, each period "
        "alike. Mean contexts in this one space, mapped linearly (@khodak2018) and "
        "summed by document, gave the squared distance between two periods, less the "
        "shift that words share and less what the spread between documents adds. Its "
        f"bands hold the truth in all periods of a word together ({CONFIDENCE:.0%}, by "
        "jackknife over documents, with Sidak's correction for the number of periods). "
        f"Periods with fewer than {LEAST} documents with the word are gaps. A change "
        "point is where all before and all after differ most; it was called so where q "
        f"(@benjamini1995) was at most {ALPHA:g} for the largest studentised distance "
        "over all splits, against documents dealt anew to all periods."
    ]


def _told(name: str, entry) -> str:
    """Which series, words, base and deals an entry of the study asks for."""
    words = count(len(entry.trajectories.words), "word")
    base = f"from the {entry.trajectories.from_} period"
    deals = f"{entry.null.deal}s dealt {entry.null.contexts:,} times"
    return f"`{name}` ({words}, {base}, {deals})"
