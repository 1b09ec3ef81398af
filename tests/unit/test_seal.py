import pytest

from quaver import seal


@pytest.fixture
def sealed(tmp_path):
    """A file of a hundred bytes of which two parts bear checksums of their own."""
    path = tmp_path / "a"
    path.write_bytes(bytes(range(100)))
    seal.put(path, [(50, 10), (20, 10)])
    return path


OWN = {*range(20, 30), *range(50, 60)}


def test_what_was_there_stands_before_the_seal(sealed):
    assert sealed.read_bytes()[:100] == bytes(range(100))
    assert seal.holds(sealed)


def test_every_flipped_bit_is_found_but_in_parts_with_checksums(sealed):
    whole = sealed.read_bytes()
    magic = range(len(whole) - len(seal.MAGIC), len(whole))
    for place in range(len(whole)):
        content = bytearray(whole)
        content[place] ^= 1 << place % 8
        sealed.write_bytes(content)
        assert seal.holds(sealed) == (place in OWN or place in magic), place


def test_a_file_without_a_seal_cannot_tell(tmp_path):
    for content in (b"", b"short", bytes(1000)):
        (tmp_path / "a").write_bytes(content)
        assert seal.holds(tmp_path / "a")


def test_a_longer_or_shorter_file_is_found(sealed):
    whole = sealed.read_bytes()
    for content in (whole[1:], whole[:40] + whole[41:], b"x" + whole):
        sealed.write_bytes(content)
        assert not seal.holds(sealed)


def test_the_number_of_blocks_does_not_matter(sealed, monkeypatch):
    monkeypatch.setattr(seal, "BLOCK", 7)
    assert seal.holds(sealed)
