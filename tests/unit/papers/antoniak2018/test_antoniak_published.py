"""The published numbers of Antoniak and Mimno 2018 agree with each other."""

from pathlib import Path

from quaver import papers
from quaver.items.published import read


def test_densities_are_words_left_by_all_words_left():
    """Table 2 of Antoniak and Mimno 2018, within half of the last digits printed."""
    (folder,) = papers.__path__
    table = read(Path(folder) / "antoniak2018/published/table_2.csv")
    assert len(table) == 6
    for row in table:
        words = (row["words_per_document"] + half for half in (0.5, -0.5))
        low, high = (row["unique_words"] / (row["documents"] * each) for each in words)
        assert low - 0.00005 <= row["vocabulary_density"] <= high + 0.00005
        assert row["source"] == "Table 2, section 3"
