import json
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest
from snakemake.exceptions import WorkflowError

from quaver.config import ConfigError, understand
from quaver.corpora import languages
from quaver.engine.setting import home_of, refuse_tokenisers, spec

VECTORS = {
    "trainer": "vectors",
    "files": ["a.txt", "b.txt"],
    "language": "en",
    "corpus": "text",
    "sampling": "fixed",
}


def test_the_study_in_force_knows_its_files(engine):
    setting = engine().setting
    assert setting.root == "results/mine"
    assert setting.file("summary.h5") == "results/mine/summary.h5"
    assert setting.log("summarise") == "results/mine/logs/summarise.log"
    assert setting.log("train", "a/b") == "results/mine/logs/train/a/b.log"
    assert setting.files["encode_corpus"] == ["corpora/text.h5"]
    assert setting.written["runs_per_job"] == 2


def test_wildcards_are_names_of_the_study_or_match_nothing(engine):
    setting = engine().setting
    assert setting.corpora == "text"
    assert setting.trained == "glove|ppmi"
    assert setting.external == setting.extracted == "(?!)"
    spaces = engine(techniques={"other": VECTORS}).setting
    assert (spaces.external, spaces.trained) == ("other", "(?!)")


def test_two_studies_at_once_are_refused(engine, call):
    call.overwrite_configfiles = ["a.yaml", "b.yaml"]
    with pytest.raises(WorkflowError, match="One study at a time: name one file"):
        engine()


def test_a_file_is_looked_at_also_where_no_logger_has(engine, call):
    Path("mine.yaml").write_text("__use_yte__: true\n", encoding="utf-8")
    call.overwrite_configfiles = ["mine.yaml"]
    with pytest.raises(WorkflowError, match="mine.yaml: __use_yte__ has Snakemake"):
        engine()


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"runs": 0}, "The study has a mistake. runs"),
        ({"nonsense": 1}, "The study has a mistake. .*nonsense"),
        (
            {"more_runs": [{"corpora": ["text"], "samplings": ["fixed"], "runs": 9}]},
            "The study has a mistake. more_runs",
        ),
    ],
)
def test_a_mistake_is_one_sentence(engine, keys, sentence):
    with pytest.raises(WorkflowError, match=sentence):
        engine(**keys)


def test_of_what_is_written_only_the_order_of_texts_counts(engine):
    """Tables have texts in that order; all else stands by the alphabet."""
    text = engine().setting.written["corpora"]["text"]
    specs = engine(corpora={"late": text, "early": text}).specs
    assert [*json.loads(specs.in_order())["corpora"]] == ["late", "early"]
    assert [*json.loads(specs.study())["corpora"]] == ["early", "late"]
    assert json.loads(specs.in_order()) == json.loads(specs.study())
    keys = [*json.loads(specs.in_order())]
    assert keys == sorted(keys)


def test_a_spec_is_canonical():
    assert spec({"b": 1, "a": [2]}) == '{"a": [2], "b": 1}'
    assert spec({"text": "é"}) == '{"text": "é"}'


def test_a_brace_in_a_text_is_no_wildcard():
    text = spec({"names": "{year}.txt", "empty": {}, "deep": {"a": {"b": 1}}})
    assert "{year}" not in text
    assert json.loads(text) == {
        "names": "{year}.txt",
        "empty": {},
        "deep": {"a": {"b": 1}},
    }


def test_the_study_is_told_whole_and_items_do_not_hang_on_its_layout(engine):
    specs = engine().specs
    assert json.loads(specs.study())["runs_per_job"] == 2
    items = json.loads(specs.items(published="abc"))
    assert items["published"] == "abc"
    assert not {"runs_per_job", "archive", "retention"} & items.keys()
    assert engine(runs_per_job=1).specs.items() == engine(runs_per_job=4).specs.items()
    keys = ("corpora", "techniques", "analyses")
    assert json.loads(specs.study(*keys)).keys() == {*keys}


def test_slices_are_told_of_the_coordinates_of_a_job(engine, where):
    size = engine().specs.of(lambda wildcards: {"size": wildcards.view})
    assert size(where()) == '{"size": "text"}'


def study(language, tokeniser):
    source = {"kind": "text", "path": "my.txt"}
    clean = {"tokeniser": tokeniser}
    mine = {"language": language, "source": source, "clean": clean}
    return understand(
        {
            **{"study": "mine", "seed": 1, "runs": 2, "corpora": {"mine": mine}},
            "techniques": {"w": {"trainer": "word2vec"}},
        }
    )


def test_every_tokeniser_of_every_pack_may_be_named():
    refused = []
    for code in [*languages.codes(), "eo", "zh-TW"]:
        for name in ("default", *languages.pack(code).tokenisers):
            try:
                refuse_tokenisers(study(code, name))
            except ConfigError as error:
                refused.append(str(error))
    assert refused == []


def test_a_tokeniser_the_language_lacks_is_told_with_those_it_has():
    for language, tokeniser, there in [
        ("en", "jieba", ["moses"]),
        ("en", "mose", ["moses"]),
        ("hi-IN", "moses", ["icu", "unicode"]),
    ]:
        with pytest.raises(ConfigError) as caught:
            refuse_tokenisers(study(language, tokeniser))
        assert str(caught.value) == (
            f"corpora.mine.clean.tokeniser: got '{tokeniser}', but language "
            f"'{language}' has {' and '.join(there)}. Write for example 'tokeniser: "
            f"{there[0]}'."
        )


def test_a_clone_that_snakemake_holds_packed_is_laid_out_at_its_tag(tmp_path):
    """Jobs import the library of the clone, which a single file of rules has not."""
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", tmp_path / "made"]
    subprocess.run(["git", "init", "-q", tmp_path / "made"], check=True)
    for text in ("first", "second"):
        (tmp_path / "made/config.yaml").write_text(text)
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "-qm", text], check=True)
        subprocess.run([*git, "tag", text], check=True)
    bare = tmp_path / "cache/quaver"
    clone = ["git", "clone", "-q", "--bare", tmp_path / "made", bare]
    subprocess.run(clone, check=True)
    held = SimpleNamespace(hosted_repo=SimpleNamespace(repo_clone=bare), ref="first")
    home = home_of(held)
    assert (home / "config.yaml").read_text() == "first"
    assert home_of(held) == home and len([*bare.parent.iterdir()]) == 2
    assert home_of(str(home / "workflow")) == home


def test_a_module_takes_the_study_it_is_given(engine, call, tmp_path):
    """Config files of the call are of the workflow that uses it."""
    call.overwrite_configfiles = ["theirs.yaml", "more.yaml"]
    call.modifier.is_module = True
    assert engine().study.study
