"""The papers: one folder each, a replication."""
