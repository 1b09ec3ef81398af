"""Compare how the overlaps of neighbours order words, over n and between runs."""

from quaver import store
from quaver.engine.job import Job, run
from quaver.measures.consistency import consistency


def measure_consistency(job: Job) -> None:
    """Store the consistency of p@n and j@n of a cell's targets.

    As many runs as are compared two by two elsewhere: Table 2.3 is of 16, as Table 2.8.
    """
    with store.read(job.inputs[0], "neighbours") as lists:
        wanted = slice(2 * job.spec["runs"] or None)  # one half beside the other
        indices, sizes = lists["neighbours"][wanted], lists["sizes"][:]
        numbers = lists["runs"][:]
    found = consistency(indices, sizes.tolist(), job.spec["runs"])
    numbers = numbers[: max(found.runs, 2 * found.half)]
    with store.create(job.output, "consistency", job.provenance) as file:
        file.put("runs", ("runs",), numbers)
        file.put("sizes", ("sizes",), sizes)
        file.put("other_sizes", ("other_sizes",), sizes)
        for name in ("share", "jaccard"):
            over, halves = getattr(found, name), getattr(found, f"halves_{name}")
            for ending, part in (("", "value"), ("_low", "low"), ("_high", "high")):
                square = ("sizes", "other_sizes")
                file.put(f"{name}{ending}", square, getattr(over, part))
                file.put(f"halves_{name}{ending}", ("sizes",), getattr(halves, part))
        file.describe("/", {"runs": found.runs, "half": found.half})


if __name__ == "__main__":
    run(measure_consistency, store.StoreError)
