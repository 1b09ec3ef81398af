"""Words asked for: lists in files, and words chosen from the topics of a text."""

import h5py
import pandas as pd
import pytest
import yaml

from quaver import store

LIST = "moon\nBread\n"


@pytest.fixture
def study():
    text = {"language": "en", "clean": {"deduplicate": "none"}, "unit": "line"}
    return {
        "study": "asking",
        "seed": 3,
        "runs": 2,
        "runs_per_job": 2,
        "corpora": {
            name: {**text, "source": {"kind": "text", "path": f"{name}.txt"}}
            for name in ("one", "two")
        },
        "techniques": {"w": {"trainer": "word2vec", "dimensions": 6, "epochs": 1}},
        "samplings": ["bootstrapped"],
        "analyses": {
            "stability": {"measures": []},
            "averages": {"sizes": []},
            "distribution": {"samplings": []},
            "queries": {
                "words": {"one": "asked.txt"},
                "topics": {
                    **{"number": 2, "words": 3, "least_count": 10, "leave_out": 0},
                    **{"iterations": 50, "top": 6, "least_tokens": 50},
                },
            },
            "neighbours": {"words": {"two": ["oven"]}},
        },
    }


def names(folder, corpus):
    path = f"measures/{corpus}/w/bootstrapped/queries.h5"
    with h5py.File(folder.results("asking")[path], "r", locking=False) as file:
        return [
            sorted(file["names"].asstr()[:][file[flag][:]].tolist())
            for flag in ("studied", "listed")
        ]


def test_words_are_asked_for_by_file_or_chosen(folder, two_topics, study):
    for name in ("one", "two"):
        folder.write(f"{name}.txt", two_topics(200))
    # a list that is missing is no matter for a plan, and stops a run
    assert folder.jobs(study=study)["measure_queries"] == 2
    assert folder.jobs(study=study)["choose_queries"] == 1
    done = folder.run(study=study)
    assert done.returncode
    assert "analyses.queries.words of one: there is no list of words asked.txt" in (
        done.stdout
    )
    assert not folder.results("asking", "models/**/*.h5")

    folder.write("asked.txt", LIST)
    folder.finish(study=study)
    assert names(folder, "one") == [["bread", "moon"], []]
    chosen, listed = names(folder, "two")
    assert listed == ["oven"]
    table = pd.read_csv(folder.results("asking")["tables/queries.csv"])
    rows = table[table["chosen"] == "topics"]
    assert sorted(rows["query"]) == chosen
    assert rows["topic"].tolist() == [1, 2] or rows["topic"].tolist() == [2, 1]
    assert {*rows["topic_words"].str.split().map(set).map(len)} == {6}
    given = table[table["chosen"] == "given"]
    assert {*zip(given["corpus"], given["query"], strict=True)} >= {
        ("one", "bread"),
        ("one", "moon"),
    }

    # the study as understood holds the words, so lists may be read from it
    held = yaml.safe_load(folder.results("asking")["study.yaml"].read_text("utf-8"))
    assert held["analyses"]["queries"]["words"] == {"one": ["moon", "bread"]}
    # in another order they are the same words to measure
    folder.write("asked.txt", "bread\nmoon\n")
    assert not {"measure_queries", "train_block"} & set(folder.jobs(study=study))

    # what the list says counts, not when it was written nor how
    folder.write("asked.txt", LIST.lower().replace("\n", "\r\n"))
    assert folder.jobs(study=study) == {}
    folder.write("asked.txt", LIST + "comet\n")
    planned = folder.jobs(study=study)
    assert planned["measure_queries"] == 1
    assert not {"train_block", "choose_queries", "encode_corpus"} & set(planned)
    # other settings of the choice concern the other corpus alone
    folder.write("asked.txt", LIST)
    study["analyses"]["queries"]["topics"]["least_count"] = 20
    planned = folder.jobs(study=study)
    assert planned["choose_queries"] == planned["measure_queries"] == 1
    assert "train_block" not in planned


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("moon\nMoon\n", "asked.txt, line 2 is 'moon', as number 1 is already"),
        ("full moon\n", "asked.txt, line 1 is 'full moon', which is more than one"),
    ],
)
def test_a_list_that_cannot_be_meant_is_a_mistake_of_the_study(
    folder, two_topics, study, text, said
):
    folder.write("asked.txt", text)
    done = folder.run("--dry-run", study=study)
    assert done.returncode
    assert f"The study has a mistake. analyses.queries.words of one: {said}" in (
        done.stdout
    )


def test_more_words_than_jobs_can_be_given_are_refused_before_anything_runs(
    folder, two_topics, study
):
    for name in ("one", "two"):
        folder.write(f"{name}.txt", two_topics(200))
    folder.write("asked.txt", "\n".join(f"word{number}" for number in range(8000)))
    done = folder.run(study=study)
    assert done.returncode
    assert "The study has a mistake. analyses: its lists hold 8001 words" in done.stdout
    assert not folder.results("asking", "**/*.h5")
    # what is still allowed is no more than a command line holds
    few = [f"word{number}" for number in range(4500)]
    folder.write("asked.txt", "\n".join(few))
    folder.finish("results/asking/study.yaml", study=study)


def test_a_study_with_lists_in_files_is_the_one_that_holds_their_words(
    folder, two_topics, study
):
    for name in ("one", "two"):
        folder.write(f"{name}.txt", two_topics(200))
    folder.write("asked.txt", LIST)
    corpus = "results/asking/corpora/one.h5"
    digests = []
    for words in ("asked.txt", ["moon", "bread"], ["moon", "oven"]):
        study["analyses"]["queries"]["words"]["one"] = words
        folder.finish(corpus, "--force", study=study)
        digests.append(store.provenance_of(folder.path / corpus)["study_digest"])
    assert digests[0] == digests[1] != digests[2]


def test_what_a_study_asked_once_and_no_longer_does_is_not_shown(
    folder, two_topics, study
):
    for name in ("one", "two"):
        folder.write(f"{name}.txt", two_topics(200))
    del study["analyses"]["queries"]

    def told():
        folder.finish("tables", study=study)
        table = pd.read_csv(folder.results("asking")["tables/enough_runs.csv"])
        return table["deviation"].notna().sum()

    assert told() == 1
    del study["analyses"]["neighbours"]
    assert told() == 0
