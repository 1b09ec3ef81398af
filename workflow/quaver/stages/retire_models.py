"""Thin or delete the models of a cell of which all is measured."""

import json
from pathlib import Path

from quaver import store
from quaver.engine.job import Job, run
from quaver.engine.journal import now
from quaver.results.thinned import DoesNotFitError, is_thin_of, thin_file, write_thin
from quaver.results.trained import read_record


def retire_models(job: Job) -> None:
    """Retire the blocks of a cell one by one, and write what became of each."""
    blocks = {record.stem: _retired(job, record) for record in job.inputs}
    freed = sum(x["bytes_trained"] - x["bytes"] for x in blocks.values())
    report = {"wanted": job.spec["models"], "freed": freed, "blocks": blocks}
    text = json.dumps({**report, "time": now()}, indent=1, ensure_ascii=False)
    store.write_text(job.output, f"{text}\n")
    print(f"{freed / 1e6:.1f} MB are freed.", flush=True)


def _retired(job: Job, record: Path) -> dict:
    """What is written of a block: what became of it, room before and now, checksums."""
    files, facts = [record.with_suffix(".h5"), thin_file(record)], read_record(record)
    models, why = "deleted", ""
    if job.spec["models"] == "delete":
        store.remove(*files)
    else:
        models, why = _thinned(job, record)
    size = sum(path.stat().st_size for path in files if path.is_file())
    fate = {"models": models, "why": why, "bytes_trained": facts["bytes"]}
    return fate | {"bytes": size, **{x: facts[x] for x in ("runs", "vectors_sha256")}}


def _thinned(job: Job, record: Path) -> tuple[str, str]:
    # what an earlier try has thinned stays so, and what is gone cannot be thinned
    block = record.with_suffix(".h5")
    if block.is_file():
        try:
            write_thin(record, job.provenance)
        except DoesNotFitError as error:
            print(f"{block}: {error}", flush=True)
            store.remove(thin_file(record))
            return "kept", str(error)
        except store.StoreError as error:  # its record alone says that it was trained
            cure = f"Remove {record} with it, and its runs are trained again."
            raise store.StoreError(f"{error} {cure}") from error
        store.remove(block)
    elif not is_thin_of(record, read_record(record)):
        store.remove(thin_file(record))
        return "deleted", "was deleted before"
    return "thinned", ""


if __name__ == "__main__":
    run(retire_models)
