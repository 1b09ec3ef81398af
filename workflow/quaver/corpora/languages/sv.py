"""Swedish."""

from quaver.corpora.languages.moses import moses_pack

PACK = moses_pack(
    "sv",
    "Swedish",
    leads="t.ex, t ex, bl.a, dvs, d.v.s, fr.o.m, t.o.m, prof, dr, s.k, resp, jfr, kl",
    leads_numbers="ca, nr, s, sid, kap, tel",
    opening='"”»',
)
