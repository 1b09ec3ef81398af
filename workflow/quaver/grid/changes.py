"""Pairs of texts whose change a study asks for, and which of their cells tell it."""

from dataclasses import asdict
from itertools import pairwise

from quaver.grid.coordinates import Cell, View, grouped
from quaver.grid.trajectories import followed_by

PERIOD = "period"  # the kind of part that is no control


def asked_pairs(grid) -> dict[tuple[str, str], str]:
    """Pairs of corpora, the earlier first, and the names they are asked for by: those
    of the study, then those of their controls."""
    asked = grid.study.analyses.change
    pairs = {pair: name for name in asked for pair in asked[name].pairs}
    return pairs | {
        pair: name for name in asked for pair in _control_pairs(grid.study, name)
    }


def _control_pairs(study, name: str) -> list[tuple[str, str]]:
    """Neighbouring controls of an entry: batches, documents dealt, planted halves."""
    wanted = study.analyses.change[name]
    kinds = {*(wanted.laws.control if wanted.laws else ())}
    kinds |= {"dealt"} if wanted.null.trained else {*()}
    kinds |= {"planted"} if wanted.truth and wanted.truth.format == "planted" else {*()}
    text = study.corpora[wanted.pairs[0][0]].part_of
    own = [x for x, each in study.corpora.items() if text and each.part_of == text]
    parts = {x: study.corpora[x].part for x in own}
    several = grouped(
        (x for x in own if parts[x]["kind"] in kinds),
        # of pairs of periods each has its own deals
        lambda x: (
            parts[x]["kind"],
            *(parts[x]["names"] if parts[x]["kind"] == "dealt" else ()),
        ),
    )
    return [pair for names in several.values() for pair in pairwise(names)]


def is_control(grid, cell: Cell) -> bool:
    """Tell whether a cell is of a part that is there to compare with: no period."""
    corpus = grid.study.corpora.get(cell.view.corpus)
    return bool(corpus) and not corpus.is_shown


def heap_of(grid, view: View) -> int:
    """Of two heaps that documents are dealt to in each run the view's, else 0."""
    corpus = grid.study.corpora.get(view.corpus)
    part = corpus.part if corpus else {}
    return part["number"] + 1 if part.get("kind") == "dealt" else 0


def is_averaged(grid, cell: Cell) -> bool:
    """Tell whether averages of a cell's runs may be of use."""
    corpus = grid.study.corpora.get(cell.view.corpus)
    # each run of a deal is one of its own: their average would be of other texts; and
    # what bears names of periods is compared within runs
    return not corpus or corpus.part.get("kind") not in ("dealt", "referenced")


def is_joint(grid, cell: Cell) -> bool:
    """Tell whether runs of a cell read both texts of a pair, words named by period."""
    corpus = grid.study.corpora.get(cell.view.corpus)
    return bool(corpus) and corpus.part.get("kind") == "referenced"


def joint_of(grid, cell: Cell, later: Cell) -> list[Cell]:
    """The cell whose runs read the texts of both together, if the study has one."""
    names = _of_both(grid, "referenced", (cell, later))
    paths = [f"{name}/{cell.technique}/{cell.sampling}" for name in names]
    return [grid.cells[path] for path in paths if path in grid.cells]


def change_of(grid, cell: Cell, later: Cell) -> str:
    """The name by which words of two cells are judged by contexts, or nothing."""
    name = grid.changes.get((cell.view.label, later.view.label), "")
    is_asked = name and grid.study.analyses.change[name].words
    is_ours = is_asked and is_changed(grid, cell) and is_changed(grid, later)
    return name if is_ours else ""


def aligned_of(grid, cell: Cell, later: Cell) -> str:
    """The name by which change after alignment is asked for between two cells.

    Of shuffled and bootstrapped runs, of fixed ones where there are no others.
    """
    name = grid.changes.get((cell.view.label, later.view.label), "")
    if not name or grid.is_variant(cell) or grid.is_external(cell.technique):
        return ""
    path = f"{cell.view.label}/{cell.technique}"
    others = any(f"{path}/{x}" in grid.cells for x in ("shuffled", "bootstrapped"))
    return name if cell.sampling != "fixed" or not others else ""


def is_changed(grid, cell: Cell) -> bool:
    """Tell whether the average of all runs of a cell tells of change.

    Several runs have to read all of a text, shuffled or else fixed; of further views
    of it, of variants of a technique, and of controls, no change is told.
    """
    asked = grid.study.analyses.change
    is_judged = (asked[name].words for p, name in grid.changes.items() if _in(cell, p))
    if is_control(grid, cell) or not (any(is_judged) or followed_by(grid, cell)):
        return False
    shuffled = f"{cell.view.label}/{cell.technique}/shuffled"
    is_whole = cell.sampling == ("shuffled" if shuffled in grid.cells else "fixed")
    is_ours = not (grid.is_variant(cell) or grid.is_external(cell.technique))
    is_ours = is_ours and grid.has_words(cell)
    return is_whole and is_ours and cell.runs > 1


def _in(cell: Cell, pair: tuple[str, str]) -> bool:
    return cell.view.label in pair


def check_changes(grid) -> None:
    """Raise ValueError for a pair that no technique was trained on."""
    cells = [cell for cell in grid.cells.values() if is_changed(grid, cell)]
    for pair, name in grid.changes.items():
        if not grid.study.analyses.change[name].words:
            continue
        early, late = ({c.technique for c in cells if c.view.label == x} for x in pair)
        if not early & late and grid.study.corpora[pair[0]].is_shown:
            raise ValueError(
                f"analyses.change.{name}.pairs: got {' and '.join(pair)}, but no "
                "technique has two shuffled runs of both. Write 'runs: 8' and "
                "'samplings: [shuffled, bootstrapped]'."
            )


def runs_of(study, cell: Cell) -> int:
    """Runs of a control's cell, 0 where it has none: others have as many as the study.

    Of documents dealt anew each run is a deal; batches have the samplings asked for.
    """
    part = study.corpora[cell.view.corpus].part
    entries = [
        x
        for x in study.analyses.change.values()
        if study.corpora[x.pairs[0][0]].part_of
        == study.corpora[cell.view.corpus].part_of
    ]
    if part["kind"] == "referenced":
        technique = study.techniques[cell.technique]
        whole = "shuffled", "fixed"  # as is_changed has it
        there = [x for x in whole if x in (technique.samplings or study.samplings)]
        runs = max((x.referenced for x in entries), default=0)
        return runs * (cell.sampling in there[:1])
    if part["kind"] == "dealt":
        deals = max((x.null.trained for x in entries), default=0)
        return deals * (cell.sampling == "shuffled")
    if part["kind"] == "planted":
        return cell.runs
    wanted = {s for x in entries if x.laws for s in x.laws.samplings}
    return cell.runs if cell.sampling in wanted else 0


def dealt_of(grid, cell: Cell, later: Cell) -> tuple[str, str] | tuple[()]:
    """Heaps that the documents of two periods are dealt to, if a study asks for it."""
    return _of_both(grid, "dealt", (cell, later))


def _of_both(grid, kind: str, cells: tuple[Cell, Cell]) -> tuple[str, ...]:
    """Controls of a kind that are of the periods of two cells, in order."""
    corpora = grid.study.corpora
    names = [corpora[x.view.corpus].part.get("name") for x in cells]
    text, part = corpora[cells[0].view.corpus].part_of, {"kind": kind, "names": names}
    return tuple(
        name
        for name, own in corpora.items()
        if own.part_of == text and {k: own.part.get(k) for k in part} == part
    )


def part_spec(grid, corpus: str) -> dict:
    """What a part of an encoded text is cut by: which it is, its seed, what is planted.

    Both of two halves have one seed, as all batches of a text do, and all heaps.
    """
    own = grid.study.corpora[corpus]
    spec = {"text": own.part_of, "part": dict(own.part)}
    if own.part["kind"] == PERIOD:
        return spec
    # heaps of one kind are one deal, those of another kind another
    text = f"{own.part_of}.{own.part['kind']}"
    spec["seed"] = grid.seed_of("parts", View(text, "document", 1.0, text))
    if own.part["kind"] == "planted":
        asked = grid.study.analyses.change.values()
        entry = next(x for x in asked if _plants(grid.study, x, own.part_of))
        spec["plant"] = asdict(entry.plant)
    return spec


def _plants(study, entry, text: str) -> bool:
    is_planted = entry.truth and entry.truth.format == "planted"
    return bool(is_planted) and study.corpora[entry.pairs[0][0]].part_of == text
