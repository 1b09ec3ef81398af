"""What a crate is described from, and the names its description uses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from quaver.results.work import Work

LICENSES = "https://spdx.org/licenses/"
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
