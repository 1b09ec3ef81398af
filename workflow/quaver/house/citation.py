"""CITATION.cff as people cite: keys, lines and BibTeX of what it names.

A reference is a mapping as in a file of the Citation File Format 1.2.0.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping

QUAVER = "quaver"  # the key of the software itself
MANY = 6  # authors above which a line names the first only
# in BibTeX: the kind of entry, and the field of what it stands in
KINDS = {"article": ("article", "journal"), "thesis": ("mastersthesis", "school")}
KINDS |= {"report": ("misc", "note"), "software": ("software", "note")}
KINDS["conference-paper"] = "inproceedings", "booktitle"
KINDS |= {"book": ("book", "publisher"), "generic": ("incollection", "booktitle")}
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
# Levy et al. 2015; Yin and Shen 2018; Rettenmeier 2020
NAMED = re.compile(r"([A-Z][\w-]+)(?: et al\.| and [A-Z][\w-]+)? (\d{4})")


def references(citation: Mapping) -> dict[str, Mapping]:
    """What a citation file names, by key: the software, then papers by key."""
    papers = {
        _plain(paper["authors"][0]["family-names"]) + str(paper["year"]): paper
        for paper in citation["references"]
    }
    # a dictionary would lose one of them silently
    if len(papers) < len(citation["references"]):
        raise ValueError("two references share their first author and year.")
    # YAML reads a date, the Citation File Format writes a text
    own = {**citation, "year": str(citation["date-released"])[:4]}
    return {QUAVER: own, **dict(sorted(papers.items()))}


def keys_in(text: str) -> list[str]:
    """Keys of the papers a text names as 'Yin and Shen 2018', in their order."""
    keys = (_plain(name) + year for name, year in NAMED.findall(text))
    return list(dict.fromkeys(keys))


def named(paper: Mapping) -> str:
    """How a text names a paper: Yin and Shen 2018, or May et al. 2019."""
    names = [author["family-names"] for author in paper["authors"]]
    several = f"{names[0]} et al." if len(names) > 2 else " and ".join(names)
    return f"{several} {paper['year']}"


def line(paper: Mapping) -> str:
    """A reference as a line of Markdown: all its authors, or of many the first."""
    *others, last = (_initialled(author) for author in paper["authors"])
    authors = f"{', '.join(others)} and {last}" if others else last
    if len(others) >= MANY:
        authors = f"{others[0]} et al."
    container = f"{_container(paper)} {paper.get('volume', '')}".strip()
    parts = [
        f"{authors} ({paper['year']})",
        f"*{paper['title']}*",
        ", ".join(filter(None, (container, _pages(paper, "–")))),
        f"Version {paper['version']}" if "version" in paper else "",
        f"doi:{paper['doi']}" if "doi" in paper else "",
    ]
    return ". ".join(filter(None, parts)) + "."


def bibliography(citation: Mapping, keys: Iterable[str]) -> str:
    """BibTeX of the references with these keys, sorted, in UTF-8."""
    papers, entries = references(citation), []
    for key in sorted(set(keys)):
        paper = papers[key]
        kind, within = KINDS[paper["type"]]
        fields = {
            "author": " and ".join(map(_in_full, paper["authors"])),
            # BibTeX styles put titles in lower case, names in them too
            "title": f"{{{paper['title']}}}",
            "year": paper["year"],
            within: _container(paper),
            "volume": paper.get("volume"),
            "number": paper.get("issue"),
            "pages": _pages(paper, "--"),
            "version": paper.get("version"),
            "doi": paper.get("doi"),
        }
        lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
        entries.append("\n".join([f"@{kind}{{{key},", *lines, "}"]) + "\n")
    return "\n".join(entries)


def _in_full(author: Mapping) -> str:
    if "name" in author:  # an organisation: braces keep BibTeX from turning it round
        return f"{{{author['name']}}}"
    return f"{author['family-names']}, {author['given-names']}"


def _initialled(author: Mapping) -> str:
    if "name" in author:
        return author["name"]
    initials = " ".join(f"{name[0]}." for name in author["given-names"].split())
    return f"{author['family-names']}, {initials}"


def _container(paper: Mapping) -> str:
    houses = (paper.get(key, {}) for key in ("institution", "publisher"))
    names = (house.get("name", "") for house in houses)
    return paper.get("journal") or paper.get("collection-title") or "".join(names)


def _pages(paper: Mapping, dash: str) -> str:
    return dash.join(str(paper[end]) for end in ("start", "end") if end in paper)


def _plain(name: str) -> str:
    """A name in small letters without marks: Schönemann as schoenemann."""
    # umlauts first: NFKD would make o of ö, where German writes oe
    spelt = unicodedata.normalize("NFKD", name.lower().translate(UMLAUTS))
    return "".join(letter for letter in spelt if letter.isalnum())
