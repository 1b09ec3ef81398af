"""Text in, encoded corpus and samples out."""
