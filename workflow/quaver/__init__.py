"""Measure how much word embeddings waver, and steady them."""
