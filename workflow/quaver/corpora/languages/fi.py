"""Finnish."""

from quaver.corpora.languages.moses import moses
from quaver.corpora.languages.pack import Pack
from quaver.corpora.sentences import Splitter

PACK = Pack(
    code="fi",
    name="Finnish",
    tokenisers={"moses": moses("fi")},
    sentences=Splitter(
        language="fi",
        numbers=True,
        leads="esim, prof, dos, toht, maist, ent, nk, ns, ts, mm, vrt, ks, tri, St",
        leads_numbers="n, s, ss, klo, nro, noin, puh",
        opening='"”»',
    ),
)
