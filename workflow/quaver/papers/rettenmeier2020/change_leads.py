"""Which models of section 4.1 lead which, and by how many errors; Table 4.3 as printed.

Some claims cannot be right, whoever measures: Table 4.3 is judged against what the text
says of it, by the errors that footnote 4 has (deviation / sqrt(n), n = 32 runs or 2
groups of 16).
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from quaver.items.claims import AGREES, DIFFERS
from quaver.items.published import read
from quaver.papers.rettenmeier2020.change_models import OVERALL, QUANTITIES, Scored
from quaver.papers.rettenmeier2020.comparable import FOLDER

SIGMAS = 3  # what the thesis takes for significant
# by kind and sampling; of several techniques by technique, kind and sampling
Models = Mapping[Hashable, Mapping[str, Scored]]


@dataclass(frozen=True)
class Claimed:
    """What the text says: one kind of model of a trainer scores above others.

    sigmas: by how many errors at least. against: the kind of the others; empty: all.
    among_all: the others are of all trainers.
    """

    name: str
    trainer: str
    model: Hashable
    where: str = "section 4.1"
    sigmas: float = 0.0
    against: str = ""
    among_all: bool = False
    quantities: Sequence[str] = QUANTITIES


def printed() -> dict[str, Models]:
    """Table 4.3 by trainer, then by kind and sampling, then by quantity."""
    models: dict[str, dict] = {}
    for row in read(FOLDER / "table_4_3.csv"):
        of = models.setdefault(row["trainer"], {})
        own = row["kind"], int(row["size"]), row["quantity"], row["value"]
        scored = Scored(*own, row["deviation"], int(row["models"]))
        of.setdefault((row["kind"], row["sampling"]), {})[row["quantity"]] = scored
    for own in (each for of in models.values() for each in of.values()):
        both = [own[quantity] for quantity in QUANTITIES]
        # how both tasks go together is not printed: their deviations at most add up
        value, deviation = (
            float(np.mean([getattr(x, name) for x in both]))
            for name in ("value", "deviation")
        )
        changes = {"quantity": OVERALL, "value": value, "deviation": deviation}
        own[OVERALL] = replace(both[0], **changes)
    return models


def joined(models: Mapping[str, Models]) -> Models:
    """Models of several techniques, each by its technique, kind and sampling."""
    return {(x, *key): own for x, of in models.items() for key, own in of.items()}


def closest(
    models: Models, best: Hashable, quantity: str, against: str = ""
) -> tuple[Hashable, float, float]:
    """The other model that comes closest to one, of a quantity: model, difference of
    the values, and how many errors that is; nothing where there is no other.

    against: the kind of the others; empty: any. One without an error is the closest
    where it is nearer than all that have one, unless one of these scores as high.
    """
    mine = models.get(best, {}).get(quantity)
    others = {x: own[quantity] for x, own in models.items() if quantity in own}
    others = {x: own for x, own in others.items() if against in ("", own.kind)}
    others.pop(best, None)
    if mine is None or not others:
        return None, np.nan, np.nan
    # the claim is of every other model: the one that speaks most against it
    apart = {x: mine.value - other.value for x, other in others.items()}
    errors = {x: np.hypot(mine.error, other.error) for x, other in others.items()}
    sigma = {x: apart[x] / errors[x] if errors[x] > 0 else np.nan for x in others}
    known = [x for x in others if np.isfinite(sigma[x])]
    nearest = min(known or others, key=lambda x: sigma[x] if known else apart[x])
    least = min((apart[x] for x in known), default=np.inf)
    closer = [x for x in others if x not in known and apart[x] < least]
    # what one of known error speaks against, others do not leave open
    if closer and least > 0:
        nearest = min(closer, key=apart.get)
    return nearest, float(apart[nearest]), float(sigma[nearest])


def printed_models(claimed: Claimed) -> Models:
    """What of Table 4.3 a claim is about."""
    models = printed()
    return joined(models) if claimed.among_all else models[claimed.trainer]


def told_by_print(models: Models, claimed: Claimed) -> tuple[str, str]:
    """Whether Table 4.3 bears a claim out, and if not, by which of its numbers."""
    faults = []
    for quantity in claimed.quantities:
        other, apart, sigma = closest(models, claimed.model, quantity, claimed.against)
        if apart <= 0 or sigma < claimed.sigmas:
            mine, theirs = (models[x][quantity].value for x in (claimed.model, other))
            faults.append(
                f"{quantity} {mine:.3f} v {theirs:.3f} ({' '.join(other)}): "
                f"{sigma:.1f} sigma"
            )
    return (DIFFERS if faults else AGREES), "; ".join(faults)


def within(models: Models) -> tuple[int, int]:
    """Pairs of scores within 3 sigma of each other, and how many have an error."""
    pairs = [
        (one[quantity], other[quantity])
        for quantity in QUANTITIES
        for one, other in combinations(models.values(), 2)
        if quantity in one and quantity in other
    ]
    sigma = [np.hypot(one.error, other.error) for one, other in pairs]
    near = [
        abs(one.value - other.value) <= SIGMAS * error
        for (one, other), error in zip(pairs, sigma, strict=True)
        if np.isfinite(error)
    ]
    return sum(near), len(near)
