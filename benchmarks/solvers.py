"""The solvers that are measured: ours in its two engines, and peers from the package index.

Each is a function of the puzzle, a time limit and a seed. It looks for a first solution and
then for a second one, or the proof that there is none. The clock starts at the clues as
tuples of numbers and stops at the verdict; making the picture comparable is not measured.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from itertools import chain, count, pairwise
from pathlib import Path
from typing import Any

from puzzles import UNDECIDED, Answer, Clued, Picture

Solver = Callable[[Clued, float, int], Answer]


class WrongEngine(Exception):
    """The engine is not the requested one."""


def _verdict(pictures: int, finished: bool) -> str:
    if pictures > 1:
        return "multiple"
    if not finished:
        return UNDECIDED
    return "unique" if pictures else "none"


def xlnono(puzzle: Clued, seconds: float, seed: int) -> Answer:
    """`xlnono.solve`, the public function; only if the kernel decides."""
    import xlnono as package

    began = time.perf_counter()
    made = package.Puzzle(puzzle.rows, puzzle.columns)
    built = time.perf_counter()
    solution = package.solve(made, seconds=seconds)
    ended = time.perf_counter()
    if solution.engine != "kernel":
        raise WrongEngine(
            f"{puzzle.name} was decided by the {solution.engine} engine, not by the kernel: build "
            "the package (pip install .), or ask for xlnono-python to measure that engine"
        )
    pictures = tuple(tuple(grid.rows) for grid in (solution.grid, solution.other) if grid)
    return Answer(solution.outcome.value, pictures, ended - began, built - began)


def xlnono_kernel(puzzle: Clued, seconds: float, seed: int) -> Answer:
    """The compiled module by itself, without the objects that `xlnono.solve` makes."""
    try:
        kernel = import_module("xlnono.engine._kernel")
    except ImportError as error:
        raise WrongEngine(f"there is no compiled kernel: {error}") from error
    began = time.perf_counter()
    found = kernel.decide(puzzle.rows, puzzle.columns, seconds=seconds, seed=seed)
    ended = time.perf_counter()
    height = len(puzzle.rows)
    pictures = tuple(
        tuple(int.from_bytes(row, "little") for row in lines[:height])
        for lines in found["solutions"]
    )
    return Answer(_verdict(len(pictures), found["finished"]), pictures, ended - began, 0.0)


def xlnono_python(puzzle: Clued, seconds: float, seed: int) -> Answer:
    """The Python engine, the kernel's stand-in, with empty caches."""
    from xlnono.engine import line
    from xlnono.engine.clock import Clock
    from xlnono.engine.decide import search
    from xlnono.model.board import Board
    from xlnono.model.puzzle import Puzzle

    line.forget()
    began = time.perf_counter()
    made = Puzzle(puzzle.rows, puzzle.columns)
    built = time.perf_counter()
    start = Board(made.height, made.width)
    decision = search.decide(made, start, Clock.start(seconds))
    ended = time.perf_counter()
    verdict = _verdict(len(decision.grids), decision.finished)
    pictures = tuple(tuple(grid.rows) for grid in decision.grids)
    return Answer(verdict, pictures, ended - began, built - began)


def order_encoding(puzzle: Clued) -> list[list[int]]:
    """The puzzle as clauses; variable `1 + row * width + column` says that a cell is black.

    Every block can be shifted from its leftmost place by 0 to `slack` cells. One variable for
    each block and shift below the slack says "shifted by so many cells or fewer".
    """
    height, width = len(puzzle.rows), len(puzzle.columns)
    fresh = count(height * width + 1)
    clauses: list[list[int]] = []
    for row, clue in enumerate(puzzle.rows):
        cells = [1 + row * width + column for column in range(width)]
        clauses += _line_clauses(clue, cells, fresh)
    for column, clue in enumerate(puzzle.columns):
        cells = [1 + row * width + column for row in range(height)]
        clauses += _line_clauses(clue, cells, fresh)
    return clauses


def _line_clauses(clue: tuple[int, ...], cells: list[int], fresh: count[int]) -> list[list[int]]:
    slack = len(cells) - sum(clue) - max(len(clue) - 1, 0)
    if slack < 0:
        return [[]]
    shifted = [[next(fresh) for _ in range(slack)] for _ in clue]
    first = [sum(clue[:j]) + j for j in range(len(clue))]

    def starts_by(j: int, cell: int) -> int | bool:
        """Whether block j starts at a cell or to its left: a variable, or a known value."""
        if j < 0 or j >= len(clue):
            return j < 0
        shift = cell - first[j]
        return shifted[j][shift] if 0 <= shift < slack else shift >= slack

    clauses: list[list[int]] = []

    def add(*literals: int | bool, negated: tuple[int | bool, ...] = ()) -> None:
        if any(literal is True for literal in literals) or any(n is False for n in negated):
            return
        clause = [literal for literal in literals if literal is not False]
        clauses.append(clause + [-literal for literal in negated if literal is not True])

    for shifts in shifted:
        for less, more in pairwise(shifts):
            add(more, negated=(less,))
    for block, following in pairwise(shifted):
        for own, its in zip(block, following, strict=True):
            add(own, negated=(its,))
    for cell, black in enumerate(cells):
        for j, length in enumerate(clue):
            add(black, starts_by(j, cell - length), negated=(starts_by(j, cell),))
        for j in range(-1, len(clue)):
            ended: int | bool = j < 0 or starts_by(j, cell - clue[j])
            add(starts_by(j + 1, cell), negated=(ended, black))
    return clauses


def _picture(black: list[bool], width: int) -> Picture:
    rows = (black[at : at + width] for at in range(0, len(black), width))
    return tuple(sum(1 << column for column, cell in enumerate(row) if cell) for row in rows)


def cadical(puzzle: Clued, seconds: float, seed: int) -> Answer:
    """CaDiCaL 1.9.5 over the order encoding. It has no time limit; its process is ended."""
    from pysat.solvers import Cadical195

    cells, width = len(puzzle.rows) * len(puzzle.columns), len(puzzle.columns)
    models: list[list[int]] = []
    began = time.perf_counter()
    with Cadical195(bootstrap_with=order_encoding(puzzle)) as solver:
        built = time.perf_counter()
        while len(models) < 2 and solver.solve():
            models.append(solver.get_model()[:cells])
            solver.add_clause([-literal for literal in models[-1]])
        ended = time.perf_counter()
    pictures = tuple(_picture([literal > 0 for literal in model], width) for model in models)
    return Answer(_verdict(len(models), True), pictures, ended - began, built - began)


def _automaton(clue: tuple[int, ...]) -> tuple[int, list[tuple[int, int, int]]]:
    """The last state and the transitions (from, colour, to) of the automaton of a clue."""
    steps: list[tuple[int, int, int]] = [(0, 0, 0)]
    state = 0
    for j, length in enumerate(clue):
        if j > 0:
            steps += [(state, 0, state + 1), (state + 1, 0, state + 1)]
            state += 1
        steps += [(state + k, 1, state + k + 1) for k in range(length)]
        state += length
    if clue:
        steps.append((state, 0, state))
    return state, steps


def cpsat(puzzle: Clued, seconds: float, seed: int) -> Answer:
    """CP-SAT with an automaton a line and one worker, solved twice."""
    from ortools.sat.python import cp_model

    width = len(puzzle.columns)
    began = time.perf_counter()
    model = cp_model.CpModel()
    cells: list[list[Any]] = [[model.new_bool_var("") for _ in puzzle.columns] for _ in puzzle.rows]
    clues = chain(puzzle.rows, puzzle.columns)
    for clue, line in zip(clues, chain(cells, zip(*cells, strict=True)), strict=True):
        last, steps = _automaton(clue)
        model.add_automaton(list(line), 0, [last], steps)
    built = time.perf_counter()
    every = list(chain.from_iterable(cells))
    found: list[list[bool]] = []
    finished = False
    while len(found) < 2 and not finished:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = seed
        solver.parameters.max_time_in_seconds = max(seconds - (time.perf_counter() - began), 0.0)
        status = solver.solve(model)
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            found.append([solver.boolean_value(cell) for cell in every])
            model.add_bool_or(
                cell.negated() if black else cell
                for cell, black in zip(every, found[-1], strict=True)
            )
        elif status == cp_model.INFEASIBLE:
            finished = True
        else:
            break
    ended = time.perf_counter()
    pictures = tuple(_picture(black, width) for black in found)
    return Answer(_verdict(len(found), finished), pictures, ended - began, built - began)


_HERE = Path(__file__).parent
_KERNEL = _HERE.parent / "xlnono" / "engine" / "kernel"
_DEPTH_FIRST = Path(tempfile.gettempdir()) / "xlnono_depth_first.so"


def _compile_depth_first() -> str:
    """Compile the search for the workers. Returns the compiler; ImportError if there is none."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        raise ImportError("there is no C++ compiler")
    options = ["-std=c++20", "-O3", "-shared", "-fPIC", f"-I{_KERNEL}", "-o", _DEPTH_FIRST]
    subprocess.run([compiler, *options, _HERE / "depth_first.cpp"], check=True)
    return compiler


def depth_first(puzzle: Clued, seconds: float, seed: int) -> Answer:
    """Depth-first search on the kernel's line solver, which probes all cells and learns nothing."""
    height, width = len(puzzle.rows), len(puzzle.columns)
    search = ctypes.CDLL(str(_DEPTH_FIRST)).depth_first
    began = time.perf_counter()
    numbers = [n for clue in (*puzzle.rows, *puzzle.columns) for n in (len(clue), *clue)]
    lines = (ctypes.c_int * len(numbers))(*numbers)
    cells = (ctypes.c_uint8 * (2 * height * width))()
    built = time.perf_counter()
    found = search(height, width, lines, ctypes.c_double(seconds), cells)
    ended = time.perf_counter()
    pictures = tuple(
        _picture([bool(cell) for cell in cells[k * height * width :][: height * width]], width)
        for k in range(found % 4)
    )
    return Answer(_verdict(found % 4, found >= 4), pictures, ended - began, built - began)


SOLVERS: dict[str, Solver] = {
    "xlnono": xlnono,
    "xlnono-kernel": xlnono_kernel,
    "xlnono-python": xlnono_python,
    "cadical": cadical,
    "cpsat": cpsat,
    "depth-first": depth_first,
}
SEEDED = {"xlnono-kernel", "cpsat"}
"""The solvers that use a seed."""

_NEEDS = {"cadical": ("pysat.solvers", "python-sat"), "cpsat": ("ortools", "ortools")}


def release(solver: str) -> str:
    """The package that a solver comes from, with its version. ImportError if it is missing."""
    if solver == "depth-first":
        return f"compiled with {_compile_depth_first()}"
    module, package = _NEEDS.get(solver, ("xlnono", "xlnono"))
    import_module(module)
    return f"{package} {version(package)}"
