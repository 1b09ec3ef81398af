"""Write one run or average as word2vec text or binary."""

from itertools import islice
from pathlib import Path

import numpy as np

from quaver import store
from quaver.engine.job import Job, run
from quaver.results.blocks import checksum, settled
from quaver.results.stored import space_of
from quaver.results.thinned import KIND, is_thin_of, thin_file
from quaver.results.trained import read_record
from quaver.spaces.export import as_word2vec
from quaver.stages.train_block import named, sampler, train_run, viewed
from quaver.trainers import TrainingError
from quaver.trainers.vectors import collect


def export_space(job: Job) -> None:
    """Export one space: an average, or a run, of which spec says how it was trained."""
    if "training" in job.spec:
        words, vectors = _run(job.inputs, job.spec)
    else:  # the average that starts with a run
        words, vectors = _stored(job.inputs[0], "averages", job.spec["run"])
    with store.replacing(job.output) as temporary:
        with temporary.open("wb") as file:
            file.writelines(as_word2vec(words, vectors, job.spec["binary"]))


def _run(inputs: list[Path], spec: dict) -> tuple[list[str], np.ndarray]:
    """Of a run, by the record of its block: as trained, or thinned, or made again."""
    *corpus, record = inputs
    block, thin = record.with_suffix(".h5"), thin_file(record)
    if block.is_file():
        return _stored(block, "models", spec["run"])
    if not thin.is_file():
        return _again(corpus, record, spec)
    if not is_thin_of(record, read_record(record)):
        raise store.StoreError(
            f"{thin} is not of the models that were trained last: remove it and export "
            "again."
        )
    print(f"{block} was thinned: its numbers have 11 binary digits.", flush=True)
    return _stored(thin, KIND, spec["run"])


def _stored(path: Path, kind: str, number: int) -> tuple[list[str], np.ndarray]:
    """Present words and vectors of a space of a file."""
    with store.read(path, kind) as file:
        numbers = file["runs"][:].tolist()
        if number not in numbers:
            raise ValueError(
                f"{path} holds no space number {number}: choose among "
                f"{', '.join(map(str, numbers))} (an average has its first run's)"
            )
        return space_of(file, numbers.index(number))[:2]


def _again(corpus: list[Path], record: Path, spec: dict) -> tuple:
    """Of models that were deleted: the run is made again, for this export only."""
    facts, number, training = read_record(record), spec["run"], spec["training"]
    print(f"Run {number} was deleted: it is made again for this export.", flush=True)
    if "files" in training:
        words, spaces = collect(training["files"], training["format"])
        space = next(islice(spaces, number - 1, None))
    else:
        if not corpus:  # deleted since this job was planned, by no rule of the study
            raise store.StoreError(
                f"the models of {record} are gone: export the run once more, and it "
                "is made again."
            )
        view = viewed(training, corpus[0])
        seeds = training["sample_seeds"][0], training["trainer_seeds"][0]
        sample_of = sampler(training, corpus[0], view)
        space = train_run(training, view, number, seeds, sample_of=sample_of)
        _, words = named(training, view)
    vectors, present = settled(space)
    if checksum(vectors) != facts["vectors_sha256"][facts["runs"].index(number)]:
        print("Its bits differ from those it had (another processor?).", flush=True)
    return [words[k] for k in np.flatnonzero(present)], vectors[present]


if __name__ == "__main__":
    run(export_space, TrainingError, ValueError)
