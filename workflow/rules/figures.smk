FIGURES = [
    "figure_losses",
    "figure_2_2",
    "figure_2_3",
    "figure_2_4",
    "figure_2_5",
    "figure_2_7",
    "figure_2_8",
    "figure_2_9",
    "figure_3_2",
    "figure_3_5",
    "figure_3_6",
    "figure_A_1",
    "figure_A_2",
    "figure_A_3",
]


rule draw_figures:
    input:
        study=rules.write_study.output.study,
        numbers=made_by(
            "measure_pip",
            "measure_instability",
            "measure_averages",
            "measure_cosines",
            "measure_prediction",
            "compare_averages",
        ),
        records=lone_records,
    output:
        figures=report(
            expand(f"{ROOT}/figures/{{figure}}.svg", figure=FIGURES),
            caption="../report/figure.rst",
            category="Figures",
        ),
        images=expand(f"{ROOT}/figures/{{figure}}.png", figure=FIGURES),
    log:
        log_of("draw_figures"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(gathering_memory, all_cells),
        runtime=minutes(gathering_seconds, all_cells),
    params:
        spec=plan_spec(),
        code=code("quaver.stages.draw_figures"),
    message:
        "Draw the figures of {STUDY.study} from its stored numbers."
    shell:
        "python -m quaver.stages.draw_figures --input {input.study} "
        "--memory {resources.mem_mb} >{log} 2>&1"
