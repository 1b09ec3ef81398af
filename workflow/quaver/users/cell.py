"""A cell as users read it: its spaces, cosines, losses, and neighbours of words."""

import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd

from quaver import store
from quaver.grid import Block
from quaver.grid import Cell as Coordinates
from quaver.results.blocks import names_of
from quaver.results.stored import space_of
from quaver.results.thinned import KIND
from quaver.spaces.cosines import pair_cosines
from quaver.spaces.normalise import unit_rows
from quaver.users.missing import NotThereError, not_there, optional
from quaver.users.terms import (
    as_words,
    drawn_vectors,
    fitted_transforms,
    of_run,
    single_vectors,
)


class Similarity(pd.Series):
    """Cosines of two words by run; printed, they end with mean ± deviation (ddof 1)."""

    def __repr__(self) -> str:
        """The runs, then what they come to."""
        return f"{super().__repr__()}\n{self}"

    def __str__(self) -> str:
        """Mean ± deviation over runs, as .36 ± .04."""
        both = (f"{x:.2f}".replace("0.", ".", 1) for x in (self.mean(), self.std()))
        return " ± ".join(both)


class Cell:
    """All runs of one view x technique x sampling, as far as they are trained."""

    def __init__(self, results, cell: Coordinates):
        self._results, self._cell = results, cell
        self.view, self.technique = cell.view.label, cell.technique
        self.sampling, self.runs = cell.sampling, cell.runs

    def __repr__(self) -> str:
        """Its coordinates and runs."""
        return f"Cell {self._cell.path}, {self.runs} runs"

    def run(self, number: int):
        """The space of a run as gensim's KeyedVectors."""
        return _keyed(*self._space(number), f"cell.vectors({number})")

    def vectors(self, number: int) -> pd.DataFrame:
        """The space of a run: a row per word, or other item, it has."""
        names, vectors, _ = self._space(number)
        item = self._results.grid.item(self._cell)
        return pd.DataFrame(vectors, index=pd.Index(names, name=item))

    def terms(self, name: str, learner: str) -> pd.DataFrame:
        """Vectors of a set of terms by run, term and draw, as a learner gave them."""
        return drawn_vectors(self._results, self._cell, name, learner)

    def sentences(self, name: str, learner: str) -> pd.DataFrame:
        """The same by run, term and sentence, of a learner with `single: true`."""
        return single_vectors(self._results, self._cell, name, learner)

    def with_terms(self, number: int, name: str, learner: str):
        """The space of a run and a set of terms as gensim's KeyedVectors.

        A term is the sum of its draws' unit vectors; `wage labour` is wage_labour, and
        a word that is a term has the term's vector.
        """
        words, vectors, counts = self._space(number)
        terms, own = as_words(self.terms(name, learner), number)
        kept = [row for row, word in enumerate(words) if word not in {*terms}]
        names = [*(words[row] for row in kept), *terms]
        both = np.concatenate([vectors[kept], own])
        # how often a term was read is told by draws, in tables
        uses = np.append(counts[kept], np.zeros(len(terms), counts.dtype))
        return _keyed(names, both, uses, f"cell.terms({name!r}, {learner!r})")

    def transform(self, number: int, name: str, learner: str) -> np.ndarray:
        """The matrix A of a run by which `alacarte` makes vectors v = A u of mean
        contexts u: (dims, dims), as conText has it (numpy.savetxt writes it)."""
        found = fitted_transforms(self._results, self._cell, name, learner)
        return of_run(found, number)

    def average(self, size: int, group: int = 1):
        """The aligned average of a group of so many runs as gensim's KeyedVectors."""
        paths = self._results.grid.averages(self._cell)  # that of all runs, too
        made = [n for n in sorted(paths) if self._results.stands(paths[n])]
        if size not in made:
            cure = "Other sizes: analyses: {averages: {sizes: [...]}}, then snakemake."
            what = f"average of {{}} runs in {self._cell.path}"
            raise not_there(what, str(size), map(str, made), cure)
        with store.read(self._results.file(paths[size]), "averages") as file:
            groups = range(1, len(file["runs"]) + 1)
            if group not in groups:
                raise not_there(
                    f"group {{}} of {size} runs", str(group), map(str, groups)
                )
            return _keyed(*space_of(file, group - 1), "summary.h5")

    def similarity(self, word: str, other: str) -> Similarity:
        """Cosine of two words in each run that is there, NaN where it lacks one."""
        cosines, pair, words = {}, np.array([0]), []
        for number, file, row in self.spaces():
            words = words or names_of(file)
            rows = [self.place(words, name) for name in (word, other)]
            vectors = np.stack([file["vectors"][row, k] for k in rows])
            cosines[number] = np.nan
            if np.isfinite(vectors).all():
                units = unit_rows(vectors.astype(np.float32))
                cosines[number] = float(pair_cosines(units, pair, pair + 1)[0])
        numbers = pd.Index(cosines, name="run")
        return Similarity([*cosines.values()], numbers, name=f"{word}, {other}")

    def neighbours(self, word: str) -> pd.DataFrame:
        """The nearest words over runs: verdict, interval, ranks, presence."""
        from quaver.users.neighbours import neighbours  # scipy and house take a while

        self._refuse_items()
        return neighbours(self._results, self._cell, word)

    @property
    def pip(self):
        """PIP losses between runs (run, other_run): xarray's, else a data frame."""
        with self._measured("pip") as file:
            losses, runs = file["losses"][:], file["runs"][:].tolist()
        try:
            xarray = optional("xarray", "A labelled array", "this data frame")
        except ImportError as error:
            warnings.warn(str(error), stacklevel=2)
            axes = (pd.Index(runs, name=name) for name in ("run", "other_run"))
            return pd.DataFrame(losses, *axes)
        axes = {"run": runs, "other_run": runs}
        return xarray.DataArray(losses, axes, tuple(axes), name="pip")

    @property
    def words(self) -> pd.DataFrame:
        """Instability of every word, the steadiest first.

        loss: mean PIP loss of the word over runs, deviation over pairs of them. Where
        they stand, intrinsic and extrinsic instability, which join both samplings.
        """
        with self._measured("pip") as file:
            frame = pd.DataFrame(
                {
                    "loss": file["word_losses"][:].mean(axis=0),
                    "deviation": file["word_deviation"][:],
                    "frequency": file["frequency"][:],
                },
                index=pd.Index(store.texts(file["words"]), name="word"),
            )
        path = self._cell.view.measure(self.technique, "instability")
        if self._results.stands(path):
            with store.read(self._results.file(path), "instability") as file:
                values = {x: file[x][:] for x in ("intrinsic", "extrinsic")}
                joined = pd.DataFrame(values, index=store.texts(file["words"]))
            frame = frame.join(joined)
        return frame.sort_values(["loss", "word"])

    def spaces(self) -> Iterator[tuple]:
        """Number, open file and row of each run that is there; one at least."""
        blocks = self._results.grid.blocks_of(self._cell)
        standing = [block for block in blocks if self._file(block)]
        for block in standing or blocks[:1]:
            with store.read(*self._models(block)) as file:
                for row, number in enumerate(file["runs"][:].tolist()):
                    yield number, file, row

    def place(self, words: list[str], word: str) -> int:
        """The row of a word (or other item) among those of the text."""
        if word not in words:
            text = self._results.study.corpora.get(self._cell.view.corpus)
            least = text.min_count if text else 1
            cure = f"Words of fewer than {least} occurrences were left out."
            grid = self._results.grid
            item, has_words = grid.item(self._cell), grid.has_words(self._cell)
            cure *= least > 1 and has_words
            raise not_there(f"{item} {{}} in {self.view}", word, words, cure)
        return words.index(word)

    def _space(self, number: int) -> tuple:
        blocks = self._results.grid.blocks_of(self._cell)
        block = next((each for each in blocks if number in each.runs), None)
        if block is None:
            what = f"There is no run {number} in {self._cell.path}."
            raise NotThereError(f"{what} Its runs are 1 to {self.runs}.")
        with store.read(*self._models(block)) as file:
            return space_of(file, number - block.first)

    def _file(self, block: Block) -> tuple[Path, str] | None:
        """The models of a block, as trained or thinned; None where there are none."""
        is_own = self._results.stands(block.record)
        for path, kind in ((block.file, "models"), (block.thin, KIND)):
            if is_own and self._results.file(path).is_file():
                return self._results.file(path), kind
        return None

    def _models(self, block: Block) -> tuple[Path, str]:
        """The models of a block; NotThereError says what became of them."""
        stored = self._file(block)
        if stored:
            return stored
        runs = f"Runs {block.first} to {block.last} of {self._cell.path}"
        reason = self._results.failure(self._results.grid.rule_of(block), block.path)
        if self._results.stands(block.record):
            folder = f"{self._results.root}/exports/{self._cell.path}"
            name = f"{folder}/run-{block.first}.txt"
            gone, cure = "are gone", f"'snakemake {name}' makes such a run again."
            if self._results.stands(self._cell.retired):
                gone = "were deleted once measured (retention)"
            raise NotThereError(f"{runs} {gone}: {cure}")
        if self._results.file(block.record).is_file():
            cure = f"'snakemake --configfile {self._results.root}/study.yaml'"
            raise NotThereError(f"{runs} are of an earlier study: {cure} trains them.")
        why = f"failed ({reason})" if reason else "are not trained yet"
        raise NotThereError(f"{runs} {why}: run snakemake, or wait for it.")

    def _refuse_items(self) -> None:
        """Raise NotThereError where rows are no words, for what is told of these."""
        if not self._results.grid.has_words(self._cell):
            item = self._results.grid.item(self._cell)
            raise NotThereError(
                f"{self._cell.path} has {item}s for rows, no words: ask it for "
                "vectors, a run or a similarity, or another cell for this."
            )

    def _measured(self, name: str):
        self._refuse_items()
        path = self._cell.measure(name)
        if not self._results.stands(path):
            raise NotThereError(
                f"{path} is not measured, or of other models: run snakemake, or see "
                "that the study wants it (analyses: {stability: {measures: [pip]}})."
            )
        return store.read(self._results.file(path), name)


def _keyed(words: list[str], vectors: np.ndarray, counts: np.ndarray, instead: str):
    models = optional("gensim.models", "KeyedVectors", instead)
    keyed = models.KeyedVectors(vectors.shape[1])
    keyed.add_vectors(words, vectors)
    keyed.expandos["count"] = counts.astype(np.int64)
    return keyed
