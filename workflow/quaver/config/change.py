"""Change of words between two texts: what a study may ask, and what it may not."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from quaver.config.corpora import DRAWS
from quaver.config.errors import ConfigError, listed, wrong
from quaver.config.keys import RUNS, Texts, key
from quaver.config.parts import CONTROLS
from quaver.config.sharing import shared

LEVEL = 0.05  # of false discoveries among the words that are called changed
PAIRS = """
if: {type: string}
then: {enum: [consecutive], examples: [consecutive]}
else:
  type: array
  minItems: 1
  uniqueItems: true
  items: {type: array, minItems: 2, maxItems: 2, uniqueItems: true, examples:
    ["[early, late]"], items: {type: [string, integer], examples: [early]}}
  examples: ["[[early, late]]"]
"""
WORDS = """
if: {type: array}
then:
  {type: array, minItems: 1, uniqueItems: true, examples: ["[war, money]"],
  items: {type: string, minLength: 1, examples: [war]}}
else:
  if: {type: object}
  then:
    additionalProperties: false
    required: [least]
    properties: {least: {type: integer, minimum: 1, examples: [50], description:
      All words that occur so often in both texts.}}
    examples: ["{least: 50}"]
  else: {type: string, minLength: 1, examples: [words.txt]}
"""


TRUTH = """
if: {type: string}
then: {enum: [planted], examples: [planted]}
else:
  type: object
  additionalProperties: false
  required: [format]
  examples: ["{format: semeval, path: semeval/latin}"]
  properties:
    format: {enum: [planted, semeval, dwug], examples: [semeval], description:
      "planted = words this study plants itself; semeval, dwug = published truth."}
    path: {type: string, minLength: 1, examples: [semeval/latin], description:
      Folder (semeval) or file (dwug) of published truth.}
    pair: {type: string, examples: ["1929-1965_1970-2015"], description:
      "Which pair of periods, where a file has several: its grouping, or 1, 2, 3."}
    missing: {enum: [unchanged, median, drop], examples: [median], description:
      "What a target counts as that a text lacks: unchanged, a median word, nothing."}
"""


@dataclass(frozen=True)
class Null:
    """What change is compared with: the documents of both texts, dealt anew to them.

    deal: What is dealt whole: document, or the column both corpora are drawn by
        (author), whose documents of one value go together.
    contexts: How often they are dealt; the least p is 1 / (contexts + 1)
        at best.
    trained: How often they are dealt and every technique is trained on both heaps;
        0 = never. It needs periods encoded together, and deals documents alone.
    """

    deal: str = key("document", "author", fewest=1)
    contexts: int = key(19_999, least=99, most=999_999)
    trained: int = key(0, 10, least=0, most=RUNS, quiet=True)


@dataclass(frozen=True)
class Plant:
    """Change that is planted to learn what would be seen: uses become another word's.

    shares: Shares of a word's uses that become those of a word of like frequency.
    words: How many words each share is planted in.
    """

    shares: tuple[float, ...] = key((0.1, 0.25, 0.5, 1.0), each=0.5, above=0, most=1)
    words: int = key(40, least=5, most=10_000)


@dataclass(frozen=True)
class Truth:
    """What is true of some words, to score change by.

    format: planted = words this study plants itself; semeval, dwug = published truth.
    path: Folder (semeval) or file (dwug) of published truth.
    pair: Which pair of periods, where a file has several: its grouping, or 1, 2, 3.
    missing: What a target counts as that a text lacks: unchanged, a median word, or
        nothing (drop).
    """

    format: str = key("planted", choices=("planted", "semeval", "dwug"))
    path: str = key("", "semeval/latin", quiet=True)
    pair: str = key("", "1929-1965_1970-2015", quiet=True)
    missing: str = key("unchanged", choices=("unchanged", "median", "drop"))


@dataclass(frozen=True)
class Laws:
    """How change hangs on frequency, beside texts in which nothing changed.

    least: Words that occur so often in both of two neighbouring periods.
    control: batches = equal numbers of documents at random; like_periods = documents
        at random, as many words as each period has. Encoded together only.
    scale: Logarithms are standardised over all pairs of periods (pooled), or in each.
    samplings: Which runs the controls have.
    """

    least: int = key(500, least=1)
    control: Texts = key(CONTROLS, choices=CONTROLS, ordered=True)
    scale: str = key("pooled", choices=("pooled", "pair"))
    samplings: Texts = key(
        ("shuffled",), choices=("shuffled", "bootstrapped"), fewest=1
    )


@dataclass(frozen=True)
class Trajectories:
    """Change of words from period to period of a series.

    words: The words followed.
    from: Change since the first period, or since the one before.
    """

    words: Texts = key(..., "[war, power]", fewest=1)
    from_: str = key("first", choices=("first", "previous"))


@dataclass(frozen=True)
class Change:
    """Which words changed between two texts, by the contexts they are used in.

    pairs: Pairs of corpora, the earlier first; of a series, whose name the entry then
        has, its periods (early) do. consecutive = all neighbouring periods of it.
    words: The words judged: a list, the path of one with a word per line, or {least:
        50} = all words that occur so often in both texts of a pair.
    laws: How change hangs on frequency over a series, beside controls.
    trajectories: Change of words from period to period of a series.
    plant: Change that is planted in halves of the later text, to learn what is seen.
    referenced: How many runs are trained on both texts of a pair together, in which
        words bear the names of their periods; 0 = none. Encoded together only.
    truth: What is true of some words, to score change by: planted, or published truth.
    """

    pairs: tuple[Texts, ...] | str = key(..., "[[early, late]]", rule=PAIRS)
    words: Mapping | Texts | str = key((), "[war, money]", rule=WORDS, quiet=True)
    null: Null = key(Null, "{contexts: 19999}")
    plant: Plant | None = key(None, "{shares: [0.25, 0.5, 1], words: 40}", quiet=True)
    referenced: int = key(0, 8, least=0, most=RUNS, quiet=True)
    truth: Truth | None = key(None, "planted", rule=TRUTH, quiet=True)
    laws: Laws | None = key(None, "{least: 500}", quiet=True)
    trajectories: Trajectories | None = key(None, "{words: [war]}", quiet=True)


def with_null(written: Mapping) -> Mapping:
    """A study whose changes have their key null, which YAML reads as nothing."""
    analyses = written.get("analyses")
    changes = analyses.get("change") if isinstance(analyses, Mapping) else None
    if not isinstance(changes, Mapping):
        return written
    spelt = {
        name: {"null" if key is None else key: x for key, x in change.items()}
        if isinstance(change, Mapping)
        else change
        for name, change in changes.items()
    }
    return {**written, "analyses": {**analyses, "change": spelt}}


def with_pairs(changes: Mapping[str, Mapping], corpora: Mapping) -> dict[str, dict]:
    """Changes whose pairs are of corpora: periods of a series by their whole names."""
    whole = {}
    for name, change in changes.items():
        series = [x for x in corpora if corpora[x].get("series") == name]
        names = {x.removeprefix(f"{name}_"): x for x in series}
        pairs = change["pairs"]
        if pairs == "consecutive":
            pairs = [*map(list, pairwise(series))] or pairs
        else:
            pairs = [[names.get(str(x), str(x)) for x in pair] for pair in pairs]
        whole[name] = {**change, "pairs": pairs}
        if change.get("truth") == "planted":
            whole[name]["truth"] = {"format": "planted"}
        if (whole[name].get("truth") or {}).get("format") == "planted":
            whole[name].setdefault("plant", {})
    return whole


def check_change(study) -> None:
    """Raise ConfigError for the first pair of texts that cannot be compared."""
    asked: dict[tuple, str] = {}
    for name, change in study.analyses.change.items():
        where, words = f"analyses.change.{name}", change.words
        if not (words or change.truth or change.laws or change.trajectories):
            raise ConfigError(
                f"{where}: got nothing to ask. Write for example 'words: [war]'."
            )
        if change.referenced and not words:
            why = "it is a second opinion on words that are judged"
            cure = "Write for example 'words: {least: 50}', or 'referenced: 0'"
            raise wrong(f"{where}.referenced", change.referenced, why, cure)
        if change.truth and change.truth.format != "planted" and not change.truth.path:
            raise ConfigError(
                f"{where}.truth.path: got nothing, and published truth is read from "
                "there. Write for example 'path: semeval/latin'."
            )
        if change.pairs == "consecutive":
            periods = Counter(x.series for x in study.corpora.values() if x.series)
            series = listed(sorted(x for x in periods if periods[x] > 1)) or "none"
            why = f"the series of two periods or more are {series}"
            cure = "Call the entry like a series, or write 'pairs: [[early, late]]'"
            raise wrong(
                f"{where}.pairs", change.pairs, f"'{name}' is none: {why}", cure
            )
        if (deal := change.null.deal) in DRAWS and deal != "document":
            why = "uses within a document resemble each other, so documents are dealt"
            cure = "Write 'deal: document', or a column, as author"
            raise wrong(f"{where}.null.deal", deal, why, cure)
        for pair in change.pairs:
            for why, cure in faults(study.corpora, name, change, pair):
                raise wrong(f"{where}.pairs", pair, why, cure)
            if asked.setdefault(pair, name) != name:
                raise ConfigError(
                    f"{where}.pairs: got {listed(pair)}, which {asked[pair]} asks for "
                    "already. Write the pair once, with all its words."
                )
        deals, number = change.null.contexts, len(words) * isinstance(words, list)
        if number > LEVEL * (deals + 1):
            why = f"the least p, 1 / {deals + 1}, is too coarse for {number} words"
            cure = f"Write 'contexts: {int(number / LEVEL)}' or more, or fewer words"
            raise wrong(f"{where}.null.contexts", deals, why, cure)


def faults(corpora: Mapping, name: str, change: Change, pair) -> Iterator[tuple]:
    """What is wrong with a pair, each with its cure, the gravest first."""
    for text in pair:
        if text not in corpora:
            series = [x for x in corpora if corpora[x].series == name]
            there = listed([x.removeprefix(f"{name}_") for x in series] or corpora)
            kind = f"periods of {name}" if series else "corpora of the study"
            yield f"'{text}' is none of the {kind} ({there})", "Write two of these"
    early, late = (corpora[text] for text in pair)
    cure = f"Write 'language: {early.language}' for both, or another pair"
    if early.language != late.language:
        yield f"they are of {early.language} and {late.language}", cure
    if shared(early.source, late.source):
        yield "they share a part of one source", "Write periods that do not overlap"
    clean = [vars(text.clean) for text in (early, late)]
    if unlike := [x for x in clean[0] if clean[0][x] != clean[1][x]]:
        why = f"they are cleaned unlike each other ({listed(sorted(unlike))})"
        yield why, "Write the same 'clean' for both, or another pair"
    if early.unit[0] != late.unit[0]:
        cure = f"Write 'unit: {early.unit[0]}' for both, or first"
        yield f"their units are {early.unit[0]} and {late.unit[0]}", cure
    if {early.fraction[0], late.fraction[0]} != {1.0}:
        why = "change is told of whole texts, the first of their fractions"
        yield why, "Write for example 'fraction: [1.0, 0.5]'"
    deal = change.null.deal
    if deal != "document" and change.null.trained:
        cure = "Write 'deal: document', or 'trained: 0'"
        yield f"null.trained deals documents, and null.deal is '{deal}'", cure
    if deal != "document" and {early.draw, late.draw} != {deal}:
        cure = f"Write 'draw: {deal}' for both corpora, or 'deal: document'"
        yield f"null.deal is '{deal}', by which they are not drawn", cure
