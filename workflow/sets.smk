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


def set_files(wildcards):
    """Files of a cell's evaluation sets; of gensim's own its version is in the spec."""
    given = STUDY.analyses.quality.sets
    names = GRID.sets(cell_of(wildcards))
    return [
        file
        for name in names
        for file in SETS[name]
        if not given[name].path.startswith(GENSIM)
    ]


def quality_spec(wildcards):
    """The evaluation sets of a cell, and how their words meet its text's."""
    cell, quality = cell_of(wildcards), WRITTEN["analyses"]["quality"]
    unknown = {"lowercase": False, "normalise": "NFC"}  # a text that is not the study's
    clean = WRITTEN["corpora"].get(cell.view.corpus, {"clean": unknown})["clean"]
    sets = {
        name: {
            key: quality["sets"][name][key] for key in ("path", "format", "encoding")
        }
        for name in GRID.sets(cell)
    }
    wanted = {
        "language": GRID.language(cell),
        "restrict": quality["restrict"],
        "lowercase": quality["lowercase"] == "always" or clean["lowercase"],
        "normalise": clean["normalise"],
        "sets": sets,
    }
    if any(entry["path"].startswith(GENSIM) for entry in sets.values()):
        wanted["gensim"] = version("gensim")
    return spec(wanted)


def quality_code(wildcards):
    pack = languages.module(GRID.language(cell_of(wildcards)))
    return code("quaver.stages.measure_quality", pack)


SETS, MISSING = find_sets()
