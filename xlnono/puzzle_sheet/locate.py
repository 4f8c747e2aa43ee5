"""Finds the puzzles on a sheet without defined names for them.

A puzzle is number clues beside and above or below an empty rectangle. The cells that can be the
first of such a rectangle are tried: corners of borders, then other bordered cells, then cells with
numbers directly above and directly beside them. Clues on the right or below are found in the same
way on the mirrored sheet. Of candidates that overlap, the one with the best evidence wins.

The number of steps is limited by the number of non-empty cells, so that searching never takes
longer than reading.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import accumulate, islice
from operator import or_

from xlnono.model.board import Axis
from xlnono.puzzle_sheet.clues import Reading
from xlnono.puzzle_sheet.evidence import (
    Candidate,
    Level,
    Verdict,
    is_unlikely,
    judge,
    sides,
    weight,
)
from xlnono.puzzle_sheet.ink import Ink, bits, is_number, joined, span
from xlnono.puzzle_sheet.layout import Layout
from xlnono.puzzle_sheet.template_head import SUM, template_results
from xlnono.records import NamedTuple
from xlnono.spreadsheet.area import Area
from xlnono.spreadsheet.sheet import Sheet, Value

_MOST_LINES = 1000
"""The rows and the columns that are searched, from the first one in use on."""
_MOST_GROUPS = 9
_LONGEST_GAP = 12
_LEAST_CELLS = 4
_LEAST_NUMBERS = 2
_LEAST_EXTRA = 4
_LEAST_BESIDE = 4
_TOTALLED_SHARE = 0.8
_MOST_TURNS = 8
_MOST_SECONDS, _LEAST_SECONDS = 5.0, 0.5
_STEPS, _STEPS_PER_CELL = 200_000, 2


def _zeros(mask: int) -> int:
    """The number of clear bits below the lowest set bit."""
    return (mask & -mask).bit_length() - 1


def _reach(mask: int, first: int, end: int) -> int:
    """The bits of a mask, each moved up by `first` up to but without `end` places."""
    return reduce(or_, (mask << k if k > 0 else mask >> -k for k in range(first, end)), 0)


def _flood(mask: int, passable: int, length: int) -> int:
    """The bits of a mask, and those below each as far as all between are passable."""
    step = 1
    mask &= passable
    while step < length:
        mask |= passable & (mask >> step)
        passable &= passable >> step
        step *= 2
    return mask


def _side(framed: int, passable: int, start: int) -> int:
    """The greatest length of a side of a frame that starts at a cell; its last cell is framed."""
    run = _zeros(~(passable >> start))
    return ((framed >> start) & span(0, run)).bit_length()


def _ends(inked: int, start: int) -> list[int]:
    """Lengths at which a table can end: behind each group of inked lines from `start` on."""
    ends: list[int] = []
    end, inked = 0, inked >> start
    while inked and len(ends) < _MOST_GROUPS:
        first = _zeros(inked)
        if first - end > _LONGEST_GAP:
            break
        end = first + _zeros(~(inked >> first))
        ends.append(end)
        inked &= -1 << end
    return ends


class _Finder:
    """Looks for candidates; `steps` counts the lines and cells that were examined."""

    def __init__(self, ink: Ink, deadline: float) -> None:
        self.ink = ink
        self.steps = 0
        self.deadline = deadline
        # Clues on the right or below are rare, so less time is spent on them.
        usual = ink.turned == (False, False)
        self.most_steps = _STEPS + _STEPS_PER_CELL * ink.existing if usual else _STEPS
        sure = ink.sure.rows
        inked_rows = [row for row, mask in enumerate(sure) if mask]
        every = reduce(or_, sure)
        self.rows = range(inked_rows[0] + 1, inked_rows[-1] + 1)
        self.columns = span(_zeros(every) + 1, every.bit_length())
        # The columns with numbers in each row or further down.
        self.below = list(accumulate(reversed(sure), or_))[::-1]

    def _is_spent(self) -> bool:
        """Whether the steps or the time are used up; what was found until then counts."""
        return self.steps > self.most_steps or time.process_time() > self.deadline

    def candidates(self) -> list[Candidate]:
        """All candidates, those with borders first, then those that explain most numbers."""
        found: list[Candidate] = []
        for some in (
            self._by_borders(corners=True),
            self._by_borders(corners=False),
            self._by_numbers(near=True),
            self._by_numbers(near=False),
            self._by_numbers(near=True, corner=True),
        ):
            # Each has its own limit: many corners must not hide a plain puzzle.
            self.steps = 0
            for candidate in some:
                if candidate is not None:
                    found += self._trimmed(candidate)
        return sorted(
            found, key=lambda one: (not one.bordered, -one.explained, one.row, one.column)
        )

    def _by_borders(self, *, corners: bool) -> Iterator[Candidate | None]:
        gap = _LONGEST_GAP if corners else 0
        for row in self.rows:
            for column in bits(self._bordered_starts(row, gap, corners=corners)):
                if self._is_spent():
                    return
                self.steps += 1
                height, width = self._frame(row, column)
                if height * width >= _LEAST_CELLS:
                    yield self._candidate(row, column, height, width, gap, framed=True)

    def _bordered_starts(self, row: int, gap: int, *, corners: bool) -> int:
        """The columns of a row in which borders and the numbers near them allow a grid to start.

        A corner is a cell that must be the first of the grid because of the borders around it.
        """
        ink = self.ink
        sure, bordered, framed = ink.sure.rows, ink.bordered.rows, ink.framed.rows
        start = framed[row] | ink.marked[0][row]
        above = reduce(or_, sure[max(row - 1 - gap, 0) : row])
        starts = start & self.columns & ~ink.large.rows[row] & span(0, above.bit_length())
        if not starts:
            return 0
        starts &= _reach(self.below[row], 1, gap + 2)
        below = framed[row + 1] if row + 1 < len(framed) else 0
        corner = (
            ~(bordered[row - 1] << 1)
            & ~(bordered[row - 1] ^ bordered[row] << 1)
            & (framed[row] | (ink.marked[0][row] & below & framed[row] >> 1))
        )
        return starts & (corner if corners else ~corner)

    def _frame(self, row: int, column: int) -> tuple[int, int]:
        """Height and width of the frame of bordered cells that starts here, or 0, 0."""
        framed, (rows, columns) = self.ink.framed, self.ink.passable
        width = _side(framed.rows[row], rows[row], column)
        height = _side(framed.columns[column], columns[column], row)
        if not height or not width:
            return 0, 0
        bottom, right = row + height - 1, column + width - 1
        across, down = span(column, right + 1), span(row, bottom + 1)
        closed = (
            (bottom, right) in framed
            and rows[bottom] & across == across
            and columns[right] & down == down
        )
        return (height, width) if closed else (0, 0)

    def _by_numbers(self, *, near: bool, corner: bool = False) -> Iterator[Candidate | None]:
        """Candidates without borders; with `corner`, only those with a number in the corner."""
        beside = self._beside()
        for row in self.rows:
            for column in bits(self._inked_starts(row, beside[row], near=near)):
                if self._is_spent():
                    return
                self.steps += 1
                for height, width in self._sizes(row, column, corner=corner):
                    yield self._candidate(row, column, height, width, 0, framed=False)

    def _beside(self) -> list[int]:
        """For each row, the columns with a number beside them above any large number in them.

        That is, beside the cell in this row or in one further down.
        """
        found = [0]
        for sure, large in zip(
            reversed(self.ink.sure.rows), reversed(self.ink.large.rows), strict=True
        ):
            found.append((sure << 1 | found[-1]) & ~large)
        return found[:0:-1]

    def _inked_starts(self, row: int, beside: int, *, near: bool) -> int:
        """The columns of a row in which a grid without borders can start.

        Near: numbers stand just above and just beside the first cells of the grid.
        """
        sure, width = self.ink.sure.rows, self.ink.area.width
        starts = beside & self.columns
        if not starts or not sure[row - 1]:
            return 0
        starts &= _flood(sure[row - 1], ~self.ink.large.rows[row] & span(0, width), width)
        close = _reach(sure[row - 1], -_LONGEST_GAP, 1)
        close &= reduce(or_, sure[row : row + _LONGEST_GAP + 1]) << 1
        return starts & (close if near else ~close)

    def _sizes(self, row: int, column: int, *, corner: bool) -> Iterator[tuple[int, int]]:
        """Height and width of the grids without borders that can start at a cell."""
        sure, area = self.ink.sure, self.ink.area
        across, down = self.ink.large.rows[row] >> column, self.ink.large.columns[column] >> row
        right = column + _zeros(across) if across else area.width
        bottom = row + _zeros(down) if down else area.height
        top = self._first(sure.rows, row, span(column, right), 0)
        left = self._first(sure.columns, column, span(row, bottom), 0)
        if top == row or left == column or corner is self._free_corner(row, column, top, left):
            return
        self.steps += (row - top) + (column - left)
        above = reduce(or_, sure.rows[top:row]) & span(column, right)
        beside = reduce(or_, sure.columns[left:column]) & span(row, bottom)
        for height in _ends(beside, row):
            for width in _ends(above, column):
                if height * width >= _LEAST_CELLS:
                    yield height, width

    def _free_corner(self, row: int, column: int, top: int, left: int) -> bool:
        """Whether there are no numbers where the clues of rows and columns would meet."""
        sure = self.ink.sure
        return not (
            sure.rows[row - 1] & span(left, column) or sure.columns[column - 1] & span(top, row)
        )

    def _candidate(
        self, row: int, column: int, height: int, width: int, gap: int, *, framed: bool
    ) -> Candidate | None:
        sure = self.ink.sure
        bottom, right = row + height, column + width
        top = self._first(sure.rows, row, span(column, right), gap)
        left = self._first(sure.columns, column, span(row, bottom), gap)
        if top == row or left == column:
            return None
        if not (framed and gap) and not self._free_corner(row, column, top, left):
            total = self.ink.total
            if total(row, left, bottom, column) != total(top, column, row, right):
                return None
        self.steps += min(height, width)
        if not framed and self.ink.large.any(row, column, bottom, right):
            return None
        self.steps += (row - top) + (column - left)
        above, beside = row, column
        if framed:
            # Lines of numbers at the end that have no clue are clues on the other side.
            held, white = self.ink.sure, self.ink.white
            beside_grid = reduce(or_, sure.columns[left:column])
            while bottom - row > 1 and not beside_grid >> bottom - 1 & 1:
                if not held.rows[bottom - 1] & ~white.rows[bottom - 1] & span(column, right):
                    break
                bottom -= 1
            above_grid = reduce(or_, sure.rows[top:row])
            while right - column > 1 and not above_grid >> right - 1 & 1:
                if not held.columns[right - 1] & ~white.columns[right - 1] & span(row, bottom):
                    break
                right -= 1
            height, width = bottom - row, right - column
            if height * width < _LEAST_CELLS:
                return None
        explained = sure.count(top, column, row, right) + sure.count(row, left, bottom, column)
        if not framed:
            # Without borders, only clues show where the grid starts; the rest may be a gap.
            row += _zeros(reduce(or_, sure.columns[left:column]) >> row)
            column += _zeros(reduce(or_, sure.rows[top:above]) >> column)
            height, width = bottom - row, right - column
            if height * width < _LEAST_CELLS:
                return None
        return Candidate(
            row,
            column,
            height,
            width,
            top,
            left,
            above,
            beside,
            framed and gap > 0,
            explained,
            (top, left),
        )

    def _trimmed(self, found: Candidate) -> Iterator[Candidate]:
        """A candidate without the numbers and totals of lines beside its clues, and as it is.

        Of those that are equally likely, the first one counts.
        """
        if not found.bordered:
            yield from self._without_corner(found)
        if not self._may_hold_extra(found):
            yield found
            return
        counted, bare = (self._without_extra(found, totals=totals) for totals in (False, True))
        # In the clues of a frame, the first block is as long as the others together. Real totals
        # and numbers of lines are mostly too large to be blocks as well.
        likely = [way for way in (found, counted) if self._may_be_clues(way)]
        every = [
            one
            for way in (*likely, bare, found)
            for one in (
                way,
                found._replace(left=way.left, beside=way.beside),
                found._replace(top=way.top, above=way.above),
            )
        ]
        yield from dict.fromkeys(every)

    def _may_be_clues(self, found: Candidate) -> bool:
        """Whether the clues fit on their lines, with the same total but for one mistyped line."""
        rows, columns = sides(self.ink, found)
        fitting = rows.fitting == columns.fitting == 1
        return fitting and abs(rows.total - columns.total) <= max(found.height, found.width)

    def _without_extra(self, found: Candidate, *, totals: bool) -> Candidate:
        """A candidate without the numbers of lines beside its clues, and without `totals`."""
        sure, readings = self.ink.sure, self.ink.readings
        row, column, height, width, top, left, above, beside = found[:8]

        def of_row(line: int, k: int) -> Sequence[Reading] | None:
            return readings.get((row + k, line))

        def of_column(line: int, k: int) -> Sequence[Reading] | None:
            return readings.get((line, column + k))

        left, beside = self._trim(sure.columns, (left, beside), (row, height), of_row, totals)
        top, above = self._trim(sure.rows, (top, above), (column, width), of_column, totals)
        outer = min(top, found.top), min(left, found.left)
        return found._replace(top=top, left=left, above=above, beside=beside, outer=outer)

    def _without_corner(self, found: Candidate) -> Iterator[Candidate]:
        """A candidate whose first clue is a lone number in the gap, where both axes meet."""
        sure = self.ink.sure
        row, column, height, width = found[:4]
        down, across = span(row, row + height), span(column, column + width)
        if height > 2 and sure.columns[found.beside - 1] & down == 1 << row:
            yield found._replace(row=row + 1, height=height - 1)
        if width > 2 and sure.rows[found.above - 1] & across == 1 << column:
            yield found._replace(column=column + 1, width=width - 1)

    def _may_hold_extra(self, found: Candidate) -> bool:
        """Whether one of the outer or inner lines of the clues is full enough to count lines."""
        sure = self.ink.sure
        row, column, height, width, top, left, above, beside = found[:8]
        across, down = span(column, column + width), span(row, row + height)
        counts = [
            *((sure.rows[line] & across).bit_count() / width for line in (top, above - 1)),
            *((sure.columns[line] & down).bit_count() / height for line in (left, beside - 1)),
        ]
        self.steps += len(counts)
        return max(counts) >= _TOTALLED_SHARE

    def _trim(
        self,
        sure: list[int],
        clues: tuple[int, int],
        lines: tuple[int, int],
        cell: Callable[[int, int], Sequence[Reading] | None],
        totals: bool,
    ) -> tuple[int, int]:
        """The clues of an axis, first to end, without numbers of its lines and without `totals`.

        `lines` are the first line and the number of lines, `cell` what clue cell k of a line holds.
        """
        (first, end), (start, count) = clues, lines
        across = span(start, start + count)

        def in_line(place: int) -> list[int | None]:
            return [_single(cell(place, k)) for k in range(count)]

        def extra(place: int) -> bool:
            nonlocal totals
            held = (sure[place] & across).bit_count()
            self.steps += 1
            if held < count * _TOTALLED_SHARE or held < _LEAST_EXTRA:
                return False
            self.steps += count * (end - first)
            numbers = in_line(place)
            if any(
                number is None and cell(place, k) is not None for k, number in enumerate(numbers)
            ):
                return False
            others = [other for other in range(first, end) if other != place]
            others = [
                other for other in others if first < other < end - 1 or not _counts(in_line(other))
            ]
            if _counts(numbers):
                return True
            if not totals or not _totals(
                numbers, [[cell(other, k) for other in others] for k in range(count)]
            ):
                return False
            # Without its totals, a frame still looks as if it had some.
            totals = False
            return True

        while end - first > 1 and extra(first):
            first += 1
        while end - first > 1 and extra(end - 1):
            end -= 1
        if end - first == 1 and (sure[first] & across).bit_count() == count:
            further = self._first(sure, first, across, _LONGEST_GAP)
            if further < first and _counts(in_line(first)):
                return further, first
        return first, end

    def _first(
        self, sure: list[int], edge: int, across: int, gap: int, held: list[int] | None = None
    ) -> int:
        """The first of the lines before `edge` that hold numbers `across`; `edge` without any.

        Up to `gap` lines without numbers may lie between. `held` are the cells that count as
        numbers further away (default: the same ones).
        """
        held = held or sure
        near = edge
        while near > 0 and edge - near < gap and not sure[near - 1] & across:
            near -= 1
        first = near
        while first > 0 and held[first - 1] & across:
            first -= 1
        self.steps += edge - first + 1
        return edge if first == near else first

    def layout(self, found: Candidate, *, sound: bool) -> Layout:
        """Where a candidate lies on the sheet."""
        ink, sure, doubtful = self.ink, self.ink.sure, self.ink.doubtful
        row, column, height, width, top, left, above, beside = found[:8]
        if not sound:
            # A doubtful cell beyond the other clues only counts if the clues have defects anyway.
            # Beyond the numbers of the lines there are no clues.
            across, down = span(column, column + width), span(row, row + height)
            if found.outer[0] == top:
                top = self._first(sure.rows, top, across, 1, joined(sure.rows, doubtful.rows))
            if found.outer[1] == left:
                held = joined(sure.columns, doubtful.columns)
                left = self._first(sure.columns, left, down, 1, held)
        return Layout(
            rows=ink.on_sheet(row, left, row + height, beside),
            columns=ink.on_sheet(top, column, above, column + width),
            grid=ink.on_sheet(row, column, row + height, column + width),
        )

    def judged(self) -> list[Located]:
        """The candidates that may be puzzles, those with the best evidence first."""
        found: list[Located] = []
        candidates = self.candidates()
        self.steps = 0
        # What was found before the time was up is judged all the same.
        self.deadline = max(self.deadline, time.process_time() + _LEAST_SECONDS)
        for one in candidates:
            if self._is_spent():
                break
            box = self.ink.on_sheet(*one.outer, one.row + one.height, one.column + one.width)
            best = weight(one, sound=True)
            self.steps += len(found)
            if any(
                better.verdict[:2] >= (Level.PUZZLE, best) and better.box.intersects(box)
                for better in found
            ):
                continue
            if is_unlikely(self.ink, one):
                continue
            self.steps += one.explained + one.height + one.width
            verdict = judge(self.ink, one)
            if verdict.level is not Level.TABLE:
                layout = self.layout(one, sound=verdict.sound)
                found.append(Located(layout, box, verdict))
        return sorted(found, key=lambda one: one.verdict[:2], reverse=True)


class Located(NamedTuple):
    """A puzzle that was found, and the evidence for it.

    `box` contains its grid, its clues, and numbers beside these that belong to them.
    """

    layout: Layout
    box: Area
    verdict: Verdict

    @property
    def sure(self) -> bool:
        return self.verdict.level is Level.PUZZLE and self.verdict.sound


def _single(readings: Sequence[Reading] | None) -> int | None:
    """The number in a cell with just one."""
    blocks = readings[0].blocks if readings else ()
    return blocks[0] if len(blocks) == 1 else None


def _counts(numbers: Sequence[int | None]) -> bool:
    """Whether numbers count the lines, from the first or from the last one."""
    up = list(range(len(numbers)))
    return len(up) >= _LEAST_EXTRA and any(
        list(numbers) in ([k + first for k in up], [k + first for k in reversed(up)])
        for first in (0, 1)
    )


def _totals(
    numbers: Sequence[int | None], others: Sequence[Sequence[Sequence[Reading] | None]]
) -> bool:
    """Whether numbers are the totals of the other clue cells of their lines, mostly."""
    sums = [sum(sum(readings[0].blocks) for readings in cells if readings) for cells in others]
    right = sum(number == total for number, total in zip(numbers, sums, strict=True))
    wrong = sum(
        number != total and (number is not None or total > 0)
        for number, total in zip(numbers, sums, strict=True)
    )
    return any(sums) and right >= _TOTALLED_SHARE * (right + wrong)


_MIRRORED = ((False, True), (True, False), (True, True))


def _without_overlap(ranked: Iterable[Located], taken: Iterable[Area]) -> list[Located]:
    """Those that overlap none before them, and nothing that is taken."""
    chosen: list[Located] = []
    boxes = list(taken)
    for one in ranked:
        if not any(one.box.intersects(box) for box in boxes):
            chosen.append(one)
            boxes.append(one.box)
    return chosen


def _repeated(ink: Ink, layout: Layout) -> Iterator[Area]:
    """The areas of clues that are repeated on the other side of the grid."""
    for axis, own in ((Axis.ROW, layout.rows), (Axis.COLUMN, layout.columns)):
        other = layout.opposite(axis)
        if other is not None and ink.area.contains(other):
            lines = [ink.in_area(area) for area in (own, other)]
            if lines[0] == lines[1]:
                yield other


def _located(ink: Ink, known: Sequence[Area], deadline: float, *, certain: bool) -> list[Located]:
    """The puzzles that the contents of a sheet show beside known ones, some perhaps in doubt."""
    found: list[Located] = []
    taken = list(known)
    for turn in range(_MOST_TURNS):
        if len(ink.readings) < _LEAST_NUMBERS:
            break
        ranked = _Finder(ink, deadline).judged()
        chosen = [one for one in _without_overlap(ranked, taken) if one.sure]
        if turn or not chosen:
            for down, across in _MIRRORED:
                for one in _Finder(ink.mirrored(down=down, across=across), deadline).judged():
                    # Many ordinary tables have totals on the right and below.
                    if certain or one.verdict.level is Level.PUZZLE:
                        ranked.append(one)
            ranked.sort(key=lambda one: one.verdict[:2], reverse=True)
            chosen = [one for one in _without_overlap(ranked, taken) if one.sure]
        if not chosen:
            return found + _rest(ranked, taken)
        for one in chosen:
            if any(one.box.intersects(box) for box in taken):
                # It is made of clues that the one before it repeats.
                continue
            found.append(one)
            for box in (one.box, *_repeated(ink, one.layout)):
                taken.append(box)
                ink = ink.without(box)
    return found


def _rest(ranked: Sequence[Located], taken: Sequence[Area]) -> list[Located]:
    """Those of the rest that are worth mentioning, given the places of puzzles on the sheet."""
    puzzles = [one for one in ranked if one.verdict.level is Level.PUZZLE]
    if puzzles or taken:
        puzzles += [one for one in ranked if one.verdict.far_apart]
        if taken:
            # Beside a puzzle, a few numbers with mistakes are more often notes than a puzzle.
            puzzles = [one for one in puzzles if min(one.layout.grid[2:]) >= _LEAST_BESIDE]
        return _without_overlap(puzzles, taken)
    return list(ranked[:1])


def _continued(ink: Ink, layout: Layout) -> bool:
    """Whether formulas without stored values are among the clues, or in line with them."""
    rows, columns = layout.rows, layout.columns
    down = Area(1, rows.column, ink.area.last_row, rows.width)
    across = Area(columns.row, 1, columns.height, ink.area.last_column)
    return any(map(ink.has_formulas, (layout.box, down, across)))


def _without_boxes(
    row: int, held: Sequence[Value], first: int, boxes: Iterable[Area]
) -> list[Value]:
    """What a row of a sheet holds, from the column `first` on, without the cells of some boxes."""
    rest = list(held)
    for box in boxes:
        if box.row <= row <= box.last_row:
            start, end = max(box.column - first, 0), max(box.last_column + 1 - first, 0)
            rest[start:end] = [None] * len(rest[start:end])
    return rest


def _has_numbers_beside(sheet: Sheet, area: Area, known: Sequence[Area]) -> bool:
    """Whether there are enough numbers beside known puzzles for another one."""
    rows = list(enumerate(sheet.values(area), area.row))
    sums = [
        Area(row, column)
        for row, held in rows
        if SUM in held
        for column, value in enumerate(held, area.column)
        if value == SUM
    ]
    boxes = [*known, *template_results(sheet, sums)]
    numbers = (
        value
        for row, held in rows
        for value in _without_boxes(row, held, area.column, boxes)
        if value is not None and is_number(value)
    )
    return len(list(islice(numbers, _LEAST_NUMBERS))) == _LEAST_NUMBERS


def find(sheet: Sheet, *, certain: bool = False, known: Iterable[Area] = ()) -> list[Located]:
    """The puzzles on a sheet, from its top left to its bottom right corner.

    What lies in the areas of `known` puzzles is left out. One that may also be an ordinary table
    has a doubt in its verdict; unless it is `certain` that there is a puzzle, it is not to be read.
    """
    used = sheet.used()
    if used is None:
        return []
    area = Area(used.row, used.column, min(used.height, _MOST_LINES), min(used.width, _MOST_LINES))
    taken = [box for box in known if box.intersects(area)]
    # Most sheets with a puzzle hold nothing else, and looking closely takes long.
    if taken and not _has_numbers_beside(sheet, area, taken):
        return []
    ink = Ink(sheet, area)
    if taken:
        # The formulas beside a puzzle with names are mostly those of its template.
        ink = ink.without_formulas()
    for box in (*taken, *template_results(sheet, ink.sums)):
        ink = ink.without(box)
    deadline = time.process_time() + _MOST_SECONDS
    found = _located(ink, taken, deadline, certain=certain)
    if any(map(ink.has_formulas, (one.box for one in found))):
        typed = _located(ink.without_formulas(), taken, deadline, certain=certain)
        # A template without names has formulas beside its puzzle that are not clues.
        if typed and all(one.sure and not _continued(ink, one.layout) for one in typed):
            found = typed
    return sorted(found, key=lambda one: (one.layout.grid.row, one.layout.grid.column))
