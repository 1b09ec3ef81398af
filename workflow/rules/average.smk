rule average_spaces:
    input:
        blocks=blocks_of_cell,
    output:
        averages=f"{ROOT}/averages/{CELL}/{{size}}.h5",
    log:
        log_of("average_spaces", f"{CELL}/{{size}}"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(averages_memory, cell_of),
        runtime=minutes(averaging_seconds, cell_of),
    params:
        spec=lambda wildcards: spec(
            {"size": int(wildcards.size), "method": STUDY.analyses.averages.method}
        ),
        code=code("quaver.stages.average_spaces"),
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
        log_of("measure_averages", f"{CELL}/{{size}}"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(grams_memory, cell_of),
        runtime=minutes(grams_seconds, cell_of),
    params:
        spec=spec({"runs": STUDY.analyses.stability.runs}),
        code=code("quaver.stages.measure_averages"),
    message:
        "Compute the PIP loss of averages of {wildcards.size} runs in "
        "{wildcards.view} / {wildcards.technique} / {wildcards.sampling}."
    shell:
        "python -m quaver.stages.measure_averages --output {output} "
        "--spec {params.spec:q} --input {input} --memory {resources.mem_mb} >{log} 2>&1"


rule compare_averages:
    input:
        blocks=blocks_of_cell,
        single_runs=rules.measure_pip.output.measure,
        scores=scores_of_cell,
    output:
        measure=f"{ROOT}/measures/{CELL}/averages.h5",
    log:
        log_of("compare_averages", CELL),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(averages_memory, cell_of),
        runtime=minutes(comparing_seconds, cell_of),
    params:
        spec=comparing_spec,
        code=scoring_code("compare_averages"),
    message:
        "Compare ways of averaging the runs of {wildcards.view} / "
        "{wildcards.technique} / {wildcards.sampling}."
    shell:
        "python -m quaver.stages.compare_averages --output {output} "
        "--spec {params.spec:q} --input {input.single_runs} {input.scores} "
        "{input.blocks} --memory {resources.mem_mb} >{log} 2>&1"
