report: "../report/workflow.rst"


wildcard_constraints:
    view=NAME,
    corpus=ENGINE.setting.corpora,
    technique=NAME,
    sampling="fixed|shuffled|bootstrapped",
    first=NUMBER,
    last=NUMBER,
    size=NUMBER,
    terms=NAME,
    learner=NAME,


rule write_study:
    output:
        study=f"{ROOT}/study.yaml",
    log:
        ENGINE.log("write_study"),
    priority: 1
    localrule: True
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=500,
        runtime=30,
    params:
        spec=packed(ENGINE.specs.in_order()),
        code=ENGINE.code("quaver.stages.write_study"),
    message:
        f"Write the study {STUDY.study} as understood, every default filled in."
    shell:
        "python -m quaver.stages.write_study --output {output:q} --spec {params.spec:q} "
        ">{log:q} 2>&1"


rule check:
    log:
        ENGINE.log("check"),
    localrule: True
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=1000,
        runtime=30,
    params:
        spec=packed(ENGINE.specs.study()),
    message:
        f"Check the study {STUDY.study} and its inputs."
    shell:
        "python -m quaver.stages.check --spec {params.spec:q} "
        "2>&1 | (trap '' PIPE; tee {log:q} 2>/dev/null || true)"


rule forecast:
    input:
        study=rules.write_study.output.study,
        corpora=ENGINE.sources.at_hand,
    log:
        ENGINE.log("forecast"),
    localrule: True
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=2000,
        runtime=30,
    params:
        spec=spec(ENGINE.machine.at_hand),
    message:
        f"Forecast what the study {STUDY.study} will take."
    shell:
        "python -m quaver.stages.forecast --spec {params.spec:q} --input {input.study:q} "
        "2>&1 | (trap '' PIPE; tee {log:q} 2>/dev/null || true)"


rule status:
    log:
        ENGINE.log("status"),
    localrule: True
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=1000,
        runtime=30,
    params:
        study=rules.write_study.output.study,
    message:
        f"Tell how far the study {STUDY.study} has come."
    shell:
        "python -m quaver.stages.status --input {params.study:q} "
        "2>&1 | (trap '' PIPE; tee {log:q} 2>/dev/null || true)"


rule export_space:
    input:
        ENGINE.inputs.exported,
    output:
        space=f"{ROOT}/exports/{CELL}/{{kind}}{{size}}-{{number}}.{{ending}}",
    log:
        ENGINE.log("export_space", f"{CELL}/{{kind}}{{size}}-{{number}}.{{ending}}"),
    wildcard_constraints:
        kind="run|average",
        size=r"|\d+",
        number=NUMBER,
        ending="txt|bin",
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.exporting, ENGINE.inputs.cell_of),
        runtime=minutes(COSTS.exporting, ENGINE.inputs.cell_of),
    params:
        spec=ENGINE.specs.of(ENGINE.inputs.export),
        code=ENGINE.code("quaver.stages.export_space"),
    message:
        "Export {wildcards.kind} {wildcards.number} of {wildcards.view} / "
        "{wildcards.technique} / {wildcards.sampling} as word2vec {wildcards.ending}."
    shell:
        "python -m quaver.stages.export_space --output {output:q} --spec {params.spec:q} "
        "--input {input:q} --memory {resources.mem_mb} >{log:q} 2>&1"


rule summarise:
    input:
        study=rules.write_study.output.study,
        tables=ENGINE.items.csv,
        records=ENGINE.inputs.records,
        retired=ENGINE.inputs.made_by("retire_models"),
        measures=ENGINE.inputs.made_by(*(each.rule for each in MEASURES.values())),
    output:
        summary=f"{ROOT}/summary.h5",
        ledger=f"{ROOT}/ledger.csv",
    log:
        ENGINE.log("summarise"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.gathering, ENGINE.inputs.all_cells),
        runtime=minutes(COSTS.gathering, ENGINE.inputs.all_cells),
    params:
        spec=ENGINE.specs.items(),
        code=ENGINE.code("quaver.stages.summarise"),
    message:
        f"Gather the numbers of {STUDY.study} in summary.h5, and its runs in ledger.csv."
    shell:
        "python -m quaver.stages.summarise --output {output:q} "
        "--input {input.study:q} {input.tables:q} "
        "--memory {resources.mem_mb} >{log:q} 2>&1"
