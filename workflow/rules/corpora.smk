rule extract_text:
    output:
        text=f"{ROOT}/texts/{{corpus}}.jsonl.zst",
        counts=f"{ROOT}/texts/{{corpus}}.json",
    log:
        log_of("extract_text", "{corpus}"),
    wildcard_constraints:
        corpus=EXTRACTED,
    conda:
        "../../envs/quaver.yaml"
    threads: extractor_threads
    resources:
        mem_mb=lambda wildcards, threads, attempt: attempt * (500 + 250 * threads),
        runtime=minutes(COSTS.extracting, name_of),
    params:
        spec=text_spec,
        code=extractor_code,
    message:
        "Take the text of {wildcards.corpus} out of its source, once."
    shell:
        "python -m quaver.stages.extract_text --output {output} --spec {params.spec:q} "
        "--code {params.code} --threads {threads} "
        "--memory {resources.mem_mb} >{log} 2>&1"


rule encode_corpus:
    input:
        text=text_files,
    output:
        corpus=f"{ROOT}/corpora/{{corpus}}.h5",
    log:
        log_of("encode_corpus", "{corpus}"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.encoding, name_of),
        runtime=minutes(COSTS.encoding, name_of),
    params:
        spec=corpus_spec,
        code=corpus_code,
    message:
        "Encode the text of {wildcards.corpus} once, as numbers."
    shell:
        "python -m quaver.stages.encode_corpus --output {output} --spec {params.spec:q} "
        "--input {input.text} --memory {resources.mem_mb} >{log} 2>&1"


rule choose_queries:
    input:
        corpus=rules.encode_corpus.output.corpus,
    output:
        queries=f"{ROOT}/queries/{{corpus}}.h5",
    log:
        log_of("choose_queries", "{corpus}"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.choosing, name_of),
        runtime=minutes(COSTS.choosing, name_of),
    params:
        spec=topics_spec,
        code=code("quaver.stages.choose_queries"),
    message:
        "Choose query words from the topics of {wildcards.corpus}."
    shell:
        "python -m quaver.stages.choose_queries --output {output} "
        "--spec {params.spec:q} --input {input} --memory {resources.mem_mb} >{log} 2>&1"
