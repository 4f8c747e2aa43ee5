"""Why a step is right, in a sentence or two."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xlnono.board import Cell
from xlnono.errors import Language
from xlnono.puzzle import Puzzle
from xlnono.steps import BlockBounds, Branch, Position, Step, Technique
from xlnono.wording.names import Names

_CHAIN_SHOWN = 12
"""A chain with more lines than this is cut in the middle: nobody follows it in one cell."""

_LINE_SENTENCES: dict[Technique, tuple[str, str]] = {
    Technique.OVERLAP: (
        "Between the walls, {where}, so {fixed} whichever way they slide.",
        "端から数えると{where}なので、どうずらしても{fixed}。",
    ),
    Technique.WALL_REACH: (
        "A black cell lies so near the wall that it belongs to {blocks}: {where}, so {fixed}.",
        "端に近い黒マスは{blocks}の一部で、{where}なので、{fixed}。",
    ),
    Technique.RUN_CLOSED: (
        "The run {evidence} is as long as the longest block that can be there ({blocks}), so it "
        "ends on both sides: {fixed}.",
        "連続した黒マス({evidence})は、ここに入る最大の数字({blocks})と同じ長さなので両側は閉じ、"
        "{fixed}。",
    ),
    Technique.JOINED_RUNS: (
        "Filling the cell between the runs {evidence} would join them to a run longer than any "
        "block that can be there ({blocks}), so {fixed}.",
        "間のマスを塗ると黒マス({evidence})がつながり、ここに入る数字({blocks})より長くなるので、"
        "{fixed}。",
    ),
    Technique.GAP_TOO_SMALL: (
        "The gap is too small for every block that reaches it ({blocks}), so {fixed}.",
        "すき間が狭く、ここに届く数字({blocks})はどれも入らないので、{fixed}。",
    ),
    Technique.OUT_OF_REACH: (
        "No block can reach them: {where}, so {fixed}.",
        "どの数字も届かない({where})ので、{fixed}。",
    ),
    Technique.BLOCK_ORDER: (
        "The blocks keep their order around the finished one: {where}, so {fixed}.",
        "確定した数字を基準に順番どおり並べると、{where}なので、{fixed}。",
    ),
    Technique.RUNS_MATCHED: (
        "There are as many separate runs as blocks, so each run belongs to its block in order: "
        "{where}, so {fixed}.",
        "離れた黒マスの数と数字の個数が同じなので、順番に対応する。{where}なので、{fixed}。",
    ),
    Technique.BLACK_ONE_OWNER: (
        "Only one block can cover the black cells {evidence}, which holds it there: {where}, so "
        "{fixed}.",
        "黒マス({evidence})に届く数字は1つだけ。{where}なので、{fixed}。",
    ),
    Technique.BLACK_MOVES_BOUNDS: (
        "The known black cells hold their block, and its neighbours must make room: {where}, so "
        "{fixed}.",
        "黒マスで数字の範囲が決まり、隣の数字の範囲もずれる。{where}なので、{fixed}。",
    ),
    Technique.WHITE_ONE_REACH: (
        "A white cell rules out places of the one block that reaches it: {where}, so {fixed}.",
        "白マスに届く数字は1つだけで、そこには置けない。{where}なので、{fixed}。",
    ),
    Technique.WHITE_MOVES_BOUNDS: (
        "A white cell moves the block that reaches it, and its neighbours must make room: "
        "{where}, so {fixed}.",
        "白マスで数字の範囲が動き、隣の数字の範囲もずれる。{where}なので、{fixed}。",
    ),
    Technique.WHITE_SEVERAL_REACHES: (
        "The white cells rule out places of every block that reaches them: {where}, so {fixed}.",
        "白マスに届くどの数字もそこには置けない。{where}なので、{fixed}。",
    ),
    Technique.SHORT_BLOCKS: (
        "Blocks that would end right beside a black cell are too short for it: {where}, so "
        "{fixed}.",
        "黒マスのすぐ隣で終わる短い数字は置けない。{where}なので、{fixed}。",
    ),
    Technique.BLACK_SEVERAL_OWNERS: (
        "Whichever block owns the black cell ({blocks}), the result is the same: {fixed}.",
        "黒マスがどの数字({blocks})のものでも結果は同じで、{fixed}。",
    ),
    Technique.COMPLETE_LINE: (
        "All arrangements of the whole line that fit {evidence} agree: {fixed}.",
        "わかっているマス({evidence})に合う全ての並べ方で共通なので、{fixed}。",
    ),
}


def _listed(parts: Sequence[str], language: Language) -> str:
    if language == "ja":
        return "、".join(parts)
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1]))) if parts else ""


def _coloured(cells: str, cell: Cell, language: Language) -> str:
    if language == "ja":
        return f"{cells} は{'黒' if cell is Cell.BLACK else '白'}"
    several = ":" in cells or "," in cells
    colour = "black" if cell is Cell.BLACK else "white"
    return f"{cells} {'are' if several else 'is'} {colour}"


def fixed_cells(fixed: Iterable[tuple[int, int, Cell]], names: Names, language: Language) -> str:
    """Which cells are black and which white, such as "C3:C5 are black and C9 is white"."""
    cells = list(fixed)
    parts = []
    for colour in (Cell.BLACK, Cell.WHITE):
        positions = [(row, column) for row, column, cell in cells if cell is colour]
        if positions:
            parts.append(_coloured(names.cells(positions), colour, language))
    return _listed(parts, language)


def _block(clue: Sequence[int], block: int, language: Language) -> str:
    """A block as people say it: by its number, and which one of several equal ones it is."""
    length = clue[block]
    equal = [place for place, other in enumerate(clue) if other == length]
    if len(equal) == 1:
        return f"the {length}" if language == "en" else f"「{length}」"
    place = equal.index(block) + 1
    if language == "ja":
        return f"{place}番目の「{length}」"
    ending = "th" if 10 <= place % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"the {place}{ending} {length}"


def _places(puzzle: Puzzle, step: Step, names: Names, language: Language) -> str:
    """Between which cells each block in question lies."""
    assert step.line is not None
    clue, line = puzzle.clue(step.line), step.line

    def place(bounds: BlockBounds) -> str:
        block = _block(clue, bounds.block, language)
        first, last = (names.cell(*line.cell(offset)) for offset in (bounds.first, bounds.last))
        if language == "ja":
            return f"{block}は{first}〜{last}の中"
        if bounds.last - bounds.first + 1 == clue[bounds.block]:
            return f"{block} lies on {names.cells(_span(step, bounds))}"
        return f"{block} lies between {first} and {last}"

    return _listed([place(bounds) for bounds in step.bounds], language)


def _span(step: Step, bounds: BlockBounds) -> list[Position]:
    assert step.line is not None
    return [step.line.cell(offset) for offset in range(bounds.first, bounds.last + 1)]


def _finished(puzzle: Puzzle, step: Step, language: Language) -> str:
    assert step.line is not None
    total = puzzle.clue(step.line).total
    if step.fixed[0][2] is Cell.WHITE:
        if language == "ja":
            return f"黒マス{total}個がすべてそろったので、残りは白。"
        return f"All {total} black cells are there, so the rest is white."
    if language == "ja":
        return "白マスがすべてそろったので、残りは黒。"
    return "All white cells are there, so the rest is black."


def _on_a_line(step: Step, puzzle: Puzzle, names: Names, language: Language) -> str:
    assert step.line is not None
    clue = puzzle.clue(step.line)
    if not clue:
        return (
            "The clue has no block, so no cell is black."
            if language == "en"
            else "数字がないので、すべて白。"
        )
    if step.technique is Technique.FINISHED_LINE:
        return _finished(puzzle, step, language)
    blocks = [_block(clue, bounds.block, language) for bounds in step.bounds]
    template = _LINE_SENTENCES[step.technique]
    return template[0 if language == "en" else 1].format(
        where=_places(puzzle, step, names, language),
        blocks=_listed(blocks, language),
        fixed=fixed_cells(step.fixed, names, language),
        evidence=names.cells(step.evidence),
    )


def _chain(branch: Branch, names: Names, language: Language) -> str:
    links = [
        f"{link.line.named(language)}{': ' if language == 'en' else 'より'}"
        f"{fixed_cells(link.fixed, names, language)}"
        for link in branch.chain
    ]
    if len(links) > _CHAIN_SHOWN:
        cut = len(links) - _CHAIN_SHOWN
        half = _CHAIN_SHOWN // 2
        between = f"… ({cut} more)" if language == "en" else f"…(ほか{cut}本)"
        links = [*links[:half], between, *links[-half:]]
    clash = branch.clash.named(language)
    if language == "ja":
        assumed = fixed_cells(branch.assumed, names, language)
        then = "、".join([*links, f"{clash}に置き方がなくなる"])
        return f"{assumed}と仮定すると、{then}"
    assumed = _listed(
        [
            f"{names.cell(row, column)} were {'black' if cell is Cell.BLACK else 'white'}"
            for row, column, cell in branch.assumed
        ],
        language,
    )
    then = "; ".join([*links, f"{clash} has no arrangement left"])
    return f"If {assumed}: {then}"


def why(step: Step, puzzle: Puzzle, names: Names, language: Language) -> str:
    """Why the step is right: the blocks and cells that it is about, in a sentence or two."""
    if step.line is not None:
        return _on_a_line(step, puzzle, names, language)
    shown = _chain(step.branches[0], names, language)
    fixed = fixed_cells(step.fixed, names, language)
    if step.technique is Technique.CONTRADICTION:
        return f"{shown}. So {fixed}." if language == "en" else f"{shown}。よって{fixed}。"
    if language == "ja":
        return (
            f"反対の色を仮定して場合分けすると、{step.refuted}通り(深さ{step.depth})すべてが矛盾する。"
            f"最短の例: {shown}。よって{fixed}。"
        )
    return (
        f"Assuming the other colour, all {step.refuted} cases clash "
        f"({step.depth} assumptions deep). The shortest: {shown}. So {fixed}."
    )
