"""Polish."""

from quaver.corpora.languages.moses import moses
from quaver.corpora.languages.pack import Pack
from quaver.corpora.sentences import Splitter

PACK = Pack(
    code="pl",
    name="Polish",
    tokenisers={"moses": moses("pl")},
    sentences=Splitter(
        language="pl",
        leads="np, tzw, tzn, tj, m.in, prof, hab, dr, mgr, inż, ks, gen, płk, mjr, "
        "kpt, por, św, ul, al, woj, red, zob, pt, St",
        leads_numbers="nr, str, s, ok, ust, pkt, poz, art, rys, tab, godz, tel, t",
    ),
)
