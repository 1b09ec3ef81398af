# Seconds the jobs of each rule may take. Rates are those of one slow core (`make bench`
# and `snakemake forecast` measure those of yours), and twice as much is asked for:
# a job that is cut off costs more than one that ends early.
LEAST = 1800  # seconds any job is given
SLACK = 2.0
PRODUCTS = 8e9  # multiplications and additions a second, in products of matrices
READING = 2e8  # bytes a second from a shared disk
PAGES = 1e5  # bytes of a dump a second, packed
CLEANING = 2e5  # bytes of a text a second, packed
SCORED = 20_000  # questions of an evaluation set
QUADRATURE = 0.1  # a prediction of one target
TURNING = {"tree": 3, "one": 3, "procrustes": 30}  # products a run is turned with


def training_seconds(block):
    """All epochs of the runs of a block, one after the other."""
    technique = STUDY.techniques[block.cell.technique]
    rates = {"glove": glove, "ppmi": ppmi, "lsa": lsa, "noise": drawing}
    rate = rates.get(technique.trainer, predicting)
    words, tokens, dims, _, _ = size_of(block.cell)
    return len(block.runs) * rate(words, tokens, dims, technique.parameters)


def drawing(words, tokens, dims, given):
    """Random numbers, and the counts of a sample."""
    return 1e-7 * tokens + 1e-7 * words * dims


def predicting(words, tokens, dims, given):
    """word2vec and fastText: so much a number of each vector that is met."""
    met = given.window * (given.negative + 1 + 20 * given.hierarchical_softmax)
    number = 3.5e-9 if hasattr(given, "bucket") else 0.7e-9
    return tokens * given.epochs * (3e-6 + number * met * dims)


def glove(words, tokens, dims, given):
    """Counting, and every different pair once an epoch."""
    met = tokens * given.window
    return 1e-7 * met + different(met) * given.epochs * (2e-8 + 1.2e-9 * dims)


def ppmi(words, tokens, dims, given):
    """Counting, and an SVD that takes more rounds the more dimensions it is asked."""
    pairs = different(tokens * given.window)
    return 1e-6 * tokens + 4e-8 * pairs * dims + 5e-9 * words * dims**2


def lsa(words, tokens, dims, given):
    """Products of a sparse matrix with a few vectors, some rounds of them."""
    return 1e-8 * tokens * dims * (given.iterations + 1)


def read_seconds(files):
    """Spaces somebody else trained, parsed number by number."""
    return sum(files) / 2e6


def encoding_seconds(text):
    """Reading, cleaning, counting; a text expected to hold so many tokens, those."""
    corpus, size = text
    return size / CLEANING + text_size(corpus, "tokens") / 5e4


def extracting_seconds(text):
    """Pages of a dump, by one process: threads only make it faster."""
    _, size = text
    return size / PAGES


def passes(cell, number=1):
    """Seconds to read all runs of a cell from a shared disk, so many times."""
    words, _, dims, runs, _ = size_of(cell)
    return number * 4 * words * dims * runs / READING


def product(cell):
    """Seconds of a Gram matrix over all words."""
    return 2 * size_of(cell).words * size_of(cell).dims ** 2 / PRODUCTS


def grams_seconds(cell, each=1):
    """Grams of all pairs of runs, or of averages of each so many, twice."""
    size = size_of(cell)
    spaces = min(size.compared, size.runs // each)
    return passes(cell, 4) + spaces * (spaces + 1) * product(cell)


def lookups(cell):
    """Seconds of the cosines of all targets with all words, in every run."""
    words, _, dims, runs, _ = size_of(cell)
    targets = min(words, STUDY.analyses.stability.targets)
    return words * runs * targets * (4 * dims / PRODUCTS + 1e-8)


def spaces_seconds(cell):
    """Every run looked at once or twice, its neighbours or its cosines."""
    return passes(cell, 2) + lookups(cell)


def queries_seconds(cell):
    """Cosines of the queries with all words, and their order, in every run."""
    words, _, dims, runs, _ = size_of(cell)
    asked = words_asked(cell.view.corpus)
    return passes(cell) + words * runs * asked * (4 * dims / PRODUCTS + 4e-7)


def topics_seconds(corpus):
    """Every word weighed for every topic, iteration by iteration."""
    wanted = STUDY.analyses.queries.topics
    weighed = text_size(corpus, "tokens") * wanted.iterations * wanted.number
    return 1e-9 * weighed


def prediction_seconds(cell):
    """Cosines of all targets, and integrals with and without groups of runs."""
    targets = min(size_of(cell).words, STUDY.analyses.stability.targets)
    left = 1 + min(cell.runs, 16)
    return passes(cell, 4) + lookups(cell) + QUADRATURE * targets * left


def proxies_seconds(cell):
    """Three Grams for each pair of runs and draw of proxies, two draws a size."""
    wanted = STUDY.analyses.distribution
    draws = 3 * (1 + 2 * len(wanted.proxies)) * wanted.run_pairs
    return passes(cell, 2) + draws * product(cell)


def scoring_seconds(cell, each=1):
    """All questions of all sets of a language asked of runs, or of averages of some."""
    words, _, dims, runs, _ = size_of(cell)
    asked = SCORED * len(GRID.sets(cell))
    counted = min(words, STUDY.analyses.quality.restrict)
    return passes(cell) + 4 * asked * counted * dims * (runs // each) / PRODUCTS


def averaging_seconds(cell, method=None):
    """Every run turned to others, round by round, and written."""
    turns = TURNING[method or STUDY.analyses.averages.method]
    return passes(cell, 3) + turns * size_of(cell).runs * product(cell)


def comparing_seconds(cell):
    """Averages by every method and size, their losses and scores."""
    methods = STUDY.analyses.averages.compare
    seconds = passes(cell, 2)
    for size in GRID.sizes(cell):
        measured = grams_seconds(cell, size) + scoring_seconds(cell, size)
        seconds += sum(measured + averaging_seconds(cell, m) for m in methods)
    return seconds


def lists_seconds(cell):
    """Overlaps of lists over all pairs of runs, by lengths and halves."""
    stability, runs = STUDY.analyses.stability, size_of(cell).runs
    return 1e-6 * stability.targets * max(stability.neighbours) * runs**2


def words_seconds(cells):
    """Who has which word, and the words themselves."""
    return sum(size_of(cell).words * size_of(cell).runs for cell in cells) / 1e6


def gathering_seconds(cells):
    """A file or ten of each cell opened, and what they hold of words read."""
    read = sum(size_of(x).words * size_of(x).compared for x in cells)
    return 5 * len(cells) + 40 * read / READING


def space_seconds(cell):
    """One space written as text."""
    return size_of(cell).words * size_of(cell).dims / 1e6


def export_seconds(cell):
    """A space written; where its models may be gone, a block of the cell trained."""
    if GRID.retention(cell) != "delete" or GRID.is_external(cell.technique):
        return space_seconds(cell)
    return space_seconds(cell) + training_seconds(GRID.blocks_of(cell)[0])
