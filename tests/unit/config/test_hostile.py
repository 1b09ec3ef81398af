"""Values that no honest study holds: one short sentence, and no other exception."""

import json
import random
from contextlib import suppress
from copy import deepcopy
from datetime import date

from quaver.config import ConfigError, as_written, understand
from quaver.config.schema import study_schema

SCHEMA = study_schema()
DEEP, WIDE = [], ["x"]
for _ in range(1000):
    DEEP = [DEEP]
for _ in range(40):
    WIDE = [WIDE] * 10  # a billion laughs of aliases
ENDLESS = []
ENDLESS.append(ENDLESS)
VALUES = [
    *(10**20, -(10**20), 10**400, 1 << 20_000, 1e300, float("nan"), float("-inf")),
    *(None, True, 0, -1, 0.5, "", " ", "7", "1e9", "١٢", "x" * 5000, "ж" * 300),
    *(
        "mine\n",
        "a\0b",
        "\x1b[31mred",
        "\ud800",
        "a\u2028b",
        "\u202etxt",
        "w\u043erd2vec",
    ),
    *("2020-13-45", "../../etc", "$(touch x)", date(2020, 1, 1), b"bytes", {"a", "b"}),
    *([], {}, [[]], [1, "1", 1.5], ["x", "x"], [None], {"a": {"b": {}}}, {1: 2}),
    *({None: 1}, {(1, 2): 3}, {True: 1, "a": 2}, {"a\n": 1}, {"k" * 5000: 1}),
    *(DEEP, {"a": DEEP}, WIDE, ENDLESS, object, [float("nan")], ["a\0"], 3 + 4j),
]

YEARS = {"kind": "periods", "of": {"kind": "sotu"}, "by": "date"}
SHOW = "cannot be shown. Write it without"
LARGE = "but no key wants so large a number. Write a smaller one."
SENTENCES = [
    (
        *("techniques.w.window", 10**20),
        "got 100000000000000000000, but at most 1000000 is wanted. Write for example "
        "'window: 5'.",
    ),
    ("seed", int("7" * 400), f"got {'7' * 38}...{'7' * 39}, {LARGE}"),
    ("seed", 1 << 20_000, f"got a number of thousands of digits, {LARGE}"),
    ("study", "mine\n", f"got 'mine\\n', but its character U+000A {SHOW} U+000A."),
    (
        *("study", "x" * 81),
        f"got '{'x' * 38}...{'x' * 39}', but at most 80 characters are "
        "wanted. Write for example 'study: my_study'.",
    ),
    (
        *("study", "\u043cine"),
        "got '\u043cine' (with CYRILLIC SMALL LETTER EM), but it must match "
        "^[A-Za-z0-9][A-Za-z0-9_-]*$. Write for example 'study: my_study'.",
    ),
    (
        *("runs", 10**9),
        "got 1000000000, but at most 10000 is wanted. Write for example 'runs: 8'.",
    ),
    (
        *("corpora.mine.source", YEARS | {"periods": {"a": ["2020-13-45", "2021"]}}),
        "got '2020-13-45', but the calendar has no such day. Write for example "
        "'1950-01-31'.",
    ),
    (
        "corpora.mine.source",
        YEARS | {"periods": {"from": 0, "to": 9999, "every": 1}},
        "got 1, but 10000 would be; at most 1000 periods are wanted. Write a larger "
        "'every:'.",
    ),
    (
        *("corpora.mine.source", {"kind": "sotu", "where": {"year": [float("nan")]}}),
        "got nan, but a text, a number or a date is wanted. Write for example '[1946, "
        "2026]'.",
    ),
    (
        *("techniques.w.sweep", {"vary": {"sample": [float("inf")]}}),
        "got inf, but a number or a text or true or false is wanted. Write for example "
        "'sample: [5]'.",
    ),
    (
        "techniques.w.sweep",
        {"vary": {"window": list(range(1, 1000)), "epochs": [1, 2]}},
        "got '1998 techniques', but a sweep makes at most 1000. Write fewer values.",
    ),
    (
        *("analyses", DEEP),
        "got values that are nested more than 20 deep. Write the keys that "
        "docs/study.md shows.",
    ),
    (
        *("corpora.mine.source.path", "a\0b"),
        f"got 'a\\x00b', but its character U+0000 {SHOW} U+0000.",
    ),
    (
        *("corpora", {"k" * 300: {}}),
        f"got the name '{'k' * 38}...{'k' * 39}', but a name has at most "
        "120 characters. Write a shorter one.",
    ),
]


def outcome(written):
    """The sentence a study is refused with; "" where it is understood."""
    try:
        study = understand(written, SCHEMA)
    except ConfigError as error:
        return str(error)
    json.dumps(as_written(study), ensure_ascii=False, allow_nan=False).encode()
    return ""


def is_short(sentence):
    """One line of printable characters, which ends as sentences do."""
    is_line = sentence.isprintable() and sentence.endswith(".")
    return is_line and len(sentence) <= 700 and "x" * 81 not in sentence


def spots(value, above=()):
    """Where anything stands in nested mappings and lists."""
    inner = value.items() if isinstance(value, dict) else ()
    inner = enumerate(value) if isinstance(value, list) else inner
    for key, part in inner:
        yield (*above, key)
        yield from spots(part, (*above, key))


def mutated(study, places, draw):
    """A study with hostile values in place of some, or under keys it lacks."""
    for *parents, last in draw.sample(places, draw.choice([1, 1, 1, 2])):
        holder = study
        with suppress(LookupError, TypeError):  # what held it was replaced before
            for parent in parents:
                holder = holder[parent]
            if isinstance(holder, dict) and draw.random() < 0.2:
                last = draw.choice([1, None, "k\0", "k" * 5000, "ключ", 2.5])
            holder[last] = draw.choice(VALUES)
    return study


def test_what_no_study_holds_is_told_in_a_sentence(minimal, put):
    sentences = []
    for spot, value, _ in SENTENCES:
        study = deepcopy(minimal)
        put(study, spot, value)
        sentences.append(outcome(study).partition(": ")[2])
    assert sentences == [sentence for *_, sentence in SENTENCES]


def test_whatever_a_study_holds_it_is_understood_or_refused_in_a_sentence(full):
    full["corpora"]["mine"] = {
        "language": "en",
        "source": {
            "kind": "periods",
            "of": {"kind": "sotu", "where": {"party": ["Whig"]}},
            "periods": {"early": [1790, 1845], "late": ["1946-01-01", "1980-12-31"]},
            "by": "date",
        },
    }
    full["corpora"]["mine"]["source"]["periods"]["early"] = ["1790", "1845-02"]
    full["techniques"]["w"]["sweep"] = {"vary": {"epochs": [2, 3], "sample": [0.1]}}
    full["analyses"]["neighbours"] = {"words": {"hindi": ["एक"], "folder": "w.txt"}}
    full["more_runs"] = [{"techniques": ["g"], "runs": 20, "fractions": [0.5]}]
    assert outcome(full) == ""
    draw, wrong, refused = random.Random(20261119), [], 0
    places = list(spots(full))
    for number in range(400):
        study = mutated(deepcopy(full), places, draw)
        try:
            sentence = outcome(study)
        except Exception as error:
            wrong.append((number, f"{type(error).__name__}: {error}"[:200]))
            continue
        refused += sentence != ""
        if sentence and not is_short(sentence):
            wrong.append((number, len(sentence), sentence[:900]))
    assert not wrong, f"{len(wrong)} of 400: {wrong[:12]}"
    assert 300 < refused < 400
