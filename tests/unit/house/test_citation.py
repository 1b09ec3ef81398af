"""Papers by key, as lines and as BibTeX."""

import pytest

from quaver.house import citation

YIN = {
    "type": "conference-paper",
    "title": "On the Dimensionality of Word Embedding",
    "year": 2018,
    "authors": [
        {"family-names": "Yin", "given-names": "Zi"},
        {"family-names": "Shen", "given-names": "Yuanyuan"},
    ],
    "collection-title": "Advances in Neural Information Processing Systems",
    "volume": 31,
}
LONE = {
    "type": "article",
    "title": "A generalized solution of the orthogonal Procrustes problem",
    "year": 1966,
    "authors": [{"family-names": "Schönemann", "given-names": "Peter H."}],
    "journal": "Psychometrika",
    "volume": 31,
    "issue": 1,
    "start": 1,
    "end": 10,
    "doi": "10.1007/BF02289451",
}
CITED = {
    "type": "software",
    "title": "Quaver",
    "version": "0.1.0",
    "date-released": "2026-11-18",
    "authors": [{"name": "The Quaver developers"}],
    "references": [YIN, LONE],
}


def by(*names):
    return {
        **YIN,
        "authors": [{"family-names": name, "given-names": "A."} for name in names],
    }


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("Schönemann", "schoenemann2018"),
        ("Řehůřek", "rehurek2018"),
        ("Mölder", "moelder2018"),
        ("O'Neill", "oneill2018"),
    ],
)
def test_a_key_is_plain_letters_and_a_year(name, key):
    cited = {**CITED, "references": [by(name)]}
    assert list(citation.references(cited)) == ["quaver", key]


def test_references_are_the_software_and_then_papers_by_key():
    assert list(citation.references(CITED)) == ["quaver", "schoenemann1966", "yin2018"]


def test_two_papers_of_one_key_are_refused():
    with pytest.raises(ValueError, match="share their first author and year"):
        citation.references({**CITED, "references": [YIN, YIN]})


def test_papers_named_in_a_text_are_found():
    text = (
        "Yin and Shen 2018; May et al. 2019 (alone); Cohen 1960, Eq. 2; May et al. 2019"
    )
    assert citation.keys_in(text) == ["yin2018", "may2019", "cohen1960"]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Cohen"], "Cohen 2018"),
        (["Yin", "Shen"], "Yin and Shen 2018"),
        (["May", "Zhang", "Dao"], "May et al. 2018"),
    ],
)
def test_a_text_names_one_two_or_the_first_of_many(names, said):
    assert citation.named(by(*names)) == said


def test_a_line_holds_what_finds_the_paper():
    assert citation.line(LONE) == (
        "Schönemann, P. H. (1966). *A generalized solution of the orthogonal "
        "Procrustes problem*. Psychometrika 31, 1–10. doi:10.1007/BF02289451."
    )
    assert citation.line(citation.references(CITED)["quaver"]) == (
        "The Quaver developers (2026). *Quaver*. Version 0.1.0."
    )


def test_a_line_names_the_first_of_very_many():
    assert citation.line(by(*"ABCDEFG")).startswith("A, A. et al. (2018). ")
    assert citation.line(by(*"ABC")).startswith("A, A., B, A. and C, A. (2018). ")


def test_bibtex_has_a_field_a_line():
    assert citation.bibliography(CITED, ["schoenemann1966"]) == (
        "@article{schoenemann1966,\n"
        "  author = {Schönemann, Peter H.},\n"
        "  title = {{A generalized solution of the orthogonal Procrustes problem}},\n"
        "  year = {1966},\n"
        "  journal = {Psychometrika},\n"
        "  volume = {31},\n"
        "  number = {1},\n"
        "  pages = {1--10},\n"
        "  doi = {10.1007/BF02289451},\n"
        "}\n"
    )


def test_bibtex_keeps_the_name_of_an_organisation_whole():
    made = citation.bibliography(CITED, ["yin2018", "quaver"])
    assert "  author = {{The Quaver developers}},\n" in made
    assert made.index("@software{quaver,") < made.index("@inproceedings{yin2018,")
