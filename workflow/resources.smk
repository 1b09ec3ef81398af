# How much machine a job asks for: megabytes and minutes, from the size of its text.
#
# Snakemake asks these functions when it plans and again when a job is ready to run: what
# a text holds is known by then, also where it had not been read when all began. A job
# that failed is given more of both the next time.
from snakemake_logger_plugin_quaver import settle

from quaver.engine.cost import Costs
from quaver.engine.machine import Machine, bound_memory


def name_of(wildcards):
    """The name of a corpus."""
    return wildcards.corpus


def all_cells(wildcards):
    """All cells of the study."""
    return list(GRID.cells.values())


COSTS = Costs(GRID, ROOT, lambda c: words_asked(c), lambda c: source_files(c))
MACHINE = Machine(
    bound_memory(workflow.global_resources, is_main=workflow.is_main_process),
    study=STUDY.study,
    settle=settle,
)
megabytes, minutes = MACHINE.megabytes, MACHINE.minutes
