import json
import os
from pathlib import Path

import pytest

from quaver.engine.setting import spec

EXPECTED = {"words": 10, "tokens": 100}
SOTU = {"language": "en", "source": {"kind": "sotu"}}
DUMP = {"language": "hi", "source": {"kind": "wikipedia", "path": "dump.bz2"}}
HELP = {"language": "hi", "source": {"kind": "libreoffice_help", "folder": "debs"}}


def text(path="text.txt", **keys):
    return {"language": "en", "source": {"kind": "text", "path": path}, **keys}


def stand(*paths):
    for path in paths:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).touch()


def test_a_text_hangs_on_what_its_files_hold_not_on_their_dates(engine, where):
    before = engine().sources.corpus(where())
    assert json.loads(before)["contents"]["files"] == 1
    os.utime("text.txt", (1, 1))
    assert engine().sources.corpus(where()) == before
    Path("text.txt").write_text("others", encoding="utf-8")
    assert engine().sources.corpus(where()) != before


def test_units_and_expectations_encode_nothing_anew(engine, where):
    before = engine().sources.corpus(where())
    more = text(unit="line", fraction=0.5, expected=EXPECTED)
    assert engine(corpora={"text": more}).sources.corpus(where()) == before
    other = text(min_count=1)
    assert engine(corpora={"text": other}).sources.corpus(where()) != before


def test_pieces_are_cut_when_a_text_is_encoded(engine, where):
    def corpus(**keys):
        return json.loads(
            engine(corpora={"text": text(**keys)}).sources.corpus(where())
        )

    plain = corpus(unit="sentence")
    assert corpus(unit="sentence", pieces=0) == plain
    cut = {"sentence": 5, "line": 5}
    assert corpus(unit=[*cut], pieces=5) == plain | {"pieces": cut}


def test_no_model_is_trained_anew_for_a_dictionary_of_all_words(engine):
    def parameters(**keys):
        grid = engine(techniques={"w": {"trainer": "word2vec", **keys}}).grid
        specs = (grid.block_spec(block) for block in grid.blocks.values())
        return next(specs)["parameters"]

    plain = parameters()
    assert "dictionary" not in plain
    assert parameters(dictionary=0) == plain
    assert parameters(dictionary=50) == plain | {"dictionary": 50}


def test_a_package_is_told_by_its_version(engine, where):
    told = json.loads(engine(corpora={"text": SOTU}).sources.corpus(where()))
    assert told["source_version"] and "contents" not in told


def test_a_dry_run_reads_files_only_to_judge_what_stands(engine, where, call):
    call.dryrun = True
    assert "contents" not in engine().sources.corpus(where())
    stand("results/mine/corpora/text.h5")
    assert "contents" in engine().sources.corpus(where())


def test_what_files_held_is_remembered_by_calls_of_a_study_that_has_begun(
    engine, where, call
):
    memory = Path("results/mine/sources.json")
    before = engine().sources.corpus(where())
    assert not memory.exists()
    call.is_main_process = True
    engine().sources.corpus(where())
    assert not memory.exists()
    # as if Snakemake knew how it was made
    stand("results/mine/study.yaml")
    call.is_main_process = False
    sources = engine().sources
    call.is_main_process = True
    assert sources.corpus(where()) == before
    assert memory.is_file()
    Path("text.txt").unlink()
    call.is_main_process = False
    assert engine().sources.corpus(where()) == before


def test_missing_files_are_left_to_the_job(engine):
    sources = engine().sources
    assert sources.files_of("text") == ["text.txt"]
    assert engine(corpora={"text": text("none.txt")}).sources.files_of("text") == []


def test_a_forecast_reads_what_is_there_and_imagines_what_is_expected(engine, where):
    path = "results/mine/corpora/text.h5"
    awaited = text("none.txt", expected=EXPECTED)
    assert engine().sources.at_hand(where()) == [path]
    assert engine(corpora={"text": text("none.txt")}).sources.at_hand(where()) == [path]
    assert engine(corpora={"text": awaited}).sources.at_hand(where()) == []
    stand(path)
    assert engine(corpora={"text": awaited}).sources.at_hand(where()) == [path]


def test_a_text_of_awaited_parts_is_imagined_with_them(engine, where):
    """No corpus of the study is called like the text that its periods are cut of."""
    of = {"kind": "text", "path": "{period}.txt", "documents": "line"}
    source = {"kind": "periods", "of": of, "periods": ["old", "new"]}
    series = {"language": "en", "source": source, "encode": "together"}
    for given, number in (({"expected": EXPECTED}, 0), ({}, 3)):
        sources = engine(corpora={"eras": {**series, **given}}).sources
        assert len(sources.at_hand(where())) == number


def test_a_text_is_taken_out_of_a_dump_once(engine, where):
    stand("dump.bz2")
    sources = engine(corpora={"text": DUMP}).sources
    stem = "results/mine/texts/text"
    assert sources.text_files(where()) == [f"{stem}.jsonl.zst", f"{stem}.json"]
    told = json.loads(sources.text(where()))
    assert told["extractor"] == "wiki.wikipedia" and told["contents"]["files"] == 1
    assert told.keys() == {"name", "extractor", "source", "contents"}
    assert "contents" not in json.loads(sources.corpus(where()))
    assert sources.threads(where()) == 64
    stand("debs/libreoffice-help-hi_1.deb")
    others = engine(corpora={"text": HELP}).sources
    assert others.threads(where()) == 1
    assert others.extracting(where()) != sources.extracting(where())
    assert engine().sources.text_files(where()) == []


def test_a_text_of_a_package_hangs_on_its_source_and_what_its_folder_holds(
    engine, where
):
    stand("debs/beasts_1_all.deb", "debs/birds_1_all.deb")
    source = {"kind": "debian", "package": "beasts", "layout": "html"}
    beasts = {"language": "en", "source": source | {"folder": "debs"}}
    sources = engine(corpora={"text": beasts}).sources
    assert sources.files_of("text") == ["debs/beasts_1_all.deb"]
    told = json.loads(sources.text(where()))
    assert told.keys() == {"name", "extractor", "source", "contents"}
    assert told["extractor"] == "debian.layouts"
    assert told["contents"]["files"] == 1
    assert sources.threads(where()) == 1
    # another pattern is another text, another cleaning is none
    short = beasts | {"clean": {"shortest": 2}}
    assert engine(corpora={"text": short}).sources.text(where()) == spec(told)
    other = beasts | {"source": beasts["source"] | {"files": "*/a.html"}}
    assert engine(corpora={"text": other}).sources.text(where()) != spec(told)


def test_the_spec_of_the_help_is_the_one_of_before_other_packages(engine, where):
    source = {"kind": "libreoffice_help", "folder": "debs"}
    sources = engine(corpora={"text": {"language": "hi", "source": source}}).sources
    assert sources.text(where()) == (
        '{"extractor": "help.libreoffice", "name": "text", "source": '
        '{"folder": "debs", "kind": "libreoffice_help", "locale": "hi"}}'
    )


def test_a_length_of_tokens_encodes_anew_only_where_it_drops_some(engine, where):
    def corpus(**clean):
        return engine(corpora={"text": text(clean=clean)}).sources.corpus(where())

    assert corpus(shortest=1) == corpus()
    told, plain = (json.loads(corpus(**x)) for x in ({"shortest": 2}, {}))
    assert told["clean"] == plain["clean"] | {"shortest": 2}
    assert told | {"clean": None} == plain | {"clean": None}


def test_code_is_told_of_the_one_trainer_and_the_one_language(engine, where):
    sources = engine().sources
    names = ("glove", "ppmi")
    assert len({sources.training(where(technique=name)) for name in names}) == 2
    german = engine(corpora={"text": {**text(), "language": "de"}}).sources
    assert german.encoding(where()) != sources.encoding(where())
    assert german.training(where()) == sources.training(where())


def test_a_block_is_told_by_seeds_and_spaces_of_others_by_their_files(engine, where):
    told = json.loads(engine().sources.block(where(first="1", last="2")))
    assert len(told["trainer_seeds"]) == 2
    Path("space.txt").write_text("1 1\na 0.5\n", encoding="utf-8")
    spaces = {"trainer": "vectors", "files": ["space.txt"], "corpus": "text"}
    spaces |= {"language": "en", "sampling": "fixed"}
    sources = engine(techniques={"other": spaces}).sources
    here = where(technique="other", sampling="fixed", first="1", last="1")
    told = json.loads(sources.block(here))
    assert told.keys() == {"files", "format", "contents"}


@pytest.mark.parametrize("kept", [{"runs": 7}, {"runs_per_job": 1}])
def test_topics_hang_on_their_own_keys_and_the_seed(engine, where, kept):
    analyses = {"queries": {"topics": {"words": 3}}}
    before = engine(analyses=analyses).sources.topics(where())
    assert json.loads(before)["topics"]["words"] == 3
    assert engine(analyses=analyses, **kept).sources.topics(where()) == before
    assert engine(analyses=analyses, seed=4).sources.topics(where()) != before


def test_what_is_drawn_encodes_nothing_anew_but_a_column(engine, where):
    def corpus(**keys):
        return engine(corpora={"text": text(**keys)}).sources.corpus(where())

    named = {"path": "*.txt", "names": "{author}.txt"}
    source = {"source": {"kind": "text", **named}}
    assert corpus(unit="line", draw="document") == corpus()
    other = json.loads(corpus(**source, draw="author"))
    assert other.pop("draw") == "author"
    assert other == json.loads(corpus(**source))


def test_only_runs_that_draw_groups_hang_on_their_code(engine, where):
    codes = {
        (draw, sampling): engine(
            corpora={"text": text(unit="line", draw=draw)}
        ).sources.training(where(sampling=sampling))
        for draw in ("line", "document")
        for sampling in ("shuffled", "bootstrapped")
    }
    own = codes.pop(("document", "bootstrapped"))
    assert len({*codes.values()}) == 1
    assert own not in codes.values()
