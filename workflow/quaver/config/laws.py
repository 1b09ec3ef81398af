"""Laws of change over the periods of a series: what a study may not ask."""

from itertools import pairwise

from quaver.config.errors import listed, wrong

FEWEST = 2  # pairs of neighbours: a word is to be met several times


def check_laws(study) -> None:
    """Raise ConfigError for the first series whose laws cannot be told."""
    for name, change in study.analyses.change.items():
        if change.laws:
            where = f"analyses.change.{name}"
            neighbours = _neighbours(study.corpora, change.pairs[0][0])
            pairs = [pair for pair in change.pairs if tuple(pair) in neighbours]
            if len(pairs) < FEWEST:
                why = f"laws need {FEWEST} pairs of neighbouring periods of a series, "
                why += f"these are {len(pairs)}"
                cure = "Write 'pairs: consecutive' for a series of three periods"
                raise wrong(f"{where}.pairs", list(map(list, change.pairs)), why, cure)
            trained = {*study.samplings}
            trained |= {x for own in study.techniques.values() for x in own.samplings}
            if missing := [x for x in change.laws.samplings if x not in trained]:
                why = f"no runs are {listed(missing)}"
                cure = f"Write 'samplings: [{', '.join(missing)}]' for the study"
                asked = list(change.laws.samplings)
                raise wrong(f"{where}.laws.samplings", asked, why, cure)


def _neighbours(corpora, text: str) -> set[tuple[str, str]]:
    """Pairs of neighbouring periods of the series of a text."""
    series = corpora[text].series
    own = [x for x, each in corpora.items() if series and each.series == series]
    return {*pairwise(own)}
