"""Jobs: which files a call means, what becomes of bad ones, and that nothing is half written."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from datetime import datetime
from itertools import chain
from pathlib import Path
from types import FrameType

import pytest
from msoffcrypto.format.ooxml import OOXMLFile
from openpyxl import Workbook, load_workbook
from openpyxl.workbook.defined_name import DefinedName

from tests.support.workbooks import AMBIGUOUS, ONLY, book_with, put_puzzle
from xlnono.batch.worker import Settings, work
from xlnono.errors import XlnonoError
from xlnono.jobs.sources import Job, find_jobs
from xlnono.jobs.targets import refusals
from xlnono.jobs.workbook import SolveResult, check_workbook, solve_workbook
from xlnono.language import Language
from xlnono.model.board import Grid
from xlnono.model.solution import Outcome

SAMPLES = Path(__file__).parents[2] / "samples"


def sources_of(jobs: list[Job], folder: Path) -> list[str]:
    return [job.source.relative_to(folder).as_posix() for job in jobs]


def solve(path: Path, target: Path | None = None, language: Language = "en") -> SolveResult:
    return solve_workbook(Job(path, target or path), language=language)


def only(result: SolveResult) -> XlnonoError:
    assert len(result.errors) == 1
    return result.errors[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    for name in ("b.xlsx", "a.xlsm", "deep/c.XLSX", "deep/er/d.xlsx"):
        book_with(tmp_path / name, ONLY)
    for name in ("~$b.xlsx", ".~lock.b.xlsx#", "notes.txt", "deep/old.xls"):
        (tmp_path / name).write_text("no workbook")
    return tmp_path


def test_a_folder_stands_for_all_workbooks_below_it(folder: Path) -> None:
    jobs, errors = find_jobs([str(folder)], None, writing=True)
    assert sources_of(jobs, folder) == ["a.xlsm", "b.xlsx", "deep/c.XLSX", "deep/er/d.xlsx"]
    assert all(job.source == job.target for job in jobs)
    assert not errors


def test_the_tree_is_kept_in_the_output_folder(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    jobs, _ = find_jobs([str(folder / "deep"), str(folder / "b.xlsx")], out, writing=True)
    targets = [job.target.relative_to(out).as_posix() for job in jobs if job.target]
    assert targets == ["c.XLSX", "er/d.xlsx", "b.xlsx"]


def test_wildcards_mean_workbooks_and_folders(folder: Path) -> None:
    jobs, errors = find_jobs([str(folder / "*")], None, writing=False)
    assert sources_of(jobs, folder) == ["a.xlsm", "b.xlsx", "deep/c.XLSX", "deep/er/d.xlsx"]
    assert all(job.target is None for job in jobs)
    jobs, errors = find_jobs([str(folder / "**" / "d*.xlsx")], None, writing=False)
    assert sources_of(jobs, folder) == ["deep/er/d.xlsx"]
    assert not errors


def test_a_name_with_brackets_is_no_wildcard(tmp_path: Path) -> None:
    path = book_with(tmp_path / "cat [1].xlsx", ONLY)
    jobs, errors = find_jobs([str(path), str(tmp_path / "cat*")], None, writing=False)
    assert [job.source for job in jobs] == [path]
    assert not errors


def test_a_file_named_twice_is_taken_once(folder: Path) -> None:
    path = folder / "b.xlsx"
    (folder / "link.xlsx").symlink_to(path)
    names = [str(path), str(folder / "deep" / ".." / "b.xlsx"), str(folder / "link.xlsx")]
    jobs, errors = find_jobs([*names, str(folder)], None, writing=True)
    assert sources_of(jobs, folder).count("b.xlsx") == 1
    assert len(jobs) == 4
    assert not errors


def test_two_files_with_one_target(folder: Path, tmp_path: Path) -> None:
    first, second = folder / "b.xlsx", book_with(folder / "deep" / "b.xlsx", ONLY)
    jobs, errors = find_jobs([str(first), str(second)], tmp_path / "out", writing=True)
    assert [job.source for job in jobs] == [first]
    assert [error.code for error in errors] == ["same-target"]
    assert errors[0].place.file == str(second)
    assert "out" in errors[0].text("en")


def test_targets_that_differ_only_in_case_where_it_does_not_count(
    folder: Path, tmp_path: Path
) -> None:
    first, second = folder / "b.xlsx", book_with(folder / "deep" / "B.xlsx", ONLY)
    out = tmp_path / "results"
    out.mkdir()
    jobs, errors = find_jobs([str(first), str(second)], out / "new", writing=True)
    if not (tmp_path / "RESULTS").exists():
        assert [job.source for job in jobs] == [first, second]
        # Now the folder is found in capitals too, as it always is on Windows.
        (tmp_path / "RESULTS").symlink_to(out)
        jobs, errors = find_jobs([str(first), str(second)], out / "new", writing=True)
    assert [job.source for job in jobs] == [first]
    assert [(error.code, error.place.file) for error in errors] == [("same-target", str(second))]


def test_no_file_is_written_onto_another_one_of_the_call(folder: Path) -> None:
    second = book_with(folder / "deep" / "b.xlsx", ONLY)
    jobs, errors = find_jobs([str(second), str(folder / "b.xlsx")], folder, writing=True)
    assert [job.source for job in jobs] == [folder / "b.xlsx"]
    assert [error.code for error in errors] == ["same-target"]


def test_what_was_written_into_the_folder_is_not_solved_again(folder: Path) -> None:
    out = folder / "out"
    for _ in range(2):
        jobs, _ = find_jobs([str(folder)], out, writing=True)
        assert len(jobs) == 4
        out.mkdir(exist_ok=True)
        book_with(out / "b.xlsx", ONLY)
    jobs, _ = find_jobs([str(out)], out, writing=True)
    assert sources_of(jobs, folder) == ["out/b.xlsx"]


@pytest.mark.parametrize("source", ["", "nowhere.xlsx", "no*.xlsx", "empty", "a" * 5000])
def test_paths_at_which_there_is_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    (tmp_path / "empty").mkdir()
    book_with(tmp_path / "cat.xlsx", ONLY)
    monkeypatch.chdir(tmp_path)
    jobs, errors = find_jobs([source, "cat.xlsx"], None, writing=True)
    assert [error.code for error in errors] == ["nothing-found"]
    assert source in errors[0].text("ja")
    assert [job.source.name for job in jobs] == ["cat.xlsx"]


def test_links_in_a_circle(tmp_path: Path) -> None:
    book_with(tmp_path / "cat.xlsx", ONLY)
    (tmp_path / "loop.xlsx").symlink_to("loop.xlsx")
    (tmp_path / "up").symlink_to("..")
    jobs, errors = find_jobs([str(tmp_path), str(tmp_path / "loop.xlsx")], None, writing=True)
    assert sources_of(jobs, tmp_path) == ["cat.xlsx", "loop.xlsx"]
    assert not errors
    assert "leads back to itself" in only(solve_workbook(jobs[1])).text("en")


def test_a_folder_with_the_name_of_a_workbook_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "x.xlsx").mkdir()
    book_with(tmp_path / "x.xlsx" / "cat.xlsx", ONLY)
    jobs, errors = find_jobs([str(tmp_path)], None, writing=False)
    assert sources_of(jobs, tmp_path) == ["x.xlsx/cat.xlsx"]
    assert not errors


def test_an_empty_folder_with_the_name_of_a_workbook_is_reported(tmp_path: Path) -> None:
    (tmp_path / "x.xlsx").mkdir()
    jobs, _ = find_jobs([str(tmp_path)], None, writing=False)
    assert only(check_workbook(jobs[0])).code == "file-unreadable"


def test_a_pattern_chooses_among_what_lies_in_folders(folder: Path) -> None:
    for pattern, wanted in (
        ("*.xlsm", ["a.xlsm"]),
        ("[cd].*", ["deep/c.XLSX", "deep/er/d.xlsx"]),
        ("er/*.xlsx", ["deep/er/d.xlsx"]),
    ):
        jobs, errors = find_jobs([str(folder)], None, writing=False, pattern=pattern)
        assert sources_of(jobs, folder) == wanted
        assert not errors
    jobs, _ = find_jobs([str(folder / "b.xlsx")], None, writing=False, pattern="*.xlsm")
    assert sources_of(jobs, folder) == ["b.xlsx"]
    _, errors = find_jobs([str(folder)], None, writing=False, pattern="z*")
    assert [error.code for error in errors] == ["nothing-found"]
    assert "matches the pattern z*" in errors[0].text()


def test_a_list_keeps_the_folders_of_its_paths(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book_with(folder / "deep" / "b.xlsx", ONLY)
    (folder / "list.txt").write_text(
        f"\ufeffb.xlsx\n\n./deep/b.xlsx\r\ndeep/er\n{folder}/a.xlsm\nnowhere.xlsx\n", "utf-8"
    )
    monkeypatch.chdir(folder)
    out = folder / "out"
    jobs, errors = find_jobs(["@list.txt"], out, writing=True)
    targets = [job.target.relative_to(out).as_posix() for job in jobs if job.target]
    assert targets == ["b.xlsx", "deep/b.xlsx", "deep/er/d.xlsx", "a.xlsm"]
    assert [(error.code, error.place.file) for error in errors] == [
        ("nothing-found", "nowhere.xlsx")
    ]


def test_a_list_that_is_none(folder: Path) -> None:
    (folder / "list.txt").write_bytes("猫.xlsx".encode("cp932"))
    for name, code in (
        ("list.txt", "list-unreadable"),
        ("deep", "file-unreadable"),
        ("no.txt", "nothing-found"),
    ):
        jobs, errors = find_jobs([f"@{folder / name}"], None, writing=False)
        assert not jobs
        assert [error.code for error in errors] == [code]


def test_every_puzzle_of_a_workbook_is_solved_and_logged(tmp_path: Path) -> None:
    path = tmp_path / "two.xlsx"
    workbook = Workbook()
    workbook.active["A1"] = "no puzzle here"
    put_puzzle(workbook.create_sheet("cat"), ONLY)
    put_puzzle(workbook.create_sheet("die"), AMBIGUOUS[0])
    workbook.save(path)
    result = solve(path)
    assert not result.errors
    assert [puzzle.solution.outcome for puzzle in result.puzzles] == [
        Outcome.UNIQUE,
        Outcome.MULTIPLE,
    ]
    assert load_workbook(path).sheetnames == [
        *("Sheet", "cat", "cat log", "cat replay"),
        *("die", "die log"),
    ]
    once = path.read_bytes()
    assert not solve(path).errors
    assert path.read_bytes() == once


def calls_to_solve(path: Path) -> int:
    """How many functions are called from our modules to solve a workbook."""
    calls = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call") and "xlnono" in frame.f_code.co_filename

    sys.setprofile(count)
    try:
        solve(path)
    finally:
        sys.setprofile(None)
    return calls


def test_the_work_for_a_sheet_hardly_grows_with_the_number_of_sheets(tmp_path: Path) -> None:
    first: dict[int, int] = {}
    again: dict[int, int] = {}
    # The first workbook also loads modules.
    for sheets in (1, 10, 60):
        workbook = Workbook()
        for number in range(sheets):
            sheet = workbook.active if number == 0 else workbook.create_sheet()
            sheet.title = f"No. {number + 1}"
            put_puzzle(sheet, ONLY)
        path = tmp_path / f"{sheets}.xlsx"
        workbook.save(path)
        first[sheets], again[sheets] = calls_to_solve(path), calls_to_solve(path)
    assert first[60] < 10 * first[10]
    assert again[60] < 10 * again[10]


def test_just_one_sheet(tmp_path: Path) -> None:
    path = tmp_path / "two.xlsx"
    workbook = Workbook()
    put_puzzle(workbook.active, ONLY)
    put_puzzle(workbook.create_sheet("cat"), ONLY)
    workbook.save(path)
    solve_workbook(Job(path, path), sheet="cat")
    assert load_workbook(path).sheetnames == ["Sheet", "cat", "cat log", "cat replay"]
    before = path.read_bytes()
    error = only(solve_workbook(Job(path, path), sheet="dog"))
    assert error.place.sheet == "dog"
    assert "Sheet, cat, cat log, cat replay" in error.text("en")
    assert path.read_bytes() == before


def spoil(workbook: Workbook, mistake: str) -> str:
    """Make a mistake on the first sheet, a puzzle; returns the cell in question."""
    sheet = workbook.active
    values = {
        "totals": ("D3", 2),
        "too long": ("C4", 7),
        "date": ("C4", datetime(2026, 3, 1)),
        "negative": ("C4", -3),
        "text": ("C4", "three"),
        "fraction": ("C4", 2.5),
        "logical": ("C4", True),
        "zero": ("B5", 0),
        "error": ("C4", "#REF!"),
        "formula": ("C4", "=1+2"),
    }
    if mistake in values:
        cell, value = values[mistake]
        sheet[cell] = value
        return cell
    if mistake == "merged":
        sheet.merge_cells("D5:E5")
        return "D5:E5"
    areas = {"rows": "$A$4:$C$8", "columns": "$D$1:$H$3", "grid": "$D$4:$H$8"}
    match mistake:
        case "names missing":
            del areas["grid"]
        case "names elsewhere":
            areas["grid"] = "$D$5:$H$9"
        case "names overlap":
            areas["rows"] = "$A$4:$D$8"
    for name, area in areas.items():
        reference = f"'{sheet.title}'!{area}"
        sheet.defined_names[f"xlnono_{name}"] = DefinedName(f"xlnono_{name}", attr_text=reference)
    return ""


@pytest.mark.parametrize(
    ("mistake", "code"),
    [
        ("totals", "totals-differ"),
        ("too long", "clue-too-long"),
        ("date", "clue-is-date"),
        ("negative", "clue-is-negative"),
        ("text", "clue-is-text"),
        ("fraction", "clue-is-fraction"),
        ("logical", "clue-is-logical"),
        ("zero", "block-below-one"),
        ("error", "clue-is-error"),
        ("formula", "clue-not-calculated"),
        ("merged", "merged-cells"),
        ("names missing", "names-incomplete"),
        ("names elsewhere", "names-do-not-fit"),
        ("names overlap", "names-overlap"),
    ],
)
def test_a_sheet_with_a_mistake_is_named_and_left_alone_and_the_others_are_solved(
    tmp_path: Path, mistake: str, code: str
) -> None:
    path = tmp_path / "a.xlsx"
    workbook = Workbook()
    workbook.active.title = "wrong"
    put_puzzle(workbook.active, ONLY)
    cell = spoil(workbook, mistake)
    workbook.save(path)
    alone = path.read_bytes()
    error = only(solve(path))
    defects = getattr(error, "defects", (error,))
    assert [defect.code for defect in defects] == [code]
    assert defects[0].place.file == str(path)
    assert defects[0].place.sheet == "wrong"
    if cell and mistake != "totals":
        assert defects[0].place.cell == cell
        assert f"cell {cell}" in error.text("en") or f"cells {cell}" in error.text("en")
    assert "シート「wrong」" in error.text("ja")
    assert path.read_bytes() == alone

    put_puzzle(workbook.create_sheet("right"), ONLY)
    workbook.save(path)
    result = solve(path)
    assert only(result).code == error.code
    assert result.written
    solved = load_workbook(path)
    assert solved.sheetnames == ["wrong", "right", "right log", "right replay"]
    assert solved["right"]["E4"].value == 1
    assert solved["wrong"]["E4"].value is None


@pytest.mark.parametrize("work", [check_workbook, solve_workbook])
def test_a_line_without_wrong_marks_is_not_blamed_for_marks_elsewhere(
    work: Callable[[Job], SolveResult], tmp_path: Path
) -> None:
    path = book_with(tmp_path / "a.xlsx", ONLY)
    workbook = load_workbook(path)
    workbook["cat"]["D4"] = 1
    workbook.save(path)
    error = only(work(Job(path, path)))
    assert error.place.cell == "D4"
    assert (
        "the marks in the grid contradict the clues (following the lines from them leaves no "
        "arrangement for column 1); the only solution has the other colour in D4: "
    ) in error.text("en")
    assert "(印から行と列を1本ずつ進めると、1列目の置き方がなくなります)" in error.text("ja")


def test_without_time_an_error_names_the_line_at_which_solving_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("xlnono.engine.hint.STEP_SECONDS", 0)
    path = book_with(tmp_path / "a.xlsx", ONLY)
    workbook = load_workbook(path)
    workbook["cat"]["D4"] = 1
    workbook.save(path)
    error = only(solve(path))
    assert "following the lines from them leaves no arrangement for " in error.text("en")


def test_of_many_wrong_marks_an_error_names_the_first(tmp_path: Path) -> None:
    path = book_with(tmp_path / "a.xlsx", Grid.from_cells([[True] * 7] * 7))
    workbook = load_workbook(path)
    for cell in chain(*workbook["cat"]["D4:J10"]):
        cell.value = 0
    workbook.save(path)
    error = only(check_workbook(Job(path, path), sheet="cat"))
    assert "the other colour in D4:J8, D9:H9 and 9 more: correct" in error.text("en")
    assert "D4:J8, D9:H9 ほか9個 の色が逆です" in error.text("ja")


def test_marks_that_contradict_the_clues(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    workbook = Workbook()
    workbook.active.title = "wrong"
    put_puzzle(workbook.active, ONLY)
    workbook.active["F6"] = "×"
    workbook.save(path)
    before = path.read_bytes()
    for check in (False, True):
        work = check_workbook if check else solve_workbook
        error = only(work(Job(path, path)))
        assert error.code == "givens-contradict"
        assert error.place.sheet == "wrong"
        assert error.place.cell == "D6:H6"
        assert "contradict the clues in row 3; " in error.text("en")
        assert "F6" in error.text("en")
        assert "F6" in error.text("ja")
        assert error.text("en").endswith("erase them." if check else "Nothing was painted.")
        assert error.text("ja").endswith("消してください。" if check else "何も塗っていません。")
        assert path.read_bytes() == before
    put_puzzle(workbook.create_sheet("right"), ONLY)
    workbook.save(path)
    assert solve(path).written
    assert load_workbook(path)["wrong"]["E4"].value is None
    assert load_workbook(path).sheetnames == ["wrong", "right", "right log", "right replay"]


def test_clues_without_solution_are_no_fault_of_the_marks(tmp_path: Path) -> None:
    path = tmp_path / "a.xlsx"
    workbook = Workbook()
    sheet = workbook.active
    for k, (row, column) in enumerate(zip((3, 0, 1), (2, 2, 0), strict=True)):
        sheet.cell(2 + k, 1, row)
        sheet.cell(1, 2 + k, column)
    sheet["B2"] = "×"
    workbook.save(path)
    result = solve(path)
    assert not result.errors
    assert result.puzzles[0].solution.outcome is Outcome.NONE


def encrypted(path: Path) -> None:
    plain = io.BytesIO(book_with(path, ONLY).read_bytes())
    with path.open("wb") as stream:
        OOXMLFile(plain).encrypt("secret", stream)


def open_in_excel(path: Path) -> None:
    book_with(path, ONLY)
    path.with_name(f"~${path.name}").write_text("me")


@pytest.mark.parametrize(
    ("spoiled", "code"),
    [
        (lambda path: path.write_bytes(b""), "file-empty"),
        (lambda path: path.write_text("a,b\n"), "not-a-workbook"),
        (lambda path: path.write_bytes(b"PK\x03\x04 cut short"), "damaged-workbook"),
        (lambda path: Workbook().save(path), "no-puzzle"),
        (encrypted, "encrypted-workbook"),
        (open_in_excel, "file-open-elsewhere"),
    ],
)
def test_files_that_cannot_be_solved_stay_byte_for_byte(tmp_path: Path, spoiled, code) -> None:
    path = tmp_path / "bad.xlsx"
    spoiled(path)
    before = path.read_bytes()
    result = solve(path)
    error = only(result)
    assert error.code == code
    assert error.place.file == str(path)
    assert not result.written
    assert path.read_bytes() == before
    assert error.text("ja") != error.text("en")
    assert not [entry for entry in tmp_path.iterdir() if "xlnono" in entry.name]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such device")
def test_a_device_is_no_workbook() -> None:
    assert only(check_workbook(Job(Path("/dev/zero"), None))).code == "not-a-workbook"


def test_a_file_of_somebody_else_in_the_output_folder_is_left_alone(tmp_path: Path) -> None:
    source, target = tmp_path / "cat.xlsx", tmp_path / "out" / "cat.xlsx"
    target.parent.mkdir()
    book_with(source, ONLY)
    book_with(target, AMBIGUOUS[0])
    content = target.read_bytes()
    result = solve(source, target)
    assert not result.written
    assert only(result).code == "target-exists"
    assert target.read_bytes() == content
    target.write_text("my notes")
    assert only(solve(source, target)).code == "target-exists"
    assert target.read_text() == "my notes"


@pytest.mark.parametrize("explain", [True, False])
def test_an_earlier_result_in_the_output_folder_is_replaced(tmp_path: Path, explain: bool) -> None:
    source, target = tmp_path / "cat.xlsx", tmp_path / "out" / "cat.xlsx"
    for grid in (AMBIGUOUS[0], ONLY):
        book_with(source, grid)
        assert solve_workbook(Job(source, target), explain=explain).written
    grid = load_workbook(target).worksheets[0]["D4:H8"]
    picture = ["".join("#" if cell.value else "." for cell in row) for row in grid]
    assert "\n".join(picture) == ONLY.text()


@pytest.mark.parametrize("explained", [True, False])
def test_a_result_in_which_somebody_has_worked_is_left_alone(
    tmp_path: Path, explained: bool
) -> None:
    source, target = book_with(tmp_path / "cat.xlsx", ONLY), tmp_path / "out" / "cat.xlsx"
    for _ in range(2):
        assert solve_workbook(Job(source, target), explain=explained).written
    book = load_workbook(target)
    book.create_sheet("My notes")
    book.save(target)
    worked = target.read_bytes()
    for explain in (True, False):
        error = only(solve_workbook(Job(source, target), explain=explain))
        assert error.code == "result-changed"
        assert target.read_bytes() == worked
    assert refusals([Job(source, source)]) == {}
    assert refusals([Job(source, target)])[source].code == "result-changed"


def test_an_output_folder_is_made(tmp_path: Path) -> None:
    path = book_with(tmp_path / "cat.xlsx", ONLY)
    before = path.read_bytes()
    target = tmp_path / "new" / "deep" / "cat.xlsx"
    assert solve(path, target).written
    assert load_workbook(target).sheetnames == ["cat", "cat log", "cat replay"]
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("folder", "reason", "japanese"),
    [
        ("file", "a file where a folder should be", "フォルダーにする場所にファイル"),
        ("file/below", "not a folder", "フォルダーではありません"),
        ("a" * 300, "too long", "長すぎます"),
    ],
)
def test_an_output_folder_that_cannot_be_written(
    tmp_path: Path, folder: str, reason: str, japanese: str
) -> None:
    path = book_with(tmp_path / "cat.xlsx", ONLY)
    (tmp_path / "file").write_text("mine")
    before = path.read_bytes()
    error = only(solve(path, tmp_path / folder / "cat.xlsx"))
    assert error.code == "file-not-writable"
    assert reason in error.text("en")
    assert japanese in error.text("ja")
    assert path.read_bytes() == before
    assert (tmp_path / "file").read_text() == "mine"
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["cat.xlsx", "file"]


def test_a_batch_names_the_file_that_cannot_be_written(tmp_path: Path) -> None:
    path = book_with(tmp_path / "cat.xlsx", ONLY)
    (tmp_path / "file").write_text("mine")
    (mistake,) = work(Job(path, tmp_path / "file" / "cat.xlsx"), Settings()).mistakes
    assert mistake.message("en").startswith(f"{tmp_path / 'file'}: cannot write")
    assert str(path) not in mistake.message("en")


def test_work_that_is_stopped_leaves_nothing_half_written(tmp_path: Path) -> None:
    path = book_with(tmp_path / "umbrella.xlsx", ONLY)
    before = path.read_bytes()

    def stop(read: object, known: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_workbook(Job(path, path), progress=stop)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["umbrella.xlsx"]


def test_checking_writes_nothing(tmp_path: Path) -> None:
    path = book_with(tmp_path / "cat.xlsx", ONLY)
    before = path.read_bytes()
    result = check_workbook(Job(path, None))
    assert [puzzle.solution.outcome for puzzle in result.puzzles] == [Outcome.UNIQUE]
    assert path.read_bytes() == before


def test_all_samples_are_solved_but_the_deliberate_mistake(tmp_path: Path) -> None:
    jobs, errors = find_jobs([str(SAMPLES)], tmp_path, writing=True)
    assert not errors
    results = [solve_workbook(job) for job in jobs]
    wrong = [result for result in results if result.errors]
    assert [result.job.source.stem for result in wrong] == ["mistake-teapot-12x15"]
    assert "cell D15" in only(wrong[0]).text("en")
    assert len(list(tmp_path.rglob("*.xlsx"))) == len(jobs) - 1
