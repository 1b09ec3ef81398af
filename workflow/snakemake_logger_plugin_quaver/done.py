"""What a job did, of what its rule says is to be done: Train ... becomes Trained ..."""

import re

REGULAR = (
    *("Archive", "Average", "Check", "Compare", "Compute", "Count", "Delete"),
    *(
        "Encode",
        "Export",
        "Follow",
        "Gather",
        "Learn",
        "List",
        "Measure",
        "Predict",
        "Replicate",
    ),
    *("Score", "Test", "Train"),
)
PAST = {verb: f"{verb.removesuffix('e')}ed" for verb in REGULAR} | {
    **{
        "Choose": "Chose",
        "Cut": "Cut",
        "Draw": "Drew",
        "Find": "Found",
        "Forecast": "Forecast",
    },
    **{"Make": "Made", "Read": "Read", "Take": "Took", "Tell": "Told"},
    **{"Thin": "Thinned", "Write": "Wrote"},
}
VERBS = re.compile(r"(\w+)(?:( or | and )(\w+))?")  # List and draw the neighbours ...


def past(message: str) -> str:
    """The sentence in the past; one that begins with no verb of ours as it is."""
    return VERBS.sub(_past, message, count=1)


def _past(match: re.Match) -> str:
    first, joint, second = match.groups(default="")
    if first not in PAST:
        return match[0]
    other = PAST.get(second.capitalize())
    return PAST[first] + joint + (other.lower() if other else second)
