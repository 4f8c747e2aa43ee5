"""Why a step is right, in a sentence or two."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from xlnono.errors import Language, in_language
from xlnono.model.board import Cell
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import BlockBounds, Branch, Position, Step, Technique
from xlnono.wording.names import Names

_CHAIN_SHOWN = 12
"""A chain with more lines than this is cut in the middle: nobody follows it in one cell."""
_ASSUMED_SHOWN = 12
"""Of more assumptions than this the innermost are only counted."""

_LINE_SENTENCES: dict[Technique, tuple[str, str]] = {
    Technique.OVERLAP: (
        "Counted from both ends, {where}, so {fixed}{anyhow}.",
        "両端から数えると{where}なので、{anyhow}{fixed}。",
    ),
    Technique.WALL_REACH: (
        "Black cells this near the wall belong to the outermost block left: {where}, so {fixed}.",
        "端に近い黒マスは、残っている数字のうち一番端のもの。{where}なので、{fixed}。",
    ),
    Technique.OUT_OF_REACH: (
        "No block reaches that far: {where}, so {fixed}.",
        "どの数字も届かない。{where}なので、{fixed}。",
    ),
    Technique.BLOCK_ORDER: (
        "A finished block limits the blocks before and behind it: {where}, so {fixed}.",
        "完成した数字を基準に順番を考えると、{where}なので、{fixed}。",
    ),
    Technique.RUNS_MATCHED: (
        "There are as many separate runs as blocks, so they match in order: {where}, so {fixed}.",
        "離れた黒マスの並びと数字が同じ個数なので、順に対応する。{where}なので、{fixed}。",
    ),
    Technique.BLACK_ONE_OWNER: (
        "A black cell that only one block can cover holds that block: {where}, so {fixed}.",
        "1つの数字しか届かない黒マスが、その数字の位置を限る。{where}なので、{fixed}。",
    ),
    Technique.BLACK_MOVES_BOUNDS: (
        "Black cells hold their blocks, and the blocks beside these must make room: {where}, so "
        "{fixed}.",
        "黒マスが数字の位置を限り、隣の数字の範囲も狭まる。{where}なので、{fixed}。",
    ),
    Technique.WHITE_ONE_REACH: (
        "A white cell rules out places of the only block that reaches it: {where}, so {fixed}.",
        "1つの数字しか届かない白マスがあり、その数字はそこを避ける。{where}なので、{fixed}。",
    ),
    Technique.WHITE_MOVES_BOUNDS: (
        "A white cell pushes the only block that reaches it, and the blocks beside it must make "
        "room: {where}, so {fixed}.",
        "白マスを避けて数字の範囲が狭まり、隣の数字の範囲も狭まる。{where}なので、{fixed}。",
    ),
    Technique.WHITE_SEVERAL_REACHES: (
        "White cells rule out places of every block that reaches them: {where}, so {fixed}.",
        "白マスに届く数字は、どれもそこを避けて置く。{where}なので、{fixed}。",
    ),
    Technique.SHORT_BLOCKS: (
        "No block can end right beside a black cell, which rules out some places: {where}, so "
        "{fixed}.",
        "数字は黒マスのすぐ隣では終われず、置けない位置がある。{where}なので、{fixed}。",
    ),
    Technique.COMPLETE_LINE: (
        "In every arrangement of the line that fits the known cells, {fixed}.",
        "わかっているマスに合う並べ方のすべてで、{fixed}。",
    ),
}


def _listed(parts: Sequence[str], language: Language) -> str:
    if language == "ja":
        return "、".join(parts)
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1]))) if parts else ""


def _coloured(cells: str, cell: Cell, language: Language) -> str:
    if language == "ja":
        return f"{cells}は{'黒' if cell is Cell.BLACK else '白'}"
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
        if not _slides(clue, bounds):
            cells = names.cells(_span(step, bounds))
            return f"{block} lies on {cells}" if language == "en" else f"{block}は{cells}"
        if language == "ja":
            return f"{block}は{first}〜{last}の中"
        return f"{block} lies between {first} and {last}"

    return _listed([place(bounds) for bounds in step.bounds], language)


def _slides(clue: Sequence[int], bounds: BlockBounds) -> bool:
    """Whether a block can still lie in more than one place."""
    return bounds.last - bounds.first + 1 > clue[bounds.block]


def _span(step: Step, bounds: BlockBounds) -> list[Position]:
    assert step.line is not None
    return [step.line.cell(offset) for offset in range(bounds.first, bounds.last + 1)]


def _finished(puzzle: Puzzle, step: Step, language: Language) -> str:
    assert step.line is not None
    total = puzzle.clue(step.line).total
    if step.fixed[0][2] is Cell.BLACK:
        if language == "ja":
            return "白マスがすべてそろったので、残りは黒。"
        return "All white cells are there, so the rest is black."
    if language == "ja":
        return f"黒マス{total}個がそろったので、残りは白。"
    cells = "The only black cell is" if total == 1 else f"All {total} black cells are"
    return f"{cells} there, so the rest is white."


def _gap(step: Step, blocks: Sequence[str], fixed: str, language: Language) -> str:
    """Every cell of the gaps is among those fixed, so these tell how many gaps there are."""
    cells = {(row, column) for row, column, _ in step.fixed}
    several = any(
        (row, column - 1) not in cells and (row - 1, column) not in cells
        for row, column in sorted(cells)[1:]
    )
    listed = _listed(blocks, language)
    if language == "ja":
        if len(blocks) == 1:
            return f"ここに届く数字は{listed}だけで、すき間に入らないので、{fixed}。"
        return f"ここに届く数字({listed})は、どれもすき間に入らないので、{fixed}。"
    gap, it = ("The gaps are", "them") if several else ("The gap is", "it")
    if len(blocks) == 1:
        return f"{gap} too small for {listed}, the only block that reaches {it}, so {fixed}."
    return f"{gap} too small for any block that reaches {it} ({listed}), so {fixed}."


def _run(step: Step, blocks: Sequence[str], fixed: str, language: Language) -> str:
    """A block that can own a run is at least as long as it, so these are just as long."""
    assert step.line is not None
    listed = _listed(blocks, language)
    if language == "ja":
        if len(blocks) == 1:
            return f"黒マスの並びに入る数字は{listed}だけで、同じ長さなので完成。{fixed}。"
        return f"黒マスの並びに入りうる数字({listed})は、どれも同じ長さなので完成。{fixed}。"
    if len(blocks) == 1:
        return f"The run is as long as {listed}, the only block that can own it, so {fixed}."
    # One run has a cell on either side, and all between them are its own.
    first, last = (step.fixed[place][0] + step.fixed[place][1] for place in (0, -1))
    between = [step.line.cell(place - step.line.index) for place in range(first + 1, last)]
    if len(step.fixed) > 2 or not set(between) <= set(step.evidence):
        return f"The runs are as long as any block that can own them ({listed}), so {fixed}."
    return f"The run is as long as any block that can own it ({listed}), so {fixed}."


def _joined(step: Step, blocks: Sequence[str], fixed: str, language: Language) -> str:
    listed = _listed(blocks, language)
    if language == "ja":
        return (
            f"すき間を塗ると黒マスがつながり、候補の数字({listed})のどれでも覆えなくなるので、"
            f"{fixed}。"
        )
    gap = "the gap between two runs" if len(step.fixed) == 1 else "any gap between these runs"
    return f"Filling {gap} would make one that no block there can cover ({listed}), so {fixed}."


def _owners(step: Step, blocks: Sequence[str], fixed: str, language: Language) -> str:
    listed = _listed(blocks, language)
    if len(blocks) == 1:
        if language == "ja":
            return f"ほかの数字では矛盾するので、黒マスは{listed}のもの。よって{fixed}。"
        return f"No block but {listed} can own the black cell without a clash, so {fixed}."
    if language == "ja":
        return f"黒マスがどの数字({listed})のものでも結果は同じで、{fixed}。"
    return f"Whichever block owns a black cell ({listed}), the result is the same: {fixed}."


_BLOCK_SENTENCES: dict[Technique, Callable[[Step, Sequence[str], str, Language], str]] = {
    Technique.RUN_CLOSED: _run,
    Technique.JOINED_RUNS: _joined,
    Technique.GAP_TOO_SMALL: _gap,
    Technique.BLACK_SEVERAL_OWNERS: _owners,
}
"""Sentences about blocks whatever their places."""


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
    fixed = fixed_cells(step.fixed, names, language)
    if step.technique in _BLOCK_SENTENCES:
        blocks = [_block(clue, bounds.block, language) for bounds in step.bounds]
        return _BLOCK_SENTENCES[step.technique](step, blocks, fixed, language)
    anyhow = ""
    if any(_slides(clue, bounds) for bounds in step.bounds):
        anyhow = " in any case" if language == "en" else "どう置いても"
    return in_language(_LINE_SENTENCES[step.technique], language).format(
        where=_places(puzzle, step, names, language), fixed=fixed, anyhow=anyhow
    )


def _chain(branch: Branch, names: Names, language: Language) -> str:
    links = [
        f"from {link.line.named(language)}, {fixed_cells(link.fixed, names, language)}"
        if language == "en"
        else f"{link.line.named(language)}から{fixed_cells(link.fixed, names, language)}"
        for link in branch.chain
    ]
    if len(links) > _CHAIN_SHOWN:
        cut = len(links) - _CHAIN_SHOWN
        half = _CHAIN_SHOWN // 2
        between = f"… ({cut} more)" if language == "en" else f"…(ほか{cut}本)…"
        links = [*links[:half], between, *links[-half:]]
    clash = branch.clash.named(language)
    more = max(0, len(branch.assumed) - _ASSUMED_SHOWN)
    if language == "ja":
        assumed = "、".join(
            f"{names.cell(row, column)}を{'黒' if cell is Cell.BLACK else '白'}"
            for row, column, cell in branch.assumed[:_ASSUMED_SHOWN]
        )
        if more:
            assumed += f"(ほか{more}マス)"
        then = f"{'、'.join(links)}となり、" if links else ""
        return f"{assumed}と仮定すると、{then}{clash}の置き方がなくなる"
    parts = [
        f"{names.cell(row, column)} is {'black' if cell is Cell.BLACK else 'white'}"
        for row, column, cell in branch.assumed[:_ASSUMED_SHOWN]
    ]
    if more:
        parts.append(f"so on ({more} more)")
    assumed = _listed(parts, language)
    then = "; ".join([*links, f"then {clash} has no arrangement left"])
    return f"{assumed}: {then}"


def why(step: Step, puzzle: Puzzle, names: Names, language: Language) -> str:
    """Why the step is right: the blocks that it is about, in a sentence or two."""
    if step.line is not None:
        return _on_a_line(step, puzzle, names, language)
    shown = _chain(step.branches[0], names, language)
    fixed = fixed_cells(step.fixed, names, language)
    if step.technique is Technique.CONTRADICTION:
        return f"Suppose {shown}. So {fixed}." if language == "en" else f"{shown}。よって{fixed}。"
    if language == "ja":
        return (
            f"反対の色で場合分けすると、{step.refuted}通り(仮定は最大{step.depth}段)が"
            f"すべて矛盾する。最短の例: {shown}。よって{fixed}。"
        )
    return (
        f"With the opposite colour all {step.refuted} cases clash, up to {step.depth} "
        f"assumptions deep. The shortest: suppose {shown}. So {fixed}."
    )
