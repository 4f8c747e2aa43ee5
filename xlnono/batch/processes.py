"""Jobs in processes of this machine; if one dies or hangs, the others continue."""

from __future__ import annotations

import gc
import math
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from itertools import chain
from multiprocessing.context import SpawnContext, SpawnProcess
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


_life: Synchronized[int]
"""In a worker: a counter that rises as the work progresses."""


def _begin(life: Synchronized[int]) -> None:
    global _life
    _life = life
    # The process that started the batch decides when to stop.
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # Looking for garbage in the middle of a workbook would take a tenth of the time.
    gc.set_threshold(1_000_000)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _alive() -> None:
    _life.value += 1


def _work(job: Job, settings: Settings) -> Result:
    _alive()
    try:
        return work(job, settings, _alive)
    finally:
        gc.collect()
        # What is left are caches. The next search for garbage need not go through them again.
        gc.freeze()


class _Context(SpawnContext):
    """Spawns processes, and keeps the last one so that it can be killed at any moment."""

    started: SpawnProcess | None = None

    def Process(self, *arguments: Any, **options: Any) -> SpawnProcess:  # type: ignore[override] # noqa: N802
        self.started = SpawnProcess(*arguments, **options)
        return self.started


class _Worker:
    """A process, in an executor of its own so that its job is known if it dies."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._context = _Context()
        self._start()

    def _start(self) -> None:
        try:
            # New processes inherit the block, until they can ignore the signals themselves: first
            # Python's resource tracker, which lifts part of the block, then ours.
            with signals_blocked():
                self._life: Any = self._context.Value("Q", 0, lock=False)
                self._executor = ProcessPoolExecutor(
                    1, mp_context=self._context, initializer=_begin, initargs=(self._life,)
                )
            with signals_blocked():
                self._executor.submit(os.getpid)
        except OSError:
            raise NoProcess() from None

    def submit(self, job: Job) -> Future[Result]:
        self._before = self._life.value
        self._heard = self._before, time.monotonic()
        try:
            return self._executor.submit(_work, job, self._settings)
        except BrokenProcessPool:
            # It died while idle.
            self.replace()
            return self.submit(job)

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
        process = self._context.started
        if process is not None and process.pid is not None:
            process.kill()
            process.join()
        # Without waiting, its thread may close a pipe that Python's exit still writes to.
        self._executor.shutdown(wait=True, cancel_futures=True)

    def replace(self) -> None:
        self._executor.shutdown(wait=False)
        self._start()


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
    busy: dict[Future[Result], tuple[_Worker, Job]] = {}
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
                busy[worker.submit(job)] = worker, job
            if stop.is_set():
                deadline = min(deadline, time.monotonic() + GRACE)
            if not busy or time.monotonic() > deadline:
                break
            done, _ = wait(busy, LOOK, FIRST_COMPLETED)
            for future in done:
                worker, job = busy.pop(future)
                free.append(worker)
                try:
                    result = future.result()
                except BrokenProcessPool:
                    began = worker.began()
                    # Its locks are released only when it has ended.
                    worker.kill()
                    remove_leftovers(job.target)
                    worker.replace()
                    if not began:
                        vain += 1
                        if vain == _STARTS:
                            raise NoProcess() from None
                        jobs = chain([job], jobs)
                        continue
                    result = failed(job, ProcessDied())
                vain = 0
                yield result
            for future, (worker, job) in list(busy.items()):
                silent = worker.silent()
                if not future.done() and silent > settings.seconds + PATIENCE:
                    del busy[future]
                    worker.kill()
                    remove_leftovers(job.target)
                    worker.replace()
                    free.append(worker)
                    yield failed(job, NoSignOfLife(seconds=silent))
    finally:
        # Even an idle one may hang.
        for worker in (*free, *(worker for worker, _ in busy.values())):
            worker.kill()
        for _, job in busy.values():
            remove_leftovers(job.target)
