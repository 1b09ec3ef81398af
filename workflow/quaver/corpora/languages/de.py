"""German."""

from quaver.corpora.languages.moses import moses_pack

PACK = moses_pack(
    "de",
    "German",
    numbers=True,
    leads="Dr, Prof, Hr, Hrn, Fr, St, bzw, z. B, d. h, u. a, vgl, sog, evtl, ggf",
    leads_numbers="Nr, S, Abs, Art, Bd, Kap, ca, Tel",
    ordinals=True,
)
