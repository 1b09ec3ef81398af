"""Dumps of a wiki in, documents of plain text out."""
