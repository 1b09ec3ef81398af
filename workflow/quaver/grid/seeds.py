"""Seeds by hash from the coordinates that ought to matter."""

import hashlib
import json

PURPOSES = ("sample", "trainer", "targets", "pairs", "proxies", "topics")
PURPOSES += ("associations", "change", "parts", "terms")


def seed_for(study_seed, purpose, view, technique="", sampling="", run=0) -> int:
    """Seed in [0, 2**32) by hash from the coordinates that ought to matter."""
    if purpose not in PURPOSES:
        raise ValueError(f"purpose must be one of {PURPOSES}. Got {purpose!r} instead.")
    where = [view.corpus, view.unit, view.fraction]
    coordinates = [study_seed, purpose, *where, technique, sampling, run]
    digest = hashlib.sha256(json.dumps(coordinates).encode()).digest()
    return int.from_bytes(digest[:4], "little")
