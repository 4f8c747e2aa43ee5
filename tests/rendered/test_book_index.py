"""The index of a book counts along while cells are filled in, in LibreOffice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.command_line import english_command_line
from tests.support.office import Office
from tests.support.workbooks import ONLY, book_with
from xlnono.language import Language
from xlnono.puzzle_sheet.spots import find_layout
from xlnono.xlsx.book import open_book


@pytest.mark.parametrize(
    ("language", "solved"), [("en", "Solved: {} of 2 puzzles"), ("ja", "完成：{}／2問")]
)
def test_the_index_counts_cells_lines_and_puzzles(
    language: Language,
    solved: str,
    office: Office,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = english_command_line(capsys, monkeypatch)
    sources = [book_with(tmp_path / name, ONLY) for name in ("one.xlsx", "two.xlsx")]
    out = tmp_path / "book.xlsx"
    run("book", *sources, out, "--lang", language)
    grid = find_layout(open_book(out).sheets()[1]).grid
    document = office.open(out)
    try:
        index, puzzle = document.Sheets.getByIndex(0), document.Sheets.getByIndex(1)
        cells = puzzle.getCellRangeByName(grid.address)

        def shown() -> list[str]:
            row = [index.getCellByPosition(column, 4).String for column in (5, 6, 7, 8)]
            return [*row, index.getCellByPosition(0, 2).String]

        assert shown() == ["0/25", "0", "10", "0%", solved.format(0)]
        for row, line in enumerate(ONLY.text().splitlines()):
            for column, sign in enumerate(line):
                cells.getCellByPosition(column, row).Value = float(sign == "#")
            if row == 1:
                assert shown()[:3] == ["10/25", "2", "10"]
        assert shown() == ["25/25", "10", "10", "100%", solved.format(1)]
        cells.getCellByPosition(0, 0).String = ""
        assert shown()[0] == "24/25"
    finally:
        document.close(True)
