"""Sentences of terms: which text they are drawn from, and what drawing hangs on."""

from dataclasses import asdict

from quaver.config.terms import GLOSSES, TermSet
from quaver.corpora import languages, wordnet
from quaver.engine.setting import Setting, Wildcards, spec
from quaver.engine.sources import Sources
from quaver.engine.words import FOREIGN as AS_IS
from quaver.engine.words import Words
from quaver.grid.terms import learned

FOREIGN = "und", AS_IS  # a text that is not the study's


class Terms:
    """What the rule that draws sentences asks, for the study in force."""

    def __init__(self, setting: Setting, sources: Sources, words: Words, code):
        """code: gives a digest of modules."""
        self._setting, self._sources, self._words = setting, sources, words
        self._study, self._code = setting.study, code

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
        drawn["seed"] = self._setting.grid.term_seed(name)
        language, clean = self._cleaned(own)
        drawn |= {"language": language, "clean": clean}
        return spec(drawn | self._held(own, f"terms/{name}/draws.h5"))

    def drawing(self, wildcards: Wildcards) -> str:
        """Code that draws them: of the language packs that of the text."""
        language, _ = self._cleaned(self._set(wildcards))
        return self._code("quaver.stages.draw_sentences", languages.module(language))

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
