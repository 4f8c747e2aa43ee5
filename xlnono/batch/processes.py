"""Jobs in processes of this machine; if one dies or hangs, the others continue."""

from __future__ import annotations

import atexit
import gc
import math
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Generator, Iterable, Iterator
from itertools import chain
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.sharedctypes import Synchronized
from typing import Any

from xlnono.batch.worker import GRACE, LOOK, Settings, failed, work
from xlnono.errors import XlnonoError
from xlnono.files.lock import SIGNALS, signals_blocked
from xlnono.files.writing import remove_leftovers
from xlnono.jobs.results import Result
from xlnono.jobs.sources import Job
from xlnono.language import Text

PATIENCE = 60.0
"""Seconds without progress, beyond the time limit of a puzzle, before a workbook is abandoned."""
_STARTS = 3
"""The number of processes in a row that may die while starting."""
_CONTEXT = multiprocessing.get_context("spawn")


class ProcessDied(XlnonoError):
    code = "process-died"
    template = Text(
        "the process working on this workbook died, possibly because memory ran out: try this "
        "workbook on its own, or on a machine with more memory. Nothing was written.",
        "このブックを処理していたプロセスが異常終了しました。メモリ不足かもしれません。"
        "メモリの多い環境で、このブックだけで試してください。何も書き込んでいません。",
    )


class NoSignOfLife(XlnonoError):
    code = "no-sign-of-life"
    template = Text(
        "no progress for {seconds:.0f} seconds; gave up on this workbook. Check what is in it and "
        "try it on its own. Nothing was written.",
        "{seconds:.0f} 秒間反応がなかったため、このブックの処理を打ち切りました。中身を確かめ、"
        "このブックだけで試してください。何も書き込んでいません。",
    )


class NoProcess(XlnonoError):
    code = "no-process"
    template = Text(
        "the worker processes end before they can start working. In a script of your own, call "
        "this below “if __name__ == '__main__':”. Otherwise memory may be short: try fewer "
        "processes (--jobs).",
        "処理用のプロセスが起動の途中で終わってしまいます。自作のスクリプトでは"
        "「if __name__ == '__main__':」の下で呼び出してください。そうでなければメモリ不足かも"
        "しれないので、プロセスの数(--jobs)を減らしてください。",
    )


def _serve(
    connection: Connection[Result, Job], life: Synchronized[int], settings: Settings
) -> None:
    """In a worker: do the jobs that come through a connection.

    `life` is a counter that rises as the work progresses.
    """
    # The process that started the batch decides when to stop.
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # Looking for garbage in the middle of a workbook would take a tenth of the time.
    gc.set_threshold(1_000_000)

    def alive() -> None:
        life.value += 1

    while True:
        job = connection.recv()
        alive()
        connection.send(work(job, settings, alive))
        gc.collect()
        # Only caches are left. The next search for garbage need not go through them again.
        gc.freeze()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


class _Worker:
    """A process that does one job at a time."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.start()
        # Python would wait for it on exit, even if nobody has closed the generator.
        atexit.register(self.kill)

    def start(self) -> None:
        """Start the process. Raises NoProcess."""
        try:
            self._life: Any = _CONTEXT.Value("Q", 0, lock=False)
            self.connection, other_end = _CONTEXT.Pipe()
            # Left open, it would outlive the process.
            with other_end:
                given = other_end, self._life, self._settings
                process = _CONTEXT.Process(target=_serve, args=given, daemon=True)
                # New processes inherit the block, until they can ignore the signals themselves:
                # first Python's resource tracker, which lifts part of the block, then ours.
                if sys.platform != "win32":
                    with signals_blocked():
                        resource_tracker.ensure_running()
                with signals_blocked():
                    process.start()
                self._process = process
        except OSError:
            raise NoProcess() from None

    def submit(self, job: Job) -> None:
        self._before = self._life.value
        self._heard = self._before, time.monotonic()
        try:
            self.connection.send(job)
        except OSError:
            # It died while idle.
            self.kill()
            self.start()
            self.submit(job)

    def result(self) -> Result:
        """The result of the job, once there is one. Raises OSError or EOFError if it died."""
        result: Result = self.connection.recv()
        return result

    def began(self) -> bool:
        """Whether the process has started the job it was given last."""
        return bool(self._life.value != self._before)

    def silent(self) -> float:
        """The seconds since it last made progress."""
        if self._life.value != self._heard[0]:
            self._heard = self._life.value, time.monotonic()
        return time.monotonic() - self._heard[1]

    def kill(self) -> None:
        """Kill the process, even while it is working, and wait until it is gone."""
        self._process.kill()
        self._process.join()
        self.connection.close()

    def end(self) -> None:
        """Kill the process, which is not needed any more."""
        self.kill()
        atexit.unregister(self.kill)


def in_processes(
    jobs: Iterable[Job], settings: Settings, processes: int, stop: threading.Event
) -> Generator[Result, None, None]:
    """Work on jobs in several processes, and yield each result as it is ready.

    Raises ValueError for fewer than one process, and NoProcess while working.
    """
    if processes < 1:
        raise ValueError(f"expected at least 1 process, not {processes}")
    return _in_processes(iter(jobs), settings, processes, stop)


def _in_processes(
    jobs: Iterator[Job], settings: Settings, processes: int, stop: threading.Event
) -> Generator[Result, None, None]:
    free: list[_Worker] = []
    busy: dict[_Worker, Job] = {}
    started = vain = 0
    deadline = math.inf
    try:
        while True:
            while (free or started < processes) and not stop.is_set():
                job = next(jobs, None)
                if job is None:
                    break
                if not free:
                    free.append(_Worker(settings))
                    started += 1
                worker = free.pop()
                worker.submit(job)
                busy[worker] = job
            if stop.is_set():
                deadline = min(deadline, time.monotonic() + GRACE)
            if not busy or time.monotonic() > deadline:
                break
            ready = wait([worker.connection for worker in busy], LOOK)
            for worker in [worker for worker in busy if worker.connection in ready]:
                job = busy.pop(worker)
                free.append(worker)
                try:
                    result = worker.result()
                except (EOFError, OSError):
                    began = worker.began()
                    # Its locks are released only when it has ended.
                    worker.kill()
                    remove_leftovers(job.target)
                    worker.start()
                    if not began:
                        vain += 1
                        if vain == _STARTS:
                            raise NoProcess() from None
                        jobs = chain([job], jobs)
                        continue
                    result = failed(job, ProcessDied())
                vain = 0
                yield result
            for worker, job in list(busy.items()):
                silent = worker.silent()
                if silent > settings.seconds + PATIENCE and not worker.connection.poll():
                    del busy[worker]
                    worker.kill()
                    remove_leftovers(job.target)
                    worker.start()
                    free.append(worker)
                    yield failed(job, NoSignOfLife(seconds=silent))
    finally:
        for worker in (*free, *busy):
            worker.end()
        for job in busy.values():
            remove_leftovers(job.target)
