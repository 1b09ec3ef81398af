rule extract_text:
    output:
        text=f"{ROOT}/texts/{{corpus}}.jsonl.zst",
        counts=f"{ROOT}/texts/{{corpus}}.json",
    log:
        ENGINE.log("extract_text", "{corpus}"),
    wildcard_constraints:
        corpus=ENGINE.setting.extracted,
    conda:
        "../../envs/quaver.yaml"
    threads: ENGINE.sources.threads
    resources:
        mem_mb=lambda wildcards, threads, attempt: attempt * (500 + 250 * threads),
        runtime=minutes(COSTS.extracting, ENGINE.sources.name),
    params:
        spec=ENGINE.sources.text,
        code=ENGINE.sources.extracting,
    message:
        "Take the text of {wildcards.corpus} out of its source, once."
    shell:
        "python -m quaver.stages.extract_text --output {output} --spec {params.spec:q} "
        "--code {params.code} --threads {threads} "
        "--memory {resources.mem_mb} >{log} 2>&1"


rule encode_corpus:
    input:
        text=ENGINE.sources.text_files,
    output:
        corpus=f"{ROOT}/corpora/{{corpus}}.h5",
    log:
        ENGINE.log("encode_corpus", "{corpus}"),
    wildcard_constraints:
        corpus=ENGINE.setting.texts,
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.encoding, ENGINE.sources.name),
        runtime=minutes(COSTS.encoding, ENGINE.sources.name),
    params:
        spec=ENGINE.sources.corpus,
        code=ENGINE.sources.encoding,
    message:
        "Encode the text of {wildcards.corpus} once, as numbers."
    shell:
        "python -m quaver.stages.encode_corpus --output {output} --spec {params.spec:q} "
        "--input {input.text} --memory {resources.mem_mb} >{log} 2>&1"


rule cut_part:
    input:
        text=ENGINE.sources.whole,
    output:
        part=f"{ROOT}/corpora/{{corpus}}.h5",
    log:
        ENGINE.log("cut_part", "{corpus}"),
    wildcard_constraints:
        corpus=ENGINE.setting.parts,
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.cutting, ENGINE.sources.name),
        runtime=minutes(COSTS.cutting, ENGINE.sources.name),
    params:
        spec=ENGINE.sources.part,
        code=ENGINE.code("quaver.stages.cut_part"),
    message:
        "Cut {wildcards.corpus}, a part of an encoded text, by its documents."
    shell:
        "python -m quaver.stages.cut_part --output {output:q} --spec {params.spec:q} "
        "--input {input:q} --memory {resources.mem_mb} >{log:q} 2>&1"


rule choose_queries:
    input:
        corpus=f"{ROOT}/corpora/{{corpus}}.h5",
    output:
        queries=f"{ROOT}/queries/{{corpus}}.h5",
    log:
        ENGINE.log("choose_queries", "{corpus}"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.choosing, ENGINE.sources.name),
        runtime=minutes(COSTS.choosing, ENGINE.sources.name),
    params:
        spec=ENGINE.sources.topics,
        code=ENGINE.code("quaver.stages.choose_queries"),
    message:
        "Choose query words from the topics of {wildcards.corpus}."
    shell:
        "python -m quaver.stages.choose_queries --output {output:q} "
        "--spec {params.spec:q} --input {input:q} --memory {resources.mem_mb} >{log:q} 2>&1"


rule read_wordnet:
    output:
        wordnet=f"{ROOT}/wordnet/wordnet.h5",
    log:
        ENGINE.log("read_wordnet"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(ENGINE.sources.reading, ENGINE.sources.wordnet),
        runtime=minutes(ENGINE.sources.reading, ENGINE.sources.wordnet),
    params:
        spec=ENGINE.sources.wordnet,
        code=ENGINE.code("quaver.stages.read_wordnet"),
    message:
        "Read WordNet once, as what similarity is compared with."
    shell:
        "python -m quaver.stages.read_wordnet --output {output:q} "
        "--spec {params.spec:q} --memory {resources.mem_mb} >{log:q} 2>&1"


rule draw_sentences:
    input:
        corpus=ENGINE.terms.text,
    output:
        draws=f"{ROOT}/terms/{{terms}}/draws.h5",
    log:
        ENGINE.log("draw_sentences", "{terms}"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.drawing, ENGINE.terms.corpus),
        runtime=minutes(COSTS.drawing, ENGINE.terms.corpus),
    params:
        spec=ENGINE.terms.spec,
        code=ENGINE.terms.drawing,
    message:
        "Draw the sentences of the terms of {wildcards.terms}."
    shell:
        "python -m quaver.stages.draw_sentences --output {output:q} "
        "--spec {params.spec:q} --input {input:q} --memory {resources.mem_mb} >{log:q} 2>&1"
