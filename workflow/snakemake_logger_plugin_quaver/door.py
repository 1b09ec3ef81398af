"""How a call begins and is stopped: in a sentence, with no trace of a program.

Files of studies are looked at before Snakemake reads them: it runs code in them.
Loggers are made before any file is read, in the call a user makes and in no other.
"""

import sys
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

from snakemake.api import resolve_snakefile
from snakemake.cli import parse_args

from quaver.config.errors import ConfigError
from quaver.config.reading import check_file
from snakemake_logger_plugin_quaver.targets import misplaced_target

OURS = "workflow/common.smk"  # other workflows may use this logger, too


def refuse_mistakes() -> None:
    """End the call with a sentence, where a target or a file of it is a mistake."""
    if _is_call() and (sentence := misplaced_target(sys.argv[1:])):
        sys.exit(sentence)
    try:
        for path in _files():
            check_file(path)
    except ConfigError as error:
        sys.exit(f"The study has a mistake. {error}")


def end_in_a_sentence() -> None:
    """Have Ctrl-C tell no trace of a program, before jobs run and after."""
    if not _is_call():
        return

    def shown(kind, error, trace) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        print("Stopped by you: the same command goes on.", file=sys.stderr)

    def shown_at_exit(error) -> None:
        if error.exc_type is not KeyboardInterrupt:  # all was done by then
            sys.__unraisablehook__(error)

    sys.excepthook, sys.unraisablehook = shown, shown_at_exit


def _is_call() -> bool:
    """Tell a user's call from programs whose arguments are their own."""
    program = Path(sys.argv[0])
    return "snakemake" in (program.name, program.parent.name)


def _files() -> list[Path]:
    """Files of the study a user named, or the one beside our Snakefile."""
    if not _is_call():
        return []
    with redirect_stderr(StringIO()):  # which profile is used was said already
        _, given = parse_args(None)
    if given.configfile:
        return given.configfile
    home = Path(resolve_snakefile(given.snakefile)).parent
    default = home / "config.yaml"
    return [default] if default.exists() and (home / OURS).is_file() else []
