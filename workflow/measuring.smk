# What the rules of measures ask; quaver/engine/measuring.py answers.
from quaver.engine.measuring import Context, Measuring, UnknownSubjectError
from quaver.measures import MEASURES

MEASURING = Measuring(Context(GRID, asked_words, set_contents), ROOT)


def subject_of(measure):
    """What a job measures."""

    def subject(wildcards):
        try:
            return MEASURING.subject(measure, wildcards)
        except UnknownSubjectError as error:
            raise WorkflowError(str(error)) from None

    return subject


def inputs_of(measure):
    return lambda wildcards: MEASURING.inputs(measure, subject_of(measure)(wildcards))


def spec_of(measure):
    return lambda wildcards: MEASURING.spec(measure, subject_of(measure)(wildcards))


def code_of(measure):
    return lambda wildcards: MEASURING.code(measure, subject_of(measure)(wildcards))
