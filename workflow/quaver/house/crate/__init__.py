"""The description of a finished study as a Workflow Run RO-Crate: JSON-LD.

Entities follow RO-Crate 1.1 and the profiles Process Run Crate 0.5, Workflow Run Crate
0.5 and Workflow RO-Crate 1.0. Every file of the crate is described, and nothing else.
"""

from collections.abc import Iterable

from quaver.house import citation
from quaver.house.crate.around import id_of, package, packages, surroundings
from quaver.house.crate.parts import (
    file_of,
    files,
    folders,
    folders_of,
    input_of,
    parameter,
    parameters,
    results_of,
)
from quaver.house.crate.record import (
    AUTHORS,
    BIOSCHEMAS,
    CONTEXT,
    METADATA,
    MIT,
    PROFILES,
    RUN,
    SNAKEMAKE,
    SPECIFICATION,
    WORKFLOW,
    WORKFLOW_CRATE,
    Crate,
    Packed,
    ref,
)

__all__ = ["METADATA", "Crate", "Packed", "folders_of", "metadata"]


def metadata(crate: Crate) -> dict:
    """The crate's description, which stands in it as ro-crate-metadata.json."""
    entities = [
        *_heads(crate),
        _workflow(crate),
        _run(crate),
        *parameters(crate),
        *files(crate),
        *folders(crate),
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
    papers = [id_of(key, crate) for key in crate.keys if key != citation.QUAVER]
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
        "citation": ref(*papers),
        "hasPart": ref(*_top(crate)),
    }


def _top(crate: Crate) -> list[str]:
    """What hangs on the root itself: files in no described folder, and the folders."""
    folders = folders_of(crate)
    loose = [f.path for f in crate.files if not f.path.startswith(tuple(folders))]
    return [*loose, *folders]


def _workflow(crate: Crate) -> dict:
    software = [package(*each)["@id"] for each in packages(crate.work)]
    return {
        **file_of(next(file for file in crate.files if file.path == WORKFLOW)),
        "@type": ["File", "SoftwareSourceCode", "ComputationalWorkflow"],
        "name": "Quaver",
        "description": crate.cited["abstract"],
        "version": " and ".join(crate.work.quaver),
        "license": ref(MIT),
        "creator": ref(AUTHORS),
        "conformsTo": ref(BIOSCHEMAS),
        "programmingLanguage": ref(SNAKEMAKE),
        "softwareRequirements": ref(*software),
        "input": ref("#study", *(["#inputs"] if crate.inputs else [])),
        "output": ref(*(parameter(name) for name in results_of(crate))),
    }


def _run(crate: Crate) -> dict:
    work = crate.work
    inputs = [f"{crate.root}study.yaml", *(input_of(each[0]) for each in crate.inputs)]
    commits = f" Commits: {', '.join(work.commits)}." if work.commits else ""
    return {
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
        "object": ref(*inputs),
        "result": ref(*(f"{crate.root}{name}" for name in results_of(crate))),
        "resourceUsage": ref("#cpu", *(f"#host-{name}" for name in work.hosts)),
    }
