"""Which words are asked for of each corpus, read from what is stored."""

from collections.abc import Mapping

from quaver import store
from quaver.house.queries import AskedNumbers, AskedWord

BOTH = "queries, neighbours"


def asked(plan) -> list[AskedNumbers]:
    """Words asked for of every corpus of a plan that is asked for any."""
    cells: dict[str, list] = {}
    for cell in filter(plan.grid.is_asked, plan.grid.cells.values()):
        cells.setdefault(cell.view.corpus, []).append(cell)
    return [_of_corpus(plan, name, cells[name]) for name in sorted(cells)]


def _of_corpus(plan, name: str, cells: list) -> AskedNumbers:
    chosen, why = _chosen(plan, name)
    paths = (cell.measure("queries") for cell in cells)
    path = next(filter(plan.stands, paths), None)
    if path is None:
        words = [AskedWord(asked_by="queries", **one) for one in chosen.values()]
        return AskedNumbers(name, words, note=why or "not measured")
    with store.read(plan.file(path), "queries") as file:
        known, missing = store.texts(file["names"]), _missing(file)
        flags = zip(file["studied"][:], file["listed"][:], strict=True)
        kinds = {word: _by(*pair) for word, pair in zip(known, flags, strict=True)}
    counts = _counts(plan, cells[0].view.corpus_file, known)
    first = [word for word in chosen if word in kinds]
    words = [AskedWord(asked_by=kinds[word], **chosen[word]) for word in first]
    words += [
        AskedWord(word, kinds[word], counts.get(word))
        for word in known
        if word not in chosen
    ]
    return AskedNumbers(name, words, missing, why)


def _missing(file) -> list[AskedWord]:
    """Words that a corpus has not, and what asks for them."""
    studied, listed = (
        store.texts(file[f"unknown_{kind}"]) for kind in ("queries", "neighbours")
    )
    words = sorted({*studied, *listed})
    return [AskedWord(word, _by(word in studied, word in listed)) for word in words]


def _by(studied: bool, listed: bool) -> str:
    return BOTH if studied and listed else "queries" if studied else "neighbours"


def _chosen(plan, name: str) -> tuple[Mapping[str, dict], str]:
    """Words chosen from the topics of a corpus, in this order, and what is missing."""
    if not plan.grid.is_chosen(name):
        return {}, ""
    path = f"queries/{name}.h5"
    if not plan.stands(path):
        return {}, plan.said(f"logs/choose_queries/{name}.log") or "not chosen"
    with store.read(plan.file(path), "chosen") as file:
        words, top = store.texts(file["words"]), file["top_words"][:]
        coherence, why = file["coherence"][:], file.attrs["note"]
        counts, topics = file["occurrences"][:], file["topic"][:]
        names = store.texts(file["queries"])
    found = {
        name: {
            "word": name,
            "occurrences": int(count),
            "topic": int(topic),
            "coherence": float(coherence[topic - 1]),
            "topic_words": [words[row] for row in top[topic - 1]],
        }
        for name, count, topic in zip(names, counts, topics, strict=True)
    }
    return found, why


def _counts(plan, path: str, names: list[str]) -> dict[str, int]:
    """Occurrences of words in a corpus; nothing of a text that is not the study's."""
    if not plan.stands(path):
        return {}
    wanted = {*names}
    with store.read(plan.file(path), "corpus") as file:
        pairs = zip(store.texts(file["words"]), file["counts"][:].tolist(), strict=True)
        return {word: count for word, count in pairs if word in wanted}
