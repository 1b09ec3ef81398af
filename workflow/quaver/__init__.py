"""Measure how much word embeddings waver, and steady them."""

__version__ = "0.1.0"
