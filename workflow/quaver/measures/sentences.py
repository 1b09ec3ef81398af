"""Sentences of terms as they were drawn, and a learner at work on groups of them."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from quaver.learners.declare import TERM, UNKNOWN, Background, Drawn, Learned


class Sentences(NamedTuple):
    """All sentences of a set of terms: an entry is a sentence of a term.

    terms: names; words: texts that tokens are rows of. tokens: (tokens,), TERM where
    the entry's own term stands. edges: (entries + 1,). term, draw: (entries,) int64, a
    draw of -1 is none. draws: how many a term has. is_test: (terms,) bool.
    """

    terms: list[str]
    words: list[str]
    tokens: np.ndarray
    edges: np.ndarray
    term: np.ndarray
    draw: np.ndarray
    draws: int
    is_test: np.ndarray

    def groups(self) -> tuple[np.ndarray, np.ndarray, list[tuple[int, int]]]:
        """Entries that stand in a draw, the group of each, and term and draw of each
        group: a group is a draw of a term, whether it has sentences or not."""
        entries = np.flatnonzero(self.draw >= 0)
        group = self.term[entries] * self.draws + self.draw[entries]
        order = np.argsort(group, kind="stable")
        names = [(t, d) for t in range(len(self.terms)) for d in range(self.draws)]
        return entries[order], group[order], names

    def sizes(self) -> np.ndarray:
        """Sentences of a draw of each term, on average over its draws: (terms,)."""
        number = np.bincount(self.term[self.draw >= 0], minlength=len(self.terms))
        return number / self.draws

    def drawn(self, rows: np.ndarray, entries: np.ndarray, group, number: int) -> Drawn:
        """Some entries in groups, with tokens as rows of a background (see `rows`)."""
        lengths = np.diff(self.edges)[entries]
        edges = np.append(0, np.cumsum(lengths))
        places = np.arange(edges[-1]) + np.repeat(
            self.edges[entries] - edges[:-1], lengths
        )
        tokens = self.tokens[places].astype(np.int64)
        known = np.append(rows, UNKNOWN)  # what TERM, -2, is mapped to is overwritten
        mapped = np.where(tokens == TERM, TERM, known[np.maximum(tokens, -1)])
        return Drawn(mapped, edges, np.asarray(group, np.int64), number)

    def rows(self, places: Mapping[str, int], present: np.ndarray) -> np.ndarray:
        """Rows (words,) of a run's space, UNKNOWN where it has no vector: places are
        those of its words, present (its words,) says which it has."""
        rows = np.array([places.get(x, UNKNOWN) for x in self.words], np.int64)
        return np.where((rows >= 0) & present[rows], rows, UNKNOWN)


def sentences_of(stored) -> Sentences:
    """Sentences as `draw_sentences` stored them."""
    arrays = (stored[name][:] for name in ("tokens", "edges", "term", "draw"))
    names = stored.texts("terms"), stored.texts("words")
    is_test = stored["is_test"][:].astype(bool)
    return Sentences(*names, *arrays, stored["full"].shape[1], is_test)


def seeds_of(seed: int, names: Sequence[tuple]) -> np.ndarray:
    """Seeds (groups,) uint64 by hash of what groups are called."""
    texts = (json.dumps([seed, *name]).encode() for name in names)
    heads = (hashlib.sha256(text).digest()[:8] for text in texts)
    return np.array([int.from_bytes(x, "little") for x in heads], np.uint64)


class Backgrounds:
    """The runs of a cell as backgrounds of terms, and a learner beside them."""

    def __init__(self, given, sentences: Sentences):
        """Take runs, learner and its parameters from what a measure is given."""
        spec = given.spec
        self._runs, self._spec, self._sentences = given.runs, spec, sentences
        self._places = {word: row for row, word in enumerate(self._runs.words)}
        self.numbers = self._runs.numbers[: spec["runs"] or None]
        # by name: no text is read for learners that read none
        self._text: Callable = given.reading(spec["text"]) if "text" in spec else None

    def __len__(self) -> int:
        """Number of runs that are taken."""
        return len(self.numbers)

    def __getitem__(self, run: int) -> tuple[Background, np.ndarray]:
        """A run, and rows (words,) of the words of sentences in its space."""
        vectors, present, counts = self._runs[run]
        needs = self._spec["contexts"]
        contexts = self._runs.contexts(run) if needs else None
        text = self._text(run) if self._text else None
        rows = self._sentences.rows(self._places, present)
        return Background(vectors, counts, contexts, text), rows

    def seeds(self, run: int, names: Sequence[tuple]) -> np.ndarray:
        """What a learner draws by beside a run, by its number: (groups,) uint64, of
        this cell alone, so that two backgrounds share no noise of the learner."""
        where = self._spec["cell"], run
        return seeds_of(self._spec["seed"], [(*where, *name) for name in names])

    def own(self, space: np.ndarray) -> np.ndarray:
        """Vectors of the terms' own words in a space: (terms, dims), NaN for none."""
        rows = [self._places.get(term, UNKNOWN) for term in self._sentences.terms]
        held = np.asarray(space, np.float32)
        missing = np.full((1, held.shape[1]), np.nan, np.float32)
        return np.concatenate([held, missing])[rows]

    def learner(self, **other) -> Callable[[Background, Drawn, np.ndarray], Learned]:
        """learn(background, drawn, seeds) with the learner's parameters, or others."""
        module = import_module(f"quaver.learners.{self._spec['learner']}")
        own = SimpleNamespace(**self._spec["parameters"] | other)
        return lambda background, drawn, seeds: module.learn(
            background, drawn, own, seeds
        )


def learning_spec(grid, subject, measure: str) -> dict:
    """What the vectors of terms hang on beside draws and models, for a measure's file;
    of a matrix fitted elsewhere also what its file holds."""
    learning = grid.study.analyses.terms.learners[subject.learner]
    own, cell = learning.parameters, subject.cell
    spec = {
        "cell": cell.path,
        "learner": learning.learner,
        "parameters": own.as_spec(),
        "contexts": own.needs_contexts,
        "runs": own.runs,
        "seed": grid.term_seed(subject.terms),
    }
    if path := getattr(own, "transform", ""):
        spec |= grid.file_contents(path, f"terms/{subject.label}/{measure}.h5")
    elif own.needs_text:
        # only what was drawn of the text: whatever its first block is
        block = grid.block_spec(grid.whole_block(cell))
        names = "unit", "fraction", "sampling", "sample_seeds", "draw"
        spec["text"] = {name: block[name] for name in names if name in block}
    return spec


def learning_modules(grid, subject) -> tuple[str, ...]:
    """Modules of the learner, which is called by name, and of what it reads."""
    learning = grid.study.analyses.terms.learners[subject.learner]
    modules = [f"quaver.learners.{learning.learner}"]
    if learning.parameters.needs_text:
        modules += ["quaver.results.views", "quaver.results.groups"]
    return tuple(modules)


def learns_alone(grid, subject) -> bool:
    """Tell whether terms are learned one by one beside a background, not all together
    with a text, in a space of their own."""
    asked = grid.study.analyses.terms
    return not hasattr(asked.learners[subject.learner].parameters, "of")
