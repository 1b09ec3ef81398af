"""Read a study: the file's mapping in, a Study with every default out.

Its keys are declared in `study`, `corpora`, `sources`, `analyses` and `techniques`;
the schema made from them says what may be written (closed objects, types, ranges).
`inputs`, `periods` and `meaning` say what a schema cannot.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import date
from types import UnionType
from typing import Any, get_args, get_origin

from quaver.config.errors import ConfigError, check_schema
from quaver.config.keys import Key
from quaver.config.meaning import check_meaning
from quaver.config.periods import expanded
from quaver.config.schema import study_schema
from quaver.config.study import Study, Technique
from quaver.config.sweeps import NO_PARAMETERS, is_base, swept
from quaver.config.techniques import TRAINERS

# Languages whose help Debian calls otherwise than the language.
LOCALES = {"en": "en-us", "zh": "zh-cn"}
ENTRY = Key("")

__all__ = ["ConfigError", "Study", "as_written", "understand"]


def understand(written: Mapping, schema: Mapping | None = None) -> Study:
    """Turn the mapping of a study file into a Study with every default filled.

    schema: {} for a study that was checked when it was written.
    """
    schema = study_schema() if schema is None else schema
    check_schema(written, schema)
    techniques = swept(written["techniques"])
    check_schema({**written, "techniques": techniques}, schema)
    plain = {
        **written,
        "corpora": _corpora(written.get("corpora", {})),
        "techniques": techniques,
    }
    plain["analyses"] = _analyses(plain)
    study = _typed(Study, plain)
    study = replace(study, techniques=_without_copies(study.techniques))
    _refuse_idle_sweeps(written["techniques"], study.techniques)
    check_meaning(study)
    return study


def as_written(value: Any) -> Any:
    """Give a study back as plain mappings, lists and values, defaults included."""
    if is_dataclass(value):
        shown = {
            entry.name: as_written(getattr(value, entry.name))
            for entry in fields(value)
            if getattr(value, entry.name) or not _is_quiet(entry)
        }
        return shown | shown.pop("parameters", {})
    if isinstance(value, Mapping):
        return {key: as_written(inner) for key, inner in value.items()}
    return [as_written(inner) for inner in value] if _is_list(value) else value


def _is_quiet(entry) -> bool:
    return entry.metadata.get("key", ENTRY).quiet


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


def _typed(kind: Any, value: Any, key: Key = ENTRY) -> Any:
    """A value as written -> as the type of its key has it."""
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Technique:
        return _technique(value)
    if is_dataclass(kind):
        return kind(**_fields(kind, value))
    if origin is UnionType:  # Topics | None, tuple[str, ...] | str
        is_plain = value is None or isinstance(value, str)
        return value if is_plain else _typed(inner[0], value, key)
    if origin is Mapping:
        return {name: _typed(inner[1], entry) for name, entry in value.items()}
    if origin is tuple:
        entries = value if _is_list(value) else [value]
        entries = tuple(_typed(inner[0], entry) for entry in entries)
        rank = key.choices.index if key.choices else None
        return tuple(sorted(entries, key=rank)) if key.ordered else entries
    return float(value) if kind is float else value


def _fields(kind: type, values: Mapping) -> dict:
    declared = {entry.name: entry for entry in fields(kind)}
    return {
        name: _typed(declared[name].type, value, declared[name].metadata["key"])
        for name, value in values.items()
    }


def _technique(written: Mapping) -> Technique:
    """A technique; what is no key of every technique is a parameter of its trainer."""
    own = {key: value for key, value in written.items() if key in NO_PARAMETERS}
    given = {key: value for key, value in written.items() if key not in own}
    parameters = _typed(TRAINERS[written["trainer"]], given)
    return Technique(parameters=parameters, **_fields(Technique, own))


def _corpora(written: Mapping) -> dict[str, dict]:
    """Corpora with a period each, their sources as JSON holds them."""
    corpora = {name: dict(corpus) for name, corpus in expanded(written).items()}
    for corpus in corpora.values():
        source = _dates_as_text(corpus["source"])
        if source["kind"] == "libreoffice_help":
            language = corpus["language"]
            source = {"locale": LOCALES.get(language, language.lower()), **source}
        corpus["source"] = source
    return corpora


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


def _analyses(plain: Mapping) -> dict:
    """Analyses with their words by corpus: one list, or a path, may be for all."""
    analyses = dict(plain.get("analyses", {}))
    for name in analyses.keys() & {"queries", "neighbours"}:
        words = analyses[name].get("words", {})
        if not isinstance(words, Mapping):
            words = dict.fromkeys(_texts(plain), words)
        analyses[name] = {**analyses[name], "words": words}
    return analyses


def _texts(plain: Mapping) -> Sequence[str]:
    """Names of the study's texts, also of those that spaces of others are of."""
    techniques = plain["techniques"].values()
    foreign = [each["corpus"] for each in techniques if each["trainer"] == "vectors"]
    return sorted({*plain["corpora"], *foreign})


def _without_copies(techniques: Mapping[str, Technique]) -> dict[str, Technique]:
    """Techniques by name, without the variants that are their base itself."""
    return {
        name: technique
        for name, technique in techniques.items()
        if not is_base(technique, techniques.get(technique.base))
    }


def _refuse_idle_sweeps(written: Mapping, techniques: Mapping[str, Technique]) -> None:
    """Refuse a sweep that lists only what the technique has anyway."""
    bases = {technique.base for technique in techniques.values()}
    for name, technique in written.items():
        if "sweep" in technique and name not in bases:
            raise ConfigError(
                f"techniques.{name}.sweep.vary: got "
                f"{dict(technique['sweep']['vary'])!r}, which is what the technique "
                "has already. Add a value, or remove the sweep."
            )
