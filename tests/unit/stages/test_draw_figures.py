import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from quaver import figures
from quaver.config.study import Analyses
from quaver.stages.draw_figures import drawn
from quaver.tables import CellNumbers, WordNumbers

ROOT = Path(__file__).parents[3]
STUDY = SimpleNamespace(analyses=Analyses())


def cell(technique, base=""):
    return CellNumbers(
        corpus="news",
        view="news",
        unit="document",
        fraction=1.0,
        language="en",
        technique=technique,
        trainer="word2vec",
        sampling="shuffled",
        runs=2,
        failed=0,
        losses=np.array([[0, 0.1], [0.1, 0]]),
        words=4,
        steps=(),
        averages={},
        overlaps={},
        base=base,
    )


def words(technique):
    none = np.empty(0)
    facts = dict.fromkeys(("frequency", "intrinsic", "extrinsic"), none)
    where = {"corpus": "news", "view": "news", "language": "en"}
    where |= {"technique": technique, "trainer": "word2vec", "words": []}
    return WordNumbers(**where, **facts, missing=0, dropped=0, note="not measured")


def of_study(cells):
    plan = SimpleNamespace(
        cells=lambda: cells,
        words=lambda: [words(cell.technique) for cell in cells],
        distributions=lambda: [],
        sizes=lambda: [],
        queries=lambda: [],
        study=STUDY,
    )
    return dict(drawn(plan))


def test_the_rule_expects_what_the_stage_draws():
    rule = (ROOT / "workflow/rules/figures.smk").read_text(encoding="utf-8")
    listed = re.search(r"FIGURES = \[(.*?)\]", rule, re.DOTALL)[1]
    assert sorted(re.findall(r'"(\w+)"', listed)) == sorted(of_study([]))


def test_the_report_describes_every_figure():
    page = (ROOT / "workflow/report/figure.rst").read_text(encoding="utf-8")
    assert sorted(re.findall(r"``(\w*figure_\w+)``", page)) == sorted(of_study([]))


def test_texts_of_words_are_not_held_for_figures(monkeypatch):
    """Those of all corpora of a large study do not fit into memory together."""
    given = []
    monkeypatch.setattr(figures, "figure_2_8", given.extend)
    record = replace(words("word2vec"), words=["sun", "moon"])
    plan = SimpleNamespace(
        cells=lambda: [cell("word2vec")],
        words=lambda: iter([record]),
        distributions=lambda: [],
        sizes=lambda: [],
        queries=lambda: [],
        study=STUDY,
    )
    list(drawn(plan))
    assert [len(one.words) for one in given] == [2]
    assert not any(isinstance(word, str) for word in given[0].words)


def test_variants_of_sweeps_are_in_no_figure():
    made = of_study([cell("word2vec"), cell("word2vec.epochs-10", base="word2vec")])
    for name in ("figure_losses", "figure_2_8", "figure_3_5"):
        figure = made[name]
        titles = [axes.get_title(loc="left") for axes in figure.axes]
        names = [text.get_text() for text in figure.legends[0].get_texts()]
        assert not any("epochs" in text for text in titles + names)
    assert len(made["figure_2_8"].axes) == 1
