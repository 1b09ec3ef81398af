# Tables and figures: the instrument's own, lists to trust, those of papers.
rule make_tables:
    input:
        study=rules.write_study.output.study,
        trust=ENGINE.words.neighbour_lists([f"{ROOT}/tables/trust.csv"]),
        change=ENGINE.items.changes.files("csv"),
        thresholds=ENGINE.items.thresholds.files("csv"),
        numbers=ENGINE.items.tables.reads,
    output:
        tables=ENGINE.items.tables.reported(
            "csv", caption="../report/table.rst", category="Tables"
        ),
        texts=ENGINE.items.tables.files("md", "tex"),
        findings=f"{ROOT}/tables/findings.txt",
        preamble=f"{ROOT}/tables/preamble.tex",
    log:
        ENGINE.log("make_tables"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.gathering, ENGINE.inputs.all_cells),
        runtime=minutes(COSTS.gathering, ENGINE.inputs.all_cells),
    params:
        spec=ENGINE.specs.items(),
        code=ENGINE.code("quaver.stages.make_tables", *ENGINE.items.tables.modules),
    message:
        f"Make the tables of {STUDY.study} from its stored numbers."
    shell:
        "python -m quaver.stages.make_tables --output {output.findings:q} "
        "--input {input.study:q} {input.trust:q} {input.change:q} "
        "{input.thresholds:q} "
        "--memory {resources.mem_mb} >{log:q} 2>&1"


rule draw_figures:
    input:
        study=rules.write_study.output.study,
        numbers=ENGINE.items.figures.reads,
    output:
        figures=ENGINE.items.figures.reported(
            "svg", caption="../report/figure.rst", category="Figures"
        ),
        images=ENGINE.items.figures.files("png"),
    log:
        ENGINE.log("draw_figures"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.gathering, ENGINE.inputs.all_cells),
        runtime=minutes(COSTS.gathering, ENGINE.inputs.all_cells),
    params:
        spec=ENGINE.specs.items(),
        code=ENGINE.code("quaver.stages.draw_figures", *ENGINE.items.figures.modules),
    message:
        f"Draw the figures of {STUDY.study} from its stored numbers."
    shell:
        "python -m quaver.stages.draw_figures --input {input.study:q} "
        "--memory {resources.mem_mb} >{log:q} 2>&1"


rule list_neighbours:
    input:
        study=rules.write_study.output.study,
        queries=ENGINE.words.to_trust,
    output:
        tables=ENGINE.items.lists.reported(
            "csv", caption="../report/table.rst", category="Tables"
        ),
        texts=ENGINE.items.lists.files("md", "tex"),
        figures=report(
            directory(f"{ROOT}/figures/neighbours"),
            patterns=["{corpus}/{name}.svg"],
            caption="../report/figure.rst",
            category="Neighbours",
            subcategory="{corpus}",
        ),
    log:
        ENGINE.log("list_neighbours"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.gathering, ENGINE.inputs.all_cells),
        runtime=minutes(COSTS.gathering, ENGINE.inputs.all_cells),
    params:
        spec=ENGINE.specs.items(simulated=ENGINE.clone.simulated()),
        code=ENGINE.code("quaver.stages.list_neighbours", *ENGINE.items.lists.modules),
    message:
        f"List and draw the neighbours of the words asked for in {STUDY.study}."
    shell:
        "python -m quaver.stages.list_neighbours --output {output.tables:q} "
        "--input {input.study:q} --memory {resources.mem_mb} >{log:q} 2>&1"


LISTS = rules.list_neighbours.output


rule change:
    input:
        study=rules.write_study.output.study,
        asked=ENGINE.items.asked,
        numbers=ENGINE.inputs.made_by(*ENGINE.items.changes.rules),
    output:
        tables=ENGINE.items.changes.reported(
            "csv", caption="../report/table.rst", category="Tables"
        ),
        figures=ENGINE.items.changes.reported(
            "svg", caption="../report/figure.rst", category="Figures"
        ),
        others=ENGINE.items.changes.files("md", "tex", "png"),
        words=ENGINE.items.words_changed(
            patterns=["{series}/{name}.svg"],
            caption="../report/figure.rst",
            category="Change",
            subcategory="{series}",
        ),
    log:
        ENGINE.log("change"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.gathering, ENGINE.inputs.all_cells),
        runtime=minutes(COSTS.gathering, ENGINE.inputs.all_cells),
    params:
        spec=ENGINE.specs.items(),
        code=ENGINE.code("quaver.stages.change", *ENGINE.items.changes.modules),
    message:
        f"Tell which words changed between texts of {STUDY.study}."
    shell:
        "python -m quaver.stages.change --input {input.study:q} "
        "--memory {resources.mem_mb} >{log:q} 2>&1"


rule thresholds:
    input:
        study=rules.write_study.output.study,
        asked=ENGINE.items.meant,
        numbers=ENGINE.inputs.made_by(*ENGINE.items.thresholds.rules),
    output:
        tables=ENGINE.items.thresholds.reported(
            "csv", caption="../report/table.rst", category="Tables"
        ),
        figures=ENGINE.items.thresholds.reported(
            "svg", caption="../report/figure.rst", category="Figures"
        ),
        others=ENGINE.items.thresholds.files("md", "tex", "png"),
    log:
        ENGINE.log("thresholds"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.gathering, ENGINE.inputs.all_cells),
        runtime=minutes(COSTS.gathering, ENGINE.inputs.all_cells),
    params:
        spec=ENGINE.specs.items(),
        code=ENGINE.code("quaver.stages.thresholds", *ENGINE.items.thresholds.modules),
    message:
        f"Tell from which similarity on words mean alike in {STUDY.study}."
    shell:
        "python -m quaver.stages.thresholds --input {input.study:q} "
        "--memory {resources.mem_mb} >{log:q} 2>&1"


for paper, made in ENGINE.items.papers.items():

    rule:
        name:
            f"replicate_{paper}"
        input:
            study=rules.write_study.output.study,
            numbers=made.reads,
        output:
            tables=made.reported("csv", caption="../report/table.rst", category=paper),
            figures=made.reported("svg", caption="../report/figure.rst", category=paper),
            others=made.files("md", "tex", "png"),
            claims=made.claims(paper),
        log:
            ENGINE.log(f"replicate_{paper}"),
        conda:
            "../../envs/quaver.yaml"
        resources:
            mem_mb=megabytes(COSTS.gathering, ENGINE.inputs.all_cells),
            runtime=minutes(COSTS.gathering, ENGINE.inputs.all_cells),
        params:
            spec=ENGINE.specs.items(published=ENGINE.clone.published(paper)),
            code=ENGINE.code("quaver.stages.replicate", *made.modules),
            paper=spec({"paper": paper}),
        message:
            f"Replicate {made.title} with the numbers of {STUDY.study}."
        shell:
            "python -m quaver.stages.replicate --output {output.claims:q} "
            "--spec {params.paper:q} --input {input.study:q} "
            "--memory {resources.mem_mb} >{log:q} 2>&1"
