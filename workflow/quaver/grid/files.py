"""Which files each rule makes for a study."""

from quaver.grid.coordinates import Block, Cell

# Rules whose files models are made of, that are models, or that end them.
MODELS = {
    "extract_text",
    "encode_corpus",
    "train_block",
    "read_vectors",
    "retire_models",
}


def files(grid) -> dict[str, list[str]]:
    """Files by rule, below results/<study>/, of a Grid."""
    cells = list(grid.cells.values())
    blocks = list(grid.blocks.values())
    return {
        **_models(grid, blocks),
        "share_vocabulary": _vocabularies(grid, cells),
        **_pairwise(grid, cells),
        "choose_queries": _choices(grid, cells),
        "measure_queries": [
            cell.measure("queries") for cell in cells if grid.is_asked(cell)
        ],
        **_distributions(grid, cells),
        "measure_quality": [
            cell.measure("quality") for cell in cells if grid.sets(cell)
        ],
        "measure_instability": _instabilities(grid, cells),
        "average_spaces": [
            cell.average(size) for cell in cells for size in grid.sizes(cell)
        ],
        "measure_averages": [
            cell.measure(f"averages_{size}")
            for cell in cells
            for size in grid.sizes(cell)
            if 2 * size <= cell.runs
        ],
        "compare_averages": [
            cell.measure("averages") for cell in cells if grid.is_compared(cell)
        ],
        "retire_models": [
            cell.retired for cell in cells if grid.retention(cell) != "keep"
        ],
    }


def made_of_models(grid) -> dict[str, list[str]]:
    """Files that are made of the models themselves, by the path of the cell.

    All that stands in a cell's folders counts, so that no new measure is forgotten, and
    the words that techniques share.
    """
    made = files(grid)
    folders: dict[str, list[str]] = {}
    for path in (x for rule in made if rule not in MODELS for x in made[rule]):
        folders.setdefault(path.rpartition("/")[0], []).append(path)
    shared = {*made["share_vocabulary"]}
    return {
        cell.path: sorted(
            path for folder in cell.folders for path in folders.get(folder, ())
        )
        + [cell.vocabulary] * (cell.vocabulary in shared)
        for cell in grid.cells.values()
    }


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


def _pairwise(grid, cells: list[Cell]) -> dict[str, list[str]]:
    """Of each cell whose runs are compared two by two."""
    return {
        f"measure_{x}": [cell.measure(x) for cell in cells if grid.is_measured(cell, x)]
        for x in ("pip", "neighbours", "distances")
    }


def _distributions(grid, cells: list[Cell]) -> dict[str, list[str]]:
    """Of each cell whose cosines have their distribution studied."""
    studied = [cell for cell in cells if grid.is_studied(cell)]
    names = ("consistency", "cosines", "prediction", "proxies")
    return {f"measure_{x}": [cell.measure(x) for cell in studied] for x in names}


def _choices(grid, cells: list[Cell]) -> list[str]:
    """Of each corpus whose query words are chosen from its topics."""
    asked = {cell.view.corpus for cell in cells if grid.is_asked(cell)}
    return [f"queries/{name}.h5" for name in sorted(asked) if grid.is_chosen(name)]


def _instabilities(grid, cells: list[Cell]) -> list[str]:
    """Of each view x technique that has losses of shuffled and bootstrapped runs."""
    measured = {cell.path for cell in cells if grid.is_measured(cell, "pip")}
    told = {
        (cell.view, cell.technique)
        for cell in cells
        if measured.issuperset(cell.view.pair(cell.technique))
    }
    return [view.measure(name, "instability") for view, name in sorted(told)]


def _vocabularies(grid, cells: list[Cell]) -> list[str]:
    if grid.study.analyses.stability.vocabulary == "runs":
        return []
    compared = [cell for cell in cells if _is_compared(grid, cell)]
    return sorted({cell.vocabulary for cell in compared})


def _is_compared(grid, cell: Cell) -> bool:
    measures = grid.study.analyses.stability.measures
    return any(grid.is_measured(cell, measure) for measure in measures)
