"""Methods of a study as a scholar can paste them, from its stored numbers."""

import re
from collections.abc import Mapping

from quaver.house import citation
from quaver.house.methods.making import computation, missing
from quaver.house.methods.measuring import FILES, measuring
from quaver.house.methods.texts import texts
from quaver.house.methods.told import Told
from quaver.house.methods.trainings import trainings

__all__ = ["FILES", "Told", "written"]

MARK = re.compile(r"@([a-z]+\d{4})")
SECTIONS = {
    "Texts": texts,
    "Trainings": trainings,
    "Measures": measuring,
    "What is missing": missing,
    "Computation": computation,
}


def written(told: Told, cited: Mapping) -> tuple[str, list[str]]:
    """Methods as Markdown, and the keys of what they cite in a citation file."""
    known = citation.references(cited)
    parts = [f"# Methods of the study `{told.study.study}`", _opening(told)]
    for title, section in SECTIONS.items():
        paragraphs = section(told)
        parts += [f"## {title}", *paragraphs] if paragraphs else []
    text = "\n\n".join(parts)
    named = [*MARK.findall(text), *citation.keys_in(text)]
    keys = [citation.QUAVER, *sorted({key for key in named if key in known})]
    text = MARK.sub(lambda mark: citation.named(known[mark[1]]), text)
    lines = [f"- {citation.line(known[key])}" for key in keys]
    return "\n\n".join([text, "## References", "\n".join(lines)]) + "\n", keys


def _opening(told: Told) -> str:
    """What the study asks, in a sentence."""
    return (
        "We measured how much word embeddings differ when their training is repeated, "
        f"with Quaver {' and '.join(told.work.quaver)}."
    )
