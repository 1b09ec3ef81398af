"""Table means: the mean cosine of models like CBOW and SG (3.10)."""

from collections.abc import Iterator

from quaver.items.item import Table
from quaver.items.published import Printed
from quaver.papers.elekes2018 import sections
from quaver.papers.elekes2018.declare import wants
from quaver.papers.elekes2018.likeness import beside
from quaver.papers.elekes2018.sections import of_records
from quaver.papers.elekes2018.shared import COSINES, SHARES, over_runs
from quaver.results.records import identity

CLOSE = 0.05  # of a printed mean, which is of a single training
ROUNDED = 0.005  # half of a printed digit
OF = {sections.CBOW_MODELS: sections.CBOW, sections.SG_MODELS: sections.SG}


def _rows(results) -> Iterator[dict]:
    for section, first in OF.items():
        groups = of_records(results.grid, section, results.similarities())
        for model, record in (pair for own in groups.values() for pair in own):
            row = identity(record.cell) | {"model": model.label, "note": record.note}
            row |= {"section": f"{section.number} {first}", "cell": record.cell}
            if record.binned is not None:
                of = record.binned
                row |= {"runs": len(of.mean), "note": record.capped}
                row |= over_runs("mean", of.mean, COSINES)
                row |= over_runs("deviation", of.deviation, SHARES)
            yield row


MEANS = Table(
    name="means",
    title="Where models like CBOW and SG have their mean cosine",
    caption="Mean cosine of random words, n-grams, sentences or articles with all "
    "others, and its deviation: means over runs with 95 % intervals. Print has means "
    "of models like CBOW alone.",
    order=100,
    columns="section:text CELL model:text runs mean± deviation± published_mean "
    "band verdict note",
    keys="section model sampling runs mean± deviation published_mean verdict",
    rows=_rows,
    published=beside(
        "means",
        keys=("section", "model"),
        columns={"published_mean": "mean"},
        value="mean",
        ends=Printed("mean", ROUNDED),
        margin=CLOSE,
    ),
    reads=("similarity",),
    wanted=wants("similarity", sections.CBOW_MODELS, least=2),
)
