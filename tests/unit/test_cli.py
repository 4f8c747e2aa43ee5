"""The command as a person types it: what it says, what it leaves behind, its exit code."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import click
import pytest
from openpyxl import Workbook, load_workbook

from tests.support.batches import files, undecidable
from tests.support.command_line import Run, english_command_line
from tests.support.workbooks import AMBIGUOUS, ONLY, book_with, put_puzzle
from xlnono.batch import running
from xlnono.cli.commands import _commands
from xlnono.cli.messages import _TEXTS
from xlnono.model.board import Grid
from xlnono.render.text import solution_picture
from xlnono.templates import template

DONE, NOT_UNIQUE, USAGE, FAILED, STOPPED, TERMINATED = 0, 1, 2, 3, 130, 143


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    if os.environ.get("HYPOTHESIS_PROFILE") != "thorough":
        # As on a machine with one core: of a small batch, most is the start of its processes.
        monkeypatch.setattr(running, "cores", lambda: 1)

    return english_command_line(capsys, monkeypatch)


@pytest.fixture
def untyped(tmp_path: Path) -> Path:
    """A template into which nobody has typed a clue."""
    template.new(tmp_path / "untyped.xlsx", 3, 4)
    return tmp_path / "untyped.xlsx"


@pytest.fixture
def cat(tmp_path: Path) -> Path:
    return book_with(tmp_path / "cat.xlsx", ONLY)


def impossible(path: Path) -> Path:
    """Totals agree, but the first row has more black cells than columns to take them."""
    workbook = Workbook()
    sheet = workbook.active
    for k, clue in enumerate((3, 0, 1)):
        sheet.cell(2 + k, 1, clue)
    for k, clue in enumerate((2, 2, 0)):
        sheet.cell(1, 2 + k, clue)
    workbook.save(path)
    return path


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["no clues yet", "B10:C12", "D8:G9", "type 0"]),
        ("ja", ["ヒントがまだ入力されていません", "B10:C12", "D8:G9", "0 を入力"]),
    ],
)
@pytest.mark.parametrize("command", ["solve", "check", "show", "hint", "replay", "batch"])
def test_a_template_without_clues_is_no_puzzle_yet(
    run: Run, untyped: Path, tmp_path: Path, command: str, language: str, words: list[str]
) -> None:
    before = untyped.read_bytes()
    more = {"replay": [tmp_path / "x.html"], "batch": ["--out", tmp_path / "out"]}.get(command, [])
    said = run(command, untyped, *more, "--lang", language)
    assert said.code == FAILED
    for word in (str(untyped), *words):
        assert word in said.error
    assert "exactly one" not in said.out
    assert untyped.read_bytes() == before
    assert not [path for path in tmp_path.rglob("*") if path.suffix in (".html", ".xlsx")][1:]


def test_a_zero_makes_an_empty_picture_of_a_template(run: Run, untyped: Path) -> None:
    workbook = load_workbook(untyped)
    workbook.active["C10"] = "0"
    workbook.save(untyped)
    said = run("check", untyped)
    assert said.code == DONE
    assert "exactly one solution, easy, 1.0" in said.out


def test_a_template_filled_in_and_solved(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "my 猫 🐱.xlsx"
    said = run("new", "2x3", path)
    assert said == (DONE, f"{path}: a template of 2 rows and 3 columns\n", "")
    workbook = load_workbook(path)
    sheet = workbook.active
    layout = {name: sheet.defined_names[name].attr_text for name in sheet.defined_names}
    rows = sheet[layout["xlnono_rows"].split("!")[1].replace("$", "")]
    columns = sheet[layout["xlnono_columns"].split("!")[1].replace("$", "")]
    for cells, clue in zip(rows, (3, 1), strict=True):
        cells[-1].value = clue
    for cell, clue in zip(columns[-1], (2, 1, 1), strict=True):
        cell.value = clue
    workbook.save(path)
    said = run("solve", path)
    assert said.code == DONE
    assert "2×3, exactly one solution, easy, 1.0, 3 steps, solved in 2 rounds" in said.out
    assert said.out.endswith(
        f"Changed in place: {path}\nTo undo: xlnono restore {shlex.quote(str(path))}\n"
    )
    said = run("show", path)
    assert said.out.splitlines()[1:] == ["██████", "██"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["new", "100000x3", "a.xlsx"], "choose 1 to 500"),
        (["new", "0x5", "a.xlsx"], "choose 1 to 500"),
        (["new", "9" * 50 + "x5", "a.xlsx"], "choose 1 to 500"),
        (["new", "5x5", "a.csv"], "ends in .xlsx"),
        (["new", "5x5", ""], "ends in .xlsx"),
        (["new", "5x5", "nowhere/a.xlsx"], "no such file or folder"),
        (["new", "5x5", "a" * 300 + ".xlsx"], "too long"),
    ],
)
def test_templates_that_cannot_be_made(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*words)
    assert result.code == FAILED
    assert said in result.error
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "made", "size"),
    [
        (["２０ｘ３０", "問題"], "問題.xlsx", "20 rows and 30 columns"),
        (["２０×３０", "my puzzle"], "my puzzle.xlsx", "20 rows and 30 columns"),
        (["3Ｘ4", "a.XLSX"], "a.XLSX", "3 rows and 4 columns"),
        (["3x4", "deep/問題", "--macro"], "deep/問題.xlsm", "3 rows and 4 columns"),
        (["1x5", "flat"], "flat.xlsx", "1 row and 5 columns"),
        (["5x1", "thin"], "thin.xlsx", "5 rows and 1 column"),
    ],
)
def test_sizes_and_names_as_an_input_method_types_them(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    made: str,
    size: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deep").mkdir()
    said = run("new", *words)
    assert said == (DONE, f"{Path(made)}: a template of {size}\n", "")
    assert Path(made).is_file()
    again = run("new", *words)
    assert again.code == FAILED
    assert Path(made).name in again.error


def test_an_extension_gets_its_ending(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("extension", "ボタン").code == DONE
    assert [path.name for path in tmp_path.iterdir()] == ["ボタン.oxt"]


def test_a_folder_is_not_completed_to_a_file_beside_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "puzzles").mkdir()
    assert run("new", "5x5", f"{tmp_path / 'puzzles'}/").code == FAILED
    assert [path.name for path in tmp_path.iterdir()] == ["puzzles"]


def test_new_never_overwrites(run: Run, cat: Path) -> None:
    before = cat.read_bytes()
    assert run("new", "5x5", cat).code == FAILED
    assert cat.read_bytes() == before


def test_solving_in_place_twice_gives_the_same_bytes(run: Run, cat: Path) -> None:
    assert run("solve", cat).code == DONE
    once = cat.read_bytes()
    assert load_workbook(cat).sheetnames == ["cat", "cat log", "cat replay"]
    assert run("solve", cat).code == DONE
    assert cat.read_bytes() == once


def test_solving_into_a_folder_leaves_the_source(run: Run, cat: Path, tmp_path: Path) -> None:
    before = cat.read_bytes()
    out = tmp_path / "not" / "there"
    assert run("solve", cat, "--out", out).code == DONE
    assert cat.read_bytes() == before
    assert (out / "cat.xlsx").exists()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two puzzles with one solution, one of them further down, and one with two."""
    folder = tmp_path / "in"
    (folder / "deep").mkdir(parents=True)
    book_with(folder / "a.xlsx", ONLY)
    book_with(folder / "b.xlsx", AMBIGUOUS[0])
    book_with(folder / "deep" / "c.xlsx", ONLY)
    (folder.parent / "one.txt").write_text("in/a.xlsx\n", "utf-8")
    return folder


SEVERAL = (
    ["in"],
    ["in/deep"],
    ["in/a.xlsx", "in/b.xlsx"],
    ["in/a.xlsx", "in/a.xlsx"],
    ["in/*.xlsx"],
    ["in/deep/*.xlsx"],
    ["@one.txt"],
    ["in/a.xlsx", "nowhere.xlsx"],
)


@pytest.mark.parametrize("sources", SEVERAL, ids=" ".join)
@pytest.mark.parametrize("more", [[], ["--dry-run"]], ids=["solve", "dry run"])
def test_without_an_option_only_one_file_named_on_its_own_is_changed(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, sources: list[str], more: list[str]
) -> None:
    monkeypatch.chdir(folder.parent)
    before = files(folder)
    for language, nothing in (("en", "Nothing was written."), ("ja", "何も書き込んでいません。")):
        said = run("solve", *sources, *more, "--lang", language)
        assert (said.code, said.out) == (USAGE, "")
        assert "--out " in said.error
        assert "--in-place " in said.error
        assert said.error.endswith(f"{nothing}\n")
        assert len(said.error.splitlines()) == 1
    assert files(folder) == before


def test_the_refusal_comes_before_anything_is_looked_up(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def walk(*_: object, **__: object) -> None:
        raise AssertionError("the folder was searched")

    monkeypatch.setattr("xlnono.jobs.sources.os.walk", walk)
    assert run("solve", folder).code == USAGE


def test_a_whole_folder_is_changed_in_place_if_asked_for(run: Run, folder: Path) -> None:
    said = run("solve", folder, "--in-place")
    assert said.code == NOT_UNIQUE
    assert said.out.count("Changed in place: ") == 3
    assert said.out.splitlines()[-1] == (
        "2 solved, 1 with several solutions; "
        "3 files changed in place (to undo: xlnono restore FILE)"
    )
    assert load_workbook(folder / "deep" / "c.xlsx").sheetnames == ["cat", "cat log", "cat replay"]


def test_in_place_and_a_folder_exclude_each_other(run: Run, folder: Path) -> None:
    before = files(folder.parent)
    said = run("solve", folder / "a.xlsx", "--in-place", "--out", folder.parent / "out")
    assert (said.code, said.out) == (USAGE, "")
    assert "Use either --out or --in-place" in said.error
    assert files(folder.parent) == before


def test_the_folder_of_the_sources_is_no_place_to_write_to(run: Run, folder: Path) -> None:
    before = files(folder)
    said = run("solve", folder, "--out", folder)
    assert said.code == FAILED
    assert said.error.count("the output would overwrite its source") == 3
    assert said.out == "3 errors; no files written\n"
    assert files(folder) == before


def test_the_summary_of_a_run_into_a_folder(run: Run, folder: Path) -> None:
    impossible(folder / "d.xlsx")
    (folder / "e.xlsx").touch()
    out = folder.parent / "out"
    said = run("solve", folder, "--out", out)
    assert said.code == FAILED
    assert said.out.splitlines()[-1] == (
        "2 solved, 1 with several solutions, 1 with no solution, 1 error; "
        f"4 files written to {out}/"
    )
    said = run("solve", folder, "--out", out, "--lang", "ja")
    assert said.out.splitlines()[-1] == (
        f"解けた問題 2問、解が複数 1問、解なし 1問、エラー 1件。{out}/ に4ファイルを保存しました。"
    )
    said = run("check", folder)
    assert said.out.splitlines()[-1] == (
        "2 with one solution, 1 with several solutions, 1 with no solution, 1 error"
    )


def test_one_workbook_needs_no_summary(run: Run, cat: Path, tmp_path: Path) -> None:
    assert len(run("check", cat).out.splitlines()) == 1
    said = run("solve", cat, "--out", tmp_path / "out")
    assert said.out.splitlines()[1:] == [f"written: {tmp_path / 'out' / 'cat.xlsx'}"]


def test_a_dry_run_says_what_would_be_read_and_written(run: Run, folder: Path) -> None:
    before, out = files(folder.parent), folder.parent / "out"
    said = run("solve", folder, folder / "nowhere.xlsx", "--out", out, "--dry-run")
    assert said.code == FAILED
    assert said.out.splitlines() == [
        *(f"{folder / name} → {out / name}" for name in ("a.xlsx", "b.xlsx", "deep/c.xlsx")),
        "Dry run: 3 workbooks to solve. Nothing was written.",
    ]
    assert "nowhere.xlsx" in said.error
    said = run("solve", folder / "a.xlsx", "--dry-run")
    assert said == (
        DONE,
        f"{folder / 'a.xlsx'} (in place)\nDry run: 1 workbook to solve. Nothing was written.\n",
        "",
    )
    assert files(folder.parent) == before
    out.mkdir()
    (out / "a.xlsx").write_text("my notes")
    said = run("solve", folder, "--out", out, "--dry-run")
    assert said.code == FAILED
    assert f"{out / 'a.xlsx'} already exists and was not written by xlnono" in said.error
    assert said.out.endswith("Dry run: 2 workbooks to solve. Nothing was written.\n")


@pytest.mark.parametrize("command", ["solve", "batch", "check", "show", "hint"])
def test_workbooks_of_other_kinds_are_mentioned_once(
    run: Run, folder: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("old.xls", "deep/OTHER.ODS", "deep/b.xlsb", "~$old.xls", "notes.csv"):
        (folder / name).write_bytes(b"?")
    monkeypatch.chdir(folder.parent)
    words = ["--out", "out"] if command in ("solve", "batch") else []
    said = run(command, "in", *words)
    assert said.code == NOT_UNIQUE
    assert said.error == (
        "Skipped 3 files (.ods, .xls, .xlsb): save them as .xlsx to include them.\n"
    )
    said = run(command, "in/*", "in/*.xls", *words, "--lang", "ja")
    assert said.error.count("3ファイルを飛ばしました(.ods, .xls, .xlsb)。") == 1


@pytest.mark.parametrize("command", ["check", "show"])
def test_check_and_show_write_nothing(run: Run, cat: Path, tmp_path: Path, command: str) -> None:
    before = cat.read_bytes()
    said = run(command, cat)
    assert said.code == DONE
    assert "exactly one solution" in said.out
    assert ("██" in said.out) is (command == "show")
    assert cat.read_bytes() == before
    assert list(tmp_path.iterdir()) == [cat]


def test_a_puzzle_with_several_solutions(run: Run, tmp_path: Path) -> None:
    path = book_with(tmp_path / "two.xlsx", AMBIGUOUS[0])
    said = run("solve", path)
    assert said.code == NOT_UNIQUE
    assert "more than one solution" in said.out
    assert "differ in 4 cells: D4:E5" in said.out
    assert "Changed in place" in said.out


@pytest.mark.parametrize(("language", "words"), [("en", "not explained, "), ("ja", "説明なし、")])
def test_what_was_not_explained_in_time_is_marked(
    run: Run, cat: Path, language: str, words: str
) -> None:
    for command in ("check", "solve", "show"):
        said = run(command, cat, "--seconds", "0.000001", "--lang", language)
        assert said.code == NOT_UNIQUE
        assert words in said.out.splitlines()[0]
        assert "easy" not in said.out


def test_several_solutions_and_none_have_no_grade(run: Run, tmp_path: Path) -> None:
    two = book_with(tmp_path / "two.xlsx", Grid.from_text("...#\n#...\n.#..\n####"))
    none = impossible(tmp_path / "none.xlsx")
    said = run("check", two, none).out
    assert "more than one solution, 4 steps, " in said
    assert "no solution, 1 step, " in said
    assert not [grade for grade in ("easy", "medium", "hard", "extreme") if grade in said]


def test_show_prints_two_solutions_and_where_they_differ(run: Run, tmp_path: Path) -> None:
    path = book_with(tmp_path / "two.xlsx", AMBIGUOUS[0])
    shown = run("show", path).out.splitlines()[2:]
    assert shown[0] == "  The solutions differ where you see ▓▓ (black) or ░░ (white)."
    assert [shown[1], shown[4]] == ["  Solution 1:", "  Solution 2:"]
    assert sorted([shown[2:4], shown[5:7]]) == [["░░▓▓", "▓▓░░"], ["▓▓░░", "░░▓▓"]]
    japanese = run("show", path, "--lang", "ja").out
    assert "  解1:\n" in japanese
    assert "  解2:\n" in japanese


@pytest.mark.parametrize(
    ("room", "blocks", "expected"),
    [(6, True, "▓▓░░██\n"), (5, True, "▓░█\n"), (6, False, "XX--##\n"), (5, False, "X-#\n")],
)
def test_a_solution_shows_where_another_differs(room: int, blocks: bool, expected: str) -> None:
    first, second = Grid.from_text("#.#\n..."), Grid.from_text(".##\n...")
    assert solution_picture(first, first.differing(second), room, blocks=blocks) == expected


def test_a_puzzle_without_solution_names_line_and_clue(run: Run, tmp_path: Path) -> None:
    path = impossible(tmp_path / "none.xlsx")
    said = run("check", path)
    assert said.code == NOT_UNIQUE
    assert "no solution" in said.out
    assert "Solving step by step leads to a contradiction: no arrangement fits" in said.out
    assert ", clue " in said.out
    assert "the mistyped clue may be another one" in said.out
    said = run("show", path, "--lang", "ja")
    assert "1手ずつ解いていくと、" in said.out
    assert "に入る置き方がなくなります" in said.out
    assert "█" not in said.out


def test_a_puzzle_that_takes_too_long(run: Run, cat: Path) -> None:
    said = run("solve", cat, "--seconds", "1e-9")
    assert said.code in (DONE, NOT_UNIQUE)
    path = book_with(cat.with_name("two.xlsx"), AMBIGUOUS[0])
    said = run("solve", path, "--seconds", "1e-9")
    assert said.code == NOT_UNIQUE
    assert "not decided within the time limit" in said.out
    log = load_workbook(path).worksheets[1]
    assert any("time ran out" in str(cell.value) for row in log["A1:G6"] for cell in row)


def test_one_bad_file_does_not_stop_the_others(run: Run, cat: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.xlsx"
    bad.write_bytes(b"")
    two = book_with(tmp_path / "two.xlsx", AMBIGUOUS[0])
    said = run("solve", bad, tmp_path / "nowhere.xlsx", cat, two, "--in-place")
    assert said.code == FAILED
    assert said.error.splitlines() == [
        f"error: {tmp_path / 'nowhere.xlsx'}: no workbook (.xlsx or .xlsm) or puzzle file "
        "found here: check the spelling of the path.",
        f"error: {bad}: the file is empty (0 bytes): copy or download it again.",
    ]
    assert said.out.count("Changed in place: ") == 2
    assert said.out.endswith(
        "1 solved, 1 with several solutions, 2 errors; "
        "2 files changed in place (to undo: xlnono restore FILE)\n"
    )
    assert bad.read_bytes() == b""


@pytest.mark.parametrize(
    ("name", "content", "english", "japanese"),
    [
        (
            "a.doc",
            b"catalogue",
            "not an Excel workbook (.xlsx or .xlsm), and not a puzzle file of a known format.",
            "Excel ブック(.xlsx、.xlsm)でも、読み込める形式の問題ファイルでもありません。",
        ),
        (
            "a.xlsx",
            b"catalogue",
            "not an Excel workbook, despite its name.",
            "名前は Excel ブックですが、中身は違います。",
        ),
        (
            "a.ods",
            b"PK\x03\x04" + bytes(26) + b"mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK",
            "this is an OpenDocument workbook (.ods): save it as .xlsx and try again.",
            "OpenDocument 形式(.ods)のブックです。.xlsx 形式で保存し直してから試してください。",
        ),
    ],
)
def test_files_of_other_kinds(
    run: Run, tmp_path: Path, name: str, content: bytes, english: str, japanese: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    assert run("check", path).error == f"error: {path}: {english}\n"
    assert run("check", path, "--lang", "ja").error == f"エラー: {path}: {japanese}\n"


@pytest.mark.parametrize(
    "command",
    ["verify", "share", "restore", "why {} A1", "replay {} new.gif", "convert {} new.json"],
)
@pytest.mark.parametrize("folder", [".", "/", "", "puzzles"])
def test_a_folder_in_place_of_a_file_is_called_a_folder(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, folder: str
) -> None:
    (tmp_path / "puzzles").mkdir()
    monkeypatch.chdir(tmp_path)
    words = (command if "{}" in command else f"{command} {{}}").split()
    code, output, errors = run(*(folder if word == "{}" else word for word in words))
    assert (code, output) == (FAILED, "")
    assert errors == f"error: {folder or '.'}: the file cannot be read: it is a folder.\n"
    assert [path.name for path in tmp_path.iterdir()] == ["puzzles"]


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be removed")
@pytest.mark.parametrize(
    "command", ["new 5x5 new.xlsx", "solve . --out solved", "batch . --out solved"]
)
def test_a_current_folder_that_was_removed_is_reported(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    (tmp_path / "removed").mkdir()
    monkeypatch.chdir(tmp_path / "removed")
    (tmp_path / "removed").rmdir()
    code, _, errors = run(*command.split())
    assert code == FAILED
    assert errors == (
        "error: The current folder does not exist any more. Change to another one and try again.\n"
    )


def test_an_empty_folder_named_like_a_workbook_is_called_a_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "puzzle.xlsx").mkdir()
    code, _, errors = run("check", tmp_path)
    assert code == FAILED
    assert errors.endswith("puzzle.xlsx: the file cannot be read: it is a folder.\n")


@pytest.mark.parametrize("out", [".", "/", ""])
def test_a_picture_needs_the_name_of_a_file(run: Run, cat: Path, out: str) -> None:
    code, _, errors = run("show", cat, "--as", "png", "--out", out)
    assert code == FAILED
    assert errors.endswith("the name must end in .png, .svg or .html.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_a_file_above_a_limit_of_the_system(run: Run, cat: Path) -> None:
    import resource

    before, limits = cat.read_bytes(), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        code, _, errors = run("--lang", "ja", "solve", cat)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert code == FAILED
    assert "(ディスクまたはシステムの上限より大きいファイルです)" in errors
    assert cat.read_bytes() == before


def test_every_mistake_of_a_sheet_has_its_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.xlsx"
    workbook = Workbook()
    put_puzzle(workbook.active, ONLY)
    workbook.active["C4"], workbook.active["C8"] = "three", -3
    workbook.save(path)
    before = path.read_bytes()
    said = run("solve", path, "--lang", "ja")
    assert said.code == FAILED
    lines = said.error.splitlines()
    assert [line.split(": ")[1] for line in lines] == [
        f"{path}、シート「Sheet」、セル C4",
        f"{path}、シート「Sheet」、セル C8",
    ]
    assert path.read_bytes() == before


def test_one_sheet_by_its_name(run: Run, cat: Path) -> None:
    assert run("check", cat, "--sheet", "cat").code == DONE
    said = run("check", cat, "--sheet", "dog")
    assert said.code == FAILED
    assert "choose one of cat." in said.error


@pytest.mark.parametrize(
    ("language", "words", "expected"),
    [
        ("ja_JP.UTF-8", [], "解は1つ"),
        ("C", [], "exactly one solution"),
        ("ja_JP.UTF-8", ["--lang", "en"], "exactly one solution"),
        ("en_US.UTF-8", ["--lang=ja"], "解は1つ"),
    ],
)
def test_the_language_of_messages(
    run: Run,
    cat: Path,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    words: list[str],
    expected: str,
) -> None:
    monkeypatch.setenv("LANG", language)
    assert expected in run("solve", cat, *words).out


def test_ctrl_c_stops_with_nothing_half_written(
    run: Run, cat: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    two = book_with(cat.with_name("two.xlsx"), ONLY)
    before = two.read_bytes()
    monkeypatch.setattr("xlnono.cli.status_line.Watch.__call__", stop)
    said = run("solve", two)
    assert said.code == STOPPED
    assert said.error.strip() == "Stopped. Every file written so far is complete."
    assert two.read_bytes() == before
    assert sorted(path.name for path in cat.parent.iterdir()) == ["cat.xlsx", "two.xlsx"]


STOPPED_WHILE_LOADING = """
import sys

class Stop:
    def find_spec(self, name, *_):
        if name == sys.argv[1]:
            raise KeyboardInterrupt

sys.meta_path.insert(0, Stop())
from xlnono.cli import main
main(["--version"])
"""


@pytest.mark.parametrize(
    "module", ["xlnono.errors", "xlnono.language", "xlnono.model.board", "xlnono.cli.commands"]
)
def test_ctrl_c_while_modules_are_loaded_ends_quietly(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STOPPED_WHILE_LOADING, module], capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (STOPPED, b"", b"")


@pytest.mark.parametrize(
    "words", ["solve two.xlsx", "new 5x5 new.xlsx", "extension x.oxt", "replay two.xlsx x.svg"]
)
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_in_the_middle_of_writing_leaves_nothing_behind(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, name: str
) -> None:
    if not hasattr(signal, name):
        pytest.skip("this system has no such signal")
    number = signal.Signals[name]
    monkeypatch.chdir(tmp_path)
    path = book_with(Path("two.xlsx"), AMBIGUOUS[0])
    before, flushed = path.read_bytes(), []

    def flush(handle: int) -> None:
        flushed.append(sorted(entry.suffix for entry in tmp_path.glob(".xlnono-*")))
        signal.raise_signal(number)

    monkeypatch.setattr(os, "fsync", flush)
    handlers = [signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)]
    said = run(*words.split())
    assert said.code == 128 + number
    assert said.out == ""
    assert said.error.strip() == "Stopped. Every file written so far is complete."
    assert flushed == [[".lock", ".tmp"]]
    assert list(tmp_path.iterdir()) == [tmp_path / path]
    assert path.read_bytes() == before
    assert [signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)] == handlers


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs a timer")
def test_a_request_to_stop_that_a_library_lost_is_repeated(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[float] = []

    def lose(*_: object) -> None:
        if not calls:
            with suppress(BaseException):
                signal.raise_signal(signal.SIGTERM)
        calls.append(time.monotonic())

    monkeypatch.setattr("xlnono.cli.status_line.Watch.__call__", lose)
    path = undecidable(tmp_path / "big.xlsx")
    said = run("solve", path, "--seconds", 600)
    assert said.code == TERMINATED
    assert len(calls) > 1
    assert list(tmp_path.iterdir()) == [path]
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_a_request_to_stop_that_a_finalizer_lost_is_repeated_without_a_traceback(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Lost:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGTERM)

    failing: list[Lost] = [Lost()]
    monkeypatch.setattr("xlnono.cli.status_line.Watch.__call__", lambda *_: failing.clear())
    said = run("solve", undecidable(tmp_path / "big.xlsx"), "--seconds", 600)
    assert said.code == TERMINATED
    assert "Traceback" not in said.error
    assert "Lost" not in said.error


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("bogus", "error: Unknown command “bogus”. See “xlnono --help”."),
        ("slove a.xlsx", "Unknown command “slove”. Did you mean “solve”?"),
        ("Hint a.xlsx", "Did you mean “hint”?"),
        ("slove a.xlsx --lang ja", "「solve」ではありませんか。"),
        ("--bogus", "Unknown option “--bogus”. See “xlnono --help”."),
        ("--verson", "Did you mean “--version”?"),
        ("solve x --inplace", "Unknown option “--inplace”. Did you mean “--in-place”?"),
        ("batch x --out o --no-explian", "Did you mean “--no-explain”?"),
        ("check x --sheat a --lang ja", "「--sheet」ではありませんか。"),
        ("--lang ja", "COMMAND がありません"),
        ("solve", "Missing SOURCES"),
        ("solve --lang ja", "SOURCES がありません"),
        ("solve --bogus x", "“xlnono solve --help”"),
        ("solve x --seconds nan", "Invalid number of seconds “nan”"),
        ("solve x --seconds -1", "Invalid number of seconds “-1”"),
        ("solve x --seconds soon", "Invalid number of seconds “soon”"),
        ("solve x --out", "Invalid use of --out"),
        ("check x --lang fr", "Unknown language “fr”: use en or ja."),
        ("new", "Missing ROWSxCOLUMNS"),
        ("new 5x5", "Missing FILE"),
        ("new five a.xlsx", "Invalid size “five”: expected ROWSxCOLUMNS, for example 20x30."),
        ("new five a.xlsx --lang ja", "行数と列数"),
        ("new 5x5 a.xlsx b.xlsx", "Unexpected extra arguments"),
        ("book", "after them OUT, the file to write"),
        ("book a.xlsx", "after them OUT, the file to write"),
        ("book a.xlsx --lang ja", "書き込み先の OUT を"),
    ],
)
def test_words_that_are_not_understood(run: Run, words: str, said: str) -> None:
    result = run(*words.split())
    assert result.code == USAGE
    assert said in result.error
    assert result.out == ""
    assert len(result.error.splitlines()) == 1


def test_without_words_the_help_is_shown(run: Run) -> None:
    said = run()
    assert said.code == USAGE
    assert said.out == run("--help").out


def commands() -> Iterator[list[str]]:
    yield []
    yield from ([name] for name in _commands("en").commands)


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_help_is_complete_in_both_languages(run: Run, words: list[str]) -> None:
    """Every command and option has a text of its own in each language, and it is shown."""
    for language, other in (("en", 1), ("ja", 0)):
        said = run(*words, "--help", "--lang", language)
        assert said.code == DONE
        group = _commands("ja" if language == "ja" else "en")
        command = group.commands[words[0]] if words else group
        options = [one for one in command.params if isinstance(one, click.Option)]
        helps = [command.help, *(option.help for option in options)]
        if not words:
            helps += [one.short_help for one in group.commands.values()]
        shown = "".join(said.out.split())
        for text in helps:
            assert text
            assert "".join(text.split()) in shown
            assert text not in [pair[other] for pair in _TEXTS.values()]
        headings = ("Usage:", "Options:") if language == "en" else ("使い方:", "オプション:")
        assert all(heading in said.out for heading in headings)


def test_options_that_must_be_given_are_named_in_the_language_of_the_help(run: Run) -> None:
    assert "[required]" in run("batch", "--help").out
    said = run("batch", "--help", "--lang", "ja").out
    assert "[必須]" in said
    assert "required" not in said


def test_the_version(run: Run) -> None:
    assert run("--version").out.startswith("xlnono 0.")
    assert "エンジン" in run("--version", "--lang", "ja").out


def process(*words: object, **settings: object) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "LANG": "C", **settings.pop("environment", {})}
    command = [sys.executable, "-c", "from xlnono.cli import main; main()"]
    return subprocess.run(
        [*command, *map(str, words)],
        env=environment,
        check=False,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
        **{"stdout": subprocess.PIPE, **settings},
    )


def test_the_command_as_a_process(cat: Path) -> None:
    done = process("solve", cat, environment={"PYTHONUTF8": "1"})
    assert (done.returncode, done.stderr) == (DONE, b"")
    assert f"Changed in place: {cat}\n" in done.stdout.decode()


def test_a_terminal_that_knows_no_blocks(tmp_path: Path) -> None:
    cat = book_with(tmp_path / "猫.xlsx", ONLY)
    plain = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    done = process("show", cat, environment=plain)
    assert (done.returncode, done.stderr) == (DONE, b"")
    assert b"?.xlsx" in done.stdout
    assert done.stdout.splitlines()[1:] == [
        b"  ######",
        b"####  ####",
        b"##  ##  ##",
        b"####  ####",
        b"  ######",
    ]


@pytest.mark.skipif(os.name == "nt", reason="needs a shell's way to close output")
@pytest.mark.parametrize("closed", ["1", "2"])
def test_closed_output_does_not_stop_the_work(cat: Path, closed: str) -> None:
    done = process("solve", cat, preexec_fn=lambda: os.close(int(closed)))
    assert done.returncode == DONE
    assert done.stderr == b""
    assert load_workbook(cat).sheetnames == ["cat", "cat log", "cat replay"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_output_that_cannot_be_written_is_reported(cat: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = process("show", cat, stdout=full)
        assert done.returncode == FAILED
        assert done.stderr.startswith(b"error: The output cannot be written")
        assert process("--help", stdout=full).returncode == FAILED


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no broken pipes")
def test_nobody_reading_the_output_any_more_is_no_error(cat: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = process("solve", cat, stdout=writing)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (DONE, b"")
    assert load_workbook(cat).sheetnames == ["cat", "cat log", "cat replay"]
