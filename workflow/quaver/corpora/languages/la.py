"""Latin: the praenomina of Romans are abbreviations, M. Tullius Cicero."""

from quaver.corpora.languages.moses import moses
from quaver.corpora.languages.pack import Pack
from quaver.corpora.sentences import Splitter

PACK = Pack(
    code="la",
    name="Latin",
    tokenisers={"moses": moses("la")},
    sentences=Splitter(
        language="la",
        leads="A, App, C, Cn, D, K, L, M, M', Mam, P, Q, Ser, Sex, Sp, T, Ti, cf, sc",
        leads_numbers="cap, lib, p, pp",
    ),
)
