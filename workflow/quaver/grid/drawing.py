"""What bootstrapping draws of a text: its units, or groups of them, each whole."""

from quaver.grid.coordinates import View

LEAST = 20  # groups; fewer are few to draw from
PREFERRED = {"prefer": "document", "least": LEAST}  # decided once a text is encoded


def drawn_instead(study, view: View) -> str | dict | None:
    """What is drawn instead of a view's units, None where units are.

    A larger unit, a column of the source, or PREFERRED. Lines of one document are
    alike: draws of lines differ less than other texts do, and verdicts would promise
    too much.
    """
    corpus = study.corpora.get(view.corpus)
    # spaces of others may have no text here
    if corpus is None or corpus.draw in ("unit", view.unit):
        return None
    if corpus.draw:
        return corpus.draw
    # papers keep what they drew, and no verdict rests on draws nobody asks about
    is_listed = bool(study.analyses.neighbours.words.get(view.corpus))
    is_asked = is_listed or len(corpus.fraction) > 1
    is_preferred = is_asked and not study.papers and view.unit != "document"
    return PREFERRED if is_preferred else None


def few_to_draw(study, view: View, documents: int, groups: int) -> str:
    """What to warn of in a text of few documents, or few groups by a column.

    Empty where there are enough, or where lines or sentences are drawn on purpose: how
    many there are, encoding tells.
    """
    draw = drawn_instead(study, view) or view.unit
    if draw in ("line", "sentence"):
        return ""
    number, few = documents, f"only {documents} documents to draw from"
    if draw == PREFERRED:
        few += f", so {view.unit}s are drawn: neighbours look safer than they are"
    elif draw != "document":
        number, few = groups, f"only {groups} groups by {draw} to draw from"
    return few if number < LEAST else ""
