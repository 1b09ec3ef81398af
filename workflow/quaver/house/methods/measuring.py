"""What was measured: stability, words asked for, averages, scores, intervals."""

from collections.abc import Iterable

import numpy as np

from quaver.house.methods import words
from quaver.house.methods.changing import changing
from quaver.house.methods.following import following
from quaver.house.methods.lawful import lawful
from quaver.house.methods.naming import naming
from quaver.house.methods.scoring import scoring
from quaver.house.methods.similar import similar
from quaver.house.methods.words import Told, named, plain
from quaver.measures import QUANTITIES
from quaver.measures.trust import Rule
from quaver.statistics import RUNS_FOR_INTERVAL
from quaver.statistics.bootstrap import LEAST
from quaver.wording import count, listed, shortened

# Quantities by the measure whose file they are read of, or follow from.
FILES = {
    "pip": "pip word_pip",
    "instability": "intrinsic extrinsic",
    "neighbours": "share jaccard enough_text",
    "distances": "eigenspace_overlap displacement knn_overlap rank_biased_overlap",
    "queries": "spread query_jaccard positions rank_change enough_runs held",
    "consistency": "consistency",
    "cosines": "normality independence",
    "prediction": "prediction structure",
    "proxies": "proxies",
    "averages": "averaged_loss",
    "compare_averages": "averaged_deviation averaged_mean",
    "associations": "weat rnd semaxis",
    "similarity": "similarity_shape",
    "meaning": "meaning_threshold",
    "scored": "scored_threshold",
    "quality_below": "score_beyond",
    "change": "change",
    "change_alignment": "aligned_distance neighbours_kept",
    "change_size": "change_size",
    "change_referenced": "referenced_distance",
    "change_planted": "planted_share",
    "change_series": "change_point",
    "change_scores": "change_accuracy change_rho",
    "change_even": "even_change",
    "change_laws": "change_slope change_explained",
    "terms_apart": "term_within term_rank term_kappa term_identified term_auc",
    "terms_curve": "told",
}
INTERVALS = (
    "Means over pairs of runs have intervals of 95 % by Student's t from a jackknife "
    "over runs, as pairs share runs; means over runs have Student's own. Below "
    f"{RUNS_FOR_INTERVAL} runs there is no interval."
)


def used(quantities: Iterable[str], study) -> frozenset[str]:
    """Of the quantities that are stored, those the study asked for."""
    asks, unused = study.analyses, set()
    # all are told of one file, whoever asked for its words
    if not (asks.queries.words or asks.queries.topics):
        unused = {"spread", "query_jaccard", "positions", "rank_change"}
    is_by_place = asks.queries.agreement == "positions"
    unused.add("query_jaccard" if is_by_place else "positions")
    if not asks.neighbours.words:
        unused.add("held")
    if not any(len(text.fraction) > 1 for text in study.corpora.values()):
        unused.add("enough_text")
    return frozenset(quantities) - unused


def measuring(facts: Told) -> list[str]:
    """Paragraphs on measures, intervals, averages and scores."""
    if not facts.measured:
        return ["Nothing was measured.", *_scores(facts)]
    lines = (
        f"- {each.label}, `{each.symbol} = {each.formula}` "
        f"({each.source}{', after @yin2018' if name == 'pip' else ''})"
        for name, each in QUANTITIES.items()
        if name in facts.measured
    )
    parts = [_compared(facts), "\n".join(lines), *_distribution(facts), *_asked(facts)]
    parts += [
        *_associated(facts),
        *similar(facts),
        *changing(facts),
        *following(facts),
    ]
    parts += [*scoring(facts), *lawful(facts), *naming(facts)]
    return [*parts, INTERVALS, *_averages(facts), *_scores(facts)]


def _compared(facts: Told) -> str:
    stability = facts.study.analyses.stability
    of = "" if stability.vocabulary == "runs" else " of all techniques"
    text = f"Runs of a cell were compared over the words all runs{of} share"
    cells = [cell for cell in facts.cells if cell.losses is not None]
    if cells:
        number, pairs = words.between((c.words for c in cells), "{:,}".format), []
        for compared, runs in sorted({(len(cell.losses), cell.runs) for cell in cells}):
            # told beside the runs: few runs have many pairs, which are not independent
            first = f"the first {compared} of " if compared < runs else ""
            two = count(compared * (compared - 1) // 2, "pair")
            pairs.append(f"{two} of {first}{count(runs, 'run')}")
        where = "in a cell" if len(cells) > 1 else "in the cell"
        shared = f"{number} {'word' if number == '1' else 'words'} {where}"
        text += f", {shared}, two by two: {listed(pairs, 'or')}"
    if "share" in facts.measured:
        sizes = listed(sorted(stability.neighbours))
        text += (
            f". Lists of the {sizes} nearest neighbours by cosine were compared for "
            f"{count(stability.targets, 'random word')}, or all where there are fewer"
        )
    return f"{text}. What was measured, with its source:"


def _distribution(facts: Told) -> list[str]:
    analysis = facts.study.analyses.distribution
    sizes = listed(f"{size:,}" for size in sorted(analysis.proxies))
    texts = {
        "normality": "normality and independence over "
        f"{count(analysis.pairs, 'random pair')} of words",
        "proxies": f"proxies of {sizes} words in {count(analysis.run_pairs, 'pair')} "
        "of runs (fewer where there are fewer)",
        "prediction": f"p@2 predicted for {count(analysis.targets_at_2, 'word')}",
    }
    parts = [text for name, text in texts.items() if name in facts.measured]
    kinds = listed(analysis.samplings)
    head = f"How cosines are distributed over runs was studied in {kinds} cells"
    return [f"{head}: {listed(parts)}."] if parts else []


def _asked(facts: Told) -> list[str]:
    analyses, parts = facts.study.analyses, []
    if not facts.measured & {"spread", "held"}:
        return []
    if analyses.queries.words or analyses.queries.topics:
        how = _chosen(facts) if analyses.queries.topics else "They were given."
        absent = {"skipped": "is left out", "zero": "counts as a cosine of 0"}
        parts.append(
            "The cosines of query words with all words were followed over the runs "
            f"(@antoniak2018), and the {analyses.queries.nearest} nearest words of "
            f"each run were kept. {how} A run that lacks a word "
            f"{absent[analyses.queries.absent]}."
        )
    return [*parts, *([_lists(facts)] if analyses.neighbours.words else [])]


def _chosen(facts: Told) -> str:
    topics = facts.study.analyses.queries.topics
    texts = facts.study.analyses.queries.words
    but = f" but for {named(sorted(texts))}, whose words were given" if texts else ""
    return (
        f"They were chosen of topics (@blei2003){but}: of a model of each text with "
        f"{topics.number} topics (fewer where a topic would have less than "
        f"{count(topics.least_documents, 'document')} or "
        f"{count(topics.least_tokens, 'token')}), found by {facts.version('tomotopy')} "
        f"in {topics.iterations} iterations without the {topics.leave_out} most "
        f"frequent words, the {topics.words} most coherent topics ({topics.coherence}) "
        f"each gave their most probable word of {topics.least_count} occurrences or "
        "more."
    )


def _lists(facts: Told) -> str:
    analysis = facts.study.analyses.neighbours
    nearest = count(analysis.n, "nearest word") if analysis.n > 1 else "nearest word"
    on_z = ", the tanh of their mean Fisher z"
    scale = on_z if analysis.method.endswith("_z") else ", the mean of their cosines"
    rule = Rule(stable=analysis.stable)
    cells = (cell for cell in facts.cells if cell.sampling == "bootstrapped")
    asked = {cell.runs for cell in cells if cell.corpus in analysis.words}
    needed = listed((f"{rule.needed(x)} of {x}" for x in sorted(asked)), "or")
    needed = needed or f"{plain(100 * analysis.stable)} % of the"
    return (
        f"Of words asked for, the {nearest} by mean cosine over bootstrapped runs were "
        "listed (@antoniak2018). The cosine given with each is that of runs on the "
        f"whole text, shuffled or else fixed{scale}. Words were listed because their "
        "cosines were high in this text; in another text they are lower on average. "
        "The interval is for another text of the same source and size, of "
        f"{plain(100 * analysis.confidence)} %, from {LEAST} runs or more of either "
        f"kind by the method `{analysis.method}`. How often such intervals held the "
        "truth, where it was simulated, stands in table `trust`. A neighbour is called "
        f"stable if it is in the lists of at least {needed} bootstrapped runs, which "
        "is more than chance would give, and its interval lies above the cosine of an "
        "average word."
    )


def _associated(facts: Told) -> list[str]:
    if "weat" not in facts.measured:
        return []
    wanted = facts.study.analyses.associations
    return [
        f"Associations of {count(len(wanted.sets), 'group')} of sets of words "
        f"({named(sorted(wanted.sets))}) were told in every run by "
        f"{listed(wanted.tests)}, over vectors of length 1 and the words that all runs "
        "of a cell have. Their means over runs were compared with those of permuted "
        "sets (of weat the targets, else the attributes changed sides), all or "
        f"{wanted.permutations:,} random ones where there are more; p is two-sided."
    ]


def _averages(facts: Told) -> list[str]:
    analysis = facts.study.analyses.averages
    # larger ones were wanted, and not made
    sizes = {n for cell in facts.cells for n in cell.averages if n <= cell.runs}
    if not sizes:
        return []
    of = f" of {named(analysis.techniques)}" if analysis.techniques else ""
    on = f" on {named(analysis.corpora)}" if analysis.corpora else ""
    label, source = facts.methods[analysis.method]
    text = (
        f"Consecutive runs{of}{on} were aligned by orthogonal rotations "
        f"(@schoenemann1966) and averaged in groups of {listed(sorted(sizes))}, by the "
        f"method `{analysis.method}` ({label}; {source})."
    )
    others = [name for name in analysis.compare if name != analysis.method]
    if not others or "averaged_mean" not in facts.measured:
        return [text]
    compared = ("{} ({})".format(*facts.methods[name]) for name in others)
    return [f"{text} It was compared with {listed(compared)}."]


def _scores(facts: Told) -> list[str]:
    sets: dict[str, list] = {}
    for cell in facts.cells:
        for name, numbers in cell.quality.items():
            if numbers is not None:
                sets.setdefault(name, []).append(numbers)
    if not sets:
        return []
    each = []
    for name, cells in sorted(sets.items()):
        kind, thing = "word similarity", "pair"
        if cells[0].kind == "analogies":
            kind, thing = "analogies", "question"
        questions = cells[0].questions
        shares = 100 * np.concatenate([numbers.known for numbers in cells]) / questions
        covered = f"{words.between(shares.round(1).tolist())} % of them known"
        each.append(f"`{name}` ({kind}, {count(questions, thing)}, {covered})")
    limit = count(facts.study.analyses.quality.restrict, "most frequent word")
    scored = shortened(each)
    return [
        f"Runs were scored on the sets of their language, {scored}; analogies by "
        "3CosAdd without the words asked with, similarity by Spearman's correlation, "
        f"over the {limit} of a run; questions with an unknown word were left out.",
        *_below(facts),
    ]


def _below(facts: Told) -> list[str]:
    if "score_beyond" not in facts.measured:
        return []
    is_cut = facts.study.analyses.quality.below == "drop"
    return [
        "Similarity was scored again with pairs below the threshold of their run "
        f"{'left out' if is_cut else 'taken as ties'} (@elekes2018), beside what "
        "truncating as many of the lowest cosines leaves of normal scores that "
        "correlate as all pairs do. Intervals are over 1,000 bootstrapped sets of "
        "pairs, the same for all runs."
    ]
