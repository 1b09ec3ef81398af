"""How often intervals of change hold the truth, of texts drawn from a known model.

Two periods are drawn apart (generator.py); in the late one words are exchanged two by
two, all of their uses or a share of them. Contexts are looked up in one fixed space, so
that the truth is the change between means over many fresh texts. Told, by documents of
a period that have the word and by share: how often intervals hold the truth, and by how
much changes and plug-ins are off on average, with standard errors over texts.

    python bench/periods.py --draws 60

About two minutes of one core. What it printed stands in docs/decisions.md.
"""

import argparse
from dataclasses import replace

import numpy as np
import pandas as pd
from generator import MODELS, text
from threadpoolctl import threadpool_limits

from quaver.measures.change import spread
from quaver.spaces.contexts import Contexts, add_contexts, context_sums
from quaver.statistics.periods import LEAST, centre_of, changes

MODEL, DIMS, WINDOW = MODELS["second"], 20, 5
TOKENS = 3000, 6000, 12_000, 24_000  # of a period
TRUTHS, FRESH = (
    300,
    100_000,
)  # texts behind the truth, of FRESH tokens; their first seed
PAIRS, SHARES = 60, (0.25, 0.5, 1.0)  # exchanged, in turn
BANDS = (5, 10, 20, 40, 10**9)  # documents of either period, the fewer


def shares() -> np.ndarray:
    """Share of a word's uses that are another's in the late text: (words,)."""
    own = np.zeros(MODEL.words)
    starts = np.linspace(MODEL.common, MODEL.words - 6, PAIRS).astype(int)
    for number, row in enumerate(starts):
        own[[row, row + 4]] = SHARES[number % len(SHARES)]
    return own


def exchanged(tokens: np.ndarray, generator) -> np.ndarray:
    """Tokens of a late text: of words by pairs, a share of the uses is the other's."""
    own = shares()
    rows = np.arange(MODEL.words)
    for row in np.linspace(MODEL.common, MODEL.words - 6, PAIRS).astype(int):
        rows[[row, row + 4]] = row + 4, row
    other = generator.random(len(tokens)) < own[tokens]
    return np.where(other, rows[tokens], tokens).astype(tokens.dtype)


def vectors() -> np.ndarray:
    """The fixed space: (words, dims)."""
    return np.random.default_rng(20200723).normal(size=(MODEL.words, DIMS))


def true_moves() -> np.ndarray:
    """How far each word's mean moved, by fresh texts: (words, dims).

    The late texts are the early ones with words exchanged: noise of drawing goes out.
    """
    sums, counts = np.zeros((2, MODEL.words, DIMS)), np.zeros((2, MODEL.words), int)
    for seed in range(FRESH, FRESH + TRUTHS):
        fresh = text(MODEL, seed)
        late = exchanged(fresh.tokens, np.random.default_rng(seed))
        for number, tokens in enumerate((fresh.tokens, late)):
            rules = {"vectors": vectors(), "window": WINDOW}
            into = sums[number], counts[number]
            add_contexts(tokens, fresh.sentences, **rules, into=into)
    means = sums / np.maximum(counts, 1)[..., None]
    return means[0] - means[1]


def drawn(tokens: int, seed: int) -> tuple[Contexts, np.ndarray]:
    """Contexts by document of an early and a late text, and the period of each."""
    parts, periods = [], []
    for late in (0, 1):
        own = text(replace(MODEL, tokens=tokens), 2 * seed + late)
        read = own.tokens
        if late:
            read = exchanged(read, np.random.default_rng([tokens, seed]))
        of = np.searchsorted(own.documents, own.sentences[:-1], side="right") - 1
        of += len(periods)
        rules = {"targets": np.arange(MODEL.words), "vectors": vectors()}
        parts.append(context_sums(read, own.sentences, of, **rules, window=WINDOW))
        periods += [late] * (len(own.documents) - 1)
    uses = Contexts(*map(np.concatenate, zip(*parts, strict=True)))
    order = np.lexsort((uses.document, uses.word))
    return Contexts(*(part[order] for part in uses)), np.array(periods)


def told(tokens: int, seed: int, moves: np.ndarray) -> pd.DataFrame:
    """A row for each word that can be told in two texts: the shift is that of as many
    of these as `quaver.measures.change` takes."""
    uses, periods = drawn(tokens, seed)
    of = periods[uses.document]
    each = np.array(
        [np.bincount(uses.word[of == k], minlength=MODEL.words) for k in (0, 1)]
    )
    words = np.flatnonzero(each.min(axis=0) >= LEAST)
    controls = words[spread(each[:, words])]
    size = changes(uses, words, periods, centre_of(uses, controls, periods))
    true = np.square(moves - moves[controls].mean(axis=0)).sum(axis=1)[words]
    rows = {
        "documents": size.documents.min(axis=1),
        "share": shares()[words],
        "held": (size.low <= true) & (true <= size.high),
        "off": size.squared - true,
        "plug_in_off": size.plug_in - true,
    }
    return pd.DataFrame(rows | {"true": true, "text": f"{tokens}, {seed}"})


def error(own: pd.DataFrame, name: str) -> float:
    """Standard error of the mean of a column, whose rows of a text hang together."""
    sums = (own[name] - own[name].mean()).groupby(own["text"]).sum()
    texts = len(sums)
    return np.sqrt(np.square(sums).sum() * texts / max(texts - 1, 1)) / len(own)


def main() -> None:
    """Print coverage and bias by documents and share."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=60)
    options = parser.parse_args()
    moves, seeds = true_moves(), range(options.draws)
    rows = pd.concat([told(x, seed, moves) for x in TOKENS for seed in seeds])
    bands = pd.cut(rows["documents"], BANDS, right=False, labels=BANDS[:-1])
    told_of = {x: (x, "mean") for x in ("true", "off", "plug_in_off", "held")}
    groups = rows.groupby(["share", bands], observed=True)
    table = groups.agg(**told_of, words=("held", "size"))
    for name in ("off", "held"):
        errors = groups.apply(error, name, include_groups=False)
        table.insert(table.columns.get_loc(name) + 1, f"{name}_error", errors)
    print(table.round(4).to_string())
    held, off = (
        f"{rows[x].mean():.4f} ± {error(rows, x):.4f}" for x in ("held", "off")
    )
    print(f"all: held {held}, off {off} (standard errors over texts)")


if __name__ == "__main__":
    with threadpool_limits(1):
        main()
