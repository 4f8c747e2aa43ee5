"""Puzzle files as sources of the commands, and `convert` between them and workbooks."""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

import xlnono.jobs.puzzle_files
from tests.support.command_line import Run, english_command_line
from tests.support.workbooks import AMBIGUOUS, ONLY, Arrangement, book_with, put_puzzle
from xlnono import Puzzle
from xlnono.formats.puzzle_file import About, PuzzleFile
from xlnono.formats.registry import read, written_as

DONE, NOT_UNIQUE, USAGE, FAILED = 0, 1, 2, 3


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return english_command_line(capsys, monkeypatch)


def content_of(found: PuzzleFile, ending: str = ".non") -> bytes:
    form = written_as(ending)
    assert form is not None
    assert form.write is not None
    return form.write(found)


@pytest.fixture
def ring(tmp_path: Path) -> Path:
    path = tmp_path / "ring.non"
    path.write_bytes(content_of(PuzzleFile(Puzzle.of(ONLY), About(title="Ring"))))
    return path


def test_check_show_and_hint_read_a_puzzle_file(run: Run, ring: Path) -> None:
    said = run("check", ring)
    assert said.code == DONE
    assert said.out.startswith(f"{ring}: 5×5, exactly one solution, ")
    assert "███" in run("show", ring).out
    assert run("hint", ring).out == f"{ring}: Look at row 2 (R2C1:R2C5, clue 2 2).\n"


def test_typing_mistakes_in_a_puzzle_file_are_located_but_not_fixed(run: Run, ring: Path) -> None:
    ring.write_text(ring.read_text().replace("\n3\n", "\n1,2\n", 1))
    said = run("check", ring)
    assert "3 instead of 1 2" in said.out + said.error
    assert "--fix" not in said.out + said.error


@pytest.mark.parametrize(
    ("old", "new", "problem", "correction"),
    [
        ("\n1,1,1\n", "\n1,1\n", "add up to", "column 3: 1 1 instead of 1 1 1"),
        ("\n1,1,1\n", "\n1,1,4\n", "needs 8 cells", "row 3: 1 1 1 instead of 1 1 4"),
    ],
)
def test_clues_in_a_file_that_form_no_puzzle_get_corrections(
    run: Run, ring: Path, old: str, new: str, problem: str, correction: str
) -> None:
    ring.write_text(ring.read_text().replace(old, new, 1))
    for command in ("check", "hint", "solve"):
        said = run(command, ring)
        assert said.code == FAILED
        assert problem in said.error
        assert correction in said.out.replace("Column", "column")
        assert "--fix" not in said.out


def test_a_line_that_was_left_out_of_a_file_is_proposed(run: Run, ring: Path) -> None:
    ring.write_text(ring.read_text().replace("\n1,1,1\n", "\n", 1).replace("height 5", "height 4"))
    said = run("check", ring)
    assert "row is missing between rows 2 and 3 (probably 1 1 1)" in said.out
    assert "by hand" not in said.out
    (found,) = json.loads(run("check", ring, "--json").out)["results"][0]["typing_mistakes"]
    assert {
        "mistakes": [{"kind": "line-missing", "lines": ["row 3"]}],
        "cost": 3.5,
        "changes": [{"line": "row 3", "cells": "", "typed": [], "correct": [1, 1, 1]}],
    } in found["corrections"]


def test_a_batch_solves_puzzle_files_in_folders(run: Run, ring: Path, tmp_path: Path) -> None:
    book_with(tmp_path / "deeper.xlsx", ONLY)
    out = tmp_path / "out"
    said = run("batch", tmp_path, "--out", out, "--jobs", "1", "--json")
    assert said.code == DONE
    assert sorted(path.name for path in out.glob("*.xlsx")) == ["deeper.xlsx", "ring.xlsx"]
    assert run("check", out / "ring.xlsx").code == DONE
    assert load_workbook(out / "ring.xlsx").active["A1"].value == "Ring"


def test_a_batch_says_how_to_take_several_puzzles_of_a_file_apart(
    run: Run, ring: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "the packs"
    folder.mkdir()
    two = folder / "two.nonpack"
    two.write_bytes(ring.read_bytes() + b"====\n" + ring.read_bytes())
    out, apart = tmp_path / "out", tmp_path / "apart"
    said = run("batch", folder, "--out", out, "--jobs", "1")
    assert said.code == FAILED
    assert f"{two}: the file has 2 puzzles, but a batch needs one in each file" in said.error
    assert "--sheet" not in said.error
    (proposed,) = re.findall(r"run: xlnono (.*) FOLDER", said.error)
    assert run(*shlex.split(proposed), apart).code == DONE
    assert run("batch", apart, "--out", out, "--jobs", "1").code == DONE
    assert len(list(out.glob("two-[12].xlsx"))) == 2
    said = run("batch", folder, "--out", out, "--jobs", "1", "--lang", "ja")
    assert "問題が 2 問ありますが" in said.error
    assert "--sheet" not in said.error


def test_standard_input_is_a_source(run: Run, ring: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ring.read_bytes())))
    said = run("check", "-")
    assert said.code == DONE
    assert said.out.startswith("-: 5×5, exactly one solution, ")


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    if os.name == "nt":
        pytest.skip("Windows has no pipes in folders")
    path = tmp_path / "pipe"
    os.mkfifo(path)
    return path


def writing(content: bytes, pipe: Path) -> threading.Thread:
    def write() -> None:
        with suppress(BrokenPipeError), pipe.open("wb") as stream:
            stream.write(content)

    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    return thread


def test_a_pipe_is_read_once(
    run: Run, ring: Path, pipe: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ring.parent)
    for command in ("check", "solve"):
        writer = writing(ring.read_bytes(), pipe)
        said = run(command, pipe)
        writer.join()
        assert said.code == DONE
        assert said.out.startswith(f"{pipe}")
        assert "5×5, exactly one solution, " in said.out
    assert load_workbook("puzzle.xlsx").worksheets[0].title == "Puzzle"
    before = Path("puzzle.xlsx").read_bytes()
    writing(ring.read_bytes(), pipe)
    assert run("solve", pipe).code == FAILED
    assert Path("puzzle.xlsx").read_bytes() == before


def test_a_pipe_that_nobody_writes_to_is_empty(
    run: Run, pipe: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(xlnono.jobs.puzzle_files, "_SECONDS_FOR_WRITER", 0.1)
    said = run("check", pipe)
    assert said.code == FAILED
    assert f"{pipe}: the file is empty" in said.error


def test_a_pipe_that_never_ends_is_not_read_to_its_end(run: Run, pipe: Path) -> None:
    writing(b"1 1\n" * 10_000_000, pipe)
    said = run("check", pipe)
    assert said.code == FAILED
    assert "the limit is 10,000,000" in said.error


def test_a_workbook_is_not_read_from_a_pipe(
    run: Run, pipe: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book_with(tmp_path / "book.xlsx", ONLY)
    content = (tmp_path / "book.xlsx").read_bytes()
    writing(content, pipe)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    for source in (pipe, "-"):
        said = run("check", source)
        assert said.code == FAILED
        assert "a workbook cannot be read from standard input or from a pipe" in said.error
        assert "name its file" in said.error


def test_why_names_the_cells_by_row_and_column(run: Run, ring: Path) -> None:
    said = run("why", ring, "R2C5")
    assert said.code == DONE
    assert "R2C5 is black because of row 2 (R2C1:R2C5, clue 2 2)." in said.out
    said = run("why", ring, "R9C1")
    assert said.error == (
        f"error: {ring}, cell R9C1: this cell is not in a grid: choose one in R1C1:R5C5.\n"
    )


def test_replay_draws_a_puzzle_file(run: Run, ring: Path) -> None:
    assert run("replay", ring, ring.with_suffix(".html")).code == DONE
    assert "Ring" in ring.with_suffix(".html").read_text("utf-8")


def test_solve_writes_a_workbook_beside(run: Run, ring: Path) -> None:
    before = ring.read_bytes()
    said = run("solve", ring)
    assert said.code == DONE
    assert said.out.endswith(f"written: {ring.with_suffix('.xlsx')}\n")
    assert ring.read_bytes() == before
    sheet = load_workbook(ring.with_suffix(".xlsx")).worksheets[0]
    assert sheet["A1"].value == "Ring"


def test_solve_never_replaces_a_workbook_beside(run: Run, ring: Path) -> None:
    assert run("solve", ring).code == DONE
    before = ring.with_suffix(".xlsx").read_bytes()
    said = run("solve", ring)
    assert said.code == FAILED
    assert "already exists and was left as it is" in said.error
    assert ring.with_suffix(".xlsx").read_bytes() == before


def test_solve_writes_to_a_folder_and_replaces_its_own_results(run: Run, ring: Path) -> None:
    for _ in range(2):
        said = run("solve", ring, "--out", ring.parent / "out")
        assert said.code == DONE
    assert (ring.parent / "out/ring.xlsx").exists()


def test_folders_and_wildcards_find_puzzle_files(run: Run, ring: Path) -> None:
    (ring.parent / "notes.txt").write_text("Hello\n")
    for source in (ring.parent, ring.parent / "*.non", ring.parent / "r*"):
        said = run("check", source)
        assert (said.code, said.error) == (DONE, "")
        assert said.out.startswith(f"{ring}: 5×5")


def test_an_error_names_file_line_and_character(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.non"
    path.write_text("width 2\nheight 1\nrows\n1 -1\ncolumns\n1\n1\n")
    said = run("check", path)
    assert said.code == FAILED
    assert said.error == (
        f"error: {path}, line 4, character 3: expected a number, but found “-1”.\n"
    )
    assert run("check", path, "--lang", "ja").error == (
        f"エラー: {path}、4行3文字目: 数字のはずのところに「-1」があります。\n"
    )


def test_a_puzzle_is_chosen_from_a_bundle(run: Run, ring: Path) -> None:
    two = ring.with_suffix(".nonpack")
    other = content_of(PuzzleFile(Puzzle.of(AMBIGUOUS[0]), About(title="Die")))
    two.write_bytes(ring.read_bytes() + b"====\n" + other)
    lines = run("check", two).out.splitlines()
    assert lines[0].startswith(f"{two}, puzzle 1: 5×5")
    assert lines[1].startswith(f"{two}, puzzle 2: 2×2")
    for name in ("Die", "2"):
        assert run("show", two, "--sheet", name).code == NOT_UNIQUE
    assert "no puzzle “Cat”: choose one of Ring, Die" in run("check", two, "--sheet", "Cat").error
    assert "the file has 2 puzzles" in run("why", two, "R1C1").error


def test_restore_says_how_to_make_a_workbook(run: Run, ring: Path) -> None:
    said = run("restore", ring)
    assert said.code == FAILED
    assert "“xlnono convert” makes one of a puzzle file" in said.error


class TestConvert:
    def test_a_puzzle_file_becomes_a_workbook_and_returns(self, run: Run, ring: Path) -> None:
        book, back = ring.with_suffix(".xlsx"), ring.with_name("back.non")
        assert run("convert", ring, book).code == DONE
        said = run("convert", book, back)
        assert (said.code, said.out) == (DONE, f"written: {back}\n")
        assert read(back.read_bytes())[0].puzzle == Puzzle.of(ONLY)

    @pytest.mark.parametrize("solved", [False, True])
    def test_texts_and_picture_survive_in_a_workbook(
        self, run: Run, tmp_path: Path, solved: bool
    ) -> None:
        about = About("Ring", "Ada & Bob", "© 2026 Ada", "CC-BY-4.0", "a book", "With a hole.")
        source, book = tmp_path / "a.json", tmp_path / "a.xlsx"
        found = PuzzleFile(Puzzle.of(ONLY), about, ONLY)
        source.write_bytes(content_of(found, ".json"))
        assert run("solve" if solved else "convert", source, *([] if solved else [book])).code == 0
        assert load_workbook(book).sheetnames[:2] != ["Answer", "Puzzle"]
        assert load_workbook(book)["Answer"].sheet_state == "hidden"
        back = tmp_path / "back.json"
        assert run("convert", book, back).code == DONE
        assert read(back.read_bytes()) == [found]

    def test_a_long_title_survives_though_the_sheet_shows_its_beginning(
        self, run: Run, tmp_path: Path
    ) -> None:
        title = "A ring " * 40 + "of gold"
        found = PuzzleFile(Puzzle.of(ONLY), About(title=title))
        source, book, back = (tmp_path / name for name in ("a.json", "a.xlsx", "back.json"))
        source.write_bytes(content_of(found, ".json"))
        assert run("convert", source, book).code == DONE
        assert load_workbook(book).worksheets[0]["A1"].value == title[:100]
        assert run("convert", book, back).code == DONE
        assert read(back.read_bytes()) == [found]

    @pytest.mark.parametrize("text", ["👨\u200d👩\u200d👧 family", "می\u200cخواهم"], ids=ascii)
    def test_joiners_survive_in_a_workbook(self, run: Run, tmp_path: Path, text: str) -> None:
        found = PuzzleFile(Puzzle.of(ONLY), About(text, text, text, text, text, text))
        source, book, back = (tmp_path / name for name in ("a.json", "a.xlsx", "back.json"))
        source.write_bytes(content_of(found, ".json"))
        assert run("convert", source, book).code == DONE
        assert load_workbook(book).worksheets[0]["A1"].value == text
        assert run("convert", book, back).code == DONE
        assert read(back.read_bytes()) == [found]

    def test_a_picture_that_no_longer_fits_is_dropped(self, run: Run, tmp_path: Path) -> None:
        source, book = tmp_path / "a.json", tmp_path / "a.xlsx"
        source.write_bytes(content_of(PuzzleFile(Puzzle.of(ONLY), goal=ONLY), ".json"))
        run("convert", source, book)
        opened = load_workbook(book)
        opened["Answer"]["A1"] = "#####"
        opened.save(book)
        run("convert", book, tmp_path / "back.json")
        assert read((tmp_path / "back.json").read_bytes()) == [PuzzleFile(Puzzle.of(ONLY))]

    def test_existing_files_are_never_overwritten(self, run: Run, ring: Path) -> None:
        mine = ring.with_name("mine.non")
        mine.write_text("mine")
        said = run("convert", ring, mine)
        assert said.code == FAILED
        assert "already exists" in said.error
        assert mine.read_text() == "mine"

    def test_many_are_converted_to_a_folder(self, run: Run, ring: Path) -> None:
        book_with(ring.with_name("book.xlsx"), ONLY)
        said = run("convert", ring.parent, "--out", ring.parent / "out", "--to", "non")
        assert said.code == DONE
        assert sorted(path.name for path in (ring.parent / "out").iterdir()) == [
            "book.non",
            "ring.non",
        ]

    def test_two_that_would_get_the_same_name_are_named(self, run: Run, ring: Path) -> None:
        same = ring.with_suffix(".json")
        run("convert", ring, same)
        said = run("convert", ring, same, "--out", ring.parent / "out", "--to", "xml")
        assert said.code == FAILED
        assert f"the output {ring.parent / 'out' / 'ring.xml'} is also another" in said.error
        assert (ring.parent / "out" / "ring.xml").exists()

    def test_the_puzzles_of_a_bundle_are_numbered(self, run: Run, ring: Path) -> None:
        two = ring.with_suffix(".nonpack")
        two.write_bytes(ring.read_bytes() + b"====\n" + ring.read_bytes())
        assert run("convert", two, ring.with_name("one.xlsx")).code == FAILED
        assert run("convert", two, "--out", ring.parent / "out").code == DONE
        assert len(list((ring.parent / "out").glob("ring-[12].xlsx"))) == 2

    def test_the_command_proposed_for_lists_without_a_grid_chooses_their_sheet(
        self, run: Run, tmp_path: Path
    ) -> None:
        rows, columns = ONLY.row_clues(), ONLY.column_clues()
        workbook = Workbook()
        for sheet in (workbook.active, workbook.create_sheet("the other")):
            for column, heading, clues in ((1, "Rows", rows), (3, "Columns", columns)):
                texts = [heading, *(" ".join(map(str, clue)) or "0" for clue in clues)]
                for row, text in enumerate(texts, 1):
                    sheet.cell(row, column).value = text
        workbook.save(path := tmp_path / "lists.xlsx")
        *_, proposed = re.findall(r"run: xlnono (.*)", run("check", path).error)
        assert "--sheet 'the other'" in proposed
        assert run(*shlex.split(proposed)).code == DONE
        assert run("check", tmp_path / "lists template.xlsx").code == DONE

    def test_one_of_several_puzzles_of_a_workbook_is_chosen(self, run: Run, tmp_path: Path) -> None:
        workbook = Workbook()
        other = ONLY.transposed()
        put_puzzle(workbook.active, ONLY, Arrangement(4, 4))
        put_puzzle(workbook.active, other, Arrangement(4, 24))
        workbook.save(path := tmp_path / "two.xlsx")
        out = tmp_path / "out"
        said = run("convert", path, "--out", out, "--to", "non")
        assert said.code == FAILED
        assert "choose one with --sheet, or with --cell" in said.error
        assert not out.exists()
        for words in ((tmp_path / "one.non",), ("--out", out, "--to", "non")):
            assert run("convert", path, *words, "--cell", "X4").code == DONE
        for made in (tmp_path / "one.non", out / "two.non"):
            (found,) = read(made.read_bytes(), ".non")
            assert found.puzzle == Puzzle.of(other)
        for name, cell in (("first.xlsx", "D4"), ("second.xlsx", "X4")):
            assert run("convert", path, tmp_path / name, "--cell", cell).code == DONE

    def test_an_unknown_format_is_refused(self, run: Run, ring: Path) -> None:
        said = run("convert", ring, ring.with_suffix(".docx"))
        assert said.code == FAILED
        assert "unknown format: the name must end in .xlsx, " in said.error

    @pytest.mark.parametrize("ending", [".png", ".pbm"])
    def test_a_picture_is_solved_first(self, run: Run, ring: Path, ending: str) -> None:
        picture = ring.with_suffix(ending)
        assert run("convert", ring, picture).code == DONE
        (found,) = read(picture.read_bytes(), ending)
        assert (found.goal, found.about.title) == (ONLY, "Ring")

    def test_a_puzzle_with_two_solutions_has_no_picture(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "two.non"
        path.write_bytes(content_of(PuzzleFile(Puzzle.of(AMBIGUOUS[0]))))
        said = run("convert", path, tmp_path / "two.png")
        assert said.code == FAILED
        assert "a .png file holds only a picture" in said.error
        assert not (tmp_path / "two.png").exists()

    def test_two_names_or_a_folder_are_needed(self, run: Run, ring: Path) -> None:
        for words in ([ring], [ring, ring, ring], [ring, "b.non", "--to", "non"]):
            said = run("convert", *words)
            assert said.code == USAGE
            assert "--out FOLDER" in said.error


class TestLine:
    def test_a_line_is_explained(self, run: Run) -> None:
        said = run("line", "3 2 1", "??#.??????")
        assert said.code == DONE
        assert "###.??????  white cell in one block's way: " in said.out

    def test_a_line_that_nothing_fits_has_its_own_exit_code(self, run: Run) -> None:
        assert run("line", "3", "#.?").code == NOT_UNIQUE

    @pytest.mark.parametrize(
        ("words", "code", "text"),
        [
            (("three", "???"), USAGE, "Invalid clue “three”"),
            (("3", "a??"), FAILED, "cell 1 of the line is “a”"),
            (("3", "??"), FAILED, "needs 3 cells, but the line has 2"),
        ],
    )
    def test_bad_input_is_named(
        self, run: Run, words: tuple[str, ...], code: int, text: str
    ) -> None:
        said = run("line", *words)
        assert said.code == code
        assert text in said.error
