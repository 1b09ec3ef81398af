"""Which encoding a text that is not UTF-8 may be in, guessed by its language."""

# Encodings of a language's texts, the commonest first, and letters that tell them apart
# (small ones: KOI8-R read as windows-1251 has the case of letters the other way round).
CYRILLIC = ("windows-1251 koi8-r cp866", "оеаинтсрвлкмдпуяыь")
GUESSES = {
    "cs": ("windows-1250 iso8859-2 cp852", "áčďéěíňóřšťúůýž"),
    "sk": ("windows-1250 iso8859-2 cp852", "áäčďéíĺľňóôŕšťúýž"),
    "pl": ("windows-1250 iso8859-2 cp852", "ąćęłńóśźż"),
    "hu": ("windows-1250 iso8859-2 cp852", "áéíóöőúüű"),
    "ro": ("windows-1250 iso8859-2", "ăâîșțşţ"),
    **dict.fromkeys(("hr", "sl", "bs", "sq"), ("windows-1250 iso8859-2", "čćđšžëç")),
    **dict.fromkeys(("ru", "be", "mk", "sr"), CYRILLIC),
    "bg": ("windows-1251 cp866", "оеаинтсрвлкмдпуяъ"),
    "uk": ("windows-1251 koi8-u", "оеаинтсрвлкмдпуіїє"),
    "el": ("windows-1253 cp737", "αειοτσνηυρπκμλάέήίό"),
    "tr": ("windows-1254 cp857", "çğıöşü"),
    "he": ("windows-1255 cp862", "אהוילמרת"),
    **dict.fromkeys(("ar", "fa", "ur"), ("windows-1256 iso8859-6", "المنتيرهو")),
    "lt": ("windows-1257 iso8859-13", "ąčęėįšųūž"),
    "lv": ("windows-1257 iso8859-13", "āčēģīķļņšūž"),
    "et": ("windows-1257 windows-1252", "äöüõšž"),
    "vi": ("windows-1258", ""),
    "th": ("cp874", ""),
    "zh": (
        "gb18030 big5hkscs",
        "的一是不了人在有我他这个来上国们個這來時說國們，。",
    ),
    "ja": ("cp932 euc-jp", "のにはをたがでてとしるいも、。"),
    "ko": ("cp949", ""),
}
OTHERS = ("windows-1252", "")
WIDTH = 72  # characters of a line that are shown, over all guesses
SAMPLE = 1 << 15  # bytes that are looked at


def encoding_of(language: str) -> str:
    """The commonest encoding of texts in a language that are not UTF-8."""
    return _guesses(language)[0][0]


def readings(line: bytes, sample: bytes, language: str) -> list[tuple[str, str]]:
    """Encodings a text may be in, likeliest first, and what a line of it reads in each.

    line: from a little before its first byte that is not UTF-8. sample: more of it.
    """
    names, telling = _guesses(language)
    sample = sample[:SAMPLE]
    likely = sorted(names, key=lambda name: -_score(sample, name, telling))
    width = WIDTH // len(names)
    shown = (line[: 4 * width].decode(name, "replace")[:width] for name in likely)
    plain = ("".join(c if c.isprintable() else "�" for c in text) for text in shown)
    return list(zip(likely, plain, strict=True))


def advice(block: bytes, position: int, language: str) -> str:
    """What to write for a text that is not UTF-8 at a position, and how it reads so."""
    begin = max(block.rfind(b"\n", 0, position) + 1, position - 12)
    line = block[begin:].splitlines()[0]
    choices = readings(line, block[begin:], language)
    shown = "; ".join(f"in {name} it reads '{text}'" for name, text in choices)
    return (
        f"write encoding: {choices[0][0]} (add repair: true if other lines are UTF-8). "
        f"{shown[0].upper()}{shown[1:]}."
    )


def _guesses(language: str) -> tuple[list[str], str]:
    names, telling = GUESSES.get(language.split("-")[0], OTHERS)
    return names.split(), telling


def _score(sample: bytes, encoding: str, telling: str) -> int:
    """Telling letters a sample holds in an encoding, less what no text holds."""
    text = sample.decode(encoding, "replace")
    odd = sum(c == "�" or "\x80" <= c < "\xa0" for c in text)
    return sum(map(text.count, telling)) - 3 * odd
