FIGURES = ["figure_losses", "figure_2_8", "figure_3_5"]


rule draw_figures:
    input:
        study=rules.write_study.output.study,
        numbers=made_by("measure_pip", "measure_instability", "measure_averages"),
        models=lone_blocks,
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
    params:
        spec=plan_spec(),
        code=code("quaver.stages.draw_figures"),
    message:
        "Draw the figures of {STUDY.study} from its stored numbers."
    shell:
        "python -m quaver.stages.draw_figures --input {input.study} >{log} 2>&1"
