"""Finnish."""

from quaver.corpora.languages.moses import moses_pack

PACK = moses_pack(
    "fi",
    "Finnish",
    numbers=True,
    leads="esim, prof, dos, toht, maist, ent, nk, ns, ts, mm, vrt, ks, tri, St",
    leads_numbers="n, s, ss, klo, nro, noin, puh",
    opening='"”»',
)
