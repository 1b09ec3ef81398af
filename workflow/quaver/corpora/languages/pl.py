"""Polish."""

from quaver.corpora.languages.moses import moses_pack

PACK = moses_pack(
    "pl",
    "Polish",
    leads="np, tzw, tzn, tj, m.in, prof, hab, dr, mgr, inż, ks, gen, płk, mjr, "
    "kpt, por, św, ul, al, woj, red, zob, pt, St",
    leads_numbers="nr, str, s, ok, ust, pkt, poz, art, rys, tab, godz, tel, t",
)
