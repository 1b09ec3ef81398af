"""A study of terms as the paper sees it: which set and which learner is which.

Texts are told by what they are, never by their names. General text is what a background
of the study was trained on, or published sentences of Wikipedia. All other texts are of
the domain. Of domain texts with one list of terms the one of most tokens is `all
texts`, the others are `a book`. A domain text that shares its terms with none is
`another book`; the first of the study is `a book` where there is no other.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict

from quaver.papers.bloem2019.stored import drawn
from quaver.results.records import grouped
from quaver.results.terms import TermNumbers

BOOK, OTHER, ALL, GENERAL = "a book", "another book", "all texts", "general text"
RANDOM, HALVES, WHOLE = "random", "halves", "whole"
# what print calls a set, by its text and how it is drawn
DATASETS = {
    (BOOK, HALVES): "Quine-WordObject",
    (OTHER, HALVES): "Quine-Logistic",
    (BOOK, RANDOM): "Quine-WordObject-rnd",
    (OTHER, RANDOM): "Quine-Logistic-rnd",
    (ALL, RANDOM): "Quine-all-rnd",
    (GENERAL, RANDOM): "Wiki-rnd",
}
# of which set print tells the tokens of a text
COUNTED = {BOOK: "Quine-WordObject", OTHER: "Quine-Logistic"}
COUNTED |= {ALL: "Quine-all-rnd", GENERAL: "Wiki-rnd"}
PUBLISHED = "wiki_rnd"  # the format of the paper's own sentences of Wikipedia
ADDITIVE, NONCE2VEC, JOINT = "additive", "nonce2vec", "joint"
TUNED, DEFAULTS, CODED = "tuned", "defaults", "as coded"
TEXT = "as in the text"


def texts_of(results) -> dict[str, str]:
    """What the text of each set is: by name of the set; definitions are left out."""
    asked = results.study.analyses.terms
    sets = asked.sets if asked else {}
    tokens = {name: int(each.tokens) for name, each in drawn(results).items()}
    backgrounds = {x.cell.view.corpus for x in results.grid.measured["learn_terms"]}
    told, domain = {}, {}
    for name, own in sets.items():
        if own.format:
            told |= {name: GENERAL} if own.format == PUBLISHED else {}
        elif own.corpus in backgrounds:
            told[name] = GENERAL
        elif name in tokens:  # of others nothing was drawn
            domain[name] = own
    # as written to the results, a study keeps the order of texts alone
    turn = [*results.study.corpora]
    domain = dict(sorted(domain.items(), key=lambda x: turn.index(x[1].corpus)))
    kinds = _of_domain(domain, tokens)
    return told | {name: kinds[own.corpus] for name, own in domain.items()}


def _of_domain(sets: Mapping, tokens: Mapping[str, int]) -> dict[str, str]:
    """What each text of the domain is."""
    sizes: dict[str, int] = {}
    for name, own in sets.items():
        sizes[own.corpus] = max(sizes.get(own.corpus, 0), tokens[name])
    listed = (own for own in sets.values() if not isinstance(own.words, Mapping))
    kinds: dict[str, str] = {}
    for sharing in grouped(listed, lambda own: str(own.words)).values():
        texts = [*dict.fromkeys(own.corpus for own in sharing)]
        if len(texts) > 1:
            largest = max(texts, key=lambda text: sizes[text])
            kinds |= {text: ALL if text == largest else BOOK for text in texts}
    for text in sizes:
        kinds.setdefault(text, OTHER if BOOK in kinds.values() else BOOK)
    return kinds


def reading(grid, learner: str) -> tuple[str, str]:
    """Which of the paper's learners one is, and in which reading; "" of none."""
    learning = grid.study.analyses.terms.learners[learner]
    own, kind = asdict(learning.parameters), learning.learner
    if kind == JOINT:
        # the authors' files mark an entry's own term alone
        return kind, CODED if own["others"] == "unmarked" else TEXT
    if kind not in (ADDITIVE, NONCE2VEC) or own["centre"]:
        return kind, ""
    if kind == ADDITIVE:
        # as coded the words of the whole sentence count, each once
        coded = own["distinct"] and not own["window"]
        plain = not own["distinct"] and own["window"]
        return kind, CODED if coded else TEXT if plain else ""
    if own["distinct"]:
        return kind, ""
    if own["counting"] != "occurrences":
        return kind, CODED
    given = learning.parameters
    is_usual = given.as_spec() == type(given)().as_spec()
    return kind, DEFAULTS if is_usual else TUNED


def learners(grid, kind: str, how: str) -> list[str]:
    """Learners of the study that are one of the paper's, in one reading, by name."""
    asked = grid.study.analyses.terms
    names = sorted(asked.learners) if asked else []
    return [name for name in names if reading(grid, name) == (kind, how)]


def of_learners(
    results, records: Iterable[TermNumbers], kind: str, how: str
) -> list[TermNumbers]:
    """Records by the first learner of such a kind and reading."""
    first = learners(results.grid, kind, how)[:1]
    return [own for own in records if own.learner in first]


def drawn_as(results, name: str) -> str:
    """How the sentences of a set are drawn."""
    return results.study.analyses.terms.sets[name].draw


def is_at_home(results, own) -> bool:
    """Tell whether a set, of a record or sample, is of its background's own text."""
    asked = results.study.analyses.terms.sets[own.name]
    # print's sentences are of Wikipedia, as is the general text they stand beside
    return asked.format == PUBLISHED or asked.corpus == own.cell.corpus
