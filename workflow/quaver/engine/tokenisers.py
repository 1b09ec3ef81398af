"""Tokenisers a study names, as the packs of its languages have them."""

from quaver.config.errors import ConfigError
from quaver.config.study import Study
from quaver.corpora import languages


def refuse_tokenisers(study: Study) -> None:
    """Raise ConfigError for the first tokeniser that its language does not have."""
    for name, corpus in sorted(study.corpora.items()):
        chosen = corpus.clean.tokeniser
        if chosen == "default":  # every pack has one: none is imported
            continue
        there = list(languages.pack(corpus.language).tokenisers)
        if chosen not in there:
            raise ConfigError(
                f"corpora.{name}.clean.tokeniser: got {chosen!r}, but language "
                f"'{corpus.language}' has {' and '.join(there)}. Write for example "
                f"'tokeniser: {there[0]}'."
            )
