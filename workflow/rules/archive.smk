rule write_methods:
    input:
        study=rules.write_study.output.study,
        citation=ENGINE.clone.citation(),
        summary=rules.summarise.output.summary,
    output:
        methods=f"{ROOT}/methods.md",
        bibliography=f"{ROOT}/methods.bib",
    log:
        ENGINE.log("write_methods"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.gathering, ENGINE.inputs.all_cells),
        runtime=minutes(COSTS.gathering, ENGINE.inputs.all_cells),
    params:
        spec=ENGINE.specs.items(),
        code=ENGINE.code("quaver.stages.write_methods"),
    message:
        f"Write the methods of {STUDY.study} in words, from its stored numbers."
    shell:
        "python -m quaver.stages.write_methods --output {output:q} "
        "--input {input.study:q} {input.citation:q} "
        "--memory {resources.mem_mb} >{log:q} 2>&1"


rule write_index:
    input:
        study=rules.write_study.output.study,
        findings=rules.make_tables.output.findings,
        house=rules.make_tables.output.tables,
        figures=rules.draw_figures.output.figures,
        lists=ENGINE.words.neighbour_lists(LISTS),
        changes=ENGINE.items.of_change(),
        thresholds=ENGINE.items.of_thresholds(),
        papers=ENGINE.items.replicated,
        summary=rules.summarise.output,
        methods=rules.write_methods.output,
    output:
        index=f"{ROOT}/README.md",
    log:
        ENGINE.log("write_index"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.gathering, ENGINE.inputs.all_cells),
        runtime=minutes(COSTS.gathering, ENGINE.inputs.all_cells),
    params:
        spec=ENGINE.specs.items(),
        code=ENGINE.code("quaver.stages.write_index", *ENGINE.items.tables.modules),
    message:
        f"Write the index of {STUDY.study}: what is here, in the order of use."
    shell:
        "python -m quaver.stages.write_index --output {output:q} --input {input.study:q} "
        "--memory {resources.mem_mb} >{log:q} 2>&1"


rule archive:
    input:
        study=rules.write_study.output.study,
        methods=rules.write_methods.output,
        summary=rules.summarise.output,
        tables=rules.make_tables.output,
        figures=rules.draw_figures.output,
        lists=ENGINE.words.neighbour_lists(LISTS),
        changes=ENGINE.items.of_change(),
        thresholds=ENGINE.items.of_thresholds(),
        papers=ENGINE.items.replicated,
        index=rules.write_index.output,
        workflow=ENGINE.clone.carried,
    output:
        crate=f"{ROOT}/{STUDY.study}.crate.zip",
    log:
        ENGINE.log("archive"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.gathering, ENGINE.inputs.all_cells),
        runtime=minutes(COSTS.gathering, ENGINE.inputs.all_cells),
    params:
        code=ENGINE.code("quaver.stages.archive"),
    message:
        f"Archive the study {STUDY.study} with the workflow that made it, as a RO-Crate."
    shell:
        "python -m quaver.stages.archive --output {output:q} "
        "--input {input.study:q} {input.methods:q} {input.summary:q} {input.tables:q} "
        "{input.figures:q} {input.lists:q} {input.changes:q} {input.thresholds:q} "
        "{input.papers:q} {input.index:q} "
        "--memory {resources.mem_mb} >{log:q} 2>&1"
