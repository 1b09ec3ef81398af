rule measure_quality:
    input:
        blocks=ENGINE.inputs.blocks_of_cell,
    output:
        measure=f"{ROOT}/measures/{CELL}/quality.h5",
    log:
        ENGINE.log("measure_quality", CELL),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(spaces_memory, cell_of),
        runtime=minutes(scoring_seconds, cell_of),
    params:
        spec=ENGINE.specs.of_cell(ENGINE.sets.scores),
        code=ENGINE.sets.code("measure_quality"),
    message:
        "Score the runs of {wildcards.view} / {wildcards.technique} / "
        "{wildcards.sampling} on analogies and word similarity."
    shell:
        "python -m quaver.stages.measure_quality --output {output} "
        "--spec {params.spec:q} --input {input.blocks} "
        "--memory {resources.mem_mb} >{log} 2>&1"
