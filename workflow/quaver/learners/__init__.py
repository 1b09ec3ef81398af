"""One learner per file: learn(background, drawn, parameters, seeds) -> Learned.

`parameters` is any object with the attributes of the learner's dataclass in
quaver.config.terms. A learner is deterministic: same arguments, same bits; what a group
gives does not depend on the other groups (but jointly trained ones, which say so).
"""
