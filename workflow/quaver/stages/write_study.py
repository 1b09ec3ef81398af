"""Write the study as understood, every default filled in."""

import yaml

from quaver import store
from quaver.engine.job import Job, run
from quaver.engine.packing import unpacks


@unpacks
def write_study(job: Job) -> None:
    """Write the study as YAML that can be run again."""
    text = yaml.safe_dump(job.spec, allow_unicode=True, sort_keys=False)
    store.write_text(job.output, text)


if __name__ == "__main__":
    run(write_study)
