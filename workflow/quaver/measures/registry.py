"""The registry: what the house knows of each measure.

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
ANTONIAK = "Antoniak and Mimno 2018"

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
    "averaged_loss": Measure(
        label="PIP loss of averages, relative to single runs",
        symbol="D_M / D_V",
        formula="mean loss between averages / mean loss between their runs",
        function="averaging:relative_loss",
        range=(0.0, float("inf")),
        best="low",
        source=f"{THESIS}, Figure 3.5; 1 / sqrt(size) is to be expected",
    ),
    "averaged_deviation": Measure(
        label="deviation of cosines of averages, relative to single runs",
        symbol="<sigma>_M / <sigma>_V",
        formula="mean deviation over averages / mean deviation over their runs",
        function="averaging:deviation_ratio",
        range=(0.0, float("inf")),
        best="low",
        source=f"{THESIS}, Eq. 3.6",
    ),
    "averaged_mean": Measure(
        label="mean cosine of averages, relative to single runs",
        symbol="<mu>_M / <mu>_V",
        formula="mean cosine over averages / mean cosine over their runs",
        function="averaging:mean_ratio",
        range=(float("-inf"), float("inf")),
        best="low",
        source=f"{THESIS}, Eq. 3.6: the bias, 1 where there is none",
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
    "eigenspace_overlap": Measure(
        label="eigenspace overlap",
        symbol="E(1, 2)",
        formula="|U1' U2|^2 / max(d1, d2), U the left singular vectors",
        function="eigenspace:eigenspace_overlap",
        range=(0.0, 1.0),
        best="high",
        source="May et al. 2019",
    ),
    "displacement": Measure(
        label="mean displacement after alignment",
        symbol="1 - cos",
        formula="1 - (sum of the singular values of E1' E2) / n",
        function="displacement:displacement",
        range=(0.0, 1.0),
        best="low",
        source="Schoenemann 1966 (the alignment); Hamilton et al. 2016",
    ),
    "knn_overlap": Measure(
        label="overlap of 10 nearest neighbours, corrected for chance",
        symbol="kappa@10",
        formula="(p@n - c) / (1 - c), c = n / (words - 1)",
        function="knn_overlap:knn_overlap",
        range=(-1.0, 1.0),
        best="high",
        source="p@n as above; Cohen 1960 (the correction)",
    ),
    "rank_biased_overlap": Measure(
        label="rank-biased overlap of neighbours",
        symbol="RBO_ext",
        formula="X_k/k p^k + (1 - p)/p sum over d <= k of X_d/d p^d, p = .9",
        function="rank_biased:rank_biased_overlap",
        range=(0.0, 1.0),
        best="high",
        source="Webber et al. 2010 (extrapolated)",
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
    "enough_runs": Measure(
        label="runs that tell the deviation of cosines",
        symbol="r(tolerance)",
        formula="least r with t(r - 1) error(R) sqrt((R - 1) / (r - 1)) <= tolerance "
        "x deviation, deviation = mean of s / c4",
        function="enough_runs:enough",
        range=(2.0, float("inf")),
        best="low",
        source="Quaver; what Antoniak and Mimno 2018, Figure 6, reads by eye",
    ),
    "enough_text": Measure(
        label="shared neighbours against the size of the text",
        symbol="logit s(tokens)",
        formula="ln(s / (1 - s)) against ln(tokens), s = p@n corrected for chance",
        function="enough_text:line_through",
        range=(0.0, 1.0),
        best="high",
        source="Quaver; Antoniak and Mimno 2018, Figure 5, has two sizes",
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
    "spread": Measure(
        label="deviation of the cosines of queries with their nearest words",
        symbol="s(q, w)",
        formula="sqrt(sum over runs of (cos(q, w) - mean)^2 / R), mean over q and w",
        function="spread:mean_deviation",
        range=(0.0, float("inf")),
        best="low",
        source=f"{ANTONIAK}, section 6",
        scale=100.0,
        unit="x 10^-2",
    ),
    "query_jaccard": Measure(
        label="Jaccard overlap of the n nearest words of queries",
        symbol="j_q@n",
        formula="|N1(q) & N2(q)| / |N1(q) | N2(q)|, mean over pairs of runs and q",
        function="top_lists:jaccard",
        range=(0.0, 1.0),
        best="high",
        source=f"{ANTONIAK}, section 6",
    ),
    "positions": Measure(
        label="share of list positions of queries that agree",
        symbol="agree_q@n",
        formula="share of k <= n whose k-th nearest word of q is the same in two runs",
        function="top_lists:positions",
        range=(0.0, 1.0),
        best="high",
        source=f"{ANTONIAK}, as coded in the place of Jaccard",
    ),
    "rank_change": Measure(
        label="change of rank of words near queries",
        symbol="r_i(q, w) - <r(q, w)>",
        formula="rank in a run minus mean rank, of the 10 words of best mean rank",
        function="rank_change:rank_changes",
        range=(float("-inf"), float("inf")),
        best="low",
        source=f"{ANTONIAK}, Figure 3",
    ),
    "held": Measure(
        label="share of bootstrapped runs that hold a neighbour",
        symbol="held@n",
        formula="|runs with w among the n nearest of q| / R",
        function="trust:nearest",
        range=(0.0, 1.0),
        best="high",
        source="ours, after the advice of Antoniak and Mimno 2018, section 9",
    ),
}
