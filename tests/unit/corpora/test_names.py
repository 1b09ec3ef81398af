import pytest

from quaver.corpora.reading import SourceError
from quaver.corpora.where import fields_of

COHA = "{genre}_{year}_{id}.txt"


def refused(pattern, name):
    with pytest.raises(SourceError) as caught:
        fields_of(pattern)(name)
    return str(caught.value)


def test_fields_are_read_from_a_name(subtests):
    for pattern, name, fields in [
        (COHA, "x/fic_1810_8641.txt", {"genre": "fic", "year": "1810", "id": "8641"}),
        (COHA, "fic_1810_8641.txt.gz", {"genre": "fic", "year": "1810", "id": "8641"}),
        ("{id}.txt.gz", "a.txt.gz", {"id": "a"}),
        ("{year}/{id}.txt", "in/1900/a b.txt", {"year": "1900", "id": "a b"}),
        ("{set}.zip/{id}.txt", "in/x.zip/7.txt", {"set": "x", "id": "7"}),
        ("{year}/{id}-{year}.txt", "1900/a-1900.txt", {"year": "1900", "id": "a"}),
        (
            "{year}{month}{day}{id}.txt",
            "19501231x.txt",
            {"year": "1950", "month": "12", "day": "31", "id": "x"},
        ),
        ("{paper}-{date}.txt", "nyt-1950-02-01.txt", {"paper": "nyt"}),
        ("(a+)[{id}].txt", "(a+)[7].txt", {"id": "7"}),
    ]:
        with subtests.test(pattern=pattern, name=name, fields=fields):
            found = fields_of(pattern)(name)
            if "{date}" in pattern:
                assert found.pop("date") == "1950-02-01"
            assert found == fields


def test_a_name_is_read_in_one_way_or_refused(subtests):
    for pattern, name in [
        (COHA, "non_fic_1810_8641.txt"),  # cut nowhere rather than at a wrong place
        (COHA, "fic_1810_86_41.txt"),
        (COHA, "fic_181_8641.txt"),
        (COHA, "fic__8641.txt"),
        (COHA, "fic_1810_8641.doc"),
        (COHA, "fic_1810_8641.txt.doc"),
        ("{year}/{id}.txt", "1810.txt"),
        ("{year}/{id}-{year}.txt", "1900/a-1901.txt"),
        ("{date}.txt", "1950-2-1.txt"),
    ]:
        with subtests.test(pattern=pattern, name=name):
            assert refused(pattern, name) == (
                f"{name} does not match names: {pattern} (a field holds none of the "
                "characters beside it; year is four digits): correct the pattern, or "
                "leave the file out of the source's path."
            )
