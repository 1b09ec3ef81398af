"""Rettenmeier 2020, a thesis: how word embeddings waver, and what steadies them."""

from quaver.papers import Paper

PAPER = Paper("rettenmeier2020", "Rettenmeier 2020", "rettenmeier2020")
