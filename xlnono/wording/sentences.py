"""The reason for a step, in a sentence or two."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from xlnono.language import COMMA, Language, Text
from xlnono.model.board import Cell
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import BlockBounds, Branch, Log, Position, Step, Technique
from xlnono.wording.cell_names import Names

_CHAIN_SHOWN = 12
"""A chain with more lines than this is cut in the middle, because it would be unreadable."""
_ASSUMED_SHOWN = 12
"""If there are more assumptions than this, the innermost ones are only counted."""

_LINE_SENTENCES: dict[Technique, Text] = {
    Technique.OVERLAP: Text(
        "Counting from both ends, {where}, so {fixed}{anyhow}.",
        "両端から数えると{where}なので、{anyhow}{fixed}。",
    ),
    Technique.WALL_REACH: Text(
        "Black cells this close to the wall belong to the outermost remaining block: {where}, so "
        "{fixed}.",
        "端に近い黒マスは、残っている数字のうち一番端のもの。{where}なので、{fixed}。",
    ),
    Technique.OUT_OF_REACH: Text(
        "No block reaches that far: {where}, so {fixed}.",
        "どの数字も届かない。{where}なので、{fixed}。",
    ),
    Technique.BLOCK_ORDER: Text(
        "A finished block limits the blocks before and after it: {where}, so {fixed}.",
        "完成した数字を基準に順番を考えると、{where}なので、{fixed}。",
    ),
    Technique.RUNS_MATCHED: Text(
        "There are as many separate runs as blocks, so they match in order: {where}, so {fixed}.",
        "離れた黒マスの並びと数字が同じ個数なので、順に対応する。{where}なので、{fixed}。",
    ),
    Technique.BLACK_ONE_OWNER: Text(
        "A black cell that only one block can cover holds that block in place: {where}, so "
        "{fixed}.",
        "1つの数字しか届かない黒マスが、その数字の位置を限る。{where}なので、{fixed}。",
    ),
    Technique.BLACK_MOVES_BOUNDS: Text(
        "Black cells hold their blocks in place, and the neighbouring blocks must make room: "
        "{where}, so {fixed}.",
        "黒マスが数字の位置を限り、隣の数字の範囲も狭まる。{where}なので、{fixed}。",
    ),
    Technique.WHITE_ONE_REACH: Text(
        "A white cell rules out positions of the only block that can reach it: {where}, so "
        "{fixed}.",
        "1つの数字しか届かない白マスがあり、その数字はそこを避ける。{where}なので、{fixed}。",
    ),
    Technique.WHITE_MOVES_BOUNDS: Text(
        "A white cell pushes the only block that can reach it, and the neighbouring blocks must "
        "make room: {where}, so {fixed}.",
        "白マスを避けて数字の範囲が狭まり、隣の数字の範囲も狭まる。{where}なので、{fixed}。",
    ),
    Technique.WHITE_SEVERAL_REACHES: Text(
        "White cells rule out positions of every block that can reach them: {where}, so {fixed}.",
        "白マスに届く数字は、どれもそこを避けて置く。{where}なので、{fixed}。",
    ),
    Technique.SHORT_BLOCKS: Text(
        "A block cannot end directly beside a black cell, which rules out some positions: "
        "{where}, so {fixed}.",
        "数字は黒マスのすぐ隣では終われず、置けない位置がある。{where}なので、{fixed}。",
    ),
    Technique.COMPLETE_LINE: Text(
        "In every arrangement of the line that fits the known cells, {fixed}.",
        "わかっているマスに合う置き方のすべてで、{fixed}。",
    ),
}


_AND = Text(" and ", "、")
_COLOURS = {Cell.BLACK: Text("black", "黒"), Cell.WHITE: Text("white", "白")}
_IS = Text("{cells} is {colour}", "{cells}は{colour}")
_ARE = Text("{cells} are {colour}", "{cells}は{colour}")

_BLOCK = Text("the {length}", "「{length}」")
_NTH_BLOCK = Text("the {place}{ending} {length}", "{place}番目の「{length}」")
_LIES_ON = Text("{block} lies on {cells}", "{block}は{cells}")
_LIES_BETWEEN = Text("{block} lies between {first} and {last}", "{block}は{first}〜{last}の中")
_ANYHOW = Text(" in any case", "どう置いても")

_NO_BLOCK = Text("The clue has no block, so no cell is black.", "数字がないので、すべて白。")
_REST_BLACK = Text(
    "All white cells are known, so the rest is black.",
    "白マスがすべてそろったので、残りは黒。",
)
_ONLY_BLACK = Text(
    "The only black cell is known, so the rest is white.",
    "黒マス{total}個がそろったので、残りは白。",
)
_ALL_BLACK = Text(
    "All {total} black cells are known, so the rest is white.",
    "黒マス{total}個がそろったので、残りは白。",
)
_GAP_OF_ONE = Text(
    "The gap is too small for {blocks}, the only block that reaches it, so {fixed}.",
    "ここに届く数字は{blocks}だけで、すき間に入らないので、{fixed}。",
)
_GAPS_OF_ONE = Text(
    "The gaps are too small for {blocks}, the only block that reaches them, so {fixed}.",
    "ここに届く数字は{blocks}だけで、すき間に入らないので、{fixed}。",
)
_GAP = Text(
    "The gap is too small for any block that reaches it ({blocks}), so {fixed}.",
    "ここに届く数字({blocks})は、どれもすき間に入らないので、{fixed}。",
)
_GAPS = Text(
    "The gaps are too small for any block that reaches them ({blocks}), so {fixed}.",
    "ここに届く数字({blocks})は、どれもすき間に入らないので、{fixed}。",
)
_RUN_OF_ONE = Text(
    "The run is as long as {blocks}, the only block that can own it, so {fixed}.",
    "黒マスの並びに入る数字は{blocks}だけで、同じ長さなので完成。{fixed}。",
)
_RUN = Text(
    "The run is as long as any block that can own it ({blocks}), so {fixed}.",
    "黒マスの並びに入りうる数字({blocks})は、どれも同じ長さなので完成。{fixed}。",
)
_RUNS = Text(
    "The runs are as long as any block that can own them ({blocks}), so {fixed}.",
    "黒マスの並びに入りうる数字({blocks})は、どれも同じ長さなので完成。{fixed}。",
)
_JOINED = Text(
    "Filling the gap between two runs would make a run that no block there can cover "
    "({blocks}), so {fixed}.",
    "すき間を塗ると黒マスがつながり、候補の数字({blocks})のどれでも覆えなくなるので、{fixed}。",
)
_ANY_JOINED = Text(
    "Filling any gap between these runs would make a run that no block there can cover "
    "({blocks}), so {fixed}.",
    "すき間を塗ると黒マスがつながり、候補の数字({blocks})のどれでも覆えなくなるので、{fixed}。",
)
_ONE_OWNER = Text(
    "Only {blocks} can own the black cell without a contradiction, so {fixed}.",
    "ほかの数字では矛盾するので、黒マスは{blocks}のもの。よって{fixed}。",
)
_OWNERS = Text(
    "Whichever block owns a black cell ({blocks}), the result is the same: {fixed}.",
    "黒マスがどの数字({blocks})のものでも結果は同じで、{fixed}。",
)

_ASSUMED = Text("{cell} is {colour}", "{cell}を{colour}")
_MORE_ASSUMED = Text("{assumed} and {count} more", "{assumed}(ほか{count}マス)")
_LINK = Text("from {line}, {fixed}", "{line}から{fixed}")
_LINKS_CUT = Text("… ({count} more)", "…(ほか{count}本)…")
_LINK_SEPARATOR = Text("; ", "、")
_LINKS = Text("{links}; ", "{links}となり、")
_CHAIN = Text(
    "{assumed}: {links}then no arrangement fits {line}",
    "{assumed}と仮定すると、{links}{line}の置き方がなくなる",
)
_CONTRADICTION = Text("Suppose {chain}. So {fixed}.", "{chain}。よって{fixed}。")
_RECURSION = Text(
    "With the opposite colour, all {refuted} cases end in a contradiction, with up to {depth} "
    "assumptions. The shortest: suppose {chain}. So {fixed}.",
    "反対の色で場合分けすると、{refuted}通り(仮定は最大{depth}段)がすべて矛盾する。"
    "最短の例: {chain}。よって{fixed}。",
)


def _listed(parts: Sequence[str], language: Language) -> str:
    """A list in a sentence, such as "a, b and c"."""
    first = COMMA.of(language).join(parts[:-1])
    return _AND.of(language).join(filter(None, (first, *parts[-1:])))


def _coloured(cells: str, cell: Cell, language: Language) -> str:
    text = _ARE if ":" in cells or "," in cells else _IS
    return text.of(language, cells=cells, colour=_COLOURS[cell])


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
    """The name of a block: its number, and its position among several equal ones."""
    length = clue[block]
    equal = [place for place, other in enumerate(clue) if other == length]
    if len(equal) == 1:
        return _BLOCK.of(language, length=length)
    place = equal.index(block) + 1
    ending = "th" if 10 <= place % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return _NTH_BLOCK.of(language, place=place, ending=ending, length=length)


def _places(puzzle: Puzzle, step: Step, names: Names, language: Language) -> str:
    """The cells between which each block of the step lies."""
    assert step.line is not None
    clue, line = puzzle.clue(step.line), step.line

    def place(bounds: BlockBounds) -> str:
        block = _block(clue, bounds.block, language)
        first, last = (names.cell(*line.cell(offset)) for offset in (bounds.first, bounds.last))
        if not _slides(clue, bounds):
            cells = names.cells(_span(step, bounds))
            return _LIES_ON.of(language, block=block, cells=cells)
        return _LIES_BETWEEN.of(language, block=block, first=first, last=last)

    return _listed([place(bounds) for bounds in step.bounds], language)


def _slides(clue: Sequence[int], bounds: BlockBounds) -> bool:
    """Whether a block still has more than one possible position."""
    return bounds.last - bounds.first + 1 > clue[bounds.block]


def _span(step: Step, bounds: BlockBounds) -> list[Position]:
    assert step.line is not None
    return [step.line.cell(offset) for offset in range(bounds.first, bounds.last + 1)]


def _finished(puzzle: Puzzle, step: Step, language: Language) -> str:
    assert step.line is not None
    if step.fixed[0][2] is Cell.BLACK:
        return _REST_BLACK.of(language)
    total = puzzle.clue(step.line).total
    return (_ONLY_BLACK if total == 1 else _ALL_BLACK).of(language, total=total)


def _gap(step: Step, blocks: int) -> Text:
    """All cells of the gaps are among the fixed ones, which therefore show the number of gaps."""
    cells = {(row, column) for row, column, _ in step.fixed}
    several = any(
        (row, column - 1) not in cells and (row - 1, column) not in cells
        for row, column in sorted(cells)[1:]
    )
    if blocks == 1:
        return _GAPS_OF_ONE if several else _GAP_OF_ONE
    return _GAPS if several else _GAP


def _run(step: Step, blocks: int) -> Text:
    """The owners are exactly as long as the run, because an owner cannot be shorter."""
    assert step.line is not None
    if blocks == 1:
        return _RUN_OF_ONE
    # One run has a cell on either side, and all between them are its own.
    first, last = (step.fixed[place][0] + step.fixed[place][1] for place in (0, -1))
    between = [step.line.cell(place - step.line.index) for place in range(first + 1, last)]
    several = len(step.fixed) > 2 or not set(between) <= set(step.evidence)
    return _RUNS if several else _RUN


def _joined(step: Step, blocks: int) -> Text:
    return _JOINED if len(step.fixed) == 1 else _ANY_JOINED


def _owners(step: Step, blocks: int) -> Text:
    return _ONE_OWNER if blocks == 1 else _OWNERS


_BLOCK_SENTENCES: dict[Technique, Callable[[Step, int], Text]] = {
    Technique.RUN_CLOSED: _run,
    Technique.JOINED_RUNS: _joined,
    Technique.GAP_TOO_SMALL: _gap,
    Technique.BLACK_SEVERAL_OWNERS: _owners,
}
"""Sentences that depend on the number of blocks, but not on their positions."""


def _on_a_line(step: Step, puzzle: Puzzle, names: Names, language: Language) -> str:
    assert step.line is not None
    clue = puzzle.clue(step.line)
    if not clue:
        return _NO_BLOCK.of(language)
    if step.technique is Technique.FINISHED_LINE:
        return _finished(puzzle, step, language)
    fixed = fixed_cells(step.fixed, names, language)
    if step.technique in _BLOCK_SENTENCES:
        blocks = [_block(clue, bounds.block, language) for bounds in step.bounds]
        sentence = _BLOCK_SENTENCES[step.technique](step, len(blocks))
        return sentence.of(language, blocks=_listed(blocks, language), fixed=fixed)
    slides = any(_slides(clue, bounds) for bounds in step.bounds)
    return _LINE_SENTENCES[step.technique].of(
        language,
        where=_places(puzzle, step, names, language),
        fixed=fixed,
        anyhow=_ANYHOW if slides else "",
    )


def _assumed(branch: Branch, names: Names, language: Language) -> str:
    parts = [
        _ASSUMED.of(language, cell=names.cell(row, column), colour=_COLOURS[cell])
        for row, column, cell in branch.assumed[:_ASSUMED_SHOWN]
    ]
    if more := len(branch.assumed) - len(parts):
        assumed = COMMA.of(language).join(parts)
        return _MORE_ASSUMED.of(language, assumed=assumed, count=more)
    return _listed(parts, language)


def _chain(branch: Branch, names: Names, language: Language) -> str:
    links = [
        _LINK.of(language, line=link.line, fixed=fixed_cells(link.fixed, names, language))
        for link in branch.chain
    ]
    if len(links) > _CHAIN_SHOWN:
        half = _CHAIN_SHOWN // 2
        between = _LINKS_CUT.of(language, count=len(links) - _CHAIN_SHOWN)
        links = [*links[:half], between, *links[-half:]]
    joined = _LINK_SEPARATOR.of(language).join(links)
    return _CHAIN.of(
        language,
        assumed=_assumed(branch, names, language),
        links=_LINKS.of(language, links=joined) if links else "",
        line=branch.contradiction,
    )


def reasons(log: Log | None, puzzle: Puzzle, names: Names, language: Language) -> list[str]:
    """The reasons for all steps of a log; log and replay share them, as making them is slow."""
    return [why(step, puzzle, names, language) for step in log or ()]


def why(step: Step, puzzle: Puzzle, names: Names, language: Language) -> str:
    """The reason for a step, with the blocks that it is about, in a sentence or two."""
    if step.line is not None:
        return _on_a_line(step, puzzle, names, language)
    sentence = _CONTRADICTION if step.technique is Technique.CONTRADICTION else _RECURSION
    return sentence.of(
        language,
        refuted=step.refuted,
        depth=step.depth,
        chain=_chain(step.branches[0], names, language),
        fixed=fixed_cells(step.fixed, names, language),
    )
