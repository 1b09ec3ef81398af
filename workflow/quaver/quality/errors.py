"""What is wrong with an evaluation set."""


class QualityError(Exception):
    """An evaluation set that cannot be read; says file, line, reason and cure."""
