"""Which files each rule makes for a study."""

from collections.abc import Mapping

from quaver import measures
from quaver.grid.terms import term_files, term_texts
from quaver.measures.declare import CELL, MODELS, SIZE


def files(grid) -> dict[str, list[str]]:
    """Files by rule, below results/<study>/, of a Grid."""
    cells, made = grid.cells.values(), {"train_block": [], "read_vectors": []}
    for block in grid.blocks.values():
        made[grid.rule_of(block)].append(block)
    trained = {block.cell.view for block in made["train_block"]}
    texts = sorted({view.corpus for view in trained} | {*term_texts(grid)})
    asked = sorted({cell.view.corpus for cell in cells if grid.is_asked(cell)})
    return {
        "extract_text": [f"texts/{x}.jsonl.zst" for x in texts if grid.is_extracted(x)],
        "encode_corpus": _encoded(grid, trained),
        **{rule: [block.file for block in blocks] for rule, blocks in made.items()},
        "read_wordnet": ["wordnet/wordnet.h5"] if wordnet_source(grid) else [],
        "choose_queries": [f"queries/{x}.h5" for x in asked if grid.is_chosen(x)],
        "draw_sentences": term_files(grid),
        **{
            measure.rule: [subject.file(measure) for subject in grid.measured[name]]
            for name, measure in measures.MEASURES.items()
        },
        "retire_models": [c.retired for c in cells if grid.retention(c) != "keep"],
    }


def _encoded(grid, views) -> list[str]:
    """Encoded texts that views are of, and, where these are parts, what they are of."""
    texts = {view.corpus for view in views} | {*term_texts(grid)}
    whole = {grid.study.corpora[text].part_of for text in texts} - {""}
    own = {view.corpus_file for view in views}
    drawn = {f"corpora/{text}.h5" for text in term_texts(grid)}
    return sorted(own | drawn | {f"corpora/{text}.h5" for text in whole})


def wordnet_source(grid) -> dict[str, str]:
    """WordNet as a source, where a study compares words with it; else nothing."""
    similarity = getattr(grid.study.analyses, "similarity", None)
    baseline = getattr(similarity, "baseline", None) or {}
    fields = baseline if isinstance(baseline, Mapping) else vars(baseline)
    has_words = any(map(grid.has_words, grid.cells.values()))
    if fields.get("kind") != "wordnet" or not has_words:
        return {}
    return {"kind": "wordnet", "folder": fields.get("folder", "")}


def made_of_models(grid) -> dict[str, list[str]]:
    """Files for which models are to stand until they are made, by the path of the cell.

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
