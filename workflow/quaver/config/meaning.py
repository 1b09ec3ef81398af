"""What a schema cannot say of a study."""

from collections.abc import Collection, Iterable, Mapping

from quaver.config.errors import ConfigError
from quaver.config.study import Cells, Study
from quaver.config.techniques import FastText, Vectors, Word2Vec
from quaver.grid import speaks


def check_meaning(study: Study) -> None:
    """Raise ConfigError for the first thing in the study that cannot be meant."""
    _names(study)
    _corpora(study)
    for name, corpus in sorted(study.corpora.items()):
        _language(f"corpora.{name}.language", corpus.language)
    for name, technique in study.techniques.items():
        _technique(f"techniques.{name}", technique.parameters)
        _where(f"techniques.{name}", technique, study)
    _compared(study.analyses.stability.runs)
    _measured(study)
    _named_cells(study)
    for name in ("queries", "neighbours"):
        words = getattr(study.analyses, name).words
        _words(f"analyses.{name}.words", words, _texts(study))
    _topics(study)
    _averages(study)
    _sets(study)
    for language in study.analyses.distribution.examples:
        _spoken(study, f"analyses.distribution.examples.{language}", language)


# ISO 639-2 and 639-3 codes of languages that go by two letters here
TWO_LETTERS = {
    **{"eng": "en", "ces": "cs", "cze": "cs", "pol": "pl", "por": "pt", "fin": "fi"},
    **{"hin": "hi", "zho": "zh", "chi": "zh", "cmn": "zh", "fra": "fr", "fre": "fr"},
    **{"deu": "de", "ger": "de", "swe": "sv", "lat": "la", "tur": "tr"},
}


def _language(where: str, code: str) -> None:
    short = TWO_LETTERS.get(code.split("-")[0])
    if short:
        raise ConfigError(
            f"{where}: got '{code}', but this language goes by two letters. Write "
            f"'language: {short}'."
        )


def _names(study: Study) -> None:
    for kind, names in (("corpora", study.corpora), ("techniques", study.techniques)):
        folded: dict[str, str] = {}
        for name in sorted(names):
            other = folded.setdefault(name.casefold(), name)
            if other != name:
                raise ConfigError(
                    f"{kind}: got '{other}' and '{name}', but names must differ in "
                    f"more than case (some disks do not tell them apart). "
                    f"Write for example '{name}_2:'."
                )


def _corpora(study: Study) -> None:
    for name, text in study.corpora.items():
        _source(f"corpora.{name}.source", text.source)
    spaces = _spaces(study)
    trained = [
        name for name, each in study.techniques.items() if each.parameters not in spaces
    ]
    if trained and not study.corpora:
        raise ConfigError(
            f"corpora: got none, but technique '{sorted(trained)[0]}' trains on text. "
            "Write for example 'corpora: {mine: {language: en, "
            "source: {kind: text, path: my.txt}}}'."
        )


def _where(where: str, technique, study: Study) -> None:
    _refuse_unknown(f"{where}.corpora", technique.corpora, study.corpora)
    for sampling in technique.samplings:
        if sampling not in study.samplings:
            raise ConfigError(
                f"{where}.samplings: got '{sampling}', but the study's samplings are "
                f"{', '.join(study.samplings)}. Write for example 'samplings: "
                f"[{study.samplings[0]}]'."
            )


def _words(where: str, words: Iterable, texts: Collection) -> None:
    """Refuse words of a text that the study does not have."""
    for name in words:
        if name not in texts:
            raise ConfigError(
                f"{where}: got '{name}', but the corpora of the study are "
                f"{', '.join(sorted(texts))}. Write for example "
                f"'{min(texts)}: [war, peace]'."
            )


def _compared(runs: int) -> None:
    if runs == 1:
        raise ConfigError(
            "analyses.stability.runs: got 1, but it takes two runs to compare them. "
            "Write 'runs: 2' or more, or 'runs: 0' for all."
        )


def _topics(study: Study) -> None:
    """Refuse topics that no corpus is left for."""
    queries = study.analyses.queries
    if queries.topics and not set(study.corpora) - set(queries.words):
        raise ConfigError(
            "analyses.queries.topics: got topics to choose words from, but words are "
            "given for every corpus. Remove 'topics:', or the words of a corpus."
        )


# What other analyses are made from: measures of stability.
RESTS = {
    "distances": ("neighbours", "remove distances"),
    "distribution": ("neighbours", "write 'distribution: {samplings: []}'"),
    "averages": ("pip", "write 'averages: {sizes: []}'"),
}


def _measured(study: Study) -> None:
    """Refuse an analysis without the measures it is made from."""
    where, analyses = "analyses.stability", study.analyses
    measures, samplings = analyses.stability.measures, analyses.stability.samplings
    wanted = {
        "distances": study.samplings if "distances" in measures else (),
        "distribution": analyses.distribution.samplings,
        "averages": study.samplings if analyses.averages.sizes else (),
    }
    for name, (needed, cure) in RESTS.items():
        if wanted[name] and needed not in measures:
            raise ConfigError(
                f"{where}.measures: got [{', '.join(measures)}], but {name} are made "
                f"from {needed}. Add '{needed}', or {cure}."
            )
        lost = [kind for kind in wanted[name] if kind not in samplings]
        if samplings and lost and name != "distances":
            raise ConfigError(
                f"{where}.samplings: got [{', '.join(samplings)}], but {name} are made "
                f"from {needed} of {lost[0]} runs. Add '{lost[0]}', or {cure}."
            )


def _named_cells(study: Study) -> None:
    """Refuse cells of what the study does not have."""
    corpora = study.corpora.values()
    names = {
        "corpora": study.corpora,
        "techniques": study.techniques,
        "samplings": study.samplings,
        "units": {unit for corpus in corpora for unit in corpus.unit},
        "fractions": {part for corpus in corpora for part in corpus.fraction},
    }
    for number, entry in enumerate(study.more_runs):
        _entry(f"more_runs.{number}", entry, names)
    everywhere = {
        "corpora": _texts(study),
        "techniques": study.techniques,
        "samplings": {*study.samplings, *(own.sampling for own in _spaces(study))},
    }
    for number, entry in enumerate(study.retention.cells):
        _entry(f"retention.cells.{number}", entry, everywhere)


def _entry(where: str, entry: Cells, names: Mapping) -> None:
    for kind, there in names.items():
        _refuse_unknown(f"{where}.{kind}", getattr(entry, kind), there)


def _averages(study: Study) -> None:
    where, wanted = "analyses.averages", study.analyses.averages
    _refuse_unknown(f"{where}.corpora", wanted.corpora, _texts(study))
    # variants of sweeps are not averaged
    bases = [name for name, each in study.techniques.items() if not each.base]
    _refuse_unknown(f"{where}.techniques", wanted.techniques, bases)


def _spaces(study: Study) -> list[Vectors]:
    """Spaces of the study that somebody else trained."""
    parameters = [technique.parameters for technique in study.techniques.values()]
    return [own for own in parameters if isinstance(own, Vectors)]


def _texts(study: Study) -> set[str]:
    """Texts of the study, also those that spaces of others are of."""
    return {*study.corpora, *(own.corpus for own in _spaces(study))}


def _refuse_unknown(where: str, names: Iterable, there: Collection) -> None:
    """Refuse a name that the study does not have."""
    for name in names:
        if name not in there:
            kind = where.rpartition(".")[2]
            raise ConfigError(
                f"{where}: got '{name}', but the {kind} of the study are "
                f"{', '.join(map(str, sorted(there)))}. Write for example "
                f"'{kind}: [{min(there)}]'."
            )


def _sets(study: Study) -> None:
    for name, entry in study.analyses.quality.sets.items():
        where = f"analyses.quality.sets.{name}.language"
        _spoken(study, where, entry.language)


def _spoken(study: Study, where: str, got: str) -> None:
    """Refuse a language of which the study has no text."""
    languages = {corpus.language for corpus in study.corpora.values()}
    languages |= {own.language for own in _spaces(study)}
    if not any(speaks(language, got) for language in languages):
        is_set = where.endswith(".language")
        line, what = ("language: ", "set") if is_set else ("", "example")
        end = "" if is_set else ": {word: ...}"
        raise ConfigError(
            f"{where}: got '{got}', but the texts of the study are of "
            f"{', '.join(sorted(languages))}. Write for example "
            f"'{line}{min(languages)}{end}', "
            f"or remove the {what}."
        )


def _source(where: str, source) -> None:
    lone = {"url", "checksum"} & set(source)
    if len(lone) == 1:
        (got,) = lone
        missing, cure = {
            "url": ("checksum", "checksum: md5:..., as the dump's site publishes it"),
            "checksum": ("url", "url: https://..., or remove the line"),
        }[got]
        raise ConfigError(
            f"{where}.{got}: got {source[got]!r}, but without a {missing} it cannot be "
            f"used. Write '{cure}'."
        )


def _technique(where: str, parameters) -> None:
    if isinstance(parameters, Word2Vec):
        if not parameters.negative and not parameters.hierarchical_softmax:
            raise ConfigError(
                f"{where}.negative: got 0, but without negative samples there must be "
                "hierarchical softmax. Write 'negative: 5' or "
                "'hierarchical_softmax: true'."
            )
        if parameters.min_learning_rate > parameters.learning_rate:
            raise ConfigError(
                f"{where}.min_learning_rate: got {parameters.min_learning_rate}, but "
                f"it may not exceed learning_rate {parameters.learning_rate}. "
                "Write 'min_learning_rate: 0.0001'."
            )
    if isinstance(parameters, FastText) and parameters.min_n > parameters.max_n:
        raise ConfigError(
            f"{where}.min_n: got {parameters.min_n}, but it may not exceed max_n "
            f"{parameters.max_n}. Write 'min_n: 3' and 'max_n: 6'."
        )
