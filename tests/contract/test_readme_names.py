"""What README and docs name is there: tables, figures, rules, modules, files."""

import re
from pathlib import Path

import quaver.house
from quaver import papers
from quaver.items.claims import claims_of
from quaver.items.item import of
from quaver.measures import MEASURES

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = [README, *(ROOT / f"docs/{name}.md" for name in ("words", "outputs"))]
DOCS = ROOT / "docs"
# All that speak of the project as it is; decisions speak of what it was.
GUIDES = [README, *sorted(set(DOCS.rglob("*.md")) - {DOCS / "decisions.md"})]
BASES = [ROOT, ROOT / "workflow", ROOT / "workflow/quaver", DOCS]
# What stands in a study's folder beside its items.
RESULTS = {
    *("README.md", "ledger.csv", "methods.bib", "methods.md", "sources.json"),
    *(
        "all.h5",
        "study.yaml",
        "summary.h5",
        "mine.crate.zip",
        "manifest.csv",
        "claims.csv",
    ),
    *("index.csv", "tables/findings.txt", "figures/neighbours"),
}
PRINTED = re.compile(r"(?:table|figure|section|equation)_[\dA]\w*")
PLACED = re.compile(r"(tables|figures|papers/\w+)/(\w+)(?:\.\w+)?")
RULE = re.compile(
    r"(?:average|choose|compare|draw|encode|export|extract|list|make|measure|read"
    r"|replicate|retire|share|train|write)_\w+"
)
SOURCE = re.compile(r"[\w/.-]+\.(?:py|smk|yaml|cff|toml|lock|rst)")
EXAMPLES = {"mine.yaml", "fr.py", "my.py", "tr.py", "breaks.py"}


def text(page):
    return page.read_text(encoding="utf-8")


def quoted(page):
    """Texts in backticks, of blocks of code none."""
    prose = re.sub(r"^```.*?^```", "", text(page), flags=re.M | re.S)
    return re.findall(r"`([^`\n]+)`", prose)


def names(package):
    return [{item.name for item in kind} for kind in of(package)]


TABLES, FIGURES = names(quaver.house)
OF_PAPERS = {
    name: set().union(*names(papers.package(name)))
    | ({"claims"} if claims_of(papers.package(name)) else set())
    for name in papers.names()
}


def test_printed_items_are_those_of_papers():
    known = set().union(*OF_PAPERS.values())
    unknown = [
        f"{page.name}: {name}"
        for page in PAGES
        for words in quoted(page)
        for name in PRINTED.findall(words)
        if name not in known
    ]
    assert not unknown


def test_paths_of_results_are_made():
    known = {"tables": TABLES | {"preamble"}, "figures": FIGURES | {"neighbours"}}
    known |= {f"papers/{name}": items for name, items in OF_PAPERS.items()}
    unknown = [
        f"{page.name}: {folder}/{name}"
        for page in PAGES
        for folder, name in PLACED.findall(text(page))
        if name not in known.get(folder, ()) and f"{folder}/{name}.txt" not in RESULTS
    ]
    assert not unknown


def test_files_of_results_are_known():
    ends = re.compile(r"[\w.-]+\.(?:csv|md|bib|h5|zip|json|txt)")
    unknown = [
        f"{page.name}: {name}"
        for page in PAGES
        for name in map(str.strip, quoted(page))
        if ends.fullmatch(name)
        and name not in RESULTS | {"1-4.json", "my.txt"}
        and name.split(".")[0] not in set().union(TABLES, *OF_PAPERS.values())
        and not any((base / name).exists() for base in BASES)
    ]
    assert not unknown


def test_the_page_of_outputs_lists_all_of_the_house():
    _, tables, figures, _ = re.split(r"^## .*\n", text(DOCS / "outputs.md"), flags=re.M)
    listed = {name for row in re.findall(r"^\| (`.*?) \|", tables, re.M) for name in
              re.findall(r"`(\w+)`", row)}  # fmt: skip
    assert listed == TABLES
    drawn = {name.partition("/")[0] for name in re.findall(r"`([\w/<>]+)`", figures)}
    assert drawn - {"neighbours"} == FIGURES - {"neighbours"}


def rules():
    snakefiles = [ROOT / "Snakefile", *sorted((ROOT / "workflow/rules").glob("*.smk"))]
    written = (re.findall(r"^ *rule (\w+):", text(path), re.M) for path in snakefiles)
    return {
        *(name for names in written for name in names),
        *(measure.rule for measure in MEASURES.values()),
        *(f"replicate_{name}" for name in papers.names()),
    }


def test_rules_that_guides_name_are_rules():
    modules = {path.stem for path in (ROOT / "workflow/quaver").rglob("*.py")}
    others = modules | {"replicate_", "measure_", "read_csv", "list_words"}
    unknown = [
        f"{page.name}: {words}"
        for page in GUIDES
        for words in quoted(page)
        if RULE.fullmatch(words) and words not in rules() | others
    ]
    assert not unknown


def test_the_architecture_has_every_measure_and_its_file():
    page = text(ROOT / "docs/architecture.md")
    lacking = []
    for measure in MEASURES.values():
        path = measure.file.replace("{", "<").replace("}", ">")
        facts = measure.of.name, ", ".join(measure.reads), f"`{path}`"
        if f"| `{measure.rule}` | {' | '.join(facts)} |" not in page:
            lacking.append(measure.rule)
    assert not lacking


def test_sources_that_guides_name_are_there():
    lacking = [
        f"{page.name}: {name}"
        for page in GUIDES
        for words in quoted(page)
        for name in SOURCE.findall(words)
        if name not in EXAMPLES
        and not name.endswith("study.yaml")
        and "/" in name
        and not any((base / name.lstrip("/")).exists() for base in BASES)
    ]
    assert not lacking


def test_links_lead_somewhere():
    lacking = [
        f"{page.name}: {link}"
        for page in GUIDES
        for link in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", text(page))
        if not (page.parent / link).exists()
    ]
    assert not lacking
