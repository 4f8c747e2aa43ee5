"""Why a deduction on one line is right, in one clause for each gap, run or block in question."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise

from xlnono.language import Language, Text
from xlnono.model.board import Axis, Cell, Line
from xlnono.model.puzzle import Clue, Puzzle
from xlnono.model.steps import BlockBounds, Position, Step, Stretch, Technique
from xlnono.wording.cell_names import Names
from xlnono.wording.impossible import impossible_on_line
from xlnono.wording.parts import AND, COLOURS, OR, block_name, fixed_cells, listed

_BLOCKS_NAMED = 3
"""More blocks than this in a row are named by the first and the last."""

_MADE = Text("{cells} {colour}", "{cells}は{colour}")
_ALL_BLOCKS = Text("all {count} blocks", "数字{count}個全部")
_BLOCKS_BETWEEN = Text(
    "the {count} blocks from {first} to {last}", "{first}から{last}までの{count}個"
)
_LIES = Text("{block} lies {parts}", "{block}は{parts}")
_ON = Text("on {cells}", "{cells}")
_BETWEEN = Text("between {first} and {last}", "{first}:{last}の中")

_NO_BLOCK = Text("the clue has no block, so every cell is white", "数字がないので、すべて白")
_THE_REST: dict[Cell, Text] = {
    Cell.WHITE: Text(
        "all {total} black cells are known, so the rest is white",
        "黒マス{total}個がそろったので、残りは白",
    ),
    Cell.BLACK: Text(
        "all {total} white cells are known, so the rest is black",
        "白マス{total}個がそろったので、残りは黒",
    ),
}
_FEW_AND_THE_REST: dict[tuple[Cell, int], Text] = {
    (Cell.WHITE, 1): Text(
        "the only black cell is known, so the rest is white", "黒マス1個が決まったので、残りは白"
    ),
    (Cell.WHITE, 2): Text(
        "both black cells are known, so the rest is white", "黒マス2個がそろったので、残りは白"
    ),
    (Cell.BLACK, 2): Text(
        "both white cells are known, so the rest is black", "白マス2個がそろったので、残りは黒"
    ),
}

_EMPTY = {
    Axis.ROW: Text("the row is empty: ", "まだ空の行。"),
    Axis.COLUMN: Text("the column is empty: ", "まだ空の列。"),
}
_ONLY_FITS = Text(
    "{block} fits only on {first}, so {fixed}", "{block}の入る場所は{first}だけなので、{fixed}"
)
_FILLS = Text(
    "{block} fills all {room} cells from {first} to {last}, so {fixed}",
    "{block}は{first}:{last}の{room}マスにちょうど入るので、{fixed}",
)
_FILL = Text(
    "{blocks} and the gaps between them fill all {room} cells from {first} to {last}, so {fixed}",
    "{blocks}は、間の白マスも入れて{first}:{last}の{room}マスにちょうど入るので、{fixed}",
)
_HAS_ROOM = Text(
    "{block} lies between {first} and {last}, which leaves {spare} of {room} cells to spare, so "
    "its middle {sure} are certain: {fixed}",
    "{block}は{first}:{last}の中。{room}マスのうち余りは{spare}なので、中央の{sure}マスは必ず黒。{fixed}",
)
_HAS_ROOM_FOR_ONE = Text(
    "{block} lies between {first} and {last}, which leaves {spare} of {room} cells to spare, so "
    "its middle cell is certain: {fixed}",
    "{block}は{first}:{last}の中。{room}マスのうち余りは{spare}なので、中央の1マスは必ず黒。{fixed}",
)
_HAVE_ROOM = Text(
    "{blocks} lie between {first} and {last} and with the gaps between them take {needed} of the "
    "{room} cells, {spare} to spare, so {owned} are certain: {fixed}",
    "{blocks}は{first}:{last}の中。間の白マスも入れて{needed}マス必要で、{room}マスのうち余りは"
    "{spare}なので、{owned}は必ず黒。{fixed}",
)
_HAVE_ROOM_FOR_ONE = Text(
    "{blocks} lie between {first} and {last} and with the gaps between them take {needed} of the "
    "{room} cells, {spare} to spare, so {owned} is certain: {fixed}",
    "{blocks}は{first}:{last}の中。間の白マスも入れて{needed}マス必要で、{room}マスのうち余りは"
    "{spare}なので、{owned}は必ず黒。{fixed}",
)
_SURE = Text("{count} of {block}", "{block}の{count}マス")
_COUNTED = Text(
    "counting from both ends and past the white cells, {where}, which makes {made}",
    "両端から白マスを避けて数えると、{where}なので、{made}",
)

_LONGEST_RUN = Text(
    "{run} is as long as the longest block of the clue, so {fixed}",
    "{run}は一番長い数字と同じ長さなので、{fixed}",
)
_RUN_OF_ONE = Text(
    "only {block} can cover {run}, which is just as long, so {fixed}",
    "{run}に届くのは{block}だけで、長さも同じなので、{fixed}",
)
_RUN = Text(
    "no block longer than {length} can cover {run}, so {fixed}",
    "{run}に入る数字は大きくても{length}なので、{fixed}",
)
_JOINED = Text(
    "with {gap} black, {run} would be a run of {length}, longer than any block that can cover it, "
    "so {fixed}",
    "{gap}を塗ると{run}の{length}マスがつながり、入る数字がないので、{fixed}",
)
_GAP_FOR_ANY = Text(
    "the gap {gap} is too small for any block, so {fixed}",
    "すき間{gap}はどの数字よりも狭いので、{fixed}",
)
_GAPS_FOR_ANY = Text(
    "the gaps {gap} are too small for any block, so {fixed}",
    "すき間{gap}はどの数字よりも狭いので、{fixed}",
)
_GAP_OF_ONE = Text(
    "the gap {gap} is too small for {blocks}, the only block that reaches it, so {fixed}",
    "すき間{gap}に届くのは{blocks}だけで、狭くて入らないので、{fixed}",
)
_GAPS_OF_ONE = Text(
    "the gaps {gap} are too small for {blocks}, the only block that reaches them, so {fixed}",
    "すき間{gap}に届くのは{blocks}だけで、狭くて入らないので、{fixed}",
)
_GAP = Text(
    "the gap {gap} is too small for {blocks}, and no other block reaches it, so {fixed}",
    "すき間{gap}に届くのは{blocks}だけで、どれも入らないので、{fixed}",
)
_GAPS = Text(
    "the gaps {gap} are too small for {blocks}, and no other block reaches them, so {fixed}",
    "すき間{gap}に届くのは{blocks}だけで、どれも入らないので、{fixed}",
)

_WHERE = Text("{where}, which makes {made}", "{where}なので、{made}")
_ABOUT_WHERE = Text("{about}, so {where}, which makes {made}", "{about}。{where}なので、{made}")
_OUT_OF_REACH = Text(
    "{about}, so {where}, which makes {made}: no block reaches {them}",
    "{about}。{where}なので、どの数字も届かない{made}",
)
_IT, _THEM = Text("it", ""), Text("them", "")
_ALSO_MAKES = Text("these places also make {made}", "同じ範囲から、{made}")
_ONLY_OWNER = Text("only {block} can cover {run}", "{run}に届くのは{block}だけ")
_NO_ROOM_BEFORE = Text(
    "{block} does not fit before {run} and must cover it", "{block}は{run}の前には入らない"
)
_NO_ROOM_AFTER = Text(
    "{block} does not fit after {run} and must cover it", "{block}は{run}の後ろには入らない"
)
_NO_ROOM = Text(
    "{block} fits neither before {run} nor after {other} and must cover both",
    "{block}は{run}の前にも{other}の後ろにも入らない",
)
_COMPLETE = Text("{block} is complete on {run}", "{block}は{run}で完成")
_MATCHED = Text(
    "there are as many separate runs as blocks ({run})", "離れた並び({run})が数字と同じ個数"
)
_PUSHES = Text("{about}, and the blocks beside must make room", "{about}で、隣の数字もずれる")
_AVOIDS = Text("{blocks} must avoid {cells}", "{blocks}は白マスの{cells}を避ける")
_AVOIDS_AND_PUSHES = Text(
    "{blocks} must avoid {cells}, and the blocks beside must make room",
    "{blocks}は白マスの{cells}を避け、隣の数字もずれる",
)
_BESIDE = Text(
    "{blocks} would be too long directly beside {run}", "{blocks}は{run}のすぐ隣には置けない"
)
_OWNER = Text(
    "without a contradiction, {cell} can only belong to {block}, so {where}, which makes {made}",
    "ほかの数字では矛盾するので、{cell}は{block}のもの。{where}なので、{made}",
)
_OWNERS = Text(
    "{cell} belongs to {blocks}: {cases}; in any case {fixed}",
    "{cell}は{blocks}のもの。{cases}。どの場合も{fixed}",
)
_CASE = Text("if to {block}, {where}", "{block}なら{where}")
_NEXT_CASE = Text(", and ", "、")
_COMPLETE_LINE = Text(
    "with {cell} {opposite}, {impossible}, so {fixed}",
    "{cell}が{opposite}だと、{impossible}。だから{fixed}",
)


class LineWording:
    """The words for a step on a line."""

    def __init__(
        self,
        step: Step,
        puzzle: Puzzle,
        names: Names,
        language: Language,
        said: Iterable[BlockBounds] = (),
    ) -> None:
        """Places that were `said` in the same breath are not repeated."""
        assert step.line is not None
        self.step = step
        self.said = set(said)
        self.line: Line = step.line
        self.clue: Clue = puzzle.clue(step.line)
        self.length = puzzle.width if step.line.axis is Axis.ROW else puzzle.height
        self.names = names
        self.language = language

    def clauses(self) -> list[str]:
        """The reason for the step, one clause for each gap or run."""
        step = self.step
        if not self.clue:
            return [_NO_BLOCK.of(self.language)]
        if step.technique is Technique.FINISHED_LINE or not (
            step.bounds or step.stretches or step.technique is Technique.COMPLETE_LINE
        ):
            return [self._finished()]
        several = _SEVERAL_CLAUSES.get(step.technique)
        return several(self) if several else [self._clause()]

    @property
    def stated(self) -> tuple[BlockBounds, ...]:
        """The places that the clauses state one by one."""
        together = self.step.technique is Technique.OVERLAP and self._side_by_side()
        return () if together and len(self.step.bounds) > 1 else self.step.bounds

    def _say(self, text: Text, **parts: object) -> str:
        return text.of(self.language, **parts)

    def _fixed(self, text: Text | None = None, within: Iterable[Position] | None = None) -> str:
        fixed: Iterable[tuple[int, int, Cell]] = self.step.fixed
        if within is not None:
            cells = set(within)
            fixed = [each for each in fixed if each[:2] in cells]
        return fixed_cells(fixed, self.names, self.language, text)

    def _cell(self, offset: int) -> str:
        return self.names.cell(*self.line.cell(offset))

    def _cells(self, offsets: Iterable[int]) -> str:
        cells = self.names.cells(self.line.cell(offset) for offset in offsets)
        return listed(cells.split(", "), self.language)

    def _span(self, stretch: Stretch) -> str:
        return self._cells(range(stretch.first, stretch.last + 1))

    def _block(self, block: int) -> str:
        return block_name(self.clue, block, self.language)

    def _blocks(self, blocks: Iterable[int], last: Text = AND) -> str:
        return listed([self._block(block) for block in sorted(set(blocks))], self.language, last)

    def _lies(self, bounds: BlockBounds) -> str:
        parts = []
        for first, last in bounds.stretches:
            if last - first + 1 == self.clue[bounds.block]:
                parts.append(self._say(_ON, cells=self._cells(range(first, last + 1))))
            else:
                parts.append(self._say(_BETWEEN, first=self._cell(first), last=self._cell(last)))
        return self._say(
            _LIES, block=self._block(bounds.block), parts=listed(parts, self.language, OR)
        )

    def _where(self, bounds: Iterable[BlockBounds]) -> str:
        return listed([self._lies(each) for each in bounds], self.language)

    def _made(self) -> str:
        return self._fixed(_MADE)

    def _finished(self) -> str:
        colour = self.step.fixed[0][2]
        black = sum(self.clue)
        total = black if colour is Cell.WHITE else self.length - black
        text = _FEW_AND_THE_REST.get((colour, total), _THE_REST[colour])
        return self._say(text, total=total)

    def _clause(self) -> str:
        technique = self.step.technique
        if technique is Technique.OVERLAP:
            return self._overlap()
        if technique is Technique.BLACK_SEVERAL_OWNERS:
            return self._by_owners()
        where, made = self._where(self.step.bounds), self._made()
        if self.said.issuperset(self.step.bounds):
            return self._say(_ALSO_MAKES, made=made)
        if not self.step.stretches:
            return self._say(_WHERE, where=where, made=made)
        about = _ABOUT[technique](self)
        if technique is Technique.OUT_OF_REACH:
            them = self._say(_IT if len(self.step.fixed) == 1 else _THEM)
            return self._say(_OUT_OF_REACH, about=about, where=where, made=made, them=them)
        return self._say(_ABOUT_WHERE, about=about, where=where, made=made)

    def _overlap(self) -> str:
        bounds = self.step.bounds
        empty = self._say(_EMPTY[self.line.axis]) if self.step.stretches else ""
        if not self._side_by_side():
            return empty + self._say(_COUNTED, where=self._where(bounds), made=self._made())
        first, last = bounds[0].first, bounds[-1].last
        room = last - first + 1
        needed = sum(self.clue[each.block] + 1 for each in bounds) - 1
        spare = room - needed
        facts = {
            "block": self._block(bounds[0].block),
            "blocks": self._row_of_blocks(),
            "first": self._cell(first),
            "last": self._cell(last),
            "room": room,
            "needed": needed,
            "spare": spare,
            "sure": needed - spare,
            "fixed": self._fixed(),
        }
        if room == 1 and not empty:
            return self._say(_ONLY_FITS, **facts)
        if not spare:
            return empty + self._say(_FILLS if len(bounds) == 1 else _FILL, **facts)
        if len(bounds) == 1:
            text = _HAS_ROOM_FOR_ONE if needed - spare == 1 else _HAS_ROOM
            return empty + self._say(text, **facts)
        counts = {
            each.block: self.clue[each.block] - spare
            for each in bounds
            if self.clue[each.block] > spare
        }
        sure = [
            self._say(_SURE, count=count, block=self._block(block))
            for block, count in counts.items()
        ]
        text = _HAVE_ROOM_FOR_ONE if sum(counts.values()) == 1 else _HAVE_ROOM
        return empty + self._say(text, owned=listed(sure, self.language), **facts)

    def _side_by_side(self) -> bool:
        """Whether the stated blocks share some cells, as close to the start as to the end."""
        bounds = self.step.bounds
        return not any(each.parts for each in bounds) and all(
            one.block + 1 == other.block
            and one.first + self.clue[one.block] + 1 == other.first
            and one.last + 1 + self.clue[other.block] == other.last
            for one, other in pairwise(bounds)
        )

    def _row_of_blocks(self) -> str:
        blocks = [each.block for each in self.step.bounds]
        if len(blocks) <= _BLOCKS_NAMED:
            return self._blocks(blocks)
        if len(blocks) == len(self.clue):
            return self._say(_ALL_BLOCKS, count=len(blocks))
        first, last = self._block(blocks[0]), self._block(blocks[-1])
        return self._say(_BLOCKS_BETWEEN, count=len(blocks), first=first, last=last)

    def closed_runs(self) -> list[str]:
        clauses = []
        said: set[int] = set()
        for run in self.step.stretches:
            sides = {run.first - 1, run.last + 1} - said
            said |= sides
            fixed = self._fixed(within=[self.line.cell(offset) for offset in sides if offset >= 0])
            if not fixed:
                continue
            length = run.last - run.first + 1
            facts = {"run": self._span(run), "length": length, "fixed": fixed}
            if length == max(self.clue):
                clauses.append(self._say(_LONGEST_RUN, **facts))
            elif len(run.blocks) == 1:
                block = self._block(run.blocks[0])
                clauses.append(self._say(_RUN_OF_ONE, block=block, **facts))
            else:
                clauses.append(self._say(_RUN, **facts))
        return clauses

    def runs_apart(self) -> list[str]:
        clauses = []
        fixed = {row + column - self.line.index for row, column, _ in self.step.fixed}
        for run in self.step.stretches:
            (gap,) = fixed & set(range(run.first, run.last + 1))
            clauses.append(
                self._say(
                    _JOINED,
                    gap=self._cell(gap),
                    run=self._span(run),
                    length=run.last - run.first + 1,
                    fixed=self._fixed(within=[self.line.cell(gap)]),
                )
            )
        return clauses

    def refuted_cells(self) -> list[str]:
        return [
            self._say(
                _COMPLETE_LINE,
                cell=self.names.cell(row, column),
                opposite=COLOURS[colour.opposite],
                impossible=impossible_on_line(reason, self.clue, self.names, self.language),
                fixed=self._fixed(within=[(row, column)]),
            )
            for (row, column, colour), reason in zip(
                self.step.fixed, self.step.refutations, strict=True
            )
        ]

    def small_gaps(self) -> list[str]:
        gaps: dict[tuple[int, ...], list[int]] = {}
        for first, last, blocks in self.step.stretches:
            for_any = last - first + 1 < min(self.clue)
            gaps.setdefault(() if for_any else blocks, []).extend(range(first, last + 1))
        clauses = []
        for blocks, cells in gaps.items():
            several = any(after > before + 1 for before, after in pairwise(cells))
            if not blocks:
                text = _GAPS_FOR_ANY if several else _GAP_FOR_ANY
            elif len(blocks) == 1:
                text = _GAPS_OF_ONE if several else _GAP_OF_ONE
            else:
                text = _GAPS if several else _GAP
            fixed = self._fixed(within=[self.line.cell(offset) for offset in cells])
            facts = {"gap": self._cells(cells), "blocks": self._blocks(blocks), "fixed": fixed}
            clauses.append(self._say(text, **facts))
        return clauses

    def without_room(self) -> str:
        """Which blocks do not fit between the solved ends of the line and a run."""
        fixed = {row + column - self.line.index for row, column, _ in self.step.fixed}
        parts = []
        for block, runs in self._runs_of_blocks().items():
            name, bounds = self._block(block), next(b for b in self.step.bounds if b.block == block)
            after = fixed & set(range(runs[-1].last + 1, bounds.last + 2))
            before = fixed & set(range(bounds.first - 1, runs[0].first))
            first, last = self._span(runs[0]), self._span(runs[-1])
            if len(runs) > 1:
                parts.append(self._say(_NO_ROOM, block=name, run=first, other=last))
            elif after or not before:
                parts.append(self._say(_NO_ROOM_BEFORE, block=name, run=first))
            else:
                parts.append(self._say(_NO_ROOM_AFTER, block=name, run=last))
        return listed(parts, self.language)

    def _runs_of_blocks(self) -> dict[int, list[Stretch]]:
        """The runs of each block that owns any."""
        runs: dict[int, list[Stretch]] = {}
        for run in self.step.stretches:
            runs.setdefault(run.blocks[0], []).append(run)
        return runs

    def each_run(self, text: Text) -> str:
        """Something about each block and its runs."""
        parts = []
        for block, runs in self._runs_of_blocks().items():
            spans = listed([self._span(run) for run in runs], self.language)
            parts.append(self._say(text, run=spans, block=self._block(block)))
        return listed(parts, self.language)

    def all_runs(self, text: Text) -> str:
        """Something about all runs together."""
        return self._say(
            text, run=listed(list(map(self._span, self.step.stretches)), self.language)
        )

    def avoided(self, text: Text) -> str:
        """Which blocks must avoid which white cells."""
        blocks = {block for stretch in self.step.stretches for block in stretch.blocks}
        cells = [
            offset
            for stretch in self.step.stretches
            for offset in range(stretch.first, stretch.last + 1)
        ]
        return self._say(text, blocks=self._blocks(blocks), cells=self._cells(cells))

    def beside(self) -> str:
        return listed(
            [
                self._say(_BESIDE, blocks=self._blocks(run.blocks, OR), run=self._span(run))
                for run in self.step.stretches
            ],
            self.language,
        )

    def pushing(self) -> str:
        return self._say(_PUSHES, about=self.each_run(_ONLY_OWNER))

    def _by_owners(self) -> str:
        (black,) = self.step.stretches
        cell, cases = self._span(black), self.step.cases
        if len(cases) == 1:
            (case,) = cases
            where = self._where(case.bounds)
            block = self._block(case.owner)
            return self._say(_OWNER, cell=cell, block=block, where=where, made=self._made())
        owners: dict[tuple[BlockBounds, ...], list[int]] = {}
        for owner, bounds in cases:
            owners.setdefault(bounds, []).append(owner)
        parts = [
            self._say(_CASE, block=self._blocks(blocks, OR), where=self._where(bounds))
            for bounds, blocks in owners.items()
        ]
        return self._say(
            _OWNERS,
            cell=cell,
            blocks=self._blocks(black.blocks, OR),
            cases=_NEXT_CASE.of(self.language).join(parts),
            fixed=self._fixed(),
        )


_SEVERAL_CLAUSES: dict[Technique, Callable[[LineWording], list[str]]] = {
    Technique.RUN_CLOSED: LineWording.closed_runs,
    Technique.JOINED_RUNS: LineWording.runs_apart,
    Technique.GAP_TOO_SMALL: LineWording.small_gaps,
    Technique.COMPLETE_LINE: LineWording.refuted_cells,
}

_ABOUT: dict[Technique, Callable[[LineWording], str]] = {
    Technique.WALL_REACH: LineWording.without_room,
    Technique.OUT_OF_REACH: lambda line: line.each_run(_ONLY_OWNER),
    Technique.BLOCK_ORDER: lambda line: line.each_run(_COMPLETE),
    Technique.RUNS_MATCHED: lambda line: line.all_runs(_MATCHED),
    Technique.BLACK_ONE_OWNER: lambda line: line.each_run(_ONLY_OWNER),
    Technique.BLACK_MOVES_BOUNDS: LineWording.pushing,
    Technique.WHITE_ONE_REACH: lambda line: line.avoided(_AVOIDS),
    Technique.WHITE_MOVES_BOUNDS: lambda line: line.avoided(_AVOIDS_AND_PUSHES),
    Technique.WHITE_SEVERAL_REACHES: lambda line: line.avoided(_AVOIDS),
    Technique.SHORT_BLOCKS: LineWording.beside,
}
"""What comes before the places of the blocks."""
