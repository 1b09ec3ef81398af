"""Words asked for and the lists to trust, of texts as people have them; one study."""

import copy
import csv
import json
from pathlib import Path

import h5py
import numpy as np
import pandas as pd
import pytest
import yaml
from small_study import ASKED, ENDS

from quaver.engine.plan import changed, plan

SKY = {"sun", "moon", "star", "comet", "planet", "orbit"}
NAMES = ("bread", "nothing", "sun")
LISTS = {"list_neighbours", "neighbours", "draw_neighbours"}


@pytest.fixture
def study():
    return copy.deepcopy(ASKED)


@pytest.fixture
def elsewhere(folder, give_texts):
    """A folder with the texts, in which nothing is made."""
    give_texts(folder)
    return folder


@pytest.fixture
def texts(asked):
    return asked.results("asked")


def rows(asked, table):
    with asked.results("asked")[f"tables/{table}.csv"].open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def texts_of(texts):
    """Names of the texts as the study has them in turn."""
    return list(yaml.safe_load(texts["study.yaml"].read_text("utf-8"))["corpora"])


def names_of(texts, corpus):
    path = f"measures/{corpus}/ppmi/bootstrapped/queries.h5"
    with h5py.File(texts[path], "r", locking=False) as file:
        return [
            sorted(file["names"].asstr()[:][file[flag][:]].tolist())
            for flag in ("studied", "listed")
        ]


def test_words_are_asked_for_by_file_or_chosen(asked, texts):
    assert names_of(texts, "mine") == [["bread", "moon"], ["bread", "sun"]]
    chosen, listed = names_of(texts, "two")
    assert listed == ["oven"]
    table = pd.read_csv(texts["tables/queries.csv"])
    topics = table[table["chosen"] == "topics"]
    assert sorted(topics["query"]) == chosen
    assert sorted(topics["topic"]) == [1, 2]
    assert {*topics["topic_words"].str.split().map(set).map(len)} == {6}
    given = table[table["chosen"] == "given"]
    words = {*zip(given["corpus"], given["query"], strict=True)}
    assert words >= {("mine", "bread"), ("mine", "moon"), ("s_1810", "bread")}
    # the study as understood holds the words, so lists may be read from it
    held = yaml.safe_load(texts["study.yaml"].read_text("utf-8"))
    assert held["analyses"]["queries"]["words"]["mine"] == ["moon", "bread"]
    assert asked.jobs(study=ASKED) == {}


def test_what_a_list_says_counts_not_how_it_is_written(elsewhere, study):
    before = plan(study, elsewhere.path)

    def again(text):
        elsewhere.write("asked.txt", text)
        after = plan(study, elsewhere.path)
        return {after[path].rule for path in changed(before, after)} - ENDS

    # a mapping in the study's own words is the same list, in any order
    assert again("moon\r\nbread\r\n") == set()
    assert not {"measure_queries", "train_block"} & again("bread\nmoon\n")
    more = again("moon\nBread\ncomet\n")
    assert "measure_queries" in more
    assert not {"train_block", "choose_queries", "encode_corpus"} & more
    # other settings of the choice concern the other corpus alone
    study["analyses"]["queries"]["topics"]["least_count"] = 20
    elsewhere.write("asked.txt", "moon\nBread\n")
    after = plan(study, elsewhere.path)
    anew = [path for path in changed(before, after) if after[path].rule not in ENDS]
    rules = {after[path].rule for path in anew}
    assert {"choose_queries", "measure_queries"} <= rules
    assert "train_block" not in rules
    assert {p.split("/")[3] for p in anew if p.endswith("/queries.h5")} == {"two"}


def test_a_list_that_is_missing_stops_a_run_and_no_plan(elsewhere, study):
    (elsewhere.path / "asked.txt").unlink()
    assert elsewhere.jobs(study=study)["measure_queries"] == 16
    done = elsewhere.run(study=study)
    assert done.returncode
    assert "analyses.queries.words of mine: there is no list of words asked.txt" in (
        done.stdout
    )
    assert not elsewhere.results("asked", "models/**/*.h5")


MALFORMED = {
    "moon\nMoon\n": "asked.txt, line 2 is 'moon', as number 1 is already",
    "full moon\n": "asked.txt, line 1 is 'full moon', which is more than one",
    "\n".join(f"word{n}" for n in range(8000)): "its lists hold 8,00",
}


def test_a_list_that_cannot_be_meant_is_a_mistake_of_the_study(elsewhere, study):
    for text, sentence in MALFORMED.items():
        elsewhere.write("asked.txt", text)
        with pytest.raises(
            Exception, match="The study has a mistake. analyses"
        ) as told:
            plan(study, elsewhere.path)
        assert sentence in str(told.value)
    # what is still allowed is no more than a command line holds
    elsewhere.write("asked.txt", "\n".join(f"word{n}" for n in range(4500)))
    elsewhere.finish("results/asked/study.yaml", study=study)


def test_a_study_with_lists_in_files_is_the_one_that_holds_their_words(
    asked, texts, elsewhere, study
):
    from quaver import store

    corpus = "results/asked/corpora/two.h5"
    study["analyses"]["queries"]["words"]["mine"] = ["moon", "bread"]
    elsewhere.finish(corpus, study=study)
    digests = [
        store.provenance_of(folder.path / corpus)["study_digest"]
        for folder in (asked, elsewhere)
    ]
    assert digests[0] == digests[1]
    study["analyses"]["queries"]["words"]["mine"] = ["moon", "oven"]
    elsewhere.finish(corpus, "--force", study=study)
    assert store.provenance_of(elsewhere.path / corpus)["study_digest"] != digests[0]


def test_lists_to_trust_are_made_alone_and_follow_the_words(asked, elsewhere, study):
    """What is asked for alone trains, but measures no other thing."""
    planned = json.loads((asked.path / "planned").read_text(encoding="utf-8"))
    assert planned.keys() - LISTS == {
        *("write_study", "encode_corpus", "train_block"),
        *("choose_queries", "measure_queries"),
    }
    assert planned["list_neighbours"] == 1
    before = plan(study, elsewhere.path)
    study["analyses"]["neighbours"]["words"]["mine"] = ["moon"]
    after = plan(study, elsewhere.path)
    rules = {after[path].rule for path in changed(before, after)}
    assert {"measure_queries", "list_neighbours"} <= rules
    assert not {"encode_corpus", "train_block"} & rules


def test_verdicts_on_words_are_those_the_text_deserves(asked):
    mine = [row for row in rows(asked, "trust") if row["corpus"] == "mine"]
    verdicts = {(row["word"], row["technique"]): row["verdict"] for row in mine}
    assert len(verdicts) == 2 * len(NAMES)
    assert verdicts["sun", "ppmi"] == "stable"
    assert verdicts["nothing", "ppmi"] == "not in the corpus"
    assert verdicts["bread", "noise"] == "uncertain"
    lists = [row for row in rows(asked, "neighbour_lists") if row["corpus"] == "mine"]
    near = [row for row in lists if (row["word"], row["technique"]) == ("sun", "ppmi")]
    assert {row["neighbour"] for row in near} == SKY - {"sun"}
    noise = {row["verdict"] for row in lists if row["trainer"] == "noise"}
    assert noise == {"uncertain", "not in the corpus"}


def test_the_findings_begin_with_the_answer(asked, texts):
    said = (asked.path / "complete").read_text(encoding="utf-8")
    findings = texts["tables/findings.txt"].read_text(encoding="utf-8")
    assert findings in said
    head = "Which neighbours can I trust? How many of a word's 5 nearest are stable"
    assert findings.startswith(head)
    assert "Are the runs enough for these lists?" in findings
    corpora = list(dict.fromkeys(row["corpus"] for row in rows(asked, "trainings")))
    assert corpora == texts_of(texts)
    drawn = asked.results("asked", "figures/neighbours/mine/*")
    names = {path.rsplit("/", 1)[1] for path in drawn}
    expected = {
        f"{name}.{ending}" for name in ("bread", "sun") for ending in ("svg", "png")
    }
    assert expected <= names and "nothing.svg" not in names
    with h5py.File(texts["summary.h5"], locking=False) as file:
        words = file["tables/trust/word"].asstr()[:].tolist()
        assert words[:3] == ["sun", "bread", "nothing"]
        assert len(file["tables/neighbour_lists/held"]) == len(
            rows(asked, "neighbour_lists")
        )
    assert asked.leftovers() == []


def test_what_a_study_asked_once_and_no_longer_does_is_not_shown(asked, study):
    """Tables are made anew, and hold nothing of what stands from before.

    Trained anew are draws of a text whose documents were drawn for its words alone.
    """
    del study["analyses"]["queries"], study["analyses"]["neighbours"]
    jobs = asked.jobs("tables", study=study)
    assert jobs.pop("train_block") == len(study["techniques"])
    assert jobs.keys() <= {"make_tables", "write_study", "tables"}
    jobs = plan(study, asked.path)
    tables = {
        Path(path).stem for path, job in jobs.items() if job.rule == "make_tables"
    }
    assert not {"queries", "trust", "neighbour_lists"} & tables


def test_who_asks_for_lists_of_no_word_is_told(folder, small):
    folder.write("mine.txt", "one two\n")
    told = folder.run("neighbours", study=small)
    assert told.returncode != 0
    assert "asks for the neighbours of no word" in told.stdout


# Periods of a source, in archives -------------------------------------------------


def test_archives_of_decades_are_read_each_by_its_period(asked, texts):
    understood = yaml.safe_load(texts["study.yaml"].read_text("utf-8"))
    assert sorted(understood["corpora"]) == ["mine", "s_1810", "s_1820", "two"]
    assert understood["corpora"]["s_1820"]["period"] == "1820-1829"
    with h5py.File(texts["corpora/s_1820.h5"], locking=False) as file:
        words = file["words"].asstr()[:].tolist()
        assert file["document_ids"].asstr()[:].tolist() == ["0", "1", "2"]
        assert file["document_dates"].asstr()[:].tolist() == ["1820", "1821", "1822"]
        read = json.loads(file.attrs["read"])
    assert {"café", "the", "bread"} <= set(words)
    assert not {"cafés", "p", "null", "nn"} & set(words)
    assert {"s_1810", "s_1820"} <= {row["corpus"] for row in rows(asked, "corpora")}
    assert read.pop("bytes") > 0
    assert read.pop("lines") == read["crlf_lines"] + 3
    assert read.pop("tokens") == 3 * (20 * 9 + 3)
    assert read == {
        **{"archives": 1, "files": 3, "documents": 3, "skipped_members": 1},
        **{"mark_lines": 3, "tags": 3, "gaps": 3, "empty_fields": 3},
        **{"crlf_lines": read["crlf_lines"], "null_characters": 3},
        **{"recoded_lines": 3},
    }
    assert asked.jobs(study=texts["study.yaml"].read_text("utf-8")) == {}


def test_one_period_more_encodes_and_trains_that_one_only(elsewhere, study):
    before = plan(study, elsewhere.path)
    study["corpora"]["s"]["source"]["periods"]["to"] = 1839
    after = plan(study, elsewhere.path)
    anew = changed(before, after)
    parts = [path.split("/") for path in anew if after[path].rule not in ENDS]
    made = [part for part in parts if part[2] in ("corpora", "models", "measures")]
    assert {part[3].removesuffix(".h5") for part in made} == {"s_1830"}


def test_bootstrapped_runs_draw_whole_groups_of_a_column(asked, texts):
    with h5py.File(texts["corpora/s_1820.h5"], locking=False) as file:
        assert file["document_groups"].asstr()[:].tolist() == ["fic", "fic", "mag"]
        tokens, edges = file["tokens"][:], file["document_offsets"][:]
        size = len(file["words"])
    parts = tokens[: edges[2]], tokens[edges[2] :]
    by_group = np.array([np.bincount(part, minlength=size) for part in parts])
    cell = "models/s_1820/ppmi"
    with h5py.File(texts[f"{cell}/bootstrapped/1-8.h5"], locking=False) as file:
        seeds, counts = file["sample_seeds"][:].tolist(), file["counts"][:]
    draws = [np.random.default_rng(seed).integers(0, 2, size=2) for seed in seeds]
    assert len({*map(str, draws)}) > 1
    np.testing.assert_array_equal(counts, [by_group[x].sum(axis=0) for x in draws])
    record = texts[f"{cell}/shuffled/1-8.json"].read_text("utf-8")
    assert "genre" not in json.loads(record)["provenance"]["spec"]
    # where nothing is drawn by a column nothing is stored of one
    with h5py.File(texts["corpora/two.h5"], locking=False) as file:
        assert "document_groups" not in file
    drawn = {
        row["corpus"]: row for row in rows(asked, "corpora") if row["step"] == "drawn"
    }
    assert drawn["s_1820"]["left_out"].startswith("2 groups by genre, each whole with")
    # each line of this text is a document
    assert drawn["two"]["left_out"].startswith("200 documents, each whole with its")
    (oven, *_) = (row for row in rows(asked, "trust") if row["corpus"] == "two")
    assert oven["drawn"] == "200 documents"


def test_check_says_what_was_met_and_what_repair_would_do(elsewhere, study):
    said = elsewhere.finish("check", study=study)
    assert "ok: corpus s_1820: 3 documents, " in said
    assert "3 recoded lines" in said
    del study["corpora"]["s"]["source"]["of"]["repair"]
    done = elsewhere.run("check", study=study)
    assert done.returncode == 1
    assert "wrong: corpus s_1810: coha/wlp_1810s_abc.zip/fic_1810_0.txt, line " in (
        done.stdout
    )
    assert "or write repair: true, which removes such bytes." in done.stdout
    assert "note: corpus s_1810: with repair: true it is read: 3 documents, " in (
        done.stdout
    )
    assert "3 null characters" in done.stdout


def test_a_mistake_in_periods_is_told_in_a_sentence(elsewhere, study):
    source = study["corpora"]["s"]["source"]
    source["periods"] = {"a": [1790, 1800], "b": [1800, 1810]}
    with pytest.raises(Exception, match="'a' ends with 1800, but 'b' begins with 1800"):
        plan(study, elsewhere.path)
