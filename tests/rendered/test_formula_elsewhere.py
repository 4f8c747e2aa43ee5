"""A workbook with the formula NONOGRAM in LibreOffice, which does not know LAMBDA."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.office import Office
from xlnono.language import Language
from xlnono.templates import template


@pytest.mark.parametrize(
    ("language", "needs"),
    [("en", "needs Excel 2024"), ("ja", "Excel 2024 か Microsoft 365 の Excel が必要です")],
)
def test_the_status_says_what_is_needed_and_no_error_is_seen(
    office: Office, tmp_path: Path, language: Language, needs: str
) -> None:
    path = tmp_path / "formula.xlsx"
    template.new(path, 6, 5, language=language, formula=True)
    document = office.open(path)
    try:
        document.calculateAll()
        puzzle, picture = document.Sheets
        for cell in (puzzle.getCellRangeByName("A3"), picture.getCellRangeByName("A2")):
            assert needs in cell.String
        broken = [
            (row, column)
            for row in range(12)
            for column in range(12)
            if picture.getCellByPosition(column, row).getError()
        ]
        # The anchor of the formula, whose letters are as white as the paper.
        assert broken == [(3, 1)]
        assert not any(
            puzzle.getCellByPosition(column, row).getError()
            for row in range(20)
            for column in range(20)
        )
    finally:
        document.close(True)
