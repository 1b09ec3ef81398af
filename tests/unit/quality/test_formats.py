import pytest

from quaver.quality.files import QualityError
from quaver.quality.formats import FORMATS, read


def test_what_gensim_ships_is_read_whole(subtests):
    for path, format, count in [
        ("gensim:questions-words.txt", "analogies", 19544),
        ("gensim:wordsim353.tsv", "wordsim353", 353),
        ("gensim:simlex999.txt", "pairs", 999),
    ]:
        with subtests.test(path=path, format=format, count=count):
            assert len(read(path, format).words) == count


def test_sections_of_what_gensim_ships():
    found = read("gensim:questions-words.txt", "analogies")
    assert len(found.sections) == 14
    assert sum(name.startswith("gram") for name in found.sections) == 9
    assert found.repeated == found.own == 0


def test_every_format_says_what_it_is_of(subtests):
    for format in FORMATS:
        with subtests.test(format=format):
            assert FORMATS[format].source


@pytest.mark.parametrize("format", FORMATS)
def test_no_format_reads_prose(format, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("These are notes on a set, and no set.\n", encoding="utf-8")
    reasons = r"notes.txt(, line 1: |, section 'notes' has the| holds no )"
    with pytest.raises(QualityError, match=reasons):
        read(str(path), format)
