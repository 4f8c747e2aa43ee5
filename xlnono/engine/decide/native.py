"""The interface between the kernel and the rest of the engine.

Where the kernel could not be compiled, the Python engine decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from typing import Any

from xlnono.engine.clock import Clock, OutOfTime
from xlnono.engine.decide.line_clues import Changes, LineClues, Pictures, UncheckedClues
from xlnono.engine.decide.picture import Picture
from xlnono.engine.decide.search import CORE_ROUNDS, Decision
from xlnono.model.board import Board, Cell, Grid
from xlnono.model.puzzle import Puzzle

_kernel: Any = None
with suppress(ImportError):
    _kernel = import_module("xlnono.engine._kernel")

AVAILABLE: bool = _kernel is not None


def can_decide(puzzle: LineClues) -> bool:
    """Whether there is a kernel and its words are wide enough for the puzzle's lines."""
    return AVAILABLE and max(puzzle.height, puzzle.width) <= _kernel.LONGEST_LINE


def can_explain(puzzle: LineClues) -> bool:
    """Whether there is a kernel, and all lines are short enough for its ladder."""
    return AVAILABLE and max(puzzle.height, puzzle.width) <= _kernel.LONGEST_EXPLAINED


def _masks(packed: Sequence[bytes]) -> list[int]:
    return [int.from_bytes(line, "little") for line in packed]


def _marks(board: Board) -> memoryview:
    width = board.width
    unknown = int.from_bytes(bytes([Cell.UNKNOWN]) * width)

    def spread(mask: int) -> int:
        """The mask with a byte for each of its bits."""
        return int.from_bytes(f"{mask:0{width}b}".encode())

    rows = zip(board.black[: board.height], board.white, strict=False)
    # One more than unknown is black, one less is white.
    marks = b"".join(
        (unknown + spread(black) - spread(white)).to_bytes(width, "little") for black, white in rows
    )
    return memoryview(marks).cast("B", (board.height, width))


def contradictions(
    puzzle: Puzzle, board: Board, rounds: int, clock: Clock
) -> tuple[list[tuple[int, int, int, Cell]], bool]:
    """The result of `xlnono.engine.explain.assumptions.followed` for all colours, by the kernel."""
    progress = clock.progress
    found = _kernel.failed_literals(
        puzzle.rows,
        puzzle.columns,
        _marks(board),
        rounds,
        seconds=clock.left(),
        watch=None if progress is None else lambda known, conflicts: progress(board.known),
    )
    if found is None:
        raise OutOfTime
    failed, still_open = found
    return [
        (round_, *divmod(cell, puzzle.width), Cell.BLACK if black else Cell.WHITE)
        for cell, black, round_ in failed
    ], still_open


def _literals(board: Board) -> list[int]:
    """The known cells of a board as literals of `xlnono.engine.explain.planning.chain`."""
    width = board.width
    return [
        2 * (row * width + column) + (cell is Cell.WHITE) for row, column, cell in board.cells()
    ]


def key_cells(puzzle: Puzzle, board: Board, solution: list[int], clock: Clock) -> list[int]:
    """A few literals of the only solution from which all others follow by lines."""
    found: list[int] | None = _kernel.key_cells(
        puzzle.rows,
        puzzle.columns,
        _literals(board),
        solution,
        seconds=clock.left(),
        watch=_watch(clock),
    )
    if found is None:
        raise OutOfTime
    return found


def prove(
    puzzle: Puzzle, board: Board, cells: list[int], conflicts: int, clock: Clock
) -> list[tuple[list[int], list[int]]]:
    """What follows if one of some literals is false, up to a contradiction: literals of which one
    is true, and the reasons, as in `xlnono.model.proof.Statement`. Empty if that is not found."""
    found: list[tuple[list[int], list[int]]] = _kernel.prove(
        puzzle.rows,
        puzzle.columns,
        _marks(board),
        cells,
        conflicts=conflicts,
        seconds=clock.left(),
        watch=_watch(clock),
    )
    return found


PlannedChain = tuple[int, list[tuple[int, list[int], Any]], int]
"""An assumed literal, the links (line, literals, a chain inside or None), and the line of the
contradiction; see `xlnono.engine.explain.planning.chain`."""


def plan_contradictions(
    puzzle: Puzzle,
    board: Board,
    possible: list[int],
    clock: Clock,
    *,
    nested: bool,
    only_first: bool,
) -> tuple[list[PlannedChain], bool, bool, int]:
    """The plan of `xlnono.engine.explain.planning.planner`, by the kernel: its chains, whether time
    ran out, whether the work did, and `stuck`."""
    found: tuple[list[PlannedChain], bool, bool, int] = _kernel.plan_contradictions(
        puzzle.rows,
        puzzle.columns,
        _literals(board),
        possible,
        nested,
        only_first,
        seconds=clock.left(),
        watch=_watch(clock),
    )
    return found


def _followed(puzzle: LineClues, clock: Clock) -> tuple[list[bytes], list[bytes]]:
    """The black and the white cells of each line that follow from the lines. Raises OutOfTime."""
    rows, columns = puzzle.clues[: puzzle.height], puzzle.clues[puzzle.height :]
    found: tuple[list[bytes], list[bytes]] | None = _kernel.follow_lines(
        rows, columns, seconds=clock.left(), watch=_watch(clock)
    )
    if found is None:
        raise OutOfTime
    return found


def follow_lines(puzzle: LineClues, clock: Clock) -> Board:
    """The result of `xlnono.engine.decide.search.follow_lines`, by the kernel."""
    black, white = map(_masks, _followed(puzzle, clock))
    return Board.of_masks(puzzle.height, puzzle.width, black, white)


def unknown_after_lines(puzzle: LineClues, clock: Clock) -> int:
    """How many cells `follow_lines` leaves unknown. Raises OutOfTime."""
    known = b"".join(row for lines in _followed(puzzle, clock) for row in lines[: puzzle.height])
    return puzzle.height * puzzle.width - int.from_bytes(known).bit_count()


def decide(puzzle: Puzzle, start: Board, clock: Clock, solutions: int = 2) -> Decision:
    """The result of `xlnono.engine.decide.search.decide`, by the kernel."""
    progress = clock.progress
    try:
        seconds = clock.left()
    except OutOfTime:
        return Decision(start.copy(), finished=False)
    found = _kernel.decide(
        puzzle.rows,
        puzzle.columns,
        givens=_marks(start) if start.known else None,
        solutions=solutions,
        seconds=seconds,
        watch=None if progress is None else lambda known, conflicts: progress(known),
    )
    height, width = puzzle.height, puzzle.width
    known = Board.of_masks(height, width, _masks(found["black"]), _masks(found["white"]))
    grids = [Grid(tuple(_masks(lines[:height])), width) for lines in found["solutions"]]
    line = found["contradiction"]
    contradiction = None if line is None else known.line(line)
    enough = len(grids) >= solutions
    return Decision(
        known, grids, found["finished"] or enough, contradiction, complete=found["finished"]
    )


def _watch(clock: Clock) -> Callable[[int, int], None] | None:
    """A callback that repeats the last report: the cells of a trial are not known."""
    progress = clock.progress
    return None if progress is None else lambda known, conflicts: progress(clock.known)


@lru_cache(maxsize=1 << 12)
def _line_ladder(clue: tuple[int, ...], length: int) -> Any:
    return _kernel.LineLadder(clue, length)


def line_ladder(clue: tuple[int, ...], length: int) -> Any:
    """What says, by the kernel, what techniques show on lines of a clue; None without a kernel, or
    if its words are not wide enough."""
    if not AVAILABLE or length > _kernel.LONGEST_EXPLAINED:
        return None
    return _line_ladder(clue, length)


def in_time(call: Callable[..., Any], clock: Clock, *arguments: Any) -> Any:
    """The result of a call that can run out of time. Raises OutOfTime."""
    try:
        return call(*arguments, clock.left(), _watch(clock))
    except _kernel.OutOfTime:
        raise OutOfTime from None


def prospects(puzzle: Puzzle, start: Board) -> Any:
    """The kernel's prospects of a position; see `xlnono.engine.explain.prospects.Prospects`."""
    return _kernel.Prospects(*_position(puzzle, start), Cell.WHITE, Cell.BLACK)


def sweeps(puzzle: Puzzle, start: Board, rows_first: bool, clock: Clock) -> int:
    """How many sweeps of all rows and all columns in turn there are until nothing more is found.

    Raises OutOfTime.
    """
    position = _position(puzzle, start)
    count: int = in_time(_kernel.count_sweeps, clock, *position, rows_first)
    return count


def _position(puzzle: Puzzle, board: Board) -> tuple[Any, ...]:
    rows = board.black[: board.height], board.white[: board.height]
    return puzzle.rows, puzzle.columns, *rows


def _arguments(
    clues: UncheckedClues, trials: Sequence[Changes], start: Board, clock: Clock
) -> dict[str, Any] | None:
    """What the kernel needs for variants of a puzzle; None if time is up."""
    try:
        seconds = clock.left()
    except OutOfTime:
        return None
    always: Changes = {line: None for line, clue in enumerate(clues.clues) if clue is None}
    lines = [clue or () for clue in clues.clues]
    return {
        "rows": lines[: clues.height],
        "columns": lines[clues.height :],
        "changes": [list((always | changes).items()) for changes in trials],
        "givens": _marks(start) if start.known else None,
        "seconds": seconds,
        "watch": _watch(clock),
    }


def decide_each(
    clues: UncheckedClues,
    trials: Sequence[Changes],
    start: Board,
    solutions: int,
    clock: Clock,
    conflicts: int | None = None,
) -> Iterator[Pictures]:
    """The result of `xlnono.engine.decide.search.decide_each`, by the kernel.

    With `conflicts`, every search stops after so many.
    """
    arguments = _arguments(clues, trials, start, clock)
    if arguments is None:
        return
    found = _kernel.decide_each(**arguments, solutions=solutions, conflicts=conflicts)
    for pictures, complete in found:
        packed = (Picture(picture, clues.height, clues.width) for picture in pictures)
        yield Pictures(tuple(packed), complete)


def contradiction_cores(
    clues: UncheckedClues,
    trials: Sequence[Changes],
    start: Board,
    clock: Clock,
    conflicts: int | None = None,
) -> list[list[int]]:
    """The result of `xlnono.engine.decide.search.contradiction_cores`, by the kernel.

    It also finds the cores of searches. With `conflicts`, every search stops after so many.
    """
    arguments = _arguments(clues, trials, start, clock)
    if arguments is None:
        return []
    cores: list[list[int]] = _kernel.contradiction_cores(
        **arguments, rounds=CORE_ROUNDS, conflicts=conflicts
    )
    return cores
