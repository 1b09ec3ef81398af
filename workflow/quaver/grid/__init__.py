"""Which runs, blocks, cells and files exist, and how each is seeded.

Coordinates and paths are one to one, and paths are looked up, never parsed.
"""

from quaver.grid.coordinates import SAMPLINGS, Block, Cell, View
from quaver.grid.drawing import LEAST, drawn_instead, few_to_draw
from quaver.grid.names import file_names
from quaver.grid.study_grid import EXTRACTORS, Grid, speaks

__all__ = ["EXTRACTORS", "LEAST", "SAMPLINGS", "Block", "Cell", "Grid", "View"]
__all__ += ["drawn_instead", "few_to_draw", "file_names", "speaks"]
