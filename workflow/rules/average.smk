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
        mem_mb=measuring_memory,
    params:
        spec=lambda wildcards: spec({"size": int(wildcards.size)}),
        code=code("quaver.stages.average_spaces"),
    message:
        "Average the aligned spaces of groups of {wildcards.size} runs in "
        "{wildcards.view} / {wildcards.technique} / {wildcards.sampling}."
    shell:
        "python -m quaver.stages.average_spaces --output {output} "
        "--spec {params.spec:q} --input {input} >{log} 2>&1"


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
        mem_mb=gram_memory,
    params:
        spec=spec({"runs": STUDY.analyses.stability.runs}),
        code=code("quaver.stages.measure_averages"),
    message:
        "Compute the PIP loss of averages of {wildcards.size} runs in "
        "{wildcards.view} / {wildcards.technique} / {wildcards.sampling}."
    shell:
        "python -m quaver.stages.measure_averages --output {output} "
        "--spec {params.spec:q} --input {input} >{log} 2>&1"
