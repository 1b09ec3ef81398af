"""Specs a command line has no room for (128 kB), as of studies of hundreds of texts."""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from functools import wraps

ROOM = 20_000  # characters of a spec that is handed over as it is


def packed(spec: str) -> str:
    """A spec, compressed where it is long; a study says the same again and again."""
    if len(spec) <= ROOM:
        return spec
    short = urlsafe_b64encode(zlib.compress(spec.encode()))
    return json.dumps({"packed": short.decode()})


def unpacks(stage: Callable) -> Callable:
    """A stage that is handed its spec packed."""

    @wraps(stage)
    def unpacked(job) -> None:
        if packed := job.spec.get("packed"):
            job.spec = json.loads(zlib.decompress(urlsafe_b64decode(packed)))
        stage(job)

    return unpacked
