"""Cleaning of texts: which tokens a paragraph holds and which words they are."""

import unicodedata
from dataclasses import dataclass
from importlib.metadata import version

import regex

from quaver.corpora.languages.pack import Pack, Tokens
from quaver.corpora.reading import SourceError

PARTS = regex.compile(r"[^\s\x1c-\x1f]+")  # what str.isspace calls white splits
LETTER = regex.compile(r"[\p{L}〇]")
DIGIT = regex.compile(r"\p{N}")
NORMALISATIONS = ("NFC", "NFKC", "none")
KEEPS = ("letters", "tokens", "spaces")


@dataclass(frozen=True, kw_only=True)
class Cleaner:
    """How paragraphs become words: the keys of a study's clean, applied in this order.

    normalise: the paragraph. keep: letters (of a language without spaces those of its
    tokens), tokens or spaces. drop_numbers: tokens with a digit and no letter, such as
    50%; drop_punctuation: those with neither. shortest: tokens of fewer characters are
    dropped. lowercase: words; sentences were split before, on the cased text. lemmas:
    simplemma, or nothing; of tokens as they stand.
    """

    pack: Pack
    normalise: str
    lowercase: bool
    keep: str
    tokeniser: str
    drop_numbers: bool
    drop_punctuation: bool
    shortest: int = 1
    lemmas: str = ""

    def __post_init__(self):
        """Refuse values that name nothing."""
        for name, allowed in {"normalise": NORMALISATIONS, "keep": KEEPS}.items():
            if (value := getattr(self, name)) not in allowed:
                raise ValueError(
                    f"{name} must be one of {allowed}. Got {value!r} instead."
                )
        self.pack.tokeniser(self.tokeniser)
        if self.lemmas:
            self._lemma("a")  # whether the language has any

    def normalised(self, text: str) -> str:
        """The text in the form wanted; positions of tokens refer to it."""
        if self.normalise == "none" or text.isascii():
            return text
        return unicodedata.normalize(self.normalise, text)

    def tokens(self, text: str) -> Tokens:
        """Tokens of a normalised text and where they start: two lists, equally long."""
        letters = self.pack.letters
        if self._by_pattern:
            pattern = PARTS if self.keep == "spaces" else letters
            runs = list(pattern.finditer(text))
            return [run.group() for run in runs], [run.start() for run in runs]
        tokens, starts = self.pack.tokenisers[self.pack.tokeniser(self.tokeniser)](text)
        if self.keep == "letters":
            cut = zip(tokens, starts, strict=True)
            runs = [(run, at) for token, at in cut for run in letters.finditer(token)]
            tokens = [run.group() for run, _ in runs]
            starts = [at + run.start() for run, at in runs]
        return tokens, starts

    @property
    def _by_pattern(self) -> bool:
        return self.keep == "spaces" or (self.keep == "letters" and self.pack.spaced)

    @property
    def cut_by(self) -> str:
        """What finds the tokens, with its version: moses (sacremoses 0.2.0)."""
        name, library = self.keep, "regex"
        if not self._by_pattern:
            name = self.pack.tokeniser(self.tokeniser)
            library = self.pack.tokenisers[name].library
        named = f"{name} ({library} {version(library)})"
        lemmas = self.lemmas and f", lemmas (simplemma {version('simplemma')})"
        return f"{named}{lemmas}"

    def word(self, token: str) -> str | None:
        """The word a token counts for, None where it is dropped."""
        if len(token) < self.shortest:
            return None
        if not LETTER.search(token):
            drop = self.drop_numbers if DIGIT.search(token) else self.drop_punctuation
            if drop:
                return None
        return self._form(self._lemma(token) if self.lemmas else token)

    def changes(self, token: str) -> bool:
        """Whether a token counts for another word because of its lemma."""
        return bool(self.lemmas) and self.word(token) not in (None, self._form(token))

    def _form(self, token: str) -> str:
        return self.normalised(self.pack.lower(token)) if self.lowercase else token

    def _lemma(self, token: str) -> str:
        import simplemma  # tables of a language, for those who ask for lemmas only

        try:
            lemma = simplemma.lemmatize(token, lang=self.pack.lemmas)
        except ValueError as error:
            raise SourceError(
                f"simplemma has no lemmas of language {self.pack.code}: remove "
                "'lemmas: simplemma'."
            ) from error
        # of words it does not know it gives small letters
        return token if lemma == token.lower() else lemma
