"""What a study says in short of techniques: a sweep makes variants of one."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import astuple, replace
from itertools import product
from math import prod

from quaver.config.errors import ConfigError, quoted, wrong
from quaver.config.keys import keys
from quaver.config.study import Technique, Where

VARIANTS = 1000  # of a sweep, at most
KINDS = ("vary", "each")  # keys of a sweep that make variants, in their order


def swept(techniques: Mapping) -> dict:
    """Techniques as written by name, the variants of each sweep beside their base."""
    everything: dict[str, dict] = {}
    for name, written in techniques.items():
        variants = {name: {key: written[key] for key in written if key != "sweep"}}
        if "sweep" in written:
            variants |= _variants(name, variants[name], written["sweep"])
        twice = sorted(set(variants) & set(everything))
        if twice:
            raise ConfigError(
                f"techniques.{twice[0]}: got the name twice, once from a sweep. "
                f"Write another, for example '{twice[0]}_2:'."
            )
        everything |= variants
    return everything


def without_copies(techniques: Mapping[str, Technique], written: Mapping) -> dict:
    """Techniques without variants that are their base, or a variant before them.

    A copy stays where the base is not trained on all that the sweep names. Refuses idle
    sweeps.
    """
    kept, known = {}, set()
    for name, each in techniques.items():
        same = each.base and astuple(replace(each, sweep=(), varied=()))
        base = techniques.get(each.base)
        if not (base and _is_covered(each, base)) and same not in known:
            kept[name] = each
            known |= {same} if same else set()
    bases = {technique.base for technique in kept.values()}
    for name, technique in written.items():
        if "sweep" in technique and name not in bases:
            kind = next(x for x in KINDS if x in technique["sweep"])
            raise ConfigError(
                f"techniques.{name}.sweep.{kind}: got "
                f"{quoted(dict(technique['sweep'][kind]))}, which is what the "
                "technique has already. Add a value, or remove the sweep."
            )
    return kept


def _is_covered(variant: Technique, base: Technique) -> bool:
    """Tell whether a variant has its base's parameters, and is trained nowhere else."""
    limits = ("corpora", "fractions", "samplings")
    pairs = [[{*getattr(x, key)} for x in (variant, base)] for key in limits]
    # empty: all there are; a variant has the limits of its base, or its sweep's
    is_within = all(not there or own <= there for own, there in pairs)
    return variant.parameters == base.parameters and is_within


def _variants(name: str, plain: Mapping, sweep: Mapping) -> dict[str, dict]:
    """Variants of a technique as written, by name; those of vary go before."""
    where, given = f"techniques.{name}.sweep", _limits(name, sweep)
    variants: dict[str, dict] = {}
    for kind, varied in _points(sweep):
        variant = ".".join([name, *(f"{k}-{_spelt(v)}" for k, v in varied.items())])
        own = {"base": name, "varied": varied}
        if variants.get(variant, own)["varied"] != varied:
            raise ConfigError(
                f"{where}.{kind}: got two combinations that would both be called "
                f"'{variant}'. Remove one."
            )
        variants.setdefault(variant, {**plain, **given, **varied, **own})
    return variants


def _limits(name: str, sweep: Mapping) -> dict:
    """Where the variants of a sweep are trained; refuses what cannot be varied."""
    where, limits = f"techniques.{name}.sweep", keys(Where)
    there = [kind for kind in KINDS if kind in sweep]
    if not there:
        cure = "Write for example 'vary: {epochs: [5, 10]}' or 'each: {window: [2, 5]}'"
        raise wrong(where, dict(sweep), "it makes no variant", cure)
    for kind in there:
        for key in sorted(sweep[kind]):
            if key in keys(Technique):
                cure = f"Write '{key}:' beside '{kind}:'"
                cure = cure if key in limits else "Remove it"
                why = "only parameters of the trainer can be varied"
                raise wrong(f"{where}.{kind}", key, why, cure)
    count = prod(map(len, sweep["vary"].values())) if "vary" in sweep else 0
    count += sum(map(len, sweep.get("each", {}).values()))
    if count > VARIANTS:
        got, why = f"{count} techniques", f"a sweep makes at most {VARIANTS}"
        raise wrong(f"{where}.{there[0]}", got, why, "Write fewer values")
    return {key: sweep[key] for key in limits if key in sweep}


def _points(sweep: Mapping) -> Iterator[tuple[str, dict]]:
    """What each variant of a sweep has that its base has not, and the key it is of."""
    if vary := dict(sorted(sweep.get("vary", {}).items())):
        for values in product(*vary.values()):
            yield "vary", dict(zip(vary, values, strict=True))
    for key, values in sorted(sweep.get("each", {}).items()):
        yield from (("each", {key: value}) for value in values)


def _spelt(value) -> str:
    """A value as a part of a name, which is looked up and never parsed."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return re.sub(r"[^A-Za-z0-9_.-]+", "_", text)
