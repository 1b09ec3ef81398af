"""Write docs/quality.md, the formats of evaluation sets, from their registry."""

from pathlib import Path

from quaver.quality.analogies import LAYOUTS as ANALOGIES
from quaver.quality.similarity import LAYOUTS as SIMILARITY

HEAD = """# Quality

Written by `make docs` from `workflow/quaver/quality/`; do not edit.

```yaml
analyses:
  quality:
    sets:
      google: {language: en, format: analogies, path: "gensim:questions-words.txt"}
      finnish: {language: fi, format: analogies, path: "sets/finnish/ana_*"}
      rare_words: {language: en, format: rare_words, path: sets/rw/rw.txt}
```

Every run of a text of a set's language is scored; `tables/quality` and
`tables/quality_sections` show means over runs beside the coverage, the first with
intervals.
Scores follow Rettenmeier 2020:

- The vocabulary of a run is cut to its `restrict` most frequent words, by the counts of
  that run (of spaces trained elsewhere, by the order of the first file).
- **Analogies**: 3CosAdd over unit vectors, `a : b :: c : ?` is the word nearest to b -
  a + c. The three words asked with are left out and nothing else. Ties go to the more
  frequent word. A question with an unknown word is not asked.
- **Word similarity**: Spearman's correlation of cosines with the scores of the set,
  ties sharing ranks. A pair with an unknown word is left out.
- **Coverage**: the share of a set's questions (or pairs) whose words are all known, in
  this run. Scores of different coverage do not compare.
- **Case**: `lowercase: corpus` writes questions in lower case where the corpus is in
  lower case, and else takes them as they are (the text of the thesis). `lowercase:
  always` also writes the vocabulary so, the most frequent spelling standing for all
  (its code). Words are brought to the corpus's Unicode normal form.
- **No score** (missing, with the reason in the note): no question known, fewer than
  three pairs known, or all of them equal.
- The interval is over runs, that is, over trainings: it says nothing on how many
  questions the set has.

`snakemake check` reads all sets whole and counts their questions. A file that is
missing is told before anything is trained.

## Analogies
A line `: name` begins a section; before the first one the file's own name is the
section, so that a folder of plain files has a section each. Words are parted by tabs,
semicolons, commas or white space: the first line decides. Lines that begin with `//`
are comments. Sections called `gram...` are syntactic, the others semantic.

| format | words a line | published so |
|---|---|---|
"""
MIDDLE = """
## Word similarity
Two words and a score, parted by tabs, semicolons, commas or white space: the first line
decides. Lines that begin with `#` are comments, a first line whose score is a name is
the heading. Further columns are not read.

| format | column of the score | scale | published so |
|---|---|---|---|
"""

TRUTH = """
## Truth of change
What people say of words between two periods: `analyses: {change: {<name>: {truth:
{format: dwug, path: stats_groupings.csv}}}}`. Scores are in `tables/change_scores`.

| format | path | published so |
|---|---|---|
| `semeval` | folder with `targets.txt`, `truth/binary.txt` and `truth/graded.txt`; \
of the trial kit the folder of all languages, the change being called like one | \
SemEval-2020 task 1 (en, de, la, sv) |
| `dwug` | tab-separated file with the columns `lemma` (or `word`), `grouping` (the \
pair of periods), `change_graded` from 0 to 1, and `change_binary` where there is \
one | DWUG (en, de, sv), NorDiaChange (no) |
| `dwug` | the same with `COMPARE` from 1 to 4 in place of `change_graded`: change \
is (4 - COMPARE) / 3 | RuShiftEval as word usage graphs (ru) |
| `dwug` | no header: a word, then its relatedness from 1 to 4 in each pair of \
periods | RuShiftEval, `annotated_all.tsv` (ru) |

Where a file has several pairs of periods, `pair:` names one: its grouping
(`1929-1965_1970-2015`), or its number (`1`) where there is no header. Other columns are
not read. A word whose grade is empty or `nan` was not judged, and is no target. Without
`change_binary` there is no accuracy. `missing:` says what a target counts as that a
text lacks; such targets are listed and counted. `snakemake check` reads truth whole.
"""


def page() -> str:
    """The page as text."""
    analogies = [f"| `{n}` | {f.words} | {f.source} |" for n, f in ANALOGIES.items()]
    similarity = [
        f"| `{name}` | {form.score} | {_scale(form.scale)} | {form.source} |"
        for name, form in SIMILARITY.items()
    ]
    rows = "\n".join(analogies) + "\n" + MIDDLE + "\n".join(similarity) + "\n"
    return HEAD + rows + TRUTH


def _scale(scale: tuple[float, float]) -> str:
    low, high = scale
    return "any" if high == float("inf") else f"{low} to {high}"


if __name__ == "__main__":
    Path(__file__).with_name("quality.md").write_text(page(), encoding="utf-8")
