"""Being killed, being in each other's way: the workbook is the old one or the new one."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from multiprocessing.context import ForkServerContext
from pathlib import Path

import pytest
import xlsxwriter

from tests.support.dying import BUSY, DONE, solve_together, write_until
from tests.support.workbooks import ONLY, book_with
from xlnono.cli import main
from xlnono.errors import XlnonoError
from xlnono.files.lock import locked
from xlnono.files.writing import write_whole
from xlnono.jobs.sources import Job, find_jobs
from xlnono.jobs.workbook import SolveResult, solve_workbook

ROOT = Path(__file__).parents[2]
SAMPLES = sorted((ROOT / "samples").rglob("*.xlsx"))
SMALL = ("10x10", "10x11", "10x15", "12x11", "12x15", "15x15", "5x5")

killing = pytest.mark.skipif(os.name == "nt", reason="Windows has no kill -9 and no fork")
linking = pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make links")


def solve(path: Path, target: Path | None = None) -> SolveResult:
    return solve_workbook(Job(path, target or path))


def only(result: SolveResult) -> XlnonoError:
    assert not result.written
    assert len(result.errors) == 1
    return result.errors[0]


def files(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


@pytest.fixture
def cat(tmp_path: Path) -> Path:
    return book_with(tmp_path / "cat.xlsx", ONLY)


@pytest.fixture(scope="module")
def processes() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.support.dying"])
    return context


@killing
def test_killed_before_any_call_to_the_system(tmp_path: Path, processes: ForkServerContext) -> None:
    path, old, new = tmp_path / "cat.xlsx", b"old" * 9999, b"new" * 99999
    path.write_bytes(old)
    outcomes = []
    for calls in range(1, 1000):
        process = processes.Process(target=write_until, args=(path, new, calls))
        process.start()
        process.join()
        left = path.read_bytes()
        if process.exitcode == 0:
            break
        assert process.exitcode == -signal.SIGKILL
        assert left in (old, new)
        outcomes.append(left)
        write_whole(path, old)
        assert files(tmp_path) == ["cat.xlsx"]
    assert left == new
    first_new = outcomes.index(new)
    assert outcomes == [old] * first_new + [new] * (len(outcomes) - first_new)


@killing
@pytest.mark.parametrize("kills", [2, pytest.param(14, marks=pytest.mark.long)])
def test_killed_at_random_moments(kills: int) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "faults.py", str(kills), "2"],
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(" 0 damaged") == 2


WORKING = """
import sys
from pathlib import Path
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook

def tell(read, known):
    print("working", flush=True)
    sys.stdin.readline()

path = Path(sys.argv[1])
result = solve_workbook(Job(path, path), progress=tell)
assert result.written, result.errors
"""


def test_while_one_process_solves_the_other_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = book_with(tmp_path / "cat.xlsx", ONLY)
    old = path.read_bytes()
    with subprocess.Popen(
        [sys.executable, "-c", WORKING, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as first:
        assert first.stdout is not None
        assert first.stdout.readline().strip() == b"working"
        for language, said in (
            ("en", "another run of xlnono is working on"),
            ("ja", "別の xlnono が"),
        ):
            with pytest.raises(SystemExit) as stop:
                main(["solve", str(path), "--lang", language])
            assert stop.value.code == 3
            error = capsys.readouterr().err
            assert f"{path}: {said}" in error
        assert path.read_bytes() == old
        first.communicate(b"\n" * 1000)
    assert first.returncode == 0
    new = path.read_bytes()
    assert new != old
    assert solve(path).written
    assert path.read_bytes() == new
    assert files(tmp_path) == ["cat.xlsx"]


@killing
def test_two_at_once_on_one_file(cat: Path, processes: ForkServerContext) -> None:
    old = cat.read_bytes()
    for _ in range(10):
        start = processes.Barrier(2)
        both = [processes.Process(target=solve_together, args=(cat, start)) for _ in range(2)]
        for process in both:
            process.start()
        for process in both:
            process.join()
        codes = sorted(process.exitcode for process in both)
        assert codes in ([DONE, DONE], [DONE, BUSY])
        assert files(cat.parent) == ["cat.xlsx"]
        new = cat.read_bytes()
        assert new != old
        cat.write_bytes(old)
    cat.write_bytes(new)
    assert solve(cat).written
    assert cat.read_bytes() == new


@killing
def test_no_two_have_a_lock_that_a_third_takes_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    path, lock = tmp_path / "lock", fcntl.flock
    ends = iter([path.unlink])

    def lock_after_another_run_has_ended(handle: int, how: int) -> None:
        for end in ends:
            end()
        lock(handle, how)

    monkeypatch.setattr(fcntl, "flock", lock_after_another_run_has_ended)
    with locked(path), pytest.raises(BlockingIOError), locked(path):
        pass
    assert files(tmp_path) == []


def saved_by_somebody(path: Path) -> None:
    book_with(path, ONLY, title="dog")


def saved_with_another_name(path: Path) -> None:
    path.replace(path.with_name("dog.xlsx"))


@pytest.mark.parametrize("meddle", [saved_by_somebody, saved_with_another_name, Path.unlink])
def test_what_somebody_does_to_the_file_meanwhile_is_not_lost(
    tmp_path: Path, meddle: Callable[[Path], object]
) -> None:
    path = book_with(tmp_path / "cat.xlsx", ONLY)
    done: list[dict[str, bytes]] = []

    def once(*_: object) -> None:
        if not done:
            meddle(path)
            workbooks = tmp_path.glob("[!.]*")
            done.append({workbook.name: workbook.read_bytes() for workbook in workbooks})

    error = only(solve_workbook(Job(path, path), progress=once))
    assert error.code == "file-changed"
    assert error.place.file == str(path)
    assert error.text("ja") != error.text("en")
    assert [{entry.name: entry.read_bytes() for entry in tmp_path.iterdir()}] == done


def test_what_somebody_saves_at_the_last_moment_is_not_lost(
    cat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flush = os.fsync

    def flush_and_save(handle: int) -> None:
        flush(handle)
        cat.write_bytes(b"saved")

    monkeypatch.setattr(os, "fsync", flush_and_save)
    assert only(solve(cat)).code == "file-changed"
    assert cat.read_bytes() == b"saved"
    assert files(cat.parent) == ["cat.xlsx"]


def test_a_file_saved_again_unchanged_is_no_reason_to_refuse(tmp_path: Path) -> None:
    path = book_with(tmp_path / "cat.xlsx", ONLY)

    def touch(*_: object) -> None:
        os.utime(path, (0, 0))

    assert solve_workbook(Job(path, path), progress=touch).written


def with_other_content(path: Path) -> Path:
    with xlsxwriter.Workbook(path) as workbook:
        sheet = workbook.add_worksheet("puzzle")
        for k, clue in enumerate(ONLY.row_clues()):
            sheet.write(1 + k, 0, " ".join(map(str, clue)))
        for k, clue in enumerate(ONLY.column_clues()):
            sheet.write(0, 1 + k, " ".join(map(str, clue)))
        sheet.write_comment("J1", "a note")
        other = workbook.add_worksheet("other")
        other.write_column("A1", [3, 1, 4])
        other.write_formula("A4", "=SUM(A1:A3)", value=8)
        chart = workbook.add_chart({"type": "line"})
        chart.add_series({"values": "=other!$A$1:$A$3"})
        other.insert_chart("C2", chart)
    return path


@pytest.mark.parametrize(
    "source",
    [path for path in SAMPLES if path.stem.endswith(SMALL)] + [None],
    ids=lambda path: path.stem if path else "other content",
)
def test_solving_again_and_again_gives_the_same_bytes(tmp_path: Path, source: Path | None) -> None:
    path = tmp_path / "again.xlsx"
    if source is None:
        with_other_content(path)
    else:
        shutil.copyfile(source, path)
    old = path.read_bytes()
    solved = solve(path).written
    new = path.read_bytes()
    assert (new != old) is solved
    for _ in range(2):
        assert solve(path).written is solved
        assert path.read_bytes() == new


@linking
def test_a_link_to_another_folder_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    real = book_with(tmp_path / "there" / "cat.xlsx", ONLY)
    old = real.read_bytes()
    link = tmp_path / "cat.xlsx"
    link.symlink_to(real)
    error = only(solve(link))
    assert error.code == "link-elsewhere"
    assert str(real) in error.text("en")
    assert str(real) in error.text("ja")
    assert real.read_bytes() == old
    assert link.is_symlink()
    assert files(tmp_path) == ["cat.xlsx", "there"]
    assert files(real.parent) == ["cat.xlsx"]


@linking
def test_a_file_is_rather_taken_by_its_own_name_than_by_a_link(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    real = book_with(tmp_path / "b" / "cat.xlsx", ONLY)
    (tmp_path / "a" / "cat.xlsx").symlink_to(real)
    jobs, errors = find_jobs([str(tmp_path)], None, writing=True)
    assert [job.source for job in jobs] == [real]
    assert not errors


@linking
@pytest.mark.parametrize("through", ["name", "link"])
def test_a_file_with_several_names_is_not_separated(tmp_path: Path, through: str) -> None:
    path = book_with(tmp_path / "cat.xlsx", ONLY)
    (tmp_path / "same.xlsx").hardlink_to(path)
    if through == "link":
        (tmp_path / "link.xlsx").symlink_to("cat.xlsx")
        path = tmp_path / "link.xlsx"
    old, names = path.read_bytes(), files(tmp_path)
    called: list[object] = []
    done = solve_workbook(Job(path, path), progress=lambda *it: called.append(it))
    error = only(done)
    assert error.code == "hard-linked"
    assert error.place.file == str(path)
    assert "2 names" in error.text("en")
    assert "2 個" in error.text("ja")
    assert not called
    assert path.read_bytes() == old
    assert path.samefile(tmp_path / "same.xlsx")
    assert files(tmp_path) == names
    assert solve(path, tmp_path / "out" / "cat.xlsx").written


@linking
@pytest.mark.parametrize(
    "words",
    [
        "solve cat.xlsx --out out",
        "replay cat.xlsx out/cat.xlsx.svg",
        "batch cat.xlsx --out elsewhere --report out/report.csv",
    ],
)
def test_no_command_separates_a_file_with_several_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    book_with(Path("cat.xlsx"), ONLY)
    Path("out").mkdir()
    for name in ("cat.xlsx", "cat.xlsx.svg", "report.csv"):
        Path("out", name).write_text(name)
        Path("out", f"{name} too").hardlink_to(Path("out", name))
    names = files(Path("out"))
    with pytest.raises(SystemExit) as stop:
        main([*words.split(), "--lang", "en"])
    assert stop.value.code == 3
    assert "has 2 names (hard links)" in capsys.readouterr().err
    assert files(Path("out")) == names
    for name in ("cat.xlsx", "cat.xlsx.svg", "report.csv"):
        assert Path("out", name).read_text() == name
        assert Path("out", name).samefile(Path("out", f"{name} too"))


@linking
def test_no_link_leads_out_of_the_output_folder(tmp_path: Path) -> None:
    for name in ("in/deep", "out", "elsewhere"):
        (tmp_path / name).mkdir(parents=True)
    book_with(tmp_path / "in" / "deep" / "cat.xlsx", ONLY)
    (tmp_path / "out" / "deep").symlink_to(tmp_path / "elsewhere")
    jobs, errors = find_jobs([str(tmp_path / "in")], tmp_path / "out", writing=True)
    assert not jobs
    assert [error.code for error in errors] == ["link-elsewhere"]


@linking
def test_a_link_to_a_folder_that_is_named_is_followed(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    real = book_with(tmp_path / "there" / "cat.xlsx", ONLY)
    (tmp_path / "here").symlink_to(tmp_path / "there")
    old = real.read_bytes()
    assert solve(tmp_path / "here" / "cat.xlsx").written
    assert real.read_bytes() != old


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has them here")
def test_extended_attributes_stay(cat: Path) -> None:
    try:
        os.setxattr(cat, "user.mood", b"playful")
    except OSError:
        pytest.skip("this disk has none")
    assert solve(cat).written
    assert os.getxattr(cat, "user.mood") == b"playful"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root may give files away")
def test_the_owner_stays(cat: Path) -> None:
    os.chown(cat, 12345, 23456)
    cat.chmod(0o640)
    assert solve(cat).written
    state = cat.stat()
    assert (state.st_uid, state.st_gid, state.st_mode & 0o777) == (12345, 23456, 0o640)


def test_a_very_long_name_can_be_written(tmp_path: Path) -> None:
    path = book_with(tmp_path / ("a" * 250 + ".xlsx"), ONLY)
    assert solve(path).written
    assert files(tmp_path) == [path.name]
