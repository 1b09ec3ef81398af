"""Tables 1.2, 1.7 and 1.8 and Equation 2.43: how large texts are, and what of it."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from operator import attrgetter

import numpy as np
from scipy.special import stdtrit

from quaver.house.cells import own_cells
from quaver.house.instability import Group, instability_of
from quaver.items.claims import Band
from quaver.items.item import Table
from quaver.items.published import AGREES, NO_VALUE, Published, read
from quaver.papers.rettenmeier2020.comparable import FOLDER
from quaver.papers.rettenmeier2020.declare import claim, table
from quaver.results.records import FREQUENT, CorpusNumbers, by_sampling
from quaver.statistics.partial import rank_interval
from quaver.statistics.values import rank_correlation

CLOSE = 0.02  # two texts are taken for one where both counts agree within this
ROUNDED = 0.5  # of the last digit printed
SAME = f"within {100 * CLOSE:g} % or rounding"
OTHER = "not comparable: other text"
MISPRINT = "agrees with tokens x 10^5"  # Table 1.8 prints 10^6
SEEMS = 0.5  # "seems to decrease" is said of p = .22, "entirely random" of .78
CORPORA = 7  # in the thesis
_T = float(stdtrit(CORPORA - 2, 1 - SEEMS / 2))
# random: what has p = .5 over the thesis's corpora; that ours has a p above .5 would be
# so of every second draw of corpora that have no relation, and more with fewer of them
SIGN = Band(low=0)
RANDOM_BAND = Band(*(sign * _T / sqrt(CORPORA - 2 + _T**2) for sign in (-1, 1)))


@dataclass(frozen=True, kw_only=True)
class Counts(Published):
    """Published counts of a text; period: what it calls a slice of ours."""

    period: Callable[[str], str] = str

    def key(self, row: Mapping) -> tuple:
        """Language and, of slices, the published period."""
        return super().key({**row, "period": self.period(row["period"])})

    def judged(self, row: Mapping, published_row: Mapping, reason: str) -> dict:
        """Whether tokens and words are the published ones: AGREES, MISPRINT, OTHER."""
        # counts have no error: they lie in the band or not
        return {"band": SAME, "verdict": self._verdict(row, published_row)}

    def _verdict(self, row: Mapping, published_row: Mapping) -> str:
        names = list(self.columns.values())
        ours, theirs = ([of[name] for name in names] for of in (row, published_row))
        # a print that needs an explanation is of no text that could agree
        if published_row.get("reading"):
            return OTHER
        if None in ours:
            return ""
        tokens, words = map(_close, ours, theirs)
        if tokens and words:
            return AGREES
        # told from another text by the words, which agree as they are
        tenfold = self.period is half and _close(ours[0] * 10, theirs[0])
        return MISPRINT if words and tenfold else OTHER


def _close(ours: float, printed: float) -> bool:
    return abs(ours - printed) <= max(CLOSE * printed, ROUNDED)


def decade(period: str) -> str:
    """The ten years a period names, '1810-1819' for 1810s; empty where it is none."""
    years = [int(year) for year in re.findall(r"\d+", period)]
    first = years[0] if years else 1
    # 1815 is a year, 1810 a decade
    named = years == [first] and re.fullmatch(r"\d{3}0s?", period)
    ended = years == [first, first + 9] and first % 10 == 0
    return f"{first}-{first + 9}" if named or ended else ""


def half(period: str) -> str:
    """One of the two periods of Table 1.8: t1 for 1, corpus1 or the years printed."""
    name = re.fullmatch(r"(?:t|corpus|period)?[ _-]?([12])", period, re.IGNORECASE)
    years = re.sub(r"\s*[-–]\s*", "-", period)
    halves = {row["years"]: row["period"] for row in read(FOLDER / "table_1_8.csv")}
    return f"t{name[1]}" if name else halves.get(years, years)


def series_of(corpora: Iterable, period: Callable) -> set[str]:
    """Names of the series whose slices are all decades, or not all; or of no series."""
    slices = [(corpus.series, corpus.period) for corpus in corpora]
    kinds = {"": str} | {name: decade for name, _ in slices if name}
    kinds |= {name: half for name, own in slices if name and not decade(own)}
    return {name for name, _ in slices if kinds[name] is period}


def _rows(results, period: Callable, powers: Mapping[str, int]) -> list[dict]:
    order = attrgetter("series", "period", "corpus")
    corpora, rows = sorted(results.corpora(), key=order), []
    wanted = series_of(corpora, period)
    for corpus in (corpus for corpus in corpora if corpus.series in wanted):
        names = "corpus", "language", "series", "period"
        row = {name: getattr(corpus, name) for name in names} | {"cell": corpus}
        counts = corpus.after("deduplicated").get("tokens"), corpus.frequent
        for (name, power), count in zip(powers.items(), counts, strict=True):
            row[name] = None if count is None else count / 10**power
        rare = f"words below {corpus.min_count} were cut, published are those from "
        too_rare = corpus.frequent is None and corpus.min_count > FREQUENT
        rows.append(row | {"note": [corpus.note, f"{rare}{FREQUENT}" * too_rare]})
    return rows


def _size_rows(results) -> Iterator[dict]:
    densities = {corpus.corpus: density(corpus) for corpus in results.corpora()}
    published = {row["trainer"]: row for row in read(FOLDER / "equation_2_43.csv")}
    techniques: dict[tuple[str, str], list[Group]] = {}
    for group in by_sampling(own_cells(results)):
        cell = next(iter(group.values()))
        if cell.view == cell.corpus:  # not a further part of a text, or unit
            techniques.setdefault((cell.technique, cell.trainer), []).append(group)
    for (technique, trainer), groups in sorted(techniques.items()):
        row = _beside(_correlated(groups, densities), published.get(trainer))
        yield {"technique": technique, "trainer": trainer, **row}


def density(corpus: CorpusNumbers) -> float:
    """Words by tokens of what runs read of a corpus, NaN where they are not known."""
    tokens, words = corpus.after("deduplicated").get("tokens"), corpus.frequent
    words = corpus.after("cut").get("types") if words is None else words
    # runs that read a fraction saw another density than the corpus has
    words, tokens = corpus.part or (words, tokens)
    return words / tokens if tokens and words is not None else np.nan


def _correlated(groups: Sequence[Group], densities: Mapping[str, float]) -> dict:
    values, sizes, lost = [], [], []
    for group in groups:
        corpus = next(iter(group.values())).corpus
        measured, missing = instability_of(group)
        if measured is None or measured.missing:
            lost.append(f"{corpus}: {missing}")
        elif np.isnan(densities.get(corpus, np.nan)):
            lost.append(f"{corpus}: words and tokens are not known")
        else:
            values.append(measured.extrinsic)
            sizes.append(densities[corpus])
    row, count = {"corpora": len(values)}, len(values)
    if count < 3:
        return row | {"note": [f"needs 3 corpora, there are {count}", *lost]}
    rho, p = rank_correlation(np.array(sizes), np.array(values))
    low, high = rank_interval(rho, count)
    few = "" if count > 3 else "no interval: it needs 4 corpora"
    row |= {"spearman": rho, "p": p, "low": low, "high": high}
    return row | {"note": [few, *lost]}


def _beside(row: dict, published_row: Mapping | None) -> dict:
    reading = NO_VALUE
    if published_row is not None:
        row |= {f"published_{name}": published_row[name] for name in ("spearman", "p")}
        reading = published_row["reading"]
        if "spearman" in row:
            band = RANDOM_BAND if published_row["p"] > SEEMS else SIGN
            row |= band.columns((row["spearman"], row["low"], row["high"]))
    return row | {"note": [*row["note"], f"published: {reading}" if reading else ""]}


def _table(number: str, what: str, powers: Mapping, period: Callable = str) -> Table:
    beside = {f"published_{name}": name for name in powers}
    return table(
        f"Table {number}",
        what,
        f"tokens are counted before rare words are cut, words from {FREQUENT} on. A "
        "row agrees where both do within 2 % or rounding; else it is another text.",
        columns=f"corpus language series period {' '.join(powers)}",
        keys=f"corpus language period {' '.join([*powers, *beside])} verdict",
        rows=partial(_rows, period=period, powers=powers),
        published={
            **{"kind": Counts, "columns": beside, "period": period},
            "keys": ("language",) if period is str else ("language", "period"),
            "comparable": lambda results: lambda corpus: "",
        },
        reads=("encode_corpus",),
        wanted=lambda grid: bool(series_of(grid.study.corpora.values(), period)),
    )


TABLE_1_2 = _table(
    "1.2", "Texts beside Wikipedias", {"tokens_in_1e6": 6, "vocabulary_in_1e4": 4}
)
COHA = {"tokens_in_1e5": 5, "vocabulary_in_1e3": 3}
TABLE_1_7 = _table("1.7", "Slices of ten years beside COHA", COHA, decade)
OTHERS = (
    "Slices of other lengths beside SemEval-2020 (whose tokens are probably x 10^5)"
)
SEMEVAL = {"tokens_in_1e6": 6, "vocabulary_in_1e3": 3}
TABLE_1_8 = _table("1.8", OTHERS, SEMEVAL, half)
_claim = partial(
    claim,
    tested="Equation 2.43, section 2.3",
    quantity="Spearman over corpora",
    rows=_size_rows,
    value="spearman",
    null=0.0,
)
RELATED = _claim(
    "extrinsic instability goes with the size of texts",
    keep=lambda row: row.get("published_p", np.nan) <= SEEMS,
    band=SIGN,
)
RANDOM = _claim(
    "extrinsic instability of GloVe does not go with the size of texts",
    keep=lambda row: row.get("published_p", np.nan) > SEEMS,
    band=RANDOM_BAND,
)
ROW = "corpora:whole spearman p low high published_spearman published_p band verdict"
EQUATION_2_43 = table(
    "Equation 2.43",
    "Extrinsic instability and the size of texts",
    "Spearman over corpora between extrinsic instability and words by tokens (|V|/|C| "
    "of what runs read), with p by Student's t and the 95 % interval of Fisher's z. A "
    "sign agrees where the interval leaves 0 out on its side. GloVe's was found to be "
    "random (p = .78): the whole interval is to lie where seven corpora give p > .5.",
    columns=f"technique trainer {ROW}",
    keys=f"technique {ROW}",
    rows=_size_rows,
    reads=("pip", "encode_corpus"),
)
