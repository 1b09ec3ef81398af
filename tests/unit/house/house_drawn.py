"""Cells to draw, and what is read from a drawing."""

import numpy as np

from quaver.results.records import CellNumbers

LOSSES = np.array([[0, 1, 2], [1, 0, 3], [2, 3, 0]]) / 100
PAIR = np.array([[0, 1], [1, 0]])
TECHNIQUES = ("fasttext", "glove", "word2vec")


def cell(view="news", technique="glove", sampling="shuffled", **changes):
    facts = {
        "corpus": view,
        "view": view,
        "unit": "document",
        "fraction": 1.0,
        "language": "en",
        "technique": technique,
        "trainer": technique,
        "sampling": sampling,
        "runs": 3,
        "failed": 0,
        "losses": LOSSES,
        "words": 40,
        "steps": (),
        "averages": {},
        "overlaps": {},
    }
    return CellNumbers(**facts | changes)


def heights(collection):
    """Second coordinate of the dots of a collection."""
    return np.asarray(collection.get_offsets())[:, 1]


def many(make, **changes):
    """Seven views of three techniques."""
    return [
        make(view=f"view{k}", technique=technique, **changes)
        for k in range(7)
        for technique in TECHNIQUES
    ]


def texts(figure):
    """What is written inside panels."""
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def titles(figure):
    return [axes.get_title(loc="left") for axes in figure.axes]


def below(figure):
    return figure._supxlabel.get_text().replace("\n", " ")


def title(figure):
    return figure.legends[0].get_title().get_text().replace("\n", " ")


def labels(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]
