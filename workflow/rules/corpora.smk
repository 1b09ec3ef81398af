rule encode_corpus:
    input:
        source_files,
    output:
        corpus=f"{ROOT}/corpora/{{corpus}}.h5",
    log:
        log_of("encode_corpus", "{corpus}"),
    conda:
        "../../envs/quaver.yaml"
    params:
        spec=corpus_spec,
        code=corpus_code,
    message:
        "Encode the text of {wildcards.corpus} once, as numbers."
    shell:
        "python -m quaver.stages.encode_corpus --output {output} --spec {params.spec:q} "
        ">{log} 2>&1"
