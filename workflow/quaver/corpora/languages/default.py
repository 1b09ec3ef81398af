"""What stands in for a language without a pack."""

from quaver.corpora.languages.moses import moses_pack
from quaver.corpora.languages.pack import Pack


def default_pack(code: str) -> Pack:
    """Moses with the prefixes it has for the code, else English ones; sentencex."""
    asked = code.lower().split("-")[0]
    return moses_pack(code, code, asked, stops="।॥。！？", default=True)
