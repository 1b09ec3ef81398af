"""Which files are looked at before Snakemake reads any, by the call a user makes."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from quaver.digest import PACKAGE
from snakemake_logger_plugin_quaver import door

HOME = PACKAGE.parents[1]
CODE = '__use_yte__: true\nstudy: ?open("pwned", "w").write("x")\n'


@pytest.fixture
def called(monkeypatch, tmp_path):
    """What is refused where snakemake is called so, in a folder with study files."""
    monkeypatch.chdir(tmp_path)
    for name in ("mine.yaml", "yours.yaml"):
        Path(name).write_text("study: mine\n")
    Path("code.yaml").write_text(CODE)

    def by(*arguments, program="/usr/bin/snakemake"):
        monkeypatch.setattr(sys, "argv", [program, *map(str, arguments)])
        try:
            door.refuse_mistakes()
        except SystemExit as end:
            assert not Path("pwned").exists()
            return end.code
        return None

    return by


def test_every_file_a_call_names_is_looked_at(called):
    for arguments in (
        ("--configfile", "code.yaml"),
        ("--configfile=code.yaml", "-n"),
        ("--configfiles", "mine.yaml", "code.yaml", "--cores", "1"),
        ("all", "--configfile", "mine.yaml", "--configfile", "code.yaml"),
        ("-s", HOME / "Snakefile", "--quiet", "all", "--configfile", "code.yaml"),
    ):
        assert "code.yaml: __use_yte__ has Snakemake run code" in called(*arguments)
    module = ("--configfile", "code.yaml")
    assert called(*module, program="/a/snakemake/__main__.py")
    assert called("--configfile", "mine.yaml") is None


def test_a_file_that_a_profile_names_is_looked_at(called):
    profile = Path("profiles/default/config.yaml")
    profile.parent.mkdir(parents=True)
    profile.write_text("configfile: code.yaml\n")
    Path("Snakefile").touch()
    assert "code.yaml" in called("-n")
    assert called("-n", "--workflow-profile", "none") is None


def test_the_study_beside_our_snakefile_is_looked_at(called):
    Path("config.yaml").write_text(CODE)
    Path("Snakefile").touch()
    assert called("-n") is None  # another workflow's
    Path("workflow").mkdir()
    Path("workflow/common.smk").touch()
    assert "config.yaml" in called("-n")
    assert called("-n", "-s", HOME / "Snakefile") is None


def test_ctrl_c_tells_no_trace_of_a_program(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["/usr/bin/snakemake"])
    monkeypatch.setattr(sys, "excepthook", sys.__excepthook__)
    monkeypatch.setattr(sys, "unraisablehook", sys.__unraisablehook__)
    door.end_in_a_sentence()
    for error in (KeyboardInterrupt(), ValueError("else")):
        sys.excepthook(type(error), error, None)
    told = "Stopped by you: the same command goes on.\nValueError: else\n"
    assert capsys.readouterr().err == told
    sys.unraisablehook(SimpleNamespace(exc_type=KeyboardInterrupt))
    assert capsys.readouterr().err == ""


def test_other_programs_that_load_the_logger_are_left_alone(called):
    for program in ("/usr/bin/pytest", "/a/pytest/__main__.py", ""):
        assert called("--configfile", "code.yaml", program=program) is None


def test_a_target_behind_the_file_is_told_where_to_stand(called):
    assert called("--configfile", "mine.yaml", "forecast") == (
        "A target stands before options with several values: "
        "write 'snakemake forecast --configfile mine.yaml'."
    )
