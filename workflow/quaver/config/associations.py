"""Sets of words whose associations a study may want of its models."""

from collections.abc import Mapping
from dataclasses import dataclass

from quaver.config.keys import NAME, Texts, key

ASSOCIATIONS = ("weat", "rnd", "semaxis")
SETS = """{callings: {targets: [soldier, army], other_targets: [farmer, merchant], \
attributes: [war, battle], other_attributes: [peace, trade]}}"""


@dataclass(frozen=True)
class WordSets:
    """Words of which it is asked how much nearer they are to some than to others.

    targets: Words whose associations are asked for.
    attributes: Words that the targets may be near to.
    other_attributes: Words that they may be near to instead.
    other_targets: Words the targets are compared with; weat alone needs any.
    corpora: Corpora these sets are asked of; all where none are named.
    """

    targets: Texts = key(..., "[soldier, army]", fewest=1)
    attributes: Texts = key(..., "[war, battle]", fewest=1)
    other_attributes: Texts = key(..., "[peace, trade]", fewest=1)
    other_targets: Texts = key((), "[farmer, merchant]")
    corpora: Texts = key((), "[mine]")


@dataclass(frozen=True)
class Associations:
    """Associations of sets of words in every run, with intervals and permuted sets.

    sets: The sets of words, by name.
    tests: weat = Caliskan et al. 2017, rnd = relative norm distance of Garg et al.
        2018, semaxis = An et al. 2018.
    permutations: With so many permuted sets at most each value is compared; with all
        where there are no more.
    """

    sets: Mapping[str, WordSets] = key(..., SETS, names=NAME, fewest=1)
    tests: Texts = key(ASSOCIATIONS, choices=ASSOCIATIONS)
    permutations: int = key(10_000, least=100, most=1_000_000)
