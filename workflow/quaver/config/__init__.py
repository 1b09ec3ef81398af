"""Read a study: the file's mapping in, a Study with every default out.

The schema, made of the declared keys, says what may be written; `expanding` and
`meaning` say what a schema cannot.
"""

from collections.abc import Mapping
from dataclasses import Field, fields, is_dataclass, replace
from datetime import date
from types import UnionType
from typing import Any, get_args, get_origin

from quaver.config.change import with_null, with_pairs
from quaver.config.corpora import UNITS
from quaver.config.errors import ConfigError, check_schema
from quaver.config.expanding import expanded
from quaver.config.keys import Key, keys
from quaver.config.meaning import check_homes, check_meaning
from quaver.config.parts import everywhere, with_controls
from quaver.config.plain import check_plain
from quaver.config.schema import study_schema
from quaver.config.study import Study, Technique
from quaver.config.sweeps import swept, without_copies
from quaver.config.techniques import TRAINERS
from quaver.config.term_checks import with_learners
from quaver.config.terms import LEARNERS, Learning

# Languages whose help Debian calls otherwise than the language.
LOCALES = {"en": "en-us", "zh": "zh-cn"}
ENTRY = Key("")
# Dataclasses whose other keys are parameters: the key that says of what.
CHOSEN = {Technique: ("trainer", TRAINERS), Learning: ("learner", LEARNERS)}
# What `analyses: {}` stands for: models are trained, and nothing is made of them.
NOTHING = {"stability": {"measures": []}, "distribution": {"samplings": []}}
NOTHING |= {"averages": {"sizes": []}}

__all__ = ["UNITS", "ConfigError", "Study", "as_written", "understand"]


def understand(written: Mapping, schema: Mapping | None = None) -> Study:
    """Turn a study file's mapping into a Study; schema: {} if it was checked before."""
    schema = study_schema() if schema is None else schema
    check_plain(written)
    written = with_learners(with_null(written))
    check_schema(written, schema)
    check_homes(written)
    plain = {**written, "techniques": swept(written["techniques"])}
    check_schema(plain, schema)
    plain["corpora"] = _corpora(written.get("corpora", {}))
    plain["analyses"] = _analyses(plain)
    changes = plain["analyses"].get("change", {})
    plain["corpora"] = with_controls(plain["corpora"], changes)
    plain["techniques"] = everywhere(plain["techniques"], plain["corpora"])
    study = _made(Study, plain)
    techniques = without_copies(study.techniques, written["techniques"])
    study = replace(study, techniques=techniques)
    check_meaning(study)
    return study


def as_written(value: Any) -> Any:
    """Give a study back as plain mappings, lists and values, defaults included."""
    if is_dataclass(value):
        shown = {
            entry.name.rstrip("_"): as_written(getattr(value, entry.name))
            for entry in fields(value)
            if _is_written(entry, getattr(value, entry.name))
        }
        return shown | shown.pop("parameters", {})
    if isinstance(value, Mapping):
        return {key: as_written(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [as_written(inner) for inner in value]
    return value


def _is_written(entry: Field, value: Any) -> bool:
    """Tell whether a key is written back: not a quiet one that is empty, or default."""
    is_quiet = entry.metadata.get("key", ENTRY).quiet
    return not is_quiet or bool(value and value != entry.default)


def _made(kind: type, written: Mapping) -> Any:
    """A dataclass of its keys; others of a technique, say, are of its trainer."""
    declared = keys(kind)
    own = {name: each for name, each in declared.items() if name in written}
    values = {
        e.name: _typed(e.type, written[x], e.metadata["key"]) for x, e in own.items()
    }
    if kind in CHOSEN:
        chooser, kinds = CHOSEN[kind]
        others = {name: written[name] for name in written if name not in declared}
        values["parameters"] = _made(kinds[written[chooser]], others)
    return kind(**values)


def _typed(kind: Any, value: Any, key: Key = ENTRY) -> Any:
    origin, inner = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        kinds = key.keys if isinstance(key.keys, Mapping) else {}
        return _made(kinds[value["kind"]] if kinds else kind, value)
    if origin is UnionType:  # Topics | None, tuple[str, ...] | str
        is_plain = value is None or isinstance(value, str)
        return value if is_plain else _typed(inner[0], value, key)
    if origin is Mapping:
        return {name: _typed(inner[1], entry) for name, entry in value.items()}
    if origin is tuple:
        entries = value if isinstance(value, list | tuple) else [value]
        entries = tuple(_typed(inner[0], entry) for entry in entries)
        rank = key.choices.index if key.choices else None
        return tuple(sorted(entries, key=rank)) if key.ordered else entries
    return float(value) if kind is float else value


def _corpora(written: Mapping) -> dict[str, dict]:
    """Corpora with a period each, their sources as JSON holds them."""
    corpora = {}
    for name, corpus in expanded(written).items():
        source, language = _dates_as_text(corpus["source"]), corpus["language"]
        if source["kind"] == "libreoffice_help":
            source = {"locale": LOCALES.get(language, language.lower()), **source}
        corpora[name] = {**corpus, "source": source}
    return corpora


def _dates_as_text(value):
    """Dates of YAML as text, which JSON holds; two of them in a list are a range."""
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
    """Analyses with words by corpus: one list or path may be for all, also foreign."""
    analyses = dict(plain["analyses"] or NOTHING) if "analyses" in plain else {}
    techniques = plain["techniques"].values()
    foreign = [each["corpus"] for each in techniques if each["trainer"] == "vectors"]
    for name in analyses.keys() & {"queries", "neighbours"}:
        words = analyses[name].get("words", {})
        if not isinstance(words, Mapping):
            words = dict.fromkeys(sorted({*plain["corpora"], *foreign}), words)
        analyses[name] = {**analyses[name], "words": words}
    if "change" in analyses:
        analyses["change"] = with_pairs(analyses["change"], plain["corpora"])
    return analyses
