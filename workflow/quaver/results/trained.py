"""The record of a block: what is known of a training, also when its models are gone."""

import json
from pathlib import Path

from quaver import store


def read_record(path: Path) -> dict:
    """Read a block's record."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise store.StoreError(
            f"{path} does not exist: run snakemake to make it."
        ) from error
    except ValueError as error:
        raise store.StoreError(
            f"{path} is not a whole record ({error}): remove it and run snakemake."
        ) from error
