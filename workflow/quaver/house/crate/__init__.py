"""The description of a finished study as a Workflow Run RO-Crate: JSON-LD.

Entities follow RO-Crate 1.1 and the profiles Process Run Crate 0.5, Workflow Run Crate
0.5 and Workflow RO-Crate 1.0. Every file of the crate is described, and nothing else.
"""

from collections.abc import Iterable
from pathlib import PurePosixPath

from quaver.house import citation
from quaver.house.crate.record import LICENSES, RESULTS, Crate, Packed, entity, ref
from quaver.results.work import Work

METADATA = "ro-crate-metadata.json"
WORKFLOW = "Snakefile"
RUN = "#run"
SPECIFICATION = "https://w3id.org/ro/crate/1.1"
WORKFLOW_CRATE = "https://w3id.org/workflowhub/workflow-ro-crate/1.0"
PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": ("Process Run Crate", "0.5"),
    "https://w3id.org/ro/wfrun/workflow/0.5": ("Workflow Run Crate", "0.5"),
    WORKFLOW_CRATE: ("Workflow RO-Crate", "1.0"),
}
BIOSCHEMAS = "https://bioschemas.org/profiles/ComputationalWorkflow/1.0-RELEASE"
SNAKEMAKE = "https://w3id.org/workflowhub/workflow-ro-crate#snakemake"
AUTHORS = "#authors"
MIT = f"{LICENSES}MIT"
CONTEXT = (
    "https://w3id.org/ro/crate/1.1/context",
    "https://w3id.org/ro/terms/workflow-run/context",
)
FORMATS = {
    **dict.fromkeys((".cff", ".yaml", ".yml"), "application/yaml"),
    **{".bib": "application/x-bibtex", ".h5": "application/x-hdf5"},
    **{".json": "application/json", ".toml": "application/toml"},
    **{".csv": "text/csv", ".md": "text/markdown", ".tex": "application/x-tex"},
    **{".png": "image/png", ".svg": "image/svg+xml"},
    **{".py": "text/x-python", ".rst": "text/x-rst"},
}


def metadata(crate: Crate) -> dict:
    """The crate's description, which stands in it as ro-crate-metadata.json."""
    parts = _heads, _run, _parameters, _data, _standards, _surroundings, _usage, _papers
    return {
        "@context": list(CONTEXT),
        "@graph": [each for part in parts for each in part(crate)],
    }


def _heads(crate: Crate) -> Iterable[dict]:
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
        "citation": ref(*(paper["@id"] for paper in _papers(crate))),
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
        "softwareRequirements": ref(*(each["@id"] for each in _packages(work))),
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
    path = PurePosixPath(file.path)
    facts = {
        # Snakefiles have no ending, and are texts
        "encodingFormat": FORMATS.get(path.suffix, "text/plain"),
        "contentSize": str(file.size),
        "sha256": file.sha256,
    }
    return entity(file.path, "File", path.name, **facts)


def _standards(crate: Crate) -> Iterable[dict]:
    """What the description follows, and the licences of workflow and results."""
    for name, (title, version) in PROFILES.items():
        yield entity(name, "CreativeWork", title, version=version)
    yield entity(SPECIFICATION, "CreativeWork", "RO-Crate", version="1.1")
    yield entity(BIOSCHEMAS, "CreativeWork", "Bioschemas ComputationalWorkflow")
    of = {"description": "The licence of the workflow"}
    yield entity(MIT, "CreativeWork", "MIT License", **of)
    if crate.licence != MIT:
        # no licence is no permission, and nobody may guess one
        title = crate.license or "Not stated: ask who ran the study"
        of = {"description": "The licence of the results"}
        yield entity(crate.licence, "CreativeWork", title, **of)


def _surroundings(crate: Crate) -> Iterable[dict]:
    """Who ran the study, who wrote the workflow, and with what software."""
    for name, (person, _) in zip(crate.people, crate.authors, strict=True):
        yield entity(name, "Person", person)
    yield entity(AUTHORS, "Organization", crate.cited["authors"][0]["name"])
    site = "https://snakemake.github.io"
    release = " and ".join(crate.work.versions.get("snakemake", ()))
    facts = {"url": ref(site), "identifier": SNAKEMAKE, "version": release}
    yield entity(SNAKEMAKE, "ComputerLanguage", "Snakemake", **facts)
    yield entity(site, "WebSite", "Snakemake")
    yield from _packages(crate.work)


def _packages(work: Work) -> Iterable[dict]:
    """Python and packages that were at work, by names that say where they come from."""
    for name, versions in {"Python": work.pythons, **work.versions}.items():
        kind = "generic/python" if name == "Python" else f"pypi/{name}"
        for version in versions:
            url = f"pkg:{kind}@{version}"
            facts = {"softwareVersion": version, "url": url}
            yield entity(url, "SoftwareApplication", name, **facts)


def _usage(crate: Crate) -> Iterable[dict]:
    """Processor time, and the machines with their threads."""
    seconds = round(crate.work.training + crate.work.other, 3)
    rows = [("#cpu", "processor time of all stored results", seconds, "SEC")]
    for host, threads in crate.work.hosts.items():
        rows.append((f"#host-{host}", f"threads of the machine {host}", threads, "NUM"))
    for name, title, value, unit in rows:
        facts = {"propertyID": title.replace(" ", "_"), "value": value}
        facts |= {"unitText": "threads"} if unit == "NUM" else {}
        facts["unitCode"] = f"https://qudt.org/vocab/unit/{unit}"
        yield entity(name, "PropertyValue", title, **facts)


def _papers(crate: Crate) -> Iterable[dict]:
    """What the methods cite, without the software itself."""
    references = citation.references(crate.cited)
    for key in crate.keys:
        if key != citation.QUAVER:
            paper = references[key]
            name = f"https://doi.org/{paper['doi']}" if "doi" in paper else f"#{key}"
            line, year = citation.line(paper), str(paper["year"])
            facts = {"description": line, "datePublished": year}
            yield entity(name, "ScholarlyArticle", paper["title"], **facts)
