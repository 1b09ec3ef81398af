"""Output weights that a study asks for: which techniques have them."""

from quaver.config.errors import wrong
from quaver.config.techniques import WORD, Parameters


def check_contexts(where: str, parameters: Parameters) -> None:
    """Refuse to keep output weights of words where there are none."""
    if not getattr(parameters, "contexts", False):
        return
    if parameters.item != WORD:
        why = f"rows are {parameters.item}s here, and output weights are of words"
        raise wrong(f"{where}.contexts", True, why, "Remove the line")
    if not parameters.negative:
        why = "hierarchical softmax alone has output weights of no word"
        cure = "Write 'negative: 5', or remove the line"
        raise wrong(f"{where}.contexts", True, why, cure)
