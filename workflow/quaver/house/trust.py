"""Words asked for: how they were chosen, and which of their neighbours are stable."""

from collections.abc import Iterator
from itertools import chain
from operator import attrgetter

import numpy as np

from quaver.house.judged import WordTrust, words_of
from quaver.items.ends import cut
from quaver.items.item import Table, has
from quaver.results.records import identity

OUTSIDE = (
    "in runs on the whole text it is not near, so that only the mean and the deviation "
    "of its cosines there were stored: its interval is made of these two numbers"
)
RULE = "list_neighbours"
MEASURED = (
    *("mean", "estimate", "low", "high", "clipped", "held", "held_low", "held_high"),
    *("best", "median", "worst", "present", "verdict", "why"),
)
CLIPPED = "an end of its interval is cut at a bound of cosines"


def list_rows(word: WordTrust) -> Iterator[dict]:
    """The nearest words of a word, a row per rank."""
    row = {**identity(word.cell), "word": word.word, "runs": word.runs or None}
    if word.nearest is None:
        yield {**row, "verdict": word.verdict, "note": word.why}
        return
    nearest = {name: getattr(word.nearest, name) for name in MEASURED}
    nearest |= {f"rank_{x}": nearest[x] for x in ("best", "median", "worst")}
    for k, name in enumerate(word.names):
        of_rank = {column: values[k] for column, values in nearest.items()}
        # empty where it was kept, or not cut
        notes = OUTSIDE * (name in word.unkept), CLIPPED * bool(of_rank["clipped"])
        of_rank |= {"rank": k + 1, "neighbour": name, "note": (of_rank["why"], *notes)}
        yield row | of_rank


def word_row(word: WordTrust) -> dict:
    """Whether a word can be trusted, by its nearest words in one view x technique."""
    names = "word verdict occurrences average present covered sentence"
    row = identity(word.cell) | {name: getattr(word, name) for name in names.split()}
    row |= {"n": word.rule.n, "confidence": word.rule.confidence}
    row |= {"bootstrapped_runs": word.runs}
    drawn = word.cell.drawn
    if word.cell.sampling == "bootstrapped":
        row["drawn"] = drawn.groups if drawn else f"{word.cell.unit}s"
    row["whole"], row["whole_runs"] = word.whole
    bounds = []
    for x, mean in (("j", word.jaccard), ("p", word.share)):
        if mean is not None:
            low, high, beyond = cut(mean.low, mean.high, (0, 1))
            bounds += [f"{x}: {beyond}"] if beyond else []
            row |= {f"{x}_mean": mean.mean, f"{x}_low": low, f"{x}_high": high}
    if (nearest := word.nearest) is not None:
        row |= {"stable": nearest.stable, "steady_to": nearest.steady_to}
        row |= {"needed": word.rule.needed(word.runs), "listed": len(word.names)}
        row |= {"settled": nearest.settled(word.rule.stable)}
        if np.isfinite(reach := (nearest.high - nearest.low) / 2).any():
            row["reach"] = float(np.nanmean(reach))
        row["stable_words"] = ", ".join(word.stable)
    unsure = word.share.note if word.share is not None else ""
    remarks = drawn.remarks if drawn else ()
    return {**row, "note": (word.why, unsure, word.remark, *remarks, *bounds)}


def _asked(results) -> Iterator[dict]:
    for record in sorted(results.asked(), key=attrgetter("corpus")):
        row = {"corpus": record.corpus, "note": record.note}
        # a corpus without any query keeps a row, which says why
        if not record.words and not record.unknown:
            yield row
        for asked in (*record.words, *record.unknown):
            chosen = "topics" if asked.topic else "given"
            facts = {"query": asked.word, "asked_by": asked.asked_by, "chosen": chosen}
            if asked.topic:
                facts |= {"topic": asked.topic, "coherence": asked.coherence}
                facts["topic_words"] = " ".join(asked.topic_words)
            missing = "the corpus has no such word" * (asked in record.unknown)
            notes = missing, record.note
            yield {**row, **facts, "count": asked.occurrences, "note": notes}


TRUST = Table(
    name="trust",
    title="Can I trust this word? A verdict and a sentence on each word asked for",
    caption="A word is stable if at least half of its n nearest words are. These must "
    "be listed by enough bootstrapped runs (needed), more than by chance, "
    "with a cosine above an average word's. P and j: what the lists of two "
    "runs have in common; settled: neighbours whose verdict more runs would "
    "hardly change.",
    order=6,
    rule=RULE,
    wanted=lambda grid: bool(grid.study.analyses.neighbours.words),
    columns="IDENTITY word verdict n stable:whole steady_to:whole occurrences:0 "
    "bootstrapped_runs drawn:text needed:whole listed:whole settled:whole reach "
    "present whole:text whole_runs:whole j_mean j_low j_high p_mean p_low p_high "
    "average confidence covered stable_words:remark sentence:text note",
    keys="view technique word verdict stable needed occurrences p_mean sentence note",
    rows=lambda results: map(word_row, words_of(results)),
)
NEIGHBOUR_LISTS = Table(
    name="neighbour_lists",
    title="The nearest words of each word asked for, with intervals and verdicts",
    caption="The words of highest mean cosine over bootstrapped runs; words that too "
    "many runs lack come last (present: how many have both). Estimate: cosine "
    "in runs on the whole text, by default the tanh of its mean Fisher z, "
    "with an interval for another text of the same source and size. Held: "
    "share of runs that list the word; the note says why it is not stable.",
    order=7,
    rule=RULE,
    wanted=TRUST.wanted,
    columns="IDENTITY word rank neighbour:text verdict estimate low high mean held± "
    "rank_best:whole rank_median rank_worst:whole present runs note",
    keys="view technique word rank neighbour verdict estimate low high held",
    rows=lambda results: chain.from_iterable(map(list_rows, words_of(results))),
)
QUERIES = Table(
    name="queries",
    title="Words asked for, and how they were chosen",
    caption="Words whose neighbours are studied (queries) or listed (neighbours), "
    "with their occurrences in the whole corpus. Those chosen are, of each of "
    "the most coherent topics of an LDA model, the most probable word that "
    "is frequent enough. The coherence and first words of its topic stand "
    "beside it.",
    order=15,
    reads=("queries", "choose_queries", "encode_corpus"),
    wanted=has("queries"),
    columns="corpus query asked_by:text chosen count:whole topic:whole coherence "
    "topic_words:text note",
    keys="corpus query asked_by chosen count coherence topic_words note",
    rows=_asked,
)
