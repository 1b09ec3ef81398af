"""Templates that show words of the text: what a reader sees stands in their place."""

import re

from quaver.corpora.wiki import wikinames

DEPTH = 4  # templates in one another: quote in quote, lang in quote
TEMPLATE = re.compile(r"(?<!\{)\{\{\s*+([^{}|]{1,60})((?:\|[^{}]*+)?)\}\}")
LINK = re.compile(r"\[\[[^\[\]]*+\]\]")
BAR = "\ufdef"  # a bar inside a link, which parts nothing
NAMED = re.compile(r"\s*([^\s=<>\[\]][^=<>\[\]]*?)\s*=", re.DOTALL)
RANGES = ("to", "and", "or", "by", "x", "-", "–")  # {{convert|5|to|10|km}}


def shown(text: str) -> str:
    """Text with the templates of `wikinames` replaced by their words, inner ones first.

    Others stay, and are cut away with what stands in them.
    """
    for _ in range(DEPTH):
        before, text = text, TEMPLATE.sub(_words, text)
        if before == text:
            break
    return text


def _words(template: re.Match) -> str:
    name = " ".join(template[1].replace("_", " ").lower().split())
    if name in wikinames.SPACES:
        return " "
    is_block = name in wikinames.QUOTATIONS
    is_first = name in wikinames.FIRST or name.startswith("lang-")
    if not (is_block or is_first or name in wikinames.LAST | wikinames.MEASURES):
        return template[0]
    values, named = _arguments(template[2])
    if is_block:
        said = [named.get(key, "") for key in wikinames.SAID] + values[:1]
        return f"\n\n{next(filter(None, said), '')}\n\n"
    if name in wikinames.MEASURES:
        return " ".join(values[: 4 if values[1:2] and values[1] in RANGES else 2])
    return next(iter(values if is_first else values[:0:-1]), "")


def _arguments(written: str) -> tuple[list[str], dict[str, str]]:
    """Values of a template in order, and those that have a name."""
    guarded = LINK.sub(lambda link: link[0].replace("|", BAR), written)
    values, named = [], {}
    for part in guarded.split("|")[1:]:
        name = NAMED.match(part)
        value = part[name.end() if name else 0 :].replace(BAR, "|").strip()
        if name and not name[1].isdigit():
            named[name[1].lower()] = value
        elif value:
            values.append(value)
    return values, named
