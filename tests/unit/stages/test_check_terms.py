"""What `check` says of terms: lists that are missing, sentences of others."""

import json

import pytest

from quaver.config import as_written, understand
from quaver.engine.job import Job
from quaver.stages import check


@pytest.fixture
def said(tmp_path, monkeypatch, capsys):
    """What a check of a study with such sets of terms says, without the disk."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.txt").write_text("The sun rose.\nA star fell.\n")
    text = {"language": "en", "source": {"kind": "text", "path": "mine.txt"}}

    def run(**sets):
        terms = {"backgrounds": ["w"], "sets": sets, "learners": {"additive": {}}}
        study = {
            **{"study": "checked", "seed": 1, "runs": 8, "corpora": {"mine": text}},
            "techniques": {"w": {"trainer": "word2vec"}},
            "analyses": {"terms": terms},
        }
        spec = json.dumps(as_written(understand(study)))
        try:
            check.check(Job(["--spec", spec]))
        except SystemExit as end:
            assert end.code == 1
        return capsys.readouterr().out.splitlines()

    return run


def test_a_list_of_terms_that_is_not_there_is_told(said):
    (wrong,) = [
        line
        for line in said(rnd={"corpus": "mine", "words": "terms.txt"})
        if line.startswith("wrong: ")
    ]
    assert wrong.startswith("wrong: analyses.terms.sets.rnd.words: there is no list")
    listed = said(rnd={"corpus": "mine", "words": ["sun rise"]})
    assert listed[-1] == "The study and its inputs are in order."
    drawn = said(rnd={"corpus": "mine", "words": {"random": 5}})
    assert drawn[-1] == "The study and its inputs are in order."


def test_published_sentences_are_read_and_wrong_lines_told(said, tmp_path):
    own = {"format": "nonce2vec", "path": "definitions.txt"}
    told = said(defined=own)
    assert any("wrong: terms defined: definitions.txt does not" in x for x in told)
    path = tmp_path / "definitions.txt"
    path.write_text("law\t___ is a system of rules\npeace\t___ is no war\n")
    assert "ok: terms defined: 2 terms, 2 sentences" in said(defined=own)
    path.write_text("law\t___ is a system of rules\nlaw\t___ is no war\n")
    told = said(defined=own)
    assert any("line 2 has 'law' again, after" in x for x in told)
    assert told[-1] == "The study has 1 problem."
