"""Batches on a real Dask cluster of this machine, whose workers may be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.batches import (
    COMMAND,
    alive,
    in_hand,
    jobs_of,
    small,
    solved,
    undecidable,
    wait_for,
)
from tests.unit.test_cli import DONE, FAILED, Run
from tests.unit.test_cli import _english as _english
from tests.unit.test_cli import run as run
from xlnono.batch import Settings, find_jobs
from xlnono.batch import run as run_batch
from xlnono.batch.cluster import ClusterUnreachable
from xlnono.language import Language

distributed = pytest.importorskip("distributed")

NOWHERE = "tcp://127.0.0.1:9"
"""Nothing listens at the port for discarding."""


def local_cluster() -> distributed.LocalCluster:
    return distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    )


@pytest.fixture(scope="module")
def cluster() -> Iterator[distributed.LocalCluster]:
    with local_cluster() as local:
        yield local


@pytest.fixture(scope="module")
def doomed() -> Iterator[distributed.LocalCluster]:
    """A cluster for tests that kill workers: on a busy machine Dask may not replace them all."""
    with local_cluster() as local:
        yield local


def pids(cluster: distributed.LocalCluster) -> list[int]:
    """The processes of the workers."""
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
        return sorted(client.run(os.getpid).values())


def test_a_worker_that_is_killed_costs_nothing(
    doomed: distributed.LocalCluster, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    before = pids(doomed)
    assert len(before) == 2
    names = [f"{number:02}" for number in range(24)]
    jobs = jobs_of([*small(tmp_path, *names), undecidable(tmp_path / "zz.xlsx")], out)
    jobs.insert(0, jobs.pop())
    results = []
    settings = Settings(3.0)
    for result in run_batch(jobs, settings, scheduler=doomed.scheduler_address):
        results.append(result)
        if len(results) == 3:
            os.kill(before[0], signal.SIGKILL)
    assert [mistake for result in results for mistake in result.mistakes] == []
    assert sorted(Path(result.source).name for result in results) == [
        *(f"{name}.xlsx" for name in names),
        "zz.xlsx",
    ]
    assert [result.target for result in results] == [
        str(out / Path(result.source).name) for result in results
    ]
    assert sorted(solved(out)) == sorted(job.source.name for job in jobs)
    assert not alive(before[0])


def test_a_workbook_that_kills_its_workers_is_given_up(
    doomed: distributed.LocalCluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    jobs = jobs_of([undecidable(tmp_path / "big.xlsx")], out)
    results: list[object] = []

    def solve() -> None:
        results.extend(run_batch(jobs, Settings(60.0), scheduler=doomed.scheduler_address))

    monkeypatch.setattr(doomed.scheduler, "allowed_failures", 0)
    thread = threading.Thread(target=solve)
    thread.start()
    wait_for(lambda: in_hand(out))
    for process in pids(doomed):
        os.kill(process, signal.SIGKILL)
    thread.join()
    (result,) = results
    assert [mistake.code for mistake in result.mistakes] == ["process-died"]  # type: ignore[attr-defined]
    assert not solved(out)


def test_the_command_on_a_cluster(
    run: Run,
    cluster: distributed.LocalCluster,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The workers have a working directory of their own.
    monkeypatch.chdir(tmp_path)
    small(Path("in"), "a", "猫 🐱")
    words = ["batch", "in", "--out", "out", "--scheduler", cluster.scheduler_address]
    said = run(*words)
    assert said.code == DONE, said
    assert said.out.startswith("2 solved; 2 files written to ")
    assert list(solved(Path("out"))) == ["a.xlsx", "猫 🐱.xlsx"]
    said = run(*words, "--resume")
    assert said.out.startswith("2 solved; 2 files written to out/ (2 by an earlier run)")
    (Path("in") / "b.xlsx").touch()
    said = run(*words, "--resume")
    assert said.code == FAILED
    assert f"error: {Path('in/b.xlsx')}: the file is empty" in said.error


def test_stopping_and_closing(cluster: distributed.LocalCluster, tmp_path: Path) -> None:
    jobs = jobs_of(small(tmp_path, *(f"{number:02}" for number in range(40))), tmp_path / "out")
    stop = threading.Event()
    results = []
    for result in run_batch(jobs, scheduler=cluster.scheduler_address, stop=stop):
        results.append(result)
        stop.set()
    assert 1 <= len(results) < 20
    assert len(solved(tmp_path / "out")) == len(results)
    with closing(run_batch(jobs, scheduler=cluster.scheduler_address)) as again:
        next(again)


def test_stopping_waits_for_nobody_who_takes_long(
    cluster: distributed.LocalCluster, tmp_path: Path
) -> None:
    out, stop = tmp_path / "out", threading.Event()
    out.mkdir()
    bigs = [undecidable(tmp_path / f"{number}.xlsx") for number in range(8)]
    settings = Settings(3.0)
    threading.Thread(target=lambda: (wait_for(lambda: in_hand(out)), stop.set())).start()
    results = run_batch(
        jobs_of(bigs, out), settings, scheduler=cluster.scheduler_address, stop=stop
    )
    assert list(results) == []
    # The two that the workers were solving may be written, the others are cancelled.
    wait_for(lambda: not in_hand(out))
    assert len(solved(out)) <= 2


@pytest.mark.parametrize(
    "address", [NOWHERE, "nonsense", "tcp://", "bogus://10.0.0.1:1", "tls://127.0.0.1:9"]
)
def test_a_scheduler_that_cannot_be_reached(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr("xlnono.batch.cluster._CONNECT_SECONDS", 1)
    small(tmp_path / "in", "a")
    jobs, _ = find_jobs([str(tmp_path / "in")], tmp_path / "out", writing=True)
    with pytest.raises(ClusterUnreachable) as error:
        run_batch(jobs, scheduler=address)
    assert address in error.value.text("ja")
    said = run("batch", tmp_path / "in", "--out", tmp_path / "out", "--scheduler", address)
    assert said.code == FAILED
    assert f"error: no Dask scheduler answers at {address}" in said.error
    assert len(said.error.splitlines()) == 1
    assert not solved(tmp_path / "out")


OLD = "import xlnono\nxlnono.__version__ = '0.0.9'\n"
MISSING = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "xlnono":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocker())
"""


@pytest.mark.parametrize(
    ("begin", "language", "said"),
    [
        (OLD, "en", " runs xlnono 0.0.9, but this is "),
        (MISSING, "en", "error: xlnono is missing at tcp://"),
        (MISSING, "ja", " に xlnono がありません。"),
    ],
)
def test_a_worker_without_this_version_ends_the_batch(
    run: Run, tmp_path: Path, begin: str, language: Language, said: str
) -> None:
    """Also one that joins while the batch waits for workers."""
    small(tmp_path / "in", "a")
    start = tmp_path / "start.py"
    start.write_text(begin)
    with distributed.LocalCluster(
        n_workers=0, dashboard_address=None, silence_logs=50, preload=[str(start)]
    ) as other:
        joining = threading.Timer(1, other.scale, [1])
        joining.start()
        words = ("--out", tmp_path / "out", "--scheduler", other.scheduler_address)
        found = run("--lang", language, "batch", tmp_path / "in", *words)
        joining.join()
    assert found.code == FAILED
    assert said in found.error
    assert len(found.error.splitlines()) == 1
    assert not solved(tmp_path / "out")


def test_a_scheduler_without_this_version_ends_the_batch(
    cluster: distributed.LocalCluster, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("xlnono.batch.cluster.__version__", "9.9")
    small(tmp_path / "in", "a")
    address = cluster.scheduler_address
    found = run("batch", tmp_path / "in", "--out", tmp_path / "out", "--scheduler", address)
    assert found.code == FAILED
    assert f"error: {address} runs xlnono " in found.error
    assert ", but this is 9.9: install the same version on the scheduler" in found.error


def test_a_scheduler_that_goes_away(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    small(tmp_path / "in", "a", "c")
    undecidable(tmp_path / "in" / "b.xlsx")
    script = (
        "import distributed, sys\n"
        "if __name__ == '__main__':\n"
        "    cluster = distributed.LocalCluster(n_workers=1, threads_per_worker=1,\n"
        "        dashboard_address=None, processes=True)\n"
        "    print(cluster.scheduler_address, flush=True)\n"
        "    sys.stdin.read()\n"
    )
    (tmp_path / "script.py").write_text(script)
    with subprocess.Popen(
        [sys.executable, tmp_path / "script.py"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        encoding="utf-8",
    ) as gone:
        assert gone.stdout is not None
        address = gone.stdout.readline().strip()
        with subprocess.Popen(
            [*COMMAND, tmp_path / "in", "--out", out, "--scheduler", address, "--lang", "en"],
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        ) as batch:
            wait_for(lambda: in_hand(out))
            gone.kill()
            _, error = batch.communicate()
    assert batch.returncode == FAILED
    assert "Traceback" not in error
    assert f"error: no Dask scheduler answers at {address}" in error


BLOCKED = """
import sys
from xlnono.cli import main

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("distributed", "dask"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocker())
main()
"""


def test_without_the_extra(tmp_path: Path) -> None:
    small(tmp_path / "in", "a")
    for language, said in (("en", "requires Dask"), ("ja", "Dask が必要です")):
        done = subprocess.run(
            [
                *(sys.executable, "-X", "utf8", "-c", BLOCKED, "batch", tmp_path / "in"),
                *("--out", tmp_path / "out", "--scheduler", NOWHERE, "--lang", language),
            ],
            capture_output=True,
            encoding="utf-8",
        )
        assert done.returncode == FAILED
        assert said in done.stderr
        assert 'pip install "xlnono[dask]"' in done.stderr
        assert len(done.stderr.splitlines()) == 1
