"""Words the study asks for: given in it, in a file of its, or chosen from topics."""

from collections.abc import Callable, Mapping, Sequence

from snakemake_interface_common.exceptions import WorkflowError

from quaver.corpora.reading import SourceError
from quaver.corpora.wordlists import MissingListError, asked
from quaver.engine.setting import Setting, Wildcards
from quaver.engine.specs import spec

MOST = 60_000  # bytes of words: jobs get them by their command lines, of 128 kB at most
FOREIGN = {"normalise": "NFC", "lowercase": False}  # a text that is not the study's
READERS = {"measure_queries", "make_tables", "list_neighbours"}


class Words:
    """Lists of words by analysis and corpus, read once; missing: what lacks and how."""

    def __init__(self, setting: Setting):
        """Read the lists; the study as written gets their words in place of paths."""
        self._setting, self._grid = setting, setting.grid
        self._analyses = setting.study.analyses
        self.missing: list[str] = []
        self.lists = {
            (analysis, corpus): self._list(analysis, corpus, entry)
            for analysis in ("queries", "neighbours")
            for corpus, entry in getattr(self._analyses, analysis).words.items()
        }
        _refuse_many(self.lists)
        self._write_out()

    def of(self, analysis: str, corpus: str) -> list[str]:
        """Words an analysis asks for of a corpus, as far as they are given."""
        return self.lists.get((analysis, corpus), [])

    def number(self, corpus: str) -> int:
        """How many words are asked for of a corpus, by both analyses."""
        words = {*self.of("queries", corpus), *self.of("neighbours", corpus)}
        is_chosen = self._grid.is_chosen(corpus)
        return len(words) + (self._analyses.queries.topics.words if is_chosen else 0)

    def to_trust(self, wildcards: Wildcards) -> list[str]:
        """Cosines of the words whose neighbours are asked for."""
        cells = self._grid.to_trust()
        return [self._setting.file(cell.measure("queries")) for cell in cells]

    def neighbour_lists(self, paths: Sequence[str]) -> Callable[[Wildcards], list[str]]:
        """The lists of neighbours as an input; none where no word is asked for."""
        # a function, as Snakemake hashes a named list of inputs once per file in it
        lists = list(paths) if self._analyses.neighbours.words else []
        return lambda wildcards: lists

    def wanted_lists(self, paths: Sequence[str]) -> Callable[[Wildcards], list[str]]:
        """The same where somebody wants just these: told how a study asks for them."""

        def lists(wildcards: Wildcards) -> list[str]:
            if self._analyses.neighbours.words:
                return list(paths)
            raise WorkflowError(
                f"The study {self._setting.study.study} asks for the neighbours of no "
                "word. Write for example "
                "'analyses: {neighbours: {words: [war, peace]}}'."
            )

        return lists

    def refuse_missing(self, rules: set[str]) -> None:
        """Tell of a missing list before anything is trained; a dry run may go without.

        rules: those that are to run.
        """
        if self.missing and rules & READERS:
            raise WorkflowError("\n".join(self.missing))

    def _list(
        self, analysis: str, corpus: str, entry: Sequence[str] | str
    ) -> list[str]:
        """Words as a corpus has them, in the order given."""
        where = f"analyses.{analysis}.words of {corpus}"
        text = self._setting.study.corpora.get(corpus)
        clean = vars(text.clean) if text else FOREIGN
        try:
            return asked(entry, clean, text.language if text else "und")
        except MissingListError as error:
            self.missing.append(f"{where}: {error}")
            return []
        except SourceError as error:
            reason = f"The study has a mistake. {where}: {error}"
            raise WorkflowError(reason) from None

    def _write_out(self) -> None:
        """Write what lists hold into the study as written, in the place of their paths.

        A study so says what it asked, wherever it is read, and lists may go.
        """
        for (analysis, corpus), words in self.lists.items():
            if words:
                self._setting.written["analyses"][analysis]["words"][corpus] = words


def _refuse_many(lists: Mapping[tuple[str, str], list[str]]) -> None:
    """Tell of more words than jobs can be given, before anything is trained."""
    size = sum(len(spec(words).encode()) for words in lists.values())
    if size > MOST:
        count = sum(map(len, lists.values()))
        raise WorkflowError(
            f"The study has a mistake. analyses: its lists hold {count} words in all "
            f"corpora together, which is {size} bytes of text of {MOST} there is room "
            "for. Ask for fewer, or for some of them in another study."
        )
