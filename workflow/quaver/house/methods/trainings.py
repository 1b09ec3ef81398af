"""What was trained: techniques, their variants, samplings, runs, seeds."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from quaver.house.methods.told import Told
from quaver.house.methods.words import between, count, grouped, listed, named, plain
from quaver.results.records import SAMPLINGS, CellNumbers

SAMPLED = {
    "fixed": "fixed runs read the same text in the same order, so that only the "
    "technique's own chance is left",
    "shuffled": "shuffled runs read the units in random order",
    "bootstrapped": "bootstrapped runs read as many units drawn with replacement",
}


def trainings(facts: Told) -> list[str]:
    """Paragraphs on techniques, samplings and runs."""
    # a technique that no cell uses was not trained
    used = {cell.technique for cell in facts.cells}
    names = [name for name in facts.study.techniques if name in used]
    bases = [name for name in names if not facts.study.techniques[name].base]
    own = [name for name in bases if not _is_external(facts, name)]
    lines = "\n".join(f"- {_technique(facts, name)}" for name in bases)
    parts = [lines, *_samplings(facts, own), *_sweeps(facts, names)]
    return [*parts, _chance(facts, own)] if own else parts


def _is_external(facts: Told, name: str) -> bool:
    return facts.study.techniques[name].trainer == "vectors"


def _technique(facts: Told, name: str) -> str:
    technique = facts.study.techniques[name]
    if _is_external(facts, name):
        return _given(name, technique.parameters)
    label = technique.parameters.label or technique.trainer
    # labels name packages, whose versions are those of this study's runs
    by = re.sub(r"\{(.+?)\}", lambda package: facts.version(package[1]), label)
    return f"`{name}` is {by}: {listed(parameters(technique))}."


def _given(name: str, parameters: Any) -> str:
    spaces = count(len(parameters.files), "space")
    files = named(path.rpartition("/")[2] for path in parameters.files)
    return (
        f"`{name}` stands for {spaces} trained elsewhere, on `{parameters.corpus}` "
        f"with {parameters.sampling} text, as {files} had them."
    )


def parameters(technique: Any) -> list[str]:
    """What a technique was trained with, of that which matters, in words."""
    own = technique.parameters
    # a trainer of somebody else's: all it has, as nobody knows what matters
    if technique.trainer not in PARAMETERS:
        named_ = asdict(own).items()
        return [f"{key.replace('_', ' ')} {_value(value)}" for key, value in named_]
    parts = [f"{own.dimensions} dimensions", *PARAMETERS[technique.trainer](own)]
    if own.min_count > 1:
        times = f"fewer than {own.min_count} times"
        parts.append(f"words that occur {times} in a run's own sample left out")
    return parts


def _predictive(own: Any) -> list[str]:
    """Of word2vec and fastText."""
    losses = [count(own.negative, "negative sample")] if own.negative else []
    losses += ["hierarchical softmax"] if own.hierarchical_softmax else []
    rates = f"{plain(own.learning_rate)} falling to {plain(own.min_learning_rate)}"
    parts = [f"{own.architecture} with {listed(losses)}", f"window {own.window}"]
    parts += [count(own.epochs, "epoch"), f"learning rate {rates}"]
    # word2vec's own, which nobody tells
    if own.negative and own.noise_exponent != 0.75:
        parts.append(f"noise exponent {plain(own.noise_exponent)}")
    return [*parts, _subsampled(own.sample)]


def _subsampled(sample: float) -> str:
    if not sample:
        return "no subsampling of frequent words"
    return f"words above a share of {plain(sample)} subsampled"


def _fasttext(own: Any) -> list[str]:
    grams = f"n-grams of {between([own.min_n, own.max_n])} letters"
    return [*_predictive(own), f"{grams} in {count(own.bucket, 'bucket')}"]


def _glove(own: Any) -> list[str]:
    sides = "to both sides" if own.symmetric else "to the left"
    weights = ", contexts weighted by distance" if own.distance_weighting else ""
    scales = f"x_max {plain(own.x_max)}", f"alpha {plain(own.alpha)}"
    vectors = {"sum": "vectors of word and context added"}
    return [
        f"window {own.window} {sides}{weights}",
        *scales,
        count(own.epochs, "epoch"),
        f"learning rate {plain(own.learning_rate)}",
        vectors.get(own.output, f"output {own.output}"),
    ]


def _ppmi(own: Any) -> list[str]:
    parts = [
        f"{'dynamic ' if own.dynamic_window else ''}window {own.window}",
        f"context distributions smoothed by {plain(own.context_smoothing)}",
        f"shift {plain(own.shift)}",
        f"singular values to the power of {plain(own.eigenvalue_weight)}",
        _subsampled(own.sample),
    ]
    return [*parts, "contexts added to words"] if own.add_contexts else parts


def _lsa(own: Any) -> list[str]:
    parts = ["sublinear term frequencies"] if own.sublinear_tf else []
    parts += ["smoothed document frequencies"] if own.smooth_idf else []
    parts += ["units of length one"] if own.normalise else []
    parts += ["words scaled by singular values"] if own.scaled else []
    return [*parts, count(own.iterations, "power iteration")]


PARAMETERS = {
    "word2vec": _predictive,
    "fasttext": _fasttext,
    "glove": _glove,
    "ppmi": _ppmi,
    "lsa": _lsa,
}


def _samplings(facts: Told, names: Sequence[str]) -> list[str]:
    """How often each technique was trained, on what; what the samplings mean."""
    if not names:
        return []
    own = {name: [c for c in facts.cells if c.technique == name] for name in names}
    groups = grouped(names, lambda name: often(own[name], facts))
    parts = [
        f"{_subject(members, len(groups) == 1, len(names))} trained {often}."
        for often, members in groups.items()
    ]
    used = {cell.sampling for cell in facts.cells if cell.technique in names}
    meant = "; ".join(SAMPLED[name] for name in SAMPLINGS if name in used)
    return [" ".join([*parts, f"{meant[:1].upper()}{meant[1:]}."])]


def _subject(members: Sequence[str], alone: bool, number: int) -> str:
    if alone:
        return "Each technique was" if number > 1 else "It was"
    return f"{named(members)} {'were' if len(members) > 1 else 'was'}"


def often(cells: Sequence[CellNumbers], facts: Told) -> str:
    """How often, on which texts and how sampled the cells of a technique are."""
    runs = max(cell.runs for cell in cells)
    times = "once" if runs == 1 else f"{runs:,} times"
    used = {cell.sampling for cell in cells}
    samplings = [name for name in SAMPLINGS if name in used]
    each = f" in each of {len(samplings)} samplings ({listed(samplings)})"
    sampled = each if len(samplings) > 1 else f", {samplings[0]}"
    return f"{times} on {_where(cells, facts)}{sampled}"


def _where(cells: Sequence[CellNumbers], facts: Told) -> str:
    """The texts of cells, among all that are trained on."""
    own = {cell.view for cell in facts.cells if not _is_external(facts, cell.technique)}
    views = list(dict.fromkeys(cell.view for cell in cells))
    # 'every text' is shorter than a list of all of them
    if len(views) == len(own):
        return _every(facts)
    return named(views) if len(views) == 1 else f"each of {named(views)}"


def _every(facts: Told) -> str:
    """All texts, and where a text has several units or parts these too."""
    cells = [cell for cell in facts.cells if not _is_external(facts, cell.technique)]
    texts = "the text" if len({cell.corpus for cell in cells}) == 1 else "every text"
    kinds = {"unit": "unit", "fraction": "part"}
    own = [
        f"every {word}"
        for key, word in kinds.items()
        if any(len(getattr(text, key)) > 1 for text in facts.study.corpora.values())
    ]
    return f"{texts} with {listed(own)}" if own else texts


def _sweeps(facts: Told, names: Sequence[str]) -> list[str]:
    """What was varied of each technique, and where."""
    techniques = facts.study.techniques
    variants = [name for name in names if techniques[name].base]
    groups = grouped(variants, lambda name: techniques[name].base)
    return [
        f"Of `{base}`, {_variants(facts, members)}." for base, members in groups.items()
    ]


def _variants(facts: Told, members: Sequence[str]) -> str:
    varied = [facts.study.techniques[name].varied for name in members]
    first = [cell for cell in facts.cells if cell.technique == members[0]]
    were = "were" if len(members) > 1 else "was"
    values = ", ".join(_values(varied))
    variants = count(len(members), "variant")
    return f"{variants} ({values}) {were} trained {often(first, facts)}"


def _values(varied: Sequence[Mapping]) -> Iterable[str]:
    """Each parameter with the values it took: `epochs` 2 or 4."""
    for key in varied[0]:
        values = sorted(dict.fromkeys(point[key] for point in varied))
        yield f"`{key}` {listed(map(_value, values), 'or')}"


def _value(value: object) -> str:
    # in Python True is a number
    numeric = isinstance(value, int | float) and not isinstance(value, bool)
    return plain(value) if numeric else str(value).lower()


def _chance(facts: Told, names: Sequence[str]) -> str:
    cells = [cell for cell in facts.cells if not _is_external(facts, cell.technique)]
    models = sum(cell.runs for cell in cells)
    these = f"{'This is' if models == 1 else 'These are'} {count(models, 'model')}"
    several = (
        " the samples are the same for all techniques,"
        if len(names) > 1 and {cell.sampling for cell in cells} != {"fixed"}
        else ""
    )
    return (
        f"{these} in {count(len(cells), 'cell')} (a cell is all runs of one text, "
        "technique and sampling). All random choices derive from the seed "
        f"{facts.study.seed},{several} and every training used one thread, so that the "
        "same study gives the same numbers again."
    )
