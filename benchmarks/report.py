"""Results of `deciding.py` as a table, as a picture and as JSON lines."""

from __future__ import annotations

import json
import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from puzzles import UNDECIDED, VERDICTS

SLOW_MS = 2.0
BEATEN = 1.1
"""What counts as slow, and how many times as long as another solver counts as beaten."""


@dataclass(frozen=True)
class Result:
    """One run of one solver on one puzzle; times in milliseconds."""

    collection: str
    puzzle: str
    height: int
    width: int
    solver: str
    run: int
    verdict: str
    pictures: int
    ms: float
    building_ms: float


@dataclass(frozen=True)
class Summary:
    """A solver on one set, with the median of several runs of a puzzle."""

    solver: str
    times: tuple[float, ...]
    building: float
    verdicts: tuple[str, ...]
    solved_times: tuple[float, ...]

    @classmethod
    def of(cls, solver: str, results: Iterable[Result]) -> Summary:
        puzzles: dict[str, list[Result]] = {}
        for result in results:
            puzzles.setdefault(result.puzzle, []).append(result)
        runs = list(puzzles.values())
        times = tuple(statistics.median(run.ms for run in of) for of in runs)
        verdicts = tuple(
            UNDECIDED if any(run.verdict == UNDECIDED for run in of) else of[0].verdict
            for of in runs
        )
        return cls(
            solver,
            times,
            sum(statistics.median(run.building_ms for run in of) for of in runs),
            verdicts,
            tuple(t for t, v in zip(times, verdicts, strict=True) if v != UNDECIDED),
        )


def summaries(results: Sequence[Result]) -> list[Summary]:
    """One summary for each solver, in the order in which they first appear by name."""
    names = sorted({result.solver for result in results}, key=lambda name: ("xl" not in name, name))
    return [Summary.of(name, (r for r in results if r.solver == name)) for name in names]


def percentile(values: Sequence[float], percent: float) -> float:
    """The given percentile: the smallest value that at least that share of values do not exceed."""
    return sorted(values)[max(math.ceil(len(values) * percent / 100), 1) - 1]


def table(results: Sequence[Result]) -> str:
    """The summaries as text, a line a solver; times in milliseconds."""
    titles = ["solver", "puzzles", "median", "p95", "max", "total", "of it building", "solved"]
    lines = [[*titles, *VERDICTS, UNDECIDED]]
    for summary in summaries(results):
        solved = len(summary.solved_times)
        times = (
            statistics.median(summary.times),
            percentile(summary.times, 95),
            max(summary.times),
            sum(summary.times),
            summary.building,
        )
        counts = [summary.verdicts.count(verdict) for verdict in (*VERDICTS, UNDECIDED)]
        numbers = [len(summary.times), *(f"{time:.3f}" for time in times), solved, *counts]
        lines.append([summary.solver, *map(str, numbers)])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            text.rjust(width) if k else text.ljust(width)
            for k, (text, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )


def beaten(results: Sequence[Result]) -> str:
    """For each solver of ours, on how many of its slower puzzles others are faster, in their own
    time, without building."""
    own: dict[str, dict[str, float]] = {}
    for result in results:
        taken = math.inf if result.verdict == UNDECIDED else result.ms - result.building_ms
        times = own.setdefault(result.solver, {})
        times[result.puzzle] = min(taken, times.get(result.puzzle, math.inf))
    peers = [name for name in own if "xl" not in name]
    lines = []
    for solver in (name for name in own if name not in peers):
        slow = {puzzle: taken for puzzle, taken in own[solver].items() if taken > SLOW_MS}
        for faster in [[peer] for peer in peers] + [peers] * (len(peers) > 1):
            count = sum(
                taken > BEATEN * min(own[peer].get(puzzle, math.inf) for peer in faster)
                for puzzle, taken in slow.items()
            )
            if slow:
                lines.append(
                    f"{solver}, {len(slow)} puzzles over {SLOW_MS:g} ms: {' or '.join(faster)} "
                    f"faster by over {BEATEN - 1:.0%} on {count} ({count / len(slow):.1%})"
                )
    return "\n".join(lines)


def write(path: Path, results: Iterable[Result]) -> None:
    """The raw results, a JSON object a line."""
    with path.open("w", encoding="utf-8") as file:
        for result in results:
            file.write(json.dumps(asdict(result)) + "\n")


def draw(path: Path, results: Sequence[Result], title: str) -> None:
    """How many puzzles each solver has solved, by time limit per puzzle."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 5), layout="constrained")
    for summary in summaries(results):
        times = sorted(summary.solved_times)
        label = f"{summary.solver} ({len(times)} of {len(summary.times)})"
        axes.step(times, range(1, len(times) + 1), where="post", label=label)
    axes.set_xscale("log")
    axes.set_xlabel("time for one puzzle, ms")
    axes.set_ylabel("puzzles solved, and shown to be unique or not")
    axes.set_ylim(bottom=0)
    axes.set_title(title)
    axes.grid(alpha=0.3, which="both")
    axes.legend()
    figure.savefig(path, dpi=110)
    pyplot.close(figure)
