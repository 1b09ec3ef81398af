"""English."""

from quaver.corpora.languages.moses import moses
from quaver.corpora.languages.pack import Pack
from quaver.corpora.sentences import Splitter

PACK = Pack(
    code="en",
    name="English",
    tokenisers={"moses": moses("en")},
    sentences=Splitter(
        language="en",
        leads="Mr, Mrs, Ms, Dr, Prof, Rev, Hon, Sen, Rep, Gov, Gen, Col, Capt, Lt, "
        "Sgt, St, Messrs, vs, cf, e.g, i.e, viz",
        leads_numbers="No, Nos, p, pp, fig, vol, ch, sec, art, eq, approx, "
        "Jan, Feb, Mar, Apr, Jun, Jul, Aug, Sep, Sept, Oct, Nov, Dec",
    ),
)
