"""Chinese: words by a segmenter, chosen by name."""

import rjieba

from quaver.corpora.languages.breaks import by_icu, placed
from quaver.corpora.languages.pack import Cutter, Pack, Tokens
from quaver.corpora.sentences import Splitter


def _by_jieba(text: str) -> Tokens:
    """By the dictionary of jieba; words it lacks by its hidden Markov model.

    Both are fixed tables and the best path is searched exactly: the same text gives
    the same words.
    """
    return placed(rjieba.cut(text))


PACK = Pack(
    code="zh",
    name="Chinese",
    tokenisers={"jieba": Cutter("rjieba", _by_jieba), **by_icu("zh")},
    sentences=Splitter(
        language="zh",
        leads="Mr, Mrs, Ms, Dr, Prof, St",
        leads_numbers="No",
        stops="。！？；…",
    ),
    spaced=False,
)
