"""French: an elided word is a token of its own, l'homme -> l' homme."""

from quaver.corpora.languages.moses import moses
from quaver.corpora.languages.pack import Pack
from quaver.corpora.sentences import Splitter

PACK = Pack(
    code="fr",
    name="French",
    tokenisers={"moses": moses("fr", apostrophes="’")},
    sentences=Splitter(
        language="fr",
        leads="M, MM, Mme, Mmes, Mlle, Dr, Pr, Me, Mgr, St, Ste, cf, p. ex, env, "
        "c.-à-d",
        leads_numbers="p, pp, art, n, no, vol, chap, fig",
    ),
)
