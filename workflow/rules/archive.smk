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
    params:
        spec=plan_spec(),
        code=code("quaver.stages.write_methods"),
    message:
        "Write the methods of {STUDY.study} in words, from its stored numbers."
    shell:
        "python -m quaver.stages.write_methods --output {output} "
        "--input {input.study} {input.citation} >{log} 2>&1"
