"""The door for users' own code: a study read as Python has its data (docs/reading.md).

Nothing here writes, and nothing of the workflow is needed.
"""
