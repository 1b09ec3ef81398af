rule encode_corpus:
    input:
        source_files,
    output:
        corpus=f"{ROOT}/corpora/{{corpus}}.h5",
    log:
        log_of("encode_corpus", "{corpus}"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=2000,
    params:
        spec=corpus_spec,
        code=corpus_code,
    message:
        "Encode the text of {wildcards.corpus} once, as numbers."
    shell:
        "python -m quaver.stages.encode_corpus --output {output} --spec {params.spec:q} "
        "--memory {resources.mem_mb} >{log} 2>&1"
