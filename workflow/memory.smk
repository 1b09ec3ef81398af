# Megabytes the jobs of each rule may need. Resident memory was measured (bench/), and
# what libraries map without touching is added where a site limits that.
START = 700  # a process that has imported its libraries
TILE = 1100  # the Grams or moments that are held together, at most
WORD = 300  # bytes of a word: its text in two tables, its place, its counts


def training_memory(block):
    """Matrices of words, buckets, co-occurrences; a run follows the other."""
    words, tokens, dims, _, _ = size_of(block.cell)
    technique = STUDY.techniques[block.cell.technique]
    given = technique.parameters
    vectors = {"glove": 32, "ppmi": 64, "lsa": 48}.get(technique.trainer, 20) * dims
    held = {"glove": glove_pairs, "ppmi": ppmi_pairs, "lsa": lsa_entries}
    counts = held.get(technique.trainer, lambda *_: 0)(words, tokens, given)
    buckets = 12 * dims * getattr(given, "bucket", 0)
    # the tokens are mapped, what is held of a text are its units and their sample
    return (
        START + 300 + 1e-6 * (words * (vectors + WORD) + 2 * tokens + counts + buckets)
    )


def glove_pairs(words, tokens, given):
    """Bytes of co-occurrences before GloVe spills them."""
    return min(3e9, 48 * tokens * given.window)


def ppmi_pairs(words, tokens, given):
    """Bytes of co-occurrences PPMI holds: 140 each."""
    return 140 * min(different(tokens * given.window), words**2)


def different(pairs):
    """How many pairs of words are different, of so many that are met, at most.

    Nearly all of a few million, then as the power 0.8 (Pennington et al. 2014, 3.2).
    """
    return min(2 * pairs, 30 * pairs**0.8)


def lsa_entries(words, tokens, given):
    """Bytes of the matrix of units and words, twice while it is weighted."""
    return 40 * tokens


def spaces_memory(cell):
    """One or two spaces, cosines of some targets with all words, who has which word."""
    words, _, dims, runs, _ = size_of(cell)
    return START + 400 + 1e-6 * words * (12 * dims + 2100 + 4 * runs + WORD)


def queries_memory(cell):
    """A space, and cosines of one query with all words in all runs."""
    words, _, dims, runs, _ = size_of(cell)
    return START + 100 + 1e-6 * words * (8 * dims + 24 * runs + 2 * WORD)


def topics_memory(corpus):
    """A text as a model of topics holds it, and how often each word is in each topic."""
    words, tokens = (text_size(corpus, x) for x in ("words", "tokens"))
    topics = STUDY.analyses.queries.topics.number
    return START + 300 + 1e-6 * (80 * tokens + words * (12 * topics + WORD))


def averages_memory(cell):
    """Two spaces in float64, and a branch of the tree per level."""
    words, _, dims, _, _ = size_of(cell)
    branches = max(GRID.sizes(cell), default=1).bit_length()
    held = START + 400 + 1e-6 * words * dims * (44 + 4 * branches)
    return max(spaces_memory(cell), held)


def grams_memory(cell):
    """Grams of a tile of pairs, a row block of its runs, losses of words."""
    words, _, dims, runs, compared = size_of(cell)
    held = min(TILE, 4e-6 * (dims * (compared + 1)) ** 2)
    block = min(400, 0.0164 * dims * compared)
    return START + held + block + 1e-6 * words * (WORD + runs + 20 * compared)


def prediction_memory(cell):
    """Moments of targets with all words, and the cosines of those that are left."""
    targets = STUDY.analyses.stability.targets
    moments = min(TILE, 16e-6 * size_of(cell).words * (targets + 1))
    return spaces_memory(cell) + 1500 + moments


def join_memory(cell):
    """Two cells joined by word: their words, and losses of words twice."""
    words, _, _, _, compared = size_of(cell)
    return START + 1e-6 * words * (2 * WORD + 32 * compared)


def lists_memory(cell):
    """Lists of neighbours of all runs, and their overlaps."""
    stability, runs = STUDY.analyses.stability, size_of(cell).runs
    lists = stability.targets * max(stability.neighbours) * 32 * runs
    return START + 400 + 1e-6 * (lists + size_of(cell).words * WORD)


def words_memory(cells):
    """Who has which word, in one technique after the other."""
    sizes = [size_of(cell) for cell in cells]
    return START + 1e-6 * max(2 * x.words * (WORD + x.runs) for x in sizes)


def gathering_memory(cells):
    """The numbers of the largest cell, one cell after the other, and all tables.

    And cosines of the queries of every cell with the words that were followed.
    """
    sizes = [size_of(cell) for cell in cells]
    largest = max((x.words * (2 * WORD + 16 * x.compared) for x in sizes), default=0)
    ranks = max(STUDY.analyses.queries.nearest, STUDY.analyses.neighbours.n)
    asked = [cell for cell in cells if GRID.is_asked(cell)]
    followed = sum(size_of(c).runs * words_asked(c.view.corpus) for c in asked)
    held = largest + 8 * max(100, 5 * ranks) * followed
    return START + 800 + 1e-6 * held + 0.2 * len(sizes)


def space_memory(cell):
    """One space and its copy."""
    words, _, dims, _, _ = size_of(cell)
    return START + 1e-6 * words * (16 * dims + WORD)


def export_memory(cell):
    """A space; where its models may be gone, what making it again takes."""
    if GRID.retention(cell) != "delete":
        return space_memory(cell)
    if GRID.is_external(cell.technique):
        files = STUDY.techniques[cell.technique].parameters.files
        return read_memory([bytes_of(path) for path in files])
    return max(space_memory(cell), training_memory(GRID.blocks_of(cell)[0]))


def read_memory(files):
    """Spaces somebody else trained: one file after the other, and its words."""
    return START + 300 + 3e-6 * max(files, default=0)


def encoding_memory(text):
    """Different tokens as read, of which a text has the more the longer it is."""
    corpus, size = text
    tokens = max(text_size(corpus, "tokens"), size)
    return 2000 + 200e-6 * 20 * tokens**0.65
