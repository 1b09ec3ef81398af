"""Elekes et al. 2018: when a similarity value of word embeddings is meaningful."""

from quaver.papers import Paper

PAPER = Paper("elekes2018", "Elekes et al. 2018", "elekes2018")
