"""What a schema cannot say of a study."""

from quaver.config.errors import ConfigError
from quaver.config.study import Study
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
    _more_runs(study)
    for name in ("queries", "neighbours"):
        words = getattr(study.analyses, name).words
        texts = {**study.corpora, **_foreign(study)}
        _words(f"analyses.{name}.words", words, texts)
    _topics(study)
    _averages(study)
    _sets(study)
    _retention(study)
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
    trained = [
        name
        for name, t in study.techniques.items()
        if not isinstance(t.parameters, Vectors)
    ]
    if trained and not study.corpora:
        raise ConfigError(
            f"corpora: got none, but technique '{sorted(trained)[0]}' trains on text. "
            "Write for example 'corpora: {mine: {language: en, "
            "source: {kind: text, path: my.txt}}}'."
        )


def _where(where: str, technique, study: Study) -> None:
    _known(f"{where}.corpora", technique.corpora, study.corpora)
    for sampling in technique.samplings:
        if sampling not in study.samplings:
            raise ConfigError(
                f"{where}.samplings: got '{sampling}', but the study's samplings are "
                f"{', '.join(study.samplings)}. Write for example 'samplings: "
                f"[{study.samplings[0]}]'."
            )


def _words(where: str, given, texts) -> None:
    """Refuse words of a text that the study does not have."""
    for name in given:
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
    asked = study.analyses.queries
    if asked.topics and not set(study.corpora) - set(asked.words):
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
    given, analyses = study.analyses.stability, study.analyses
    wanted = {
        "distances": study.samplings if "distances" in given.measures else (),
        "distribution": analyses.distribution.samplings,
        "averages": study.samplings if analyses.averages.sizes else (),
    }
    where = "analyses.stability"
    for name, (needed, cure) in RESTS.items():
        if wanted[name] and needed not in given.measures:
            raise ConfigError(
                f"{where}.measures: got [{', '.join(given.measures)}], but {name} are "
                f"made from {needed}. Add '{needed}', or {cure}."
            )
        lost = [one for one in wanted[name] if one not in given.samplings]
        if given.samplings and lost and name != "distances":
            raise ConfigError(
                f"{where}.samplings: got [{', '.join(given.samplings)}], but {name} "
                f"are made from {needed} of {lost[0]} runs. Add '{lost[0]}', or {cure}."
            )


def _more_runs(study: Study) -> None:
    units = {unit for corpus in study.corpora.values() for unit in corpus.unit}
    fractions = {part for corpus in study.corpora.values() for part in corpus.fraction}
    known = {
        **{"corpora": study.corpora, "techniques": study.techniques},
        **{"samplings": study.samplings, "units": units, "fractions": fractions},
    }
    for place, entry in enumerate(study.more_runs):
        for kind, names in known.items():
            _known(f"more_runs.{place}.{kind}", getattr(entry, kind), names)


def _averages(study: Study) -> None:
    where = "analyses.averages"
    given = study.analyses.averages
    _known(f"{where}.corpora", given.corpora, {**study.corpora, **_foreign(study)})
    # variants of sweeps are not averaged
    plain = {name: one for name, one in study.techniques.items() if not one.base}
    _known(f"{where}.techniques", given.techniques, plain)


def _retention(study: Study) -> None:
    spaces = [technique.parameters for technique in study.techniques.values()]
    given = [space.sampling for space in spaces if isinstance(space, Vectors)]
    known = {
        "corpora": {**study.corpora, **_foreign(study)},
        "techniques": study.techniques,
        "samplings": {*study.samplings, *given},
    }
    for place, entry in enumerate(study.retention.cells):
        for kind, names in known.items():
            _known(f"retention.cells.{place}.{kind}", getattr(entry, kind), names)


def _foreign(study: Study) -> dict[str, None]:
    """Texts of the study's spaces that were trained by somebody else."""
    given = [technique.parameters for technique in study.techniques.values()]
    return {p.corpus: None for p in given if isinstance(p, Vectors)}


def _known(where: str, names, known) -> None:
    """Refuse a name that the study does not have."""
    for name in names:
        if name not in known:
            kind = where.rpartition(".")[2]
            raise ConfigError(
                f"{where}: got '{name}', but the {kind} of the study are "
                f"{', '.join(map(str, sorted(known)))}. Write for example "
                f"'{kind}: [{min(known)}]'."
            )


def _sets(study: Study) -> None:
    for name, entry in study.analyses.quality.sets.items():
        where = f"analyses.quality.sets.{name}.language"
        _spoken(study, where, entry.language)


def _spoken(study: Study, where: str, got: str) -> None:
    """Refuse a language of which the study has no text."""
    known = {corpus.language for corpus in study.corpora.values()}
    known |= {
        technique.parameters.language
        for technique in study.techniques.values()
        if isinstance(technique.parameters, Vectors)
    }
    if not any(speaks(language, got) for language in known):
        is_set = where.endswith(".language")
        line, what = ("language: ", "set") if is_set else ("", "example")
        end = "" if is_set else ": {word: ...}"
        raise ConfigError(
            f"{where}: got '{got}', but the texts of the study are of "
            f"{', '.join(sorted(known))}. Write for example '{line}{min(known)}{end}', "
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
