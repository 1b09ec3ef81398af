"""Which words were asked for, and how the lists of their neighbours were judged."""

from quaver.house.methods.told import Told
from quaver.house.methods.words import count, named, plain
from quaver.statistics.bootstrap import LEAST


def asking(facts: Told) -> list[str]:
    """Paragraphs on query words and on lists to trust; none where nothing was asked."""
    analyses = facts.study.analyses
    if "spread" not in facts.measured:
        return []
    asked = analyses.queries.words or analyses.queries.topics
    return ([_queries(facts)] if asked else []) + (
        [_lists(facts)] if analyses.neighbours.words else []
    )


def _queries(facts: Told) -> str:
    analysis = facts.study.analyses.queries
    how = _chosen(facts) if analysis.topics else "They were given."
    absent = {"skipped": "is left out", "zero": "counts as a cosine of 0"}
    return (
        "The cosines of query words with all words were followed over the runs "
        f"(@antoniak2018), and the {analysis.nearest} nearest words of each run were "
        f"kept. {how} A run that lacks a word {absent[analysis.absent]}."
    )


def _chosen(facts: Told) -> str:
    """How words are chosen of topics; those a study gives for a text go before."""
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
    return (
        f"Of words asked for, the {nearest} by mean cosine over bootstrapped runs were "
        "listed (@antoniak2018). The cosine given with each is the mean over runs on "
        "the whole text, shuffled or else fixed, which is too high for words listed "
        "because they are near. The interval of the cosine on fresh text of the same "
        f"source and size, of {plain(100 * analysis.confidence)} %, comes from {LEAST} "
        f"runs or more of either kind by the method `{analysis.method}`, whose "
        "coverage of such words, where it was simulated, stands in table `trust`. A "
        f"neighbour is called stable if {plain(100 * analysis.stable)} % of the "
        "bootstrapped runs hold it in their list, more than chance would, "
        "and its interval lies above the cosine of an average word."
    )
