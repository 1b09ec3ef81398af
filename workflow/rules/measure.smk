rule share_vocabulary:
    input:
        ENGINE.inputs.blocks_of_siblings,
    output:
        vocabulary=f"{ROOT}/measures/{{view}}/vocabulary.{{sampling}}.h5",
    log:
        ENGINE.log("share_vocabulary", "{view}/{sampling}"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(words_memory, cells_of_siblings),
        runtime=minutes(words_seconds, cells_of_siblings),
    params:
        spec=spec({}),
        code=ENGINE.code("quaver.stages.share_vocabulary"),
    message:
        "Find the words that every technique of {wildcards.view}, "
        "{wildcards.sampling}, has in every run."
    shell:
        "python -m quaver.stages.share_vocabulary --output {output} --input {input} "
        "--memory {resources.mem_mb} >{log} 2>&1"


rule measure_pip:
    input:
        blocks=ENGINE.inputs.blocks_of_cell,
        vocabulary=ENGINE.inputs.shared_words,
    output:
        measure=f"{ROOT}/measures/{CELL}/pip.h5",
    log:
        ENGINE.log("measure_pip", CELL),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(grams_memory, cell_of),
        runtime=minutes(grams_seconds, cell_of),
    params:
        spec=ENGINE.specs.of_cell(slices.pairs),
        code=ENGINE.code("quaver.stages.measure_pip"),
    message:
        "Compute the PIP loss of all pairs of runs in {wildcards.view} / "
        "{wildcards.technique} / {wildcards.sampling}."
    shell:
        "python -m quaver.stages.measure_pip --output {output} --spec {params.spec:q} "
        "--input {input} --memory {resources.mem_mb} >{log} 2>&1"


rule measure_neighbours:
    input:
        blocks=ENGINE.inputs.blocks_of_cell,
        vocabulary=ENGINE.inputs.shared_words,
    output:
        measure=f"{ROOT}/measures/{CELL}/neighbours.h5",
    log:
        ENGINE.log("measure_neighbours", CELL),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(spaces_memory, cell_of),
        runtime=minutes(spaces_seconds, cell_of),
    params:
        spec=ENGINE.specs.of_cell(slices.neighbours),
        code=ENGINE.code("quaver.stages.measure_neighbours"),
    message:
        "Compare the nearest neighbours of random words over the runs of "
        "{wildcards.view} / {wildcards.technique} / {wildcards.sampling}."
    shell:
        "python -m quaver.stages.measure_neighbours --output {output} "
        "--spec {params.spec:q} --input {input} --memory {resources.mem_mb} >{log} 2>&1"


rule measure_queries:
    input:
        blocks=ENGINE.inputs.blocks_of_cell,
        chosen=ENGINE.words.chosen,
    output:
        measure=f"{ROOT}/measures/{CELL}/queries.h5",
    log:
        ENGINE.log("measure_queries", CELL),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(queries_memory, cell_of),
        runtime=minutes(queries_seconds, cell_of),
    params:
        spec=ENGINE.specs.of_cell(ENGINE.words.slice),
        code=ENGINE.code("quaver.stages.measure_queries"),
    message:
        "Follow the cosines of query words over the runs of {wildcards.view} / "
        "{wildcards.technique} / {wildcards.sampling}."
    shell:
        "python -m quaver.stages.measure_queries --output {output} "
        "--spec {params.spec:q} --input {input} --memory {resources.mem_mb} >{log} 2>&1"


rule measure_distances:
    input:
        blocks=ENGINE.inputs.blocks_of_cell,
        vocabulary=ENGINE.inputs.shared_words,
        neighbours=rules.measure_neighbours.output.measure,
    output:
        measure=f"{ROOT}/measures/{CELL}/distances.h5",
    log:
        ENGINE.log("measure_distances", CELL),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(grams_memory, cell_of),
        runtime=minutes(grams_seconds, cell_of),
    params:
        spec=ENGINE.specs.of_cell(slices.pairs),
        code=ENGINE.code("quaver.stages.measure_distances"),
    message:
        "Compute global distances between the runs of {wildcards.view} / "
        "{wildcards.technique} / {wildcards.sampling}."
    shell:
        "python -m quaver.stages.measure_distances --output {output} "
        "--spec {params.spec:q} --input {input} --memory {resources.mem_mb} >{log} 2>&1"


rule measure_consistency:
    input:
        neighbours=rules.measure_neighbours.output.measure,
    output:
        measure=f"{ROOT}/measures/{CELL}/consistency.h5",
    log:
        ENGINE.log("measure_consistency", CELL),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(lists_memory, cell_of),
        runtime=minutes(lists_seconds, cell_of),
    params:
        spec=spec(slices.compared(GRID)),
        code=ENGINE.code("quaver.stages.measure_consistency"),
    message:
        "Compare how overlaps of more and of fewer neighbours order the words of "
        "{wildcards.view} / {wildcards.technique} / {wildcards.sampling}."
    shell:
        "python -m quaver.stages.measure_consistency --output {output} "
        "--spec {params.spec:q} --input {input} --memory {resources.mem_mb} >{log} 2>&1"


rule measure_cosines:
    input:
        blocks=ENGINE.inputs.blocks_of_cell,
        vocabulary=ENGINE.inputs.shared_words,
    output:
        measure=f"{ROOT}/measures/{CELL}/cosines.h5",
    log:
        ENGINE.log("measure_cosines", CELL),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(spaces_memory, cell_of),
        runtime=minutes(spaces_seconds, cell_of),
    params:
        spec=ENGINE.specs.of_cell(slices.cosines),
        code=ENGINE.code("quaver.stages.measure_cosines"),
    message:
        "Test how cosines of random word pairs are distributed over the runs of "
        "{wildcards.view} / {wildcards.technique} / {wildcards.sampling}."
    shell:
        "python -m quaver.stages.measure_cosines --output {output} "
        "--spec {params.spec:q} --input {input} --memory {resources.mem_mb} >{log} 2>&1"


rule measure_prediction:
    input:
        blocks=ENGINE.inputs.blocks_of_cell,
        vocabulary=ENGINE.inputs.shared_words,
        neighbours=rules.measure_neighbours.output.measure,
    output:
        measure=f"{ROOT}/measures/{CELL}/prediction.h5",
    log:
        ENGINE.log("measure_prediction", CELL),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(prediction_memory, cell_of),
        runtime=minutes(prediction_seconds, cell_of),
    params:
        spec=ENGINE.specs.of_cell(slices.prediction),
        code=ENGINE.code("quaver.stages.measure_prediction"),
    message:
        "Predict the overlap of nearest neighbours from the cosines of "
        "{wildcards.view} / {wildcards.technique} / {wildcards.sampling}."
    shell:
        "python -m quaver.stages.measure_prediction --output {output} "
        "--spec {params.spec:q} --input {input} --memory {resources.mem_mb} >{log} 2>&1"


rule measure_proxies:
    input:
        blocks=ENGINE.inputs.blocks_of_cell,
        vocabulary=ENGINE.inputs.shared_words,
    output:
        measure=f"{ROOT}/measures/{CELL}/proxies.h5",
    log:
        ENGINE.log("measure_proxies", CELL),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(spaces_memory, cell_of),
        runtime=minutes(proxies_seconds, cell_of),
    params:
        spec=ENGINE.specs.of_cell(slices.proxies),
        code=ENGINE.code("quaver.stages.measure_proxies"),
    message:
        "Compare the PIP loss of words told from some words and from all in "
        "{wildcards.view} / {wildcards.technique} / {wildcards.sampling}."
    shell:
        "python -m quaver.stages.measure_proxies --output {output} "
        "--spec {params.spec:q} --input {input} --memory {resources.mem_mb} >{log} 2>&1"


rule measure_instability:
    input:
        shuffled=f"{ROOT}/measures/{{view}}/{{technique}}/shuffled/pip.h5",
        bootstrapped=f"{ROOT}/measures/{{view}}/{{technique}}/bootstrapped/pip.h5",
    output:
        measure=f"{ROOT}/measures/{{view}}/{{technique}}/instability.h5",
    log:
        ENGINE.log("measure_instability", "{view}/{technique}"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(join_memory, cells_joined),
        runtime=minutes(passes, cells_joined),
    params:
        spec=spec({}),
        code=ENGINE.code("quaver.stages.measure_instability"),
    message:
        "Tell intrinsic from extrinsic instability of {wildcards.technique} "
        "on {wildcards.view}."
    shell:
        "python -m quaver.stages.measure_instability --output {output} "
        "--input {input} --memory {resources.mem_mb} >{log} 2>&1"
