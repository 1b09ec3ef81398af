"""What was trained: techniques, their variants, samplings, runs, seeds."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from quaver.house.methods import words
from quaver.house.methods.words import Told, named, plain
from quaver.results.records import SAMPLINGS, grouped
from quaver.wording import count, listed

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
    techniques = {n: x for n, x in facts.study.techniques.items() if n in used}
    bases = [name for name in techniques if not techniques[name].base]
    own = [name for name in bases if techniques[name].trainer != "vectors"]
    variants = [name for name in techniques if techniques[name].base]
    sweeps = grouped(variants, lambda name: techniques[name].base)
    return [
        "\n".join(f"- {_technique(facts, name)}" for name in bases),
        *([_samplings(facts, own)] if own else []),
        *(f"Of `{base}`, {_variants(facts, sweeps[base])}." for base in sweeps),
        *([_chance(facts, own)] if own else []),
    ]


def _technique(facts: Told, name: str) -> str:
    technique = facts.study.techniques[name]
    own = technique.parameters
    if technique.trainer == "vectors":
        files = named(path.rpartition("/")[2] for path in own.files)
        return (
            f"`{name}` stands for {count(len(own.files), 'space')} trained elsewhere, "
            f"on `{own.corpus}` with {own.sampling} text, as {files} had them."
        )
    label = own.label or technique.trainer
    # labels name packages, whose versions are those of this study's runs
    by = re.sub(r"\{(.+?)\}", lambda package: facts.version(package[1]), label)
    if technique.trainer in PARAMETERS:
        parts = [f"{own.dimensions} dimensions", *PARAMETERS[technique.trainer](own)]
        if own.min_count > 1:
            rare = f"words that occur fewer than {own.min_count} times"
            parts.append(f"{rare} in a run's own sample left out")
        if own.dictionary:
            kept = f"the {own.dictionary:,} most frequent words"
            parts.append(f"{kept} of a run's own sample kept")
    else:  # a trainer of somebody else's: all it has, as nobody knows what matters
        given = own.as_spec().items()
        parts = [f"{key.replace('_', ' ')} {_value(value)}" for key, value in given]
    return f"`{name}` is {by}: {listed(parts)}."


def _word2vec(own: Any) -> list[str]:
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
    grams = f"n-grams of {words.between([own.min_n, own.max_n])} letters"
    parts = [*_word2vec(own), f"{grams} in {count(own.bucket, 'bucket')}"]
    return [*parts, MEANT[own.items]] if own.items in MEANT else parts


def _doc2vec(own: Any) -> list[str]:
    trained, window, *others = _word2vec(own)
    called, is_seen = DOC2VEC[own.architecture]
    trained = trained.replace(own.architecture, called, 1)
    windows = [window] if is_seen else []
    return [f"a vector for each {own.documents}", trained, *windows, *others]


def _glove(own: Any) -> list[str]:
    sides = "to both sides" if own.symmetric else "to the left"
    weights = ", contexts weighted by distance" if own.distance_weighting else ""
    vectors = {"sum": "vectors of word and context added", "word": "output word"}
    numbers = [f"x_max {plain(own.x_max)}", f"alpha {plain(own.alpha)}"]
    numbers += [count(own.epochs, "epoch"), f"learning rate {plain(own.learning_rate)}"]
    return [f"window {own.window} {sides}{weights}", *numbers, vectors[own.output]]


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


# names, and whether what else stands in a window is looked at
DOC2VEC = {"dm": ("distributed memory", True)}
DOC2VEC["dbow"] = "distributed bag of words", False
# What has a vector, where it is not the mean of a word's own and its n-grams'.
MEANT = {"means": "means of n-grams without the words' own vectors"}
MEANT["ngrams"] = "n-grams in place of words, one vector a bucket"
PARAMETERS = {"word2vec": _word2vec, "fasttext": _fasttext, "glove": _glove}
PARAMETERS |= {"ppmi": _ppmi, "lsa": _lsa, "doc2vec": _doc2vec}


def _samplings(facts: Told, names: Sequence[str]) -> str:
    groups = grouped(names, lambda name: _often(facts, name))
    parts = [
        f"{words.were(members, names, 'It was', 'Each technique was')} trained {often}."
        for often, members in groups.items()
    ]
    used = {cell.sampling for cell in facts.cells if cell.technique in names}
    meant = "; ".join(SAMPLED[name] for name in SAMPLINGS if name in used)
    if any(cell.is_grouped for cell in facts.cells):
        meant = meant.replace("as many units drawn", "as many groups of units drawn")
    return " ".join([*parts, f"{meant[:1].upper()}{meant[1:]}."])


def _often(facts: Told, technique: str) -> str:
    cells = [cell for cell in facts.cells if cell.technique == technique]
    runs = max(cell.runs for cell in cells)
    times = "once" if runs == 1 else f"{runs:,} times"
    used = {cell.sampling for cell in cells}
    samplings = [name for name in SAMPLINGS if name in used]
    each = f" in each of {len(samplings)} samplings ({listed(samplings)})"
    sampled = each if len(samplings) > 1 else f", {samplings[0]}"
    views = list(dict.fromkeys(cell.view for cell in cells))
    where = named(views) if len(views) == 1 else f"each of {named(views)}"
    # 'every text' is shorter than a list of all of them
    if len(views) == len({cell.view for cell in facts.trained}):
        where = _every_text(facts)
    return f"{times} on {where}{sampled}"


def _every_text(facts: Told) -> str:
    is_one = len({cell.corpus for cell in facts.trained}) == 1
    text = "the text" if is_one else "every text"
    corpora = facts.study.corpora.values()
    own = ["every unit"] if any(len(text.unit) > 1 for text in corpora) else []
    own += ["every part"] if any(len(text.fraction) > 1 for text in corpora) else []
    return f"{text} with {listed(own)}" if own else text


def _variants(facts: Told, members: Sequence[str]) -> str:
    varied = [facts.study.techniques[name].varied for name in members]
    # of those that vary together all combinations, the others one by one
    each = (_values(points) for points in grouped(varied, tuple).values())
    variants = f"{count(len(members), 'variant')} ({'; '.join(each)})"
    was = "were" if len(members) > 1 else "was"
    return f"{variants} {was} trained {_often(facts, members[0])}"


def _values(points: Sequence[Mapping]) -> str:
    """Values of the keys that variants vary together."""
    values = {key: sorted({point[key] for point in points}) for key in points[0]}
    each = (f"`{key}` {listed(map(_value, values[key]), 'or')}" for key in values)
    return ", ".join(each)


def _value(value: object) -> str:
    return plain(value) if type(value) in (int, float) else str(value).lower()


def _chance(facts: Told, names: Sequence[str]) -> str:
    models = sum(cell.runs for cell in facts.trained)
    these = f"{'This is' if models == 1 else 'These are'} {count(models, 'model')}"
    is_drawn = {cell.sampling for cell in facts.trained} != {"fixed"}
    same = " the samples are the same for all techniques,"
    return (
        f"{these} in {count(len(facts.trained), 'cell')} (a cell is all runs of one "
        "text, technique and sampling). All random choices derive from the seed "
        f"{facts.study.seed},{same if len(names) > 1 and is_drawn else ''} and every "
        "training used one thread, so that the same study gives the same numbers again."
    )
