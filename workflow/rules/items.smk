MADE_TABLES, MADE_FIGURES, MADE_LISTS = (
    items.house(GRID, rule) for rule in items.RULES
)


rule make_tables:
    input:
        study=rules.write_study.output.study,
        trust=trust_made,
        numbers=below(MADE_TABLES.reads(GRID)),
    output:
        tables=[
            report(path, "../report/table.rst", category="Tables", labels=labels)
            for path, labels in labelled(MADE_TABLES, "csv")
        ],
        texts=below(MADE_TABLES.files("md", "tex")),
        findings=f"{ROOT}/tables/findings.txt",
    log:
        log_of("make_tables"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(gathering_memory, all_cells),
        runtime=minutes(gathering_seconds, all_cells),
    params:
        spec=plan_spec(),
        code=code("quaver.stages.make_tables", *MADE_TABLES.modules),
    message:
        "Make the tables of {STUDY.study} from its stored numbers."
    shell:
        "python -m quaver.stages.make_tables --output {output.findings} "
        "--input {input.study} {input.trust} "
        "--memory {resources.mem_mb} >{log} 2>&1"


rule draw_figures:
    input:
        study=rules.write_study.output.study,
        numbers=below(MADE_FIGURES.reads(GRID)),
    output:
        figures=[
            report(path, "../report/figure.rst", category="Figures", labels=labels)
            for path, labels in labelled(MADE_FIGURES, "svg")
        ],
        images=below(MADE_FIGURES.files("png")),
    log:
        log_of("draw_figures"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(gathering_memory, all_cells),
        runtime=minutes(gathering_seconds, all_cells),
    params:
        spec=plan_spec(),
        code=code("quaver.stages.draw_figures", *MADE_FIGURES.modules),
    message:
        "Draw the figures of {STUDY.study} from its stored numbers."
    shell:
        "python -m quaver.stages.draw_figures --input {input.study} "
        "--memory {resources.mem_mb} >{log} 2>&1"


rule list_neighbours:
    input:
        study=rules.write_study.output.study,
        queries=queries_to_trust,
    output:
        tables=[
            report(path, "../report/table.rst", category="Tables", labels=labels)
            for path, labels in labelled(MADE_LISTS, "csv")
        ],
        texts=below(MADE_LISTS.files("md", "tex")),
        figures=report(
            directory(f"{ROOT}/figures/neighbours"),
            patterns=["{corpus}/{name}.svg"],
            caption="../report/figure.rst",
            category="Neighbours",
            subcategory="{corpus}",
        ),
    log:
        log_of("list_neighbours"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(gathering_memory, all_cells),
        runtime=minutes(gathering_seconds, all_cells),
    params:
        spec=plan_spec(simulated=digest_of(SIMULATED)),
        code=code("quaver.stages.list_neighbours", *MADE_LISTS.modules),
    message:
        "List and draw the neighbours of the words asked for in {STUDY.study}."
    shell:
        "python -m quaver.stages.list_neighbours --output {output.tables} "
        "--input {input.study} --memory {resources.mem_mb} >{log} 2>&1"


PAPERS = STUDY.papers
REPLICATED = []

for paper in PAPERS:
    made = items.paper(GRID, paper)

    rule:
        name:
            f"replicate_{paper}"
        input:
            study=rules.write_study.output.study,
            numbers=below(made.reads(GRID)),
        output:
            tables=[
                report(path, "../report/table.rst", category=paper, labels=labels)
                for path, labels in labelled(made, "csv")
            ],
            figures=[
                report(path, "../report/figure.rst", category=paper, labels=labels)
                for path, labels in labelled(made, "svg")
            ],
            others=below(made.files("md", "tex", "png")),
            claims=f"{ROOT}/papers/{paper}/claims.txt",
        log:
            log_of(f"replicate_{paper}"),
        conda:
            "../../envs/quaver.yaml"
        resources:
            mem_mb=megabytes(gathering_memory, all_cells),
            runtime=minutes(gathering_seconds, all_cells),
        params:
            spec=plan_spec(published=digest_of(published_by(paper))),
            code=code("quaver.stages.replicate", *made.modules),
            paper=spec({"paper": paper}),
        message:
            f"Replicate {papers.paper(paper).title} with the numbers of {{STUDY.study}}."
        shell:
            "python -m quaver.stages.replicate --output {output.claims} "
            "--spec {params.paper:q} --input {input.study} "
            "--memory {resources.mem_mb} >{log} 2>&1"

    REPLICATED += below(made.files("csv", "svg"))
    REPLICATED.append(f"{ROOT}/papers/{paper}/claims.txt")
