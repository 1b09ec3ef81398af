"""English."""

from quaver.corpora.languages.moses import moses_pack

PACK = moses_pack(
    "en",
    "English",
    leads="Mr, Mrs, Ms, Dr, Prof, Rev, Hon, Sen, Rep, Gov, Gen, Col, Capt, Lt, "
    "Sgt, St, Messrs, vs, cf, e.g, i.e, viz",
    leads_numbers="No, Nos, p, pp, fig, vol, ch, sec, art, eq, approx, "
    "Jan, Feb, Mar, Apr, Jun, Jul, Aug, Sep, Sept, Oct, Nov, Dec",
)
