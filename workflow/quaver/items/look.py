"""One look for all figures, and writing them so that equal figures are equal bytes."""

import contextlib
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from quaver.items import scripts
from quaver.items.cells import visible
from quaver.results.records import SAMPLINGS

# Okabe and Ito 2008: told apart by colour-blind readers too.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
INK, FAINT = "#333333", "#8A8A8A"
MACHINE = ("backend", "interactive", "tk.", "toolbar", "webagg")  # settings, not looks
DPI = 150
WIDTH = 9.0  # inches
KEY, LETTER = 0.75, 0.085  # inches of a line and of a letter in the legend
LETTERS_OF_CAPTION = 15.3  # to an inch
LINE = 30  # letters of a line in or above a panel
LOOK = {
    **dict.fromkeys(("axes.axisbelow", "axes.grid"), True),
    **dict.fromkeys(("axes.spines.right", "axes.spines.top", "legend.frameon"), False),
    **dict.fromkeys(("axes.labelcolor", "text.color"), INK),
    **dict.fromkeys(("xtick.color", "ytick.color"), INK),
    **dict.fromkeys(("axes.labelsize", "font.size", "legend.fontsize"), 10),
    "axes.edgecolor": FAINT,
    "axes.grid.axis": "y",
    "axes.titlelocation": "left",
    "axes.titlesize": 10.5,
    "figure.facecolor": "white",
    "font.family": scripts.FONT,
    "grid.color": "#E4E4E4",
    "savefig.dpi": DPI,
    "svg.hashsalt": "quaver",
}


@contextlib.contextmanager
def look() -> Iterator[None]:
    """Draw inside with our look, whatever the user's own matplotlibrc says."""
    # not rcdefaults(): it would change the settings of who calls us
    defaults = matplotlib.rcParamsDefault.items()
    kept = {key: value for key, value in defaults if not key.startswith(MACHINE)}
    with matplotlib.rc_context({**kept, **LOOK}):
        yield


def save(figure: Figure, path: str | Path, ending: str = "") -> None:
    """Write a figure as svg or png, always the same bytes; ending: else the path's."""
    ending = ending or Path(path).suffix.removeprefix(".")
    # matplotlib writes these by default, and bytes would change daily
    kinds = {"svg": {"Date": None, "Creator": None}, "png": {"Software": None}}
    if ending not in kinds:
        raise ValueError(f"ending must be one of {sorted(kinds)}. Got {ending!r}.")
    beyond = scripts.beyond(figure)
    # words our font lacks stay text in SVG: who looks at it may have their letters
    kept = {"svg.fonttype": "none"} if beyond else {}
    with look(), matplotlib.rc_context(kept), scripts.lettered(figure, beyond, ending):
        figure.savefig(path, format=ending, dpi=DPI, metadata=kinds[ending])


def technique_looks(names: Iterable[str]) -> dict[str, dict]:
    """Colour and marker of each technique, the same in every figure of a study."""
    looks = {}
    for turn, name in enumerate(sorted(set(names))):
        shift, colour = divmod(turn, len(COLOURS))  # with these used up, markers shift
        marker = MARKERS[(turn + shift) % len(MARKERS)]
        looks[name] = {"color": COLOURS[colour], "marker": marker}
    return looks


def handles_of(looks: Mapping[str, Mapping], **style) -> list[Artist]:
    """What the legend shows of techniques: a line each, as they are drawn."""
    return [Line2D([], [], label=name, **own, **style) for name, own in looks.items()]


def present(names: Iterable[str]) -> list[str]:
    """Samplings in their order, those that are there."""
    return sorted(set(names) & {*SAMPLINGS}, key=SAMPLINGS.index)


def finish(figure: Figure, title: str, caption: str, handles: list[Artist]) -> None:
    """Put the title and the legend above the panels, the caption below."""
    width = figure.get_figwidth()
    longest = max((len(handle.get_label()) for handle in handles), default=0)
    beside = int(width / (KEY + LETTER * longest))
    caption = textwrap.fill(caption, round(width * LETTERS_OF_CAPTION))
    figure.supxlabel(caption, x=0.01, ha="left", fontsize=8.5)
    figure.legend(
        handles=handles,
        loc="outside upper left",
        ncols=max(1, min(len(handles), beside)),
        title=textwrap.fill(title, round(width * 8.4)),
        title_fontproperties={"size": 13, "weight": "bold"},
        alignment="left",
        borderpad=0.2,
    )


def from_zero(panels: Iterable[Axes]) -> None:
    """Let the y axes of panels begin at 0 and leave room above what is drawn."""
    panels = list(panels)
    tops = [axes.dataLim.ymax for axes in panels]
    top = max(filter(np.isfinite, tops), default=0)  # of empty panels it is infinite
    for axes in panels:
        axes.set_ylim(0, top * 1.06 or 1)
        # shared axes hide the numbers of inner panels, which readers need
        axes.tick_params(labelbottom=True, labelleft=True)


def say(axes: Axes, text: str) -> None:
    """Write into an empty panel why it is empty."""
    middle = {"transform": axes.transAxes, "ha": "center", "va": "center"}
    axes.text(0.5, 0.5, textwrap.fill(text, LINE), color=FAINT, **middle)


def title(axes: Axes, text: str) -> None:
    """Name a panel; a long name goes over several lines."""
    axes.set_title(textwrap.fill(text, LINE))


def shown(word: str) -> str:
    """A word as figures hold it: control characters by number, no dollar sign acts."""
    return visible(word).replace("$", r"\$")
