"""Portuguese."""

from quaver.corpora.languages.moses import moses_pack

PACK = moses_pack(
    "pt",
    "Portuguese",
    leads="Sr, Sra, Srs, Sras, Dr, Dra, Drs, Prof, Profa, Exmo, Exma, V. Exa, V, "
    "Eng, D, Av, R, Pe, Gen, Cel, Cap, Ten, Sto, Sta, St, séc, p. ex",
    leads_numbers="n, nº, no, pág, págs, p, pp, art, fig, vol, tel",
)
