"""What a shell is handed stands in quotes: a path may hold what it runs."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from snakemake_interface_common.exceptions import WorkflowError
from written_rules import ROOT, rules

from quaver.engine.setting import refuse_home

# Snakemake makes anew what a rule made whose text changes, and trains for measures of
# models that were deleted. All these are given stands below results/<study>/ under
# names the schema restricts, in digests, or is a name of our own.
AS_THEY_WERE = {
    *("train_block", "read_vectors", "extract_text", "encode_corpus"),
    *("measure", "retire_models"),
}
NUMBERS = {"threads", "resources.mem_mb"}
PIP = "#!/bin/sh\n'''exec' {} \"$0\" \"$@\"\n' '''\n"
TEXTS = sorted((ROOT / "workflow").rglob("*.smk"))


def shells():
    """Shell texts of the rules, by name."""
    parts = {name: text.partition("shell:")[2] for name, text in rules().items()}
    return {name: text for name, text in parts.items() if text}


def unquoted(text):
    """Placeholders a shell would read as it reads commands."""
    return [
        placed
        for placed in re.findall(r"\{([^{}]+)\}", text)
        if not placed.endswith(":q") and placed not in NUMBERS
    ]


def test_every_value_in_a_shell_text_is_quoted():
    texts = shells()
    assert len(texts) > 15 and texts.keys() >= AS_THEY_WERE
    offenders = {name: unquoted(text) for name, text in texts.items()}
    assert {name for name in offenders if offenders[name]} <= AS_THEY_WERE, offenders


def test_rules_that_stay_as_they_were_are_given_our_own_names_alone():
    safe = {"output", "input", "input.text", "input.records", "log", "params.code"}
    safe |= {"params.measure"}
    for name in AS_THEY_WERE:
        assert set(unquoted(shells()[name])) <= safe, name
        inputs = re.search(r"input:\n(.*?)\n +output:", rules()[name], re.DOTALL)
        own = ("ENGINE.inputs.", "ENGINE.sources.text_files", "unpack(MEASURING.")
        given = inputs[1].splitlines() if inputs else []
        foreign = [line for line in given if not any(ours in line for ours in own)]
        assert not foreign, name


def test_no_text_of_a_path_is_pasted_into_a_shell():
    for path in TEXTS:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"shell\.prefix\(f|shell:\s*f[\"']", text), path
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "CURDIR" not in makefile and "wildcard" not in makefile


def test_scripts_of_a_moved_environment_take_no_path_for_commands(tmp_path):
    """As pip writes them where the path of Python is long or has a space."""
    folder = tmp_path / "a b'c$(touch pwned);d" / ".venv/bin"
    folder.mkdir(parents=True)
    (folder / "python").symlink_to(sys.executable)
    built = str(folder / "python").replace(".venv", ".venv.new")
    tool, activate = folder / "tool", folder / "activate"
    sed = ["sed", "-i.bak", "-f", ROOT / "envs/moved.sed", tool, activate]
    for quote in ('"', ""):
        start = PIP.format(f"{quote}{built}{quote}")
        tool.write_text(f"{start}import sys\nprint(sys.argv[1])\n# {built}\n")
        tool.chmod(0o755)
        activate.write_text(f'VIRTUAL_ENV="{Path(built).parents[1]}"\n')
        subprocess.run(sed, check=True)
        assert ".venv.new" not in tool.read_text()
        activated = ["bash", "-c", 'source "$0"; echo "$VIRTUAL_ENV"', activate]
        for command, answer in {
            (tool, "x y"): "x y\n",
            tuple(activated): f"{folder.parent}\n",
        }.items():
            done = subprocess.run(
                command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, check=True
            )
            assert done.stdout == answer
    assert not (tmp_path / "pwned").exists()


def test_nothing_is_started_through_a_shell():
    shell = re.compile(r"shell=True|os\.(system|popen)\(|getoutput\(")
    modules = sorted((ROOT / "workflow").rglob("*.py"))
    assert len(modules) > 100
    assert [x for x in modules if shell.search(x.read_text(encoding="utf-8"))] == []


def test_a_clone_snakemake_cannot_run_is_refused():
    for name in ("a{b", "a}b", "a:b"):
        with pytest.raises(WorkflowError) as told:
            refuse_home(Path("/home", name, "quaver"))
        assert "move it to a path without '{', '}' and ':'." in str(told.value)
    refuse_home(Path("/home/a b'c\"d$(e);f/quaver"))
