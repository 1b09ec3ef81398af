import os
import random
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from quaver.corpora import spool, tokenising
from quaver.corpora.cleaning import Cleaner
from quaver.corpora.encoding import COUNTED, LEFT_OUT, STEPS, EncodingError, encode
from quaver.corpora.languages import pack
from quaver.corpora.reading import Document
from quaver.corpora.sentences import line_starts

UNITS = ("document", "sentence", "line")
DEDUPLICATED = ("none", "document", "line")


def cleaner(**options):
    defaults = {
        "pack": pack("en"),
        "normalise": "NFC",
        "lowercase": True,
        "keep": "letters",
        "tokeniser": "default",
        "drop_numbers": False,
        "drop_punctuation": False,
    }
    return Cleaner(**{**defaults, **options})


def encoded(
    texts,
    folder,
    *,
    deduplicate="none",
    min_count=1,
    pieces=None,
    memory=1 << 28,
    **options,
):
    """Encode texts: a document each, its paragraphs parted by blank lines."""
    documents = (
        Document(f"d{k}", f"19{k:02}", text.split("\n\n"))
        for k, text in enumerate(texts)
    )
    return encode(
        documents,
        cleaner(**options),
        deduplicate=deduplicate,
        min_count=min_count,
        spool=folder,
        pieces=pieces,
        memory=memory,
    )


def unit_words(corpus, unit):
    """Units as lists of words: what a reader of the corpus would see."""
    words = [corpus.words[token] for token in corpus.tokens]
    offsets = getattr(corpus, f"{unit}_offsets").tolist()
    return [words[first:last] for first, last in pairwise(offsets)]


def labelled(texts, clean):
    """Every token with the document, sentence and line it stands in, naively."""
    found, met = [], Counter()
    for document, text in enumerate(texts):
        met["document"] += 1
        for paragraph in text.split("\n\n"):
            tokens, starts = clean.tokens(clean.normalised(paragraph))
            cuts = {
                "sentence": pack("en").sentences(paragraph),
                "line": line_starts(paragraph),
            }
            for token, start in zip(tokens, starts, strict=True):
                word = clean.word(token)
                place = {"token": token, "word": word, "document": document}
                for unit, positions in cuts.items():
                    inside = sum(position <= start for position in positions)
                    place[unit] = met[unit] + inside - 1
                found.append(place)
            for unit, positions in cuts.items():
                met[unit] += len(positions)
    return found, met


def grouped(places, unit):
    groups = {}
    for place in places:
        groups.setdefault(place[unit], []).append(place["word"])
    return groups


def naive(texts, clean, deduplicate, min_count):
    """What encode must give, by the definition and in memory."""
    read, met = labelled(texts, clean)
    places = [place for place in read if place["word"] is not None]
    once = places
    if deduplicate != "none":
        seen, first = set(), set()
        for unit, words in grouped(places, deduplicate).items():
            if tuple(words) not in seen:
                seen.add(tuple(words))
                first.add(unit)
        once = [place for place in places if place[deduplicate] in first]
    counts = Counter(place["word"] for place in once)
    kept = [place for place in once if counts[place["word"]] >= min_count]
    dropped = {
        "rare_words": sum(count < min_count for count in counts.values()),
        "duplicate_tokens": len(places) - len(once),
        "rare_tokens": len(once) - len(kept),
    }
    for unit in UNITS:
        repeated = len(grouped(places, unit)) - len(grouped(once, unit))
        gone = met[unit] - len(grouped(kept, unit))
        dropped |= {f"duplicate_{unit}s": repeated, f"empty_{unit}s": gone - repeated}
    nowhere = {unit: met[unit] - len(grouped(places, unit)) for unit in UNITS}
    return kept, dropped, steps_of(read, places, once, kept, nowhere)


def steps_of(read, places, once, kept, nowhere):
    """Counts after each step; units of which no word was ever kept go at the cut."""
    lists = {
        "read": [place["token"] for place in read],
        "cleaned": [place["word"] for place in places],
        "deduplicated": [place["word"] for place in once],
        "cut": [place["word"] for place in kept],
    }
    rows = {"step": list(lists)}
    for unit in UNITS:
        met = len(grouped(places, unit)) + nowhere[unit]
        left = len(grouped(once, unit)) + nowhere[unit]
        rows[f"{unit}s"] = [met, met, left, len(grouped(kept, unit))]
    rows["tokens"] = [len(words) for words in lists.values()]
    rows["types"] = [len(set(words)) for words in lists.values()]
    return rows


def random_texts(seed):
    generator = random.Random(seed)
    letters = ["a", "b", "B", "c", "e", "rare", "1990", "--", "Z"]

    def line():
        words = generator.choices(letters, k=generator.randint(0, 4))
        return " ".join(words) + generator.choice(["", ".", "!"])

    def paragraph():
        return "\n".join(line() for _ in range(generator.randint(1, 3)))

    return [
        "\n\n".join(paragraph() for _ in range(generator.randint(0, 3)))
        for _ in range(25)
    ]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("size", [1, 5, 1 << 19])
@pytest.mark.parametrize("deduplicate", DEDUPLICATED)
@pytest.mark.parametrize("min_count", [0, 8])
def test_encoding_is_the_naive_one_for_any_size_of_chunk(
    tmp_path, monkeypatch, seed, size, deduplicate, min_count
):
    for name in ("CHUNK", "BUFFER"):
        monkeypatch.setattr(spool, name, size)
    texts = random_texts(seed)
    options = {"keep": "spaces", "drop_punctuation": True, "drop_numbers": True}
    corpus = encoded(
        texts,
        tmp_path,
        **{"deduplicate": deduplicate, "min_count": min_count, "memory": 100 * size},
        **options,
    )
    kept, dropped, steps = naive(texts, cleaner(**options), deduplicate, min_count)
    assert [corpus.words[token] for token in corpus.tokens] == [p["word"] for p in kept]
    for unit in UNITS:
        assert unit_words(corpus, unit) == list(grouped(kept, unit).values())
    assert {name: corpus.dropped[name] for name in dropped} == dropped
    assert corpus.steps == steps
    for before, (step, names) in enumerate(LEFT_OUT.items()):
        assert corpus.steps["step"][before + 1] == step
        for count in COUNTED:
            first, second = corpus.steps[count][before : before + 2]
            assert first - second == corpus.dropped.get(names.get(count), 0)
    assert list(corpus.document_ids) == [f"d{k}" for k in grouped(kept, "document")]
    assert list(corpus.document_dates) == [
        f"19{k:02}" for k in grouped(kept, "document")
    ]
    documents = {place["sentence"]: place["document"] for place in kept}
    order = list(grouped(kept, "document"))
    assert_array_equal(
        corpus.sentence_documents, [order.index(d) for d in documents.values()]
    )


def test_a_hand_made_case(tmp_path):
    texts = [
        "The cat sat. The dog\nsat, too.\n\nThe end",
        "...",
        "the cat SAT the dog sat too the end!",
    ]
    corpus = encoded(texts, tmp_path, deduplicate="document", min_count=2)
    assert corpus.words == ["the", "sat"]
    assert_array_equal(corpus.counts, [3, 2])
    assert_array_equal(corpus.tokens, [0, 1, 0, 1, 0])
    assert_array_equal(corpus.document_offsets, [0, 5])
    assert_array_equal(corpus.sentence_offsets, [0, 2, 4, 5])
    assert_array_equal(corpus.line_offsets, [0, 3, 4, 5])
    assert_array_equal(corpus.sentence_documents, [0, 0, 0])
    assert list(corpus.document_ids) == ["d0"]
    assert list(corpus.document_dates) == ["1900"]
    assert corpus.dropped == {
        "cleaned_tokens": 0,
        "duplicate_tokens": 9,
        "rare_tokens": 4,
        "cleaned_types": 2,
        "rare_words": 4,
        "duplicate_documents": 1,
        "duplicate_sentences": 1,
        "duplicate_lines": 1,
        "empty_documents": 1,
        "empty_sentences": 1,
        "empty_lines": 1,
    }


def test_steps_of_a_hand_made_case(tmp_path):
    """The and the are one word, 12 and -- none, so only is there three times."""
    texts = ["The 12 cats -- the dog", "so only", "So only", "SO ONLY 7", "--"]
    corpus = encoded(
        texts,
        tmp_path,
        **{"deduplicate": "document", "min_count": 2, "keep": "tokens"},
        **{"drop_numbers": True, "drop_punctuation": True},
    )
    assert corpus.words == ["the"]
    assert corpus.steps == {
        "step": list(STEPS),
        "documents": [5, 5, 3, 1],
        "sentences": [5, 5, 3, 1],
        "lines": [5, 5, 3, 1],
        "tokens": [14, 10, 6, 2],
        "types": [12, 5, 5, 1],
    }
    assert corpus.dropped["cleaned_tokens"] == 4
    assert corpus.dropped["cleaned_types"] == 7


def test_short_tokens_are_left_out_in_the_step_of_cleaning(tmp_path):
    """Texts that differ in short tokens alone repeat each other; windows close up."""
    texts = ["I saw a dog", "I saw dog", "a I", "The dog I am"]
    corpus = encoded(texts, tmp_path, deduplicate="document", shortest=2)
    assert corpus.words == ["dog", "am", "saw", "the"]
    assert [corpus.words[x] for x in corpus.tokens] == [
        *("saw", "dog", "the", "dog", "am")
    ]
    assert corpus.steps == {
        "step": list(STEPS),
        "documents": [4, 4, 3, 2],
        "sentences": [4, 4, 3, 2],
        "lines": [4, 4, 3, 2],
        "tokens": [13, 7, 5, 5],
        "types": [6, 4, 4, 4],
    }
    assert corpus.dropped["cleaned_tokens"] == 6


def test_the_last_step_is_what_is_stored(tmp_path):
    corpus = encoded(random_texts(9), tmp_path, deduplicate="line", min_count=3)
    last = {count: corpus.steps[count][-1] for count in COUNTED}
    assert last == {
        **{f"{unit}s": len(unit_words(corpus, unit)) for unit in UNITS},
        "tokens": len(corpus.tokens),
        "types": len(corpus.words),
    }


def test_words_stand_in_count_order_and_ties_by_code_point(tmp_path):
    corpus = encoded(["b é a z c c Z b"], tmp_path, lowercase=False)
    assert corpus.words == ["b", "c", "Z", "a", "z", "é"]
    assert_array_equal(corpus.counts, [2, 2, 1, 1, 1, 1])
    assert_array_equal(np.bincount(corpus.tokens), corpus.counts)


def test_arrays_are_read_from_the_spool_with_the_layout_s_types(tmp_path):
    corpus = encoded(["a b. a", "c"], tmp_path / "new" / "folder")
    types = {"tokens": np.uint32, "counts": np.int64, "sentence_documents": np.int64}
    types |= {f"{unit}_offsets": np.int64 for unit in UNITS}
    for name, kind in types.items():
        assert getattr(corpus, name).dtype == kind
    assert isinstance(corpus.tokens, np.memmap)
    assert not corpus.tokens.flags.writeable
    assert not list((tmp_path / "new" / "folder").glob("provisional.*"))


def test_duplicates_are_equal_after_cleaning_and_the_first_stays(tmp_path):
    texts = ["x", "The end.", "the END", "end the"]
    corpus = encoded(texts, tmp_path, deduplicate="document")
    assert list(corpus.document_ids) == ["d0", "d1", "d3"]
    assert corpus.dropped["duplicate_documents"] == 1
    assert len(encoded(texts, tmp_path / "b").document_ids) == 4


def test_a_repeated_line_goes_from_every_document(tmp_path):
    texts = ["Page header\nMy text goes\non here.", "PAGE header\nOther text."]
    corpus = encoded(texts, tmp_path, deduplicate="line")
    assert unit_words(corpus, "line") == [
        ["page", "header"],
        ["my", "text", "goes"],
        ["on", "here"],
        ["other", "text"],
    ]
    assert corpus.dropped["duplicate_lines"] == 1
    assert corpus.dropped["duplicate_documents"] == 0


def test_rare_words_are_counted_after_duplicates_went(tmp_path):
    texts = ["a a b", "A a B", "a c c"]
    corpus = encoded(texts, tmp_path, deduplicate="document", min_count=2)
    assert corpus.words == ["a", "c"]
    assert corpus.dropped["rare_words"] == 1


def test_a_sentence_never_crosses_a_paragraph_or_document(tmp_path):
    corpus = encoded(["no end here\n\nnor here", "and here"], tmp_path)
    assert [len(words) for words in unit_words(corpus, "sentence")] == [3, 2, 2]
    assert_array_equal(corpus.sentence_documents, [0, 0, 1])


def test_a_token_belongs_to_the_sentence_it_starts_in(tmp_path):
    documents = [Document("1", "", ["你好。再见 明天。"])]
    corpus = encode(
        documents,
        cleaner(keep="spaces", pack=pack("zh")),
        deduplicate="none",
        min_count=1,
        spool=tmp_path,
    )
    assert unit_words(corpus, "sentence") == [["你好。再见"], ["明天。"]]


def test_the_same_text_gives_the_same_bytes_under_any_hash_seed(tmp_path):
    script = (
        "import sys, hashlib\n"
        "sys.path.insert(0, sys.argv[1])\n"
        "from test_encoding import encoded, random_texts\n"
        "corpus = encoded(random_texts(5), sys.argv[2], deduplicate='line')\n"
        "print(corpus.words, hashlib.sha256(corpus.tokens).hexdigest())\n"
    )
    answers = set()
    for seed in ("1", "2"):
        answer = subprocess.run(
            [sys.executable, "-c", script, Path(__file__).parent, tmp_path / seed],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        answers.add(answer.stdout)
    assert len(answers) == 1


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (
            ["a b", "a c"],
            "nothing is left of the corpus after cleaning: min_count is 5, but the "
            "most frequent word of its 2 documents, 'a', occurs 2 times; lower "
            "min_count or add text.",
        ),
        (
            ["12 --", ""],
            "nothing is left of the corpus after cleaning: its 2 documents hold no "
            "word to keep (keep, drop_numbers, drop_punctuation and "
            "shortest decide).",
        ),
    ],
)
def test_nothing_left_is_an_error_in_one_sentence(tmp_path, texts, said):
    with pytest.raises(EncodingError) as caught:
        encoded(texts, tmp_path, min_count=5)
    assert str(caught.value) == said


def test_more_words_than_tokens_can_tell_apart_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(tokenising, "WORD_LIMIT", 3)
    assert len(encoded(["a b c A B"], tmp_path).words) == 3
    with pytest.raises(
        EncodingError, match="more than 3 different words, which is all"
    ):
        encoded(["a b c d"], tmp_path)


BOUNDED = """
import re, resource, sys
from pathlib import Path
from quaver.corpora.cleaning import Cleaner
from quaver.corpora.encoding import encode
from quaver.corpora.languages import pack
from quaver.corpora.sources import documents

text, spool, spare = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
status = Path("/proc/self/status").read_text()
limit = int(re.search(r"VmData:\\s+(\\d+)", status)[1]) * 1024 + spare
resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
assert text.stat().st_size > limit, (text.stat().st_size, limit)
try:
    text.read_bytes()
except MemoryError:
    print("the limit holds")
cleaner = Cleaner(
    normalise="NFC", lowercase=True, keep="letters", tokeniser="default",
    drop_numbers=False, drop_punctuation=False, pack=pack("en"),
)
corpus = encode(
    documents({"kind": "text", "path": str(text)}), cleaner,
    deduplicate="line", min_count=1, spool=spool,
)
print(len(corpus.words), len(corpus.tokens), len(corpus.document_ids))
print(corpus.dropped["duplicate_lines"], corpus.document_ids[-1])
"""


@pytest.fixture
def large_text(tmp_path):
    """150 MB in lines of 25 words of 23 letters; every line is there twice."""
    ends = [f"{a:c}{b:c}" for a in range(97, 123) for b in range(97, 123)]
    vocabulary = [f"abcdefghijklmnopqrstu{end}" for end in ends]
    generator = random.Random(2)
    path = tmp_path / "large.txt"
    with path.open("w") as file:
        for _ in range(125_000):
            line = " ".join(generator.choices(vocabulary, k=25)) + ".\n"
            file.write(line + line)
    yield path
    path.unlink()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="RLIMIT_DATA counts maps on Linux")
def test_a_text_larger_than_memory_is_encoded(tmp_path, large_text):
    spare = 48 << 20
    answer = subprocess.run(
        [sys.executable, "-c", BOUNDED, large_text, tmp_path / "spool", str(spare)],
        env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.stderr == ""
    assert answer.stdout.split("\n") == [
        "the limit holds",
        f"{26 * 26} {125_000 * 25} 125000",
        "125000 249999",
        "",
    ]


def test_lemmas_join_forms_and_are_counted(tmp_path):
    text = "Ženy a ženou žije Praha. V Praze xyzzy ženy žijí."
    plain = encoded([text], tmp_path / "a", pack=pack("cs"))
    joined = encoded([text], tmp_path / "b", pack=pack("cs"), lemmas="simplemma")
    assert "lemmatised_tokens" not in plain.dropped
    # ženy, ženou, žije, Praze, ženy, žijí; Praha and xyzzy stay
    assert joined.dropped["lemmatised_tokens"] == 6
    assert len(joined.tokens) == len(plain.tokens)
    counts = dict(zip(joined.words, joined.counts.tolist(), strict=True))
    assert counts == {"žena": 3, "praha": 2, "žít": 2, "a": 1, "v": 1, "xyzzy": 1}
