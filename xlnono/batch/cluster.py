"""Jobs on a Dask cluster, whose workers may come and go."""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from itertools import islice
from pkgutil import resolve_name
from threading import Event

from distributed import Client
from distributed.scheduler import KilledWorker
from distributed.utils import silence_logging_cmgr

from xlnono import __version__
from xlnono.batch.processes import ProcessDied
from xlnono.batch.worker import GRACE, LOOK, Settings, Unexpected, failed, work
from xlnono.errors import XlnonoError
from xlnono.jobs.results import Result
from xlnono.jobs.sources import Job
from xlnono.language import Text

_CONNECT_SECONDS = 10
_REFRESH = 1.0
"""Seconds between two questions which workers there are, as long as no job is done."""
_VERSION = resolve_name, "xlnono:__version__"
"""What a part of the cluster is asked. Functions of xlnono may be unknown there."""
_AHEAD = 4
"""The number of jobs that wait at the cluster for each of its threads."""
_SILENT = "critical"
"""Dask would also print errors that are in the results or raised."""


class ClusterUnreachable(XlnonoError):
    code = "cluster-unreachable"
    template = Text(
        "no Dask scheduler answers at {address} ({reason}): check the address, such as "
        "tcp://10.0.0.1:8786, and that the scheduler runs.",
        "{address} の Dask スケジューラーに接続できません({reason})。アドレス(例: "
        "tcp://10.0.0.1:8786)と、スケジューラーが動いているかを確かめてください。",
    )


class OtherVersion(XlnonoError):
    code = "cluster-differs"
    template = Text(
        "{address} runs xlnono {found}, but this is {version}: install the same version on the "
        "scheduler and on all workers, and start them again.",
        "{address} の xlnono は {found} ですが、こちらは {version} です。スケジューラーとすべての"
        "ワーカーに同じバージョンをインストールして、起動し直してください。",
    )


class NoVersion(OtherVersion):
    template = Text(
        "xlnono is missing at {address}: install version {version} on the scheduler and on all "
        "workers, and start them again.",
        "{address} に xlnono がありません。スケジューラーとすべてのワーカーにバージョン {version} "
        "をインストールして、起動し直してください。",
    )


def on_cluster(
    jobs: Iterable[Job], settings: Settings, address: str, stop: Event
) -> Generator[Result, None, None]:
    """Work on jobs on the cluster of the scheduler at `address`.

    If a worker dies, its workbooks go to another one; a workbook on which four workers died is
    reported as an error. Raises ClusterUnreachable, also while working, and OtherVersion when a
    part of the cluster turns out to run another version of xlnono, or none.
    """
    try:
        with silence_logging_cmgr(_SILENT):
            client = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        # A TypeError: the address begins with tls:// and no certificates are configured.
        raise ClusterUnreachable(address=address, reason=error) from None
    return _on_cluster(client, address, iter(jobs), settings, stop)


def _on_cluster(
    client: Client, address: str, jobs: Iterator[Job], settings: Settings, stop: Event
) -> Generator[Result, None, None]:
    submitted: dict[Future[Result], Job] = {}
    deadline, refresh = math.inf, 0.0
    known: set[str] = set()
    executor = client.get_executor(pure=False)
    with silence_logging_cmgr(_SILENT):
        try:
            _check_scheduler(client, address)
            # Some clusters start workers only for jobs; a first worker is asked before it gets one.
            first = executor.submit(*_VERSION)
            while not first.done() and not stop.is_set():
                wait([first], LOOK)
            while True:
                if stop.is_set():
                    deadline = min(deadline, time.monotonic() + GRACE)
                elif time.monotonic() >= refresh:
                    # This is a network call, so it is not made every time round.
                    threads = client.nthreads()
                    _check_workers(client, threads.keys() - known)
                    known |= threads.keys()
                    refresh = time.monotonic() + _REFRESH
                    room = _AHEAD * max(sum(threads.values()), 1) - len(submitted)
                    for job in islice(jobs, max(room, 0)):
                        submitted[executor.submit(work, _absolute(job), settings)] = job
                if not submitted or time.monotonic() > deadline:
                    break
                done, _ = wait(submitted, LOOK, FIRST_COMPLETED)
                for future in done:
                    refresh = 0.0
                    yield _result(future, submitted.pop(future))
        except (OSError, CancelledError) as error:
            raise ClusterUnreachable(address=address, reason=str(error) or "–") from None
        finally:
            # Cancels what the cluster has not finished.
            executor.shutdown(wait=False)
            client.close()


def _check_scheduler(client: Client, address: str) -> None:
    """Raise OtherVersion if the scheduler does not run this version of xlnono."""
    found: object
    try:
        found = client.run_on_scheduler(*_VERSION)
    except (ImportError, AttributeError) as error:
        found = error
    _check_version(address, found)


def _check_workers(client: Client, workers: Collection[str]) -> None:
    """Raise OtherVersion if a worker does not run this version of xlnono.

    Without xlnono, it would end at its first job, and the batch might wait without end.
    """
    if workers:
        found = client.run(*_VERSION, workers=list(workers), on_error="return")
        for worker, version in found.items():
            _check_version(worker, version)


def _check_version(address: str, found: object) -> None:
    if isinstance(found, (ImportError, AttributeError)):
        raise NoVersion(address=address, version=__version__)
    # Anything but a text is from a worker that has just gone.
    if isinstance(found, str) and found != __version__:
        raise OtherVersion(address=address, found=found, version=__version__)


def _absolute(job: Job) -> Job:
    """A job with absolute paths, because the workers may run in another folder."""
    return Job(job.source.absolute(), None if job.target is None else job.target.absolute())


def _result(future: Future[Result], job: Job) -> Result:
    try:
        result = future.result()
    except KilledWorker:
        return failed(job, ProcessDied())
    except CancelledError:
        # Nothing here cancels jobs, so the scheduler is gone.
        raise
    except Exception as error:
        return failed(job, Unexpected(error=f"{type(error).__name__}: {error}"))
    target = None if result.target is None else str(job.target)
    return result._replace(source=str(job.source), target=target)
