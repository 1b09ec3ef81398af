"""Latin: the praenomina of Romans are abbreviations, M. Tullius Cicero."""

from quaver.corpora.languages.moses import moses_pack

PACK = moses_pack(
    "la",
    "Latin",
    leads="A, App, C, Cn, D, K, L, M, M', Mam, P, Q, Ser, Sex, Sp, T, Ti, cf, sc",
    leads_numbers="cap, lib, p, pp",
)
