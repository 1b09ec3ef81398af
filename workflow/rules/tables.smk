TABLES = [
    "findings",
    "table_2_8",
    "table_2_11",
    "figure_3_5",
    "neighbours",
    "quality",
    "quality_sections",
    "vocabulary",
    "words",
    "trainings",
    "corpora",
    "table_1_2",
    "table_1_7",
    "table_1_8",
    "antoniak2018_table_2",
]


rule make_tables:
    input:
        study=rules.write_study.output.study,
        published=published(),
        numbers=made_by(
            "measure_pip",
            "measure_neighbours",
            "measure_quality",
            "measure_instability",
            "measure_averages",
            "compare_averages",
        ),
        corpora=made_by("encode_corpus"),
        models=lone_blocks,
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
    params:
        spec=plan_spec(),
        code=code("quaver.stages.make_tables"),
    message:
        "Make the tables of {STUDY.study} from its stored numbers."
    shell:
        "python -m quaver.stages.make_tables --output {output.findings} "
        "--input {input.study} {input.published} >{log} 2>&1"
