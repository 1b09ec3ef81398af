"""Targets that Snakemake's own parser takes for files or entries of the study."""

from snakemake.cli import get_argument_parser

from snakemake_logger_plugin_quaver.targets import misplaced_target

# what is typed: what the sentence says to write; nothing where all is well
CASES = {
    "--configfile mine.yaml check": "snakemake check --configfile mine.yaml",
    "-c2 --configfiles mine.yaml forecast": "snakemake forecast -c2 --configfiles "
    "mine.yaml",
    "--configfile mine.yaml results/x/tables/losses.csv figures -n": "snakemake "
    "results/x/tables/losses.csv figures --configfile mine.yaml -n",
    "--config runs=4 check": "snakemake check --config runs=4",
    "-C runs=4 check --configfile a.yml": "snakemake check -C runs=4 --configfile "
    "a.yml",
    "check --configfile mine.yaml": "",
    "check --configfile mine.yaml -c1": "",
    "--configfile mine.yaml -- check": "",
    "--configfile=mine.yaml check": "",
    "--configfile mine": "",
    "--configfile one.yaml two.yaml": "",  # refused elsewhere: one study at a time
    "--until train_block --configfile mine.yaml": "",
    "--config runs=4 seed=3": "",
    "": "",
}


def test_a_target_that_an_option_eats_is_told_with_the_order_that_works():
    said = {typed: misplaced_target(typed.split()) for typed in CASES}
    wrong = {x: said[x] for x in CASES if (said[x] or "") != _sentence(CASES[x])}
    assert not wrong


def _sentence(command):
    start = "A target stands before options with several values: write"
    return f"{start} '{command}'." if command else ""


def test_so_snakemake_takes_them():
    """Where its parser is told better one day, the sentence has to go."""
    parser = get_argument_parser()
    wrong = []
    for typed, command in CASES.items():
        given = parser.parse_args(typed.split())
        eaten = [*map(str, given.configfile[1:]), *(given.config or ())]
        lost = [x for x in eaten if "=" not in x and not x.endswith(".yaml")]
        wrong += [typed] if bool(lost) != bool(command) else []
        if command:
            right = parser.parse_args(command.split()[1:])
            wrong += [command] if right.targets == [] else []
    assert not wrong


def test_what_is_quoted_is_short_and_safe_to_paste():
    said = misplaced_target(["--configfile", "my study.yaml", "results/$(x).csv"])
    assert "snakemake 'results/$(x).csv' --configfile 'my study.yaml'" in said
    assert len(misplaced_target(["--configfile", "a.yaml", "x" * 5000])) < 160
