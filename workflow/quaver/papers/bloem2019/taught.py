"""What each sentence teaches Nonce2Vec, and how far a vector leaves its start."""

from collections.abc import Iterator
from itertools import islice

import numpy as np

from quaver.items.item import Table
from quaver.papers.bloem2019 import PAPER, scene
from quaver.papers.bloem2019.declare import SET, Rows, few, wants
from quaver.papers.bloem2019.estimates import columns, known_mean, mean_parts
from quaver.papers.bloem2019.stored import LEARNED, drawn_sentences
from quaver.results.terms import TermNumbers, of_terms

NARROW = 4  # a window narrower than this loses nothing more
LISTED = 10  # places of sentences
EVERY = "all"
KNOWN = scene.TUNED, scene.DEFAULTS, scene.CODED


def windows(window: int, decay: int) -> Iterator[int]:
    """Words to each side at every sentence: 15, 10, 5, 0 where 5 decays 15."""
    while True:
        yield max(window, 0)
        window -= decay * (window >= NARROW)


def rows(results) -> Iterator[dict]:
    """Pairs trained by place of the sentence, and cosine with the start."""
    made, readings = Rows(results), [(scene.NONCE2VEC, how) for how in KNOWN]
    records = [
        own
        for own in of_terms(results, LEARNED)
        if scene.reading(results.grid, own.learner) in readings
        and made.is_of(own, scene.RANDOM, scene.HALVES)
    ]

    def of_record(own: TermNumbers) -> Iterator[dict]:
        learning = results.study.analyses.terms.learners[own.learner].parameters
        sentences = drawn_sentences(made.drawn[own.name])
        yield _moved(own)
        taught = own.taught.astype(np.float64)  # (runs, terms, draws, places)
        sides = windows(learning.window, learning.window_decay)
        places = min(LISTED, taught.shape[-1])
        for place, window in enumerate(islice(sides, places)):
            reached = sentences > place
            row = {"place": str(place + 1), "window": window}
            row |= {"draws": int(reached.sum()), "runs": len(taught)}
            if reached.any():
                there = taught[:, reached, place]
                row |= {"taught": float(there.mean())}
                row |= {"untaught": float((there == 0).mean())}
            yield row

    return made.each(records, of_record)


def _moved(own: TermNumbers) -> dict:
    """Of whole draws: pairs trained, and cosine with the start."""
    moved = known_mean(own.moved.astype(np.float64))
    kept = np.isfinite(moved).all(axis=0)
    learned = np.isfinite(own.moved)
    pairs = own.taught.sum(axis=-1)[learned]
    row = {"place": EVERY, "terms": int(kept.sum()), "runs": len(moved)}
    row |= {"draws": int(learned.any(axis=0).sum())}
    if not kept.any():
        return row | {"note": "nothing was trained"}
    row |= columns("moved", mean_parts(moved[:, kept]).estimate())
    row |= {"taught": float(pairs.mean()), "untaught": float((pairs == 0).mean())}
    return row | {"note": few(kept.sum())}


TERMS_TAUGHT = Table(
    name="terms_taught",
    title=f"What does each sentence teach Nonce2Vec? Of {PAPER.title}",
    caption="Pairs trained by the place of the sentence in its draw, mean over draws "
    "that have so many, runs and terms; untaught: share of these that train none; "
    "window: words to each side at that place, of those that are kept. Moved: cosine "
    "of a vector with the sum that it began at (1 = it stayed there), with its 95 % "
    f"interval over terms and runs. The first {LISTED} places, and whole draws.",
    columns=f"{SET} place:text window:0 draws:whole terms:whole runs taught:1 untaught "
    "moved± note",
    keys="set learner view sampling place window taught untaught moved note",
    rows=rows,
    order=9,
    reads=(LEARNED, "draw_sentences"),
    wanted=wants(scene.NONCE2VEC, *KNOWN, measure=LEARNED),
)
