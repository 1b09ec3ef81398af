# Table of contents: rules stand in workflow/rules, the study in config.yaml.
from snakemake.utils import min_version

min_version("9.27")


if not workflow.overwrite_configfiles:  # these replace the study, never merged with it

    configfile: f"{workflow.current_basedir}/config.yaml"


include: "workflow/common.smk"
include: "workflow/rules/report.smk"
include: "workflow/rules/corpora.smk"
include: "workflow/rules/train.smk"
include: "workflow/rules/measures.smk"
include: "workflow/rules/retain.smk"
include: "workflow/rules/items.smk"
include: "workflow/rules/archive.smk"


rule all:
    default_target: True
    input:
        rules.summarise.output.summary,
        rules.write_study.output.study,
        rules.make_tables.output.tables,
        rules.draw_figures.output.figures,
        rules.write_methods.output.methods,
        rules.write_index.output.index,
        ENGINE.words.neighbour_lists(LISTS),
        ENGINE.items.of_change() + ENGINE.items.of_thresholds(),
        ENGINE.items.replicated,
    localrule: True
    message:
        f"The study {STUDY.study} is complete: start with {ROOT}/README.md."


rule tables:
    input:
        rules.make_tables.output.tables,
    localrule: True
    message:
        f"The tables of {STUDY.study} are made."


rule figures:
    input:
        rules.draw_figures.output.figures,
    localrule: True
    message:
        f"The figures of {STUDY.study} are drawn."


rule neighbours:
    input:
        ENGINE.words.neighbour_lists(LISTS, is_wanted=True),
    localrule: True
    message:
        f"The lists to trust of {STUDY.study} are made: start with {{input[0]}}."
