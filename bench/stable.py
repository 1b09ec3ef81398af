"""How often rules for stable neighbours refuse words that hold, and pass those that do
not: `python bench/stable.py` prints the table of docs/enough.md (numpy alone, seconds).

A word is among the n nearest of a true share of all draws of the text. R runs list it
as often as chance has it (binomial), and a rule says whether that is often enough.
Lists are told from the same runs, but a word's own runs are independent draws, so that
shares of words refused or passed need no more than this.
"""

import numpy as np

SEED, STUDIES = 20261119, 400_000
RUNS = (5, 8, 16)
HOLDING, FAILING = (0.98, 0.95, 0.9), (0.8, 0.7, 0.5)
Z = 1.959963984540054
ROUNDING = 1e-9


def of_share(share):
    """The rule that a share of the runs lists it: (counts, runs) -> bool."""
    return lambda counts, runs: counts >= share * runs - ROUNDING


def all_but_one(counts, runs):
    """The rule that all runs list it but one."""
    return counts >= runs - 1


def surely_half(counts, runs):
    """The rule that Wilson's interval of 95 % lies above a half."""
    share, width = counts / runs, Z**2 / runs
    reach = Z * np.sqrt(share * (1 - share) / runs + width / (4 * runs))
    return (share + width / 2 - reach) / (1 + width) > 0.5


RULES = {f"share {share:g}": of_share(share) for share in (0.9, 0.8, 0.75)}
RULES |= {"all but one": all_but_one, "interval above .5": surely_half}


def passed(rule, share, runs, generator):
    """Share of words that a rule passes, of a true share held: in [0, 1]."""
    counts = generator.binomial(runs, share, STUDIES)
    return float(rule(counts, runs).mean())


def needed(rule, runs):
    """Fewest runs that must list a word for a rule to pass it."""
    return int(np.argmax(rule(np.arange(runs + 1), runs)))


def rows():
    """A row per rule and number of runs: what is needed, refused and passed, in %."""
    generator = np.random.default_rng(SEED)
    for name, rule in RULES.items():
        for runs in RUNS:
            shares = [
                *(1 - passed(rule, share, runs, generator) for share in HOLDING),
                *(passed(rule, share, runs, generator) for share in FAILING),
            ]
            yield name, f"{needed(rule, runs)} of {runs}", *shares


def table():
    """The table in Markdown."""
    heads = "rule", "runs", *(f"refused of {x:g}" for x in HOLDING)
    heads += tuple(f"passed of {x:g}" for x in FAILING)
    lines = [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
    for name, count, *shares in rows():
        cells = (f"{100 * share:.1f}" for share in shares)
        lines.append(f"| {name} | {count} | {' | '.join(cells)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
