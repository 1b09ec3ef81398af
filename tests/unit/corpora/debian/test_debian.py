import shutil
import subprocess

import pytest

from quaver.corpora import debian
from quaver.corpora.reading import SourceError

FILES = {"./usr/share/a.txt": "first\n", "./usr/share/b.txt": "naïve"}
NAMES = ["help-cs", "help-en"]


def error(function, *given):
    with pytest.raises(SourceError) as caught:
        list(function(*given))
    text = str(caught.value)
    assert "\n" not in text
    assert text.endswith(".")
    return text


def read(package):
    return {name: content.decode() for name, content in debian.files(package)}


@pytest.mark.parametrize("ending", ["", ".gz", ".xz", ".zst"])
def test_files_come_in_the_order_of_the_package(deb, tmp_path, ending):
    package = deb(tmp_path / "a_1_all.deb", FILES, ending)
    assert list(read(package).items()) == list(FILES.items())


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="there is no dpkg-deb")
def test_what_dpkg_deb_builds_is_read(tmp_path):
    tree = tmp_path / "tree"
    for name, text in FILES.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text)
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN/control").write_text(
        "Package: help-cs\nVersion: 1:2.0-1\nArchitecture: all\n"
        "Maintainer: nobody <nobody@localhost>\nDescription: a test\n"
    )
    package = tmp_path / "help-cs_1%3a2.0-1_all.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "--build", tree, package],
        check=True,
        capture_output=True,
    )
    assert read(package) == FILES


@pytest.mark.parametrize("share", [0.05, 0.5, 0.97])
def test_a_package_cut_short_is_refused(deb, tmp_path, share):
    package = deb(tmp_path / "a_1_all.deb", {"./a": "".join(map(chr, range(9999)))})
    whole = package.read_bytes()
    package.write_bytes(whole[: int(len(whole) * share)])
    said = error(debian.files, package)
    assert said.startswith(f"{package} breaks off or is no Debian package (")
    assert said.endswith("): remove it and fetch it again.")


def test_other_files_are_refused(tmp_path, deb):
    page = tmp_path / "a_1_all.deb"
    page.write_text("<html>404</html>")
    assert "(it is not an ar archive)" in error(debian.files, page)
    strange = deb(tmp_path / "b_1_all.deb", FILES)
    strange.write_bytes(strange.read_bytes().replace(b"data.tar.xz", b"data.tar.qq"))
    assert "(it holds no data.tar of a kind known here)" in error(debian.files, strange)
    assert "No such file" in error(debian.files, tmp_path / "none.deb")


def test_the_version_stands_in_the_name(tmp_path):
    package = tmp_path / "libreoffice-help-cs_4%3a7.4.7-1+deb12u14_all.deb"
    assert debian.version(package) == "4:7.4.7-1+deb12u14"


def test_packages_placed_are_found_by_name(tmp_path):
    paths = [tmp_path / "help-en_1_all.deb", tmp_path / "help-cs_1_all.deb"]
    for path in [*paths, tmp_path / "help-cs-extra_2_all.deb"]:
        path.touch()
    assert debian.placed(NAMES, tmp_path) == paths[::-1]


def test_what_is_not_placed_is_named(tmp_path):
    (tmp_path / "help-cs_1_all.deb").touch()
    assert error(debian.placed, NAMES, tmp_path) == (
        f"the folder {tmp_path} holds no help-en_*.deb: place help-cs_*.deb and "
        "help-en_*.deb there."
    )
    nowhere = tmp_path / "nowhere"
    assert error(debian.placed, ["help-en"], nowhere) == (
        f"the folder {nowhere} holds no help-en_*.deb: place help-en_*.deb there."
    )


def test_different_versions_are_not_compared(tmp_path):
    for name in ("help-cs_1%3a2_all.deb", "help-en_1%3a3_all.deb"):
        (tmp_path / name).touch()
    assert error(debian.placed, NAMES, tmp_path) == (
        f"the folder {tmp_path} holds packages of different versions (1:2, 1:3): keep "
        "one version of help-cs_*.deb and help-en_*.deb."
    )


def names(packages):
    return [package.name for package in packages]


def test_packages_are_downloaded_once(apt_get, tmp_path):
    apt_get(
        '[ "$1" = download ] || exit 9; shift; for n; do echo > ${n}_1_all.deb; done'
    )
    work = tmp_path / "work"
    found = debian.fetched(NAMES, work)
    assert names(found) == ["help-cs_1_all.deb", "help-en_1_all.deb"]
    apt_get("exit 1")
    assert debian.fetched(NAMES, work) == found
    found[1].unlink()
    assert "could not download" in error(debian.fetched, NAMES, work)


def test_a_failed_download_says_what_apt_said_and_leaves_nothing_to_read(
    apt_get, tmp_path
):
    cut = "echo cut > help-cs_1_all.deb; echo cut > help-en_1_all.deb;"
    apt_get(f"{cut} echo 'W: old' >&2; echo 'E: Failed to fetch it.' >&2; exit 100")
    work = tmp_path / "work"
    for _ in range(2):
        assert error(debian.fetched, NAMES, work) == (
            "apt-get could not download help-cs and help-en (Failed to fetch it): run "
            "apt-get update as root, or place help-cs_*.deb and help-en_*.deb in a "
            "folder and write it as 'folder:'."
        )
    apt_get("exit 3")
    assert "(no reason)" in error(debian.fetched, NAMES, work)
    apt_get("for n in help-cs help-en; do echo whole > ${n}_2_all.deb; done")
    assert names(debian.fetched(NAMES, work)) == [
        "help-cs_2_all.deb",
        "help-en_2_all.deb",
    ]


def test_elsewhere_one_sentence_says_what_is_needed(apt_get, tmp_path):
    apt_get()
    said = (
        "apt-get, which Debian and Ubuntu have, is needed for help-cs and help-en and "
        "is not here: place help-cs_*.deb and help-en_*.deb in a folder and write it "
        "as 'folder:'."
    )
    assert error(debian.fetched, NAMES, tmp_path / "work") == said
    assert error(debian.promised, NAMES) == said
    apt_get("exit 1")
    assert debian.promised(NAMES) == "to be downloaded by apt-get: help-cs and help-en"
