"""Several puzzles on one sheet: found by looking or by names, solved, reported and restored."""

import json
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from tests.support.sessions import at_desk
from tests.support.workbooks import ONLY, Arrangement, put_puzzle
from xlnono.batch import Settings
from xlnono.batch.worker import work
from xlnono.cli import main
from xlnono.jobs.restore import restore_workbook
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import check_workbook, solve_workbook
from xlnono.model.board import Grid
from xlnono.spreadsheet.area import Area

PICTURES = Path(__file__).parents[2] / "samples" / "pictures"
CUP = Grid.from_text((PICTURES / "cup-10x10.txt").read_text())
TROPHY = Grid.from_text((PICTURES / "trophy-10x11.txt").read_text())
GRIDS = ("F6:J10", "S8:AC17", "F24:O33")


def three(path, *, broken=False, bordered=True):
    """A workbook with three puzzles on its only sheet; the second one may have a clue too long."""
    workbook = Workbook()
    sheet = workbook.active
    for grid, address in zip((ONLY, TROPHY, CUP), GRIDS, strict=True):
        place = Area.parse(address)
        put_puzzle(sheet, grid, Arrangement(place.row, place.column, bordered=bordered))
    if broken:
        sheet["R9"] = 22
    workbook.save(path)
    return path


def run(*words, capsys):
    with pytest.raises(SystemExit) as stop:
        main([str(word) for word in words])
    said = capsys.readouterr()
    return stop.value.code, said.out, said.err


@pytest.mark.parametrize("bordered", [True, False])
def test_each_puzzle_has_its_own_log_and_replay(tmp_path, bordered):
    path = three(tmp_path / "a.xlsx", bordered=bordered)
    original = path.read_bytes()
    result = solve_workbook(Job(path, path))
    assert not result.errors
    assert [solved.solution.grid for solved in result.puzzles] == [ONLY, TROPHY, CUP]
    workbook = load_workbook(path)
    assert workbook.sheetnames == [
        "Sheet",
        *("Sheet log", "Sheet replay", "Sheet log 2", "Sheet replay 2"),
        *("Sheet log 3", "Sheet replay 3"),
    ]
    for number, (grid, shown) in enumerate(zip((ONLY, TROPHY, CUP), GRIDS, strict=True), 1):
        cells = workbook["Sheet"][shown]
        assert [[cell.value for cell in row] for row in cells] == [
            [int(sign == "#") for sign in row] for row in grid.text().split("\n")
        ]
        end = "" if number == 1 else f" {number}"
        for page in ("log", "replay"):
            assert shown in workbook[f"Sheet {page}{end}"]["A1"].value
        column = workbook[f"Sheet log{end}"]["B"]
        linked = [cell.hyperlink.location for cell in column if cell.hyperlink]
        assert any(place.startswith("'Sheet'!") for place in linked)
        name = "xlnono_grid" + end.replace(" ", "_")
        first, last = shown.split(":")
        assert workbook["Sheet"].defined_names[name].attr_text.replace("$", "") == (
            f"'Sheet'!{first}:{last}"
        )
    solved = path.read_bytes()
    again = solve_workbook(Job(path, path))
    assert [one.solution.grid for one in again.puzzles] == [ONLY, TROPHY, CUP]
    assert path.read_bytes() == solved
    assert restore_workbook(path).puzzles == ["Sheet"] * 3
    restored = load_workbook(path)
    assert restored.sheetnames == ["Sheet"]
    assert not restored["Sheet"].defined_names
    first = tmp_path / "first.xlsx"
    first.write_bytes(original)
    assert cells_of(path) == cells_of(first)


def cells_of(path):
    return [[cell.value for cell in row] for row in load_workbook(path)["Sheet"].iter_rows()]


def test_after_a_change_each_board_is_restored_by_itself(tmp_path):
    path = three(tmp_path / "a.xlsx")
    before = cells_of(path)
    solve_workbook(Job(path, path))
    workbook = load_workbook(path)
    workbook["Sheet"]["A1"] = "a note"
    workbook.save(path)
    restore_workbook(path)
    restored = cells_of(path)
    assert restored[0][0] == "a note"
    restored[0][0] = before[0][0]
    assert [row[: len(before[0])] for row in restored[: len(before)]] == before


def test_a_broken_puzzle_does_not_stop_the_others_and_is_reported_with_its_place(tmp_path, capsys):
    path = three(tmp_path / "a.xlsx", broken=True)
    code, out, error = run("solve", path, "--lang", "en", capsys=capsys)
    assert code == 3
    assert f"grid {GRIDS[0]}: 5×5, exactly one solution" in out
    assert f"grid {GRIDS[2]}: 10×10, exactly one solution" in out
    assert f"sheet “Sheet”, grid {GRIDS[1]}, cell" in error
    assert "22" in error
    assert load_workbook(path).sheetnames == [
        *("Sheet", "Sheet log", "Sheet replay", "Sheet log 2", "Sheet replay 2")
    ]
    # Once it is corrected, it is solved too, and has the number that is free.
    workbook = load_workbook(path)
    workbook["Sheet"]["R9"] = 2
    workbook.save(path)
    result = solve_workbook(Job(path, path))
    assert not result.errors
    assert len(result.puzzles) == 3
    names = load_workbook(path)["Sheet"].defined_names
    assert names["xlnono_grid_2"].attr_text == "'Sheet'!$S$8:$AC$17"
    assert names["xlnono_grid_3"].attr_text == "'Sheet'!$F$24:$O$33"


def test_a_puzzle_beside_one_with_names_is_found_too(tmp_path):
    path = tmp_path / "a.xlsx"
    workbook = Workbook()
    put_puzzle(workbook.active, ONLY, Arrangement(6, 6))
    workbook.save(path)
    solve_workbook(Job(path, path))
    workbook = load_workbook(path)
    put_puzzle(workbook["Sheet"], CUP, Arrangement(24, 6))
    workbook.save(path)
    result = check_workbook(Job(path, None))
    assert [solved.solution.grid for solved in result.puzzles] == [ONLY, CUP]
    assert [solved.read.number for solved in result.puzzles] == [1, 2]


def test_a_line_of_json_and_of_a_report_names_the_grid(tmp_path):
    result = work(Job(three(tmp_path / "a.xlsx", broken=True), tmp_path / "b.xlsx"), Settings())
    line = json.loads(result.to_json())
    assert [puzzle["grid"] for puzzle in line["puzzles"]] == [GRIDS[0], GRIDS[2]]
    assert {mistake["grid"] for mistake in line["mistakes"]} == {GRIDS[1]}
    assert type(result).from_json(result.to_json()) == result
    for puzzle in line["puzzles"]:
        del puzzle["grid"]
    # As an older version wrote it.
    assert type(result).from_fields(line).puzzles[0].grid is None


def test_hint_and_replay_choose_a_puzzle_by_a_cell(tmp_path, capsys):
    path = three(tmp_path / "a.xlsx")
    code, out, _ = run("hint", path, "--cell", "t9", "--lang", "en", capsys=capsys)
    assert code == 0
    assert out.count("grid ") == 1
    assert f"grid {GRIDS[1]}: Assume" in out
    code, _, error = run("replay", path, tmp_path / "a.svg", "--lang", "en", capsys=capsys)
    assert code == 3
    assert "--cell" in error
    assert all(f"Sheet {grid}" in error for grid in GRIDS)
    code, out, _ = run("replay", path, tmp_path / "a.svg", "--cell", "F24", capsys=capsys)
    assert code == 0
    assert GRIDS[2] in out
    code, _, error = run("hint", path, "--cell", "nowhere", "--lang", "en", capsys=capsys)
    assert (code, "Invalid cell “nowhere”" in error) == (2, True)


@pytest.mark.parametrize("command", ["check", "hint", "convert", "replay"])
def test_a_cell_away_from_the_puzzles_is_told_where_they_are(tmp_path, capsys, command):
    path = three(tmp_path / "a.xlsx")
    files = (path,) if command in ("check", "hint") else (path, tmp_path / "a.non")
    if command == "replay":
        files = path, tmp_path / "a.svg"

    def said(language):
        code, _, error = run(command, *files, "--cell", "A99", "--lang", language, capsys=capsys)
        assert code == 3
        return error

    grids = ", ".join(GRIDS)
    advice = "no puzzle is at this cell: choose a cell of a puzzle"
    assert f"sheet “Sheet”, cell A99: {advice} ({grids})" in said("en")
    assert "A99: このセルに問題はありません。" in said("ja")
    workbook = load_workbook(path)
    workbook.copy_worksheet(workbook.active).title = "Copy"
    workbook.create_sheet("Notes")["A1"] = "no puzzle"
    workbook.save(path)
    everywhere = ", ".join(f"{sheet} {grid}" for sheet in ("Sheet", "Copy") for grid in GRIDS)
    assert f"a.xlsx, cell A99: {advice} ({everywhere})" in said("en")


def test_a_button_acts_on_the_puzzle_at_the_selected_cell_or_asks(tmp_path):
    desk = at_desk("memory", three(tmp_path / "a.xlsx"))
    desk.title = "Sheet"

    def pressed(name, cell):
        desk.show("Sheet")
        desk.select(Area.parse(cell))
        return desk.press(name)

    def painted():
        return [
            any(any(value is not None for value in row) for row in rows)
            for rows in (desk.host().read("Sheet", Area.parse(grid)) for grid in GRIDS)
        ]

    assert "exactly one solution" in pressed("solve", "T9")
    values = desk.host().read("Sheet", Area.parse(GRIDS[1]))
    assert [[int(sign == "#") for sign in row] for row in TROPHY.text().split("\n")] == values
    assert painted() == [False, True, False]
    # Next to its grid counts too.
    assert "exactly one solution" in pressed("solve", "K11")
    assert painted() == [True, True, False]
    pressed("restore", "T9")
    assert painted() == [True, False, False]
    pressed("clear", "G7")
    assert painted() == [False, False, False]
    said = pressed("solve", "AZ99")
    assert "select a cell of the one you mean" in said
    assert all(grid in said for grid in GRIDS)
