"""Checks a proof that a picture is the only solution, without the engine that found it.

Nothing is imported from the rest of xlnono, and lines are settled in another way than there: each
clue is an automaton that reads the cells of its line from both ends. A reader can follow this file
alone to trust a proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from xlnono.records import NamedTuple

UNKNOWN, BLACK, WHITE = "?", "#", "."
_COLOURS = {"black": BLACK, "white": WHITE}
_OPPOSITE = {BLACK: WHITE, WHITE: BLACK}

Cell = tuple[int, int, str]
"""Row and column from 0, and a colour."""


class ProofError(Exception):
    """A line of the file, counted from 1, that proves nothing; `why` says it in English."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


class Checked(NamedTuple):
    """A proof that holds: its title, the picture that it proves, and how many statements it has.

    `known` are the cells that it takes as given.
    """

    title: str
    rows: tuple[tuple[int, ...], ...]
    columns: tuple[tuple[int, ...], ...]
    known: tuple[Cell, ...]
    picture: tuple[str, ...]
    statements: int


@lru_cache(maxsize=1 << 16)
def settled(clue: tuple[int, ...], line: str) -> str | None:
    """A line with all cells that have the same colour in every arrangement of its clue; None if
    there is no arrangement.

    The automaton has read the first `s` cells of the tightest arrangement in state `s`. Sets of
    states are integers.
    """
    tightest = WHITE.join(BLACK * block for block in clue)
    end = len(tightest)
    steps = {
        colour: sum(1 << state for state, cell in enumerate(tightest) if cell == colour)
        for colour in (BLACK, WHITE)
    }
    # In front of the first block, behind the last one and behind a separator, white may repeat.
    loops = 1 | 1 << end | steps[WHITE] << 1

    def after(states: int, colour: str) -> int:
        moved = (states & steps[colour]) << 1
        return moved | states & loops if colour == WHITE else moved

    def before(states: int, colour: str) -> int:
        moved = states >> 1 & steps[colour]
        return moved | states & loops if colour == WHITE else moved

    possible = [(BLACK, WHITE) if cell == UNKNOWN else (cell,) for cell in line]
    reached = [1]
    for colours in possible:
        states = 0
        for colour in colours:
            states |= after(reached[-1], colour)
        reached.append(states)
    accepting = 1 << end
    if not reached[-1] & accepting:
        return None
    out = []
    for colours, states in zip(reversed(possible), reversed(reached[:-1]), strict=True):
        fitting = [colour for colour in colours if after(states, colour) & accepting]
        out.append(fitting[0] if len(fitting) == 1 else UNKNOWN)
        previous = 0
        for colour in colours:
            previous |= before(accepting, colour)
        accepting = previous
    return "".join(reversed(out))


def _least_length(clue: tuple[int, ...]) -> int:
    return sum(clue) + max(len(clue) - 1, 0)


class _Contradiction(Exception):
    """A line has no arrangement, or a cell would have both colours."""


class _Board:
    """What is known of each cell. Lines are numbered: first the rows, then the columns."""

    def __init__(self, rows: list[tuple[int, ...]], columns: list[tuple[int, ...]]) -> None:
        self.height, self.width = len(rows), len(columns)
        self.clues = rows + columns
        self.cells = [[UNKNOWN] * self.width for _ in rows]

    def copy(self) -> _Board:
        board = _Board(self.clues[: self.height], self.clues[self.height :])
        board.cells = [list(row) for row in self.cells]
        return board

    def fix(self, cell: Cell) -> bool:
        """Give a cell its colour. False if it has it already."""
        row, column, colour = cell
        if self.cells[row][column] == _OPPOSITE[colour]:
            raise _Contradiction
        new = self.cells[row][column] == UNKNOWN
        self.cells[row][column] = colour
        return new

    def settle(self, number: int) -> list[int]:
        """Settle a line. Returns the lines that cross the cells that are new."""
        row, column = number, number - self.height
        line = self.cells[row] if column < 0 else [cells[column] for cells in self.cells]
        after = settled(self.clues[number], "".join(line))
        if after is None:
            raise _Contradiction
        new = [k for k, (old, now) in enumerate(zip(line, after, strict=True)) if old != now]
        for k in new:
            if column < 0:
                self.cells[row][k] = after[k]
            else:
                self.cells[k][column] = after[k]
        return [self.height + k for k in new] if column < 0 else new

    def follow(self, lines: Iterable[int]) -> None:
        """Settle lines, and those that cross them, until nothing is new."""
        waiting = set(lines)
        while waiting:
            waiting.update(self.settle(waiting.pop()))

    def follow_all(self) -> None:
        self.follow(range(len(self.clues)))


class _Proof:
    """One proof of a file, checked line by line."""

    def __init__(self, number: int, header: Mapping[str, Any]) -> None:
        self.number = number
        try:
            rows = [tuple(map(int, clue)) for clue in header["rows"]]
            columns = [tuple(map(int, clue)) for clue in header["columns"]]
            for clues, length in ((rows, len(columns)), (columns, len(rows))):
                if any(min(clue, default=1) < 1 or _least_length(clue) > length for clue in clues):
                    raise ValueError("a clue does not fit")
            self.board = _Board(rows, columns)
            self.title = str(header.get("title", ""))
            self.known = [
                (row, column, sign)
                for row, signs in enumerate(header["known"])
                for column, sign in enumerate(signs)
                if sign != UNKNOWN
            ]
            for cell in self.known:
                self.board.fix(cell)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise ProofError(number, "not the beginning of a proof") from error
        self.statements: list[list[Cell]] = []
        self.first_inside = 0
        self.outside: _Board | None = None
        self.contradicted = False  # what is supposed leads to a contradiction
        self._follow(self.board)

    def _follow(self, board: _Board) -> None:
        try:
            board.follow_all()
        except _Contradiction:
            raise ProofError(self.number, "the clues contradict each other") from None

    def suppose(self, number: int, line: Mapping[str, Any]) -> None:
        """One of some cells has the colour given: what follows holds only under that."""
        if self.outside is not None:
            raise ProofError(number, "a supposition inside another one")
        self.outside = self.board.copy()
        self.first_inside = len(self.statements)
        self._add(number, self._cells(number, line["suppose"]))

    def state(self, number: int, line: Mapping[str, Any]) -> None:
        cells, reasons = self._cells(number, line["any"]), line.get("by", [])
        if not isinstance(reasons, list) or not all(isinstance(it, (int, str)) for it in reasons):
            raise ProofError(number, "its reasons are not lines and statements")
        if not self._contradicts(number, cells, reasons):
            raise ProofError(number, "its reasons do not lead to a contradiction")
        if cells:
            self._add(number, cells)
            return
        if self.outside is None:
            raise ProofError(number, "nothing was supposed")
        supposed = self.statements[self.first_inside]
        self.board, self.outside, self.contradicted = self.outside, None, False
        self.statements += [[]]
        # What was learnt under the supposition must not be used any more.
        for inside in range(self.first_inside, len(self.statements)):
            self.statements[inside] = []
        try:
            for row, column, colour in supposed:
                self.board.fix((row, column, _OPPOSITE[colour]))
        except _Contradiction:
            raise ProofError(number, "the clues contradict each other") from None
        self._follow(self.board)

    def _add(self, number: int, cells: list[Cell]) -> None:
        self.statements.append(cells)
        if len(cells) == 1:
            row, column, _ = cells[0]
            try:
                self.board.fix(cells[0])
                self.board.follow((row, self.board.height + column))
            except _Contradiction:
                if self.outside is None:
                    raise ProofError(number, "the clues contradict each other") from None
                self.contradicted = True

    def _contradicts(self, number: int, cells: list[Cell], reasons: Any) -> bool:
        """Whether there is a contradiction if none of the cells has its colour."""
        if self.contradicted:
            return True
        board = self.board.copy()
        try:
            for row, column, colour in cells:
                board.fix((row, column, _OPPOSITE[colour]))
            for reason in reasons:
                if isinstance(reason, str):
                    board.settle(self._line(number, reason))
                else:
                    self._use(number, board, reason)
        except _Contradiction:
            return True
        return False

    def _use(self, number: int, board: _Board, reason: int) -> None:
        """If all cells of a statement but one have the other colour, the last one has its own."""
        if not 1 <= reason <= len(self.statements) or not self.statements[reason - 1]:
            raise ProofError(number, f"there is no statement {reason}")
        left = []
        for row, column, colour in self.statements[reason - 1]:
            known = board.cells[row][column]
            if known == colour:
                return
            if known == UNKNOWN:
                left.append((row, column, colour))
        if not left:
            raise _Contradiction
        if len(left) == 1:
            board.fix(left[0])

    def _cells(self, number: int, given: Any) -> list[Cell]:
        try:
            cells = [(int(row) - 1, int(column) - 1, _COLOURS[name]) for row, column, name in given]
        except (KeyError, TypeError, ValueError):
            raise ProofError(number, "a cell is not a row, a column and a colour") from None
        for row, column, _ in cells:
            if not (0 <= row < self.board.height and 0 <= column < self.board.width):
                raise ProofError(number, f"there is no cell {row + 1}, {column + 1}")
        return cells

    def _line(self, number: int, name: str) -> int:
        axis, index = name[:1], name[1:]
        lines = {"R": self.board.height, "C": self.board.width}
        if axis not in lines or not index.isdecimal() or not 1 <= int(index) <= lines[axis]:
            raise ProofError(number, f"there is no line {name}")
        return int(index) - 1 + (self.board.height if axis == "C" else 0)

    def finish(self) -> Checked:
        picture = tuple("".join(row) for row in self.board.cells)
        if self.outside is not None or any(UNKNOWN in row for row in picture):
            raise ProofError(self.number, "the proof ends before every cell is known")
        clues, height = self.board.clues, self.board.height
        return Checked(
            self.title,
            tuple(clues[:height]),
            tuple(clues[height:]),
            tuple(self.known),
            picture,
            len(self.statements),
        )


def check(lines: Iterable[Mapping[str, Any]]) -> list[Checked]:
    """Check the proofs of a file, given as the objects of its lines.

    Raises ProofError at the first line that does not follow.
    """
    checked: list[Checked] = []
    proof: _Proof | None = None
    for number, line in enumerate(lines, 1):
        if "format" in line:
            if proof is not None:
                checked.append(proof.finish())
            proof = _Proof(number, line)
        elif proof is None:
            raise ProofError(number, "not the beginning of a proof")
        elif "suppose" in line:
            proof.suppose(number, line)
        elif "any" in line:
            proof.state(number, line)
        else:
            raise ProofError(number, "neither a statement nor a supposition")
    if proof is None:
        raise ProofError(1, "there is no proof")
    checked.append(proof.finish())
    return checked
