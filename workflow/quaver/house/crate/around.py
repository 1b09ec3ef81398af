"""What stands around the data of a crate: profiles, software, machines, papers."""

from collections.abc import Iterable

from quaver.house import citation
from quaver.house.crate.record import (
    AUTHORS,
    BIOSCHEMAS,
    MIT,
    PROFILES,
    SNAKEMAKE,
    SPECIFICATION,
    Crate,
    entity,
    ref,
)
from quaver.results.work import Work


def surroundings(crate: Crate) -> Iterable[dict]:
    """What stands around the data: profiles, software, machines, people, papers."""
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
    yield from packages(crate.work)
    yield from _usage(crate.work)
    yield from papers(crate)


def packages(work: Work) -> Iterable[dict]:
    """Python and packages that were at work, by names that say where they come from."""
    for name, versions in {"Python": work.pythons, **work.versions}.items():
        kind = "generic/python" if name == "Python" else f"pypi/{name}"
        for version in versions:
            url = f"pkg:{kind}@{version}"
            facts = {"softwareVersion": version, "url": url}
            yield entity(url, "SoftwareApplication", name, **facts)


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
    return entity(name, "PropertyValue", title, **facts)


def papers(crate: Crate) -> Iterable[dict]:
    """What the methods cite, without the software itself."""
    references = citation.references(crate.cited)
    for key in crate.keys:
        if key != citation.QUAVER:
            paper = references[key]
            name = f"https://doi.org/{paper['doi']}" if "doi" in paper else f"#{key}"
            line, year = citation.line(paper), str(paper["year"])
            facts = {"description": line, "datePublished": year}
            yield entity(name, "ScholarlyArticle", paper["title"], **facts)
