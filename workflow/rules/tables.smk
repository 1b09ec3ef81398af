TABLES = [
    "findings",
    "table_1_2",
    "table_1_7",
    "table_1_8",
    "table_1_4",
    "table_1_5",
    "table_1_6",
    "table_2_1",
    "table_2_2",
    "table_2_4",
    "table_3_5",
    "table_2_3",
    "table_2_5",
    "table_2_6",
    "table_2_8",
    "table_2_10",
    "table_2_11",
    "table_2_9",
    "table_3_1",
    "table_3_2",
    "table_3_3",
    "table_3_4",
    "table_3_6",
    "table_A_1",
    "table_A_2",
    "equation_2_43",
    "equation_3_6",
    "section_2_3_1",
    "figure_2_3",
    "figure_2_4",
    "figure_3_6",
    "figure_3_5",
    "enough_runs",
    "enough_text",
    "averages",
    "distances",
    "sweeps",
    "neighbours",
    "quality",
    "quality_sections",
    "vocabulary",
    "trainings",
    "words",
    "corpora",
    "queries",
    "antoniak2018_table_2",
    "antoniak2018_table_4",
    "antoniak2018_table_5",
    "antoniak2018_table_6",
    "antoniak2018_figure_1",
    "antoniak2018_figure_2",
    "antoniak2018_figure_3",
    "antoniak2018_figure_4",
    "antoniak2018_figure_5",
    "antoniak2018_figure_6",
    "antoniak2018_as_coded",
    "antoniak2018_claims",
]


rule make_tables:
    input:
        study=rules.write_study.output.study,
        published=published(),
        numbers=made_by(
            "measure_pip",
            "measure_neighbours",
            "measure_queries",
            "measure_consistency",
            "measure_cosines",
            "measure_prediction",
            "measure_proxies",
            "measure_quality",
            "measure_instability",
            "measure_averages",
            "compare_averages",
            "measure_distances",
        ),
        corpora=made_by("encode_corpus", "choose_queries"),
        records=lone_records,
    output:
        tables=report(
            expand(f"{ROOT}/tables/{{table}}.csv", table=TABLES),
            caption="../report/table.rst",
            category="Tables",
        ),
        texts=expand(
            f"{ROOT}/tables/{{table}}.{{ending}}", table=TABLES, ending=["md", "tex"]
        ),
        findings=f"{ROOT}/tables/findings.txt",
    log:
        log_of("make_tables"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.gathering, all_cells),
        runtime=minutes(COSTS.gathering, all_cells),
    params:
        spec=plan_spec(published=digest_of([*PUBLISHED, *SIMULATED])),
        code=code("quaver.stages.make_tables"),
    message:
        "Make the tables of {STUDY.study} from its stored numbers."
    shell:
        "python -m quaver.stages.make_tables --output {output.findings} "
        "--input {input.study} {input.published} "
        "--memory {resources.mem_mb} >{log} 2>&1"


TRUSTED = ["trust", "neighbour_lists"]


rule list_neighbours:
    input:
        study=rules.write_study.output.study,
        simulated=of_the_clone(SIMULATED),
        queries=queries_to_trust,
    output:
        tables=report(
            expand(f"{ROOT}/tables/{{table}}.csv", table=TRUSTED),
            caption="../report/table.rst",
            category="Tables",
        ),
        texts=expand(
            f"{ROOT}/tables/{{table}}.{{ending}}", table=TRUSTED, ending=["md", "tex"]
        ),
    log:
        log_of("list_neighbours"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.gathering, all_cells),
        runtime=minutes(COSTS.gathering, all_cells),
    params:
        spec=plan_spec(simulated=digest_of(SIMULATED)),
        code=code("quaver.stages.list_neighbours"),
    message:
        "List the neighbours of the words asked for in {STUDY.study}, each with a verdict."
    shell:
        "python -m quaver.stages.list_neighbours --output {output.tables} "
        "--input {input.study} {input.simulated} "
        "--memory {resources.mem_mb} >{log} 2>&1"
