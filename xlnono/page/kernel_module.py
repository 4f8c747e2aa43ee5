"""The kernel of a page in place of the module that is compiled: the same names and results.

A page has the kernel as WebAssembly. Questions and answers are streams of 32-bit integers, read
and written by `xlnono/engine/kernel/wasm/`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from enum import IntEnum, auto
from types import ModuleType
from typing import Any, TypeVar

Ask = Callable[["array[int]"], tuple[int, Sequence[int]]]
"""Puts a question to the kernel: the status and the answer."""

Clues = Sequence[Sequence[int]]
Seconds = float | None
Watch = Callable[[int, int], None] | None

_WORD = 4
_NONE = float("nan")
_T = TypeVar("_T")


class OutOfTime(Exception):
    """Time was up."""


class _Status(IntEnum):
    DONE = 0
    INVALID = 1
    OUT_OF_TIME = 2


class _Question(IntEnum):
    """What the kernel can be asked, in the order of `exports.cpp`."""

    @staticmethod
    def _generate_next_value_(name: str, start: int, count: int, last_values: list[int]) -> int:
        return count

    DECIDE = auto()
    FOLLOW_LINES = auto()
    FAILED_LITERALS = auto()
    DECIDE_EACH = auto()
    CONTRADICTION_CORES = auto()
    CLIMB = auto()
    APPLY = auto()
    DEDUCE = auto()
    COUNT_SWEEPS = auto()
    NEW_BOARD = auto()
    FORGET_BOARD = auto()
    FIX = auto()
    END_VISIT = auto()
    LOOK = auto()
    NEXT_STEP = auto()
    USE_SIMPLEST = auto()
    COUNTS = auto()
    KNOWN = auto()
    PLAN_CONTRADICTIONS = auto()
    KEY_CELLS = auto()
    PROVE = auto()


def _real(value: float | None) -> list[int]:
    return array("i", array("d", [_NONE if value is None else value]).tobytes()).tolist()


def _numbers(values: Sequence[int]) -> list[int]:
    return [len(values), *values]


def _clues(clues: Clues) -> list[int]:
    out = [len(clues)]
    for clue in clues:
        out.append(len(clue))
        out += clue
    return out


def _mask(cells: int) -> list[int]:
    words = -(-cells.bit_length() // (8 * _WORD))
    return _numbers(array("i", cells.to_bytes(_WORD * words, "little")).tolist())


def _masks(black: Sequence[int], white: Sequence[int]) -> list[int]:
    out: list[int] = []
    for pair in zip(black, white, strict=True):
        for cells in pair:
            out += _mask(cells)
    return out


class _Answer:
    """Reads an answer from its start."""

    def __init__(self, words: Sequence[int]) -> None:
        self._words = words
        self._next = 0

    def number(self) -> int:
        self._next += 1
        return self._words[self._next - 1]

    def each(self, read: Callable[[], _T]) -> list[_T]:
        return [read() for _ in range(self.number())]

    def numbers(self) -> list[int]:
        count = self.number()
        self._next += count
        return list(self._words[self._next - count : self._next])

    def bytes(self) -> bytes:
        size = self.number()
        words = -(-size // _WORD)
        self._next += words
        return array("i", self._words[self._next - words : self._next]).tobytes()[:size]

    def mask(self) -> int:
        return int.from_bytes(self.bytes(), "little")

    def blocks(self) -> tuple[tuple[Any, ...], ...]:
        return tuple(self.each(self._block))

    def _block(self) -> tuple[Any, ...]:
        """As BlockBounds of `xlnono.model.steps`."""
        block = self.number()
        parts = self.each(lambda: (self.number(), self.number()))
        return block, parts[0][0], parts[-1][1], tuple(parts) if len(parts) > 1 else ()

    def deduction(self) -> tuple[Any, ...]:
        """(rung, black cells, white cells, evidence, blocks, stretches, cases)"""
        rung, *masks = self.number(), self.mask(), self.mask(), self.mask()
        blocks = self.blocks()
        stretches = self.each(lambda: (self.number(), self.number(), tuple(self.numbers())))
        cases = self.each(lambda: (self.number(), self.blocks()))
        return rung, *masks, blocks, tuple(stretches), tuple(cases)

    def chain(self) -> tuple[Any, ...]:
        """(assumed literal, links, line of the contradiction)"""
        return self.number(), self.each(self._link), self.number()

    def _link(self) -> tuple[Any, ...]:
        line, fixed, inside = self.number(), self.numbers(), self.each(self.chain)
        return line, fixed, inside[0] if inside else None


class Kernel:
    """The functions of the compiled module, put to a kernel of WebAssembly.

    `listen` is called with the callback that the kernel is to call while it works.
    """

    def __init__(self, ask: Ask, listen: Callable[[Watch], None]) -> None:
        self._ask = ask
        self._listen = listen

    def put(self, question: _Question, watch: Watch, *parts: list[int]) -> _Answer:
        words = array("i", [question])
        for part in parts:
            words.extend(part)
        self._listen(watch)
        status, answer = self._ask(words)
        if status == _Status.OUT_OF_TIME:
            raise OutOfTime
        if status == _Status.INVALID:
            raise ValueError(_Answer(answer).bytes().decode())
        return _Answer(answer)

    def decide(
        self,
        rows: Clues,
        columns: Clues,
        givens: memoryview | None = None,
        solutions: int = 2,
        seconds: Seconds = None,
        conflicts: int | None = None,
        watch: Watch = None,
    ) -> dict[str, Any]:
        asked = _puzzle(rows, columns, givens), [solutions], _real(seconds), _real(conflicts)
        answer = self.put(_Question.DECIDE, watch, *asked)

        def lines() -> list[bytes]:
            return _lines(answer.bytes(), len(rows), len(columns))

        return {
            "solutions": answer.each(lines),
            "black": lines(),
            "white": lines(),
            "finished": bool(answer.number()),
            "contradiction": None if (line := answer.number()) < 0 else line,
            "conflicts": answer.number(),
            "decisions": answer.number(),
            "settled": answer.number(),
        }

    def follow_lines(
        self, rows: Clues, columns: Clues, seconds: Seconds = None, watch: Watch = None
    ) -> tuple[list[bytes], list[bytes]] | None:
        asked = _puzzle(rows, columns, None), _real(seconds), _real(None)
        answer = self.put(_Question.FOLLOW_LINES, watch, *asked)
        if not answer.number():
            return None
        size = len(rows), len(columns)
        return _lines(answer.bytes(), *size), _lines(answer.bytes(), *size)

    def failed_literals(
        self,
        rows: Clues,
        columns: Clues,
        givens: memoryview,
        rounds: int,
        seconds: Seconds = None,
        watch: Watch = None,
    ) -> tuple[list[tuple[int, bool, int]], bool] | None:
        asked = _puzzle(rows, columns, givens), [rounds], _real(seconds), _real(None)
        answer = self.put(_Question.FAILED_LITERALS, watch, *asked)
        finished, still_open = answer.number(), bool(answer.number())
        found = answer.each(lambda: (answer.number(), bool(answer.number()), answer.number()))
        return (found, still_open) if finished else None

    def decide_each(
        self,
        rows: Clues,
        columns: Clues,
        changes: Sequence[Sequence[tuple[int, Sequence[int] | None]]],
        givens: memoryview | None,
        solutions: int,
        seconds: Seconds = None,
        conflicts: int | None = None,
        watch: Watch = None,
    ) -> list[tuple[list[bytes], bool]]:
        asked = _puzzle(rows, columns, givens), [solutions], _real(seconds), _real(conflicts)
        answer = self.put(_Question.DECIDE_EACH, watch, *asked, _changes(changes))
        return answer.each(lambda: (answer.each(answer.bytes), bool(answer.number())))

    def contradiction_cores(
        self,
        rows: Clues,
        columns: Clues,
        changes: Sequence[Sequence[tuple[int, Sequence[int] | None]]],
        givens: memoryview | None,
        rounds: int,
        seconds: Seconds = None,
        conflicts: int | None = None,
        watch: Watch = None,
    ) -> list[list[int]]:
        asked = _puzzle(rows, columns, givens), [rounds], _real(seconds), _real(conflicts)
        answer = self.put(_Question.CONTRADICTION_CORES, watch, *asked, _changes(changes))
        return answer.each(answer.numbers)

    def plan_contradictions(
        self,
        rows: Clues,
        columns: Clues,
        givens: Sequence[int],
        possible: Sequence[int],
        nested: bool,
        only_first: bool,
        seconds: Seconds = None,
        watch: Watch = None,
    ) -> tuple[list[tuple[Any, ...]], bool, bool, int]:
        position = _clues(rows) + _clues(columns) + _numbers(givens)
        how = [*_numbers(possible), nested, only_first, *_real(seconds), *_real(None)]
        answer = self.put(_Question.PLAN_CONTRADICTIONS, watch, position, how)
        steps = answer.each(answer.chain)
        return steps, bool(answer.number()), bool(answer.number()), answer.number()

    def key_cells(
        self,
        rows: Clues,
        columns: Clues,
        givens: Sequence[int],
        solution: Sequence[int],
        seconds: Seconds = None,
        watch: Watch = None,
    ) -> list[int] | None:
        position = _clues(rows) + _clues(columns) + _numbers(givens)
        how = [*_numbers(solution), *_real(seconds), *_real(None)]
        try:
            return self.put(_Question.KEY_CELLS, watch, position, how).numbers()
        except OutOfTime:
            return None

    def prove(
        self,
        rows: Clues,
        columns: Clues,
        givens: memoryview,
        cells: Sequence[int],
        seconds: Seconds = None,
        conflicts: int | None = None,
        watch: Watch = None,
    ) -> list[tuple[list[int], list[int]]]:
        how = [*_numbers(cells), *_real(seconds), *_real(conflicts)]
        answer = self.put(_Question.PROVE, watch, _puzzle(rows, columns, givens), how)
        return answer.each(lambda: (answer.numbers(), answer.numbers()))

    def count_sweeps(
        self,
        rows: Clues,
        columns: Clues,
        black: Sequence[int],
        white: Sequence[int],
        rows_first: bool,
        seconds: Seconds = None,
        watch: Watch = None,
    ) -> int:
        limits = _real(seconds) + _real(None)
        position = _clues(rows) + _clues(columns) + _masks(black, white)
        return self.put(_Question.COUNT_SWEEPS, watch, limits, [rows_first], position).number()


class LineLadder:
    """What techniques show on a line of some clue."""

    def __init__(self, kernel: Kernel, clue: Sequence[int], length: int) -> None:
        self._kernel = kernel
        self._line = [*_numbers(clue), length]

    def _put(
        self,
        question: _Question,
        known: tuple[int, int],
        asked: list[int],
        seconds: Seconds,
        watch: Watch,
    ) -> _Answer:
        limits = _real(seconds) + _real(None)
        masks = _mask(known[0]) + _mask(known[1])
        return self._kernel.put(question, watch, limits, self._line, masks, asked)

    def climb(
        self,
        black: int,
        white: int,
        first: int,
        last: int,
        seconds: Seconds = None,
        watch: Watch = None,
    ) -> tuple[int, int, int]:
        asked = [first, last]
        answer = self._put(_Question.CLIMB, (black, white), asked, seconds, watch)
        return answer.number(), answer.mask(), answer.mask()

    def apply(
        self, rung: int, black: int, white: int, seconds: Seconds = None, watch: Watch = None
    ) -> tuple[int, int]:
        answer = self._put(_Question.APPLY, (black, white), [rung], seconds, watch)
        return answer.mask(), answer.mask()

    def deduce(
        self,
        rung: int,
        black: int,
        white: int,
        new_black: int,
        new_white: int,
        seconds: Seconds = None,
        watch: Watch = None,
    ) -> tuple[Any, ...]:
        asked = [rung, *_mask(new_black), *_mask(new_white)]
        return self._put(_Question.DEDUCE, (black, white), asked, seconds, watch).deduction()[1:]


class Prospects:
    """All lines of a board, with what can be deduced on each."""

    def __init__(
        self,
        kernel: Kernel,
        rows: Clues,
        columns: Clues,
        black: Sequence[int],
        white: Sequence[int],
        white_cell: object,
        black_cell: object,
    ) -> None:
        self._kernel = kernel
        self._colours = white_cell, black_cell
        self._height, self._lines = len(rows), len(rows) + len(columns)
        position = _clues(rows) + _clues(columns) + _masks(black, white)
        self._number = kernel.put(_Question.NEW_BOARD, None, position).number()

    def __del__(self) -> None:
        if hasattr(self, "_number"):
            self._kernel.put(_Question.FORGET_BOARD, None, [self._number])

    def _put(
        self,
        question: _Question,
        *asked: int,
        seconds: Seconds = None,
        watch: Watch = None,
    ) -> _Answer:
        limits = _real(seconds) + _real(None)
        return self._kernel.put(question, watch, limits, [self._number, *asked])

    def fix(self, row: int, column: int, black: bool) -> None:
        self._put(_Question.FIX, row, column, black)

    def end_visit(self) -> None:
        self._put(_Question.END_VISIT)

    def look(self, seconds: Seconds = None, watch: Watch = None) -> int:
        return self._put(_Question.LOOK, seconds=seconds, watch=watch).number()

    def next_step(self, seconds: Seconds = None, watch: Watch = None) -> tuple[Any, ...] | None:
        answer = self._put(_Question.NEXT_STEP, seconds=seconds, watch=watch)
        if not answer.number():
            return None
        line, *known = answer.number(), answer.mask(), answer.mask()
        rung, black, white, evidence, *facts = answer.deduction()

        def place(offset: int) -> tuple[int, int]:
            return (line, offset) if line < self._height else (offset, line - self._height)

        fixed = tuple(
            (*place(offset), self._colours[black >> offset & 1]) for offset in _bits(black | white)
        )
        return line, rung, fixed, tuple(map(place, _bits(evidence))), *facts, tuple(known)

    def use_simplest(
        self, seconds: Seconds = None, watch: Watch = None
    ) -> tuple[int, int, int] | None:
        answer = self._put(_Question.USE_SIMPLEST, seconds=seconds, watch=watch)
        if not answer.number():
            return None
        return answer.number(), answer.number(), answer.number()

    def known(self) -> tuple[list[int], list[int]]:
        answer = self._put(_Question.KNOWN)
        masks = [(answer.mask(), answer.mask()) for _ in range(self._lines)]
        return [black for black, _ in masks], [white for _, white in masks]

    @property
    def unknown(self) -> int:
        return self._put(_Question.COUNTS).number()

    @property
    def choices(self) -> int:
        answer = self._put(_Question.COUNTS)
        answer.number()
        return answer.number()


def kernel_module(
    ask: Ask, listen: Callable[[Watch], None], longest_line: int, longest_explained: int
) -> ModuleType:
    """A module in place of `xlnono.engine._kernel`."""
    kernel = Kernel(ask, listen)
    module: Any = ModuleType("xlnono.engine._kernel")
    module.LONGEST_LINE = longest_line
    module.LONGEST_EXPLAINED = longest_explained
    module.OutOfTime = OutOfTime
    for name in (
        "decide",
        "follow_lines",
        "failed_literals",
        "decide_each",
        "contradiction_cores",
        "plan_contradictions",
        "key_cells",
        "prove",
        "count_sweeps",
    ):
        setattr(module, name, getattr(kernel, name))
    module.LineLadder = lambda clue, length: LineLadder(kernel, clue, length)
    module.Prospects = lambda *position: Prospects(kernel, *position)
    return module  # type: ignore[no-any-return]


def _puzzle(rows: Clues, columns: Clues, givens: memoryview | None) -> list[int]:
    return _clues(rows) + _clues(columns) + _numbers([] if givens is None else givens.tobytes())


def _lines(packed: bytes, height: int, width: int) -> list[bytes]:
    """The rows and then the columns of a set of cells, each as bytes."""
    row, column = -(-width // 8), -(-height // 8)
    rows = [packed[k * row : (k + 1) * row] for k in range(height)]
    rest = packed[height * row :]
    return rows + [rest[k * column : (k + 1) * column] for k in range(width)]


def _changes(changes: Sequence[Sequence[tuple[int, Sequence[int] | None]]]) -> list[int]:
    out = [len(changes)]
    for variant in changes:
        out.append(len(variant))
        for line, clue in variant:
            out += [line, clue is None, *_numbers(clue or ())]
    return out


def _bits(mask: int) -> list[int]:
    return [place for place in range(mask.bit_length()) if mask >> place & 1]
