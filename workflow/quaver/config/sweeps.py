"""Variants of a technique: every combination of the values a sweep lists."""

import re
from collections.abc import Mapping
from itertools import product

from quaver.config.errors import ConfigError, wrong
from quaver.config.keys import keys
from quaver.config.study import Technique, Where


def swept(techniques: Mapping) -> dict:
    """Techniques as written by name, the variants of each sweep beside their base."""
    everything: dict[str, dict] = {}
    for name, written in techniques.items():
        plain = {key: value for key, value in written.items() if key != "sweep"}
        variants = {name: plain}
        if "sweep" in written:
            variants |= _variants(name, plain, written["sweep"])
        twice = sorted(set(variants) & set(everything))
        if twice:
            raise ConfigError(
                f"techniques.{twice[0]}: got the name twice, once from a sweep. "
                f"Write another, for example '{twice[0]}_2:'."
            )
        everything |= variants
    return everything


def without_copies(techniques: Mapping[str, Technique], written: Mapping) -> dict:
    """Techniques without variants that are their base; refuses idle sweeps."""
    kept = {
        name: each
        for name, each in techniques.items()
        if each.base not in techniques
        or each.parameters != techniques[each.base].parameters
    }
    bases = {technique.base for technique in kept.values()}
    for name, technique in written.items():
        if "sweep" in technique and name not in bases:
            raise ConfigError(
                f"techniques.{name}.sweep.vary: got "
                f"{dict(technique['sweep']['vary'])!r}, which is what the technique "
                "has already. Add a value, or remove the sweep."
            )
    return kept


def _variants(name: str, plain: Mapping, sweep: Mapping) -> dict[str, dict]:
    where, limits = f"techniques.{name}.sweep.vary", keys(Where)
    for key in sorted(sweep["vary"]):
        if key in keys(Technique):
            cure = f"Write '{key}:' beside 'vary:'" if key in limits else "Remove it"
            why = "only parameters of the trainer can be varied"
            raise wrong(where, key, why, cure)
    given = {key: sweep[key] for key in limits if key in sweep}
    variants: dict[str, dict] = {}
    for values in product(*(values for _, values in sorted(sweep["vary"].items()))):
        varied = dict(zip(sorted(sweep["vary"]), values, strict=True))
        variant = ".".join([name, *(f"{k}-{_spelt(v)}" for k, v in varied.items())])
        if variant in variants:
            raise ConfigError(
                f"{where}: got two combinations that would both be called '{variant}'. "
                "Remove one."
            )
        own = {"base": name, "varied": varied}
        variants[variant] = {**plain, **given, **varied, **own}
    return variants


def _spelt(value) -> str:
    """A value as a part of a name, which is looked up and never parsed."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return re.sub(r"[^A-Za-z0-9_.-]+", "_", text)
