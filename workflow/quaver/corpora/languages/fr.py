"""French: an elided word is a token of its own, l'homme -> l' homme."""

from quaver.corpora.languages.moses import moses_pack

PACK = moses_pack(
    "fr",
    "French",
    apostrophes="’",
    leads="M, MM, Mme, Mmes, Mlle, Dr, Pr, Me, Mgr, St, Ste, cf, p. ex, env, c.-à-d",
    leads_numbers="p, pp, art, n, no, vol, chap, fig",
)
