"""Which files each rule makes for a study."""

from quaver import measures
from quaver.grid.coordinates import Block
from quaver.measures.declare import CELL, MODELS, SIZE


def files(grid) -> dict[str, list[str]]:
    """Files by rule, below results/<study>/, of a Grid."""
    cells = grid.cells.values()
    return {
        **_models(grid, list(grid.blocks.values())),
        "choose_queries": _choices(grid),
        **{
            measures.MEASURES[name].rule: [
                subject.file(measures.MEASURES[name]) for subject in subjects
            ]
            for name, subjects in grid.measured.items()
        },
        "retire_models": [
            cell.retired for cell in cells if grid.retention(cell) != "keep"
        ],
    }


def made_of_models(grid) -> dict[str, list[str]]:
    """Files for which models are to stand until they are made, by the path of the cell.

    All that is of a cell alone, and what reads the models of several for each of them.
    What several cells have in common but their models (instability, of losses) waits
    for none: the first of two cells need not stand until the other is trained.
    """
    files: dict[str, list[str]] = {path: [] for path in grid.cells}
    for name, subjects in grid.measured.items():
        measure = measures.MEASURES[name]
        if measure.of in (CELL, SIZE) or MODELS in measure.reads:
            for subject in subjects:
                for cell in subject.cells:
                    files[cell.path].append(subject.file(measure))
    return {path: sorted(names) for path, names in files.items()}


def _models(grid, blocks: list[Block]) -> dict[str, list[str]]:
    """Texts, encoded corpora and models."""
    trained = [b for b in blocks if not grid.is_external(b.cell.technique)]
    external = [b for b in blocks if grid.is_external(b.cell.technique)]
    corpora = sorted({block.cell.view.corpus for block in trained})
    return {
        "extract_text": [
            f"texts/{name}.jsonl.zst" for name in corpora if grid.is_extracted(name)
        ],
        "encode_corpus": sorted({b.cell.view.corpus_file for b in trained}),
        "train_block": [block.file for block in trained],
        "read_vectors": [block.file for block in external],
    }


def _choices(grid) -> list[str]:
    """Of each corpus whose query words are chosen from its topics."""
    asked = {c.view.corpus for c in grid.cells.values() if grid.is_asked(c)}
    return [f"queries/{name}.h5" for name in sorted(asked) if grid.is_chosen(name)]
