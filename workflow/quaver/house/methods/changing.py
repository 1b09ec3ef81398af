"""What was done to tell which words changed between two texts."""

from collections.abc import Mapping

from quaver.house.methods.words import Told
from quaver.statistics.drift import ALPHA, CONTROLS
from quaver.statistics.periods import LEAST
from quaver.statistics.referencing import LEAST as USES
from quaver.statistics.retrained import POOLED
from quaver.wording import count, listed


def changing(facts: Told) -> list[str]:
    """Paragraphs on change, where it was measured."""
    entries = [x for x in facts.study.analyses.change.values() if x.words]
    if "change" not in facts.measured or not entries:
        return []
    parts = map(_told, entries)
    return [
        f"Which words changed was told {listed(parts)}. The average spaces of both "
        "texts were rotated onto each other and averaged. In this one space the "
        "contexts of each use of a word, the words within the window of the technique "
        "(5 where it has none) and the unit, were averaged, mapped linearly so that "
        "mean contexts of all words come nearest to their vectors (@khodak2018), and "
        "summed by document. Change is the squared distance of a word's means in both "
        "texts, less the shift that words share and less what the spread between "
        "documents adds; its interval is by jackknife over documents. It was compared "
        "with documents dealt anew to the texts, with the studentised distance, and "
        f"with the {CONTROLS} words nearest in frequency in both texts, or more. Words "
        f"were called changed where q (@benjamini1995) was at most {ALPHA:g} for both: "
        "against chance, and against changing no more than the median of such words. "
        f"Words in fewer than {LEAST} documents of a text were not judged.",
        *_planted(facts),
        *_second(facts),
        *_dealt(facts),
    ]


def _planted(facts: Told) -> list[str]:
    """What was done to tell what would have been seen, where change was planted."""
    if "planted_share" not in facts.measured:
        return []
    return [
        "To tell how large a change is, and what change would have been seen, "
        "documents of the text of more documents were dealt to halves. In the second, "
        "shares of a word's uses were exchanged for those of a word of like frequency, "
        "and the word was judged like any other. As a share s moves the squared "
        "distance by s² of what a full exchange does, the share of a word is the root "
        "of its change over that; its interval allows for how unlike exchanged words "
        "are. Power was fitted by share and by the noise of a word's means."
    ]


def _dealt(facts: Told) -> list[str]:
    """What was done with documents dealt anew and trained on, where they were."""
    entries = facts.study.analyses.change.values()
    deals = listed(sorted({x.null.trained for x in entries} - {0}))
    if not deals:
        return []
    return [
        f"Documents of both texts were also dealt anew {deals} times, and every "
        "technique was trained on both heaps. The cosine distance of a word after "
        "alignment was compared with that between heaps, in deviations over the other "
        f"deals, pooled over {POOLED} words of like frequency."
    ]


def _second(facts: Told) -> list[str]:
    """What was done for second opinions, where these were measured."""
    if "neighbours_kept" not in facts.measured:
        return []
    text = (
        "As second opinions, run i of both texts was compared after the early space "
        "had been rotated onto the late one (unit rows, joint words; @hamilton2016), "
        "and by the share of ten nearest words in common (@gonen2020); contexts also "
        "by the mean distance of uses, each with the mean context of its document "
        "(@giulianelli2020), and by the distance of mean contexts."
    )
    if "change_size" in facts.measured:
        text += (
            " From the squared distance of aligned, centred mean vectors was taken "
            "what the variance of shuffled runs, and that of bootstrapped runs beyond "
            "it, add to it."
        )
    return [text + _referenced(facts)]


def _referenced(facts: Told) -> str:
    """What was done with words that bear names of periods, where any do."""
    if "referenced_distance" not in facts.measured:
        return ""
    entries = facts.study.analyses.change.values()
    runs = listed(sorted({x.referenced for x in entries} - {0}))
    return (
        f" Both texts were also trained on together in {runs} runs. A random half of "
        f"the uses of each word that occurs {USES} times in both bore the name of "
        "their period there, and the cosine distance of both names was taken (after "
        "@dubossarsky2019, who name words where they are targets)."
    )


def _told(change) -> str:
    """Which texts, words and deals an entry of the study asks for."""
    pairs = listed(f"`{early}` to `{late}`" for early, late in change.pairs)
    deals = f"{change.null.deal}s dealt {change.null.contexts:,} times"
    words = "listed words"
    if isinstance(change.words, Mapping):
        words = f"words of {change.words['least']} occurrences or more in both texts"
    elif not isinstance(change.words, str):
        words = count(len(change.words), "word")
    return f"from {pairs} ({words}, {deals})"
