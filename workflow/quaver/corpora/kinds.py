"""Files that are no text, known by their first bytes, and what to do with them."""

KINDS = {
    b"%PDF": "a PDF: take its text out, for example with pdftotext",
    b"\xd0\xcf\x11\xe0": "a file of an office program: save it as text or csv",
    b"{\\rt": "rich text: save it as plain text in UTF-8",
    b"\x89PNG": "a picture: leave it out",
    b"\x1f\x8b": "packed: end its name in .gz",
    b"BZh": "packed: end its name in .bz2",
    b"\xfd7zX": "packed: end its name in .xz",
    b"\x28\xb5\x2f\xfd": "packed: end its name in .zst",
    b"PK\x03\x04": "an archive: end its name in .zip, or unpack it",
}
ARCHIVES = {  # of an office program, by their names
    **dict.fromkeys((".xlsx", ".ods"), "a spreadsheet: save it as csv"),
    **dict.fromkeys((".docx", ".odt"), "a document: save it as plain text in UTF-8"),
}


def kind_of(head: bytes, suffix: str) -> str:
    """What a file is that begins with these bytes, and the cure; empty of a text."""
    for begin, kind in KINDS.items():
        if head.startswith(begin):
            return ARCHIVES.get(suffix.lower(), kind) if begin[:2] == b"PK" else kind
    return ""
