"""One measure per file, and the registry of what the house knows of each.

Nothing else stands here: what does is part of the code of every measure, and a measure
that is added must not have the others measured anew.
"""
