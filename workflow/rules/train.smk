rule train_block:
    input:
        corpus=ENGINE.inputs.corpus_of_view,
    output:
        block=f"{ROOT}/models/{CELL}/{{first}}-{{last}}.h5",
        record=f"{ROOT}/models/{CELL}/{{first}}-{{last}}.json",
    log:
        ENGINE.log("train_block", f"{CELL}/{{first}}-{{last}}"),
    wildcard_constraints:
        technique=ENGINE.setting.trained,
    priority: ENGINE.inputs.in_turn
    conda:
        "../../envs/quaver.yaml"
    threads: 1
    resources:
        mem_mb=megabytes(COSTS.training, ENGINE.inputs.block_of),
        runtime=minutes(COSTS.training, ENGINE.inputs.block_of),
    params:
        spec=ENGINE.sources.block,
        code=ENGINE.sources.training,
    message:
        "Train runs {wildcards.first} to {wildcards.last} of {wildcards.technique} "
        "on {wildcards.view}, {wildcards.sampling}."
    shell:
        "python -m quaver.stages.train_block --output {output} --spec {params.spec:q} "
        "--input {input} --log {log} --memory {resources.mem_mb} "
        ">{log} 2>&1"


rule read_vectors:
    output:
        block=f"{ROOT}/models/{CELL}/{{first}}-{{last}}.h5",
        record=f"{ROOT}/models/{CELL}/{{first}}-{{last}}.json",
    log:
        ENGINE.log("read_vectors", f"{CELL}/{{first}}-{{last}}"),
    wildcard_constraints:
        technique=ENGINE.setting.external,
    priority: ENGINE.inputs.in_turn
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.training, ENGINE.inputs.block_of),
        runtime=minutes(COSTS.training, ENGINE.inputs.block_of),
    params:
        spec=ENGINE.sources.block,
        code=ENGINE.code("quaver.stages.read_vectors"),
    message:
        "Read the spaces of {wildcards.technique}, which somebody else trained."
    shell:
        "python -m quaver.stages.read_vectors --output {output} --spec {params.spec:q} "
        "--log {log} --memory {resources.mem_mb} >{log} 2>&1"
