rule write_methods:
    input:
        study=rules.write_study.output.study,
        citation=CITATION,
        summary=rules.summarise.output.summary,
    output:
        methods=f"{ROOT}/methods.md",
        bibliography=f"{ROOT}/methods.bib",
    log:
        log_of("write_methods"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.gathering, all_cells),
        runtime=minutes(COSTS.gathering, all_cells),
    params:
        spec=plan_spec(),
        code=code("quaver.stages.write_methods"),
    message:
        "Write the methods of {STUDY.study} in words, from its stored numbers."
    shell:
        "python -m quaver.stages.write_methods --output {output} "
        "--input {input.study} {input.citation} "
        "--memory {resources.mem_mb} >{log} 2>&1"


rule archive:
    input:
        study=rules.write_study.output.study,
        methods=rules.write_methods.output,
        summary=rules.summarise.output,
        tables=rules.make_tables.output,
        figures=rules.draw_figures.output,
        lists=lists_to_trust,
        workflow=carried,
    output:
        crate=f"{ROOT}/{STUDY.study}.crate.zip",
    log:
        log_of("archive"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.gathering, all_cells),
        runtime=minutes(COSTS.gathering, all_cells),
    params:
        code=code("quaver.stages.archive"),
    message:
        "Archive the study {STUDY.study} with the workflow that made it, as a RO-Crate."
    shell:
        "python -m quaver.stages.archive --output {output} --input {input:q} "
        "--memory {resources.mem_mb} >{log} 2>&1"
