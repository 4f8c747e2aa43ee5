"""Deciding sets of puzzles, beside a SAT solver and a constraint solver.

Run with the installed package and its extra `bench`:
python benchmarks/deciding.py FOLDER_OR_FILES… [--seconds 30] [--solvers xlnono,cadical]

Puzzles come in JSON lines with the fields id, width, height, rows and cols. Every solver looks
for a first solution and then for a second one or the proof that there is none; puzzle by
puzzle, the solvers take turns in being first. Every picture is compared with its clues and
every verdict with those of the other solvers; any disagreement makes the exit code 1.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from itertools import groupby
from pathlib import Path

import report
from puzzles import Answer, Clued, complaints, read
from solvers import SEEDED, SOLVERS, WrongEngine, release
from workers import Died, Worker


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paths", nargs="+", type=Path, metavar="FOLDER_OR_FILE")
    parser.add_argument("--seconds", type=float, default=30.0, help="for a puzzle and a solver")
    parser.add_argument("--solvers", default="xlnono,xlnono-kernel,cadical,cpsat")
    parser.add_argument("--seeds", default="0", help="for solvers that take one, such as 1,2")
    parser.add_argument(
        "--runs", type=int, default=1, help="of a short puzzle in a row; the median counts"
    )
    parser.add_argument("--every", type=int, default=1, help="take every nth puzzle of a file")
    parser.add_argument("--each-in-a-process", action="store_true")
    parser.add_argument("--out", type=Path, help="folder for raw results, tables and pictures")
    arguments = parser.parse_args()
    for solver in arguments.solvers.split(","):
        if solver not in SOLVERS:
            parser.error(f"there is no solver {solver!r}, only {', '.join(SOLVERS)}")
    for path in arguments.paths:
        if not path.exists():
            parser.error(f"{path} does not exist")
    return arguments


def _workers(arguments: argparse.Namespace) -> dict[str, Worker]:
    """A worker for each solver that is installed and each seed, by the name in the table."""
    seeds = [int(seed) for seed in arguments.seeds.split(",")]
    workers: dict[str, Worker] = {}
    for solver in dict.fromkeys(arguments.solvers.split(",")):
        try:
            print(f"{solver}: {release(solver)}")
        except ImportError as error:
            print(f'{solver} is left out: {error}. Install it: pip install "xlnono[bench]"')
            continue
        for seed in seeds if solver in SEEDED else seeds[:1]:
            name = f"{solver}, seed {seed}" if solver in SEEDED and len(seeds) > 1 else solver
            workers[name] = Worker(solver, seed, arguments.each_in_a_process)
    return workers


def _result(puzzle: Clued, solver: str, run: int, answer: Answer) -> report.Result:
    return report.Result(
        collection=puzzle.collection,
        puzzle=puzzle.name,
        height=len(puzzle.rows),
        width=len(puzzle.columns),
        solver=solver,
        run=run,
        verdict=answer.verdict,
        pictures=len(answer.pictures),
        ms=answer.seconds * 1000,
        building_ms=answer.building * 1000,
    )


def measure(
    puzzles: list[Clued], workers: dict[str, Worker], seconds: float, runs: int
) -> tuple[list[report.Result], list[str]]:
    """All results, and what is wrong with them."""
    results: list[report.Result] = []
    wrong: list[str] = []
    names = list(workers)
    for number, puzzle in enumerate(puzzles):
        turn = number % len(names)
        answers: dict[str, list[Answer]] = {}
        for name in names[turn:] + names[:turn]:
            try:
                answers[name] = workers[name].solve(puzzle, seconds, runs)
            except Died as error:
                wrong.append(f"{puzzle.collection}: {puzzle.name}: {error}")
                workers[name].stop()
                continue
            results += [_result(puzzle, name, *run) for run in enumerate(answers[name])]
        wrong += complaints(puzzle, answers)
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {len(puzzles)}", end="", file=sys.stderr, flush=True)
    return results, wrong


def main() -> int:
    arguments = _arguments()
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    machine = f"{platform.platform()}, {os.cpu_count()} cores{load}"
    print(f"Python {platform.python_version()}, {machine}")
    workers = _workers(arguments)
    if not workers:
        print("no solver is left")
        return 2
    how = "in a new process" if arguments.each_in_a_process else "in a running process"
    wrong: list[str] = []
    try:
        for name, group in groupby(read(arguments.paths, arguments.every), lambda p: p.collection):
            puzzles = list(group)
            results, complained = measure(puzzles, workers, arguments.seconds, arguments.runs)
            wrong += complained
            title = f"{name}: {len(puzzles)} puzzles, {how}, at most {arguments.seconds:g} s each"
            text = (
                f"{title}; times in ms\n{report.table(results)}\n{report.beaten(results)}".rstrip()
            )
            print(f"\n{text}", flush=True)
            if arguments.out is not None:
                arguments.out.mkdir(parents=True, exist_ok=True)
                report.write(arguments.out / f"{name}.jsonl", results)
                report.draw(arguments.out / f"{name}.png", results, title)
                (arguments.out / f"{name}.txt").write_text(text + "\n", "utf-8")
    except WrongEngine as error:
        print(error, file=sys.stderr)
        return 2
    finally:
        for worker in workers.values():
            worker.stop()
    for complaint in wrong:
        print(f"WRONG: {complaint}", file=sys.stderr)
    print("\n" + (f"{len(wrong)} complaints" if wrong else "All answers checked, none wrong."))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
