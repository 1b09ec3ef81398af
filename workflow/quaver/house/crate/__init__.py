"""The description of a finished study as a Workflow Run RO-Crate: JSON-LD.

Entities follow RO-Crate 1.1 and the profiles Process Run Crate 0.5, Workflow Run Crate
0.5 and Workflow RO-Crate 1.0. Every file of the crate is described, and nothing else.
"""

from collections.abc import Iterable
from pathlib import PurePosixPath

from quaver.house.crate.around import packages, papers, surroundings
from quaver.house.crate.record import (
    AUTHORS,
    BIOSCHEMAS,
    MIT,
    PROFILES,
    RESULTS,
    SNAKEMAKE,
    SPECIFICATION,
    WORKFLOW_CRATE,
    Crate,
    Packed,
    entity,
    ref,
)

__all__ = ["METADATA", "Crate", "Packed", "metadata"]

METADATA = "ro-crate-metadata.json"
WORKFLOW = "Snakefile"
RUN = "#run"
CONTEXT = (
    "https://w3id.org/ro/crate/1.1/context",
    "https://w3id.org/ro/terms/workflow-run/context",
)
FORMATS = {
    ".bib": "application/x-bibtex",
    ".cff": "application/yaml",
    ".csv": "text/csv",
    ".h5": "application/x-hdf5",
    ".json": "application/json",
    ".md": "text/markdown",
    ".png": "image/png",
    ".py": "text/x-python",
    ".rst": "text/x-rst",
    ".svg": "image/svg+xml",
    ".tex": "application/x-tex",
    ".toml": "application/toml",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
}


def metadata(crate: Crate) -> dict:
    """The crate's description, which stands in it as ro-crate-metadata.json."""
    entities = [
        *_heads(crate),
        *_run(crate),
        *_parameters(crate),
        *_data(crate),
        *surroundings(crate),
    ]
    return {"@context": list(CONTEXT), "@graph": entities}


def _heads(crate: Crate) -> Iterable[dict]:
    """The descriptor and the root."""
    yield {
        "@id": METADATA,
        "@type": "CreativeWork",
        "about": ref("./"),
        "conformsTo": ref(SPECIFICATION, WORKFLOW_CRATE),
    }
    # what hangs on the root itself: files in no described folder, and the folders
    folders = tuple(crate.folders)
    loose = [f.path for f in crate.files if not f.path.startswith(folders)]
    yield {
        "@id": "./",
        "@type": "Dataset",
        "name": f"The study {crate.study}, run with Quaver",
        "description": f"How much word embeddings waver when their training is "
        f"repeated: {crate.models:,} models of the study {crate.study}, with the "
        "workflow that trained and measured them. To run it again, unpack this "
        f"archive and call snakemake with --configfile {crate.root}study.yaml.",
        "datePublished": crate.work.finished[:10],
        "license": ref(crate.licence),
        **({"author": ref(*crate.people)} if crate.people else {}),
        "conformsTo": ref(*PROFILES),
        "mainEntity": ref(WORKFLOW),
        "mentions": ref(RUN),
        "citation": ref(*(paper["@id"] for paper in papers(crate))),
        "hasPart": ref(*loose, *folders),
    }


def _run(crate: Crate) -> Iterable[dict]:
    """The workflow, and what it did."""
    work = crate.work
    yield {
        **_file(next(file for file in crate.files if file.path == WORKFLOW)),
        "@type": ["File", "SoftwareSourceCode", "ComputationalWorkflow"],
        "name": "Quaver",
        "description": crate.cited["abstract"],
        "version": " and ".join(work.quaver),
        "license": ref(MIT),
        "creator": ref(AUTHORS),
        "conformsTo": ref(BIOSCHEMAS),
        "programmingLanguage": ref(SNAKEMAKE),
        "softwareRequirements": ref(*(each["@id"] for each in packages(work))),
        "input": ref("#study", *(["#inputs"] if crate.inputs else [])),
        "output": ref(*map(_parameter, crate.results)),
    }
    commits = f" Commits: {', '.join(work.commits)}." if work.commits else ""
    inputs = [f"#input-{name}" for name, _, _ in crate.inputs]
    yield {
        "@id": RUN,
        "@type": "CreateAction",
        "name": f"The run of the study {crate.study}",
        "description": f"From the first stored result to the last, on "
        f"{', '.join(work.hosts)}; ledger.csv has each model's.{commits}",
        "startTime": work.started,
        "endTime": work.finished,
        "actionStatus": "http://schema.org/CompletedActionStatus",
        "instrument": ref(WORKFLOW),
        **({"agent": ref(*crate.people)} if crate.people else {}),
        "object": ref(f"{crate.root}study.yaml", *inputs),
        "result": ref(*(f"{crate.root}{name}" for name in crate.results)),
        "resourceUsage": ref("#cpu", *(f"#host-{name}" for name in work.hosts)),
    }


def _parameter(name: str) -> str:
    """What the parameter is called that a result is the value of."""
    return f"#{name.strip('/').replace('.', '-')}"


def _parameters(crate: Crate) -> Iterable[dict]:
    """What goes into the workflow and comes out of it, and the values of this run."""

    def formal(name: str, what: str, *values: str, kind: str = "File") -> dict:
        facts = {"description": what, "additionalType": kind, "valueRequired": True}
        facts["workExample"] = ref(*values)
        return entity(_parameter(name), "FormalParameter", name.strip("/"), **facts)

    what = "Corpora, techniques, samplings, runs and analyses, every default filled in"
    yield formal("study", what, f"{crate.root}study.yaml")
    if crate.inputs:
        ids = [f"#input-{name}" for name, _, _ in crate.inputs]
        what = "Texts, spaces and evaluation sets the study names; not in this crate"
        yield formal("inputs", what, *ids, kind="PropertyValue")
    for name in crate.results:
        kind = "Dataset" if name.endswith("/") else "File"
        yield formal(name, RESULTS[name], f"{crate.root}{name}", kind=kind)
    for name, description, checksum in crate.inputs:
        facts = {
            "description": description,
            # without a checksum the name is all that tells what was read
            "propertyID": "sha256" if checksum else "name",
            "value": checksum or name,
            "exampleOfWork": ref("#inputs"),
        }
        yield entity(f"#input-{name}", "PropertyValue", name, **facts)


def _data(crate: Crate) -> Iterable[dict]:
    """All files but the workflow's main one, and the folders with what is in them."""
    values = {f"{crate.root}{name}": _parameter(name) for name in crate.results}
    values[f"{crate.root}study.yaml"] = "#study"
    for file in crate.files:
        if file.path != WORKFLOW:
            of = values.get(file.path)
            about = {"about": ref("./")} if file.path == "README.md" else {}
            yield _file(file) | ({"exampleOfWork": ref(of)} if of else {}) | about
    for folder in crate.folders:
        name = folder.removeprefix(crate.root)
        parts = [file.path for file in crate.files if file.path.startswith(folder)]
        facts = {"description": RESULTS[name], "exampleOfWork": ref(values[folder])}
        yield entity(folder, "Dataset", name.strip("/"), **facts, hasPart=ref(*parts))


def _file(file: Packed) -> dict:
    """A file with its size and checksum."""
    path = PurePosixPath(file.path)
    facts = {
        # Snakefiles have no ending, and are texts
        "encodingFormat": FORMATS.get(path.suffix, "text/plain"),
        "contentSize": str(file.size),
        "sha256": file.sha256,
    }
    return entity(file.path, "File", path.name, **facts)
