"""Files of studies are looked at before Snakemake reads them: it runs code in them.

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

OURS = "workflow/common.smk"  # other workflows may use this logger, too


def refuse_mistakes() -> None:
    """End the call with a sentence, where a file of the study cannot be read."""
    try:
        for path in _files():
            check_file(path)
    except ConfigError as error:
        sys.exit(f"The study has a mistake. {error}")


def _files() -> list[Path]:
    """Files of the study a user named, or the one beside our Snakefile."""
    program = Path(sys.argv[0])
    if "snakemake" not in (program.name, program.parent.name):
        return []  # called by a program whose arguments are its own
    with redirect_stderr(StringIO()):  # which profile is used was said already
        _, given = parse_args(None)
    if given.configfile:
        return given.configfile
    home = Path(resolve_snakefile(given.snakefile)).parent
    default = home / "config.yaml"
    return [default] if default.exists() and (home / OURS).is_file() else []
