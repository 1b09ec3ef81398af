"""The list to trust, of a small study whose two topics are known."""

import csv
import zipfile

import h5py
import pytest

SKY = {"sun", "moon", "star", "comet", "planet", "orbit"}
WORDS = ["sun", "Bread", "nothing"]  # the text is in lower case
JUST_LISTS = {
    **{"write_study": 1, "encode_corpus": 1, "train_block": 4, "measure_queries": 4},
    **{"list_neighbours": 1, "draw_neighbours": 1, "neighbours": 1},
}
NAMES = ("bread", "nothing", "sun")
FIGURES = {f"mine/{name}.{ending}" for name in NAMES for ending in ("svg", "png")}


@pytest.fixture
def asking(small):
    small["runs"] = small["runs_per_job"] = 8
    small["techniques"]["noise"] = {"trainer": "noise", "dimensions": 4}
    small["analyses"] = {
        **{"averages": {"sizes": []}, "distribution": {"samplings": []}},
        "stability": {"neighbours": [2], "targets": 10, "measures": ["neighbours"]},
        "neighbours": {"words": [*WORDS], "n": 5},
    }
    return small


def rows(folder, table):
    with folder.results("small")[f"tables/{table}.csv"].open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def drawn(folder):
    found = folder.results("small", "figures/neighbours/**/*")
    names = (path.removeprefix("figures/neighbours/") for path in found)
    return {name for name in names if "/." not in f"/{name}"}


def test_lists_and_figures_are_made_alone_and_follow_the_words(
    folder, asking, two_topics
):
    folder.write("mine.txt", two_topics(1500))
    assert folder.jobs("neighbours", study=asking) == JUST_LISTS
    folder.finish("neighbours", study=asking)
    by_word = {(row["word"], row["technique"]): row for row in rows(folder, "trust")}
    assert len(by_word) == 2 * len(WORDS)
    assert by_word["sun", "ppmi"]["verdict"] == "stable"
    assert by_word["nothing", "ppmi"]["verdict"] == "not in the corpus"
    assert by_word["bread", "noise"]["verdict"] == "uncertain"
    lists = rows(folder, "neighbour_lists")
    near = [row for row in lists if (row["word"], row["technique"]) == ("sun", "ppmi")]
    assert {row["neighbour"] for row in near} == SKY - {"sun"}
    noise = {row["verdict"] for row in lists if row["trainer"] == "noise"}
    assert noise == {"uncertain", "not in the corpus"}
    assert drawn(folder) == {"index.csv", *FIGURES}
    assert folder.jobs("neighbours", study=asking) == {}

    asking["analyses"]["neighbours"]["words"] = ["moon"]
    again = folder.jobs("neighbours", study=asking)
    assert again.keys() == JUST_LISTS.keys() - {"encode_corpus", "train_block"}
    assert folder.leftovers() == []


def test_the_findings_end_with_the_answer(folder, asking, two_topics):
    del asking["techniques"]["noise"]
    folder.write("mine.txt", two_topics(100))
    said = folder.finish(study=asking)
    assert "Can I trust its neighbours? How many of a word's 5 nearest" in said
    assert rows(folder, "trust")
    with h5py.File(folder.results("small")["summary.h5"]) as file:
        words = file["tables/trust/word"].asstr()[:].tolist()
        assert words == ["sun", "bread", "nothing"]
        assert len(file["tables/neighbour_lists/held"]) == 2 * 5 + 1
    assert folder.jobs(study=asking) == {}
    folder.finish("archive", study=asking)
    with zipfile.ZipFile(folder.results("small")["small.crate.zip"]) as crate:
        packed = {name.partition("results/small/")[2] for name in crate.namelist()}
    assert {"tables/trust.csv", "tables/neighbour_lists.md"} <= packed
    assert {f"figures/neighbours/{name}" for name in FIGURES} <= packed
    assert not [name for name in packed if ".snakemake" in name]


def test_who_asks_for_lists_of_no_word_is_told(folder, small):
    folder.write("mine.txt", "one two\n")
    told = folder.run("neighbours", study=small)
    assert told.returncode != 0
    assert "asks for the neighbours of no word" in told.stdout
    assert "draw_neighbours" not in folder.jobs(study=small)
