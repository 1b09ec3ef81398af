"""Choose the query words of a corpus from the topics of its text."""

import json
from collections.abc import Sequence

import numpy as np

from quaver import store
from quaver.corpora.topics import Choice, Topics, chosen, find_topics
from quaver.engine.job import Job, run
from quaver.results.views import read_view


def choose_queries(job: Job) -> None:
    """Store the words chosen, all topics, and what they were found with."""
    (path,), settings = job.inputs, job.spec["topics"]
    view = read_view(path, "document", 1.0)
    with store.read(path, "corpus") as file:
        counts = file["counts"][:]
    topics = find_topics(view, settings, job.spec["seed"])
    is_long = np.array([len(w) >= settings["letters"] for w in view.words], dtype=bool)
    allowed = (counts >= settings["least_count"]) & is_long
    choices = chosen(topics, allowed, settings["words"])
    note = _shortage(topics, choices, settings)
    print(note or f"{len(choices)} words of {len(topics)} topics", flush=True)
    with store.create(job.output, "chosen", job.provenance) as file:
        rows = np.array([choice.word for choice in choices], dtype=np.int64)
        numbers = np.array([choice.topic + 1 for choice in choices], dtype=np.int64)
        file.put("queries", ("queries",), [view.words[row] for row in rows])
        file.put("occurrences", ("queries",), counts[rows])
        file.put("topic", ("queries",), numbers)
        _put_topics(file, topics, view.words)
        facts = {"settings": json.dumps(settings, sort_keys=True)}
        facts |= {"seed": job.spec["seed"], "documents": topics.documents}
        facts |= {"tokens": topics.tokens, "likelihood": topics.likelihood}
        file.describe("/", facts | {"note": note})


def _shortage(topics: Topics, choices: Sequence[Choice], settings: dict) -> str:
    if len(choices) == settings["words"]:
        return ""
    return (
        f"{len(choices)} of {settings['words']} words: {len(topics)} topics of "
        f"{topics.documents} documents, and words from {settings['least_count']} "
        f"occurrences and {settings['letters']} letters"
    )


def _put_topics(file: store.Writer, topics: Topics, words: Sequence[str]) -> None:
    """All topics by number, from 1: rows of `words`, the words of any of them."""
    listed, rows = np.unique(topics.words, return_inverse=True)
    file.put("words", ("words",), [words[row] for row in listed])
    file.put("topics", ("topics",), np.arange(1, len(topics) + 1))
    file.put("top_words", ("topics", "ranks"), rows.reshape(topics.words.shape))
    file.put("probabilities", ("topics", "ranks"), topics.probabilities)
    file.put("coherence", ("topics",), topics.coherence)
    file.put("alpha", ("topics",), topics.alpha)


if __name__ == "__main__":
    run(choose_queries)
