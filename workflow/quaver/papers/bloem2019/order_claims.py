"""Claims on sizes of draws (Table 2), and on words of domain and background (5, 6)."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import pairwise

import numpy as np

from quaver.items.claims import Claim
from quaver.papers.bloem2019 import scene
from quaver.papers.bloem2019.claims import MORE
from quaver.papers.bloem2019.contrasts import FEWEST, told
from quaver.papers.bloem2019.declare import Rows
from quaver.papers.bloem2019.domains import GROUPS, group_name, grouped_terms
from quaver.papers.bloem2019.estimates import (
    Parts,
    mean_parts,
    unpaired,
)
from quaver.papers.bloem2019.growth import by_term, enough, kappa_by_term
from quaver.papers.bloem2019.own_words import OwnWords, own_words
from quaver.papers.bloem2019.stored import CURVE, LEARNED
from quaver.results.records import identity, note
from quaver.results.terms import TermNumbers, of_terms
from quaver.statistics.kappa import kappa


def steps(results, by: Callable) -> Iterator[Mapping]:
    """Each number of sentences less the one before, over terms that have enough."""

    def rows(_, own: TermNumbers) -> Iterator[Mapping]:
        kept = enough(own, by)
        number = f"{kept.sum()} terms"
        for before, after in pairwise(range(len(own.sizes))):
            label = f"{own.name}: {own.sizes[after]} for {own.sizes[before]} sentences"
            row = {"against": str(own.sizes[before])}
            if kept.sum() < FEWEST:
                yield row | {"note": note(label, number)}
                continue
            more, fewer = (by(own, size)[:, kept] for size in (after, before))
            value = mean_parts(more - fewer).estimate()
            yield row | {"runs": len(own.runs)} | told(value, label, number)

    learner = scene.ADDITIVE, scene.TEXT
    return _each(results, CURVE, rows, learner=learner, draw=scene.RANDOM)


def _each(
    results, measure: str, rows: Callable, *, learner: tuple, draw: str
) -> Iterator[Mapping]:
    """Rows of every set that is drawn so, by one of the paper's learners."""
    made = Rows(results)
    records = scene.of_learners(results, of_terms(results, measure), *learner)
    for own in (x for x in records if made.is_of(x, draw)):
        row = identity(own.cell)
        if own.note:
            yield row | {"note": note(own.name, own.note)}
            continue
        yield from (row | each for each in rows(made, own))


def groups(results, by: Callable) -> Iterator[Mapping]:
    """Each group of Table 5 less the next in print, of other terms."""

    def rows(made: Rows, own: TermNumbers) -> Iterator[Mapping]:
        words = own_words(own, tested=False)
        places = grouped_terms(made, own, words.names)
        for first, second in pairwise(GROUPS):
            label = f"{own.name}: {group_name(*first)}"
            both = places[first], places[second]
            row = {"against": group_name(*second), "runs": len(words.runs)}
            yield row | _apart(*(by(words, x) for x in both), both, label)

    learner = scene.JOINT, scene.TEXT
    return _each(results, LEARNED, rows, learner=learner, draw=scene.WHOLE)


def closer_in_general(results, by: Callable) -> Iterator[Mapping]:
    """Own words of general text less those of the domain, of other terms (Table 6)."""
    made, by_cell = Rows(results), {}
    learner, every = (scene.NONCE2VEC, scene.TUNED), of_terms(results, LEARNED)
    records = scene.of_learners(results, every, *learner)
    for own in (x for x in records if made.is_of(x, scene.RANDOM)):
        place = own.cell.view, own.cell.technique, own.cell.sampling
        by_cell.setdefault(place, []).append(own)
    for records in by_cell.values():
        general = [x for x in records if made.kinds[x.name] == scene.GENERAL]
        largest = scene.ALL if scene.ALL in made.kinds.values() else scene.BOOK
        domain = [x for x in records if made.kinds[x.name] == largest]
        for one in general:
            for other in domain:
                facts = identity(one.cell) | {"against": other.name}
                if lacking := note(one.note, other.note):
                    yield facts | {"note": lacking}
                    continue
                words = [own_words(x, tested=True) for x in (one, other)]
                rows = [np.arange(len(x.names)) for x in words]
                parts = (by(x, y) for x, y in zip(words, rows, strict=True))
                home = "" if scene.is_at_home(results, one) else "of another text"
                facts["runs"] = len(words[0].runs)
                yield facts | _apart(*parts, rows, note(one.name, home))


def own_cosine(words: OwnWords, rows: np.ndarray) -> Parts:
    """Cosine with the own word."""
    return mean_parts(words.cosine[:, rows])


def own_kappa(words: OwnWords, rows: np.ndarray) -> Parts:
    """The same beside that with words of other terms, term by term."""
    return mean_parts(kappa(words.cosine[:, rows], words.others[:, rows]))


def _apart(one: Parts, other: Parts, rows, label: str) -> dict:
    sizes = [len(each) for each in rows]
    number = f"{sizes[0]} and {sizes[1]} terms"
    if min(sizes) < FEWEST:
        return {"note": note(label, f"{number}, it needs 3 of each")}
    return told(unpaired(one, other), label, number)


def _claims(text: str, tested: str, rows: Callable, both, **facts) -> list[Claim]:
    cosine, beside = both
    names = {text: cosine, f"{text}, by kappa": beside}
    return [
        Claim(name, tested, rows=partial(rows, by=by), band=MORE, null=0, **facts)
        for name, by in names.items()
    ]


GROWTH, GROWTH_KAPPA = _claims(
    "vectors of more sentences are more consistent",
    "Table 2",
    steps,
    (by_term, kappa_by_term),
    quantity="difference over test terms from one number of sentences to the next",
    reads=(CURVE, "draw_sentences"),
)
ORDER, ORDER_KAPPA = _claims(
    "words of the domain are nearer to themselves in the order of Table 5",
    "Table 5",
    groups,
    (own_cosine, own_kappa),
    quantity="difference of the cosine with the own word from group to group",
    reads=(LEARNED, "draw_sentences", "encode_corpus"),
)
CLOSER, CLOSER_KAPPA = _claims(
    "terms of general text stay closer to their own word",
    "Table 6",
    closer_in_general,
    (own_cosine, own_kappa),
    quantity="difference of the cosine with the own word",
    reads=(LEARNED, "draw_sentences"),
)
