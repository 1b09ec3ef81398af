"""Cells to draw, and what is read from a drawing."""

import invented
import numpy as np

TECHNIQUES = ("fasttext", "glove", "word2vec")


def cell(view="news", technique="glove", sampling="shuffled", **changes):
    facts = {"corpus": view, "view": view, "unit": "document", "language": "en"}
    facts |= {"technique": technique, "trainer": technique, "sampling": sampling}
    facts |= {"words": 40, "steps": (), "parameters": {}}
    return invented.cell(**facts | changes)


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
