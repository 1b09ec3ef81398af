"""Words and evaluation sets a study names: what is in their files, and what lacks."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from snakemake_interface_common.exceptions import WorkflowError

from quaver.config.similarity import SCORES
from quaver.corpora.reading import SourceError
from quaver.corpora.wordlists import MissingListError, asked
from quaver.engine.setting import Setting, Wildcards, spec
from quaver.engine.sources import Sources
from quaver.measures.declare import TABLE
from quaver.quality.files import GENSIM, QualityError, files
from quaver.wording import count

MOST = 60_000  # bytes of words: jobs get them by their command lines, of 128 kB at most
FOREIGN = {"normalise": "NFC", "lowercase": False}  # a text that is not the study's


class Sets:
    """Files of the evaluation sets, and what scores on them depend on.

    missing: what is wrong with those that are not there; readers: rules that need them.
    """

    readers = frozenset(
        {"measure_quality", "measure_quality_below", "compare_averages"}
        | {"measure_scored"}
    )

    def __init__(self, setting: Setting, sources: Sources):
        self._sources, self._files, self.missing = sources, {}, []
        analyses = setting.study.analyses
        self._sets, asked = dict(analyses.quality.sets), analyses.similarity
        if asked and asked.is_against(SCORES):
            self._sets[TABLE] = asked.baseline
        for name, entry in self._sets.items():
            try:
                self._files[name] = [str(path) for path in files(entry.path)]
            except QualityError as error:
                # not raised: a call that scores nothing needs no sets
                self._files[name] = []
                self.missing.append(f"The evaluation set {name}: {error}")

    def contents(self, name: str, output: str) -> dict:
        """What the files of a set hold, for the spec of an output made of them."""
        path = self._sets[name].path
        if path.startswith(GENSIM):  # of these the version is in the spec
            return {}
        return self._sources.contents_of([path], self._files[name], output)


class Words:
    """Lists of words by analysis and corpus; missing, readers: as of Sets."""

    readers = frozenset({"measure_queries", "make_tables", "list_neighbours"})
    readers |= {"measure_change_contexts", "measure_change", "measure_change_series"}
    readers |= {"draw_sentences"}

    def __init__(self, setting: Setting):
        """Read the lists; the study as written gets their words in place of paths."""
        self._setting, self._grid, self.missing = setting, setting.grid, []
        self._analyses = setting.study.analyses
        self._terms = self._analyses.terms.sets if self._analyses.terms else {}
        self.lists = {
            (analysis, name): self._list(key, corpus, entry)
            for analysis, name, key, corpus, entry in self._entries()
        }
        # more words than jobs can be given are told before anything is trained
        size = sum(len(spec(words).encode()) for words in self.lists.values())
        if size > MOST:
            number = sum(map(len, self.lists.values()))
            raise WorkflowError(
                "The study has a mistake. analyses: its lists hold "
                f"{count(number, 'word')} in all corpora together, which is {size} "
                f"bytes of text of {MOST} there is room for. Ask for fewer, or for "
                "some of them in another study."
            )
        # a study so says what it asked, wherever it is read, and lists may go
        for (analysis, name), words in self.lists.items():
            if words:
                self._write(analysis, name, words)

    def of(self, analysis: str, name: str) -> list[str]:
        """Words asked for of a corpus, or of change by a name, as far as given."""
        return self.lists.get((analysis, name), [])

    def _write(self, analysis: str, name: str, words: list[str]) -> None:
        asked = self._setting.written["analyses"]
        if analysis == "change":
            asked["change"][name]["words"] = words
        elif analysis == "trajectories":
            asked["change"][name]["trajectories"]["words"] = words
        elif analysis == "terms":
            asked["terms"]["sets"][name]["words"] = words
        else:
            asked[analysis]["words"][name] = words

    def number(self, corpus: str) -> int:
        """How many words are asked for of a corpus, by both analyses."""
        words = {*self.of("queries", corpus), *self.of("neighbours", corpus)}
        is_chosen = self._grid.is_chosen(corpus)
        return len(words) + (self._analyses.queries.topics.words if is_chosen else 0)

    def to_trust(self, wildcards: Wildcards) -> list[str]:
        """Cosines of the words whose neighbours are asked for."""
        cells = self._grid.to_trust()
        return [self._setting.file(cell.measure("queries")) for cell in cells]

    def neighbour_lists(self, paths: Sequence[str], *, is_wanted=False) -> Callable:
        """The lists of neighbours as an input; if wanted, a word must be asked for."""

        # a function, as Snakemake hashes a named list of inputs once per file in it
        def lists(wildcards: Wildcards) -> list[str]:
            if self._analyses.neighbours.words or not is_wanted:
                return list(paths) if self._analyses.neighbours.words else []
            raise WorkflowError(
                f"The study {self._setting.study.study} asks for the neighbours of no "
                "word. Write for example "
                "'analyses: {neighbours: {words: [war, peace]}}'."
            )

        return lists

    def _entries(self) -> Iterator[tuple]:
        """Each list: of what, by which name, its key, a corpus that has its words."""
        for analysis in ("queries", "neighbours"):
            for corpus, entry in getattr(self._analyses, analysis).words.items():
                yield analysis, corpus, f"{analysis}.words", corpus, entry
        for name, change in self._analyses.change.items():
            key, corpus = f"change.{name}", change.pairs[0][0]
            # nothing, or all words that are frequent
            if change.words and not isinstance(change.words, Mapping):
                yield "change", name, f"{key}.words", corpus, change.words
            if follow := change.trajectories:
                yield "trajectories", name, f"{key}.trajectories", corpus, follow.words
        for name, own in self._terms.items():
            # nothing, or random words of the text
            if own.words and not isinstance(own.words, Mapping):
                yield "terms", name, f"terms.sets.{name}.words", own.corpus, own.words

    def _list(self, key: str, corpus: str, entry) -> list[str]:
        """Words as a corpus has them, in the order given."""
        where = f"analyses.{key} of {corpus}"
        text = self._setting.study.corpora.get(corpus)
        clean = vars(text.clean) if text else FOREIGN
        language = text.language if text else "und"
        try:
            # terms have several words
            return asked(entry, clean, language, several=key.startswith("terms."))
        except MissingListError as error:
            self.missing.append(f"{where}: {error}")
            return []
        except SourceError as error:
            reason = f"The study has a mistake. {where}: {error}"
            raise WorkflowError(reason) from None
