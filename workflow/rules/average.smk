rule average_spaces:
    input:
        blocks=ENGINE.inputs.blocks_of_cell,
    output:
        averages=f"{ROOT}/averages/{CELL}/{{size}}.h5",
    log:
        ENGINE.log("average_spaces", f"{CELL}/{{size}}"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(averages_memory, cell_of),
        runtime=minutes(averaging_seconds, cell_of),
    params:
        spec=lambda wildcards: spec(slices.averages(GRID, int(wildcards.size))),
        code=ENGINE.code("quaver.stages.average_spaces"),
    message:
        "Average the aligned spaces of groups of {wildcards.size} runs in "
        "{wildcards.view} / {wildcards.technique} / {wildcards.sampling}."
    shell:
        "python -m quaver.stages.average_spaces --output {output} "
        "--spec {params.spec:q} --input {input} --memory {resources.mem_mb} >{log} 2>&1"


rule measure_averages:
    input:
        averages=rules.average_spaces.output.averages,
        single_runs=rules.measure_pip.output.measure,
    output:
        measure=f"{ROOT}/measures/{CELL}/averages_{{size}}.h5",
    log:
        ENGINE.log("measure_averages", f"{CELL}/{{size}}"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(grams_memory, cell_of),
        runtime=minutes(grams_seconds, cell_of),
    params:
        spec=spec(slices.compared(GRID)),
        code=ENGINE.code("quaver.stages.measure_averages"),
    message:
        "Compute the PIP loss of averages of {wildcards.size} runs in "
        "{wildcards.view} / {wildcards.technique} / {wildcards.sampling}."
    shell:
        "python -m quaver.stages.measure_averages --output {output} "
        "--spec {params.spec:q} --input {input} --memory {resources.mem_mb} >{log} 2>&1"


rule compare_averages:
    input:
        blocks=ENGINE.inputs.blocks_of_cell,
        single_runs=rules.measure_pip.output.measure,
        scores=ENGINE.inputs.scores_of_cell,
    output:
        measure=f"{ROOT}/measures/{CELL}/averages.h5",
    log:
        ENGINE.log("compare_averages", CELL),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(averages_memory, cell_of),
        runtime=minutes(comparing_seconds, cell_of),
    params:
        spec=ENGINE.specs.of_cell(ENGINE.sets.comparison),
        code=ENGINE.sets.code("compare_averages"),
    message:
        "Compare ways of averaging the runs of {wildcards.view} / "
        "{wildcards.technique} / {wildcards.sampling}."
    shell:
        "python -m quaver.stages.compare_averages --output {output} "
        "--spec {params.spec:q} --input {input.single_runs} {input.scores} "
        "{input.blocks} --memory {resources.mem_mb} >{log} 2>&1"
