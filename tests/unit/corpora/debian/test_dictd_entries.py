from collections import Counter

from quaver.corpora.debian.dictd_entries import paragraphs, without_next

ENTRY = """Wombat \\Wom"bat\\ (w[o^]m"b[a^]t), n.; pl. {Wombats}
   (w[o^]m"b[a^]ts). [From the native name.] (Zo["o]l.)
   1. A beast of burrows. "Slow
      wombats." --Author.
      [1913 Webster]

   2. One who digs. [Obs.]
      [1913 Webster +XYZ]

   Syn: digger; see {Burrow}. [WordNet 1.5]
"""


def read(entry):
    counts = Counter()
    found = paragraphs(entry, counts)
    return found, {name: number for name, number in counts.items() if number}


def test_an_entry_is_prose_without_its_marks():
    assert read(ENTRY) == (
        [
            "Wombat , n.; pl. Wombats . [From the native name.] (Zoöl.) 1. A beast of "
            'burrows. "Slow wombats." --Author.',
            "2. One who digs. [Obs.]",
            "Syn: digger; see Burrow.",
        ],
        {"sources": 3, "pronunciations": 2},
    )


def test_a_line_in_brackets_is_a_source_by_what_it_says():
    """A label of usage that stands alone on its line is one of the paragraph."""
    entry = (
        "It digs\n   [Obs.]\n   [U.S.]\n   [AS + 2]\n   or runs.\n   [PJC]\n   Ever."
    )
    assert read(entry) == (
        ["It digs [Obs.] [U.S.]", "or runs.", "Ever."],
        {"sources": 2},
    )


def test_a_pronunciation_is_told_from_other_parentheses(subtests):
    for written, read_as in [
        ("Bow \\Bow\\ (bou), n.", "Bow , n."),
        ("Law \\Law\\ (l[add]), n. (law)", "Law , n. (law)"),
        ('two (see "Bow") words (Absciss[ae])', 'two (see "Bow") words (Abscissæ)'),
        ('accuracy \\Ac"cu*ra*cy\\ (#; 277), n.', "accuracy , n."),
        ("a \\a\\ (Bot. (or Zool.)) leaf", "a leaf"),
    ]:
        with subtests.test(written=written):
            assert read(written)[0] == [read_as]


def test_letters_have_their_accents(subtests):
    for written, read_as in [
        ('co["o]rdinate', "coördinate"),
        (
            "caf['e], [`a], [^o], ma[~n]ana, [,c]a, fa[c,]ade",
            "café, à, ô, mañana, ça, façade",
        ),
        ("b[=u]gan, [-e], [i^]n", "būgan, ē, ĭn"),
        ("[ae]on, [AE]sop, [=ae]sc, ph[oe]nix", "æon, Æsop, ǣsc, phœnix"),
        ("fa[eth]er, 10[deg], [root]88, s[imac]r", "faðer, 10°, √88, sīr"),
        ("[They] went [sic]; see [2]", "[They] went [sic]; see [2]"),
    ]:
        with subtests.test(written=written):
            assert read(written)[0] == [read_as]


def test_marks_of_stress_leave_words_whole():
    entry = 'Absent-minded, a. -- Ab`sent-mind"ed*ness, n. It is "so" he said.'
    found, counts = read(entry)
    assert found == ['Absent-minded, a. -- Absent-mindedness, n. It is "so" he said.']
    assert counts == {"stress_marks": 3}


def test_headwords_of_the_next_entry_are_taken_off_the_end(subtests):
    heads = ["Yak", "Yaks", "Wild yak"]
    for written, left, gone in [
        ("To dig.\n   [1913 Webster] Yak\n", "To dig.\n   [1913 Webster]", 1),
        ("It digs. Wild yak\n   Yaks", "It digs.", 2),
        ("It digs. See Yak.\n", "It digs. See Yak.\n", 0),
        ("It digs; a kind of Yak\n", "It digs; a kind of Yak\n", 0),
        ("It digs. Kayak", "It digs. Kayak", 0),
        ("Yak", "Yak", 0),
    ]:
        with subtests.test(written=written):
            counts = Counter()
            assert without_next(written, heads, counts) == left
            assert counts["next_heads"] == gone


def test_a_text_without_marks_stays_as_it_is():
    plain = "wombat\n  a beast; also: one who digs\n\n  (of Australia)"
    assert read(plain) == (["wombat a beast; also: one who digs", "(of Australia)"], {})
    assert read(" \n\n") == ([], {})
