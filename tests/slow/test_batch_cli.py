"""The command for many workbooks: what a person types, stops and resumes."""

from __future__ import annotations

import csv
import errno
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest
from openpyxl import Workbook, load_workbook

from tests.support.batches import (
    COMMAND,
    alive,
    children,
    files,
    in_hand,
    kill,
    parsed,
    small,
    solved,
    started,
    undecidable,
    wait_for,
)
from tests.support.command_line import Run, Said
from tests.support.terminal import in_terminal
from tests.support.workbooks import AMBIGUOUS, ONLY, book_with, put_puzzle
from tests.unit.test_cli import (
    DONE,
    FAILED,
    NOT_UNIQUE,
    STOPPED,
    TERMINATED,
    USAGE,
    impossible,
)
from tests.unit.test_cli import _english as _english
from tests.unit.test_cli import run as run
from tests.unit.test_workbooks import encrypted, spoil
from xlnono.batch.journal import NAME
from xlnono.cli import batch_progress as progress

ROOT = Path(__file__).parents[2]

killing = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to look at")


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    small(folder, "a")
    small(folder / "deep" / "er", "猫 🐱")
    return folder


def lines(said: Said) -> list[dict[str, object]]:
    return [json.loads(line) for line in said.out.splitlines()]


def test_a_folder_goes_into_another(run: Run, sources: Path, tmp_path: Path) -> None:
    before, out = files(sources), tmp_path / "not" / "there"
    said = run("batch", sources, "--out", out)
    assert said.code == DONE
    assert re.fullmatch(
        rf"2 solved; 2 files written to {re.escape(str(out))}/; \d+\.\d s\n",
        said.out,
    )
    assert said.error == ""
    assert sorted(files(out)) == [NAME, "a.xlsx", "deep/er/猫 🐱.xlsx"]
    assert load_workbook(out / "deep" / "er" / "猫 🐱.xlsx")["cat"]["E4"].value == 1
    assert files(sources) == before


def test_a_result_in_which_somebody_has_worked_is_never_replaced(
    run: Run, sources: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert run("batch", sources, "--out", out).code == DONE
    book = load_workbook(out / "a.xlsx")
    book.create_sheet("My notes")
    book.save(out / "a.xlsx")
    worked = (out / "a.xlsx").read_bytes()
    for options in ([], ["--resume"], [], ["--dry-run"]):
        said = run("batch", sources, "--out", out, *options)
        assert said.code == FAILED
        assert "a.xlsx was changed after xlnono had written it" in said.error
        assert (out / "a.xlsx").read_bytes() == worked
    # Without the journal, the log shows it.
    (out / NAME).unlink()
    for options in (["--dry-run"], []):
        said = run("batch", sources, "--out", out, *options)
        assert said.code == FAILED
        assert said.error.count("a.xlsx was changed after xlnono had written it") == 1
        assert (out / "a.xlsx").read_bytes() == worked
    (out / "a.xlsx").unlink()
    assert run("batch", sources, "--out", out).code == DONE


def test_in_japanese(run: Run, sources: Path, tmp_path: Path) -> None:
    book_with(sources / "b.xlsx", AMBIGUOUS[0])
    (sources / "c.xlsx").touch()
    said = run("batch", sources, "--out", tmp_path / "out", "--lang", "ja")
    assert said.code == FAILED
    assert "解けた問題 2問、解が複数 1問、エラー 1件。" in said.out
    assert f"{tmp_path / 'out'}/ に3ファイルを保存しました。" in said.out
    assert f"エラー: {sources / 'c.xlsx'}: ファイルの中身が空です" in said.error
    assert load_workbook(tmp_path / "out" / "a.xlsx").sheetnames[1] == "cat 解答手順"


def test_sources_are_never_written(run: Run, sources: Path, tmp_path: Path) -> None:
    before = files(sources)
    (tmp_path / "link").symlink_to(sources)
    for out in (sources, tmp_path / "link"):
        said = run("batch", sources, "--out", out)
        assert said.code == FAILED
        assert said.error.count("would overwrite its source") == 2
        (sources / NAME).unlink()
    assert files(sources) == before


@pytest.mark.parametrize(
    ("report", "words", "named"),
    [
        ("in/a.xlsx", ["in"], "out/report.xlsx"),
        ("in/report.xlsx", ["in"], "out/report.xlsx"),
        ("in/deep/report.xlsx", ["in/deep"], "out/report.xlsx"),
        ("in/report.xlsx", ["in/*.xlsx"], "out/report.xlsx"),
        ("out/a.xlsx", ["in/a.xlsx"], "out/a.xlsx"),
        ("in/a.xlsx", ["in/a.xlsx"], "in/a.xlsx"),
    ],
)
def test_a_report_is_not_written_among_the_workbooks(
    run: Run,
    sources: Path,
    monkeypatch: pytest.MonkeyPatch,
    report: str,
    words: list[str],
    named: str,
) -> None:
    monkeypatch.chdir(sources.parent)
    before = files(sources.parent)
    for language, text in (("en", "Nothing was written"), ("ja", "何も書き込んでいません")):
        said = run("batch", *words, "--out", "out", "--report", report, "--lang", language)
        assert said.code == FAILED
        assert text in said.error
        assert str(Path(named)) in said.error
    assert files(sources.parent) == before


@pytest.mark.parametrize("report", ["report.xlsx", "out/report.xlsx", "in/report.csv"])
def test_a_report_is_in_nobodys_way_when_the_batch_goes_on(
    run: Run, sources: Path, monkeypatch: pytest.MonkeyPatch, report: str
) -> None:
    monkeypatch.chdir(sources.parent)
    for _ in range(2):
        said = run("batch", "in", "--out", "out", "--report", report, "--resume")
        assert said.code == DONE
        assert said.out.endswith(f"written: {Path(report)}\n")
    assert "(2 by an earlier run)" in said.out


def test_the_three_kinds_of_report(run: Run, sources: Path, tmp_path: Path) -> None:
    (sources / "z.xlsx").touch()
    words = ["batch", sources, tmp_path / "nowhere", "--out", tmp_path / "out", "--resume"]
    for name in ("report.xlsx", "report.csv", "report.jsonl"):
        said = run(*words, "--report", tmp_path / "reports" / name)
        assert said.code == FAILED
    book = load_workbook(tmp_path / "reports" / "report.xlsx")
    assert book.sheetnames == ["Summary", "Puzzles", "Errors"]
    assert [row[1] for row in book["Puzzles"].iter_rows(min_row=2, values_only=True)] == ["cat"] * 2
    with (tmp_path / "reports" / "report.csv").open(encoding="utf-8-sig", newline="") as table:
        rows = list(csv.DictReader(table))
    assert [Path(row["Workbook"]).name for row in rows] == [
        *("nowhere", "a.xlsx", "z.xlsx", "猫 🐱.xlsx")
    ]
    assert [row["Code"] for row in rows] == ["nothing-found", "", "file-empty", ""]
    results = parsed(tmp_path / "reports" / "report.jsonl")
    assert [Path(str(result["source"])).name for result in results] == [
        *("a.xlsx", "猫 🐱.xlsx", "z.xlsx", "nowhere")
    ]


def test_a_report_that_cannot_be_written_is_an_error_before_any_work(
    run: Run, sources: Path, tmp_path: Path
) -> None:
    said = run("batch", sources, "--out", tmp_path / "out", "--report", tmp_path / "report.pdf")
    assert said.code == FAILED
    assert "unknown kind of report: choose a name ending in" in said.error
    assert not (tmp_path / "out").exists()


def test_of_many_errors_of_a_kind_the_first_ten_are_printed(run: Run, tmp_path: Path) -> None:
    folder, report = tmp_path / "in", tmp_path / "report.jsonl"
    folder.mkdir()
    workbook = Workbook()
    for title in "abcd":
        sheet = workbook.create_sheet(title)
        put_puzzle(sheet, ONLY)
        sheet["C5"] = sheet["C8"] = sheet["D2"] = "three"
        sheet["C4"] = -1
    workbook.save(folder / "a.xlsx")
    words = ["--out", tmp_path / "out"]
    expected = [f"“{sheet}”, cell {cell}" for sheet in "abcd" for cell in ["D2", "C5", "C8", "C4"]]
    expected = [place for place in expected if place not in ("“d”, cell C5", "“d”, cell C8")]
    for said in (
        run("batch", folder, *words, "--report", report),
        run("solve", folder, *words),
        run("check", folder),
    ):
        assert said.code == FAILED
        *found, last = said.error.splitlines()
        start = f"error: {folder / 'a.xlsx'}, sheet "
        assert [line.removeprefix(start).split(":")[0] for line in found] == expected
        assert last == "error: … and 2 more of the same kind (`clue-is-text`)"
    (result,) = parsed(report)
    assert len(result["mistakes"]) == 16  # type: ignore[arg-type]


def test_a_dry_run_writes_nothing_at_all(run: Run, sources: Path, tmp_path: Path) -> None:
    before, out = files(tmp_path), tmp_path / "out"
    words = ["batch", sources, tmp_path / "nowhere", "--out", out, "--dry-run"]
    said = run(*words, "--report", tmp_path / "reports" / "report.xlsx", "--resume")
    assert said.code == FAILED
    assert said.out.splitlines() == [
        f"{sources / 'a.xlsx'} → {out / 'a.xlsx'}",
        f"{sources / 'deep/er/猫 🐱.xlsx'} → {out / 'deep/er/猫 🐱.xlsx'}",
        "Dry run: 2 workbooks to solve, 0 done before. Nothing was written.",
    ]
    assert "nowhere: no workbook" in said.error
    assert files(tmp_path) == before
    assert not out.exists()
    assert not (tmp_path / "reports").exists()


def test_a_dry_run_tells_what_is_done(run: Run, sources: Path, tmp_path: Path) -> None:
    words = ["batch", sources, "--out", tmp_path / "out"]
    run(*words)
    (tmp_path / "out" / "a.xlsx").unlink()
    before = files(tmp_path)
    said = run(*words, "--dry-run", "--resume")
    assert said.code == DONE
    assert said.out.count("(done before)") == 1
    assert said.out.endswith("1 workbook to solve, 1 done before. Nothing was written.\n")
    said = run(*words, "--dry-run", "--resume", "--json")
    assert [(Path(str(line["source"])).name, line["done"]) for line in lines(said)] == [
        ("a.xlsx", False),
        ("猫 🐱.xlsx", True),
    ]
    assert run(*words, "--dry-run", "--quiet").out == ""
    assert run(*words, "--dry-run").out.count("(done before)") == 0
    assert files(tmp_path) == before


def test_lines_of_json_and_nothing_else(run: Run, sources: Path, tmp_path: Path) -> None:
    (sources / "b.xlsx").touch()
    report = tmp_path / "report.jsonl"
    words = ["batch", sources, tmp_path / "nowhere", "--out", tmp_path / "out"]
    said = run(*words, "--json", "--report", report)
    assert said.code == FAILED
    assert said.error == ""
    results = lines(said)
    assert all(result in results for result in map(json.loads, report.read_text().splitlines()))
    assert {Path(str(result["source"])).name for result in results} == {
        *("nowhere", "a.xlsx", "b.xlsx", "猫 🐱.xlsx")
    }
    assert [it["code"] for result in results for it in result["mistakes"]] == [  # type: ignore[attr-defined]
        *("nothing-found", "file-empty")
    ]


def test_quiet(run: Run, sources: Path, tmp_path: Path) -> None:
    words = ["batch", sources, "--out", tmp_path / "out", "--quiet"]
    assert run(*words, "--report", tmp_path / "report.csv") == (DONE, "", "")
    (sources / "b.xlsx").touch()
    said = run(*words)
    assert said == (FAILED, "", said.error)
    assert said.error == (
        f"error: {sources / 'b.xlsx'}: the file is empty (0 bytes): copy or download it again.\n"
    )


def test_plain_lines_where_there_is_no_terminal(
    run: Run, sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "_INTERVAL", 0.0)
    said = run("batch", sources, "--out", tmp_path / "out")
    first, last = said.error.splitlines()
    shape = r"{} of 2 workbooks, \d+\.\d workbooks/s, \d+\.\d puzzles/s, \d+:\d\d left, 0 failed"
    assert re.fullmatch(shape.format(1), first)
    assert re.fullmatch(shape.format(2), last)
    assert " 0:00 left" in last


def screen(*words: object, stdout: IO[bytes] | None = None) -> tuple[int, str]:
    """What the command shows in a terminal of 100 columns, without colours."""
    command = [*COMMAND, *map(str, words), "--lang", "en"]
    code, shown = in_terminal(command, {**os.environ, "TERM": "xterm", "COLUMNS": "100"}, stdout)
    return code, re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", shown)


def test_a_bar_in_a_terminal(sources: Path, tmp_path: Path) -> None:
    (sources / "b.xlsx").touch()
    code, shown = screen(sources, "--out", tmp_path / "out")
    assert code == FAILED
    assert "━" in shown
    assert re.search(r"3/3 \d+\.\d workbooks/s, \d+\.\d puzzles/s, 0:00 left, 1 failed", shown), (
        shown
    )
    assert "error: " in shown
    assert "2 solved, 1 error; 2 files written to" in " ".join(shown.split())


def test_a_bar_beside_lines_of_json(sources: Path, tmp_path: Path) -> None:
    with (tmp_path / "lines").open("wb") as stream:
        code, shown = screen(sources, "--out", tmp_path / "out", "--json", stdout=stream)
    assert code == DONE
    assert "2/2" in shown
    assert len(parsed(tmp_path / "lines")) == 2
    code, shown = screen(sources, "--out", tmp_path / "other", "--json")
    assert len([json.loads(line) for line in shown.splitlines()]) == 2


def test_names_that_the_output_cannot_show_are_whole_in_json(sources: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, sources, "--out", tmp_path / "out", "--json"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
    )
    names = {Path(json.loads(line)["source"]).name for line in done.stdout.splitlines()}
    assert names == {"a.xlsx", "猫 🐱.xlsx"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "Missing SOURCES"),
        ("in", "Missing --out"),
        ("in --out out --jobs 0", "Invalid number of processes “0”"),
        ("in --out out --jobs many", "a whole number from 1 to 9999"),
        ("in --out out --seconds -1", "Invalid number of seconds “-1”"),
        ("in --out out --lang fr", "Unknown language “fr”"),
        ("in --out out --bogus", "Unknown option “--bogus”"),
        ("in --out out --jobs 0 --lang ja", "プロセスの数として使えません"),
    ],
)
def test_words_that_are_not_understood(
    run: Run, sources: Path, monkeypatch: pytest.MonkeyPatch, words: str, said: str
) -> None:
    monkeypatch.chdir(sources.parent)
    result = run("batch", *words.split())
    assert result.code == USAGE
    assert said in result.error
    assert not Path("out").exists()


def test_patterns_lists_and_the_number_of_processes(
    run: Run, sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(sources.parent)
    said = run("batch", "in", "--out", "by pattern", "--pattern", "*猫*", "--jobs", 3)
    assert said.code == DONE
    assert list(solved(Path("by pattern"))) == ["deep/er/猫 🐱.xlsx"]
    small(Path("more"), *"bcd")
    Path("list.txt").write_text("in/deep\nmore/b.xlsx\nmore/c.xlsx\n", "utf-8")
    said = run("batch", "@list.txt", "more/d.xlsx", "--out", "by list", "--jobs", 3)
    assert said.code == DONE
    assert list(solved(Path("by list"))) == [
        *("d.xlsx", "in/deep/er/猫 🐱.xlsx", "more/b.xlsx", "more/c.xlsx")
    ]
    said = run("batch", "in", "--out", "nothing", "--pattern", "z*")
    assert said.code == FAILED
    assert "matches the pattern z*" in said.error


def test_without_explanations(run: Run, sources: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.jsonl"
    words = ["batch", sources, "--out", tmp_path / "out", "--report", report]
    assert run(*words, "--no-explain").code == DONE
    assert [puzzle["grade"] for it in parsed(report) for puzzle in it["puzzles"]] == [
        None,
        None,
    ]  # type: ignore[attr-defined]
    assert "earlier" not in run(*words, "--resume").out
    assert [puzzle["grade"] for it in parsed(report) for puzzle in it["puzzles"]] == ["easy"] * 2  # type: ignore[attr-defined]


def test_exit_codes(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    impossible(tmp_path / "in" / "a.xlsx")
    words = ["batch", tmp_path / "in", "--out", tmp_path / "out"]
    said = run(*words)
    assert said.code == NOT_UNIQUE
    assert "\n1 with no solution; 1 file written to " in said.out
    # What was found before counts as well.
    small(tmp_path / "in", "b")
    assert run(*words, "--resume").code == NOT_UNIQUE


MISTAKES = {
    "totals": "totals-differ",
    "too long": "clue-too-long",
    "date": "clue-is-date",
    "negative": "clue-is-negative",
    "text": "clue-is-text",
    "fraction": "clue-is-fraction",
    "logical": "clue-is-logical",
    "zero": "block-below-one",
    "error": "clue-is-error",
    "formula": "clue-not-calculated",
    "merged": "merged-cells",
    "names missing": "names-incomplete",
    "names elsewhere": "names-do-not-fit",
    "names overlap": "names-overlap",
}


@pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make links")
def test_a_nasty_folder(run: Run, tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    expected: dict[str, list[str]] = {}
    for path in (*small(folder, "good", "猫", "🐱 ‮"), *small(folder / "深い/x.xlsx", "good")):
        expected[path.relative_to(folder).as_posix()] = []
    for mistake, code in MISTAKES.items():
        workbook = Workbook()
        put_puzzle(workbook.active, ONLY)
        spoil(workbook, mistake)
        workbook.save(folder / f"{mistake}.xlsx")
        expected[f"{mistake}.xlsx"] = [code]
    book_with(folder / "several.xlsx", AMBIGUOUS[0])
    undecidable(folder / "big.xlsx")
    expected |= {"several.xlsx": [], "big.xlsx": []}
    (folder / "empty.xlsx").touch()
    (folder / "text.xlsx").write_text("a,b\n")
    (folder / "cut.xlsx").write_bytes((folder / "good.xlsx").read_bytes()[:3000])
    (folder / "folder.xlsx").mkdir()
    (folder / "loop.xlsx").symlink_to("loop.xlsx")
    (folder / "round").symlink_to(folder)
    encrypted(folder / "secret.xlsx")
    Workbook().save(folder / "none.xlsx")
    (locked,) = small(folder, "locked")
    out.mkdir()
    (out / "~$locked.xlsx").write_text("me")
    expected |= {
        "empty.xlsx": ["file-empty"],
        "text.xlsx": ["not-a-workbook"],
        "cut.xlsx": ["damaged-workbook"],
        "folder.xlsx": ["file-unreadable"],
        "loop.xlsx": ["file-unreadable"],
        "secret.xlsx": ["encrypted-workbook"],
        "none.xlsx": ["no-puzzle"],
        locked.name: ["file-open-elsewhere"],
    }
    before = files(folder)
    words = ["batch", folder, "--out", out, "--seconds", 0.3, "--report", tmp_path / "report.xlsx"]
    said = run(*words, "--json")
    assert said.code == FAILED
    found = {
        Path(str(it["source"])).relative_to(folder).as_posix(): [
            mistake["code"]
            for mistake in it["mistakes"]  # type: ignore[attr-defined]
        ]
        for it in lines(said)
    }
    assert found == expected
    outcomes = {
        Path(str(it["source"])).name: [puzzle["outcome"] for puzzle in it["puzzles"]]  # type: ignore[attr-defined]
        for it in lines(said)
    }
    assert outcomes["big.xlsx"] == ["undecided"]
    assert outcomes["several.xlsx"] == ["multiple"]
    assert files(folder) == before
    assert sorted(solved(out)) == sorted(name for name, codes in expected.items() if not codes)
    assert load_workbook(tmp_path / "report.xlsx")["Errors"].max_row == 1 + sum(
        map(bool, expected.values())
    )
    # And in words, with the failed ones only.
    (out / "~$locked.xlsx").unlink()
    said = run(*words, "--resume")
    assert said.code == FAILED
    assert "locked.xlsx" not in said.error
    for name, codes in expected.items():
        if codes and name != "locked.xlsx":
            assert f"error: {folder / name}" in said.error


# Stopping and resuming


def workers_of(parent: int) -> list[int]:
    return [
        process
        for process in children(parent)
        if b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()
    ]


ENDS = [
    pytest.param(signal.SIGINT, STOPPED, id="SIGINT"),
    pytest.param(signal.SIGTERM, TERMINATED, id="SIGTERM"),
    pytest.param(getattr(signal, "SIGHUP", None), 129, id="SIGHUP"),
]


@killing
@pytest.mark.parametrize(("number", "code"), ENDS)
def test_stopping_gives_up_what_is_not_done_in_a_second_and_writes_the_report(
    run: Run, tmp_path: Path, number: signal.Signals, code: int
) -> None:
    folder, out, report = tmp_path / "in", tmp_path / "out", tmp_path / "report.jsonl"
    small(folder, "a", "c", "d")
    undecidable(folder / "b.xlsx")
    words = [folder, "--out", out, "--report", report]
    with started(*words, "--seconds", 600, "--json", "--jobs", 1) as batch:
        assert batch.stdout is not None
        first = batch.stdout.readline()
        wait_for(lambda: in_hand(out))
        working = children(batch.pid)
        # As a terminal does it, and a system that ends a service: to all processes.
        os.killpg(batch.pid, number)
        more, error = batch.communicate()
    assert batch.returncode == code
    assert Path(json.loads(first)["source"]).name == "a.xlsx"
    assert more == ""
    assert error.splitlines() == [
        "Stopping: workbooks in progress have one second to finish. Press Ctrl+C again to stop "
        "now.",
        "Stopped: 3 workbooks not done. Run the same command with --resume to do the rest.",
    ]
    wait_for(lambda: not any(map(alive, working)))
    assert [result["mistakes"] for result in parsed(report)] == [[]]
    assert list(files(out)) == [NAME, "a.xlsx"]
    (folder / "b.xlsx").unlink()
    said = run("batch", *words, "--resume")
    assert said.code == DONE
    assert said.out.startswith(f"3 solved; 3 files written to {out}/ (1 by an earlier run)")
    assert run("batch", folder, "--out", tmp_path / "undisturbed").code == DONE
    assert solved(out) == solved(tmp_path / "undisturbed")


@killing
def test_a_process_that_hears_nothing_is_ended_when_the_batch_is_stopped(tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    out.mkdir()
    folder.mkdir()
    undecidable(folder / "a.xlsx")
    with started(folder, "--out", out, "--seconds", 600, "--jobs", 1) as batch:
        wait_for(lambda: in_hand(out))
        working = workers_of(batch.pid)
        for process in working:
            os.kill(process, signal.SIGSTOP)
        batch.send_signal(signal.SIGINT)
        said, _ = batch.communicate()
    assert batch.returncode == STOPPED
    assert said.startswith("0 solved; no files written")
    wait_for(lambda: not any(map(alive, working)))
    assert list(files(out)) == [NAME]


@killing
def test_stopping_while_the_processes_start_costs_no_workbook(tmp_path: Path) -> None:
    small(tmp_path / "in", *"abcdef")
    report = tmp_path / "report.jsonl"
    with started(tmp_path / "in", "--out", tmp_path / "out", "--report", report) as batch:
        # The first is one that cleans up after them.
        wait_for(lambda: len(children(batch.pid)) > 1)
        os.killpg(batch.pid, signal.SIGINT)
        said, error = batch.communicate()
    assert batch.returncode == STOPPED
    assert "Traceback" not in error
    assert "error" not in said
    assert [result["mistakes"] for result in parsed(report)] == [[]] * len(solved(tmp_path / "out"))


@killing
@pytest.mark.parametrize(("number", "code"), ENDS)
def test_stopping_twice_stops_at_once(tmp_path: Path, number: signal.Signals, code: int) -> None:
    folder, out, report = tmp_path / "in", tmp_path / "out", tmp_path / "report.jsonl"
    small(folder, "a", "c")
    undecidable(folder / "b.xlsx")
    with started(
        *(folder, "--out", out, "--seconds", 600, "--report", report, "--json", "--jobs", 1)
    ) as batch:
        assert batch.stdout is not None
        assert batch.stderr is not None
        assert "a.xlsx" in batch.stdout.readline()
        wait_for(lambda: in_hand(out))
        working = children(batch.pid)
        os.killpg(batch.pid, number)
        assert "again to stop now" in batch.stderr.readline()
        os.killpg(batch.pid, number)
        said, error = batch.communicate()
    assert (batch.returncode, said) == (code, "")
    assert error.strip() == "Stopped. Every file written so far is complete."
    wait_for(lambda: not any(map(alive, working)))
    assert list(files(out)) == [NAME, "a.xlsx"]
    assert not report.exists()
    assert len((out / NAME).read_text().splitlines()) == 1


@killing
def test_a_second_batch_into_the_same_folder(run: Run, sources: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    undecidable(sources / "b.xlsx")
    with started(sources, "--out", out, "--jobs", 1, "--json") as first:
        assert first.stdout is not None
        first.stdout.readline()
        wait_for(lambda: in_hand(out))
        journal = (out / NAME).read_bytes()
        for words in ([], ["--resume"]):
            said = run("batch", sources, "--out", out, *words)
            assert said.code == FAILED
            assert f"error: {out}: another batch is writing to this folder" in said.error
        assert (out / NAME).read_bytes() == journal
        first.kill()


@killing
def test_a_process_that_dies_is_reported_with_its_workbook(tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    out.mkdir()
    small(folder, "b", "c")
    undecidable(folder / "a.xlsx")
    with started(folder, "--out", out, "--jobs", 1) as batch:
        wait_for(lambda: in_hand(out))
        kill(*workers_of(batch.pid))
        said, error = batch.communicate()
    assert batch.returncode == FAILED
    assert error.startswith(f"error: {folder / 'a.xlsx'}: the process working on this workbook")
    assert len(error.splitlines()) == 1
    assert said.startswith("2 solved, 1 error; 2 files written to ")
    assert list(solved(out)) == ["b.xlsx", "c.xlsx"]


@killing
@pytest.mark.parametrize("kills", [2, pytest.param(18, marks=pytest.mark.long)])
def test_killed_at_random_moments_it_goes_on(kills: int) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "benchmarks" / "resuming.py", str(kills), "4"],
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"{kills} kills")


@killing
def test_when_the_journal_cannot_be_written_all_that_was_written_is_whole(
    run: Run, tmp_path: Path
) -> None:
    resource = pytest.importorskip("resource")
    folder, out = tmp_path / "in", tmp_path / "out"
    small(folder, *"abcdefgh")
    # As on a full disk: files are cut off in the middle.
    with started(
        *(folder, "--out", out, "--jobs", 1),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000)),
    ) as batch:
        said, error = batch.communicate()
    assert (batch.returncode, said) == (FAILED, "")
    *others, last = error.splitlines()
    assert last.startswith(f"error: {out / NAME}: cannot write to the journal of the batch: ")
    assert "--resume" in last
    assert all(line.startswith(f"error: {folder}") for line in others)
    assert list(files(out)) == [NAME]
    assert all(map(json.loads, (out / NAME).read_text().splitlines()))
    said_again = run("batch", folder, "--out", out, "--resume")
    assert said_again.code == DONE
    assert said_again.out.startswith("8 solved; 8 files written")


@killing
def test_a_report_that_cannot_be_written_after_all_leaves_the_summary(
    run: Run, sources: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = tmp_path / "report.csv"

    def flush(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", flush)
    said = run("batch", sources, "--out", tmp_path / "out", "--report", report)
    assert said.code == FAILED
    assert said.error.startswith(f"error: {report}: cannot write the file: the disk is full")
    assert said.out.startswith("2 solved; 2 files written")
    assert report.name not in said.out
    assert not list(tmp_path.glob(".xlnono*"))
    assert not report.exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written_stops_the_work(sources: Path, tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, sources, "--out", tmp_path / "out", "--json", "--lang", "en"],
            stdout=full,
            stderr=subprocess.PIPE,
        )
    assert done.returncode == FAILED
    assert done.stderr.startswith(b"error: The output cannot be written")
