"""Czech."""

from quaver.corpora.languages.moses import moses
from quaver.corpora.languages.pack import Pack
from quaver.corpora.sentences import Splitter

PACK = Pack(
    code="cs",
    name="Czech",
    tokenisers={"moses": moses("cs")},
    sentences=Splitter(
        language="cs",
        numbers=True,
        leads="např, tzv, tj, tzn, mj, resp, popř, příp, sv, p, prof, doc, dr, ing, "
        "mgr, bc, judr, mudr, phdr, rndr, gen, plk, kpt, ul, nám, srov, viz, St",
        leads_numbers="č, čís, str, s, odst, obr, tab, kap, cca, ca, roč, tel",
    ),
)
