"""Swedish."""

from quaver.corpora.languages.moses import moses
from quaver.corpora.languages.pack import Pack
from quaver.corpora.sentences import Splitter

PACK = Pack(
    code="sv",
    name="Swedish",
    tokenisers={"moses": moses("sv")},
    sentences=Splitter(
        language="sv",
        leads="t.ex, t ex, bl.a, dvs, d.v.s, fr.o.m, t.o.m, prof, dr, s.k, resp, jfr, "
        "kl",
        leads_numbers="ca, nr, s, sid, kap, tel",
        opening='"”»',
    ),
)
