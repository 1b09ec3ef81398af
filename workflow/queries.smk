# Query words: given in the study, in a file of its, or chosen from the topics of a text.
from quaver.corpora.wordlists import MissingListError, asked

MOST = 60_000  # bytes of words: jobs get them by their command lines, of 128 kB at most
LISTING = {"list_neighbours", "draw_neighbours"}
FOREIGN = {"normalise": "NFC", "lowercase": False}  # a text that is not the study's


def find_lists():
    """Words given by analysis and corpus, and what is wrong with those missing."""
    found, wrong = {}, []
    for analysis in ("queries", "neighbours"):
        for corpus, given in getattr(STUDY.analyses, analysis).words.items():
            where = f"analyses.{analysis}.words of {corpus}"
            try:
                found[analysis, corpus] = read_list(corpus, given)
            except MissingListError as error:
                found[analysis, corpus] = []
                wrong.append(f"{where}: {error}")
            except SourceError as error:
                raise WorkflowError(
                    f"The study has a mistake. {where}: {error}"
                ) from None
    refuse_many(found)
    return found, wrong


def refuse_many(lists):
    """Tell of more words than jobs can be given, before anything is trained."""
    size = sum(len(spec(words).encode()) for words in lists.values())
    if size > MOST:
        count = sum(map(len, lists.values()))
        raise WorkflowError(
            f"The study has a mistake. analyses: its lists hold {count} words in all "
            f"corpora together, which is {size} bytes of text of {MOST} there is room "
            "for. Ask for fewer, or for some of them in another study."
        )


def read_list(corpus, given):
    """Words as a corpus has them, in the order given."""
    text = WRITTEN["corpora"].get(corpus, {"clean": FOREIGN, "language": "und"})
    return asked(given, text["clean"], text["language"])


def refuse_missing_lists():
    """Tell of a missing list before anything is trained; a dry run may go without."""
    wanted = {job.rule.name for job in workflow.dag.needrun_jobs()}
    if MISSING_LISTS and wanted & {"measure_queries", "make_tables", *LISTING}:
        raise WorkflowError("\n".join(MISSING_LISTS))


def asked_words(analysis, corpus):
    """Words an analysis asks for of a corpus, as far as they are given."""
    return LISTS.get((analysis, corpus), [])


def words_asked(corpus):
    """How many words are asked for of a corpus, by both analyses."""
    given = {*asked_words("queries", corpus), *asked_words("neighbours", corpus)}
    chosen = STUDY.analyses.queries.topics.words if GRID.is_chosen(corpus) else 0
    return len(given) + chosen


def topics_spec(wildcards):
    """How the words of a text are chosen, and the seed of its topics."""
    wanted = WRITTEN["analyses"]["queries"]["topics"]
    return spec({"topics": wanted, "seed": GRID.topic_seed(wildcards.corpus)})


def queries_to_trust(wildcards):
    """Cosines of the words whose neighbours are asked for."""
    return [f"{ROOT}/{cell.measure('queries')}" for cell in GRID.to_trust()]


def lists_to_trust(wildcards):
    """The lists of neighbours and their figures; none where no word is asked for."""
    made = [*rules.list_neighbours.output, *rules.draw_neighbours.output]
    return made if STUDY.analyses.neighbours.words else []


def asked_lists(wildcards):
    """The same, where somebody wants just these."""
    if not STUDY.analyses.neighbours.words:
        raise WorkflowError(
            f"The study {STUDY.study} asks for the neighbours of no word. Write for "
            "example 'analyses: {neighbours: {words: [war, peace]}}'."
        )
    return lists_to_trust(wildcards)


def as_words():
    """What lists hold goes into the study as written, in the place of their paths.

    A study so says what it asked, wherever it is read, and lists may go.
    """
    for (analysis, corpus), words in LISTS.items():
        if words:
            WRITTEN["analyses"][analysis]["words"][corpus] = words


LISTS, MISSING_LISTS = find_lists()
as_words()
