"""Runs a solver in a process of its own, which is ended when it exceeds its time limit."""

from __future__ import annotations

import multiprocessing
import time
from dataclasses import replace
from multiprocessing.connection import Connection

from puzzles import UNDECIDED, Answer, Clued
from solvers import SOLVERS, WrongEngine

GRACE = 1.5
"""The multiple of its time limit that a solver may take if it stops by itself."""
SLACK = 5.0
"""Seconds on top of that: for starting a process, and for sending pictures."""

REPEATED = 0.5
"""A puzzle that took more seconds is not solved again."""

_WARM_UP = Clued("", "warm-up", ((1, 1), (1,), (2,)), ((1,), (2,), (1, 1)))


class Died(Exception):
    """The process of a solver ended without an answer."""


def _serve(solver: str, seed: int, warm_up: bool, channel: Connection) -> None:
    solve = SOLVERS[solver]
    try:
        if warm_up:
            solve(_WARM_UP, 10.0, seed)
            channel.send([])
        while True:
            puzzle, seconds, runs = channel.recv()
            answers = [solve(puzzle, seconds, seed)]
            while len(answers) < runs and sum(answer.seconds for answer in answers) < REPEATED:
                answers.append(solve(puzzle, seconds, seed))
            channel.send(answers)
    except WrongEngine as error:
        channel.send(error)
    except EOFError:
        return


class Worker:
    """Gives puzzles to a solver, all in the same process or each in a new one.

    In the same process the time is the solver's own, loading the package and a first small
    puzzle left out. With `new_process` it runs from starting the interpreter to the answer.
    """

    def __init__(self, solver: str, seed: int, new_process: bool) -> None:
        self.solver = solver
        self.seed = seed
        self.new_process = new_process
        self._process: multiprocessing.process.BaseProcess | None = None
        self._channel: Connection | None = None

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        self._channel, theirs = context.Pipe()
        arguments = (self.solver, self.seed, not self.new_process, theirs)
        self._process = context.Process(target=_serve, args=arguments, daemon=True)
        self._process.start()
        theirs.close()
        if not self.new_process:
            self._receive(self._channel, 60.0)
        return self._channel

    def _receive(self, channel: Connection, seconds: float) -> list[Answer] | None:
        if not channel.poll(seconds):
            return None
        try:
            answers: list[Answer] | WrongEngine = channel.recv()
        except EOFError as error:
            raise Died(f"the process of {self.solver} ended without an answer") from error
        if isinstance(answers, WrongEngine):
            raise answers
        return answers

    def solve(self, puzzle: Clued, seconds: float, runs: int) -> list[Answer]:
        """The answers of one or more runs; a single `undecided` if it had to be ended."""
        began = time.perf_counter()
        channel = self._channel or self._start()
        stops_itself = self.solver != "cadical"
        channel.send((puzzle, seconds, 1 if self.new_process else runs))
        allowed = seconds * GRACE + SLACK if stops_itself else seconds + REPEATED
        answers = self._receive(channel, allowed)
        if answers is None:
            self.stop()
            return [Answer(UNDECIDED, (), allowed, 0.0)]
        if self.new_process:
            answers = [replace(answers[0], seconds=time.perf_counter() - began)]
            self.stop()
        return answers

    def stop(self) -> None:
        """End the process, if there is one."""
        if self._channel is not None:
            self._channel.close()
            self._channel = None
        if self._process is not None:
            self._process.terminate()
            self._process.join()
            self._process = None
