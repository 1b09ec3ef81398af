"""A source cut into periods, and texts as people have them, by the real snakemake."""

import json
import zipfile

import h5py
import pytest
import yaml

DECADES = {
    "kind": "periods",
    "of": {"kind": "sotu"},
    "periods": {"from": 1950, "to": 1979, "every": 10},
    "by": "year",
}
COHA = {
    "kind": "periods",
    "of": {
        **{"kind": "text", "path": "coha/wlp_{period}s_*.zip", "id": "id"},
        **{"names": "{genre}_{year}_{id}.txt", "date": "year"},
        **{"columns": ["word", "lemma", "pos"], "take": "lemma"},
        **{"encoding": "windows-1252", "repair": True},
    },
    "periods": {"from": 1810, "to": 1829, "every": 10},
    "by": "year",
}


@pytest.fixture
def study(small):
    """One technique on the periods of a source, and a plain corpus beside them."""

    def written(source):
        corpora = {"s": {"language": "en", "source": source, "min_count": 1}}
        return {**small, "corpora": {**small["corpora"], **corpora}}

    return written


@pytest.fixture
def coha(folder, two_topics):
    """Archives of two decades in COHA's form: its marks, gaps, nulls, its encoding."""
    folder.write("mine.txt", two_topics())
    (folder.path / "coha").mkdir()
    for decade in (1810, 1820):
        path = folder.path / f"coha/wlp_{decade}s_abc.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for number in range(3):
                rows = [f"@@{number}", "<p>\t\tnull", "Caf\xe9s\tcaf\xe9\tnn2"]
                words = two_topics(20, seed=decade + number).split()
                rows += [f"{word.title()}\t{word}\tnn" for word in words]
                rows += [*(["@\t@\tii"] * 10), "The\t\0\tat", ".\t.\ty"]
                name = f"fic_{decade + number}_{number}.txt"
                archive.writestr(name, "\r\n".join(rows).encode("cp1252"))
            archive.writestr("__MACOSX/._fic.txt", b"\0")
    return folder


def test_each_period_is_a_corpus_of_its_own(folder, study):
    jobs = folder.jobs(study={**study(DECADES), "runs": 2})
    assert jobs == {
        "encode_corpus": 4,
        "train_block": 8,
        "measure_pip": 8,
        "measure_neighbours": 8,
        "measure_distances": 8,
        "measure_instability": 4,
        "average_spaces": 8,
        **dict.fromkeys(["write_study", "make_tables", "draw_figures"], 1),
        **{"summarise": 1, "write_methods": 1, "all": 1},
    }


def test_archives_of_decades_are_read_each_by_its_period(coha, study):
    tiny = study(COHA) | {"samplings": ["shuffled"]}
    del tiny["corpora"]["mine"]
    coha.finish(study=tiny)
    found = coha.results("small")
    understood = yaml.safe_load(found["study.yaml"].read_text("utf-8"))
    assert sorted(understood["corpora"]) == ["s_1810", "s_1820"]
    assert understood["corpora"]["s_1820"]["period"] == "1820-1829"
    with h5py.File(found["corpora/s_1820.h5"]) as file:
        words = file["words"].asstr()[:].tolist()
        assert file["document_ids"].asstr()[:].tolist() == ["0", "1", "2"]
        assert file["document_dates"].asstr()[:].tolist() == ["1820", "1821", "1822"]
        read = json.loads(file.attrs["read"])
    assert {"café", "the", "bread"} <= set(words)
    assert not {"cafés", "p", "null", "nn"} & set(words)
    assert "s_1820" in found["tables/findings.txt"].read_text("utf-8")
    assert read.pop("bytes") > 0
    assert read.pop("lines") == read["crlf_lines"] + 3
    assert read.pop("tokens") == 3 * (20 * 9 + 3)
    assert read == {
        **{"archives": 1, "files": 3, "documents": 3, "skipped_members": 1},
        **{"mark_lines": 3, "tags": 3, "gaps": 3, "empty_fields": 3},
        **{"crlf_lines": read["crlf_lines"], "null_characters": 3},
        **{"recoded_lines": 3},
    }
    written = found["study.yaml"].read_text("utf-8")
    assert coha.jobs(study=written) == {}


def test_one_period_more_encodes_and_trains_that_one_only(coha, study):
    coha.finish("results/small/corpora/s_1810.h5", study=study(COHA))
    more = {**COHA, "periods": {"from": 1810, "to": 1839, "every": 10}}
    target = [f"results/small/corpora/s_{year}.h5" for year in (1810, 1820, 1830)]
    assert coha.jobs(*target, study=study(more)) == {"encode_corpus": 2}


def test_check_says_what_was_met_and_what_repair_would_do(coha, study):
    plain = {key: value for key, value in COHA["of"].items() if key != "repair"}
    done = coha.run("check", study=study({**COHA, "of": plain}))
    assert done.returncode == 1
    assert "wrong: corpus s_1810: coha/wlp_1810s_abc.zip/fic_1810_0.txt, line " in (
        done.stdout
    )
    assert "or write repair: true, which removes such bytes." in done.stdout
    assert "note: corpus s_1810: with repair: true it is read: 3 documents, " in (
        done.stdout
    )
    assert "3 null characters" in done.stdout
    said = coha.finish("check", study=study(COHA))
    assert "ok: corpus s_1820: 3 documents, " in said
    assert "3 recoded lines" in said


def test_a_mistake_in_periods_is_told_in_a_sentence(folder, study):
    wrong = {**DECADES, "periods": {"a": [1790, 1800], "b": [1800, 1810]}}
    done = folder.run("--dry-run", study=study(wrong))
    assert done.returncode == 1
    assert "'a' ends with 1800, but 'b' begins with 1800." in done.stdout
    assert "Traceback" not in done.stdout
