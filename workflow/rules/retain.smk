rule retire_models:
    input:
        records=ENGINE.inputs.records_of_cell,
        made=ENGINE.inputs.made_of_cell,
    output:
        retired=f"{ROOT}/models/{CELL}/retired.json",
    log:
        ENGINE.log("retire_models", CELL),
    priority: 2
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.retiring, ENGINE.inputs.cell_of),
        runtime=minutes(COSTS.retiring, ENGINE.inputs.cell_of),
    params:
        spec=ENGINE.specs.of(ENGINE.inputs.fate),
        code=ENGINE.code("quaver.stages.retire_models"),
    message:
        "Thin or delete the models of {wildcards.view} / {wildcards.technique} / "
        "{wildcards.sampling}, of which all is measured."
    shell:
        "python -m quaver.stages.retire_models --output {output} "
        "--spec {params.spec:q} --input {input.records} "
        "--memory {resources.mem_mb} >{log} 2>&1"
