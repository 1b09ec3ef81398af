# A rule for each measure, from what it declares (quaver/measures/<name>.py).
for measure in MEASURES.values():

    rule:
        name:
            measure.rule
        input:
            unpack(MEASURING.inputs_of(measure)),
        output:
            measure=f"{ROOT}/{measure.file}",
        log:
            ENGINE.log(measure.rule, measure.of.label),
        conda:
            "../../envs/quaver.yaml"
        resources:
            mem_mb=megabytes(COSTS.measure(measure), MEASURING.subject_of(measure)),
            runtime=minutes(COSTS.measure(measure), MEASURING.subject_of(measure)),
        params:
            measure=measure.name,
            spec=MEASURING.spec_of(measure),
            code=MEASURING.code_of(measure),
        message:
            measure.sentence
        shell:
            "python -m quaver.stages.measure {params.measure} --output {output} "
            "--spec {params.spec:q} --input {input} --memory {resources.mem_mb} "
            ">{log} 2>&1"
