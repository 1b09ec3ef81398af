"""Variants of a technique: every combination of the values a sweep lists."""

import re
from collections.abc import Mapping
from itertools import product

from quaver.config.errors import ConfigError
from quaver.config.keys import keys
from quaver.config.study import Technique, Where

LIMITS = tuple(keys(Where))
# Keys of a technique that are no parameters of its trainer: they cannot be varied.
NO_PARAMETERS = tuple(keys(Technique))


def swept(techniques: Mapping) -> dict:
    """Techniques as written, each sweep written out: name -> mapping of a technique.

    A variant has all its base has, but for what varies and for the sweep's own limits.
    The combination that is the base itself is left out later, when the base's defaults
    are known (`is_base`).
    """
    everything: dict[str, dict] = {}
    for name, written in techniques.items():
        plain = {key: value for key, value in written.items() if key != "sweep"}
        variants = {name: plain, **_variants(name, plain, written.get("sweep", {}))}
        twice = sorted(set(variants) & set(everything))
        if twice:
            raise ConfigError(
                f"techniques.{twice[0]}: got the name twice, once from a sweep. "
                f"Write another, for example '{twice[0]}_2:'."
            )
        everything |= variants
    return everything


def is_base(variant: Technique, base: Technique | None) -> bool:
    """Tell whether a variant has the very parameters of its base."""
    return base is not None and variant.parameters == base.parameters


def _variants(name: str, plain: Mapping, sweep: Mapping) -> dict[str, dict]:
    if not sweep:
        return {}
    keys = sorted(sweep["vary"])
    _only_parameters(f"techniques.{name}.sweep.vary", keys)
    limits = {key: sweep[key] for key in LIMITS if key in sweep}
    variants: dict[str, dict] = {}
    for values in product(*(sweep["vary"][key] for key in keys)):
        varied = dict(zip(keys, values, strict=True))
        variant = ".".join([name, *(f"{k}-{_spelt(v)}" for k, v in varied.items())])
        if variant in variants:
            raise ConfigError(
                f"techniques.{name}.sweep.vary: got two combinations that would both "
                f"be called '{variant}'. Remove one."
            )
        variants[variant] = {
            **plain,
            **limits,
            **varied,
            "base": name,
            "varied": varied,
        }
    return variants


def _only_parameters(where: str, keys: list[str]) -> None:
    for key in keys:
        if key in NO_PARAMETERS:
            cure = f"Write '{key}:' beside 'vary:'" if key in LIMITS else "Remove it"
            raise ConfigError(
                f"{where}: got '{key}', but only parameters of the trainer can be "
                f"varied. {cure}."
            )


def _spelt(value) -> str:
    """A value as a part of a name, which is looked up and never parsed."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return re.sub(r"[^A-Za-z0-9_.-]+", "_", text)
