"""Parts of an encoded text that a study's changes are compared with: controls.

Periods of a source with `encode: together` are parts of one encoded text. Random
batches, documents dealt anew, planted halves and two periods as one text are others;
`analyses.change` asks for them, and each stands as a corpus of its own, so that it is
trained like any other.
"""

from collections.abc import Iterator, Mapping

from quaver.config.errors import wrong

# A part of an encoded text: one period, or documents by chance, to compare it with.
PERIOD = "period"  # the kind of part that is no control
PARTS = PERIOD, "batches", "like_periods", "dealt", "planted", "referenced"
PART = f"""
type: object
additionalProperties: false
required: [kind]
properties:
  kind: {{enum: [{", ".join(PARTS)}], examples: [period], description:
    "period; documents by chance: batches, like_periods, dealt, planted; or those of
    two periods, whose words bear their names: referenced."}}
  name: {{type: string, examples: [early], description: Which period.}}
  names: {{type: array, items: {{type: string, examples: [early]}}, examples:
    ["[early, late]"], description: Of which periods.}}
  number: {{type: integer, minimum: 0, examples: [1], description: Which of them.}}
"""
CONTROLS = "batches", "like_periods"
PREFIXES = {"batches": "batch", "like_periods": "like"}


def parts_of(corpora: Mapping, text: str) -> dict[str, Mapping]:
    """The periods of an encoded text, in order, by the names of their corpora."""
    own = {name: x for name, x in corpora.items() if x.get("part_of") == text}
    return {name: x for name, x in own.items() if x["part"]["kind"] == PERIOD}


def with_controls(corpora: Mapping, changes: Mapping) -> dict[str, Mapping]:
    """Corpora, and after them the controls that changes are compared with.

    A study as written down has them already: they come out the same.
    """
    every = dict(corpora)
    for name, change in changes.items():
        for control, part in _controls(corpora, name, change):
            where = f"analyses.change.{name}"
            text = corpora[change["pairs"][0][0]]
            made = {**text, "series": "", "period": "", "part": part}
            if every.setdefault(control, made) != made:
                why = f"'{control}' would be the name of a part of it"
                raise wrong(where, name, why, "Write another name for that corpus")
    return every


def everywhere(techniques: Mapping, corpora: Mapping) -> dict[str, Mapping]:
    """Techniques trained on a series are trained on all periods of it, and controls."""
    parts: dict[str, list[str]] = {}
    for name, corpus in corpora.items():
        series = corpus.get("part_of") or corpus.get("series")
        parts.setdefault(series if series not in corpora else None, []).append(name)
    made = {}
    for name, each in techniques.items():
        listed = [parts.get(x) or [x] for x in each.get("corpora", ())]
        own = {"corpora": list(dict.fromkeys(sum(listed, [])))} if listed else {}
        made[name] = {**each, **own}
    return made


def _controls(corpora: Mapping, name: str, change: Mapping) -> Iterator[tuple]:
    """Names and parts of the controls of one entry of analyses.change."""
    # pairs of no series, or of what is no corpus: refused later, as what they are
    if isinstance(change["pairs"], str):
        return
    named = sum(change["pairs"], [])
    if not {*named} <= corpora.keys():
        return
    wanted = _wanted(change)
    first = change["pairs"][0]
    texts = {corpora[x].get("part_of", "") for x in named}
    text = texts.pop()
    if wanted and (texts or not text):
        why = "it needs periods that are parts of one encoded text"
        cure = "Write 'encode: together' for the corpus, and pairs of its periods"
        key, got = next(iter(wanted.items()))
        raise wrong(f"analyses.change.{name}.{key}", got, why, cure)
    if not wanted:
        return
    periods = parts_of(corpora, text)
    label = {x: periods[x]["part"]["name"] for x in periods}
    for kind in _laws(change):
        for number, period in enumerate(periods):
            tail = label[period] if kind == "like_periods" else str(number + 1)
            part = {"kind": kind, "number": number, "names": [*label.values()]}
            yield f"{text}_{PREFIXES[kind]}{tail}", part
    for names in ([label[x] for x in pair] for pair in change["pairs"]):
        of_both = f"{text}_{'_'.join(names)}"
        for number in (0, 1) if (change.get("null") or {}).get("trained") else ():
            part = {"kind": "dealt", "number": number, "names": names}
            yield f"{of_both}_dealt{number + 1}", part
        if change.get("referenced"):
            yield f"{of_both}_referenced", {"kind": "referenced", "names": names}
    if (change.get("truth") or {}).get("format") == "planted":
        for number in (0, 1):
            part = {"kind": "planted", "number": number, "name": label[first[1]]}
            yield f"{text}_half{number + 1}", part


def _wanted(change: Mapping) -> dict[str, object]:
    """Keys of an entry that need parts of one encoded text, and what they ask for."""
    truth = (change.get("truth") or {}).get("format", "")
    keys = {
        "laws.control": _laws(change),
        "null.trained": (change.get("null") or {}).get("trained"),
        "referenced": change.get("referenced"),
        "truth": truth * (truth == "planted"),
    }
    return {key: got for key, got in keys.items() if got}


def _laws(change: Mapping) -> tuple[str, ...]:
    """Kinds of controls that the laws of an entry are compared with."""
    laws = change.get("laws")
    return () if laws is None else tuple(laws.get("control", CONTROLS))
