"""Czech."""

from quaver.corpora.languages.moses import moses_pack

PACK = moses_pack(
    "cs",
    "Czech",
    numbers=True,
    leads="např, tzv, tj, tzn, mj, resp, popř, příp, sv, p, prof, doc, dr, ing, "
    "mgr, bc, judr, mudr, phdr, rndr, gen, plk, kpt, ul, nám, srov, viz, St",
    leads_numbers="č, čís, str, s, odst, obr, tab, kap, cca, ca, roč, tel",
)
