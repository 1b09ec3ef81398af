"""Turkish: I is the capital of the dotless ı, İ of i."""

from quaver.corpora.languages.moses import moses_pack

SMALL = str.maketrans({"I": "ı", "İ": "i"})


def lower(word: str) -> str:
    """A word in lower case, each i with or without its dot as it was."""
    return word.translate(SMALL).lower()


PACK = moses_pack(
    "tr",
    "Turkish",
    leads="Dr, Prof, Doç, Yrd, Av, Op, Sn, Hz, bkz, örn",
    leads_numbers="No, s, tel",
    ordinals=True,
    lower=lower,
)
