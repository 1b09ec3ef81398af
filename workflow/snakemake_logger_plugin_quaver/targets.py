"""Targets that Snakemake takes for something else: options of theirs eat what follows.

argparse gives `--configfile mine.yaml check` two files, `--config runs=4 check` two
entries; nothing can be told a parser that knows no better (Snakemake 9.27).
"""

import shlex
from collections.abc import Sequence
from pathlib import PurePath

EATING = ("--configfile", "--configfiles", "--config", "-C")
STUDIES = (".yaml", ".yml", ".json")
LONGEST = 80  # letters of a command that a sentence shows


def misplaced_target(arguments: Sequence[str]) -> str | None:
    """The sentence that gives the right order, where an option eats a target."""
    option, kept, targets = "", [], []
    for argument in arguments:
        name, _, value = argument.partition("=")
        if argument.startswith("-"):
            option = name if name in EATING and not value else ""
            is_target = False
        elif option in ("--config", "-C"):
            is_target = not value
        else:  # the first file is the study, whatever it is called
            is_target = bool(option) and kept[-1] not in EATING
            is_target = is_target and PurePath(argument).suffix not in STUDIES
        (targets if is_target else kept).append(argument)
    if not targets:
        return None
    command = shlex.join(["snakemake", *targets, *kept])
    command = command if len(command) <= LONGEST else f"{command[: LONGEST - 3]}..."
    return f"A target stands before options with several values: write '{command}'."
