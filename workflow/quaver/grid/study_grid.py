"""All cells and blocks of a study, found by their paths."""

from dataclasses import replace
from functools import cached_property
from itertools import product

from quaver import measures
from quaver.grid.cells import cells_of, exception_of, fits
from quaver.grid.changes import (
    aligned_of,
    asked_pairs,
    change_of,
    check_changes,
    dealt_of,
    heap_of,
    is_averaged,
    is_changed,
    is_control,
    is_joint,
    joint_of,
    part_spec,
)
from quaver.grid.coordinates import Block, Cell, View, grouped
from quaver.grid.drawing import drawn_instead
from quaver.grid.files import files, made_of_models
from quaver.grid.laws import asked_laws, even_pairs, has_laws, law_pairs, wholes
from quaver.grid.seeds import seed_for
from quaver.grid.subjects import wanted
from quaver.grid.terms import term_view
from quaver.grid.trajectories import check_trajectories, trajectories_of
from quaver.measures.declare import WORDS

# kind of source whose text is taken out first: module of corpora
EXTRACTORS = {"debian": "debian.layouts", "libreoffice_help": "help.libreoffice"}
EXTRACTORS["wikipedia"] = "wiki.wikipedia"


class Grid:
    """All cells and blocks of a study, found by their paths."""

    def __init__(self, study):
        self.study = study
        self.cells = {cell.path: cell for cell in sorted(cells_of(study))}
        cells = self.cells.values()
        self.blocks = {b.path: b for cell in cells for b in self.blocks_of(cell)}
        self._siblings = grouped(cells, lambda cell: (cell.view.label, cell.sampling))
        self._check()

    # what each measure is of, by its name; the files of all rules
    measured = cached_property(wanted)
    files, made_of_models = files, made_of_models
    changes = cached_property(asked_pairs)
    change_of, aligned_of, dealt_of = change_of, aligned_of, dealt_of
    is_changed, is_control, part_spec = is_changed, is_control, part_spec
    heap_of, is_averaged, is_joint, joint_of = heap_of, is_averaged, is_joint, joint_of
    trajectories_of = trajectories_of
    asked_laws, has_laws, law_pairs = asked_laws, has_laws, law_pairs
    even_pairs, wholes = cached_property(even_pairs), wholes

    def is_external(self, technique: str) -> bool:
        """Tell whether a technique's spaces were trained by somebody else."""
        return self.study.techniques[technique].trainer == "vectors"

    def item(self, cell: Cell) -> str:
        """What a row of a cell's spaces is: a word, mostly."""
        return self.study.techniques[cell.technique].parameters.item

    def has_words(self, cell: Cell) -> bool:
        """Tell whether rows of a cell's spaces are words, which most is told of."""
        return self.item(cell) in WORDS

    def blocks_of(self, cell: Cell) -> list[Block]:
        """Blocks of a cell in order; spaces trained elsewhere are one block."""
        is_external, step = self.is_external(cell.technique), self.study.runs_per_job
        step = cell.runs if is_external else step
        firsts = range(1, cell.runs + 1, step)
        return [Block(cell, k, min(k + step - 1, cell.runs)) for k in firsts]

    def language(self, cell: Cell) -> str:
        """Language of a cell's text."""
        if self.is_external(cell.technique):
            return self.study.techniques[cell.technique].parameters.language
        return self.study.corpora[cell.view.corpus].language

    def example(self, cell: Cell) -> tuple[str, tuple[str, ...]]:
        """The word and the pair to show of a cell's language; "" and () if none."""
        examples = self.study.analyses.distribution.examples
        language = self.language(cell)
        # those of pt are also shown of pt-br, which may have its own
        example = examples.get(language, examples.get(language.partition("-")[0]))
        return (example.word, example.pair) if example else ("", ())

    def sets(self, cell: Cell) -> list[str]:
        """Names of the evaluation sets of a cell's language, sorted."""
        given = self.study.analyses.quality.sets if self.has_words(cell) else ()
        language = self.language(cell)
        return sorted(n for n in given if speaks(language, given[n].language))

    def views(self) -> list[View]:
        """Views in order."""
        return sorted({cell.view for cell in self.cells.values()})

    def shown(self) -> list[Cell]:
        """Cells that tables show, in order: no parts that are there to compare with."""
        return [cell for cell in self.cells.values() if not self.is_control(cell)]

    def in_turn(self) -> list[Cell]:
        """Cells in the order they are best trained in: of a view and sampling together.

        Controls come first, so that their models are the first to be retired. Variants
        come last: measures may wait for words that all techniques share.
        """

        def turn(cell: Cell) -> tuple:
            late = not self.is_control(cell), self.is_variant(cell)
            return *late, cell.view, cell.sampling, cell.technique

        return sorted(self.cells.values(), key=turn)

    def cells_at(self, label: str, sampling: str) -> list[Cell]:
        """Cells of one view and sampling, variants too."""
        return self._siblings.get((label, sampling), [])

    def siblings(self, label: str, sampling: str) -> list[Cell]:
        """The same without variants, unless a sweep is all that is trained there."""
        cells = [*filter(self.has_words, self.cells_at(label, sampling))]
        return [cell for cell in cells if not self.is_variant(cell)] or cells

    def rule_of(self, block: Block) -> str:
        """The rule that makes a block."""
        is_external = self.is_external(block.cell.technique)
        return "read_vectors" if is_external else "train_block"

    def whole_block(self, cell: Cell) -> Block:
        """All runs of a cell as if one job trained them."""
        return Block(cell, 1, cell.runs)

    def block_spec(self, block: Block) -> dict:
        """All a block's bits depend on: view, parameters, sampling, seeds."""
        cell, view = block.cell, block.cell.view
        technique = self.study.techniques[cell.technique]
        parameters = {"trainer": technique.trainer, **technique.parameters.as_spec()}
        if self.is_external(cell.technique):
            return {key: parameters[key] for key in ("files", "format")}
        return {
            **{"corpus": view.corpus, "unit": view.unit, "fraction": view.fraction},
            **{"technique": cell.technique, "sampling": cell.sampling},
            **{"first": block.first, "parameters": parameters},
            **{f"{of}_seeds": self.seeds(of, block) for of in ("sample", "trainer")},
            # no other sampling hangs on it, and where units are drawn no key says so
            **({"draw": self.drawn(cell)} if self.drawn(cell) else {}),
        }

    def drawn(self, cell: Cell) -> str | dict | None:
        """What the runs of a cell draw instead of units, None where they do not."""
        if side := self.heap_of(cell.view):
            return {"deal": side}
        is_drawn = cell.sampling == "bootstrapped"
        is_trained = is_drawn and not self.is_external(cell.technique)
        return drawn_instead(self.study, cell.view) if is_trained else None

    def is_extracted(self, corpus: str) -> bool:
        """Tell whether a corpus is taken out of its source before it is encoded."""
        return self.study.corpora[corpus].source.get("kind") in EXTRACTORS

    def is_variant(self, cell: Cell) -> bool:
        """Tell whether a cell's technique is a variant that a sweep made."""
        return bool(self.study.techniques[cell.technique].base)

    def is_studied(self, cell: Cell) -> bool:
        """Tell whether the cosines of a cell have their distribution studied."""
        is_wanted = cell.sampling in self.study.analyses.distribution.samplings
        # a distribution over runs needs three
        is_studied = is_wanted and cell.runs >= 3 and not self.is_variant(cell)
        return is_studied and self.has_words(cell)

    def is_measured(self, cell: Cell, measure: str) -> bool:
        """Tell whether the runs of a cell are compared by a measure, two by two."""
        wanted = self.study.analyses.stability
        fits = not wanted.samplings or cell.sampling in wanted.samplings
        takes = measures.MEASURES[measure].takes(self.item(cell))
        return cell.runs > 1 and measure in wanted.measures and fits and takes

    def is_asked(self, cell: Cell) -> bool:
        """Tell whether the study asks for words of a cell, or for their neighbours."""
        is_asked = self.asks_of(cell.view.corpus) and self.has_words(cell)
        return is_asked and cell.runs > 1 and not self.is_variant(cell)

    def asks_of(self, corpus: str) -> bool:
        """Tell whether the study asks for words of a text, or for their neighbours."""
        asking = self.study.analyses.queries, self.study.analyses.neighbours
        return self.is_chosen(corpus) or any(corpus in x.words for x in asking)

    def to_trust(self) -> list[Cell]:
        """Cells that tell neighbours of words: of drawn text, and of all of it."""
        words, cells = self.study.analyses.neighbours.words, self.cells.values()
        asked = [c for c in cells if c.view.corpus in words and self.is_asked(c)]
        # the whole is that of shuffled runs, or fixed ones where there are no others
        shuffled = {(c.view, c.technique) for c in asked if c.sampling == "shuffled"}
        lacking = [c for c in asked if (c.view, c.technique) not in shuffled]
        return [c for c in asked if c.sampling != "fixed" or c in lacking]

    def is_chosen(self, corpus: str) -> bool:
        """Tell whether the query words of a text are chosen from its topics."""
        asked = self.study.analyses.queries
        is_text = corpus in self.study.corpora
        return bool(asked.topics) and is_text and corpus not in asked.words

    def wanted_sizes(self, cell: Cell) -> list[int]:
        """Sizes of averages wanted of a cell, whether it has the runs or not."""
        wanted = self.study.analyses.averages
        limits = (wanted.corpora, cell.view.corpus), (wanted.techniques, cell.technique)
        is_wanted = all(not given or name in given for given, name in limits)
        is_single = self.is_variant(cell) or not self.is_averaged(cell)
        is_single = is_single or not self.has_words(cell)
        return [] if is_single or not is_wanted else list(wanted.sizes)

    def sizes(self, cell: Cell) -> list[int]:
        """Sizes of the averages of a cell, as far as it has the runs."""
        return [size for size in self.wanted_sizes(cell) if size <= cell.runs]

    def averages(self, cell: Cell) -> dict[int, str]:
        """Files of the averages of a cell by size; of all runs where sizes are wanted.

        One of all runs has none to be compared with: `sizes` does not list it.
        """
        files = {size: cell.average(size) for size in self.sizes(cell)}
        is_wanted = self.study.analyses.averages.all and self.wanted_sizes(cell)
        is_wanted = is_wanted or self.is_changed(cell) or cell in self.even_pairs
        whole = {cell.runs: cell.average("all")} if is_wanted and cell.runs > 1 else {}
        return whole | files

    def is_compared(self, cell: Cell) -> bool:
        """Tell whether ways of averaging the runs of a cell are compared."""
        compared = self.study.analyses.averages.compare
        return bool(compared and self.sizes(cell)) and self.is_studied(cell)

    def retention(self, cell: Cell) -> str:
        """What becomes of the models of a cell once measured: keep, thin, delete."""
        wanted = self.study.retention
        names = {cell.technique, self.study.techniques[cell.technique].base}
        fitting = (entry for entry in wanted.cells if fits(entry, cell, names))
        return next(fitting, wanted).models

    def seeds(self, purpose: str, block: Block) -> list[int]:
        """One seed per run of a block; every technique gets the same samples."""
        cell, seed = block.cell, self.study.seed
        view = cell.view
        if purpose == "sample" and self.heap_of(view):  # one deal makes both heaps
            view = replace(view, corpus=view.corpus[:-1])
        own = view, "" if purpose == "sample" else cell.technique, cell.sampling
        return [seed_for(seed, purpose, *own, run) for run in block.runs]

    def topic_seed(self, corpus: str) -> int:
        """Seed of the topics of a text, whatever its units and fractions."""
        return self.seed_of("topics", View(corpus, "document", 1.0, corpus))

    def term_seed(self, name: str) -> int:
        """Seed of all that is drawn of a set of terms."""
        return self.seed_of("terms", term_view(name))

    def seed_of(self, purpose: str, view: View) -> int:
        """Seed of random words of a view; of targets, that of all its text."""
        whole = replace(view, fraction=1.0) if purpose == "targets" else view
        return seed_for(self.study.seed, purpose, whole)

    def _check(self) -> None:
        """Refuse runs of one seed, and exceptions of no cell."""
        cells, seed = self.cells.values(), self.study.seed
        trained = [cell for cell in cells if not self.is_external(cell.technique)]
        used = [exception_of(self.study, cell) for cell in trained]
        for number, entry in enumerate(self.study.more_runs):
            if not any(entry is each for each in used):
                raise ValueError(
                    f"more_runs.{number}: got an entry that gives no cell its runs, as "
                    "nothing in the study is all that it says, or an entry before it "
                    "counts there. Write it before that one, or remove it."
                )
        check_changes(self)
        check_trajectories(self)
        for cell, purpose in product(cells, ("sample", "trainer")):
            seeds = self.seeds(purpose, Block(cell, 1, cell.runs))
            if len(set(seeds)) < len(seeds):
                raise ValueError(
                    f"seed: got {seed}, which gives two runs of {cell.path} one "
                    f"{purpose} seed. Write another, for example 'seed: {seed + 1}'."
                )


def speaks(language: str, general: str) -> bool:
    """Tell whether a language is another or a kind of it: pt-br is pt."""
    return language == general or language.startswith(f"{general}-")
