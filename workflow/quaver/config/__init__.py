"""Read a study: the file's mapping in, a Study with every default out.

The schema says what may be written (closed objects, types, ranges); `inputs`,
`periods` and `meaning` say what a schema cannot.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from datetime import date

from quaver.config.errors import ConfigError, check_schema
from quaver.config.meaning import check_meaning
from quaver.config.periods import expanded
from quaver.config.study import (
    Analyses,
    Archive,
    Author,
    Averages,
    Clean,
    Corpus,
    Distribution,
    Enough,
    EvaluationSet,
    Example,
    MoreRuns,
    Neighbours,
    Quality,
    Queries,
    Retained,
    Retention,
    Stability,
    Study,
    Technique,
    Topics,
)
from quaver.config.sweeps import LIMITS, is_base, swept
from quaver.config.techniques import TRAINERS, Vectors
from quaver.grid import SAMPLINGS

# Languages whose help Debian calls otherwise than the language.
LOCALES = {"en": "en-us", "zh": "zh-cn"}
# Keys of a technique that are no parameters of its trainer.
WHERE = (*LIMITS, "base", "varied")

__all__ = ["ConfigError", "Study", "as_written", "understand"]


def understand(written: Mapping, schema: Mapping) -> Study:
    """Turn the mapping of a study file into a Study with every default filled."""
    check_schema(written, schema)
    given = dict(written)
    plain = expanded(given.get("corpora", {}))
    given["corpora"] = {name: _corpus(value) for name, value in plain.items()}
    given["archive"] = _archive(given.get("archive", {}))
    given["techniques"] = swept(given["techniques"])
    check_schema({**written, "techniques": given["techniques"]}, schema)
    given["techniques"] = _techniques(given["techniques"])
    _refuse_idle_sweeps(written["techniques"], given["techniques"])
    given["samplings"] = tuple(
        kind for kind in SAMPLINGS if kind in given.get("samplings", SAMPLINGS)
    )
    texts = _texts(given)
    given["analyses"] = _analyses(given.get("analyses", {}), texts)
    given["more_runs"] = tuple(map(_more_runs, given.get("more_runs", ())))
    given["retention"] = _retention(given.get("retention", {}))
    study = Study(**given)
    check_meaning(study)
    return study


def as_written(study: Study) -> dict:
    """Give the study back as plain mappings, lists and values, defaults included."""
    plain = asdict(study)
    plain["techniques"] = {
        name: {"trainer": technique["trainer"], **technique["parameters"]}
        | {key: technique[key] for key in WHERE if technique[key]}
        for name, technique in plain["techniques"].items()
    }
    for corpus in plain["corpora"].values():
        if not corpus["expected"]:
            del corpus["expected"]
    if not plain["analyses"]["queries"]["topics"]:
        del plain["analyses"]["queries"]["topics"]
    examples = plain["analyses"]["distribution"]["examples"]
    for language, example in examples.items():
        examples[language] = {key: said for key, said in example.items() if said}
    return _lists(plain)


def _lists(value):
    if isinstance(value, Mapping):
        return {key: _lists(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_lists(inner) for inner in value]
    return value


def _corpus(given: Mapping) -> Corpus:
    given = dict(given, clean=Clean(**given.get("clean", {})))
    given["source"] = _located(_dates_as_text(given["source"]), given["language"])
    if "unit" in given:
        given["unit"] = tuple(_listed(given["unit"]))
    if "fraction" in given:
        given["fraction"] = tuple(float(value) for value in _listed(given["fraction"]))
    return Corpus(**given)


def _located(source: Mapping, language: str) -> Mapping:
    """The help of LibreOffice is in the corpus's language if no locale is named."""
    if source["kind"] != "libreoffice_help":
        return source
    locale = LOCALES.get(language, language.lower())
    return {"locale": locale, **source}


def _dates_as_text(value):
    """YAML reads 1950-01-01 as a date, which no JSON holds; text compares the same.

    Two dates in a list are a range, as two numbers are.
    """
    if isinstance(value, Mapping):
        return {key: _dates_as_text(inner) for key, inner in value.items()}
    if isinstance(value, list):
        texts = [_dates_as_text(inner) for inner in value]
        if len(value) == 2 and all(isinstance(inner, date) for inner in value):
            return dict(zip(("from", "to"), texts, strict=True))
        return texts
    if isinstance(value, date):
        return value.isoformat().removesuffix("T00:00:00")
    return value


def _techniques(written: Mapping) -> dict[str, Technique]:
    """Techniques by name, without the variants that are their base itself."""
    made = {name: _technique(value) for name, value in written.items()}
    return {
        name: one
        for name, one in made.items()
        if one.base not in made or not is_base(one, made[one.base])
    }


def _archive(given: Mapping) -> Archive:
    authors = tuple(Author(**entry) for entry in given.get("authors", ()))
    return Archive(**{**given, "authors": authors})


def _refuse_idle_sweeps(written: Mapping, made: Mapping) -> None:
    """Refuse a sweep that lists only what the technique has anyway."""
    for name, given in written.items():
        if "sweep" in given and name not in {one.base for one in made.values()}:
            raise ConfigError(
                f"techniques.{name}.sweep.vary: got {dict(given['sweep']['vary'])!r}, "
                "which is what the technique has already. Add a value, or remove the "
                "sweep."
            )


def _technique(given: Mapping) -> Technique:
    where = {
        key: tuple(given[key]) if isinstance(given[key], list) else given[key]
        for key in WHERE
        if key in given
    }
    values = {k: v for k, v in given.items() if k not in ("trainer", *WHERE)}
    kinds = {entry.name: entry.type for entry in fields(TRAINERS[given["trainer"]])}
    for key, value in values.items():
        if kinds[key] is float:
            values[key] = float(value)
        elif isinstance(value, list):
            values[key] = tuple(value)
    return Technique(given["trainer"], TRAINERS[given["trainer"]](**values), **where)


def _texts(given: Mapping) -> list[str]:
    """Names of the study's texts, also of those that spaces of others are of."""
    spaces = (one.parameters for one in given["techniques"].values())
    foreign = [space.corpus for space in spaces if isinstance(space, Vectors)]
    return sorted({*given["corpora"], *foreign})


def _more_runs(entry: Mapping) -> MoreRuns:
    fractions = [float(value) for value in entry.get("fractions", ())]
    return MoreRuns(**_tuples({**entry, "fractions": fractions}))


def _asked(given: Mapping, texts: Sequence[str]) -> dict:
    """Words asked for, by corpus: one list, or the path of one, may be for all."""
    words = given.get("words", {})
    if not isinstance(words, Mapping):
        words = dict.fromkeys(texts, words)
    return {**given, "words": _tuples(words)}


def _chosen(given: Mapping) -> dict:
    topics = given.get("topics")
    return {**given, "topics": topics if topics is None else Topics(**topics)}


def _analyses(given: Mapping, texts: Sequence[str]) -> Analyses:
    stability = _tuples(given.get("stability", {}), ordered=("neighbours",))
    distribution = _tuples(given.get("distribution", {}), ordered=("proxies",))
    examples = distribution.pop("examples", {}).items()
    distribution["examples"] = {
        language: Example(**_tuples(example)) for language, example in examples
    }
    averages = _tuples(given.get("averages", {}), ordered=("sizes",))
    quality = dict(given.get("quality", {}))
    sets = quality.get("sets", {}).items()
    quality["sets"] = {name: EvaluationSet(**entry) for name, entry in sets}
    return Analyses(
        Stability(**stability),
        Distribution(**distribution),
        Averages(**averages),
        Quality(**quality),
        Queries(**_chosen(_asked(given.get("queries", {}), texts))),
        Neighbours(**_asked(given.get("neighbours", {}), texts)),
        Enough(**given.get("enough", {})),
    )


def _retention(given: Mapping) -> Retention:
    cells = tuple(Retained(**_tuples(entry)) for entry in given.get("cells", ()))
    return Retention(**{**given, "cells": cells})


def _tuples(given: Mapping, ordered: tuple[str, ...] = ()) -> dict:
    """A mapping with its lists as tuples, those under some keys sorted."""
    return {
        key: tuple(sorted(value) if key in ordered else value)
        if isinstance(value, list)
        else value
        for key, value in given.items()
    }


def _listed(value) -> list:
    return value if isinstance(value, list) else [value]
