"""Why a deduction on one line is right, in one clause for each gap, run or block in question."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise, zip_longest

from xlnono.language import Language, Text
from xlnono.lazily import lazy
from xlnono.model.board import Axis, Cell, Line, bits
from xlnono.model.puzzle import Puzzle
from xlnono.model.steps import BlockBounds, Step, Stretch, Technique
from xlnono.wording.arguments import Argument, argument
from xlnono.wording.cell_names import Names, line_names
from xlnono.wording.counting import (
    Bound,
    Cells,
    CountedLine,
    Crowding,
    Others,
    Owned,
    Pushed,
    are_apart,
    why_no_other,
)
from xlnono.wording.impossible import impossible_on_line
from xlnono.wording.parts import AND, COLOURS, OR, block_names, coloured, listed

_Facts = dict[str, str | int]
"""Facts that are safe to show: numbers, names of cells, and texts made of them."""

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
    (Cell.BLACK, 0): Text("no cell is white, so the rest is black", "白マスはないので、残りは黒"),
    (Cell.BLACK, 1): Text(
        "the only white cell is known, so the rest is black", "白マス1個が決まったので、残りは黒"
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
_FILLS_BOTH = Text(
    "{block} fills both cells from {first} to {last}, so {fixed}",
    "{block}は{first}:{last}の2マスにちょうど入るので、{fixed}",
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


_LONGEST_RUN = Text(
    "{run} is as long as the longest block of the clue, so {fixed}",
    "{run}は一番長い数字と同じ長さなので、{fixed}",
)
_RUN_OF_ONE = Text(
    "{run} is all of {block}, the only block that can cover it{why}, so {fixed}",
    "{run}に届くのは{block}だけ{why}で、長さも同じなので、{fixed}",
)
_RUN = Text(
    "no block longer than {length} can cover {run}{why}, so {fixed}",
    "{run}に入る数字は大きくても{length}{why}なので、{fixed}",
)
_JOINED = Text(
    "with {gap} black, {run} would be a run of {length}, longer than any block that can cover "
    "it{why}, so {fixed}",
    "{gap}を塗ると{run}の{length}マスがつながり、入る数字がない{why}ので、{fixed}",
)
_JOINED_FOR_ANY = Text(
    "with {gap} black, {run} would be a run of {length}, longer than any block of the clue, so "
    "{fixed}",
    "{gap}を塗ると{run}の{length}マスがつながり、どの数字よりも長いので、{fixed}",
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
    "the gap {gap} is too small for {blocks}, the only block that reaches it{why}, so {fixed}",
    "すき間{gap}に届くのは{blocks}だけ{why}で、狭くて入らないので、{fixed}",
)
_GAPS_OF_ONE = Text(
    "the gaps {gap} are too small for {blocks}, the only block that reaches them{why}, so {fixed}",
    "すき間{gap}に届くのは{blocks}だけ{why}で、狭くて入らないので、{fixed}",
)
_GAP = Text(
    "the gap {gap} is too small for {blocks}, and no other block reaches it{why}, so {fixed}",
    "すき間{gap}に届くのは{blocks}だけ{why}で、どれも入らないので、{fixed}",
)
_GAPS = Text(
    "the gaps {gap} are too small for {blocks}, and no other block reaches them{why}, so {fixed}",
    "すき間{gap}に届くのは{blocks}だけ{why}で、どれも入らないので、{fixed}",
)

_WHY = Text(" ({reasons})", "({reasons})")
_REASONS_APART = Text("; ", "、")
_ENDS = Text("{block} ends at {cell} at the latest", "{block}は遅くとも{cell}まで")
_STARTS = Text("{block} starts at {cell} at the earliest", "{block}は早くても{cell}から")
_ENDS_TOUCHING = Text(
    "{block} ends at {cell} at the latest because it would touch {cells} after that",
    "{block}は、その先だと{cells}に触れるので遅くとも{cell}まで",
)
_STARTS_TOUCHING = Text(
    "{block} starts at {cell} at the earliest because it would touch {cells} before that",
    "{block}は、その手前だと{cells}に触れるので早くても{cell}から",
)
_ONLY_BLOCK = Text("the clue has no other", "数字は1つだけ")
_OTHER_IS = Text("the other block is {kinds}", "もう1つは{kinds}")
_OTHERS_ARE = Text("the other blocks are {kinds}", "ほかは{kinds}")
_KINDS = Text("complete", "完成済み"), Text("too short", "短すぎる"), Text("too long", "長すぎる")
_IS_TOO_LONG = Text("{blocks} is too long", "{blocks}は長すぎる")
_ARE_TOO_LONG = Text("{blocks} are too long", "{blocks}は長すぎる")
_LONGER_COMPLETE = Text("the longer blocks are complete", "それより長い数字は完成済み")
_WOULD_TOUCH = Text("{blocks} would touch {cells}", "{blocks}だと{cells}に触れる")
_TOO_FEW_BLOCKS = {
    False: Text(
        "{block} would leave too few blocks before it for {cells}, which need one each",
        "{block}だと、1つずつ数字が要る手前の{cells}に数字が足りない",
    ),
    True: Text(
        "{block} would leave too few blocks behind it for {cells}, which need one each",
        "{block}だと、1つずつ数字が要る先の{cells}に数字が足りない",
    ),
}
_NO_BLOCK_LEFT = Text(
    "{block} would leave no block for {cells}", "{block}だと{cells}の数字がなくなる"
)
_ALTERNATIVE = Text(" or ", "か、")

_WHERE = Text("{where}, which makes {made}", "{where}なので、{made}")
_ABOUT_WHERE = Text("{about}, so {where}, which makes {made}", "{about}。{where}なので、{made}")
_OUT_OF_REACH = Text(
    "{about}, so {where}, which makes {made}: no block reaches {them}",
    "{about}。{where}なので、どの数字も届かない{made}",
)
_IT, _THEM = Text("it", ""), Text("them", "")
_ALSO_MAKES = Text("these places also make {made}", "同じ範囲から、{made}")
_ONLY_OWNER = Text("only {block} can cover {run}{why}", "{run}に届くのは{block}だけ{why}")
_COMPLETE = Text("{block} is complete on {run}{why}", "{block}は{run}で完成{why}")
_LAST_BLOCK = Text(
    "{block} is the only block and must cover {run}", "数字は{block}だけなので、{run}を通る"
)
_LAST_OPEN_BLOCK = Text(
    "only {block} is not complete and must cover {run}",
    "{block}のほかは完成しているので、{block}が{run}を通る",
)
_AT_EDGE = Text("{run} is at the edge", "{run}は端にある")
_NOTHING_BEFORE = Text("no free cell comes before {run}", "{run}の手前に空きはない")
_NOTHING_AFTER = Text("no free cell comes after {run}", "{run}の先に空きはない")
_NO_ROOM_BEFORE = Text(
    "the {count} cells {cells} before {run} are too few for {block}, which must cover it",
    "{run}の手前の{cells}({count}マス)に{block}は入らず、{block}は{run}を通る",
)
_NO_ROOM_BEFORE_IN_ONE = Text(
    "the single cell {cells} before {run} is too small for {block}, which must cover it",
    "{run}の手前の{cells}(1マス)に{block}は入らず、{block}は{run}を通る",
)
_NO_ROOM_AFTER = Text(
    "the {count} cells {cells} after {run} are too few for {block}, which must cover it",
    "{run}の先の{cells}({count}マス)に{block}は入らず、{block}は{run}を通る",
)
_NO_ROOM_AFTER_IN_ONE = Text(
    "the single cell {cells} after {run} is too small for {block}, which must cover it",
    "{run}の先の{cells}(1マス)に{block}は入らず、{block}は{run}を通る",
)
_PARTED = Text(
    "white cells part the {count} runs {run}, which must be the {count} blocks in turn",
    "{run}の{count}個は白マスで分かれているので、順に{count}個の数字",
)
_TOO_FAR_APART = Text(
    "the {count} runs {run} are too far apart to be joined and must be the {count} blocks in turn",
    "{run}の{count}個は離れすぎていてつながらないので、順に{count}個の数字",
)
_NOT_JOINED = Text(
    "the {count} runs {run} are parted by white cells or too far apart to be joined and must be "
    "the {count} blocks in turn",
    "{run}の{count}個は、白マスで分かれているか離れすぎていてつながらないので、順に{count}個の数字",
)
_ONLY_RUN = Text("{run} must belong to the only block", "数字は1つだけなので、{run}はその数字")
_ONLY_GAP = Text("{gap} is the only open gap with room for {block}", "{block}が入る空きは{gap}だけ")
_NO_GAP_BEFORE = Text(
    "no open gap before {cell} has room for {block}", "{cell}より前に{block}の入る空きはない"
)
_NO_GAP_AFTER = Text(
    "no open gap after {cell} has room for {block}", "{cell}より後に{block}の入る空きはない"
)
_ARGUMENTS = Text(", ", "。")
_LAST_ARGUMENT = Text(", and ", "。")
_PUSHED = {
    (Axis.ROW, False): Text(
        "as far left as possible, {places}", "できるだけ左に寄せると、{places}"
    ),
    (Axis.ROW, True): Text(
        "as far right as possible, {places}", "できるだけ右に寄せると、{places}"
    ),
    (Axis.COLUMN, False): Text(
        "as far up as possible, {places}", "できるだけ上に寄せると、{places}"
    ),
    (Axis.COLUMN, True): Text(
        "as far down as possible, {places}", "できるだけ下に寄せると、{places}"
    ),
}
_IGNORING_BLACK = Text("ignoring black cells, {pushed}", "黒マスを考えずに{pushed}")
_PUSHED_ALIKE = {
    Axis.ROW: Text(
        "as far left and as far right as possible, {places}", "左に寄せても右に寄せても、{places}"
    ),
    Axis.COLUMN: Text(
        "as far up and as far down as possible, {places}", "上に寄せても下に寄せても、{places}"
    ),
}
_TO_COVER = Text("{place} to cover {run}", "{place}({run}を通る)")
_FURTHER_ON = Text(
    "{place} (further on it would touch {cells})", "{place}(その先では{cells}に触れる)"
)
_ITEM = Text("{block} on {cells}", "{block}は{cells}")
_ITEM_LIES = Text("{block} lies on {cells}", "{block}は{cells}")
_COMPLETE_PLACES = Text("{about}, which makes {made}", "{about}。そのため、{made}")
_TOUCHING = Text("{block} on {place} would touch {cells}", "{block}は{place}だと{cells}に触れる")
_OWNER = Text(
    "{cell} can only belong to {block}{why}, so {where}, which makes {made}",
    "{cell}は{block}のもの{why}。{where}なので、{made}",
)
_OWNERS = Text(
    "{cell} belongs to {blocks}{why}: {cases}; in any case {fixed}",
    "{cell}は{blocks}のもの{why}。{cases}。どの場合も{fixed}",
)
_OWNER_UNREASONED = Text(
    "without a contradiction, {cell} can only belong to {block}, so {where}, which makes {made}",
    "ほかの数字では矛盾するので、{cell}は{block}のもの。{where}なので、{made}",
)
_OWNERS_UNREASONED = Text(
    "without a contradiction, {cell} can only belong to {blocks}: {cases}; in any case {fixed}",
    "ほかの数字では矛盾するので、{cell}は{blocks}のもの。{cases}。どの場合も{fixed}",
)
_CASE = Text("if to {block}, {where}", "{block}なら{where}")
_NEXT_CASE = Text(", and ", "、")
_COMPLETE_LINE = Text(
    "with {cell} {opposite}, {impossible}, so {fixed}",
    "{cell}が{opposite}だと、{impossible}。だから{fixed}",
)


def _is_alone(pushed: Sequence[Pushed]) -> bool:
    """Whether it is one block, which is too long for all gaps beyond."""
    return len(pushed) == 1 and pushed[0].alone


class NamedLine:
    """A line with its clue and the names of its cells and blocks, for all steps on it."""

    def __init__(self, line: Line, puzzle: Puzzle, names: Names, language: Language) -> None:
        self.line, self.axis, self.index = line, line.axis, line.index
        self.names, self.language = names, language
        # Indexing a plain tuple is faster.
        self.clue: tuple[int, ...] = tuple(puzzle.clue(line))
        self.length = puzzle.width if line.axis is Axis.ROW else puzzle.height
        self.cells = line_names(names, line, self.length)
        self.blocks = block_names(self.clue, language)


class StepWording:
    """The words for a step on a line."""

    def __init__(
        self,
        step: Step,
        line: NamedLine,
        said: set[BlockBounds] | frozenset[BlockBounds] = frozenset(),
    ) -> None:
        """Places that were `said` in the same breath are not repeated."""
        self.step, self.line, self.said = step, line, said
        self.clue, self.cells, self.language = line.clue, line.cells, line.language
        self.fixed = line.line.masks(step.fixed)

    @lazy
    def counted(self) -> CountedLine:
        return CountedLine(self.clue, self.line.length, *self.step.known)

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
    def refers_back(self) -> bool:
        """Whether the clauses leave out places that were said before."""
        return bool(self.step.bounds) and self.said.issuperset(self.step.bounds)

    @property
    def stated(self) -> tuple[BlockBounds, ...]:
        """The places that the clauses state one by one."""
        bounds = self.step.bounds
        together = self.step.technique is Technique.OVERLAP and len(bounds) > 1
        return () if together and self._side_by_side else bounds

    def _say(self, text: Text, **parts: str | int) -> str:
        # The parts are safe to show, so nothing is checked.
        return text.of(self.language).format_map(parts)

    def _fixed(self, text: Text | None = None, within: int = -1) -> str:
        """Which cells are black and which white, of those in a mask."""
        parts = []
        for colour, all_cells in zip((Cell.BLACK, Cell.WHITE), self.fixed, strict=True):
            if cells := all_cells & within:
                ranges = self.cells.ranges(cells)
                parts.append(coloured(ranges, colour, self.language, text))
        return listed(parts, self.language)

    def _cell(self, offset: int) -> str:
        return self.cells.cells[offset]

    def _cells(self, offsets: Iterable[int]) -> str:
        cells = 0
        for offset in offsets:
            cells |= 1 << offset
        return listed(self.cells.ranges(cells), self.language)

    def _range(self, first: int, last: int) -> str:
        return self.cells.range(first, last)

    def _span(self, stretch: Stretch) -> str:
        return self.cells.range(stretch.first, stretch.last)

    def _block(self, block: int) -> str:
        return self.line.blocks[block]

    def _blocks(self, blocks: Sequence[int], last: Text = AND) -> str:
        if len(blocks) == 1:
            return self._block(blocks[0])
        return listed([self._block(block) for block in sorted(set(blocks))], self.language, last)

    def _lies(self, bounds: BlockBounds) -> str:
        parts = []
        for first, last in bounds.stretches:
            if last - first + 1 == self.clue[bounds.block]:
                parts.append(self._say(_ON, cells=self._range(first, last)))
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
        total = black if colour is Cell.WHITE else self.line.length - black
        text = _FEW_AND_THE_REST.get((colour, total), _THE_REST[colour])
        return self._say(text, total=total)

    def _clause(self) -> str:
        technique = self.step.technique
        if technique is Technique.OVERLAP:
            return self._overlap()
        if technique is Technique.BLACK_SEVERAL_OWNERS:
            return self._by_owners()
        return self._by_places()

    @lazy
    def _argument(self) -> Argument:
        return argument(self.step, self.counted)

    def _by_places(self) -> str:
        technique, bounds, made = self.step.technique, self.step.bounds, self._made()
        if self.said.issuperset(bounds):
            return self._say(_ALSO_MAKES, made=made)
        if technique in _ABOUT:
            about, where = _ABOUT[technique](self), self._where(bounds)
        else:
            found = self._argument
            about = self._argued(found)
            owned = {one.block: one.run for one in found.owned}
            complete = {one.block for one in found.owned if one.size == self.clue[one.block]}
            complete.update([one.block for one in found.pushed_alike])
            where = self._where(
                [
                    _holding(one, owned[one.block]) if one.block in owned else one
                    for one in bounds
                    if one.block not in complete
                ]
            )
        if not about:
            return self._say(_WHERE, where=where, made=made)
        if technique is Technique.OUT_OF_REACH and not self.fixed[0] and where:
            them = self._say(_IT if len(self.step.fixed) == 1 else _THEM)
            return self._say(_OUT_OF_REACH, about=about, where=where, made=made, them=them)
        text = _ABOUT_WHERE if where else _COMPLETE_PLACES
        return self._say(text, about=about, where=where, made=made)

    def _overlap(self) -> str:
        bounds = self.step.bounds
        if not self._side_by_side or (
            [each.block for each in bounds] != list(self.counted.open)
            and self._argument != Argument()
        ):
            return self._by_places()
        empty = self._say(_EMPTY[self.line.axis]) if self.step.stretches else ""
        first, last = bounds[0].first, bounds[-1].last
        room = last - first + 1
        needed = sum([self.clue[each.block] + 1 for each in bounds]) - 1
        spare = room - needed
        facts: _Facts = {
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
        if room == 1:
            return empty + self._say(_ONLY_FITS, **facts)
        if not spare:
            alone = _FILLS_BOTH if room == 2 else _FILLS
            return empty + self._say(alone if len(bounds) == 1 else _FILL, **facts)
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

    @lazy
    def _side_by_side(self) -> bool:
        """Whether the stated blocks share some cells, as close to the start as to the end."""
        bounds = self.step.bounds
        if len(bounds) == 1:
            return not bounds[0].parts
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
            fixed = self._fixed(within=sum(1 << offset for offset in sides if offset >= 0))
            if not fixed:
                continue
            length = run.last - run.first + 1
            cells = run.first, run.last
            facts: _Facts = {"run": self._span(run), "length": length, "fixed": fixed}
            if length == max(self.clue):
                clauses.append(self._say(_LONGEST_RUN, **facts))
            elif len(run.blocks) == 1:
                block = self._block(run.blocks[0])
                why = self._why(self.counted.others_at_run(cells, run.blocks))
                clauses.append(self._say(_RUN_OF_ONE, block=block, why=why, **facts))
            else:
                why = self._why(self.counted.others_at_run(cells, run.blocks, length), longer=True)
                clauses.append(self._say(_RUN, why=why, **facts))
        return clauses

    def runs_apart(self) -> list[str]:
        clauses = []
        for run in self.step.stretches:
            joined = (2 << run.last) - (1 << run.first)
            (gap,) = bits((self.fixed[0] | self.fixed[1]) & joined)
            length = run.last - run.first + 1
            facts: _Facts = {
                "gap": self._cell(gap),
                "run": self._span(run),
                "length": length,
                "fixed": self._fixed(within=1 << gap),
            }
            if length > max(self.clue):
                clauses.append(self._say(_JOINED_FOR_ANY, **facts))
            else:
                others = self.counted.others_at_run((run.first, run.last), ())
                why = self._why(others, longer=True)
                clauses.append(self._say(_JOINED, why=why, **facts))
        return clauses

    def short_blocks(self) -> list[str]:
        """Each new white cell beside a run, if no block can own both; otherwise where the blocks
        lie."""
        clauses = []
        limits = self.counted.limits(owning=True)
        for row, column, colour in self.step.fixed:
            cell = row + column - self.line.index
            joined = None if colour is Cell.BLACK else limits.joined_by(cell)
            if joined is None:
                return [self._clause()]
            run, others = joined
            length = run[1] - run[0] + 1
            facts: _Facts = {
                "gap": self._cell(cell),
                "run": self._range(*run),
                "length": length,
                "fixed": self._fixed(within=1 << cell),
            }
            if length > max(self.clue):
                clauses.append(self._say(_JOINED_FOR_ANY, **facts))
            else:
                why = self._why(others, longer=True)
                clauses.append(self._say(_JOINED, why=why, **facts))
        return clauses

    def refuted_cells(self) -> list[str]:
        return [
            self._say(
                _COMPLETE_LINE,
                cell=self._cell(row + column - self.line.index),
                opposite=COLOURS[colour.opposite].of(self.language),
                impossible=impossible_on_line(reason, self.clue, self.line.names, self.language),
                fixed=self._fixed(within=1 << row + column - self.line.index),
            )
            for (row, column, colour), reason in zip(
                self.step.fixed, self.step.refutations, strict=True
            )
        ]

    def small_gaps(self) -> list[str]:
        gaps: dict[tuple[int, ...], list[Cells]] = {}
        shortest = min(self.clue)
        for first, last, blocks in self.step.stretches:
            for_any = last - first + 1 < shortest
            gaps.setdefault(() if for_any else blocks, []).append((first, last))
        clauses = []
        for blocks, some in gaps.items():
            several = len(some) > 1
            gap = listed([self._range(*each) for each in some], self.language)
            fixed = self._fixed(within=sum([(2 << last) - (1 << first) for first, last in some]))
            if not blocks:
                text = _GAPS_FOR_ANY if several else _GAP_FOR_ANY
                clauses.append(self._say(text, gap=gap, fixed=fixed))
                continue
            if len(blocks) == 1:
                text = _GAPS_OF_ONE if several else _GAP_OF_ONE
            else:
                text = _GAPS if several else _GAP
            why = self._why(self.counted.others_at_gap((some[0][0], some[-1][1]), blocks))
            named = self._blocks(blocks)
            clauses.append(self._say(text, gap=gap, blocks=named, why=why, fixed=fixed))
        return clauses

    def _why(self, others: Others | None, longer: bool = False) -> str:
        """Why no other block, or no `longer` one, can cover something, in parentheses."""
        if others is None:
            return ""
        reasons = []
        if others.before:
            reasons.append(self._bound(others.before, _ENDS, _ENDS_TOUCHING))
        if others.behind:
            reasons.append(self._bound(others.behind, _STARTS, _STARTS_TOUCHING))
        reasons += self._touching(others)
        if others.long and (reasons or longer):
            text = _IS_TOO_LONG if len(others.long) == 1 else _ARE_TOO_LONG
            reasons.append(self._say(text, blocks=self._blocks(others.long)))
        reasons += map(self._crowding, others.crowding)
        if not reasons and longer and others.complete:
            reasons.append(self._say(_LONGER_COMPLETE))
        if not reasons and not longer:
            some = others.complete, others.short, others.long
            kinds = [self._say(kind) for kind, blocks in zip(_KINDS, some, strict=True) if blocks]
            if len(self.clue) == 1:
                reasons.append(self._say(_ONLY_BLOCK))
            elif kinds:
                text = _OTHER_IS if sum(map(len, some)) == 1 else _OTHERS_ARE
                reasons.append(self._say(text, kinds=listed(kinds, self.language, _ALTERNATIVE)))
        if any(len(crowding.cells) > 1 for crowding in others.crowding):
            said = _REASONS_APART.of(self.language).join(reasons)
        else:
            said = listed(reasons, self.language)
        return self._say(_WHY, reasons=said) if reasons else ""

    def _bound(self, bound: Bound, plain: Text, touching: Text) -> str:
        return self._say(
            touching if bound.touching else plain,
            block=self._block(bound.block),
            cell=self._cell(bound.cell),
            cells=self._any_of(bound.touching),
        )

    def _any_of(self, cells: Iterable[int]) -> str:
        return listed(list(map(self._cell, cells)), self.language, OR)

    def _touching(self, others: Others) -> list[str]:
        """Which other blocks would touch which cells."""
        blocks: dict[tuple[int, ...], list[int]] = {}
        for block, cells in others.touching:
            blocks.setdefault(cells, []).append(block)
        return [
            self._say(_WOULD_TOUCH, blocks=self._blocks(some, OR), cells=self._any_of(cells))
            for cells, some in blocks.items()
        ]

    def _crowding(self, crowding: Crowding) -> str:
        """That a block would leave too few for the cells on one side of it."""
        text = _TOO_FEW_BLOCKS[crowding.behind] if len(crowding.cells) > 1 else _NO_BLOCK_LEFT
        cells = listed(list(map(self._cell, crowding.cells)), self.language)
        return self._say(text, block=self._block(crowding.block), cells=cells)

    def without_room(self) -> str:
        """Which blocks do not fit between the solved ends of the line and a run."""
        parts = []
        for block, runs in self._runs_of_blocks().items():
            name = self._block(block)
            if len(self.counted.open) == 1:
                text = _LAST_BLOCK if len(self.clue) == 1 else _LAST_OPEN_BLOCK
                spans = listed([self._span(run) for run in runs], self.language)
                parts.append(self._say(text, block=name, run=spans))
                continue
            if block == self.counted.first:
                parts.append(self._without_room_at(block, runs[0], at_end=False))
            if block == self.counted.end - 1:
                parts.append(self._without_room_at(block, runs[-1], at_end=True))
        return listed([part for part in parts if part], self.language, _LAST_ARGUMENT)

    def _without_room_at(self, block: int, run: Stretch, at_end: bool) -> str:
        line = self.counted
        beyond = range(run.last + 1, line.stop) if at_end else range(line.start, run.first)
        if len(beyond) >= self.clue[block]:
            return ""
        free = [cell for cell in beyond if not line.white >> cell & 1]
        facts: _Facts = {"block": self._block(block), "run": self._span(run), "count": len(free)}
        if not beyond and (run.last == self.line.length - 1 if at_end else run.first == 0):
            return self._say(_AT_EDGE, **facts)
        if not free:
            return self._say(_NOTHING_AFTER if at_end else _NOTHING_BEFORE, **facts)
        if len(free) == 1:
            text = _NO_ROOM_AFTER_IN_ONE if at_end else _NO_ROOM_BEFORE_IN_ONE
        else:
            text = _NO_ROOM_AFTER if at_end else _NO_ROOM_BEFORE
        return self._say(text, cells=self._cells(free), **facts)

    def _runs_of_blocks(self) -> dict[int, list[Stretch]]:
        """The runs of each block that owns any."""
        runs: dict[int, list[Stretch]] = {}
        for run in self.step.stretches:
            runs.setdefault(run.blocks[0], []).append(run)
        return runs

    def _argued(self, found: Argument) -> str:
        """Why the blocks lie where they do."""
        parts = self._owned(found.owned)
        parts += [
            self._say(_ONLY_GAP, gap=self._range(*gap), block=self._block(one))
            for one, gap in found.gaps
        ]
        if alike := found.pushed_alike:
            places = self._places(alike)
            parts.append(self._say(_PUSHED_ALIKE[self.line.axis], places=places))
        else:
            ignoring = False
            for at_end, pushed in enumerate(found.pushed):
                if pushed:
                    said = self._all_pushed(pushed, bool(at_end))
                    if not ignoring and self._ignores_black(pushed):
                        ignoring, said = True, self._say(_IGNORING_BLACK, pushed=said)
                    parts.append(said)
        parts += [
            self._say(
                _TOUCHING,
                block=self._block(block),
                place=self._range(start, start + self.clue[block] - 1),
                cells=self._cells(cells),
            )
            for block, start, cells in found.touching
        ]
        first = _ARGUMENTS.of(self.language).join(parts[:-1])
        return _LAST_ARGUMENT.of(self.language).join(filter(None, (first, *parts[-1:])))

    def _owned(self, owned: Sequence[Owned]) -> list[str]:
        """That runs belong to blocks, those of a block together if the reason is the same."""
        runs: dict[tuple[int, Others | None], list[Owned]] = {}
        for one in owned:
            runs.setdefault((one.block, one.others), []).append(one)
        said = []
        for (block, others), some in runs.items():
            spans = [self._range(*one.run) for one in some]
            complete = some[0].size == self.clue[block]
            said.append(
                self._say(
                    _COMPLETE if complete else _ONLY_OWNER,
                    block=self._block(block),
                    run=listed(spans, self.language),
                    why=self._why(others),
                )
            )
        return said

    def _all_pushed(self, pushed: Sequence[Pushed], at_end: bool) -> str:
        """Where some blocks lie if all are pushed to one side."""
        if _is_alone(pushed):
            block, start = pushed[0][:2]
            cell = self._cell(start + self.clue[block] - 1 if at_end else start)
            text = _NO_GAP_AFTER if at_end else _NO_GAP_BEFORE
            return self._say(text, cell=cell, block=self._block(block))
        return self._say(_PUSHED[self.line.axis, at_end], places=self._places(pushed))

    def _ignores_black(self, pushed: Sequence[Pushed]) -> bool:
        """Whether blocks would touch black cells where they are pushed to, or leave some between.

        They can go no further anyway, so that is enough to know.
        """
        if _is_alone(pushed) or any(one.covering or one.touched for one in pushed):
            return False
        free = 0
        for one, following in zip_longest(pushed, pushed[1:]):
            behind = one.start + self.clue[one.block]
            end = behind + 1
            if following is not None and following.block == one.block + 1:
                end = following.start
            free |= (1 << end) - (1 << behind) | (1 << one.start) >> 1
        return bool(free & self.counted.black)

    def _places(self, pushed: Iterable[Pushed]) -> str:
        places: list[str] = []
        for one in pushed:
            block, start, covering, touched, _ = one
            cells = self._range(start, start + self.clue[block] - 1)
            text = _ITEM if places else _ITEM_LIES
            place = self._say(text, block=self._block(block), cells=cells)
            if covering is not None:
                run = self._range(*covering.run)
                place = self._say(_TO_COVER, place=place, run=run)
            if touched:
                place = self._say(_FURTHER_ON, place=place, cells=self._cells(touched))
            places.append(place)
        return listed(places, self.language)

    def matched(self) -> str:
        """That the runs are the blocks."""
        spans = listed(list(map(self._span, self.step.stretches)), self.language)
        count = len(self.clue)
        by_white, by_length = are_apart(self.counted)
        text = _NOT_JOINED if by_white and by_length else _PARTED if by_white else _TOO_FAR_APART
        if count == 1:
            text = _ONLY_RUN
        return self._say(text, run=spans, count=count)

    def _run_around(self, cell: int) -> Cells:
        return next(run for run in self.counted.runs if run[0] <= cell <= run[1])

    def _by_owners(self) -> str:
        (black,) = self.step.stretches
        cell, cases = self._span(black), self.step.cases
        others = why_no_other(self.counted, self._run_around(black.first), black.blocks)
        why = self._why(others)
        if len(cases) == 1:
            (case,) = cases
            return self._say(
                _OWNER_UNREASONED if others is None else _OWNER,
                cell=cell,
                block=self._block(case.owner),
                why=why,
                where=self._where(case.bounds),
                made=self._made(),
            )
        owners: dict[tuple[BlockBounds, ...], list[int]] = {}
        for owner, bounds in cases:
            owners.setdefault(bounds, []).append(owner)
        parts = [
            self._say(_CASE, block=self._blocks(blocks, OR), where=self._where(bounds))
            for bounds, blocks in owners.items()
        ]
        return self._say(
            _OWNERS_UNREASONED if others is None else _OWNERS,
            cell=cell,
            blocks=self._blocks(black.blocks, OR),
            why=why,
            cases=_NEXT_CASE.of(self.language).join(parts),
            fixed=self._fixed(),
        )


def _holding(bounds: BlockBounds, run: Cells) -> BlockBounds:
    """The places of a block that hold a run of its own."""
    parts = [part for part in bounds.parts if part[0] <= run[0] and run[1] <= part[1]]
    if len(parts) != 1:
        return bounds
    return BlockBounds(bounds.block, *parts[0])


_SEVERAL_CLAUSES: dict[Technique, Callable[[StepWording], list[str]]] = {
    Technique.RUN_CLOSED: StepWording.closed_runs,
    Technique.JOINED_RUNS: StepWording.runs_apart,
    Technique.GAP_TOO_SMALL: StepWording.small_gaps,
    Technique.SHORT_BLOCKS: StepWording.short_blocks,
    Technique.COMPLETE_LINE: StepWording.refuted_cells,
}

_ABOUT: dict[Technique, Callable[[StepWording], str]] = {
    Technique.WALL_REACH: StepWording.without_room,
    Technique.RUNS_MATCHED: StepWording.matched,
}
"""What comes before the places of the blocks, unless it has to be counted."""
