"""A study of terms: the same bits however it is done; a learner more learns alone."""

import pandas as pd
import pytest
from small_study import ENDS, FOLLOW

from quaver.engine.plan import changed, plan

# Terms of the kitchen and of the sky in turn, as lines are; some are of two words.
PLANTED = "dough hook", "nebula", "yeast", "dark matter", "saffron", "quasar"
EACH = 24  # sentences of a term
SET = {"corpus": "mine", "words": [*PLANTED]}
SETS = {
    "rnd": {"draw": "random", "sentences": 4, **SET},
    "halves": {"draw": "halves", **SET},
}

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
            "sets": SETS,
            "test": 0.5,
            "learners": {
                "additive": {"sets": ["rnd"]},
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
PAIRS = {("rnd", "additive"), ("rnd", "nonce2vec"), ("halves", "alacarte")}
BACKGROUND = "general/skipgram/shuffled"
GRID = f"results/terms/terms/rnd/nonce2vec/{BACKGROUND}/terms_grid.h5"
FINDINGS = "results/terms/tables/findings.txt"


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


def test_cores_blocks_and_hash_seeds_change_no_bit(first, studied, same_results):
    other = {**TERMS, "runs_per_job": 1}
    second = studied("second", other, FINDINGS, GRID, cores=2, PYTHONHASHSEED="2")
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
    assert {f"figures/terms/{name}.svg" for name in SETS} <= {*made}


def test_a_learner_more_learns_and_nothing_else_does(first):
    analyses = TERMS["analyses"]
    learners = analyses["terms"]["learners"] | {"sif": {}}
    terms = {**analyses["terms"], "learners": learners}
    more = {**TERMS, "analyses": {**analyses, "terms": terms}}
    before, after = (plan(study, first.path) for study in (TERMS, more))
    rules = {path: after[path].rule for path in changed(before, after)}
    made = {path for path, rule in rules.items() if rule not in ENDS}
    cell = "learn_terms", "terms_apart", "terms_curve"
    files = [f"{BACKGROUND}/{name}" for name in cell] + ["skipgram/terms_variance"]
    assert made == {f"results/terms/terms/{x}/sif/{f}.h5" for x in SETS for f in files}
    assert {*rules.values()} >= FOLLOW
