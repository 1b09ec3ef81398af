"""What `check` says of texts: warnings do not fail, and what is encoded is asked."""

import contextlib
import json
import re
from pathlib import Path

import pytest

from quaver.config import as_written, understand
from quaver.engine import advice
from quaver.engine.job import Job
from quaver.quality.files import QualityError
from quaver.stages import check, encode_corpus

GOLD = Path(__file__).parents[2] / "data/change"

STUDY = {
    "study": "checked",
    "seed": 1,
    "runs": 8,
    "corpora": {
        "mine": {
            **{"language": "en", "source": {"kind": "text", "path": "mine.txt"}},
            **{"unit": ["line", "sentence"], "min_count": 2},
            "clean": {"deduplicate": "none"},
        }
    },
    "techniques": {"ppmi": {"trainer": "ppmi"}},
    "analyses": {
        "averages": {"sizes": []},
        "neighbours": {"words": ["sun", "moon", "stra"]},
    },
}


@pytest.fixture
def said(tmp_path, monkeypatch, capsys):
    """What a check of the study says."""
    monkeypatch.chdir(tmp_path)
    text = "".join(f"The sun rose. A star {k} fell.\n" for k in range(30)) + "moon\n"
    (tmp_path / "mine.txt").write_text(text, encoding="utf-8")
    spec = as_written(understand(STUDY))

    def run(**settings):
        for name, value in settings.items():
            monkeypatch.setattr(check, name, value)
        check.check(Job(["--spec", json.dumps(spec)]))
        return capsys.readouterr().out.splitlines()

    return run


WARNINGS = [
    "warning: corpus mine: it has no 'stra' (did you mean star (30)?): ask for words "
    "it has.",
    "warning: corpus mine: min_count 2 removes 'moon' (1): write 'min_count: 1', or "
    "ask for other words.",
]


def test_words_are_counted_as_the_text_is_read(said):
    lines = said()
    assert [line for line in lines if line.startswith("warning")] == WARNINGS
    assert lines[0].startswith("ok: corpus mine: 31 documents, 864 characters")
    assert lines[-1] == "The study and its inputs are in order."


def test_counting_ends_in_time_and_says_how_far_it_came(said):
    lines = said(COUNTING=0)
    assert "warning: corpus mine, counted in its first 0 %: it has no 'sun'" in lines[2]
    assert "31 documents" in lines[0]  # the text was read to its end


def test_an_encoded_text_is_asked_unless_its_source_is_newer(said, tmp_path):
    spec = as_written(understand(STUDY))["corpora"]["mine"] | {"name": "mine"}
    path = tmp_path / "results/checked/corpora/mine.h5"
    encode_corpus.encode_corpus(
        Job(["--spec", json.dumps(spec), "--output", str(path)])
    )
    lines = said(COUNTING=0)
    warnings = [line for line in lines if line.startswith("warning")]
    assert warnings == [
        "warning: corpus mine: it has no 'moon', no 'stra' (did you mean star (30)?): "
        "ask for words it has."
    ]
    source = tmp_path / "mine.txt"
    source.write_text(source.read_text() + "moon moon moon\n")
    (warning, *_) = (x for x in said(COUNTING=9) if x.startswith("warning"))
    assert "'moon'" not in warning and "'stra'" in warning
    path.write_bytes(b"no file of ours")
    assert any("'stra'" in x for x in said(COUNTING=9))


def drawn_warnings(
    capsys, samplings=("shuffled", "bootstrapped"), analyses=None, key="draw", **corpus
):
    source = {"kind": "text", "path": "*.txt", "names": "{author}_{id}.txt"}
    study = {
        **{"study": "mine", "seed": 1, "runs": 2, "samplings": [*samplings]},
        "corpora": {"mine": {"language": "en", "source": source} | corpus},
        "techniques": {"ppmi": {"trainer": "ppmi"}},
        "analyses": analyses or {},
    }
    spec = as_written(understand(study))
    check.check(Job(["--spec", json.dumps(spec)]))
    lines = capsys.readouterr().out.splitlines()
    start = "warning: corpus mine: "
    of_text = [line.removeprefix(start) for line in lines if line.startswith(start)]
    return [line for line in of_text if key in line]


def test_a_check_says_where_there_is_little_to_draw_from(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for number in range(20):
        (tmp_path / f"{'ab'[number % 2]}_{number}.txt").write_text("some words")
    asks, enough = {"neighbours": {"words": ["war"]}}, ": take more of the text."
    by_author = "only 2 groups by author to draw from: take more groups."
    assert (
        drawn_warnings(capsys)
        == drawn_warnings(capsys, unit="line", analyses=asks)
        == []
    )
    assert drawn_warnings(capsys, draw="author") == [by_author]
    assert drawn_warnings(capsys, draw="author", samplings=["shuffled"]) == []
    (tmp_path / "a_0.txt").write_text("some words " * 200)
    assert drawn_warnings(capsys, draw="author") == [by_author]
    warnings = drawn_warnings(capsys, key="groups by", draw="author")
    assert warnings[1] == (
        "2 groups by author, unequal: they scatter as 1.1 of one size: take more "
        "groups, not longer ones."
    )
    (tmp_path / "a_0.txt").unlink()
    few = "only 19 documents to draw from"
    lines = ", so lines are drawn: neighbours look safer than they are"
    assert drawn_warnings(capsys, unit="line", draw="document") == [few + enough]
    (warning,) = drawn_warnings(capsys)
    assert warning.startswith("bootstrapped runs draw from 19 documents, and fewer")
    assert drawn_warnings(capsys, unit="line", analyses=asks) == [few + lines + enough]
    (warning,) = drawn_warnings(capsys, unit="line")
    assert warning.startswith("bootstrapped runs draw from 19 lines, and fewer")


def test_a_text_of_terms_that_a_background_hardly_knows_is_told(
    tmp_path, monkeypatch, capsys
):
    """Texts are counted for it though no word of theirs is asked for."""
    monkeypatch.chdir(tmp_path)
    Path("general.txt").write_text("a b c d\n" * 9, encoding="utf-8")
    Path("book.txt").write_text("a term of e e e e\n" * 9, encoding="utf-8")
    text = {"language": "en", "min_count": 1}
    sets = {"mine": {"corpus": "book", "words": ["term"]}}
    terms = {"backgrounds": ["ppmi"], "sets": sets, "learners": {"sif": {}}}
    study = {
        **STUDY,
        "corpora": {
            name: {**text, "source": {"kind": "text", "path": f"{name}.txt"}}
            for name in ("general", "book")
        },
        "techniques": {"ppmi": {"trainer": "ppmi", "corpora": ["general"]}},
        "analyses": {"terms": terms},
    }
    spec = as_written(understand(study))
    check.check(Job(["--spec", json.dumps(spec)]))
    (told,) = (x for x in capsys.readouterr().out.splitlines() if "terms.sets" in x)
    assert told.startswith(
        "warning: analyses.terms.sets.mine: of the running words of book, general has "
        "14 %: draws of few"
    )


def test_a_word_or_column_that_was_meant_is_named_and_repeats_are_said_to_count(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.csv").write_text("author,text\nme,some words\n")
    source = {"kind": "csv", "path": "mine.csv", "text": "text"}
    study = {"study": "mine", "seed": 1, "runs": 8, "samplings": ["shuffled"]}
    study["techniques"] = {"ppmi": {"trainer": "ppmi"}}
    text = {"language": "en", "source": source, "draw": "autor"}

    def run(**changes):
        study["corpora"] = {"mine": {**text, **changes}}
        with contextlib.suppress(SystemExit):
            check.check(Job(["--spec", json.dumps(as_written(understand(study)))]))
        return capsys.readouterr().out.splitlines()

    study["analyses"] = {"neighbours": {"words": "war"}}
    wrong = [line for line in run() if line.startswith("wrong: ")]
    assert wrong[0].endswith("choose among author, text. Did you mean author?")
    assert wrong[1].endswith(
        "no list of words war: for the word itself write 'words: [war]'"
    )
    assert run(draw="author")[-1] == "The study has 1 problem."
    text["source"] = {**source, "where": {"autor": "me"}}
    assert run(draw="author")[0].endswith("author, text. Did you mean author?")
    text["source"] = source
    study["analyses"] = {"neighbours": {"words": ["some"]}}
    lines = run(draw="author")
    assert ": 1 document, 10 characters, 1 file, 26 bytes, 2 lines" in lines[0]
    assert lines[0].endswith(", before repeats are removed")
    assert any("mine, before repeats are removed: min_count 5" in x for x in lines)
    assert not re.findall(r"\b1 \w+s\b", "\n".join(lines))


def test_an_encoding_that_is_not_a_texts_own_is_told(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    text = "Přišla žena, šťastně úpěla ďábelské ódy o válce a míru.\n" * 30
    (tmp_path / "mine.txt").write_bytes(text.encode("cp1250"))
    study = {"study": "mine", "seed": 1, "runs": 8, "samplings": ["shuffled"]}
    study |= {"techniques": {"ppmi": {"trainer": "ppmi"}}, "analyses": {}}

    def run(language, **how):
        source = {"kind": "text", "path": "mine.txt", **how}
        study["corpora"] = {"mine": {"language": language, "source": source}}
        with contextlib.suppress(SystemExit):
            check.check(Job(["--spec", json.dumps(as_written(understand(study)))]))
        return capsys.readouterr().out

    cure = "write encoding: windows-1250 (add repair: true if other lines are UTF-8). "
    shown = "In windows-1250 it reads 'Přišla žena, š"
    offenders = {}
    for language, how, parts in (
        ("cz", {}, ("is not UTF-8 (", cure + shown)),
        (
            "cz",
            {"encoding": "windows-1252"},
            ("is not cp1252 (", f"Likelier than windows-1252: {cure}{shown}"),
        ),
        (
            "cz",
            {"repair": True},
            (
                "30 recoded lines, ",
                ", read as windows-1252, before",
                f"mine: its letters speak against windows-1252: {cure}{shown}",
            ),
        ),
        (
            "cs",
            {"encoding": "iso8859-2"},
            (
                ", read as iso8859-2, before",
                f"warning: corpus mine: its letters speak against iso8859-2: {cure}",
            ),
        ),
        ("cs", {"encoding": "windows-1250"}, (", read as windows-1250, before",)),
    ):
        printed = run(language, **how)
        lacking = [part for part in parts if part not in printed]
        if lacking or (len(parts) == 1 and "it reads" in printed):
            offenders[language, str(how)] = printed
    assert not offenders


def test_nothing_is_meant_where_no_column_is_missing():
    assert not advice.column_meant("no document of a.csv is left by where: widen it.")


def test_a_change_may_ask_for_no_words():
    analyses = dict.fromkeys(("queries", "neighbours"), {"words": {}})
    change = {"pairs": [["a", "b"]], "truth": {"format": "planted"}}
    ((where, of, words),) = advice.lists(analyses | {"change": {"mine": change}})
    assert (where, of, words) == ("change.mine.words", {"a", "b"}, ())


def test_truth_of_change_is_read_whole():
    analyses = {
        "quality": {"sets": {}},
        "change": {
            "latin": {"truth": {"format": "dwug", "path": str(GOLD / "dwug.tsv")}},
            "russian": {"truth": {"format": "dwug", "path": str(GOLD / "bare.tsv")}},
            "speeches": {"truth": {"format": "planted"}},
            "eras": {},
        },
    }
    spec = {"corpora": {}, "techniques": {}, "analyses": analyses}
    targets = {}
    inputs = {x: sentences for x, sentences, _ in check._inputs(spec, {}, targets, {})}
    assert [*inputs] == ["truth of latin", "truth of russian"]
    assert [*inputs["truth of latin"]] == ["2 targets, of which 1 changed"]
    assert {name: len(words) for name, words in targets.items()} == {"latin": 2}
    with pytest.raises(QualityError, match=r"has 3 pairs of periods: write 'pair:'"):
        next(inputs["truth of russian"])


def test_texts_without_a_date_are_warned_of_once(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    rows = "".join(f"{year},some words\n" for year in (1805, 1950, "18xx", ""))
    (tmp_path / "mine.csv").write_text(f"year,text\n{rows}")
    rows = {"kind": "csv", "path": "mine.csv", "text": "text"}
    periods = {"early": [1800, 1899], "late": [1900, 1999]}
    source = {"kind": "periods", "of": rows, "by": "year", "periods": periods}
    corpora = {"mine": {"language": "en", "source": source, "encode": "together"}}
    study = {**STUDY, "corpora": corpora, "analyses": {"averages": {"sizes": []}}}
    check.check(Job(["--spec", json.dumps(as_written(understand(study)))]))
    told = [x for x in capsys.readouterr().out.splitlines() if "without a date" in x]
    assert told == [
        "warning: corpus mine: 2 documents without a date or number in 'year' cannot "
        "be told to be in a range, and left out: fill it in (1805, 1805-03 or "
        "1805-03-31)."
    ]


def test_what_similarity_is_compared_with_is_read_whole(monkeypatch):
    counts = {"noun": (6, 9, 3), "verb": (6, 9, 2)}
    monkeypatch.setattr(check.wordnet, "COUNTS", counts)
    baseline = {"kind": "wordnet", "folder": str(GOLD.parent / "wordnet")}
    analyses = {"quality": {"sets": {}}, "similarity": {"baseline": baseline}}
    spec = {"corpora": {}, "techniques": {}, "analyses": analyses}
    ((name, sentences, _),) = check._inputs(spec, {}, {}, {})
    assert (name, [*sentences]) == (
        "WordNet",
        ["6 synsets of nouns, 6 synsets of verbs"],
    )
    baseline["folder"] = "nowhere"
    ((_, sentences, _),) = check._inputs(spec, {}, {}, {})
    with pytest.raises(check.sources.SourceError, match="the folder nowhere holds no"):
        next(sentences)
    analyses["similarity"] = {}
    assert [*check._inputs(spec, {}, {}, {})] == []
