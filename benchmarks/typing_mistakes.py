"""Locating typing mistakes made on purpose, with the kind of the mistake not given to the program.

Run with the installed package:
python benchmarks/typing_mistakes.py FOLDER_OR_FILES… [--mistakes 1] [--least 1] [--most 40]

Puzzles come in JSON lines with the fields id, width, height, rows and cols. In every puzzle with
exactly one solution, each kind of mistake is made once; with several mistakes at a time, random
kinds. A mistake is noticed if the clues then have no solution. With `--ambiguous`, puzzles that
really have several solutions are taken as they are: every proposal for them is false.

Times are processor time; the limit is wall time, so on a busy machine more cases are cut short.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from random import Random

from mistyping import KINDS, Axes
from puzzles import Clued, read

from xlnono import Outcome, Puzzle, solve
from xlnono.engine.mistakes import locate_mistakes
from xlnono.model.mistakes import Correction, MistakeReport


@dataclass(frozen=True)
class Case:
    """What was found for one case. `place` is that of the true correction, from 1; 0 if it is not
    listed."""

    kind: str
    name: str
    noticed: bool
    place: int
    sure: bool
    cut_short: bool
    proposals: int
    seconds: float  # of processor time


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paths", nargs="+", type=Path, metavar="FOLDER_OR_FILE")
    parser.add_argument("--mistakes", type=int, default=1, choices=(1, 2, 3), help="at a time")
    parser.add_argument(
        "--cases", type=int, default=3, help="of each puzzle, with several mistakes"
    )
    parser.add_argument("--ambiguous", action="store_true")
    parser.add_argument("--least", type=int, default=1, help="shortest longer side of a puzzle")
    parser.add_argument("--most", type=int, default=40, help="longest longer side of a puzzle")
    parser.add_argument("--seconds", type=float, default=5.0, help="for a case")
    parser.add_argument("--every", type=int, default=1, help="take every nth puzzle of a file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--list", action="store_true", help="the cases whose correction is not first"
    )
    return parser.parse_args()


def _puzzles(arguments: argparse.Namespace) -> Iterator[Clued]:
    """Those of the size asked for that have the number of solutions asked for."""
    wanted = Outcome.MULTIPLE if arguments.ambiguous else Outcome.UNIQUE
    for puzzle in read(arguments.paths, arguments.every):
        longest = max(len(puzzle.rows), len(puzzle.columns))
        if not arguments.least <= longest <= arguments.most:
            continue
        if solve(Puzzle(puzzle.rows, puzzle.columns), seconds=2).outcome is wanted:
            yield puzzle


def _mistyped(
    puzzle: Clued, arguments: argparse.Namespace, random: Random
) -> Iterator[tuple[str, Axes]]:
    """The clues with mistakes, each time with their kinds."""
    right = [list(map(list, clues)) for clues in (puzzle.rows, puzzle.columns)]
    if arguments.mistakes == 1:
        wanted = [[kind] for kind in KINDS]
    else:
        wanted = [random.sample(list(KINDS), arguments.mistakes) for _ in range(arguments.cases)]
    for kinds in wanted:
        axes = deepcopy(right)
        made = all(KINDS[kind]((axes[0], axes[1]), random) for kind in kinds)
        if made and axes != right:
            yield " + ".join(kinds), (axes[0], axes[1])


def _is_right(correction: Correction | None, right: Puzzle) -> bool:
    return correction is not None and (
        correction.puzzle == right or _is_right(correction.mirrored, right)
    )


def _case(kind: str, puzzle: Clued, axes: Axes, seconds: float) -> Case:
    right = Puzzle(puzzle.rows, puzzle.columns)
    started = time.process_time()
    report: MistakeReport = locate_mistakes(*axes, seconds=seconds)
    taken = time.process_time() - started
    places = [k for k, each in enumerate(report.corrections, 1) if _is_right(each, right)]
    return Case(
        kind,
        puzzle.name,
        report.outcome not in (Outcome.UNIQUE, Outcome.MULTIPLE),
        min(places, default=0),
        report.sure,
        report.cut_short,
        len(report.corrections),
        taken,
    )


def _share(count: int, of: int) -> str:
    return f"{100 * count / of:6.1f} %" if of else "      –"


def _row(name: str, cases: list[Case]) -> str:
    noticed = [case for case in cases if case.noticed]
    count = len(noticed)
    sure = [case for case in noticed if case.sure]
    times = sorted(case.seconds for case in cases)
    return (
        f"{name:22}{len(cases):6}{len(cases) - count:8}"
        f"{_share(sum(case.place > 0 for case in noticed), count):>10}"
        f"{_share(sum(case.place == 1 for case in noticed), count):>10}"
        f"{_share(sum(0 < case.place <= 3 for case in noticed), count):>10}"
        f"{_share(len(sure), count):>10}"
        f"{_share(sum(case.place == 1 for case in sure), len(sure)):>10}"
        f"{sum(case.cut_short for case in cases):5}"
        f"{1000 * statistics.median(times):9.1f}"
        f"{1000 * times[int(0.95 * (len(times) - 1))]:9.1f}{1000 * times[-1]:9.0f}"
    )


def main() -> int:
    arguments = _arguments()
    random = Random(arguments.seed)
    cases: dict[str, list[Case]] = defaultdict(list)
    for puzzle in _puzzles(arguments):
        if arguments.ambiguous:
            axes = [list(map(list, clues)) for clues in (puzzle.rows, puzzle.columns)]
            variants = [("as printed", (axes[0], axes[1]))]
        else:
            variants = list(_mistyped(puzzle, arguments, random))
        for kind, mistyped in variants:
            case = _case(kind, puzzle, mistyped, arguments.seconds)
            cases[kind if arguments.mistakes == 1 else "together"].append(case)
            if arguments.list and case.noticed and case.place != 1:
                print(case)
    print(
        f"{'mistake':22}{'cases':>6}{'unseen':>8}{'listed':>10}{'first':>10}{'first 3':>10}"
        f"{'sure':>10}{'right':>10}{'cut':>5}{'median':>9}{'95 %':>9}{'max ms':>9}"
    )
    for kind, of_kind in cases.items():
        print(_row(kind, of_kind))
    every = [case for of_kind in cases.values() for case in of_kind]
    if every:
        print(_row("all", every))
        print(
            f"proposals for puzzles with several solutions or one: "
            f"{sum(case.proposals > 0 for case in every if not case.noticed)}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
