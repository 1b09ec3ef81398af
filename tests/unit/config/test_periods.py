import pytest
import yaml

from quaver.config import ConfigError, as_written, understand

SOTU = {"kind": "sotu"}
FOLDERS = {"kind": "text", "path": "in/{period}/lemma/*.txt.gz", "documents": "line"}


@pytest.fixture
def expanded(minimal):
    """The corpora a source of kind periods becomes, as a study of its own."""

    def understood(of, periods, **more):
        source = {"kind": "periods", "of": of, "periods": periods, **more}
        corpus = {"language": "en", "source": source, "min_count": 3}
        minimal["corpora"] = {"first": {"language": "en", "source": SOTU}, "s": corpus}
        return understand(minimal)

    return understood


def sources(study):
    return {
        name: corpus.source for name, corpus in study.corpora.items() if corpus.series
    }


def test_a_folder_per_period(expanded):
    study = expanded(FOLDERS, ["corpus1", "corpus2"])
    assert list(study.corpora) == ["first", "s_corpus1", "s_corpus2"]
    place = "in/corpus2/lemma/*.txt.gz"
    assert sources(study)["s_corpus2"] == {**FOLDERS, "path": place}
    one = study.corpora["s_corpus1"]
    assert (one.series, one.period, one.min_count) == ("s", "corpus1", 3)
    assert (study.corpora["first"].series, study.corpora["first"].period) == ("", "")


def test_years_of_a_column(expanded):
    study = expanded(SOTU, {"from": 1790, "to": 1815, "every": 10}, by="year")
    assert {name: each["where"] for name, each in sources(study).items()} == {
        "s_1790": {"year": [1790, 1799]},
        "s_1800": {"year": [1800, 1809]},
        "s_1810": {"year": [1810, 1815]},
    }


def test_years_of_a_column_of_dates(expanded):
    of = {**SOTU, "where": {"party": "Whig"}}
    study = expanded(of, {"from": 1840, "to": 1849, "every": 10}, by="date")
    assert sources(study)["s_1840"]["where"] == {
        **{"party": "Whig", "date": {"from": "1840", "to": "1849"}}
    }
    table = {"kind": "csv", "path": "a.csv", "text": "t", "date": "published"}
    study = expanded(table, {"early": [1790, 1845]}, by="published")
    assert sources(study)["s_early"]["where"] == {
        "published": {"from": "1790", "to": "1845"}
    }


def test_decades_of_names_in_archives_of_decades(expanded):
    coha = {
        **{"kind": "text", "path": "wlp_{period}s_*.zip", "date": "year"},
        "names": "{genre}_{year}_{id}.txt",
    }
    study = expanded(coha, {"from": 1810, "to": 1829, "every": 10}, by="year")
    assert sources(study) == {
        f"s_{year}": {
            **{**coha, "path": f"wlp_{year}s_*.zip"},
            "where": {"year": [year, year + 9]},
        }
        for year in (1810, 1820)
    }


def test_periods_with_names_of_ones_own(expanded):
    spans = {"late": [1946, 1980], "early": [1790, 1845]}
    study = expanded(SOTU, spans, by="year")
    assert list(sources(study)) == ["s_early", "s_late"], "in order of time"
    ancient = expanded(SOTU, {"a": [1000, 1100], "b": [900, 999]}, by="year")
    assert list(sources(ancient)) == ["s_b", "s_a"]
    assert sources(study)["s_early"]["where"] == {"year": [1790, 1845]}
    days = yaml.safe_load("{a: [1790-01-01, 1800-06-30], b: [1800-07-01, 1801-01-01]}")
    study = expanded(SOTU, days, by="date")
    assert sources(study)["s_a"]["where"]["date"] == {
        **{"from": "1790-01-01", "to": "1800-06-30"}
    }


def test_values_of_a_column(expanded):
    study = expanded(SOTU, [1830, 1810, 1820], by="year")
    assert list(sources(study)) == ["s_1810", "s_1820", "s_1830"], "in order of time"
    study = expanded(SOTU, ["Whig", 1810], by="party")
    assert [each["where"] for each in sources(study).values()] == [
        {"party": "Whig"},
        {"party": 1810},
    ]


@pytest.mark.parametrize(
    ("of", "periods", "by"),
    [
        (SOTU, {"from": 1790, "to": 1815, "every": 10}, {"by": "year"}),
        (SOTU, {"a": [1790, 1799], "b": [1800, 1801]}, {"by": "date"}),
        (FOLDERS, [1810, "x"], {}),
        (FOLDERS, {"from": 1810, "to": 1829, "every": 10}, {}),
    ],
)
def test_the_study_as_understood_is_understood_the_same(of, periods, by, expanded):
    written = as_written(expanded(of, periods, **by))
    again = understand(yaml.safe_load(yaml.safe_dump(written)))
    assert as_written(again) == written


WRONG = [
    (
        *({"kind": "text", "path": "x"}, ["a"], {}),
        ": got periods, but neither {period} in of.path nor a column they are told "
        "by. Write for example 'path: texts/{period}' or 'by: year'.",
    ),
    (
        *(FOLDERS, {"a": [1, 2]}, {}),
        ": got periods with a first and a last year or date, but no column they "
        "are told by. Write for example 'by: year'.",
    ),
    (
        *(SOTU, {"late": [1845, 1900], "early": [1790, 1845]}, {"by": "year"}),
        ".periods: 'early' ends with 1845, but 'late' begins with 1845. Write "
        "periods that do not overlap.",
    ),
    (
        *(SOTU, {"a": ["1790", "1800"], "b": ["1800-05", "1801"]}, {"by": "date"}),
        ".periods: 'a' ends with 1800, but 'b' begins with 1800-05. Write periods "
        "that do not overlap.",
    ),
    (
        *(SOTU, {"a": [1800, 1790]}, {"by": "year"}),
        ".periods.a: got [1800, 1790], but a first and a last year, or two dates, "
        "in order are wanted. Write for example 'a: [1790, 1845]' or 'a: "
        "[1790-01-01, 1845-12-31]'.",
    ),
    (
        *(SOTU, {"a": [1800, "1810-05-01"]}, {"by": "year"}),
        ".periods.a: got [1800, 1810-05-01], but a first and a last year, or two "
        "dates, in order are wanted. Write for example 'a: [1790, 1845]' or 'a: "
        "[1790-01-01, 1845-12-31]'.",
    ),
    (
        *(SOTU, {"from": 1900, "to": 1800, "every": 10}, {"by": "year"}),
        ".periods: got from 1900 to 1800, but from may not exceed to. Write 'from: "
        "1800' and 'to: 1900'.",
    ),
    (
        *(SOTU, {1810: [1810, 1819]}, {"by": "year"}),
        ".periods: got the name 1810, but a name is letters, digits, '_' and '-', "
        "and begins with a letter or digit. Write for example 'early:' (a year in "
        'quotes: "1810").',
    ),
    (
        *(FOLDERS, ["a b"], {}),
        ".periods.0: got 'a b', but it must match ^[A-Za-z0-9][A-Za-z0-9_-]*$. "
        "Write for example 'periods: [early]'.",
    ),
    (
        *(SOTU, {"a": [1790]}, {"by": "year"}),
        ".periods.a: got [1790], but at least 2 entries are wanted. Write for "
        "example 'a: [1790, 1845]'.",
    ),
    (
        *(SOTU, {"a": [1790, 1800, 1810]}, {"by": "year"}),
        ".periods.a: got [1790, 1800, 1810], but at most 2 entries are wanted. "
        "Write for example 'a: [1790, 1845]'.",
    ),
    (
        *(SOTU, {"from": 1800, "to": 1810, "every": 0}, {"by": "year"}),
        ".periods.every: got 0, but at least 1 is wanted. Write for example "
        "'every: 10'.",
    ),
    (
        *({**SOTU, "where": {"year": 1800}}, ["a"], {"by": "year"}),
        ".by: got 'year', but of.where cuts this column too. Remove it there.",
    ),
    (
        *({"kind": "text", "path": "x", "names": "{id}"}, ["a"], {"by": "year"}),
        ".by: got 'year', but of.names has no such field. Write for example "
        "'names: \"{id}_{year}.txt\"'.",
    ),
    (
        *({"kind": "text", "path": "{period}", "encoding": "no"}, ["a"], {}),
        ".of.encoding: got 'no', but Python has no text encoding of this name. "
        "Write for example 'encoding: windows-1250'.",
    ),
    (
        *({"kind": "periods", "of": SOTU, "periods": ["a"]}, ["a"], {}),
        ".of.kind: got 'periods', but periods are made of sotu, text, jsonl or "
        "csv. Write for example 'of: {kind: sotu}'.",
    ),
]


def test_periods_that_cannot_be_meant_are_told(expanded):
    sentences = []
    for of, periods, more, _ in WRONG:
        with pytest.raises(ConfigError) as caught:
            expanded(of, periods, **more)
        sentences.append(str(caught.value).removeprefix("corpora.s.source"))
    assert sentences == [sentence for *_, sentence in WRONG]


@pytest.mark.parametrize("periods", [["1", 1], ["b"], ["b_1"]])
def test_a_name_two_corpora_would_have_is_refused(periods, minimal):
    source = {"kind": "periods", "of": FOLDERS, "periods": periods}
    corpus = {"language": "en", "source": source}
    other = {"language": "en", "source": {**source, "periods": [1]}}
    plain = {"language": "en", "source": SOTU}
    minimal["corpora"] = {"a": corpus, "a_b": plain, "a_b_1": plain}
    if periods == ["b_1"]:
        minimal["corpora"] = {"a": corpus, "a_b": other}
    with pytest.raises(ConfigError, match="a period has the name of another corpus"):
        understand(minimal)


def test_years_are_called_by_both_ends(expanded):
    for periods, called in [
        ({"from": 1950, "to": 1989, "every": 20}, ["1950-1969", "1970-1989"]),
        ({"from": 1950, "to": 1964, "every": 10}, ["1950-1959", "1960-1964"]),
        ([1950, 1960], ["1950-1950", "1960-1960"]),
        ({"early": [1790, 1845]}, ["early"]),
    ]:
        corpora = expanded(SOTU, periods, by="year").corpora.values()
        assert [corpus.period for corpus in corpora if corpus.series] == called


def test_early_years_are_written_as_iso_has_them(expanded):
    study = expanded(SOTU, {"from": 0, "to": 199, "every": 100}, by="date")
    where = [each["where"]["date"] for each in sources(study).values()]
    assert where == [{"from": "0000", "to": "0099"}, {"from": "0100", "to": "0199"}]


def test_periods_before_the_first_year(expanded):
    of = {"kind": "text", "path": "in", "names": "{year}_{id}.txt"}
    study = expanded(of, {"from": -60, "to": 139, "every": 100}, by="year")
    assert {name: each["where"] for name, each in sources(study).items()} == {
        "s_-60": {"year": [-60, 39]},
        "s_40": {"year": [40, 139]},
    }
    assert study.corpora["s_-60"].period == "-60 to 39"
    study = expanded(of, {"late": [15, 390], "early": [-60, 14]}, by="year")
    assert sources(study)["s_early"]["where"] == {"year": [-60, 14]}
    with pytest.raises(ConfigError, match="'early' ends with -10, but 'late' begins"):
        expanded(of, {"late": [-20, 390], "early": [-60, -10]}, by="year")
    for year in (10_000, -10_000):
        with pytest.raises(ConfigError, match="periods.from: got"):
            expanded(of, {"from": year, "to": 139, "every": 100}, by="year")
