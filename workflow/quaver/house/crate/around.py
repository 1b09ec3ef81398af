"""What stands around the data of a crate: profiles, software, machines, papers."""

from collections.abc import Iterable, Mapping

from quaver.house import citation
from quaver.house.crate.record import (
    AUTHORS,
    BIOSCHEMAS,
    MIT,
    PROFILES,
    SNAKEMAKE,
    SPECIFICATION,
    Crate,
    ref,
)
from quaver.results.work import Work


def surroundings(crate: Crate) -> Iterable[dict]:
    """What stands around the data: profiles, software, machines, people, papers."""
    for name, (title, version) in PROFILES.items():
        yield _named(name, "CreativeWork", title, version=version)
    yield _named(SPECIFICATION, "CreativeWork", "RO-Crate", version="1.1")
    yield _named(BIOSCHEMAS, "CreativeWork", "Bioschemas ComputationalWorkflow")
    yield from _licences(crate)
    for name, (person, _) in zip(crate.people, crate.authors, strict=True):
        yield _named(name, "Person", person)
    yield _named(AUTHORS, "Organization", crate.cited["authors"][0]["name"])
    versions = crate.work.versions.get("snakemake", ())
    site = {"url": ref("https://snakemake.github.io"), "identifier": SNAKEMAKE}
    release = {"version": " and ".join(versions)}
    yield _named(SNAKEMAKE, "ComputerLanguage", "Snakemake", **site, **release)
    yield _named("https://snakemake.github.io", "WebSite", "Snakemake")
    yield from (package(*each) for each in packages(crate.work))
    yield from _usage(crate.work)
    papers = citation.references(crate.cited)
    for key in crate.keys:
        if key != citation.QUAVER:
            yield _paper(key, papers[key])


def _licences(crate: Crate) -> Iterable[dict]:
    """That of the workflow, and that of the results if it is another."""
    description = "The licence of the workflow"
    yield _named(MIT, "CreativeWork", "MIT License", description=description)
    if crate.licence != MIT:
        description = "The licence of the results"
        # no licence is no permission, and nobody may guess one
        title = crate.license or "Not stated: ask who ran the study"
        yield _named(crate.licence, "CreativeWork", title, description=description)


def _named(name: str, kind: str, title: str, **facts) -> dict:
    return {"@id": name, "@type": kind, "name": title, **facts}


def packages(work: Work) -> list[tuple[str, str]]:
    """Packages that were at work, and Python, with their versions."""
    versioned = {name: versions for name, versions in work.versions.items() if versions}
    all_ = [("Python", work.pythons), *versioned.items()]
    return [(name, version) for name, versions in all_ for version in versions]


def package(name: str, version: str) -> dict:
    """A package, by a name that says where packages of its kind come from."""
    kind = "generic/python" if name == "Python" else f"pypi/{name}"
    url = f"pkg:{kind}@{version}"
    return _named(url, "SoftwareApplication", name, softwareVersion=version, url=url)


def _usage(work: Work) -> Iterable[dict]:
    """Processor time, and the machines with their threads."""
    seconds = round(work.training + work.other, 3)
    unit = {"unitCode": "https://qudt.org/vocab/unit/SEC"}
    yield _value("#cpu", "processor time of all stored results", seconds) | unit
    for host, threads in work.hosts.items():
        unit = {"unitText": "threads", "unitCode": "https://qudt.org/vocab/unit/NUM"}
        yield _value(f"#host-{host}", f"threads of the machine {host}", threads) | unit


def _value(name: str, title: str, value: float) -> dict:
    facts = {"propertyID": title.replace(" ", "_"), "value": value}
    return _named(name, "PropertyValue", title, **facts)


def id_of(key: str, crate: Crate) -> str:
    """What a paper is called in the crate."""
    return _paper(key, citation.references(crate.cited)[key])["@id"]


def _paper(key: str, paper: Mapping) -> dict:
    name = f"https://doi.org/{paper['doi']}" if "doi" in paper else f"#{key}"
    line = citation.line(paper)
    facts = {"description": line, "datePublished": str(paper["year"])}
    return _named(name, "ScholarlyArticle", paper["title"], **facts)
