"""What stands in for a language without a pack."""

from quaver.corpora.languages.moses import moses
from quaver.corpora.languages.pack import Pack
from quaver.corpora.sentences import Splitter


def default_pack(code: str) -> Pack:
    """Moses with the prefixes it has for the code, else English ones; sentencex."""
    language = code.lower().split("-")[0]
    return Pack(
        code=code,
        name=code,
        tokenisers={"moses": moses(language)},
        sentences=Splitter(language=language, stops="।॥。！？"),
        default=True,
    )
