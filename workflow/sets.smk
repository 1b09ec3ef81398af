# Evaluation sets: where their files stand, and what scores on them depend on.
from quaver.quality.errors import QualityError
from quaver.quality.files import GENSIM
from quaver.quality.files import files as files_of_set


def find_sets():
    """Files of the evaluation sets, and what is wrong with those that are missing."""
    found, wrong = {}, []
    for name, entry in STUDY.analyses.quality.sets.items():
        try:
            found[name] = [str(path) for path in files_of_set(entry.path)]
        except QualityError as error:
            found[name] = []
            wrong.append(f"The evaluation set {name}: {error}")
    return found, wrong


def refuse_missing_sets():
    """Tell of a missing set before anything is trained; a dry run may go without."""
    wanted = {job.rule.name for job in workflow.dag.needrun_jobs()}
    if MISSING and wanted & {"measure_quality", "compare_averages"}:
        raise WorkflowError("\n".join(MISSING))


def set_contents(name, made):
    """What the files of a set hold; of gensim's own its version is in the spec."""
    path = STUDY.analyses.quality.sets[name].path
    return {} if path.startswith(GENSIM) else contents_of([path], SETS[name], made)


SETS, MISSING = find_sets()
