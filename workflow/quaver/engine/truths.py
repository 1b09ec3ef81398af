"""Published truth that change is scored by, read with the study: its files are small.

A spec holds the words and values themselves, so that what a file says is asked of it,
and not where it stands.
"""

from collections.abc import Mapping
from dataclasses import asdict

from quaver.config.change import Change, Truth
from quaver.quality import dwug, semeval
from quaver.quality.files import QualityError

PLANTED = "planted"


def read(name: str, truth: Truth) -> semeval.Change:
    """What was published of the words of a change."""
    if truth.format == "dwug":
        return dwug.read(truth.path, truth.pair)
    # the trial kit has a folder of all languages: the change is called like its own
    return semeval.read(truth.path, name)


class Truths:
    """What is true of words, by the name of a change.

    missing: what is wrong with those that cannot be read; readers: rules needing them.
    """

    readers = frozenset({"measure_change_scores"})

    def __init__(self, changes: Mapping[str, Change]):
        self._read, self.missing = {}, []
        for name, change in changes.items():
            truth = change.truth
            if truth is None or truth.format == PLANTED:
                continue
            try:
                self._read[name] = asdict(read(name, truth))
            except QualityError as error:
                # not raised: a call that scores nothing needs no truth
                self.missing.append(f"analyses.change.{name}.truth: {error}")

    def of(self, name: str) -> dict:
        """Words, binary and graded truth of a change, as far as they can be read."""
        return self._read.get(name, {})
