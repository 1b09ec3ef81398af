"""German."""

from quaver.corpora.languages.moses import moses
from quaver.corpora.languages.pack import Pack
from quaver.corpora.sentences import Splitter

PACK = Pack(
    code="de",
    name="German",
    tokenisers={"moses": moses("de")},
    sentences=Splitter(
        language="de",
        numbers=True,
        leads="Dr, Prof, Hr, Hrn, Fr, St, bzw, z. B, d. h, u. a, vgl, sog, evtl, ggf",
        leads_numbers="Nr, S, Abs, Art, Bd, Kap, ca, Tel",
        ordinals=True,
    ),
)
