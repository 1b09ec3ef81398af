"""Archive a finished study: results and workflow in one zip, as a RO-Crate."""

import csv
import hashlib
import io
import json
import shutil
import zipfile
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO

import yaml

from quaver import store
from quaver.engine.carried import carried
from quaver.engine.job import Job, run
from quaver.house import citation
from quaver.house.crate import METADATA, Crate, Packed, metadata
from quaver.results.reader import Results
from quaver.results.trained import read_record
from quaver.results.work import work

HOME = Path(__file__).parents[3]  # the clone the workflow stands in
MANIFEST = ("path", "run", "of", "bytes", "sha256")
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the date of every entry: the earliest a zip has


class ArchiveError(Exception):
    """A study that cannot be archived; says why."""


def archive(job: Job) -> None:
    """Write the crate of a study whose results, all its inputs, stand."""
    results = Results(job.inputs[0])
    refuse_unfinished(results)
    # not by its arguments: of hundreds of files a shell would have too long a command
    files = _files([*job.inputs, *carried(HOME)], results)
    with store.replacing(job.output) as temporary:
        with zipfile.ZipFile(temporary, "w", zipfile.ZIP_DEFLATED) as packed:
            listed = [_packed(packed, name, files[name]) for name in sorted(files)]
            listed.append(_manifest(packed, results))
            crate = _crate(results, sorted(listed))
            for name in crate.folders:
                packed.writestr(_info(name), b"")
            text = json.dumps(metadata(crate), indent=1, ensure_ascii=False) + "\n"
            with _entry(packed, METADATA) as entry:
                entry.write(text.encode())
    print(f"{len(listed) + 1} files are in {job.output}", flush=True)


def refuse_unfinished(results: Results) -> None:
    """Refuse a study of which models are missing."""
    cells = results.grid.cells.values()
    failed = sum(len(block.runs) for cell in cells for block in results.failed(cell))
    if failed:
        planned = sum(cell.runs for cell in cells)
        raise ArchiveError(
            f"the study {results.study.study} is not finished: {failed} of {planned} "
            "models are missing; run snakemake until none is, then archive it."
        )


def _files(inputs: Iterable[Path], results: Results) -> dict[str, Path]:
    """Inputs and files in their folders, by their paths in the crate."""
    study, root, files = results.study.study, results.root.resolve(), {}
    folders = (path.rglob("*") if path.is_dir() else [path] for path in inputs)
    for file in chain.from_iterable(folders):
        if file.is_file() and file.name[0] != ".":  # what Snakemake hides is left out
            whole = file.resolve()
            if whole.is_relative_to(root):
                name = Path("results", study) / whole.relative_to(root)
            else:
                name = whole.relative_to(HOME.resolve())
            files[name.as_posix()] = file
    return files


def _packed(packed: zipfile.ZipFile, name: str, path: Path) -> Packed:
    with _entry(packed, name) as entry, path.open("rb") as file:
        shutil.copyfileobj(file, entry, 1 << 20)
    return Packed(name, *_digested(path))


def _manifest(packed: zipfile.ZipFile, results: Results) -> Packed:
    name = f"results/{results.study.study}/manifest.csv"
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([MANIFEST, *outside(results)])
    rows = text.getvalue().encode()
    with _entry(packed, name) as entry:
        entry.write(rows)
    return Packed(name, len(rows), hashlib.sha256(rows).hexdigest())


def outside(results: Results) -> Iterator[tuple]:
    """What is too large for a crate: path, run, what was digested, bytes, SHA-256."""
    # of models and averages the vectors, which were digested when these were made: so
    # terabytes are not read, and models that are retired are listed too
    for block in results.grid.blocks.values():
        record = read_record(results.file(block.record))
        for run_, checksum in zip(block.runs, record["vectors_sha256"], strict=True):
            yield block.file, run_, "vectors", record["bytes"], checksum
        yield block.record, "", "file", *_digested(results.file(block.record))
    models = {block.file for block in results.grid.blocks.values()}
    for rule, paths in results.grid.files().items():
        for path in filter(results.stands, paths):
            file = results.file(path)
            if rule == "average_spaces":
                with results.read(path, "averages") as averages:
                    checksum = averages.attrs["vectors_sha256"]
                yield path, "", "vectors", file.stat().st_size, checksum
            elif path not in models:
                yield path, "", "file", *_digested(file)


def _digested(path: Path) -> tuple[int, str]:
    """Bytes and SHA-256 of a file."""
    with path.open("rb") as file:
        checksum = hashlib.file_digest(file, "sha256").hexdigest()
    return path.stat().st_size, checksum


def _entry(packed: zipfile.ZipFile, name: str) -> IO[bytes]:
    """An entry of the zip to write to; it bears no time of its own."""
    return packed.open(_info(name), "w", force_zip64=True)


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, LONG_AGO)
    info.external_attr = (0o40755 << 16 | 0x10) if name.endswith("/") else 0o644 << 16
    stored = name.endswith(".png")  # it is packed already
    info.compress_type = zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED
    return info


def _crate(results: Results, files: list[Packed]) -> Crate:
    cited = yaml.safe_load((HOME / "CITATION.cff").read_text(encoding="utf-8"))
    text = results.file("methods.bib").read_text(encoding="utf-8")
    return Crate(
        study=results.study.study,
        files=files,
        inputs=list(_inputs(results)),
        work=work(results),
        cited=cited,
        keys=[key for key in citation.references(cited) if f"{{{key}," in text],
        models=sum(cell.runs for cell in results.grid.cells.values()),
        authors=[(x.name, x.orcid) for x in results.study.archive.authors],
        license=results.study.archive.license,
    )


def _inputs(results: Results) -> Iterator[tuple[str, str, str]]:
    """What the study read and the crate has not: name, what it is, checksum."""
    for text in results.corpora():
        described = f"Text of the corpus {text.corpus}: {text.origin}"
        yield f"text-{text.corpus}", described, text.checksum
    for name, technique in results.study.techniques.items():
        if results.grid.is_external(name):
            for path in technique.parameters.files:
                described = f"Space of the technique {name}, trained elsewhere"
                yield f"space-{name}-{Path(path).name}", described, ""
    sets, asked = results.study.analyses.quality.sets, results.study.analyses.similarity
    table = {"baseline": asked.baseline} if results.grid.measured["scored"] else {}
    for name, entry in {**table, **sets}.items():
        described = f"Evaluation set {name} in the format {entry.format}: {entry.path}"
        yield f"set-{name}", described, ""


if __name__ == "__main__":
    run(archive, ArchiveError)
