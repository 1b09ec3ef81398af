"""Words followed over the periods of a series: what a study may not ask."""

from itertools import pairwise

from quaver.config.change import LEVEL, faults
from quaver.config.errors import listed, wrong


def check_trajectories(study) -> None:
    """Raise ConfigError for the first series whose words cannot be followed."""
    corpora = study.corpora
    names = [text.series for text in corpora.values()]
    for name, change in study.analyses.change.items():
        if not change.trajectories:
            continue
        where = f"analyses.change.{name}.trajectories"
        words = list(change.trajectories.words)
        if names.count(name) < 2:
            several = sorted(x for x in {*names} if x and names.count(x) > 1)
            series = listed(several) or "none"
            why = f"words are followed over a series, and '{name}' is none of two "
            why += f"periods or more: such series are {series}"
            raise wrong(where, words, why, "Call the entry like a series")
        for pair in pairwise(x for x in corpora if corpora[x].series == name):
            for why, cure in faults(corpora, name, change, pair):
                raise wrong(f"{where} over", pair, why, cure)
        deals = change.null.contexts
        if len(words) > LEVEL * (deals + 1):
            why = f"the least p, 1 / {deals + 1}, is too coarse for {len(words)} words"
            cure = (
                f"Write 'contexts: {int(len(words) / LEVEL)}' or more, or fewer words"
            )
            where = f"analyses.change.{name}.null.contexts"
            raise wrong(where, deals, why, cure)
