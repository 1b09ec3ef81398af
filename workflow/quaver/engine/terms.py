"""Sentences of terms: which text they are drawn from, and what drawing hangs on; what
learners lack that others must have written."""

from collections.abc import Iterator
from dataclasses import asdict
from functools import cached_property

from quaver.config.errors import wrong
from quaver.config.term_checks import COUNTED, lacks_counts
from quaver.config.terms import GLOSSES, Learner, TermSet
from quaver.corpora import languages, wordnet
from quaver.engine.setting import Setting, Wildcards, spec
from quaver.engine.sources import Sources
from quaver.engine.words import FOREIGN as AS_IS
from quaver.engine.words import Words
from quaver.foreign import fault
from quaver.grid.terms import learned
from quaver.trainers import TrainingError
from quaver.trainers.npz import beside

FOREIGN = "und", AS_IS  # a text that is not the study's


class Terms:
    """What the rule that draws sentences asks, for the study in force.

    readers: rules that need what `missing` is of.
    """

    readers = frozenset({"learn_terms", "measure_terms_curve", "measure_terms_grid"})

    def __init__(self, setting: Setting, sources: Sources, words: Words, code):
        """code: gives a digest of modules."""
        self._setting, self._sources, self._words = setting, sources, words
        self._study, self._code = setting.study, code

    @cached_property
    def missing(self) -> list[str]:
        """What learners need of files of others, and these have not."""
        asked = self._study.analyses.terms
        learners = asked.learners if asked else {}
        return [
            each
            for name, learning in learners.items()
            for each in self._lacking(name, learning.parameters)
        ]

    def text(self, wildcards: Wildcards) -> list[str]:
        """The encoded text a set is drawn from; none of published sentences."""
        corpus = self._set(wildcards).corpus
        return [self._setting.file(f"corpora/{corpus}.h5")] if corpus else []

    def corpus(self, wildcards: Wildcards) -> str:
        """Name of that text."""
        return self._set(wildcards).corpus

    def spec(self, wildcards: Wildcards) -> str:
        """Spec of the sentences of a set: its text, its terms, how they are drawn."""
        name, own = wildcards.terms, self._set(wildcards)
        words = self._words.of("terms", name) or own.words
        test = own.test or self._study.analyses.terms.test
        drawn = asdict(own) | {"words": words, "least": own.fewest, "test": test}
        grid = self._setting.grid
        # terms are split alike in all sets: what chose parameters in one tests none
        drawn |= {"seed": grid.term_seed(name), "split": grid.term_seed("")}
        language, clean = self._cleaned(own)
        drawn |= {"language": language, "clean": clean}
        return spec(drawn | self._held(own, f"terms/{name}/draws.h5"))

    def drawing(self, wildcards: Wildcards) -> str:
        """Code that draws them: of the language packs that of the text."""
        language, _ = self._cleaned(self._set(wildcards))
        return self._code("quaver.stages.draw_sentences", languages.module(language))

    def _lacking(self, name: str, own: Learner) -> Iterator[str]:
        """What one learner lacks, a sentence each."""
        where = f"analyses.terms.learners.{name}"
        path = getattr(own, "transform", "")
        if path and (reason := fault(path)):
            cure = "Name a file that holds a matrix, or remove the line"
            yield str(wrong(f"{where}.transform", path, f"it {reason}", cure))
        for background in self._study.analyses.terms.backgrounds:
            parameters = self._study.techniques[background].parameters
            if getattr(parameters, "format", "") != COUNTED:
                continue
            file = parameters.files[0]  # its cell is refused if others are unlike it
            try:
                held = beside(file, COUNTED)
            except (TrainingError, OSError):  # the job that reads it says why
                continue
            lack = f"{file} of '{background}' has no array "
            if own.needs_counts and "counts" not in held:
                cure = "put one into each file"
                yield str(lacks_counts(where, own, f"{lack}counts", cure))
            if own.needs_contexts and "contexts" not in held:
                why = f"it needs output weights, and {lack}contexts"
                cure = "Put one into each file, or write another learner"
                yield str(wrong(where, name, why, cure))

    def _set(self, wildcards: Wildcards) -> TermSet:
        return self._study.analyses.terms.sets[wildcards.terms]

    def _cleaned(self, own: TermSet) -> tuple[str, dict]:
        """Language and cleaning of a set's text; of sentences that somebody published,
        those of the first text behind its terms."""
        texts = {cell.view.corpus: None for _, _, cell in learned(self._setting.grid)}
        name = own.corpus or next(iter(texts))
        written = self._setting.written["corpora"].get(name)
        return (written["language"], written["clean"]) if written else FOREIGN

    def _held(self, own: TermSet, output: str) -> dict:
        """What published files hold, for the spec of an output made of them."""
        if own.format == GLOSSES:
            source = {"kind": "wordnet", "folder": own.folder}
            paths = wordnet.files(source)
        else:
            source, paths = {"path": own.path}, [own.path] * bool(own.path)
        return self._sources.contents_of(source, paths, output) if paths else {}
