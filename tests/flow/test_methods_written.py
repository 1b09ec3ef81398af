"""The methods of a finished study, beside its stored numbers."""

import json
import re

import h5py
import pandas as pd
import pytest


@pytest.fixture(scope="module")
def text(finished):
    return finished.results("whole")["methods.md"].read_text(encoding="utf-8")


def section(text, title):
    return text.partition(f"## {title}\n\n")[2].partition("\n\n## ")[0]


def provenance(files):
    """Provenance of all results: of models from their records."""
    for path, file in files.items():
        if path.startswith("models/") and path.endswith(".json"):
            yield path, json.loads(file.read_text())["provenance"]
        elif path.endswith(".h5") and not path.startswith(("models/", "summary")):
            with h5py.File(file, locking=False) as stored:
                yield path, dict(stored["provenance"].attrs)


def test_the_text_is_told_as_it_is_stored(text, finished):
    with h5py.File(
        finished.results("whole")["corpora/early.h5"], locking=False
    ) as file:
        steps = file["steps/step"].asstr()[:].tolist()
        of = {
            name: dict(zip(steps, file[f"steps/{name}"][:].tolist(), strict=True))
            for name in ("documents", "tokens", "types")
        }
        tokeniser = file.attrs["tokeniser"]
    told = section(text, "Texts")
    documents, read, cut = (
        of["documents"]["read"],
        *(of["tokens"][step] for step in ("read", "cut")),
    )
    assert f"(year 1790 to 1795): {documents} documents with {read:,} tokens." in told
    assert f"kept {cut:,} tokens of {of['types']['cut']:,} different words in" in told
    assert f"runs of {tokeniser}." in told
    assert "fewer than 4 times" in told and "drawn is the sentence." in told


def test_every_technique_is_told(text):
    told = section(text, "Trainings")
    for name in ("word2vec", "fasttext", "glove", "ppmi", "lsa", "given"):
        assert f"- `{name}` " in told
    assert "Each technique was trained 4 times on the text in each of 3 sampl" in told
    assert "These are 60 models in 15 cells" in told and "the seed 7," in told
    assert "`given` stands for 3 spaces trained elsewhere" in told


def test_words_and_pairs_are_those_of_the_measures(text, finished):
    files = finished.results("whole")
    words = []
    for path, file in files.items():
        if path.endswith("/pip.h5"):
            with h5py.File(file, locking=False) as stored:
                words.append(len(stored["words"]))
    told = section(text, "Measures")
    assert f"share, {min(words):,} to {max(words):,} words in a cell" in told
    assert "two by two: 3 pairs of 3 runs or 6 pairs of 4 runs." in told
    assert "of the 2 and 5 nearest neighbours by cosine were compared for 25" in told


def test_the_time_is_that_of_all_results(text, finished):
    found = dict(provenance(finished.results("whole")))
    seconds = sum(float(each["cpu_seconds"]) for each in found.values())
    training = sum(
        float(each["cpu_seconds"])
        for path, each in found.items()
        if path.startswith("models/")
    )
    told = section(text, "Computation")
    amounts = re.findall(r"([\d.]+) (seconds|minutes)", told)
    units = {"seconds": 1, "minutes": 60}
    said = [float(amount) * units[unit] for amount, unit in amounts]
    assert said == pytest.approx([seconds, training], abs=3.1)
    ends = [each["finished"][:16].replace("T", " ") for each in found.values()]
    assert f" to {max(ends)} UTC, on `" in told


def test_nothing_is_missing_and_what_is_cited_is_in_the_bibliography(text, finished):
    files = finished.results("whole")
    assert len(pd.read_csv(files["ledger.csv"])) == 63
    assert section(text, "What is missing").startswith("None of the 63 models")
    entries = re.findall(r"^@\w+{(\w+),", files["methods.bib"].read_text("utf-8"), re.M)
    assert len(entries) == section(text, "References").count("- ") > 10
    assert {"quaver", "yin2018", "deerwester1990", "levy2015"} <= set(entries)
