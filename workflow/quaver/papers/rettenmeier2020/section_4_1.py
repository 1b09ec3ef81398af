"""Section 4.1: what it claims of scores, as printed and as in a study; references."""

from collections.abc import Iterator

import numpy as np

from quaver.house.change_scores import is_scored
from quaver.items.published import read
from quaver.measures.change_scoring import FREQUENCIES
from quaver.papers.rettenmeier2020.change_claims import lead_rows, spread_rows
from quaver.papers.rettenmeier2020.change_languages import language_rows
from quaver.papers.rettenmeier2020.change_models import QUANTITIES, groups
from quaver.papers.rettenmeier2020.comparable import FOLDER
from quaver.papers.rettenmeier2020.declare import table


def _rows(results) -> Iterator[dict]:
    yield from lead_rows(results)
    yield from spread_rows(results)
    yield from language_rows(results)
    yield from _references(results)


def _references(results) -> Iterator[dict]:
    """What scores stand beside: places and winners as published, baselines as ours."""
    for row in read(FOLDER / "section_4_1.csv"):
        for quantity in QUANTITIES:
            if np.isfinite(row[quantity]):
                place = f"place, task {1 + QUANTITIES.index(quantity)}"
                yield {
                    **{"statement": row["name"], "kind": row["kind"]},
                    "quantity": place if row["kind"] == "place" else quantity,
                    "published_value": row[quantity],
                    "note": [row["reading"], row["source"]],
                }
    for group in groups(results):
        measured = [record for record in group.records if not record.note]
        own = {name: group.identity[name] for name in ("technique", "trainer")}
        own |= {"sampling": group.identity["sampling"], "kind": "baseline"}
        names = [name for name in dict.fromkeys(sum((x.kind for x in measured), ()))]
        for name in names[names.index(FREQUENCIES[0]) :] if names else ():
            for quantity in QUANTITIES:
                rows = [x.stored[quantity][x.models[name, 0]][0] for x in measured]
                if np.isfinite(value := float(np.mean(rows))):
                    facts = {"statement": name, "quantity": quantity, "value": value}
                    yield own | facts | {"note": group.gaps}


SECTION_4_1 = table(
    "Section 4.1",
    "What the text claims of scores of change, and what they stand beside",
    "printed verdict: whether Table 4.3 bears the claim out, by the errors of footnote "
    "4 (deviation / sqrt(n)). Value: by how much the model leads the one that comes "
    "closest, with its 95 % interval (Student's t, of two groups); of languages the "
    "least lead, over runs; of baselines and references the score; overall: mean of "
    "both tasks; significant: by 3 sigma. Words of frequency alone, and one answer for "
    "all words, belong beside any score of change.",
    columns="statement:text kind technique trainer sampling quantity printed_verdict:"
    "remark value± published_value verdict",
    keys="statement technique quantity printed_verdict value low high published_value "
    "verdict note",
    rows=_rows,
    reads=("change_scores",),
    wanted=is_scored,
)
