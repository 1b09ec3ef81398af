"""Claims of sections 6 and 7 on learners, texts and draws, by cosine and by kappa."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from quaver.items.claims import Band, Claim
from quaver.papers.bloem2019 import scene
from quaver.papers.bloem2019.contrasts import MEASURES, Learned, difference_row
from quaver.papers.bloem2019.stored import APART

PAPERS = (
    (scene.ADDITIVE, scene.TEXT),
    (scene.NONCE2VEC, scene.TUNED),
    (scene.JOINT, scene.TEXT),
)
MORE = Band(low=0)
QUANTITY = "difference of {} over test terms"
SIZES = "random draws have {} sentences at most, halves all of theirs"
OTHER_BACKGROUND = "not of this background's text"


def by_learner(results, one: tuple, other: tuple, by: Callable) -> Iterator[Mapping]:
    """One learner less another, in every set, over the same terms."""
    made = Learned(results)
    first, second = made.learner(*one), made.learner(*other)
    for name in made.sets("", scene.RANDOM, scene.HALVES):
        yield from made.rows(
            [(name, first)], [(name, second)], partial(difference_row, measure=by)
        )


def random_over_halves(results, by: Callable) -> Iterator[Mapping]:
    """Random draws of a book less its halves, over terms of both."""
    made = Learned(results)

    def row_of(one, other) -> Mapping:
        row = difference_row(one, other, by)
        size = results.study.analyses.terms.sets[one.name].sentences
        return row | {"note": f"{row['note']}; {SIZES.format(size)}"}

    for learner in _learners(made):
        for halves in made.sets("", scene.HALVES):
            wanted = [
                (name, learner)
                for name in made.sets(made.kinds[halves], scene.RANDOM)
                if made.corpus(name) == made.corpus(halves)
            ]
            yield from made.rows(wanted, [(halves, learner)], row_of)


def all_over_book(results, by: Callable) -> Iterator[Mapping]:
    """All texts less the book its terms are of, over terms of both."""
    made, row_of = Learned(results), partial(difference_row, measure=by)
    for learner in _learners(made):
        every, book = (
            [(name, learner) for name in made.sets(kind, scene.RANDOM)]
            for kind in (scene.ALL, scene.BOOK)
        )
        yield from made.rows(every, book, row_of)


def domain_over_general(results, by: Callable) -> Iterator[Mapping]:
    """The domain's largest text less the background's own, each with its terms."""
    made = Learned(results)
    domain = made.sets(scene.ALL, scene.RANDOM) or made.sets(scene.BOOK, scene.RANDOM)

    def row_of(one, other) -> Mapping:
        row = difference_row(one, other, by, paired=False)
        is_own = made.is_at_home(other)
        return row if is_own else row | {"note": f"{row['note']}; {OTHER_BACKGROUND}"}

    for learner in _learners(made):
        general = [(name, learner) for name in made.sets(scene.GENERAL, scene.RANDOM)]
        yield from made.rows([(x, learner) for x in domain], general, row_of)


def tuned_over_defaults(results, by: Callable) -> Iterator[Mapping]:
    """Nonce2Vec with parameters of its own less that with its defaults."""
    kinds = ((scene.NONCE2VEC, how) for how in (scene.TUNED, scene.DEFAULTS))
    yield from by_learner(results, *kinds, by)


def _learners(made: Learned) -> list[str]:
    return [name for own in PAPERS if (name := made.learner(*own))]


def _claims(text: str, tested: str, rows: Callable, **facts) -> list[Claim]:
    """A claim by cosine, and again by kappa."""
    return [
        Claim(
            text if name == "cosine" else f"{text}, by {name}",
            tested,
            QUANTITY.format(name),
            partial(rows, by=measure),
            band=MORE,
            null=0,
            reads=(APART, "draw_sentences"),
            **facts,
        )
        for name, measure in MEASURES.items()
    ]


ADDITIVE_FIRST, ADDITIVE_FIRST_KAPPA = _claims(
    "additive is more consistent than Nonce2Vec",
    "Tables 1 and 3",
    partial(by_learner, one=PAPERS[0], other=PAPERS[1]),
)
JOINT_LAST, JOINT_LAST_KAPPA = _claims(
    "Nonce2Vec is more consistent than PPMI-SVD",
    "Tables 3 and 4",
    partial(by_learner, one=PAPERS[1], other=PAPERS[2]),
)
HALVES_APART, HALVES_APART_KAPPA = _claims(
    "random draws of a book are more consistent than its halves",
    "Table 1",
    random_over_halves,
    existing=True,
)
MORE_TEXT, MORE_TEXT_KAPPA = _claims(
    "all texts are more consistent than the book alone", "Table 1", all_over_book
)
DOMAIN, DOMAIN_KAPPA = _claims(
    "the domain is more consistent than general text",
    "Tables 1, 3 and 4",
    domain_over_general,
)
TUNING, TUNING_KAPPA = _claims(
    "tuned Nonce2Vec is more consistent than with defaults",
    "Section 7",
    tuned_over_defaults,
)
