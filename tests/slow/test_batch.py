"""Batches from Python: processes that die and hang, stopping, and the journal."""

from __future__ import annotations

import json
import os
import signal
import string
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from tests.support.batches import (
    alive,
    children,
    files,
    in_hand,
    jobs_of,
    kill,
    small,
    solved,
    undecidable,
    wait_for,
    workers,
)
from tests.support.workbooks import AMBIGUOUS, ONLY, book_with, put_puzzle
from xlnono.batch import Job, Mistake, PuzzleResult, Result, Settings, processes, run
from xlnono.batch.journal import NAME, BatchBusy, journal_in
from xlnono.errors import XlnonoError
from xlnono.jobs.corrections import (
    CorrectedClue,
    MistakeInLines,
    ProposedCorrection,
    TypingMistakes,
)
from xlnono.jobs.picture_repairs import ChangedCell, NewClue, PictureRepairs, ProposedRepair
from xlnono.jobs.repairs import Meant
from xlnono.model.mistakes import MistakeKind
from xlnono.model.solution import Explained, Grade, Outcome
from xlnono.report import write_report

QUICK = Settings(30.0)

killing = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to look at")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    folder = tmp_path / "out"
    folder.mkdir(exist_ok=True)
    return folder


def codes(result: Result) -> list[str]:
    return [mistake.code for mistake in result.mistakes]


def two_puzzles_and_a_mistake(path: Path) -> Path:
    workbook = Workbook()
    workbook.active["A1"] = "no puzzle here"
    put_puzzle(workbook.create_sheet("猫 🐱"), ONLY)
    put_puzzle(workbook.create_sheet("die"), AMBIGUOUS[0])
    wrong = workbook.create_sheet("wrong")
    put_puzzle(wrong, ONLY)
    wrong["C4"], wrong["C5"] = "three", -2
    workbook.save(path)
    return path


@pytest.mark.parametrize("count", [1, 2])
def test_results_of_several_workbooks(tmp_path: Path, out: Path, count: int) -> None:
    paths = small(tmp_path, "a", "b", "c")
    paths += [two_puzzles_and_a_mistake(tmp_path / "two.xlsx"), tmp_path / "nowhere.xlsx"]
    before = files(tmp_path)
    results = {
        Path(result.source).name: result
        for result in run(jobs_of(paths, out), QUICK, processes=count)
    }
    assert sorted(results) == ["a.xlsx", "b.xlsx", "c.xlsx", "nowhere.xlsx", "two.xlsx"]
    for name in ("a.xlsx", "b.xlsx", "c.xlsx"):
        result = results[name]
        assert result.target == str(out / name)
        assert result.seconds > 0
        assert not result.mistakes
        (puzzle,) = result.puzzles
        assert (puzzle.sheet, puzzle.height, puzzle.width) == ("cat", 5, 5)
        assert puzzle.outcome is Outcome.UNIQUE
        assert puzzle.grade is Grade.EASY
        assert puzzle.rating is not None
        assert 1 <= puzzle.rating < 3
        assert puzzle.score is not None
        assert puzzle.steps == load_workbook(out / name)["cat log"]["C3"].value
        assert puzzle.picture == tuple(ONLY.text().split())
        assert load_workbook(out / name).sheetnames == ["cat", "cat log", "cat replay"]
    two = results["two.xlsx"]
    assert [(puzzle.sheet, puzzle.outcome) for puzzle in two.puzzles] == [
        ("猫 🐱", Outcome.UNIQUE),
        ("die", Outcome.MULTIPLE),
    ]
    assert two.puzzles[1].picture == ("??", "??")
    assert [(mistake.code, mistake.sheet, mistake.cell) for mistake in two.mistakes] == [
        ("clue-is-text", "wrong", "C4"),
        ("clue-is-negative", "wrong", "C5"),
    ]
    assert "three" in two.mistakes[0].message("en")
    assert "「three」" in two.mistakes[0].message("ja")
    missing = results["nowhere.xlsx"]
    assert (missing.target, missing.puzzles, codes(missing)) == (None, (), ["file-unreadable"])
    assert {name: held for name, held in files(tmp_path).items() if "out/" not in name} == before
    assert not workers()


def test_without_explanations(tmp_path: Path, out: Path) -> None:
    (job,) = jobs_of(small(tmp_path, "a"), out)
    (result,) = run([job], Settings(explain=False), processes=1)
    (puzzle,) = result.puzzles
    assert (puzzle.outcome, puzzle.grade, puzzle.score, puzzle.steps) == (
        *(Outcome.UNIQUE, None),
        *(None, None),
    )
    assert load_workbook(out / "a.xlsx")["cat"]["E4"].value == 1


def test_no_jobs_and_no_processes(tmp_path: Path) -> None:
    assert list(run([])) == []
    with pytest.raises(ValueError, match="not 0"):
        run([], processes=0)


NAMES = st.text(
    st.characters(exclude_categories=["Cs"]) | st.sampled_from([chr(0xDC80), chr(0xDCFF)])
)
TIMES, RATINGS = st.floats(0, 1e15), st.floats(1, 10)
SIDES, COUNTS = st.integers(1, 9), st.integers(0, 10**9)


@st.composite
def puzzle_results(draw: st.DrawFn) -> PuzzleResult:
    height, width = draw(SIDES), draw(SIDES)
    row = st.text("#.?", min_size=width, max_size=width)
    picture = st.lists(row, min_size=height, max_size=height) | st.just([])
    return PuzzleResult(
        *(draw(NAMES), height, width, draw(st.sampled_from(Outcome))),
        *(draw(st.none() | it) for it in (RATINGS, TIMES, RATINGS)),
        *(draw(st.none() | it) for it in (COUNTS, st.sampled_from(Explained), COUNTS)),
        *(draw(TIMES), draw(st.sampled_from(["kernel", "python"])), tuple(draw(picture))),
    )


PUZZLES = puzzle_results()
MISTAKES = st.builds(
    Mistake,
    st.text(string.ascii_lowercase),
    *(st.none() | NAMES, st.none() | NAMES, st.fixed_dictionaries({"en": NAMES, "ja": NAMES})),
)
CLUES = st.lists(COUNTS, max_size=3).map(tuple)
LINES = st.lists(NAMES, max_size=3).map(tuple)
CHANGES = st.builds(CorrectedClue, NAMES, NAMES, CLUES, CLUES)
CORRECTIONS = st.builds(
    ProposedCorrection,
    st.lists(st.builds(MistakeInLines, st.sampled_from(MistakeKind), LINES), max_size=2).map(tuple),
    TIMES,
    st.lists(CHANGES, max_size=2).map(tuple),
)
TYPING_MISTAKES = st.builds(
    TypingMistakes,
    *(NAMES, NAMES, st.booleans(), st.booleans(), st.none() | NAMES, LINES),
    *(
        st.lists(CORRECTIONS, max_size=2).map(tuple),
        st.fixed_dictionaries({"en": NAMES, "ja": NAMES}),
    ),
)
REPAIRS = st.builds(
    PictureRepairs,
    *(NAMES, NAMES, st.sampled_from(Meant)),
    st.lists(
        st.builds(
            ProposedRepair,
            st.lists(st.builds(ChangedCell, NAMES, NAMES), max_size=2).map(tuple),
            st.lists(st.builds(NewClue, NAMES, CLUES), max_size=2).map(tuple),
        ),
        max_size=2,
    ).map(tuple),
    st.fixed_dictionaries({"en": NAMES, "ja": NAMES}),
)
RECORDS = st.builds(
    Result,
    *(NAMES, st.none() | NAMES, TIMES),
    *(st.lists(PUZZLES).map(tuple), st.lists(MISTAKES).map(tuple)),
    st.lists(TYPING_MISTAKES, max_size=2).map(tuple),
    st.lists(REPAIRS, max_size=2).map(tuple),
)


@given(RECORDS, st.booleans())
def test_a_line_of_json_holds_a_whole_result(result: Result, ascii_only: bool) -> None:
    line = result.to_json(ascii_only=ascii_only)
    assert "\n" not in line
    assert line.isascii() or not ascii_only
    assert Result.from_json(line) == result


@pytest.mark.parametrize(
    "line", ["", "{}", "[]", "7", '{"source": 1}', "null", '{"puzzles": [{}]}']
)
def test_what_is_no_record_is_said(line: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - json says it in words of its own
        Result.from_json(line)


@killing
def test_a_process_that_dies_costs_its_workbook_only(tmp_path: Path, out: Path) -> None:
    big = undecidable(tmp_path / "big.xlsx")
    first, rest = small(tmp_path, "a", "b"), small(tmp_path, "c", "d", "e")
    killed: list[int] = []

    def jobs() -> Iterator[Job]:
        yield from jobs_of([big, *first], out)
        # One process is working on the large one, the other is idle.
        wait_for(lambda: in_hand(out))
        killed.extend(workers())
        kill(*killed)
        yield from jobs_of(rest, out)

    results = {Path(result.source).name: result for result in run(jobs(), QUICK, processes=2)}
    assert len(killed) == 2
    assert {name: codes(result) for name, result in results.items()} == {
        "big.xlsx": ["process-died"],
        **{path.name: [] for path in (*first, *rest)},
    }
    mistake = results["big.xlsx"].mistakes[0]
    assert "died" in mistake.message("en")
    assert "異常終了" in mistake.message("ja")
    assert sorted(files(out)) == ["a.xlsx", "b.xlsx", "c.xlsx", "d.xlsx", "e.xlsx"]
    assert not workers()


@killing
def test_a_process_that_hangs_is_given_up(
    tmp_path: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, rest = small(tmp_path, "a"), small(tmp_path, "c", "d")
    big = undecidable(tmp_path / "big.xlsx")
    held: list[int] = []

    def hold() -> None:
        wait_for(lambda: in_hand(out))
        held.extend(workers())
        os.kill(held[0], signal.SIGSTOP)
        monkeypatch.setattr(processes, "PATIENCE", 1.0 - QUICK.seconds)

    def jobs() -> Iterator[Job]:
        yield from jobs_of(first, out)
        holder.start()
        yield from jobs_of([big, *rest], out)

    holder = threading.Thread(target=hold)
    found = []
    for result in run(jobs(), QUICK, processes=1):
        found.append((Path(result.source).name, codes(result)))
        if result.mistakes:
            monkeypatch.undo()
            assert "no progress for 1 seconds" in result.mistakes[0].message("en")
    holder.join()
    assert found == [
        *(("a.xlsx", []), ("big.xlsx", ["no-sign-of-life"])),
        *(("c.xlsx", []), ("d.xlsx", [])),
    ]
    assert sorted(files(out)) == ["a.xlsx", "c.xlsx", "d.xlsx"]
    assert not workers()
    assert not alive(held[0])


SCRIPT = """
import sys
from pathlib import Path
from xlnono.batch import Job, run

def main():
    sources, out = map(Path, sys.argv[1:])
    for result in run([Job(path, out / path.name) for path in sorted(sources.iterdir())]):
        print(result.source, flush=True)
"""


@killing
def test_no_process_outlives_the_one_that_started_it(tmp_path: Path, out: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(f"{SCRIPT}\nif __name__ == '__main__':\n    main()\n")
    small(tmp_path / "in", "a")
    undecidable(tmp_path / "in" / "big.xlsx")
    with subprocess.Popen(
        [sys.executable, script, tmp_path / "in", out], stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline()
        wait_for(lambda: in_hand(out))
        started = children(parent.pid)
        assert started
        parent.kill()
    wait_for(lambda: not any(map(alive, started)))
    assert sorted(solved(out)) == ["a.xlsx"]
    assert [name for name in files(out) if not name.startswith(".")] == ["a.xlsx"]


def test_a_script_that_ends_with_jobs_in_hand_does_not_wait_for_them(
    tmp_path: Path, out: Path
) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import sys\n"
        "from pathlib import Path\n"
        "from xlnono.batch import Job, run\n"
        "if __name__ == '__main__':\n"
        "    sources, out = map(Path, sys.argv[1:])\n"
        "    results = run([Job(path, out / path.name) for path in sorted(sources.iterdir())])\n"
        "    print(next(results).source)\n"
    )
    small(tmp_path / "in", "a")
    undecidable(tmp_path / "in" / "big.xlsx")
    done = subprocess.run(
        [sys.executable, script, tmp_path / "in", out],
        capture_output=True,
        encoding="utf-8",
        timeout=30,
    )
    assert done.stderr == ""
    assert done.stdout.strip().endswith("a.xlsx")


def test_a_script_that_starts_itself_again_gets_an_error_with_the_reason(
    tmp_path: Path, out: Path
) -> None:
    script = tmp_path / "script.py"
    script.write_text(f"{SCRIPT}\nmain()\n")
    small(tmp_path / "in", "a", "b", "c")
    done = subprocess.run(
        [sys.executable, script, tmp_path / "in", out], capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert "NoProcess" in done.stderr.splitlines()[-1]
    assert "if __name__ == '__main__':" in done.stderr.splitlines()[-1]
    assert files(out) == {}


def test_stopping_finishes_what_is_in_hand(tmp_path: Path, out: Path) -> None:
    stop = threading.Event()
    names = [*"abcdefgh"]
    results = []
    for result in run(jobs_of(small(tmp_path, *names), out), QUICK, processes=2, stop=stop):
        results.append(result)
        if len(results) == 2:
            stop.set()
    assert 2 <= len(results) <= 4
    assert not any(map(codes, results))
    assert sorted(solved(out)) == sorted(Path(result.source).name for result in results)
    assert list(run(jobs_of(small(tmp_path, "z"), out), QUICK, stop=stop)) == []


@killing
def test_stopping_waits_for_nobody_who_takes_long(tmp_path: Path, out: Path) -> None:
    big, stop = undecidable(tmp_path / "big.xlsx"), threading.Event()
    jobs = jobs_of([*small(tmp_path, "a"), big, *small(tmp_path, "c")], out)
    results = run(jobs, Settings(600.0), processes=1, stop=stop)
    assert Path(next(results).source).name == "a.xlsx"
    threading.Thread(target=lambda: (wait_for(lambda: in_hand(out)), stop.set())).start()
    assert list(results) == []
    wait_for(lambda: not workers())
    assert sorted(files(out)) == ["a.xlsx"]


@killing
def test_closing_gives_up_what_is_in_hand(tmp_path: Path, out: Path) -> None:
    jobs = jobs_of([*small(tmp_path, "a"), undecidable(tmp_path / "b.xlsx")], out)
    with closing(run(jobs, QUICK, processes=1)) as results:
        assert Path(next(results).source).name == "a.xlsx"
    jobs.reverse()
    with closing(run([*jobs, *jobs_of(small(tmp_path, "c"), out)], QUICK, processes=2)) as results:
        assert Path(next(results).source).name != "b.xlsx"
    wait_for(lambda: not workers())
    assert set(files(out)) <= {"a.xlsx", "c.xlsx"}


# The journal


def keep(jobs: list[Job], out: Path, settings: Settings = QUICK, *, resume: bool = True) -> int:
    """Do what is not done; returns how many that were."""
    with journal_in(out, settings, resume=resume) as journal:
        todo = [job for job in jobs if not journal.done(job)]
        for result in journal.recorded(run(journal.starting(todo), settings, processes=1)):
            assert Path(result.source).exists()
    return len(todo)


def left(jobs: list[Job], out: Path, settings: Settings = QUICK) -> list[str]:
    """What would be done, by name; nothing is touched."""
    with journal_in(out, settings, resume=True, reading=True) as journal:
        return [job.source.name for job in jobs if not journal.done(job)]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with three workbooks that were solved into another."""
    folder = tmp_path_factory.mktemp("finished")
    paths = [*small(folder / "in", "a", "猫 🐱"), two_puzzles_and_a_mistake(folder / "in/z.xlsx")]
    assert keep(jobs_of(paths, folder / "out"), folder / "out", resume=False) == 3
    return folder


@pytest.fixture
def journaled(finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Job]:
    """The same with the paths of this test; times stay."""
    for folder in ("in", "out"):
        (tmp_path / folder).mkdir(exist_ok=True)
        for path in (finished / folder).iterdir():
            copy = tmp_path / folder / path.name
            copy.write_bytes(path.read_bytes())
            status = path.stat()
            os.utime(copy, ns=(status.st_atime_ns, status.st_mtime_ns))
    journal = tmp_path / "out" / NAME
    moved = journal.read_text("ascii").replace(str(finished), str(tmp_path))
    journal.write_text(moved, "ascii")
    return jobs_of(sorted((tmp_path / "in").iterdir()), tmp_path / "out")


def test_what_is_done_is_not_done_again(journaled: list[Job], out: Path) -> None:
    before = files(out)
    assert left(journaled, out) == []
    assert keep(journaled, out) == 0
    assert files(out) == before
    assert sorted(before) == [NAME, "a.xlsx", "z.xlsx", "猫 🐱.xlsx"]


def test_without_resuming_all_is_done_again(journaled: list[Job], out: Path) -> None:
    with journal_in(out, QUICK, resume=False, reading=True) as journal:
        assert not any(map(journal.done, journaled))
    assert left(journaled, out) == []
    assert keep(journaled, out, resume=False) == 3


@pytest.mark.parametrize("cut", [1, 40, -1])
def test_a_line_that_was_cut_off_is_no_line(journaled: list[Job], out: Path, cut: int) -> None:
    journal = out / NAME
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:-1]) + lines[-1][:cut])
    (missing,) = left(journaled, out)
    assert missing in json.loads(lines[-1])["source"]["path"]
    assert keep(journaled, out) == 1
    assert left(journaled, out) == []
    assert [json.loads(line)["settings"] for line in journal.read_bytes().splitlines()] == [
        list(QUICK)
    ] * 3


@pytest.mark.parametrize(
    "damage",
    [
        *(b"\0" * 300, b"\xff\xfe", b"{}", b'{"result": 7}', b"[1, 2]", b"null", b"NaN"),
        *(b"[" * 100_000, b'{"a":' * 100_000, b"9" * 100_000, b'"\\ud800"'),
    ],
)
def test_a_damaged_line_costs_nothing_but_itself(
    journaled: list[Job], out: Path, damage: bytes
) -> None:
    journal = out / NAME
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(lines[0] + damage + b"\n" + lines[2])
    (missing,) = left(journaled, out)
    assert missing in json.loads(lines[1])["source"]["path"]
    journal.write_bytes(damage + b"\n" + b"".join(lines))
    assert left(journaled, out) == []


def test_a_line_of_a_version_that_could_claim_too_much_is_done_again(
    journaled: list[Job], out: Path
) -> None:
    journal = out / NAME
    lines = [json.loads(line) for line in journal.read_bytes().splitlines()]
    for puzzle in lines[1]["result"]["puzzles"]:
        del puzzle["at_least"], puzzle["explained"]
    journal.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    assert left(journaled, out) == [Path(lines[1]["source"]["path"]).name]
    assert keep(journaled, out) == 1
    assert left(journaled, out) == []


@pytest.mark.parametrize(
    ("facts", "again"),
    [
        ({"explained": "cut", "rating": None, "score": None, "rounds": None}, True),
        ({"explained": "long"}, True),
        ({"rating": None, "score": None, "rounds": None}, True),
        ({"outcome": "multiple", "rating": None, "score": None, "rounds": None}, False),
        ({}, False),
    ],
)
def test_more_time_is_also_for_what_was_not_explained_or_graded(
    journaled: list[Job], out: Path, facts: dict[str, object], again: bool
) -> None:
    journal = out / NAME
    lines = [json.loads(line) for line in journal.read_bytes().splitlines()]
    lines[0]["result"]["puzzles"][0] |= facts
    journal.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    name = Path(lines[0]["source"]["path"]).name
    assert left(journaled, out) == []
    assert left(journaled, out, QUICK._replace(seconds=999)) == ([name] if again else [])


def tampered(entry: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A line of a journal with one thing in it, at a time, of another kind or beyond all bounds."""
    odd = [None, True, -1, 1e400, float("nan"), 10**400, "x", "\ud800", [], [[]], {}, {"a": 1}]

    def changed(value: Any) -> Iterator[Any]:
        yield from odd
        if isinstance(value, dict | list):
            for key in value if isinstance(value, dict) else range(len(value)):
                for other in changed(value[key]):
                    copy = value.copy()
                    copy[key] = other
                    yield copy
                if isinstance(value, dict):
                    yield {name: held for name, held in value.items() if name != key}

    yield from (it for it in changed(entry) if isinstance(it, dict))


@pytest.mark.parametrize("number", [0, 2])
def test_a_journal_that_somebody_changed_is_read_or_left_alone(
    journaled: list[Job], out: Path, tmp_path: Path, number: int
) -> None:
    journal = out / NAME
    entry = json.loads(journal.read_bytes().splitlines()[number])
    results: list[Result] = []
    for changed in tampered(entry):
        journal.write_text(json.dumps(changed) + "\n", "ascii")
        with journal_in(out, QUICK, resume=True, reading=True) as found:
            results += found.results(journaled)
    assert results
    # Whatever still counts as done can be reported.
    for kind in (".csv", ".jsonl", ".xlsx"):
        write_report(tmp_path / f"report{kind}", lambda: iter(results), "en")


@pytest.mark.skipif(os.name == "nt", reason="Windows lets few people make links")
@pytest.mark.parametrize("what", ["folder", "link", "dangling", "hard link", "pipe"])
@pytest.mark.parametrize("resume", [True, False])
def test_what_lies_in_the_place_of_the_journal_is_not_touched(
    tmp_path: Path, out: Path, what: str, resume: bool
) -> None:
    journal, other = out / NAME, tmp_path / "precious"
    other.write_bytes(b"precious")
    match what:
        case "folder":
            journal.mkdir()
        case "link":
            journal.symlink_to(other)
        case "dangling":
            journal.symlink_to(tmp_path / "nowhere")
        case "hard link":
            journal.hardlink_to(other)
        case _:
            os.mkfifo(journal)
    with pytest.raises(XlnonoError) as error, journal_in(out, QUICK, resume=resume):
        pass
    assert error.value.code == "journal-unusable"
    assert error.value.place.file == str(journal)
    assert other.read_bytes() == b"precious"
    assert [entry.name for entry in out.iterdir()] == [NAME]
    assert not (tmp_path / "nowhere").exists()


def test_a_source_or_a_result_that_has_changed_is_done_again(
    journaled: list[Job], out: Path
) -> None:
    first, second, third = journaled
    os.utime(first.source, ns=(0, 0))
    assert left(journaled, out) == [first.source.name]
    book_with(second.source, ONLY, title="another")
    assert left(journaled, out) == [first.source.name, second.source.name]
    assert keep(journaled, out) == 2
    assert left(journaled, out) == []
    assert third.target is not None
    third.target.unlink()
    assert left(journaled, out) == [third.source.name]
    assert keep(journaled, out) == 1
    third.target.write_bytes(b"spoiled")
    assert left(journaled, out) == [third.source.name]
    elsewhere = [job._replace(target=out / "deeper" / job.source.name) for job in journaled]
    assert left(elsewhere, out) == [job.source.name for job in journaled]


def test_a_result_in_which_somebody_has_worked_is_left_alone(
    journaled: list[Job], out: Path
) -> None:
    first, second, _ = journaled
    assert first.target is not None
    assert second.target is not None
    book = load_workbook(first.target)
    book.create_sheet("My notes")
    book.save(first.target)
    second.target.unlink()
    for resume in (True, False, False):
        with journal_in(out, QUICK, resume=resume) as journal:
            changed = [job for job in journaled if journal.has_changed(job)]
        assert changed == [first]
    first.target.unlink()
    with journal_in(out, QUICK, resume=False) as journal:
        assert not journal.has_changed(first)


def test_other_settings(journaled: list[Job], out: Path) -> None:
    everything = [job.source.name for job in journaled]
    assert left(journaled, out, QUICK._replace(explain=False)) == everything
    assert left(journaled, out, QUICK._replace(language="ja")) == everything
    assert left(journaled, out, QUICK._replace(seconds=1)) == []
    assert left(journaled, out, QUICK._replace(seconds=999)) == []


def test_more_time_is_for_what_was_not_decided(tmp_path: Path, out: Path) -> None:
    jobs = jobs_of([*small(tmp_path, "a"), undecidable(tmp_path / "big.xlsx")], out)
    short = Settings(0.2)
    assert keep(jobs, out, short) == 2
    assert left(jobs, out, short) == []
    assert left(jobs, out, Settings(0.1)) == []
    assert left(jobs, out, Settings(0.4)) == ["big.xlsx"]
    with journal_in(out, short, resume=True, reading=True) as journal:
        results = list(journal.results(jobs))
    assert [result.puzzles[0].outcome for result in results] == [
        Outcome.UNIQUE,
        Outcome.UNDECIDED,
    ]


def test_what_failed_is_tried_again(tmp_path: Path, out: Path) -> None:
    (path,) = small(tmp_path, "a")
    (out / "~$a.xlsx").write_text("open in Excel")
    jobs = jobs_of([path], out)
    assert keep(jobs, out) == 1
    assert left(jobs, out) == ["a.xlsx"]
    (out / "~$a.xlsx").unlink()
    assert keep(jobs, out) == 1
    assert left(jobs, out) == []
    with journal_in(out, QUICK, resume=True, reading=True) as journal:
        (result,) = journal.results(jobs)
    assert not result.mistakes


def test_two_batches_into_one_folder(journaled: list[Job], out: Path) -> None:
    before = files(out)
    with journal_in(out, QUICK, resume=True):
        for resume in (True, False):
            with pytest.raises(BatchBusy) as busy, journal_in(out, QUICK, resume=resume):
                pass
            assert busy.value.place.file == str(out)
        assert left(journaled, out) == []
    assert files(out) == before


def test_a_folder_that_cannot_be_one(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    with pytest.raises(XlnonoError) as error, journal_in(tmp_path / "out", QUICK, resume=False):
        pass
    assert error.value.code == "file-not-writable"


def test_from_another_working_directory(
    journaled: list[Job], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path / "in")
    jobs = [Job(Path(job.source.name), Path("../out") / job.source.name) for job in journaled]
    assert keep(jobs, Path("../out"), Settings(30.0, language="ja")) == 3
    monkeypatch.chdir(tmp_path)
    jobs = [Job(Path("in") / job.source, Path("out") / job.source) for job in jobs]
    with journal_in(Path("out"), Settings(30.0, language="ja"), resume=True) as journal:
        results = list(journal.results(jobs))
    # In the words of this call, so that links in a report lead somewhere.
    assert [(result.source, result.target) for result in results] == [
        (str(job.source), str(job.target)) for job in jobs
    ]


def test_old_results_of_what_is_to_be_done_again_are_not_passed_on(
    journaled: list[Job], out: Path
) -> None:
    journaled[0].source.write_bytes(b"")
    with journal_in(out, QUICK, resume=True) as journal:
        assert len(list(journal.results(journaled))) == 2
        todo = journal.starting(journaled[:1])
        (result,) = journal.recorded(run(todo, QUICK, processes=1))
        assert codes(result) == ["file-empty"]
        assert next(journal.results(journaled)) == result


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such names")
def test_a_name_that_is_no_unicode(tmp_path: Path, out: Path) -> None:
    name = os.fsdecode(b"\xe7\x8c\xab\xff\xfe.xlsx")
    try:
        path = book_with(tmp_path / "cat.xlsx", ONLY).rename(tmp_path / name)
    except OSError:
        pytest.skip("this disk has no such names")
    jobs = jobs_of([path], out)
    assert keep(jobs, out) == 1
    assert left(jobs, out) == []
    with journal_in(out, QUICK, resume=True) as journal:
        (result,) = journal.results(jobs)
    assert (result.source, result.target) == (str(path), str(out / name))
