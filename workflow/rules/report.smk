report: "../report/workflow.rst"


wildcard_constraints:
    view=NAME,
    corpus=CORPUS,
    technique=NAME,
    sampling="fixed|shuffled|bootstrapped",
    first=NUMBER,
    last=NUMBER,
    size=NUMBER,


rule write_study:
    output:
        study=f"{ROOT}/study.yaml",
    log:
        log_of("write_study"),
    priority: 1
    localrule: True
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=500,
        runtime=30,
    params:
        spec=spec(WRITTEN),
        code=code("quaver.stages.write_study"),
    message:
        "Write the study {STUDY.study} as understood, every default filled in."
    shell:
        "python -m quaver.stages.write_study --output {output} --spec {params.spec:q} "
        ">{log} 2>&1"


rule check:
    log:
        log_of("check"),
    localrule: True
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=1000,
        runtime=30,
    params:
        spec=spec({key: WRITTEN[key] for key in ("corpora", "techniques", "analyses")}),
    message:
        "Check the study {STUDY.study} and its inputs."
    shell:
        "python -m quaver.stages.check --spec {params.spec:q} 2>&1 | tee {log}"


rule forecast:
    input:
        study=rules.write_study.output.study,
        corpora=texts_at_hand,
    log:
        log_of("forecast"),
    localrule: True
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=2000,
        runtime=30,
    message:
        "Forecast what the study {STUDY.study} will take."
    shell:
        "python -m quaver.stages.forecast --input {input} 2>&1 | tee {log}"


rule status:
    log:
        log_of("status"),
    localrule: True
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=1000,
        runtime=30,
    params:
        study=rules.write_study.output.study,
    message:
        "Tell how far the study {STUDY.study} has come."
    shell:
        "python -m quaver.stages.status --input {params.study} 2>&1 | tee {log}"


rule export_space:
    input:
        exported,
    output:
        space=f"{ROOT}/exports/{CELL}/{{kind}}{{size}}-{{number}}.{{ending}}",
    log:
        log_of("export_space", f"{CELL}/{{kind}}{{size}}-{{number}}.{{ending}}"),
    wildcard_constraints:
        kind="run|average",
        size=r"|\d+",
        number=NUMBER,
        ending="txt|bin",
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.exporting, cell_of),
        runtime=minutes(COSTS.exporting, cell_of),
    params:
        spec=export_spec,
        code=code("quaver.stages.export_space"),
    message:
        "Export {wildcards.kind} {wildcards.number} of {wildcards.view} / "
        "{wildcards.technique} / {wildcards.sampling} as word2vec {wildcards.ending}."
    shell:
        "python -m quaver.stages.export_space --output {output} --spec {params.spec:q} "
        "--input {input} --memory {resources.mem_mb} >{log} 2>&1"


rule summarise:
    input:
        study=rules.write_study.output.study,
        published=published(),
        corpora=made_by("encode_corpus"),
        records=records,
        retired=made_by("retire_models"),
        measures=made_by(*(measure.rule for measure in MEASURES.values())),
    output:
        summary=f"{ROOT}/summary.h5",
        ledger=f"{ROOT}/ledger.csv",
    log:
        log_of("summarise"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.gathering, all_cells),
        runtime=minutes(COSTS.gathering, all_cells),
    params:
        spec=plan_spec(published=digest_of([*PUBLISHED, *SIMULATED])),
        code=code("quaver.stages.summarise"),
    message:
        "Gather the numbers of {STUDY.study} in summary.h5, and its runs in ledger.csv."
    shell:
        "python -m quaver.stages.summarise --output {output} "
        "--input {input.study} {input.published} "
        "--memory {resources.mem_mb} >{log} 2>&1"
