"""What was done to learn vectors of terms, and to tell whether they are noise."""

import re
from collections.abc import Iterator

from quaver.house.methods.words import Told, between, named, plain
from quaver.house.terms_told_apart import first_told
from quaver.wording import count, listed

DRAWS = {
    "random": "random sentences",
    "halves": "the sentences of either half of the text",
    "whole": "all sentences",
}
FORMATS = {
    "wiki_rnd": "sentences that @bloem2019 published",
    "nonce2vec": "definitions that @herbelot2017 published",
    "chimeras": "sentences of @lazaridou2017",
    "glosses": "glosses of nouns of one sense in WordNet (@fellbaum1998)",
}

SUBSAMPLED = (
    "A word of c uses in the background stayed with the chance min(1, (√(c / T) + 1) "
    "T / c), where T is `sample` times the known words in the sentences of a draw. So "
    "the chance depends on how large the draw is."
)
COMPONENTS = (
    "What vectors waver with was told by components of variance: mean inner products "
    "of unit vectors of a term that share their draw, run or text, or none of these, "
    "on backgrounds rotated onto their mean."
)


def naming(facts: Told) -> list[str]:
    """Paragraphs on terms, where their vectors were told apart."""
    asked = facts.study.analyses.terms
    if not asked or "term_within" not in facts.measured:
        return []
    sets = "; ".join(f"`{x}`, {_drawn(each)}" for x, each in asked.sets.items())
    learners = "\n".join(f"- {x}" for x in _learners(facts))
    own = [each.parameters for each in asked.learners.values()]
    notes = [SUBSAMPLED] * any(getattr(x, "sample", 0) for x in own)
    # what trains terms together with a text ("of") has a space of its own
    wavering = [COMPONENTS] * any(not hasattr(x, "of") for x in own)
    curve = ""
    if "told" in facts.measured:
        sizes = listed(asked.curve)
        curve = (
            f" How many sentences a term needs was told from two draws of {sizes} "
            f"sentences (all: half of a term's), taken anew {asked.repeats} times."
        )
    return [
        "Vectors of terms were learned from few sentences (@bloem2019), beside every "
        f"run of {named(asked.backgrounds)}, which was kept as it was. Sets: {sets}.",
        learners,
        *notes,
        "Draws of a term were compared with each other and with those of other terms "
        "whose draws have as many sentences, or at most twice as many. "
        f"{_tested(asked.test)} Intervals are jackknifes over terms, each left out "
        f"with all pairs it is in.{curve}",
        *wavering,
    ]


def _tested(share: float) -> str:
    if share == 1:
        return "Tables tell of all terms."
    told = "of the terms, by hash of their names, are test terms, of which tables tell."
    return f"{100 * share:g} % {told}"


def identified(facts: Told) -> list[str]:
    """Whether vectors of terms are more than noise, in a sentence for each set."""
    shown, sentences = first_told(facts.tables.get("terms_told_apart")), []
    for name, rows in shown.groupby("set", sort=False) if len(shown) else ():
        shares, chances = (
            between(rows[x].round().astype(int).tolist())
            for x in ("identified_e2", "chance_e2")
        )
        terms, learners = rows["terms"].iloc[0], [*dict.fromkeys(rows["learner"])]
        sentences.append(
            f"Of the draws of {count(int(terms), 'term')} of {name}, {shares} % were "
            f"nearest to another draw of their own term by {listed(learners)} (by "
            f"chance {chances} %)."
        )
    return sentences


def _drawn(own) -> str:
    """What the terms of a set and their draws are."""
    if own.format:
        return FORMATS[own.format]
    text, words = f"terms of `{own.corpus}`", DRAWS[own.draw]
    if own.draw != "random":
        return f"{text}: {words}"
    return f"{text}: {own.draws} disjoint draws of up to {own.sentences} {words}"


def _learners(facts: Told) -> Iterator[str]:
    for name, each in facts.study.analyses.terms.learners.items():
        own = each.parameters
        by = re.sub(r"\{(.+?)\}", lambda own: facts.version(own[1]), own.label)
        given = own.as_spec().items()
        parts = [f"{x.rstrip('_').replace('_', ' ')} {_value(y)}" for x, y in given]
        where = f" (of {named(own.sets)})" if own.sets else ""
        where += f" ({count(own.runs, 'run')})" if own.runs else ""
        yield f"`{name}`{where} is {by}: {listed(parts) or 'its defaults'}."


def _value(value: object) -> str:
    return plain(value) if type(value) in (int, float) else str(value).lower()
