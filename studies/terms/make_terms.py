"""Make the lists of terms beside this file from headings of Debian's package anarchism.

    python studies/terms/make_terms.py [--folder DEBS]

makes each list anew and tells what it holds. It stands beside the lists, so that who
opens one finds how it was made. Packages (anarchism, wordnet-base) come by apt-get, or
lie in the folder. The rule:

1. Headings of all sections (h1 to h6 of sec*.html) are cut at signs other than hyphens,
   apostrophes and quotation marks, and at function words. Texts are cleaned as the
   studies clean them: runs of letters in lower case, tokens of one letter dropped.
2. A term is one to three words that follow each other there, the last one a noun of
   WordNet. A single word has three letters or more, and as many senses as a noun as it
   has as a verb, adjective and adverb together.
3. Kept are terms found LEAST times or more in the book, its headings not counted. They
   are looked for from the longest on, from left to right, no token in two terms, none
   across the end of a sentence. What is found less often leaves its tokens to shorter
   terms. A single word's share of the book is larger than that of the other sections.
"""

import argparse
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import chain, pairwise
from pathlib import Path

import numpy as np

from quaver.corpora import debian, wordnet
from quaver.corpora.cleaning import Cleaner
from quaver.corpora.debian import html_pages
from quaver.corpora.languages import pack
from quaver.corpora.morphy import look_up
from quaver.foreign import expanded

HERE = Path(__file__).parent
PACKAGES = "anarchism", wordnet.PACKAGE
SECTIONS = "*/html/sec*.html"
BOOKS = {"economics": "C", "socialism": "H", "society": "I"}  # lists, their sections
LONGEST = 3  # words of a term
LEAST = 10  # times in the book
SHORTEST = 3  # letters of a single word
SIGNS = re.compile(r"[^\w\s'’\"“”-]| - ")
# Words of grammar; WordNet takes some for nouns (an IN, a DOE). Of n't the first part.
GRAMMAR = """
about after all also always an and any anything are aren around as at be because been
before being between both but by can cannot could couldn did didn do does doesn doing
don down each either else ever every everyone everything for from had has hasn have
haven he her his how if in into is isn it its itself just like many may mean means might
more most much must my neither never no none nor not nothing of off often on one only or
other others our out over own rather really same shall she should shouldn since so some
something still such than that the their them themselves then there these they this
those through to too under until up us very was wasn way we well were weren what when
where whether which while who whom whose why will with within without won would wouldn
yes yet you your
"""
FUNCTION = frozenset(GRAMMAR.split())
CLEANER = Cleaner(
    pack=pack("en"),
    **{"normalise": "NFC", "lowercase": True, "keep": "letters"},
    **{"tokeniser": "default", "drop_numbers": False, "drop_punctuation": False},
    shortest=2,
)

Term = tuple[str, ...]
Sentences = Sequence[Sequence[str]]


def words_of(text: str) -> tuple[list[str], list[int]]:
    """Words of a text as a corpus has them, and where they start."""
    tokens, starts = CLEANER.tokens(CLEANER.normalised(text))
    words = zip(map(CLEANER.word, tokens), starts, strict=True)
    kept = [(word, start) for word, start in words if word is not None]
    return [word for word, _ in kept], [start for _, start in kept]


def sentences_of(texts: Iterable[str]) -> list[list[str]]:
    """Words of texts, sentence by sentence."""
    sentences = []
    for text in texts:
        words, starts = words_of(text)
        cuts = [*CLEANER.pack.sentences(CLEANER.normalised(text)), len(text) + 1]
        ends = np.searchsorted(starts, cuts)
        sentences += [words[first:last] for first, last in pairwise(ends)]
    return [sentence for sentence in sentences if sentence]


def candidates(headings: Iterable[str]) -> list[Term]:
    """Runs of words of headings, none a word of grammar, each once, sorted."""
    found = set()
    for heading in headings:
        for phrase in SIGNS.split(heading):
            run: list[str] = []
            for word in [*words_of(phrase)[0], ""]:
                if word and word not in FUNCTION:
                    run.append(word)
                    found |= {tuple(run[-n:]) for n in range(1, LONGEST + 1)}
                else:
                    run = []
    return sorted(found)


def nouns(terms: Sequence[Term], parts: Mapping, others: Counter) -> list[Term]:
    """Terms whose last word is a noun, as the rule has it.

    parts: WordNet's nouns and verbs. others: senses of adjectives and adverbs.
    """
    last = sorted({term[-1] for term in terms})
    noun, verb = (
        dict(zip(last, np.diff(look_up(own.lexicon, last, part)[0]), strict=True))
        for part, own in parts.items()
    )

    def is_noun(term: Term) -> bool:
        word = term[-1]
        if len(term) > 1:
            return noun[word] > 0
        is_mostly = noun[word] >= max(1, verb[word] + others[word])
        return is_mostly and len(word) >= SHORTEST

    return [term for term in terms if is_noun(term)]


def adjectives(package: Path) -> Counter:
    """Senses that words have as adjectives and adverbs in the package of WordNet."""
    senses = Counter()
    for name, content in debian.files(package):
        if Path(name).name in ("index.adj", "index.adv"):
            lines = content.decode("ascii").splitlines()
            # lemma, part of speech, number of senses; lines of the licence are indented
            rows = (line.split() for line in lines if not line.startswith(" "))
            senses += Counter({lemma: int(number) for lemma, _, number, *_ in rows})
    return senses


def found(terms: Iterable[Term], sentences: Sentences) -> Counter:
    """How often terms occur, longest first, no token in two of them."""
    wanted, counts = set(terms), Counter()
    for sentence in sentences:
        free = [True] * len(sentence)
        for length in range(LONGEST, 0, -1):
            for place in range(len(sentence) - length + 1):
                term = tuple(sentence[place : place + length])
                if term in wanted and all(free[place : place + length]):
                    counts[term] += 1
                    free[place : place + length] = [False] * length
    return counts


def kept(terms: Iterable[Term], book: Sentences, rest: Sentences) -> list[Term]:
    """Terms found often enough, longest first: rare ones leave their tokens to others.

    Of single words those that are more frequent in the book than in the rest.
    """
    left, often = set(terms), sum(map(len, book)) / max(1, sum(map(len, rest)))
    for length in range(LONGEST, 0, -1):
        counts = found(left, book)
        left -= {term for term in left if len(term) == length and counts[term] < LEAST}
    elsewhere = found(left, rest)
    return sorted(x for x in left if len(x) > 1 or counts[x] > often * elsewhere[x])


def halves(pages: Sequence[Sentences]) -> tuple[Sentences, Sentences]:
    """A book cut between the two pages where its halves are as equal as can be."""
    tokens = np.cumsum([sum(map(len, page)) for page in pages])
    cut = int(np.abs(tokens - tokens[-1] / 2).argmin()) + 1
    return sum(pages[:cut], []), sum(pages[cut:], [])


def main() -> None:
    """Make all lists, and tell what each holds."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--folder", type=Path, help="where the packages lie")
    folder = parser.parse_args().folder
    with tempfile.TemporaryDirectory() as work:
        if folder:
            packages = [debian.placed([name], expanded(folder))[0] for name in PACKAGES]
        else:
            packages = [debian.fetched([name], Path(work))[0] for name in PACKAGES]
        parts = wordnet.read({"folder": str(packages[1].parent)}, Path(work))
        senses = adjectives(packages[1])
        files = {
            name: content.decode("utf-8")
            for name, content in debian.files(packages[0])
            if fnmatchcase(name, SECTIONS)
        }
    headings, texts = [], {}
    for name in sorted(files, key=html_pages.natural):
        page = html_pages.paragraphs(files[name], Counter())
        headings += [part.text for part in page if part.is_heading]
        texts[name] = sentences_of(x.text for x in page if not x.is_heading)
    terms = nouns(candidates(headings), parts, senses)
    for name, section in BOOKS.items():
        names = [x for x in texts if Path(x).name.startswith(f"sec{section}")]
        pages = [texts[x] for x in names]
        book = sum(pages, [])
        rest = [*chain(*(texts[x] for x in texts if x not in names))]
        own = kept(terms, book, rest)
        lines = "".join(f"{' '.join(term)}\n" for term in own)
        (HERE / f"{name}.txt").write_text(lines, encoding="utf-8")
        often = found(own, book + rest)
        first, second = (found(own, half) for half in halves(pages))
        print(
            f"{name} (section {section}): {len(own)} terms found {LEAST} times or more "
            f"in {sum(map(len, book))} tokens, {sum(len(x) > 1 for x in own)} of "
            f"several words; {sum(often[x] >= LEAST for x in own)} in all sections; "
            f"{sum(min(first[x], second[x]) >= 2 for x in own)} twice in each half."
        )


if __name__ == "__main__":
    main()
