"""What jobs are handed by their command lines has room there, however large a study."""

import json
from types import SimpleNamespace

from planned_study import varied
from snakemake.iocontainers import Wildcards
from snakemake.utils import format as formatted

from quaver.engine import plan as planning
from quaver.engine.packing import ROOM, packed, unpacks

MOST = 60_000  # characters; longer ones Snakemake writes to a script
MANY = 400
OTHER = {"kind": "text", "path": "other.txt"}


def shells(workflow, targets):
    """The shell text of a job of each rule."""
    engine = workflow.globals["ENGINE"]
    paths = {rule: engine.file(x[0]) for rule, x in engine.setting.files.items() if x}
    texts = {}
    for rule in workflow.rules:
        path = paths.get(rule.name)
        wildcards = rule.get_wildcards(path) if path and rule.is_producer(path) else {}
        if rule.shellcmd and (wildcards or not rule.has_wildcards()):
            texts[rule.name] = shell(rule, Wildcards(fromdict=wildcards))
    return texts


def shell(rule, wildcards):
    inputs, *_ = rule.expand_input(wildcards)
    outputs, _ = rule.expand_output(wildcards)
    machine = SimpleNamespace(resources=None)
    params, _ = rule.expand_params(wildcards, inputs, outputs, machine)
    files = {"input": inputs, "output": outputs, "log": rule.expand_log(wildcards)}
    machine = {"threads": 1, "resources": SimpleNamespace(mem_mb=1000)}
    return formatted(rule.shellcmd, params=params, **files, **machine)


def test_shell_texts_of_a_study_of_hundreds_of_texts_are_short(tmp_path, monkeypatch):
    for name in ("text.txt", "other.txt"):
        (tmp_path / name).write_text("some words\n", encoding="utf-8")
    study = varied(runs=2, samplings=["shuffled"])
    del study["techniques"]["glove"]
    corpora = study["corpora"]
    study["corpora"] = {f"text_number_{n}": corpora["text"] for n in range(MANY)}
    study["corpora"]["other"] = {**corpora["text"], "source": OTHER}
    change = {"pairs": [["text_number_1", "other"]], "words": ["some"]}
    study["analyses"] |= {"neighbours": {"words": ["some", "words"]}}
    study["analyses"] |= {"change": {"mine": change}}
    study["analyses"] |= {"similarity": {"baseline": {"kind": "wordnet"}}}
    monkeypatch.setattr(planning, "_planned", shells)
    texts = planning.plan(study, tmp_path)
    assert texts.keys() >= {"write_study", "check", "forecast", "status", "archive"}
    assert texts.keys() >= {"train_block", "measure_pip", "make_tables", "summarise"}
    assert {rule: len(x) for rule, x in texts.items() if len(x) > MOST} == {}


def test_a_spec_is_handed_over_whole():
    @unpacks
    def stage(job):
        handed.append(job.spec)

    handed = []
    for spec in ({}, {"a": 'é"'}, {"many": [f"entry {n}" for n in range(ROOM)]}):
        text = json.dumps(spec, ensure_ascii=False)
        assert len(packed(text)) <= max(len(text), ROOM)
        stage(SimpleNamespace(spec=json.loads(packed(text))))
        assert handed.pop() == spec
    assert stage.__name__ == "stage"
