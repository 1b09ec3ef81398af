"""Texts read in an encoding that is not theirs: what gives them away."""

from quaver.corpora import recoding

CZECH = "Přišla žena, šťastně úpěla ďábelské ódy o válce a míru.\n" * 9
POLISH = "Zażółć gęślą jaźń; ślimak śpi pod żółtą różą.\n" * 9


def doubt_of(path, text, written, language, **how):
    path.write_bytes(text.encode(written))
    source = {"kind": "text", "path": str(path), "language": language, **how}
    return recoding.doubt(source, {"cz": "cs"}.get(language, language))


def test_an_encoding_that_is_not_a_texts_own_is_doubted_and_its_own_is_not(tmp_path):
    path = tmp_path / "a.txt"
    french = "Né à l’été, déjà.\n"
    wrong = [
        ("windows-1250", (CZECH, "cp1250", "cs"), {"encoding": "windows-1252"}),
        ("windows-1250", (CZECH, "cp1250", "cs"), {"encoding": "iso8859-2"}),
        ("windows-1250", (CZECH, "cp1250", "cz"), {"repair": True}),
        ("iso8859-2", (CZECH, "iso8859-2", "cs"), {"repair": True}),
        ("windows-1250", (POLISH, "cp1250", "pl"), {"encoding": "windows-1252"}),
        ("windows-1252", (french, "cp1252", "fr"), {"encoding": "iso8859-1"}),
    ]
    right = [
        ("", (CZECH, "cp1250", "cs"), {"encoding": "windows-1250"}),
        ("", (CZECH, "cp1250", "cs"), {"repair": True}),
        ("", (CZECH, "iso8859-2", "cs"), {"encoding": "iso8859-2"}),
        ("", (CZECH, "utf-8", "cz"), {"repair": True}),
        ("", (CZECH, "utf-16", "cs"), {"encoding": "utf-16"}),
        ("", (french, "cp1252", "fr"), {"encoding": "windows-1252"}),
        ("", ("C'est l'\xe9t\xe9.\n", "latin-1", "fr"), {"encoding": "iso8859-1"}),
    ]
    offenders = {}
    for likely, text, how in (*wrong, *right):
        doubt = doubt_of(path, *text, **how)
        start = f"write encoding: {likely} (add repair: true" if likely else ""
        if not doubt.startswith(start) or bool(doubt) != bool(likely):
            offenders[likely, text[1:], str(how)] = doubt
    assert not offenders
