"""What a check hints at before anything is trained."""

from types import SimpleNamespace

from quaver.config import as_written, understand
from quaver.stages.check import check


def hints(capsys, samplings=("shuffled", "bootstrapped"), analyses=None, **corpus):
    source = {"kind": "text", "path": "*.txt", "names": "{author}_{id}.txt"}
    study = {
        **{"study": "mine", "seed": 1, "runs": 2, "samplings": [*samplings]},
        "corpora": {"mine": {"language": "en", "source": source} | corpus},
        "techniques": {"ppmi": {"trainer": "ppmi"}},
        "analyses": analyses or {},
    }
    check(SimpleNamespace(spec=as_written(understand(study))))
    lines = capsys.readouterr().out.splitlines()
    start = "hint: corpus mine: "
    return [line.removeprefix(start) for line in lines if line.startswith(start)]


def test_a_check_says_where_there_is_little_to_draw_from(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for number in range(20):
        (tmp_path / f"{'ab'[number % 2]}_{number}.txt").write_text("some words")
    asks, enough = {"neighbours": {"words": ["war"]}}, " (20 or more are better)"
    by_author = f"only 2 groups by author to draw from{enough}"
    assert hints(capsys) == hints(capsys, unit="line", analyses=asks) == []
    assert hints(capsys, draw="author") == [by_author]
    assert hints(capsys, draw="author", samplings=["shuffled"]) == []
    (tmp_path / "a_0.txt").unlink()
    few = "only 19 documents to draw from"
    lines = ", so lines are drawn: neighbours look safer than they are"
    assert (
        hints(capsys) == hints(capsys, unit="line", draw="document") == [few + enough]
    )
    assert hints(capsys, unit="line", analyses=asks) == [few + lines + enough]
    assert hints(capsys, unit="line") == []
