"""What was done with terms, in words: exact sentences of a small study."""

from types import SimpleNamespace

from house_given import frame
from invented import cell
from invented_terms import record

from quaver import config
from quaver.house.methods.naming import COMPONENTS, SUBSAMPLED, identified, naming
from quaver.house.terms_told_apart import TERMS_TOLD_APART

TEXT = {"language": "en", "source": {"kind": "text", "path": "text.txt"}}


def told(measured=("term_within",), **terms):
    """Paragraphs on terms of a study that measured these quantities."""
    asked = {
        "backgrounds": ["w"],
        "sets": {
            "rnd": {"corpus": "mine", "words": ["wage labour"]},
            "halves": {"corpus": "mine", "words": ["usury"], "draw": "halves"},
        },
        "learners": {"additive": {}},
    }
    study = config.understand(
        {
            **{"study": "tiny", "seed": 1, "runs": 2},
            "corpora": {"mine": TEXT},
            "techniques": {"w": {"trainer": "word2vec"}},
            "analyses": {"terms": asked | terms},
        },
        {},
    )
    facts = {"study": study, "measured": {*measured}}
    return naming(SimpleNamespace(**facts, version=lambda name: f"{name} 1.0"))


def test_sets_learners_and_what_is_compared_are_told():
    start, learners, *_ = parts = told(["term_within", "told"], curve=[1, "all"])
    assert "beside every run of `w`, which was kept as it was" in start
    assert "`rnd`, terms of `mine`: 5 disjoint draws of up to 10 random" in start
    assert "`halves`, terms of `mine`: the sentences of either half" in start
    assert learners.startswith("- `additive` is the sum of the vectors around a term")
    text = " ".join(parts)
    assert "as many sentences, or at most twice as many. 30 % of the terms" in text
    assert "two draws of 1 and all sentences (all: half of a term's)" in text
    assert "taken anew 20 times." in text
    every = " ".join(told(test=1))
    assert "Tables tell of all terms." in every and "test terms" not in every


def test_the_chance_to_stay_is_told_where_words_are_dropped():
    assert SUBSAMPLED in told()
    assert SUBSAMPLED not in told(learners={"sif": {}})
    assert SUBSAMPLED not in told(learners={"additive": {"sample": 0}})


def test_components_are_told_but_of_what_is_trained_with_a_text():
    assert COMPONENTS in told()
    assert COMPONENTS not in told(learners={"joint": {"of": "mine"}})


def test_nothing_is_told_of_terms_that_were_not_measured():
    assert told([]) == []


def test_the_paragraph_to_paste_says_how_many_draws_are_identified():
    records = [
        record(cell(sampling=sampling), learner=learner, shared=shared)
        for sampling in ("bootstrapped", "shuffled")
        for learner, shared in (("additive", 0.0), ("alacarte", 2.0))
    ]
    made = frame(TERMS_TOLD_APART, terms_apart=records)
    facts = SimpleNamespace(tables={"terms_told_apart": made})
    shares = made[made["kind"] == "raw"]["identified_e2"].round().astype(int)
    assert identified(facts) == [
        f"Of the draws of 12 terms of mine, {shares.min()} to {shares.max()} % were "
        "nearest to another draw of their own term by additive and alacarte (by "
        "chance 8 %)."
    ]
    assert identified(SimpleNamespace(tables={})) == []
