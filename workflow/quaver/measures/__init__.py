"""One measure per file, and what the house knows of each: the registry.

Light on purpose: tables, figures, docs and tests read it without loading the measures.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Measure:
    """What is said of a measure wherever it is shown.

    function: "module:name" inside quaver.measures. range: least and greatest value.
    best: "low" or "high", the end of a perfectly stable technique.
    scale: tables print value times scale, under the heading unit.
    """

    label: str
    symbol: str
    formula: str
    function: str
    range: tuple[float, float]
    best: str
    source: str
    scale: float = 1.0
    unit: str = ""


THESIS = "Rettenmeier 2020"

MEASURES: dict[str, Measure] = {
    "pip": Measure(
        label="reduced PIP loss",
        symbol="D_rPIP",
        formula="|E1 E1' - E2 E2'| / (2 n)",
        function="pip:pip_losses",
        range=(0.0, 1.0),
        best="low",
        source=f"{THESIS}, Eq. 2.28",
        scale=100.0,
        unit="x 10^-2",
    ),
    "word_pip": Measure(
        label="word-wise reduced PIP loss",
        symbol="d_PIP(w)",
        formula="|E1 e1(w)' - E2 e2(w)'| / (2 sqrt(n))",
        function="pip:pip_losses",
        range=(0.0, 1.0),
        best="low",
        source=f"{THESIS}, Eq. 2.29",
        scale=100.0,
        unit="x 10^-2",
    ),
    "intrinsic": Measure(
        label="intrinsic instability",
        symbol="I_int",
        formula="mean over pairs of shuffled runs of the PIP loss",
        function="instability:instability",
        range=(0.0, 1.0),
        best="low",
        source=f"{THESIS}, Eq. 2.41 (spaces) and 2.44 (words)",
        scale=100.0,
        unit="x 10^-2",
    ),
    "extrinsic": Measure(
        label="extrinsic instability",
        symbol="I_ext",
        formula="sqrt(bootstrapped^2 - shuffled^2) of mean PIP losses",
        function="instability:instability",
        range=(0.0, 1.0),
        best="low",
        source=f"{THESIS}, Eq. 2.42 (spaces) and 2.44 (words), misprint corrected",
        scale=100.0,
        unit="x 10^-2",
    ),
    "share": Measure(
        label="overlap of n nearest neighbours",
        symbol="p@n",
        formula="|N1(w) & N2(w)| / n",
        function="overlap:overlaps",
        range=(0.0, 1.0),
        best="high",
        source=f"Wendlandt et al. 2018; {THESIS}, Eq. 2.11",
    ),
    "jaccard": Measure(
        label="Jaccard overlap of n nearest neighbours",
        symbol="j@n",
        formula="|N1(w) & N2(w)| / |N1(w) | N2(w)|",
        function="overlap:overlaps",
        range=(0.0, 1.0),
        best="high",
        source=f"Antoniak and Mimno 2018; {THESIS}, Eq. 2.11",
    ),
    "consistency": Measure(
        label="consistency of overlaps over n",
        symbol="rho(p@n, p@m)",
        formula="Spearman over words of p@n(w) and p@m(w), or of two halves of runs",
        function="consistency:consistency",
        range=(-1.0, 1.0),
        best="high",
        source=f"{THESIS}, Tables 2.3 and A.1",
    ),
    "normality": Measure(
        label="normality of cosines over runs",
        symbol="p(Shapiro-Wilk)",
        formula="p of the Shapiro-Wilk test of cos(w1, w2) over runs",
        function="normality:normality",
        range=(0.0, 1.0),
        best="high",
        source=f"Shapiro and Wilk 1965; {THESIS}, section 2.1.3",
    ),
    "independence": Measure(
        label="independence of cosines over runs",
        symbol="p(Spearman)",
        formula="p of Spearman's correlation of cos(w1, w2) and cos(w3, w4) over runs",
        function="independence:independence",
        range=(0.0, 1.0),
        best="high",
        source=f"{THESIS}, section 2.1.3",
    ),
    "prediction": Measure(
        label="predicted overlap of n nearest neighbours",
        symbol="predicted p@n",
        formula="sum over s of p_#n(w, s)^2 / n, cosines normal and independent",
        function="prediction:predicted",
        range=(0.0, 1.0),
        best="high",
        source=f"{THESIS}, Eq. 2.22, 2.23 and A.9 to A.16",
    ),
    "structure": Measure(
        label="structure factor",
        symbol="rho@1",
        formula="predicted p@1 if all cosines had their mean deviation",
        function="prediction:structure_factor",
        range=(0.0, 1.0),
        best="high",
        source=f"{THESIS}, section 2.2.2 (III)",
    ),
    "proxies": Measure(
        label="consistency of the word-wise PIP loss over proxies",
        symbol="rho(d_PIP)",
        formula="Spearman over words of d_PIP(w) from two sets of proxy words",
        function="proxies:proxy_consistency",
        range=(-1.0, 1.0),
        best="high",
        source=f"{THESIS}, section 2.2.3 (II), Table 2.6",
    ),
}
