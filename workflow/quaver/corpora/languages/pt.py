"""Portuguese."""

from quaver.corpora.languages.moses import moses
from quaver.corpora.languages.pack import Pack
from quaver.corpora.sentences import Splitter

PACK = Pack(
    code="pt",
    name="Portuguese",
    tokenisers={"moses": moses("pt")},
    sentences=Splitter(
        language="pt",
        leads="Sr, Sra, Srs, Sras, Dr, Dra, Drs, Prof, Profa, Exmo, Exma, V. Exa, V, "
        "Eng, D, Av, R, Pe, Gen, Cel, Cap, Ten, Sto, Sta, St, séc, p. ex",
        leads_numbers="n, nº, no, pág, págs, p, pp, art, fig, vol, tel",
    ),
)
