FIGURES = [
    "figure_losses",
    "figure_enough_runs",
    "figure_enough_text",
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
    "antoniak2018_figure_1",
    "antoniak2018_figure_2",
    "antoniak2018_figure_3",
    "antoniak2018_figure_4",
    "antoniak2018_figure_5",
    "antoniak2018_figure_6",
]


rule draw_figures:
    input:
        study=rules.write_study.output.study,
        numbers=made_by(
            "measure_pip",
            "measure_neighbours",
            "measure_instability",
            "measure_averages",
            "measure_queries",
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
        mem_mb=megabytes(COSTS.gathering, all_cells),
        runtime=minutes(COSTS.gathering, all_cells),
    params:
        spec=plan_spec(),
        code=code("quaver.stages.draw_figures"),
    message:
        "Draw the figures of {STUDY.study} from its stored numbers."
    shell:
        "python -m quaver.stages.draw_figures --input {input.study} "
        "--memory {resources.mem_mb} >{log} 2>&1"


rule draw_neighbours:
    input:
        study=rules.write_study.output.study,
        simulated=of_the_clone(SIMULATED),
        queries=queries_to_trust,
    output:
        figures=report(
            directory(f"{ROOT}/figures/neighbours"),
            patterns=["{corpus}/{name}.svg"],
            caption="../report/neighbours.rst",
            category="Neighbours",
            subcategory="{corpus}",
        ),
    log:
        log_of("draw_neighbours"),
    conda:
        "../../envs/quaver.yaml"
    resources:
        mem_mb=megabytes(COSTS.gathering, all_cells),
        runtime=minutes(COSTS.gathering, all_cells),
    params:
        spec=plan_spec(simulated=digest_of(SIMULATED)),
        code=code("quaver.stages.draw_neighbours"),
    message:
        "Draw the neighbours of the words asked for in {STUDY.study}."
    shell:
        "python -m quaver.stages.draw_neighbours --output {output} "
        "--input {input.study} {input.simulated} "
        "--memory {resources.mem_mb} >{log} 2>&1"
