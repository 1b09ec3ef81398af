"""Chinese: words by a segmenter, chosen by name."""

import rjieba

from quaver.corpora.languages.breaks import by_icu, placed
from quaver.corpora.languages.pack import Cutter, Pack
from quaver.corpora.sentences import Splitter

# The dictionary of jieba, and for words it lacks its hidden Markov model: fixed tables
# whose best path is searched exactly, so the same text gives the same words.
JIEBA = Cutter("rjieba", lambda text: placed(rjieba.cut(text)))

PACK = Pack(
    code="zh",
    name="Chinese",
    tokenisers={"jieba": JIEBA, **by_icu("zh")},
    sentences=Splitter(
        language="zh",
        leads="Mr, Mrs, Ms, Dr, Prof, St",
        leads_numbers="No",
        stops="。！？；…",
    ),
    spaced=False,
)
