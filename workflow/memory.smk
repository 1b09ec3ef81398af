# Megabytes the jobs of each rule may need, from the size of their text.
from functools import cache


@cache
def size_of(corpus, name):
    """Words or tokens of an encoded corpus; none are known before it stands."""
    return store.length(corpus, name) if Path(corpus).is_file() else 0


def training_memory(wildcards, input):
    """Megabytes a training may need: matrices of words, buckets, GloVe's counts."""
    technique = STUDY.techniques[wildcards.technique]
    given, words = technique.parameters, size_of(input.corpus, "words")
    megabytes = 1000 + 4e-6 * given.dimensions * 5 * words
    if technique.trainer == "glove":
        pairs = size_of(input.corpus, "tokens") * given.window
        megabytes += 4e-6 * given.dimensions * 3 * words + min(3000, 48e-6 * pairs)
    megabytes += 4e-6 * given.dimensions * 3 * getattr(given, "bucket", 0)
    return int(megabytes)


def measuring_memory(wildcards, input):
    """Megabytes a measure of a cell may need: a tile of runs, numbers per word."""
    cell = cell_of(wildcards)
    if GRID.is_external(cell.technique):
        return 4000
    words = size_of(f"{ROOT}/{cell.view.corpus_file}", "words")
    dims = STUDY.techniques[cell.technique].parameters.dimensions
    tile = min(2200, 4e-6 * words * dims * cell.runs)
    return int(1000 + tile + 1e-6 * words * (16 * dims + 32 * cell.runs))


def averaging_memory(wildcards, input):
    """Megabytes an average may need: two spaces in float64, a branch per level."""
    cell, largest = cell_of(wildcards), measuring_memory(wildcards, input)
    if GRID.is_external(cell.technique):
        return largest
    words = size_of(f"{ROOT}/{cell.view.corpus_file}", "words")
    dims = STUDY.techniques[cell.technique].parameters.dimensions
    branches = max(GRID.sizes(cell)).bit_length()
    return max(largest, int(1000 + 1e-6 * words * dims * (44 + 4 * branches)))


def gram_memory(wildcards, input):
    """Megabytes of a measure by Grams: those of a tile, a row block, sums per word."""
    cell = cell_of(wildcards)
    if GRID.is_external(cell.technique):
        return 4000
    words = size_of(f"{ROOT}/{cell.view.corpus_file}", "words")
    dims = STUDY.techniques[cell.technique].parameters.dimensions
    compared = min(cell.runs, STUDY.analyses.stability.runs or cell.runs)
    held = min(1100, 4e-6 * (dims * (compared + 1)) ** 2)
    block = min(400, 0.0164 * dims * compared)
    return int(600 + held + block + 1e-6 * words * (100 + cell.runs + 20 * compared))


def prediction_memory(wildcards, input):
    """Megabytes of a prediction: moments of targets with all words, and their parts."""
    cell = cell_of(wildcards)
    words = size_of(f"{ROOT}/{cell.view.corpus_file}", "words")
    moments = min(1100, 16e-6 * words * (STUDY.analyses.stability.targets + 1))
    return int(measuring_memory(wildcards, input) + 1500 + moments)


def instability_memory(wildcards, input):
    """Megabytes to join two cells by word: their words, and losses of words twice."""
    technique = STUDY.techniques[wildcards.technique]
    words = size_of(f"{ROOT}/{VIEWS[wildcards.view].corpus_file}", "words")
    runs = technique.runs or STUDY.runs
    compared = min(runs, STUDY.analyses.stability.runs or runs)
    return int(600 + 1e-6 * words * (400 + 32 * compared))
