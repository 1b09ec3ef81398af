"""Methods of a study as a scholar can paste them, from its stored numbers."""

import re
from collections.abc import Mapping

from quaver.house import citation
from quaver.house.methods.making import computation, missing
from quaver.house.methods.measuring import FILES, measuring
from quaver.house.methods.texts import texts
from quaver.house.methods.trainings import trainings
from quaver.house.methods.words import Told

__all__ = ["FILES", "Told", "written"]

MARK = re.compile(r"@([a-z]+\d{4})")
SECTIONS = {
    "Texts": texts,
    "Trainings": trainings,
    "Measures": measuring,
    "What is missing": missing,
    "Computation": computation,
}


def written(facts: Told, cited: Mapping) -> tuple[str, list[str]]:
    """Methods as Markdown, and the keys of what they cite in a citation file."""
    papers = citation.references(cited)
    parts = [
        f"# Methods of the study `{facts.study.study}`",
        "We measured how much word embeddings differ when their training is repeated, "
        f"with Quaver {' and '.join(facts.work.quaver)}.",
    ]
    for title, section in SECTIONS.items():
        paragraphs = section(facts)
        parts += [f"## {title}", *paragraphs] if paragraphs else []
    text = "\n\n".join(parts)
    keys = {*MARK.findall(text), *citation.keys_in(text)} & papers.keys()
    cited_keys = [citation.QUAVER, *sorted(keys)]
    text = MARK.sub(lambda mark: citation.named(papers[mark[1]]), text)
    lines = "\n".join(f"- {citation.line(papers[key])}" for key in cited_keys)
    return "\n\n".join([text, "## References", lines]) + "\n", cited_keys
