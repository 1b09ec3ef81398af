"""The one reader of what a study stored."""
