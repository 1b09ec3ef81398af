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


def scoring(cell, made):
    """The evaluation sets of a cell, and how their words meet its text's."""
    quality = WRITTEN["analyses"]["quality"]
    unknown = {"lowercase": False, "normalise": "NFC"}  # a text that is not the study's
    clean = WRITTEN["corpora"].get(cell.view.corpus, {"clean": unknown})["clean"]
    sets = {
        name: {
            **{
                key: quality["sets"][name][key]
                for key in ("path", "format", "encoding")
            },
            **set_contents(name, made),
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
    return wanted


def quality_spec(wildcards):
    """What the scores of a cell's runs depend on."""
    cell = cell_of(wildcards)
    return spec(scoring(cell, cell.measure("quality")))


def scoring_code(stage):
    """Digest of a stage that scores, with the words of the cell's language."""

    def digest(wildcards):
        pack = languages.module(GRID.language(cell_of(wildcards)))
        return code(f"quaver.stages.{stage}", pack)

    return digest


def scores_of_cell(wildcards):
    """The scores of a cell's runs, where its language has evaluation sets."""
    cell = cell_of(wildcards)
    return [f"{ROOT}/{cell.measure('quality')}"] if GRID.sets(cell) else []


def comparing_spec(wildcards):
    """Methods and sizes to compare, on which pairs of words, sets and example."""
    cell, analyses = cell_of(wildcards), WRITTEN["analyses"]
    return spec(
        {
            "methods": analyses["averages"]["compare"],
            "sizes": GRID.sizes(cell),
            "method": analyses["averages"]["method"],
            "runs": analyses["stability"]["runs"],
            "pairs": analyses["distribution"]["pairs"],
            "seed": GRID.seed_of("pairs", cell.view),
            "word": example_of(cell)["word"],
            "target_seed": GRID.seed_of("targets", cell.view),
            "quality": scoring(cell, cell.measure("averages")),
        }
    )


SETS, MISSING = find_sets()
