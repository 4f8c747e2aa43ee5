"""How many contradictions the explanations of puzzles need, and how long they are.

Run: python benchmarks/contradictions.py PUZZLES… [--seconds 60]

PUZZLES are JSON Lines files, as for deciding.py. Only puzzles with one solution are explained.
`rows` counts the rows of a log that are not visits to a line. Proofs are checked.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path

from puzzles import read

import xlnono
from xlnono import Outcome, Puzzle, Step, Technique
from xlnono.proofs.check import check
from xlnono.proofs.write import has_proof, proof_lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("puzzles", nargs="+", type=Path)
    parser.add_argument("--seconds", type=float, default=60)
    arguments = parser.parse_args()
    print(
        "| puzzle | contradictions | lines | longest chain | nested | inside | rows | s | proof |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    total = 0.0
    for clued in read(arguments.puzzles):
        puzzle = Puzzle(clued.rows, clued.columns)
        if xlnono.solve(puzzle, seconds=arguments.seconds).outcome is not Outcome.UNIQUE:
            continue
        began = time.process_time()
        solution = xlnono.solve(puzzle, explain=True, seconds=arguments.seconds)
        taken = time.process_time() - began
        total += taken
        log = solution.log
        assert log is not None
        steps = [step for step in log if step.line is None]
        if not steps:
            continue
        links = [list(_links(step)) for step in steps]
        nested = [step for step in steps if step.technique is Technique.NESTED_CONTRADICTION]
        inside = sum(step.refuted - 1 for step in nested)
        searches = sum(step.technique is Technique.SEARCH for step in steps)
        lines = sum(map(sum, links))
        longest = max(map(max, (each for each in links if each)), default=0)
        print(
            f"| {clued.name} | {len(steps) - searches} | {lines} | {longest} | {len(nested)} | "
            f"{inside} | {len(steps) + inside + lines} | {taken:.2f} | "
            f"{_proved(puzzle, solution)} |"
        )
    print(f"total: {total:.2f} s of processor time, lines and ratings included")


def _links(step: Step) -> Iterator[int]:
    """The lines that are followed from each assumption of a step."""
    for branch in step.branches:
        yield 1 + sum(link.line is not None for link in branch.chain)
        for link in branch.chain:
            yield from _links(link)


def _proved(puzzle: Puzzle, solution: xlnono.Solution) -> str:
    log = solution.log
    assert log is not None
    if log.unknown:
        return f"{log.unknown} cells unexplained"
    if not has_proof(log):
        return "in rows"
    lines = [json.loads(line) for line in proof_lines(puzzle, log, "")]
    began = time.process_time()
    (checked,) = check(lines)
    return f"{checked.statements} statements, checked in {time.process_time() - began:.1f} s"


if __name__ == "__main__":
    main()
