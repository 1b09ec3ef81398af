"""Words over the periods of a series whose words and spaces are known."""

from dataclasses import replace

import numpy as np
import pytest
from measuring import call
from numpy.testing import assert_allclose
from test_measure_change import DOCUMENTS, SWAPPED, WORDS, write

from quaver import store
from quaver.config.change import Change, Trajectories
from quaver.config.study import Analyses
from quaver.engine.size import Size
from quaver.measures.change_series import MEASURE
from quaver.measures.errors import MeasureError

PERIODS = 4
GROUPS = "point", "provenance"


def followed(folder, words, documents=(DOCUMENTS,) * PERIODS, groups=(), **more):
    """What is stored of words over periods; since the second two are exchanged."""
    given = [{"documents": x} for x in documents] if not groups else []
    given += [{"groups": x} for x in groups]
    made = [write(folder, k, **each) for k, each in enumerate(given)]
    averages, texts = zip(*made, strict=True)
    spec = {"words": words, "unit": "line", "window": 5, "first": True}
    spec |= {"deal": "document", "contexts": 199, "seed": 1, **more}
    inputs = [*averages, *texts]
    path = call("change_series", folder / "s.h5", inputs, spec)
    with store.read(path, "change_series") as file:
        names = "words", "missing"
        stored = {x: file[x][:] for x in file if x not in (*names, *GROUPS)}
        stored |= {f"point/{x}": file[f"point/{x}"][:] for x in file["point"]}
        return stored | {x: store.texts(file[x]) for x in names}


def test_words_that_were_exchanged_change_at_the_period_they_were(tmp_path):
    told = followed(tmp_path, [*SWAPPED, "t3w4", "t4w1", "gone"])
    assert told["words"] == [*SWAPPED, "t3w4", "t4w1"] and told["missing"] == ["gone"]
    assert told["base"].tolist() == [[-1, 0, 0, 0]] * 4
    assert np.isnan(told["squared"][:, 0]).all()
    assert (told["low"][:2, 1:] > 0).all() and (told["low"][2:, 1:] <= 0).all()
    assert (told["percentile"][:2, 1:] > 0.9).all()
    assert told["squared"][2:, 1:].max() < 0.2 * told["squared"][:2, 1:].min()
    assert told["point/begins"][:2].tolist() == [1, 1]
    assert (told["point/q"][:2] <= 0.05).all() and (told["point/q"][2:] > 0.05).all()
    assert_allclose(told["point/least"], 1 / 200)
    assert (told["point/percentile"][:2] > 0.9).all()
    assert (told["point/drift_q"][:2] <= 0.05).all()
    assert told["tokens"].tolist() == [DOCUMENTS * 15 * 9] * PERIODS
    before = followed(tmp_path, [*SWAPPED], first=False)
    assert before["base"].tolist() == [[-1, 0, 1, 2]] * 2
    assert (before["low"][:, 1] > 0).all() and (before["low"][:, 2:] <= 0).all()
    assert_allclose(before["squared"][:, 1], told["squared"][:2, 1])


def test_a_period_of_few_documents_is_a_gap(tmp_path):
    told = followed(tmp_path, ["t0w0"], documents=(DOCUMENTS, 3, DOCUMENTS))
    assert told["base"].tolist() == [[-1, -1, 0]]
    assert np.isfinite(told["squared"]).tolist() == [[False, False, True]]
    assert told["documents"][0].tolist() == [23, 3, 20]
    assert told["point/begins"][0] in (1, 2)


def test_what_is_dealt_together_counts_once_and_stands_in_one_period(tmp_path):
    groups = [[f"{k}.{number // 2}" for number in range(DOCUMENTS)] for k in range(3)]
    told = followed(tmp_path, ["t0w0"], groups=groups, deal="author")
    assert told["documents"].shape == (1, 3)
    assert told["documents"].max() == DOCUMENTS // 2
    with pytest.raises(MeasureError, match="has documents in several texts"):
        followed(tmp_path, ["t0w0"], groups=[groups[0]] * 3, deal="author")


def test_periods_deals_and_words_cost():
    asked = {"said": Change(((),), (), trajectories=Trajectories(("war",)))}
    size = Size(words=3000, tokens=300_000, dims=50, analyses=Analyses(change=asked))
    few, many = (
        MEASURE.cost.operations(replace(size, runs=4 * periods, compared=4))
        for periods in (3, 12)
    )
    assert many == 4 * few


def test_a_word_in_no_period_is_one_sentence(tmp_path):
    with pytest.raises(MeasureError, match="no word asked for is in any period"):
        followed(tmp_path, ["gone"])


def test_all_words_of_a_text_can_be_followed(tmp_path):
    """Even one that no other is as frequent as."""
    told = followed(tmp_path, WORDS, documents=(DOCUMENTS, DOCUMENTS))
    assert len(told["words"]) == len(WORDS)
    assert np.isfinite(told["percentile"][:, 1]).all()
