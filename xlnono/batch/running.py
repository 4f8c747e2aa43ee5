"""Runs the jobs of a batch and yields their results."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable
from threading import Event

from xlnono.batch.processes import in_processes
from xlnono.batch.worker import Settings
from xlnono.errors import XlnonoError
from xlnono.jobs.results import Result
from xlnono.jobs.sources import Job
from xlnono.language import Text

_USUAL = Settings()


class DaskMissing(XlnonoError):
    code = "dask-missing"
    template = Text(
        "working on a cluster requires Dask ({module} is not installed): "
        'pip install "xlnono[dask]"',
        "クラスターで処理するには Dask が必要です({module} がインストールされていません): "
        'pip install "xlnono[dask]"',
    )


def run(
    jobs: Iterable[Job],
    settings: Settings = _USUAL,
    *,
    processes: int | None = None,
    scheduler: str | None = None,
    stop: Event | None = None,
) -> Generator[Result, None, None]:
    """Solve workbooks in several processes, and yield the result of each as it is done.

    Jobs are taken as they are needed, so there can be any number of them; each needs a target.
    By default there are as many `processes` as the machine has cores. With the
    address of a `scheduler`, such as "tcp://10.0.0.1:8786", the jobs go to the workers of that
    Dask cluster instead; they must see the files under the same paths. If a process dies, or makes
    no progress for a minute longer than the time limit of a puzzle, only its workbook fails, and
    the result has the error. Once `stop` is set, no more jobs are started, and those in progress
    have one second to finish; the others have no result. Closing the generator ends jobs in
    progress at once; even then every file is complete or absent.

    Processes are spawned, so a script that calls this needs the usual
    `if __name__ == "__main__":`.

    Raises DaskMissing or ClusterUnreachable, or ValueError if there is less than one process.
    While working, raises NoProcess if processes cannot be started, ClusterUnreachable if the
    connection to the cluster breaks, or OtherVersion if the cluster runs another version of xlnono.
    """
    stop = stop or Event()
    if scheduler is not None:
        # An extra, and slow to load.
        try:
            from xlnono.batch.cluster import on_cluster
        except ModuleNotFoundError as error:
            raise DaskMissing(module=error.name) from None

        return on_cluster(jobs, settings, scheduler, stop)
    return in_processes(jobs, settings, cores() if processes is None else processes, stop)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
