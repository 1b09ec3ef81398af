"""What findings, tables and methods say of what bootstrapped runs drew."""

import numpy as np
from house_given import frame, rows
from invented import cell, corpus
from test_methods_text import told
from test_trust_tables import both, judge

from quaver.house.corpora import CORPORA
from quaver.house.findings import FINDINGS, as_text
from quaver.house.methods.shortly import shortly
from quaver.house.methods.texts import texts
from quaver.house.methods.trainings import trainings
from quaver.house.trust import word_row
from quaver.results.drawn import Drawn, clusters_of

SPEECHES = Drawn("document", 57, 41.26)
FEW = Drawn("line", 3000, 2500.0, refused=3)
AUTHORS = Drawn("author", 7, 4.5)
SAFER = (
    "3 documents are too few to draw, so lines were drawn: neighbours look safer than "
    "they are"
)
BY_AUTHOR = "there are only 7 groups by author to draw from"


def drawing(drawn, **changes):
    facts = {"sampling": "bootstrapped", "unit": "line", "drawn": drawn}
    return cell(**facts | changes)


def test_findings_say_where_draws_promise_too_much():
    for drawn, remark in ((SPEECHES, ""), (FEW, SAFER), (AUTHORS, BY_AUTHOR)):
        cells = [cell(unit="line"), drawing(drawn)]
        (row,) = rows(FINDINGS, cells=cells)
        remarks = row["note"].split("; ")
        assert [x for x in remarks if "draw" in x] == [remark] * bool(remark)
        shown = " ".join(as_text(frame(FINDINGS, cells=cells)).split())
        assert remark in shown


def test_trust_says_of_each_word_what_was_drawn():
    cases = {
        None: ("lines", ""),
        SPEECHES: ("57 documents", ""),
        FEW: ("3,000 lines", SAFER),
    }
    for drawn, (name, remark) in cases.items():
        row = word_row(judge(*both(unit="line", drawn=drawn))["w20"])
        assert row["drawn"] == name
        assert [x for x in row["note"] if "drawn" in x] == [remark] * bool(remark)


def test_words_cluster_by_what_is_drawn_of_a_text():
    """Four documents of two units; 24 of word 0 stand in two of them, 24 of 1 even."""
    text = [[0] * 6 + [1] * 3] * 4 + [[1] * 3] * 4
    lengths = [len(unit) for unit in text]
    file = {"line_offsets": np.append(0, np.cumsum(lengths))}
    file |= {"document_offsets": file["line_offsets"][::2]}
    file |= {"tokens": np.concatenate(text).astype(np.uint32)}
    # of documents 2 * 12^2 / 24 - 24 / 4 and 4 * 6^2 / 24 - 24 / 4, of lines 3 and 0
    for draw, effects in (("document", (6, 0)), ("line", (3, 0))):
        told = clusters_of(file, "line", 1.0, draw)
        assert told["clustering"] == np.mean(effects)
        assert told["left_out"] == 6 / sum(effects)
        assert told["length"] == 6
    none = clusters_of({**file, "tokens": np.arange(48)}, "line", 1.0, "line")
    assert np.isnan(none["clustering"]) and np.isnan(none["left_out"])


def test_the_table_of_texts_has_a_row_of_what_was_drawn():
    kinds = ("documents", "sentences", "lines", "tokens", "types")
    steps = {kind: [9, 9, 9, 9] for kind in kinds}
    steps["step"] = ["read", "cleaned", "deduplicated", "cut"]
    gone = [*(f"duplicate_{x}" for x in kinds), *(f"empty_{x}" for x in kinds)]
    gone += ["cleaned_tokens", "cleaned_types", "rare_words", "rare_tokens"]
    record = corpus("news", steps=steps, dropped=dict.fromkeys(gone, 0))
    cells = [
        *(drawing(SPEECHES, technique=name) for name in ("glove", "ppmi")),
        drawing(Drawn("document", 6, 5.0), view="news.0.1", fraction=0.1),
        drawing(None, unit="document", view="news.document"),
    ]
    table = frame(CORPORA, corpora=[record], cells=cells)
    assert table[table["step"] == "drawn"]["left_out"].tolist() == [
        "6 documents of 10 %, each whole with its lines; they waver as 5.0 of one "
        "length would; there are only 6 documents to draw from",
        "57 documents, each whole with its lines; they waver as 41.3 of one length "
        "would",
    ]
    assert not (frame(CORPORA, corpora=[record])["step"] == "drawn").any()


def test_methods_say_what_was_drawn():
    read = {SPEECHES: "as many groups of units drawn with", FEW: "as many units drawn"}
    short = {SPEECHES: "documents, each whole, drawn with", FEW: "as many lines drawn"}
    for drawn, what in ((SPEECHES, "57 documents, each whole"), (FEW, SAFER)):
        facts = told(cells=[drawing(drawn)])
        assert short[drawn] in shortly(facts)[0]
        text = " ".join(texts(facts))
        assert "The unit that is shuffled is the document." in text
        assert f"Bootstrapped runs drew from {drawn.groups}" in text
        assert what in text
        assert read[drawn] in " ".join(trainings(facts))
    text = " ".join(texts(told()))
    assert "The unit that is shuffled or drawn is the document." in text
    assert "drew from" not in text
