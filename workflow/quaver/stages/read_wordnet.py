"""Read WordNet once: nouns and verbs, what stands above them, and their words."""

from quaver import store
from quaver.corpora.reading import SourceError
from quaver.corpora.wordnet import Part, read
from quaver.engine.job import Job, run


def read_wordnet(job: Job) -> None:
    """Store what similarity is compared with; a package is fetched and not kept."""
    with store.scratch(job.output) as work:
        parts = read(job.spec["source"], work)
    with store.create(job.output, "wordnet", job.provenance) as file:
        file.put("parts", ("parts",), [*parts])
        file.put("depth", ("parts",), [part.depth for part in parts.values()])
        file.put("is_rooted", ("parts",), [part.is_rooted for part in parts.values()])
        for name, part in parts.items():
            _put(file, name, part)
            words = len(part.lexicon.lemmas)
            print(f"{len(part.synsets)} synsets of {words} {name}s", flush=True)


def _put(file: store.Writer, name: str, part: Part) -> None:
    """Write a part of speech into its group."""
    lexicon = part.lexicon
    file.put(f"{name}/synsets", ("synsets",), part.synsets)
    file.put(f"{name}/parent_offsets", ("synset_edges",), part.parent_offsets)
    file.put(f"{name}/parents", ("links",), part.parents)
    file.put(f"{name}/lemmas", ("lemmas",), lexicon.lemmas)
    file.put(f"{name}/sense_offsets", ("lemma_edges",), lexicon.sense_offsets)
    file.put(f"{name}/senses", ("lemma_senses",), lexicon.senses)
    file.put(f"{name}/exceptions", ("exceptions",), lexicon.exceptions)
    ends, lemmas = lexicon.exception_offsets, lexicon.exception_lemmas
    file.put(f"{name}/exception_offsets", ("exception_edges",), ends)
    file.put(f"{name}/exception_lemmas", ("listed_lemmas",), lemmas)


if __name__ == "__main__":
    run(read_wordnet, SourceError)
