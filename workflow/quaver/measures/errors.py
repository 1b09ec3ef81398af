"""What a measure refuses."""


class MeasureError(Exception):
    """A subject that cannot be measured; says why."""
