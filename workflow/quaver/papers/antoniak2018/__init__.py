"""Antoniak and Mimno 2018: how stable the nearest words of a few queries are."""

from quaver.papers import Paper

PAPER = Paper("antoniak2018", "Antoniak and Mimno 2018", "antoniak2018")
