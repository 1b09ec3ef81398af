rule extract_text:
    input:
        source_files,
    output:
        text=f"{ROOT}/texts/{{corpus}}.jsonl.zst",
        counts=f"{ROOT}/texts/{{corpus}}.json",
    log:
        log_of("extract_text", "{corpus}"),
    wildcard_constraints:
        corpus=EXTRACTED,
    conda:
        "../../envs/quaver.yaml"
    threads: 64
    resources:
        mem_mb=lambda wildcards, threads: 500 + 250 * threads,
    params:
        spec=text_spec,
        code=extractor_code,
    message:
        "Take the text of {wildcards.corpus} out of its source, once."
    shell:
        "python -m quaver.stages.extract_text --output {output} --spec {params.spec:q} "
        "--code {params.code} --threads {threads} >{log} 2>&1"


rule encode_corpus:
    input:
        files=encoded_files,
        text=text_files,
    output:
        corpus=f"{ROOT}/corpora/{{corpus}}.h5",
    log:
        log_of("encode_corpus", "{corpus}"),
    conda:
        "../../envs/quaver.yaml"
    params:
        spec=corpus_spec,
        code=code("quaver.stages.encode_corpus"),
    message:
        "Encode the text of {wildcards.corpus} once, as numbers."
    shell:
        "python -m quaver.stages.encode_corpus --output {output} --spec {params.spec:q} "
        "--input {input.text} >{log} 2>&1"
