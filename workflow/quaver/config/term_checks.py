"""Terms of small texts: what a study may not ask."""

from collections.abc import Iterator, Mapping

from quaver.config.errors import ConfigError, check_schema, listed, wrong
from quaver.config.keys import keys
from quaver.config.schema import closed_object
from quaver.config.terms import GLOSSES, Additive, Joint, Learner, Terms, TermSet

COUNTED = "npz"  # files of vectors that may have counts of their words

SKIP_GRAM = "skip-gram"


def with_learners(written: Mapping) -> Mapping:
    """A study whose learners say which they are, if nothing what they are called, and
    whose grid has a set."""
    analyses = written.get("analyses")
    terms = analyses.get("terms") if isinstance(analyses, Mapping) else None
    learners = terms.get("learners") if isinstance(terms, Mapping) else None
    if not isinstance(learners, Mapping):
        return written
    named = {
        name: {"learner": name, **entry} if isinstance(entry, Mapping) else entry
        for name, entry in learners.items()
    }
    terms = {**terms, "learners": named}
    if isinstance(terms.get("grid"), Mapping) and isinstance(
        terms.get("sets"), Mapping
    ):
        # by the order of the study's file, which is written nowhere else
        random = (x for x, own in terms["sets"].items() if _is_random(own))
        if first := next(random, ""):
            terms["grid"] = {"set": first, **terms["grid"]}
    return {**written, "analyses": {**analyses, "terms": terms}}


def _is_random(own: object) -> bool:
    is_set = isinstance(own, Mapping) and not own.get("format")
    return is_set and own.get("draw", "random") == "random"


def check_terms(study) -> None:
    """Raise ConfigError for the first thing that cannot be learned of terms."""
    terms = study.analyses.terms
    if not terms:
        return
    for name, of in _unknown(study, terms):
        where, got, there = name
        cure = f"Write for example '{min(there)}'" if there else f"Name {of}"
        why = f"the {of} are {listed(sorted(there)) or 'none'}"
        raise wrong(f"analyses.terms.{where}", got, why, cure)
    for name in terms.backgrounds:
        _check_background(study, name)
    for name, each in terms.sets.items():
        _check_set(study, f"analyses.terms.sets.{name}", each)
    for name, learning in terms.learners.items():
        _check_learner(study, name, learning.parameters)
    if terms.grid:
        _check_grid(terms)


def _unknown(study, terms: Terms) -> Iterator[tuple]:
    """What is named and is not there: where, what, what there is; of which kind."""
    names = study.techniques, study.corpora, terms.sets, terms.learners
    techniques, corpora, sets, learners = map(set, names)
    for name in {*terms.backgrounds} - techniques:
        yield ("backgrounds", name, techniques), "techniques"
    for name, each in terms.sets.items():
        if each.corpus and each.corpus not in corpora:
            yield (f"sets.{name}.corpus", each.corpus, corpora), "corpora"
    for name, learning in terms.learners.items():
        own = learning.parameters
        for other in (x for x in own.sets if x not in sets):
            yield (f"learners.{name}.sets", other, sets), "sets"
        if isinstance(own, Joint) and own.of not in corpora:
            yield (f"learners.{name}.of", own.of, corpora), "corpora"
    grid = terms.grid or {}
    if grid and grid["of"] not in learners:
        yield ("grid.of", grid["of"], learners), "learners"
    if grid.get("set") and grid["set"] not in sets:
        yield ("grid.set", grid["set"], sets), "sets"


def _check_background(study, name: str) -> None:
    own = study.techniques[name].parameters
    if own.item != "word":
        why = f"its rows are {own.item}s, and words stand behind terms"
        cure = "Name a technique that gives words vectors"
        raise wrong("analyses.terms.backgrounds", name, why, cure)
    learners = study.analyses.terms.learners.items()
    needing = [x for x, each in learners if each.parameters.needs_contexts]
    if needing and not getattr(own, "contexts", hasattr(own, "files")):
        why = f"'{needing[0]}' learns with output weights, which it does not keep"
        cure = f"Write 'contexts: true' for techniques.{name}, a skip-gram, or leave "
        cure += f"'{needing[0]}' out"
        raise wrong("analyses.terms.backgrounds", name, why, cure)
    if needing and getattr(own, "architecture", SKIP_GRAM) != SKIP_GRAM:
        why = f"'{needing[0]}' trains on as skip-gram does"
        cure = f"Write 'architecture: {SKIP_GRAM}', or leave '{needing[0]}' out"
        where = f"techniques.{name}.architecture"
        raise wrong(where, own.architecture, why, cure)


def _check_set(study, where: str, own: TermSet) -> None:
    if own.format and own.format != GLOSSES and not own.path:
        why = "published sentences are read from a file"
        raise wrong(f"{where}.format", own.format, why, "Write 'path: ...'")
    if not own.format and not (own.corpus and own.words):
        raise ConfigError(
            f"{where}: got no terms, or no text. Write for example 'corpus: mine' and "
            "'words: [wage labour]', or a 'format' of published sentences."
        )
    if own.format and isinstance(own.words, Mapping):
        why = "published sentences bring their terms"
        cure = "Write a list of some of them, or remove the line"
        raise wrong(f"{where}.words", dict(own.words), why, cure)
    spoken = {study.corpora[x].language for x in _texts(study)}
    if own.corpus and spoken and study.corpora[own.corpus].language not in spoken:
        why = f"the backgrounds are of {listed(sorted(spoken))}"
        raise wrong(f"{where}.corpus", own.corpus, why, "Name a text of that language")
    if own.draw == "random" and not own.format and own.fewest < own.draws:
        why = f"{own.draws} draws of a term with {own.fewest} sentences would be empty"
        cure = f"Write 'least: {own.draws}' or more, or fewer draws"
        raise wrong(f"{where}.draws", own.draws, why, cure)
    if own.draw == "halves" and own.format:
        why = f"sentences of {own.format} are of no text that could be cut"
        raise wrong(f"{where}.draw", own.draw, why, "Write 'draw: random'")


def _check_learner(study, name: str, own: Learner) -> None:
    where, terms = f"analyses.terms.learners.{name}", study.analyses.terms
    texts = _texts(study)
    if isinstance(own, Joint) and own.of not in texts:
        why = f"the backgrounds are trained on {listed(sorted(texts))}"
        raise wrong(f"{where}.of", own.of, why, f"Write 'of: {min(texts)}'")
    if isinstance(own, Joint) and own.single:
        why = "it trains all terms together, and no sentence alone"
        raise wrong(f"{where}.single", True, why, "Remove the line")
    there = {x for name in terms.backgrounds for x in _samplings(study, name)}
    if own.samplings and not there & {*own.samplings}:
        why = f"the backgrounds are {listed(sorted(there))}, so that it learns nothing"
        cure = f"Write 'samplings: [{min(there)}]', or remove the line"
        raise wrong(f"{where}.samplings", own.samplings, why, cure)
    external = [x for x in terms.backgrounds if _is_external(study, x)]
    if own.needs_text and not getattr(own, "transform", "") and external:
        why = f"it reads the text of its background, and '{external[0]}' brings none"
        cure = "Leave it out" + ", or give a 'transform'" * hasattr(own, "transform")
        raise ConfigError(f"{where}: got '{name}', but {why}. {cure}.")
    formats = {x: study.techniques[x].parameters.format for x in external}
    uncounted = [x for x in external if formats[x] != COUNTED]
    if own.needs_counts and uncounted:
        first = f"'{uncounted[0]}' is of word2vec's {formats[uncounted[0]]} files"
        cure = f"name files of 'format: {COUNTED}' with an array counts"
        raise lacks_counts(where, own, f"{first}, which have none", cure)


def lacks_counts(where: str, own: Learner, lack: str, cure: str) -> ConfigError:
    """The refusal of a learner that asks how frequent words of a background are."""
    why = f"it needs counts of words, and {lack}"
    needed = [x for x in ("sample", "centre") if getattr(own, x, False)]
    if type(own) is not Additive:
        other = "Write another learner, 'additive: {sample: 0}' say"
        return wrong(where, where.rpartition(".")[2], why, f"{other}, or {cure}")
    none = {"sample": "sample: 0", "centre": "centre: false"}
    other = f"Write '{', '.join(none[x] for x in needed)}'"
    key = needed[0]
    return wrong(f"{where}.{key}", getattr(own, key), why, f"{other}, or {cure}")


def _texts(study) -> set[str]:
    """Corpora of the study that backgrounds are trained on."""
    techniques = (study.techniques[x] for x in study.analyses.terms.backgrounds)
    trained = (x for x in techniques if not hasattr(x.parameters, "files"))
    return {x for each in trained for x in each.corpora or study.corpora}


def _samplings(study, technique: str) -> tuple[str, ...]:
    """How the text of a background is sampled."""
    own = study.techniques[technique]
    if hasattr(own.parameters, "files"):
        return (own.parameters.sampling,)
    return own.samplings or study.samplings


def _is_external(study, technique: str) -> bool:
    return hasattr(study.techniques[technique].parameters, "files")


def _check_grid(terms: Terms) -> None:
    where, own = "analyses.terms.grid", terms.learners[terms.grid["of"]].parameters
    there = {x.rstrip("_") for x in own.as_spec()} | {"distinct", "centre"}
    values = {x: terms.grid[x] for x in terms.grid if x not in ("of", "set")}
    if not values:
        cure = f"Write for example '{min(there)}: [...]'"
        raise ConfigError(f"{where}: got no values to try. {cure}.")
    for name in values:
        if name not in there or not hasattr(own, keys(type(own))[name].name):
            why = f"parameters of '{terms.grid['of']}' are {listed(sorted(there))}"
            raise wrong(f"{where}", name, why, "Name one of these")
        _check_values(where, name, values[name], own)
    on = terms.searched
    if not on:
        why = "no set is drawn at random"
        raise wrong(
            f"{where}.of",
            terms.grid["of"],
            why,
            "Write 'set: ...', whose terms it is tried on",
        )
    if own.sets and on not in own.sets:
        why = f"'{terms.grid['of']}' learns {listed(own.sets)} alone"
        raise wrong(f"{where}.set", on, why, f"Write 'set: {own.sets[0]}'")
    if (terms.sets[on].test or terms.test) == 1:
        why = f"parameters are chosen on training terms, and all of '{on}' are tests"
        raise wrong(f"{where}.of", terms.grid["of"], why, "Write 'test: 0.3'")


def _check_values(where: str, name: str, values, own: Learner) -> None:
    """Refuse values that the learner itself would not take."""
    schema = closed_object(type(own))
    schema = {x: schema[x] for x in schema if x != "required"}
    for value in values:
        try:
            check_schema({name: value}, schema)
        except ConfigError as error:
            raise ConfigError(f"{where}.{error}") from error
