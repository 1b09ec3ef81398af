import pytest

from quaver.corpora.reading import SourceError
from quaver.corpora.sources import check
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
        (COHA, "fic_18100_8641.txt"),
        (COHA, "fic__8641.txt"),
        (COHA, "fic_1810_8641.doc"),
        (COHA, "fic_1810_8641.txt.doc"),
        ("{year}/{id}.txt", "1810.txt"),
        ("{year}/{id}-{year}.txt", "1900/a-1901.txt"),
        ("{date}.txt", "1950-2-1.txt"),
    ]:
        with subtests.test(pattern=pattern, name=name):
            assert refused(pattern, name).startswith(
                f"{name} does not match names: {pattern} (a field but id holds none of "
                "the characters beside it; year is a number as 1810, -60 or 60 BC): "
                "correct the pattern, or leave the file out of the source's path."
            )


def test_years_are_read_signed_and_abbreviated(subtests):
    for pattern, name, year in [
        ("{year}_{id}.txt", "-0060_caesar.txt", "-60"),
        ("{year}_{id}.txt", "1810_non_fic.a.txt", "1810"),
        ("ad{year}.txt", "ad390.txt", "390"),
        ("{year}.txt", "ad390.txt", "390"),
        ("{year}.txt", "60 BC.txt", "-60"),
        ("{id}_{year}.txt", "de_bello_gallico_-52.txt", "-52"),
        ("{id}-{year}.txt", "caesar-52.txt", "52"),
        ("{id}-{year}.txt", "caesar--52.txt", "-52"),
        ("{year}{month}_{id}.txt", "181003_x.txt", "1810"),
        ("speech{id}{year}.txt", "speech-x1810.txt", "1810"),
    ]:
        with subtests.test(pattern=pattern, name=name):
            assert fields_of(pattern)(name)["year"] == year
    for name in ("60caesar.txt", "18100_x.txt", "1810331_x.txt"):
        with pytest.raises(SourceError):
            fields_of("{year}{month}_{id}.txt")(name)


def test_an_id_is_any_text(subtests):
    for pattern, name, text in [
        (COHA, "fic_1810_86_41.txt", "86_41"),
        ("{year}_{id}.txt", "1810_pride. and_prejudice.v2.txt.gz", None),
        ("{id}_{genre}.txt", "a_b_fic.txt", "a_b"),
    ]:
        with subtests.test(pattern=pattern, name=name):
            text = text or "pride. and_prejudice.v2"
            assert fields_of(pattern)(name)["id"] == text


def test_all_names_of_a_folder_are_refused_at_once(tmp_path):
    for name in ("1810_a.txt", *(f"{c}{'x' * 50}.txt" for c in "bcde"), "spring_f.txt"):
        (tmp_path / name).write_text("Text.")
    source = {"kind": "text", "path": str(tmp_path), "names": "{year}_{id}.txt"}
    with pytest.raises(SourceError) as caught:
        check({**source, "date": "year"})
    refusal = str(caught.value)
    assert refusal.startswith("5 of 6 files (bxxxxxxxxxxx...xxxxxxx.txt, cxxx")
    assert ", ...) do not match names: {year}_{id}.txt (a field but id" in refusal
    (tmp_path / "1810_a.txt").unlink()
    source["path"] = str(tmp_path / "s*")
    with pytest.raises(SourceError, match="spring_f.txt does not match") as caught:
        check(source)
    assert str(caught.value).endswith(
        "{year} cannot read 'spring': write {when}, which takes any text, in its place."
    )
    source |= {"names": "{when}_{id}.txt"}
    assert check(source)[0] == 1
