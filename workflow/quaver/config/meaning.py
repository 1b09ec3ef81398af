"""What a schema cannot say of a study."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from quaver.config.associations import Associations
from quaver.config.change import check_change
from quaver.config.contexts import check_contexts
from quaver.config.corpora import CUT, DRAWS, Corpus
from quaver.config.errors import ConfigError, cut, listed, wrong
from quaver.config.expanding import check_encoding
from quaver.config.laws import check_laws
from quaver.config.similarity import SCORES, Similarity, check_similarity
from quaver.config.study import MINE, Study
from quaver.config.techniques import WORD, Parameters, Vectors, Word2Vec
from quaver.config.term_checks import check_terms
from quaver.config.trajectories import check_trajectories
from quaver.grid import EXTRACTORS, speaks

# ISO 639-2 and 639-3 codes of languages that go by two letters here
TWO_LETTERS = {
    **{"eng": "en", "ces": "cs", "cze": "cs", "pol": "pl", "por": "pt", "fin": "fi"},
    **{"hin": "hi", "zho": "zh", "chi": "zh", "cmn": "zh", "fra": "fr", "fre": "fr"},
    **{"deu": "de", "ger": "de", "swe": "sv", "lat": "la", "tur": "tr"},
}
# Keys of a dump that need one another, with the line to write for the missing one.
TOGETHER = {"url": "checksum: md5:..., as the dump's site publishes it"}
TOGETHER["checksum"] = "url: https://..., or remove the line"
# Keys of files, or of words that a file may list.
PATHS = ("path", "folder", "files", "words")
# Parameters that may not exceed others.
ORDERED = {("min_learning_rate", "learning_rate"): "'min_learning_rate: 0.0001'"}
ORDERED["min_n", "max_n"] = "'min_n: 3' and 'max_n: 6'"
WITHIN = ("sentence", "line", "document")  # a unit holds whole ones of those before


def check_meaning(study: Study) -> None:
    """Raise ConfigError for the first thing in the study that cannot be meant."""
    _names("corpora", study.corpora)
    _names("techniques", study.techniques)
    _corpora(study)
    for name, technique in study.techniques.items():
        _parameters(f"techniques.{name}", technique.parameters)
        check_contexts(f"techniques.{name}", technique.parameters)
        _documents(study, name)
        for sampling in technique.samplings:
            if sampling not in study.samplings:
                why = f"the study's samplings are {', '.join(study.samplings)}"
                cure = f"Write for example 'samplings: [{study.samplings[0]}]'"
                raise wrong(f"techniques.{name}.samplings", sampling, why, cure)
    _measured(study)
    _associated(study)
    check_change(study)
    check_trajectories(study)
    check_laws(study)
    check_similarity(study)
    check_terms(study)
    _items(study)
    for where, entry, names in _naming(study):
        for kind, there in names.items():
            for name in getattr(entry, kind):
                if name not in there:
                    raise _unknown(f"{where}.{kind}", name, there)
    queries = study.analyses.queries
    if queries.topics and not set(study.corpora) - set(queries.words):
        raise ConfigError(
            "analyses.queries.topics: got topics to choose words from, but words are "
            "given for every corpus. Remove 'topics:', or the words of a corpus."
        )
    _spoken(study)


def check_homes(value: object, where: str = "", is_path: bool = False) -> None:
    """Raise ConfigError for a path below the home of somebody who is not there."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            full = f"{where}.{key}" if where else f"{key}"
            check_homes(inner, full, is_path or key in PATHS)
    elif isinstance(value, list) and where.endswith(".files"):
        for inner in value:
            check_homes(inner, where, is_path)
    elif is_path and isinstance(value, str):
        try:
            Path(value).expanduser()
        except RuntimeError:
            why = "nobody of this name has a home here"
            raise wrong(where, cut(value), why, "Write the path whole") from None


def _names(kind: str, names: Iterable[str]) -> None:
    folded: dict[str, str] = {}
    for name in sorted(names):
        other = folded.setdefault(name.casefold(), name)
        if other != name:
            raise ConfigError(
                f"{kind}: got '{other}' and '{name}', but names must differ in more "
                "than case (some disks do not tell them apart). Write for example "
                f"'{name}_2:'."
            )


def _corpora(study: Study) -> None:
    for name, text in study.corpora.items():
        where = f"corpora.{name}.source"
        for key, cure in TOGETHER.items():
            missing = cure.partition(":")[0]
            if key in text.source and missing not in text.source:
                why = f"without a {missing} it cannot be used"
                raise wrong(f"{where}.{key}", text.source[key], why, f"Write '{cure}'")
        _draw(f"corpora.{name}.draw", text)
        whole = [unit for unit in text.unit if unit not in CUT]
        if text.pieces and whole:
            why = f"a {whole[0]} has a name and a date, and stays whole"
            cure = "Write 'unit: sentence' or 'unit: line', or remove 'pieces:'"
            raise wrong(f"corpora.{name}.pieces", text.pieces, why, cure)
    trained = study.techniques.keys() - _spaces(study).keys()
    if trained and not study.corpora:
        raise ConfigError(
            f"corpora: got none, but technique '{min(trained)}' trains on text. "
            f"Write for example 'corpora: {MINE}'."
        )
    for name, text in sorted(study.corpora.items()):
        short = TWO_LETTERS.get(text.language.split("-")[0])
        if short:
            where, why = f"corpora.{name}.language", "this language goes by two letters"
            raise wrong(where, text.language, why, f"Write 'language: {short}'")


def _draw(where: str, text: Corpus) -> None:
    """Refuse to draw less than a unit, and by a column that a source cannot have."""
    draw, kind = text.draw, text.source["kind"]
    if draw in DRAWS:
        larger = [x for x in text.unit if draw in WITHIN[: WITHIN.index(x)]]
        if larger:
            why = f"what is drawn holds whole units, and a {larger[0]} is a unit here"
            raise wrong(where, draw, why, f"Write 'draw: {larger[0]}', or remove it")
    elif draw and kind in EXTRACTORS:
        why = f"texts of {kind} have no columns"
        raise wrong(where, draw, why, "Write 'draw: document', or remove it")


def _parameters(where: str, parameters: Parameters) -> None:
    values = vars(parameters)
    if isinstance(parameters, Word2Vec) and not (
        parameters.negative or parameters.hierarchical_softmax
    ):
        why = "without negative samples there must be hierarchical softmax"
        cure = "Write 'negative: 5' or 'hierarchical_softmax: true'"
        raise wrong(f"{where}.negative", 0, why, cure)
    if values.get("dictionary") == 1:
        cure = "Write 'dictionary: 2' or more, or 'dictionary: 0' for all words"
        raise wrong(f"{where}.dictionary", 1, "a space needs two words", cure)
    for (low, high), cure in ORDERED.items():
        if values.get(low, 0) > values.get(high, 0):
            why = f"it may not exceed {high} {values[high]}"
            raise wrong(f"{where}.{low}", values[low], why, f"Write {cure}")


def _documents(study: Study, name: str) -> None:
    """Refuse vectors of sentences where a text is read by larger units."""
    technique = study.techniques[name]
    of = getattr(technique.parameters, "documents", "")
    for corpus in technique.corpora or study.corpora:
        units = study.corpora[corpus].unit if corpus in study.corpora else ()
        larger = [x for x in units if of and x not in WITHIN[: WITHIN.index(of) + 1]]
        if larger:
            why = f"corpora.{corpus} is read by {larger[0]}s, which hold several"
            cure = f"Write 'documents: document', or 'unit: {of}' there"
            raise wrong(f"techniques.{name}.documents", of, why, cure)


def _measured(study: Study) -> None:
    where, analyses = "analyses.stability", study.analyses
    measures, samplings = analyses.stability.measures, analyses.stability.samplings
    if analyses.stability.runs == 1:
        cure = "Write 'runs: 2' or more, or 'runs: 0' for all"
        raise wrong(f"{where}.runs", 1, "it takes two runs to compare them", cure)
    distances = study.samplings if "distances" in measures else ()
    distribution = analyses.distribution.samplings
    averages = study.samplings if analyses.averages.sizes else ()
    idle = "write 'distribution: {samplings: []}'"
    for name, needed, wanted, cure in [
        ("distances", "neighbours", distances, "remove distances"),
        ("distribution", "neighbours", distribution, idle),
        ("averages", "pip", averages, "write 'averages: {sizes: []}'"),
    ]:
        why = f"{name} are made from {needed}"
        if wanted and needed not in measures:
            cure = f"Add '{needed}', or {cure}"
            raise wrong(f"{where}.measures", measures, why, cure)
        lost = [kind for kind in wanted if kind not in samplings]
        if samplings and lost and name != "distances":
            cure = f"Add '{lost[0]}', or {cure}"
            raise wrong(
                f"{where}.samplings", samplings, f"{why} of {lost[0]} runs", cure
            )


def _items(study: Study) -> None:
    """Refuse rows that are no words where words are asked for, or nothing of them."""
    asked, averages = study.analyses.similarity, study.analyses.averages
    for name, technique in study.techniques.items():
        own = technique.parameters
        if own.item != WORD and name in averages.techniques:
            why, where = f"its rows are {own.item}s, no words", "analyses.averages"
            raise wrong(f"{where}.techniques", name, why, f"Remove '{name}' there")
        if own.item == WORD or (asked and asked.names({name, technique.base})):
            continue
        key = "items" if hasattr(own, "items") else "trainer"
        got = getattr(own, key, technique.trainer)
        why = f"analyses.similarity alone tells of {own.item}s, and is not asked to"
        cure = "Write 'analyses: {similarity: {}}'"
        cure += f", or add '{name}' to its 'techniques'" * bool(asked)
        raise wrong(f"techniques.{name}.{key}", got, why, cure)


def _associated(study: Study) -> None:
    """Refuse a word on both sides: a set cannot be told from another that has it."""
    wanted = study.analyses.associations or Associations({})
    for name, sets in wanted.sets.items():
        for which in ("targets", "attributes"):
            others = f"other_{which}"
            for word in sorted({*getattr(sets, which)} & {*getattr(sets, others)}):
                where = f"analyses.associations.sets.{name}.{others}"
                cure = "Write it on one side, or on none"
                raise wrong(where, word, f"{which} have this word, too", cure)


def _spaces(study: Study) -> dict[str, Vectors]:
    each = {name: technique.parameters for name, technique in study.techniques.items()}
    return {name: own for name, own in each.items() if isinstance(own, Vectors)}


def _naming(study: Study) -> Iterator[tuple[str, object, Mapping]]:
    """What names corpora, techniques ..., and which of each the study has."""
    corpora, spaces = study.corpora.values(), _spaces(study).values()
    for name, technique in study.techniques.items():
        own = {*(technique.corpora or study.corpora)} & study.corpora.keys()
        parts = {part for text in own for part in study.corpora[text].fraction}
        there = {"corpora": study.corpora, "fractions": parts}
        yield f"techniques.{name}", technique, there
    names = {
        "corpora": study.corpora,
        "techniques": study.techniques,
        "samplings": study.samplings,
        "units": {unit for corpus in corpora for unit in corpus.unit},
        "fractions": {part for corpus in corpora for part in corpus.fraction},
    }
    for number, entry in enumerate(study.more_runs):
        yield f"more_runs.{number}", entry, names
    texts = {*study.corpora, *(own.corpus for own in spaces)}
    names = {
        "corpora": texts,
        "techniques": study.techniques,
        "samplings": {*study.samplings, *(own.sampling for own in spaces)},
    }
    for number, entry in enumerate(study.retention.cells):
        yield f"retention.cells.{number}", entry, names
    analyses = study.analyses
    yield "analyses.queries", analyses.queries, {"words": texts}
    yield "analyses.neighbours", analyses.neighbours, {"words": texts}
    # variants of sweeps are not averaged
    bases = [name for name, each in study.techniques.items() if not each.base]
    averages = {"corpora": texts, "techniques": bases}
    yield "analyses.averages", analyses.averages, averages
    yield "analyses.similarity", analyses.similarity or Similarity(), names
    for name, sets in (analyses.associations or Associations({})).sets.items():
        yield f"analyses.associations.sets.{name}", sets, {"corpora": texts}


def _unknown(where: str, name: object, there: Collection) -> ConfigError:
    kind = where.rpartition(".")[2]
    cure = f"{kind}: [{min(there)}]"
    if kind == "words":  # of corpora, by their names
        kind, cure = "corpora", f"{min(there)}: [war, peace]"
    why = f"the {kind} of the study are {listed(sorted(there))}"
    return wrong(where, str(name), why, f"Write for example '{cure}'")


def _spoken(study: Study) -> None:
    """Refuse a language of which the study has no text."""
    texts = (*study.corpora.values(), *_spaces(study).values())
    languages = {text.language for text in texts}
    sets, examples = study.analyses.quality.sets, study.analyses.distribution.examples
    for name, entry in sets.items():
        check_encoding(f"analyses.quality.sets.{name}.encoding", entry.encoding)
    told = study.analyses.similarity
    if told and told.is_against(SCORES):
        where = "analyses.similarity.baseline.encoding"
        check_encoding(where, told.baseline.encoding)
    asked = {f"quality.sets.{x}.language": sets[x].language for x in sets}
    asked |= {f"distribution.examples.{x}": x for x in examples}
    for where, got in asked.items():
        if not any(speaks(language, got) for language in languages):
            why = f"the texts of the study are of {listed(sorted(languages))}"
            line, what = f"{min(languages)}: {{word: ...}}", "example"
            if where.startswith("quality"):
                line, what = f"language: {min(languages)}", "set"
            cure = f"Write for example '{line}', or remove the {what}"
            raise wrong(f"analyses.{where}", got, why, cure)
