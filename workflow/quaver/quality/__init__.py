"""Readers of published quality sets, and their scores."""
