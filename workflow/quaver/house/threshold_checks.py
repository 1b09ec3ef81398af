"""Whether a threshold is the model's: from fewer words, and where there is none."""

from collections.abc import Iterator

import numpy as np

from quaver.house import meant
from quaver.house.meant import COSINES, RULES
from quaver.house.thresholds import RULE, told
from quaver.items.item import Table
from quaver.results.records import identity
from quaver.statistics.curves import OURS


def _sizes(results) -> Iterator[dict]:
    rule = meant.rule_of(results.study)
    for numbers in told(results):
        if not numbers.stored:
            yield {**identity(numbers.cell), "note": numbers.note}
            continue
        stored, ends = numbers.stored, COSINES.ends(numbers.stored)
        for size, words in enumerate(stored["sizes"]):
            own, groups = meant.of_size(stored, size, rule)
            row = {**identity(numbers.cell), "words": int(words)}
            row |= {"pairs": int(groups.pairs.sum()), "threshold": own.value(ends)}
            low, high = meant.expected(stored, size, rule)
            row |= {"expected_low": low, "expected_high": high}
            for name in RULES[:2]:
                own_ends = meant.called(name, stored)
                row[name] = meant.printed(name, groups, rule).value(own_ends)
            yield {**row, "note": own.reason}


def _relabelled(results) -> Iterator[dict]:
    rule = meant.rule_of(results.study)
    for numbers in told(results):
        if not numbers.stored:
            yield {**identity(numbers.cell), "note": numbers.note}
            continue
        stored = numbers.stored
        for name in (OURS, *RULES):
            if name == OURS:
                dealt = meant.dealt_ours(stored, rule)
            else:
                dealt = meant.dealt_printed(stored, name, rule)
            row = {**identity(numbers.cell), "rule": name.replace("_", " ")}
            row |= {"relabellings": len(stored["relabelled"]), **dealt._asdict()}
            untold = "too few bins, or relabellings, for a band"
            yield {**row, "note": untold * bool(np.isnan(dealt.found))}


THRESHOLD_SIZE = Table(
    name="threshold_size",
    title="Whether a threshold is the model's, or that of the pairs compared",
    caption="Thresholds from a tenth and a third of the words, and from all, in the "
    "first run. Expected: where those of so few words lie in 95 % of cases, if noise "
    "alone parts them from all. The rules in print (Elekes et al. 2018) find lower "
    "ones in more pairs.",
    order=15,
    rule=RULE,
    reads=("meaning",),
    columns="CELL words pairs threshold expected_low expected_high first_above_lowest "
    "first_rising note",
    keys="view technique sampling words pairs threshold expected_low expected_high "
    "first_above_lowest note",
    rows=_sizes,
)
RELABELLED = Table(
    name="thresholds_relabelled",
    title="How often a rule finds a threshold where no word has its meaning",
    caption="Words were dealt anew in WordNet among words of as many senses and like "
    "frequency. Found: percent of deals in which a rule has a threshold; significant: "
    "percent of bins, or groups of ranks, it takes for more than chance. Observed: the "
    "threshold with true meanings.",
    order=15,
    rule=RULE,
    reads=("meaning",),
    columns="CELL rule:text relabellings:whole found:e2 significant:e2 observed note",
    keys="view technique sampling rule relabellings found significant observed note",
    rows=_relabelled,
)
