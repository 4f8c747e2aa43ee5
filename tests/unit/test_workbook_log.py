"""The log sheet: what stands on it, where it lies, how it prints."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.chart import BarChart, Reference

import xlnono
from tests.support.workbooks import PICTURE, Arrangement, book_with, copy_with_names, put_puzzle
from tests.unit.test_workbook_painting import impossible, solve, solved
from xlnono.model.board import Axis, Grid, Line
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Outcome, Solution
from xlnono.puzzle_sheet import log_table
from xlnono.puzzle_sheet.log_sheet import write_log
from xlnono.puzzle_sheet.paint import paint
from xlnono.puzzle_sheet.read import read_puzzle
from xlnono.puzzle_sheet.record import record_of
from xlnono.puzzle_sheet.spots import NoPuzzle
from xlnono.spreadsheet.text_size import lines_of_text, width_in_digits
from xlnono.xlsx.book import open_book


@pytest.fixture
def path(tmp_path):
    return book_with(tmp_path / "cat.xlsx")


SAMPLES = Path(__file__).parents[2] / "samples"
SLOW = "Solved in Python, slowly, because no compiled solver fits."


def solve_and_explain(read):
    return xlnono.solve(read.puzzle, read.marks, explain=True)


def rows_of(sheet):
    return [[cell.value for cell in row[:8]] for row in sheet.iter_rows()]


@pytest.mark.parametrize(
    ("language", "title", "words"),
    [
        ("en", "cat log", ["Outcome", "Difficulty", "Time", "0.250 s", "5 rows × 5 columns"]),
        ("ja", "cat 解答手順", ["結果", "難しさ", "時間", "0.250 秒", "縦 5 × 横 5"]),
    ],
)
def test_the_log_tells_how_it_went(path, language, title, words):
    solve(path, solved, language)
    workbook = load_workbook(path)
    assert workbook.sheetnames == ["cat", title]
    held = [value for row in rows_of(workbook[title])[:6] for value in row]
    for word in words:
        assert word in held


def test_every_step_has_its_row(path):
    solve(path, solved)
    rows = rows_of(load_workbook(path)["cat log"])
    first = next(k for k, row in enumerate(rows) if row[0] == "Step")
    steps = rows[first + 1 : first + 6]
    assert [row[0] for row in steps] == [1, 2, 3, 4, 5]
    assert [row[1].split(" · ")[0] for row in steps] == [f"row {k}" for k in range(1, 6)]
    assert steps[1][1] == "row 2 · 1 1 · D5:H5"
    assert steps[0][3] == "E4:G4 ■; D4, H4 ×"
    assert steps[0][5] == "D4:E4"
    assert [row[6] for row in steps] == [20, 15, 10, 5, 0]
    assert [row[7] for row in steps] == [5, 10, 15, 20, 25]
    assert all(row[2] and row[4] for row in steps)


def test_long_explanations_get_higher_rows(tmp_path):
    path = Path(shutil.copy(SAMPLES / "cat-20x20.xlsx", tmp_path))
    solve(path, solve_and_explain)
    sheet = load_workbook(path)["Puzzle log"]
    header = next(cell.row for cell in sheet["A"] if cell.value == "Step")
    rows = range(header + 1, sheet.max_row + 1)
    short, *_, long = sorted(rows, key=lambda row: len(sheet.cell(row, 5).value))
    assert sheet.row_dimensions[long].height >= 2 * sheet.row_dimensions[short].height


def test_lines_link_to_the_board(path):
    solve(path, solved)
    sheet = load_workbook(path)["cat log"]
    links = [cell.hyperlink.location for cell in sheet["B"] if cell.hyperlink]
    assert links[0] == "'cat'!$D$4:$H$4"
    assert len(links) == 5


def test_the_name_of_a_line_with_many_blocks_can_be_read_to_its_end(tmp_path):
    """Calc does not wrap links, and would cut it."""
    grid = Grid.from_text("\n".join(["#." * 15, *[".#" * 15] * 3]))
    path = book_with(tmp_path / "wide.xlsx", grid, Arrangement(row=9, column=20), title="wide")
    solve(path, solve_and_explain)
    sheet = load_workbook(path)["wide log"]
    longest = max(len(str(cell.value)) for cell in sheet["B"] if cell.hyperlink)
    assert longest > 40
    assert sheet.column_dimensions["B"].width > longest


def test_a_very_long_reason_fits_the_highest_row(path):
    book = open_book(path)
    (sheet,) = book.sheets()
    read = read_puzzle(sheet)
    record = record_of(read, solve_and_explain(read), "en")
    said = " ".join(f"word{k}" for k in range(350))
    why = [reason._replace(visit=said) for reason in record.why]
    write_log(sheet, record._replace(why=why), paint(sheet, read, record.solution))
    book.save(path)
    log = load_workbook(path)["cat log"]
    cell = next(cell for cell in log["E"] if cell.value == said)
    width = log.column_dimensions["E"].width - 2
    assert lines_of_text(width_in_digits(said), width) * 15 <= log.row_dimensions[cell.row].height


def test_the_summary_leads_to_the_key_moments(path):
    solve(path, solve_and_explain)
    sheet = load_workbook(path)["cat log"]
    header = next(cell.row for cell in sheet["A"] if cell.value == "Step")
    moments = [
        (cell.value, cell.offset(column=1))
        for row in sheet[f"B6:F{header - 1}"]
        for cell in row
        if cell.offset(column=1).hyperlink
    ]
    assert any(said.startswith("Hardest: ") for said, _ in moments)
    for said, link in moments:
        sheet_name, place = link.hyperlink.location.split("!")
        assert sheet_name == "'cat log'"
        row = sheet[place.replace("$", "")].row
        assert link.value.startswith(("step ", "steps "))
        assert sheet.cell(row, 1).value == int(link.value.split()[1])
        if technique := re.match(r"(.*) \d+ \(", said):
            assert technique[1] in sheet.cell(row, 3).value
            earlier = [sheet.cell(above, 3).value for above in range(header + 1, row)]
            assert not any(technique[1] in names for names in earlier)


def test_the_log_can_be_read_filtered_and_printed(path):
    solve(path, solved)
    sheet = load_workbook(path)["cat log"]
    header = next(row[0].row for row in sheet.iter_rows() if row[0].value == "Step")
    assert sheet.freeze_panes == f"A{header + 1}"
    assert sheet.auto_filter.ref == f"A{header}:H{header + 5}"
    assert sheet.print_title_rows == f"${header}:${header}"
    assert sheet.page_setup.orientation == "landscape"
    assert sheet.page_margins.left == sheet.page_margins.right <= 0.5
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.print_area.split(",")[0].endswith(f"$A$1:$H${header + 5}")
    assert sheet.column_dimensions["E"].width > 40
    assert sheet["E10"].alignment.wrap_text
    assert all(sheet.column_dimensions[letter].hidden for letter in "JKLMNOPQRS")


@pytest.mark.parametrize("title", ["=1+1", "+a", "-a", "@a", "it's", "#REF!"])
def test_odd_sheet_names_stay_text(tmp_path, title):
    path = book_with(tmp_path / "odd.xlsx", title=title)
    solve(path, solved)
    workbook = load_workbook(path)
    log = workbook.worksheets[1]
    assert log.title == f"{title} log"
    assert all(cell.data_type != "f" for row in log.iter_rows() for cell in row)
    once = path.read_bytes()
    solve(path, solved)
    assert path.read_bytes() == once


def test_long_titles_are_cut_and_stay_apart(tmp_path):
    path = tmp_path / "long.xlsx"
    workbook = Workbook()
    title = "a very long name of a sheet 123"
    workbook.active.title = title
    put_puzzle(workbook.active, PICTURE)
    workbook.create_sheet("a very long name of a sheet log")
    workbook.save(path)
    solve(path, solved)
    titles = load_workbook(path).sheetnames
    assert titles[0] == title
    assert titles[2] == "a very long name of a sheet log"
    assert titles[1] == "a very long name of a she log 2"
    assert len({name.casefold() for name in titles}) == 3


@pytest.mark.parametrize("title", ["🐌 Snail puzzle of this week", "🐌" * 15])
def test_titles_with_emoji_are_short_enough_for_excel(tmp_path, title):
    path = book_with(tmp_path / "snail.xlsx", title=title)
    solve(path, solved)
    titles = load_workbook(path).sheetnames
    assert titles[0] == title
    assert titles[1].endswith(" log")
    # Excel counts units of UTF-16.
    assert max(len(name.encode("utf-16-le")) for name in titles) <= 2 * 31


def test_a_renamed_and_moved_log_is_replaced_where_it_is(path):
    solve(path, solved)
    workbook = load_workbook(path)
    log = workbook["cat log"]
    log.title = "how"
    workbook["cat"].defined_names["xlnono_log"].attr_text = "how!$A$1"
    workbook.create_sheet("last")
    workbook.move_sheet("how", 1)
    log["A1"] = "scribble"
    workbook.save(path)
    solve(path, solved, "ja")
    workbook = load_workbook(path)
    assert workbook.sheetnames == ["cat", "last", "how"]
    assert "解き方" in workbook["how"]["A1"].value


def test_a_copied_sheet_gets_a_log_of_its_own(path):
    solve(path, solved)
    workbook = load_workbook(path)
    copy_with_names(workbook, "cat")
    workbook.move_sheet("copy", -2)
    workbook.save(path)
    solve(path, solved)
    assert load_workbook(path).sheetnames == ["copy", "copy log", "cat", "cat log"]


def test_a_single_cell_that_is_not_listed_is_not_counted_in_the_plural(tmp_path, monkeypatch):
    monkeypatch.setattr(log_table, "_RANGES_SHOWN", 1)
    path = tmp_path / "umbrella.xlsx"
    shutil.copy(SAMPLES / "contradiction-umbrella-12x11.xlsx", path)
    solve(path, solve_and_explain)
    titles = load_workbook(path).sheetnames
    sheet = load_workbook(path)[next(title for title in titles if title.endswith(" log"))]
    held = {str(value) for row in rows_of(sheet) for value in row}
    assert any(value.endswith(" and 1 more cell") for value in held)
    assert any(value.endswith(" and 3 more cells") for value in held)
    assert not any(value.endswith(" and 1 more cells") for value in held)


def test_a_log_is_no_puzzle(path):
    solve(path, solved)
    with pytest.raises(NoPuzzle):
        read_puzzle(open_book(path).sheets()[1])


def test_no_log_no_sheet(path):
    solve(path, lambda read: Solution(**{**vars(solved(read)), "log": None}))
    assert load_workbook(path).sheetnames == ["cat"]


def test_a_log_without_solution_names_the_line(path):
    solve(path, impossible, "ja")
    held = [value for row in rows_of(load_workbook(path).worksheets[1])[:6] for value in row]
    assert any(
        value and "3行目(ヒント A6:C6)に入る置き方がなくなります" in str(value) for value in held
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "After the last step, no arrangement fits column 3 (clue in D1); the mistyped clue may "
            "be another one.",
        ),
        (
            "ja",
            "最後の手順のあと、3列目(ヒント D1)に入る置き方がなくなります。"
            "間違ったヒントは別の行や列かもしれません。",
        ),
    ],
)
def test_the_line_without_an_arrangement_is_that_of_the_last_step(tmp_path, language, said):
    workbook = Workbook()
    for column, clue in enumerate((1, 3, 2), 2):
        workbook.active.cell(1, column, clue)
    for row, clue in enumerate((2, 1, 3), 2):
        workbook.active.cell(row, 1, clue)
    workbook.save(tmp_path / "none.xlsx")
    assert xlnono.solve(Puzzle([[2], [1], [3]], [[1], [3], [2]])).contradiction == Line(Axis.ROW, 1)
    solve(tmp_path / "none.xlsx", solve_and_explain, language)
    log = rows_of(load_workbook(tmp_path / "none.xlsx").worksheets[1])
    assert said in [value for row in log[:6] for value in row]


def changed(read, **what):
    solution = solved(read)
    log = solution.log
    log.steps = log.steps[:3]
    log.cut_short = what.pop("cut_short", False)
    return Solution(**{**vars(solution), **what})


@pytest.mark.parametrize(
    ("what", "english", "japanese"),
    [
        ({"cut_short": True}, "log is not complete", "途中まで"),
        ({"outcome": Outcome.UNDECIDED, "cut_short": True}, "how many solutions", "いくつあるか"),
        ({"outcome": Outcome.MULTIPLE}, "several solutions", "解が複数"),
        ({"outcome": Outcome.NONE, "grid": None}, "ends in a contradiction", "矛盾"),
    ],
)
def test_a_log_that_ends_early_says_why(path, what, english, japanese):
    for language, word in (("en", english), ("ja", japanese)):
        solve(path, lambda read: changed(read, **what), language)
        rows = rows_of(load_workbook(path).worksheets[1])
        assert sum(word in str(value) for row in rows[:6] for value in row) == 1


def difficulty_of(path):
    rows = rows_of(load_workbook(path).worksheets[1])[:6]
    return next(row[k + 1] for row in rows for k, value in enumerate(row) if value == "Difficulty")


@pytest.mark.parametrize(
    ("what", "difficulty"),
    [
        (
            {"cut_short": True, "rating_at_least": 5.2},
            "not graded: only partly explained; at least 5.2 (hard)",
        ),
        ({"cut_short": True}, "not graded: only partly explained"),
        ({"outcome": Outcome.UNDECIDED, "cut_short": True}, "—"),
        ({"outcome": Outcome.MULTIPLE}, "—"),
        ({"outcome": Outcome.NONE, "grid": None}, "—"),
    ],
)
def test_what_was_not_graded_has_no_grade_on_the_log(path, what, difficulty):
    solve(path, lambda read: changed(read, **what, difficulty=None))
    assert difficulty_of(path) == difficulty


def test_a_remark_stands_out_where_the_time_ran_out(path):
    for what, fill in (({"cut_short": True}, "FFFFF2CC"), ({"outcome": Outcome.MULTIPLE}, None)):
        solve(path, lambda read, what=what: changed(read, **what, difficulty=None))
        sheet = load_workbook(path).worksheets[1]
        (label,) = (cell for row in sheet["A1:H6"] for cell in row if cell.value == "Remark")
        remark = sheet.cell(label.row, label.column + 1)
        assert (remark.fill.fgColor.rgb if remark.fill.fill_type else None) == fill


def summary_of(path):
    return [value for row in rows_of(load_workbook(path).worksheets[1])[:6] for value in row]


def test_a_complete_log_has_no_remark(path):
    solve(path, lambda read: replace(solved(read), engine="kernel"))
    assert "Remark" not in summary_of(path)


def test_the_log_says_in_plain_words_that_the_slower_solver_was_used(path):
    solve(path, lambda read: replace(solved(read), engine="kernel"))
    assert not any("kernel" in str(value).casefold() for value in summary_of(path))
    solve(path, solved)
    held = summary_of(path)
    assert held[held.index("Remark") + 1] == SLOW


def test_few_rows_stay_in_view_and_hold_every_fact(path):
    solve(path, solved)
    sheet = load_workbook(path)["cat log"]
    assert sheet.freeze_panes == "A10"
    assert sum(sheet.row_dimensions[row].height for row in range(1, 10)) < 150
    facts = {}
    for row in rows_of(sheet)[1:4]:
        facts |= dict(zip(row[1:7:2], row[2:7:2], strict=True))
    facts.pop(None)
    assert facts == {
        "Outcome": "exactly one solution",
        "Difficulty": "easy, 2.4",
        "Size": "5 rows × 5 columns",
        "Steps": 5,
        "Rounds": "solved in 3 rounds (of all rows or all columns)",
        "Time": "0.250 s",
        "Marks at the start": 0,
        "Remark": SLOW,
    }
    moments = [[cell.value for cell in row if cell.value] for row in sheet["A6:H8"]]
    assert moments == [
        ["Techniques, and where first used"],
        ["overlap 5 (100%)", "step 1"],
        ["Hardest: overlap", "step 1"],
    ]
    legend = [(cell.value, cell.fill.fgColor.rgb) for cell in sheet[5] if cell.fill.fill_type]
    assert legend == [
        ("black", "FF262626"),
        ("unknown", "FFFFF2CC"),
        ("solutions differ", "FFF4B183"),
        ("suspect clue", "FF0A78D6"),
    ]


def test_the_sheet_in_view_and_chart_sheets_stay(tmp_path):
    path = tmp_path / "chart.xlsx"
    workbook = Workbook()
    sheet = workbook.active
    put_puzzle(sheet, PICTURE)
    chart = BarChart()
    chart.add_data(Reference(sheet, min_col=3, min_row=4, max_row=8))
    workbook.create_chartsheet("chart").add_chart(chart)
    workbook.create_sheet("notes")
    workbook.active = 2
    workbook.save(path)
    solve(path, solved)
    solve(path, solved)
    workbook = load_workbook(path)
    assert workbook.sheetnames == ["Sheet", "Sheet log", "chart", "notes"]
    assert workbook.active.title == "notes"
