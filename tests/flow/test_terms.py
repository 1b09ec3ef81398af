"""A study of terms: the same bits however it is done; a learner more learns alone."""

import pandas as pd
import pytest
from small_study import ENDS

# Terms of the kitchen and of the sky in turn, as lines are; some are of two words.
PLANTED = "dough hook", "nebula", "yeast", "dark matter", "saffron", "quasar"
EACH = 24  # sentences of a term
SET = {"corpus": "mine", "words": [*PLANTED]}
BOTH = {"draw": "random", "sentences": 4, **SET}, {"draw": "halves", **SET}

TERMS = {
    "study": "terms",
    "seed": 5,
    "runs": 3,
    "runs_per_job": 3,
    "corpora": {
        name: {"language": "en", "source": {"kind": "text", "path": f"{name}.txt"}}
        for name in ("general", "mine")
    },
    "techniques": {
        "skipgram": {
            **{"trainer": "word2vec", "architecture": "skip-gram", "contexts": True},
            **{"dimensions": 8, "epochs": 5, "corpora": ["general"]},
        }
    },
    "samplings": ["shuffled"],
    "analyses": {
        "stability": {"measures": []},
        "averages": {"sizes": []},
        "distribution": {"samplings": []},
        "terms": {
            "backgrounds": ["skipgram"],
            "sets": dict(zip(("rnd", "halves"), BOTH, strict=True)),
            "test": 0.5,
            "learners": {
                "additive": {},
                "nonce2vec": {"sets": ["rnd"]},
                "alacarte": {"sets": ["halves"]},
            },
            "grid": {"of": "nonce2vec", "learning_rate": [0.1, 1.0]},
            "curve": [1, 2, "all"],
            "repeats": 5,
        },
    },
}
TERMS["corpora"]["mine"] |= {"min_count": 1, "unit": "line"}
PAIRS = {("rnd", "additive"), ("rnd", "nonce2vec")}
PAIRS |= {("halves", "additive"), ("halves", "alacarte")}
OF_ONE = "learn_terms", "measure_terms_apart", "measure_terms_curve"
OF_ONE += ("measure_terms_variance",)


@pytest.fixture(scope="module")
def studied(tmp_path_factory, folder_at, two_topics):
    """The study, finished in a folder of its own by so many cores."""

    def made(name, study, *targets, **settings):
        folder = folder_at(tmp_path_factory.mktemp(name))
        folder.write("general.txt", two_topics(400))
        lines = two_topics(EACH * len(PLANTED), seed=1).splitlines()
        terms = zip(lines, PLANTED * EACH, strict=True)
        text = (f"{line} {term} {line}" for line, term in terms)
        folder.write("mine.txt", "\n".join(text))
        folder.finish(*targets, study=study, **settings)
        return folder

    return made


@pytest.fixture(scope="module")
def first(studied):
    return studied("first", TERMS, cores=1, PYTHONHASHSEED="1")


def test_cores_blocks_hash_seeds_and_the_order_of_terms_change_no_bit(
    first, studied, same_results
):
    turned = {"words": [*reversed(PLANTED)]}
    sets = {name: own | turned for name, own in sets_of(TERMS).items()}
    other = with_terms({**TERMS, "runs_per_job": 1}, sets=sets)
    target = "results/terms/tables/findings.txt"
    second = studied("second", other, target, cores=2, PYTHONHASHSEED="2")
    patterns = "terms/**/*.h5", "corpora/*.h5", "tables/*"
    assert same_results(first, second, "terms", *patterns) == []
    blocks = [len(x.results("terms", "models/**/*.h5")) for x in (first, second)]
    assert blocks == [1, 3]


def test_tables_have_every_set_and_learner_and_figures_every_set(first):
    made = first.results("terms")
    for name in ("terms_told_apart", "terms_settled", "terms_variance"):
        rows = pd.read_csv(made[f"tables/{name}.csv"])
        assert {*zip(rows["set"], rows["learner"], strict=True)} == PAIRS, name
    settled = pd.read_csv(made["tables/terms_settled.csv"])
    assert {*settled["term"]} == {*PLANTED} and {*settled["sentences"]} == {EACH}
    assert {f"figures/terms/{name}.svg" for name in sets_of(TERMS)} <= {*made}


def test_a_learner_more_learns_and_nothing_else_is_made(first):
    assert first.jobs(study=TERMS) == {}
    learners = TERMS["analyses"]["terms"]["learners"] | {"sif": {}}
    jobs = first.jobs(study=with_terms(TERMS, learners=learners))
    sets = len(sets_of(TERMS))
    assert {rule: n for rule, n in jobs.items() if rule not in {*ENDS, "all"}} == {
        rule: sets for rule in OF_ONE
    }


def sets_of(study):
    return study["analyses"]["terms"]["sets"]


def with_terms(study, **changes):
    """A study that asks otherwise of terms."""
    terms = study["analyses"]["terms"] | changes
    return {**study, "analyses": {**study["analyses"], "terms": terms}}
