"""Bloem et al. 2019: consistency of word embeddings from small data."""

from quaver.papers import Paper

PAPER = Paper("bloem2019", "Bloem et al. 2019", "bloem2019")
