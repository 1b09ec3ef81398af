"""The description of a finished study as a Workflow Run RO-Crate: JSON-LD.

It follows RO-Crate 1.1 and PROFILES. Every file of the crate is described, no other.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import NamedTuple

from quaver.house import citation
from quaver.results.work import Work

METADATA = "ro-crate-metadata.json"
WORKFLOW = "Snakefile"
RUN = "#run"
SPECIFICATION = "https://w3id.org/ro/crate/1.1"
RUN_TERMS = "https://w3id.org/ro/terms/workflow-run/context"
WORKFLOW_CRATE = "https://w3id.org/workflowhub/workflow-ro-crate/1.0"
PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": ("Process Run Crate", "0.5"),
    "https://w3id.org/ro/wfrun/workflow/0.5": ("Workflow Run Crate", "0.5"),
    WORKFLOW_CRATE: ("Workflow RO-Crate", "1.0"),
}
BIOSCHEMAS = "https://bioschemas.org/profiles/ComputationalWorkflow/1.0-RELEASE"
SNAKEMAKE = "https://w3id.org/workflowhub/workflow-ro-crate#snakemake"
AUTHORS = "#authors"
LICENSES = "https://spdx.org/licenses/"
MIT = f"{LICENSES}MIT"
FORMATS = dict.fromkeys((".cff", ".yaml", ".yml"), "application/yaml")
FORMATS |= {".bib": "application/x-bibtex", ".h5": "application/x-hdf5"}
FORMATS |= {".json": "application/json", ".toml": "application/toml"}
FORMATS |= {".csv": "text/csv", ".md": "text/markdown", ".tex": "application/x-tex"}
FORMATS |= {".png": "image/png", ".svg": "image/svg+xml"}
FORMATS |= {".py": "text/x-python", ".rst": "text/x-rst"}


# A result of the study, below its folder: what it is.
RESULTS = {
    "README.md": "The index: what is here, in the order of use",
    "tables/": "Tables, as CSV, Markdown and LaTeX",
    "figures/": "Figures, as SVG and PNG",
    "papers/": "Replications of papers, published numbers beside ours",
    "summary.h5": "All numbers of the study in one HDF5 file",
    "ledger.csv": "Every run with its seeds, seconds, memory and host",
    "methods.md": "The methods in words, from the stored numbers",
    "methods.bib": "What the methods cite",
    "manifest.csv": "Size and checksum of what is too large for this archive: "
    "measures, encoded texts, averages and models; the checksum of these last two is "
    "that of their vectors (float32, C order) as they were made",
}


class Packed(NamedTuple):
    """A file of the crate: its path there, bytes and SHA-256."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Crate:
    """What a crate is described from.

    files: all but the description itself. inputs: what was read and is not in it:
    name, what it is, its checksum ("" where none is stored). authors: names with
    ORCIDs. license: SPDX name of that of the results.
    """

    study: str
    files: Sequence[Packed]
    inputs: Sequence[tuple[str, str, str]]
    work: Work
    cited: Mapping
    keys: Sequence[str]
    models: int
    authors: Sequence[tuple[str, str]] = ()
    license: str = ""

    @property
    def people(self) -> list[str]:
        """What the authors are called in the crate."""
        return [
            f"https://orcid.org/{orcid}" if orcid else f"#author-{number}"
            # two authors may have one name, so they go by their numbers
            for number, (_, orcid) in enumerate(self.authors, start=1)
        ]

    @property
    def licence(self) -> str:
        """What the licence of the results is called in the crate."""
        # a crate must name one: an entity of its own says that none is stated
        return f"{LICENSES}{self.license}" if self.license else "#licence"

    @property
    def root(self) -> str:
        """Folder of the study's results in the crate."""
        return f"results/{self.study}/"

    @property
    def results(self) -> list[str]:
        """Names in RESULTS that the crate has."""
        paths = [file.path for file in self.files]
        return [n for n in RESULTS if any(p.startswith(self.root + n) for p in paths)]

    @property
    def folders(self) -> list[str]:
        """Folders of the crate that are described as such."""
        return [f"{self.root}{name}" for name in self.results if name.endswith("/")]


def entity(name: str, kind: str, title: str, **facts) -> dict:
    """An entity of a kind with its id, its title and what else is known of it."""
    return {"@id": name, "@type": kind, "name": title, **facts}


def ref(*ids: str) -> dict | list[dict]:
    """References to entities: one, or a list."""
    entities = [{"@id": name} for name in ids]
    return entities[0] if len(entities) == 1 else entities


def metadata(crate: Crate) -> dict:
    """The crate's description, which stands in it as ro-crate-metadata.json."""
    parts = _heads, _run, _parameters, _data, _surroundings, _usage, _papers
    graph = [each for part in parts for each in part(crate)]
    return {"@context": [f"{SPECIFICATION}/context", RUN_TERMS], "@graph": graph}


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
    yield entity("./", "Dataset", f"The study {crate.study}, run with Quaver") | {
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
    yield entity(RUN, "CreateAction", f"The run of the study {crate.study}") | {
        "description": f"From the first stored result to the last, on "
        f"{', '.join(work.hosts)}; ledger.csv has each model's.{commits}",
        "startTime": work.started,
        "endTime": work.finished,
        "actionStatus": "http://schema.org/CompletedActionStatus",
        "instrument": ref(WORKFLOW),
        **({"agent": ref(*crate.people)} if crate.people else {}),
        "object": ref(f"{crate.root}study.yaml", *_inputs(crate)),
        "result": ref(*(f"{crate.root}{name}" for name in crate.results)),
        "resourceUsage": ref("#cpu", *(f"#host-{name}" for name in work.hosts)),
    }


def _parameter(name: str) -> str:
    return f"#{name.strip('/').replace('.', '-')}"


def _inputs(crate: Crate) -> list[str]:
    return [f"#input-{name}" for name, _, _ in crate.inputs]


def _parameters(crate: Crate) -> Iterable[dict]:
    def formal(name: str, what: str, *values: str, kind: str = "File") -> dict:
        facts = {"description": what, "additionalType": kind, "valueRequired": True}
        facts["workExample"] = ref(*values)
        return entity(_parameter(name), "FormalParameter", name.strip("/"), **facts)

    what = "Corpora, techniques, samplings, runs and analyses, every default filled in"
    yield formal("study", what, f"{crate.root}study.yaml")
    if crate.inputs:
        what = "Texts, spaces and evaluation sets the study names; not in this crate"
        yield formal("inputs", what, *_inputs(crate), kind="PropertyValue")
    for name in crate.results:
        kind = "Dataset" if name.endswith("/") else "File"
        yield formal(name, RESULTS[name], f"{crate.root}{name}", kind=kind)
    for each, (name, what, checksum) in zip(_inputs(crate), crate.inputs, strict=True):
        # without a checksum the name is all that tells what was read
        of = "sha256" if checksum else "name"
        facts = {"description": what, "propertyID": of, "value": checksum or name}
        facts["exampleOfWork"] = ref("#inputs")
        yield entity(each, "PropertyValue", name, **facts)


def _data(crate: Crate) -> Iterable[dict]:
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
    # Snakefiles have no ending, and are texts
    facts = {"encodingFormat": FORMATS.get(path.suffix, "text/plain")}
    facts |= {"contentSize": str(file.size), "sha256": file.sha256}
    return entity(file.path, "File", path.name, **facts)


def _surroundings(crate: Crate) -> Iterable[dict]:
    """What the description follows, licences, who made it all, with what software."""
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
    for name, versions in {"Python": work.pythons, **work.versions}.items():
        kind = "generic/python" if name == "Python" else f"pypi/{name}"
        for version in versions:
            url = f"pkg:{kind}@{version}"
            facts = {"softwareVersion": version, "url": url}
            yield entity(url, "SoftwareApplication", name, **facts)


def _usage(crate: Crate) -> Iterable[dict]:
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
    references = citation.references(crate.cited)
    for key in crate.keys:
        if key != citation.QUAVER:
            paper = references[key]
            name = f"https://doi.org/{paper['doi']}" if "doi" in paper else f"#{key}"
            line, year = citation.line(paper), str(paper["year"])
            facts = {"description": line, "datePublished": year}
            yield entity(name, "ScholarlyArticle", paper["title"], **facts)
