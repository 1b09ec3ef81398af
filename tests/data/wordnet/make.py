"""Make the tables beside this file: six nouns and six verbs, as WordNet writes them.

python tests/data/wordnet/make.py

What stands above what, for counts by hand:

    entity <- animal <- dog <- rex (a single one)    move <- run <- sprint <- roam
                     <- cat                               <- roam
           <- pet <- dog                             think <- ponder
"""

from pathlib import Path

FOLDER = Path(__file__).parent
HEAD = (
    "  1 Synsets of Quaver's own writing, to test a reader with.  \n"
    "  2 They look like those of "
    "WordNet 3.0 Copyright 2006 by Princeton University.  \n"
)
# Words of a synset, and what stands above it, by first words.
SYNSETS = {
    "noun": {
        ("rex",): {"dog": "@i"},
        ("entity",): {},
        ("animal", "beast"): {"entity": "@"},
        ("dog", "hound"): {"animal": "@", "pet": "@"},
        ("cat", "Persian_cat"): {"animal": "@"},
        ("pet",): {"entity": "@"},
    },
    "verb": {
        ("move", "go"): {},
        ("run",): {"move": "@"},
        ("sprint", "dash"): {"run": "@"},
        ("roam",): {"move": "@", "sprint": "@"},
        ("think",): {},
        ("ponder", "study"): {"think": "@"},
    },
}
# Senses beside those that synsets tell: lemma, then first words of synsets in order.
SENSES = {"noun": {"hound": ["cat", "dog"]}, "verb": {"go": ["roam", "move"]}}
EXCEPTIONS = {
    "noun": ["beeves beast pet", "kine unknown", "men man"],
    "verb": ["ran unheard", "ran run", "thought think"],
}
PLACE = "{:08}"


def data(part: str, places: dict[str, int]) -> str:
    """The table of synsets, with places as they are known."""
    text = HEAD
    for words, above in SYNSETS[part].items():
        places[words[0]] = len(text)
        named = " ".join(f"{word} 0" for word in words)
        kind = part[0]
        # a pointer to adjectives, which are not read
        pointers = ["+ 00001740 a 0101"] + [
            f"{sign} {PLACE.format(places.get(name, 0))} {kind} 0000"
            for name, sign in above.items()
        ]
        frames = " 01 + 02 00" if part == "verb" else ""
        text += (
            f"{PLACE.format(len(text))} 03 {kind} {len(words):02x} {named} "
            f"{len(pointers):03} {' '.join(pointers)}{frames} | what is {words[0]}  \n"
        )
    return text


def index(part: str, places: dict[str, int]) -> str:
    """The table of lemmas."""
    senses = {word.lower(): [words[0]] for words in SYNSETS[part] for word in words}
    text, kind = HEAD, part[0]
    for lemma, names in sorted((senses | SENSES[part]).items()):
        own = " ".join(PLACE.format(places[name]) for name in names)
        text += f"{lemma} {kind} {len(names)} 2 @ + {len(names)} 0 {own}  \n"
    return text


def main() -> None:
    for part in SYNSETS:
        places: dict[str, int] = {}
        data(part, places)  # tells places, on which no length hangs
        texts = {f"data.{part}": data(part, places)}
        texts[f"index.{part}"] = index(part, places)
        texts[f"{part}.exc"] = "".join(f"{row}\n" for row in EXCEPTIONS[part])
        for name, text in texts.items():
            (FOLDER / name).write_text(text, encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
