import json

from quaver.engine.setting import spec


def test_a_spec_is_canonical():
    assert spec({"b": 1, "a": [2]}) == '{"a": [2], "b": 1}'
    assert spec({"text": "é"}) == '{"text": "é"}'


def test_a_brace_in_a_text_is_no_wildcard():
    text = spec({"names": "{year}.txt", "empty": {}, "deep": {"a": {"b": 1}}})
    assert "{year}" not in text
    assert json.loads(text) == {
        "names": "{year}.txt",
        "empty": {},
        "deep": {"a": {"b": 1}},
    }


def test_the_study_is_told_whole_and_items_do_not_hang_on_its_layout(engine):
    specs = engine().specs
    assert json.loads(specs.study())["runs_per_job"] == 2
    items = json.loads(specs.items(published="abc"))
    assert items["published"] == "abc"
    assert not {"runs_per_job", "archive", "retention"} & items.keys()
    assert engine(runs_per_job=1).specs.items() == engine(runs_per_job=4).specs.items()
    assert json.loads(specs.checked()).keys() == {"corpora", "techniques", "analyses"}


def test_slices_are_told_of_the_coordinates_of_a_job(engine, where):
    size = engine().specs.of(lambda wildcards: {"size": wildcards.view})
    assert size(where()) == '{"size": "text"}'
