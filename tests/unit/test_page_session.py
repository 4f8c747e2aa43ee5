"""What the page reads from files, by the functions that it calls."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from openpyxl import Workbook
from PIL import Image

from tests.support.workbooks import Arrangement, book_with, edited_with_openpyxl, put_puzzle
from xlnono import Grid, Puzzle
from xlnono.files.limits import PUZZLE_FILE_BYTES, SCALE
from xlnono.page.session import locate, read_clues, read_file, read_pasted

SAMPLES = Path(__file__).parents[2] / "samples"
HEART = Grid.from_text(
    """
    .#.#.
    #####
    #####
    .###.
    ..#..
    """
)
CLUES = {
    "rows": [list(clue) for clue in Puzzle.of(HEART).rows],
    "columns": [list(clue) for clue in Puzzle.of(HEART).columns],
}


@pytest.mark.parametrize(
    "line",
    ["3-1-2", "3/1/2", "3・1・2", "3;1;2", "3|1|2", "[3, 1, 2]", "３－１－２", "③①②", "3 - 1 2"],
)
def test_a_line_is_read_like_a_cell_of_a_sheet(line: str) -> None:
    found = read_clues(f"{line}\n-\n1\n", "1 1\n1\n1\n0\n1\n1\n1\n2", "en")
    assert found["rows"] == [[3, 1, 2], [], [1]]
    assert found["unread"] == []


@pytest.mark.parametrize("line", ["3.1", "3:1", "3) 1"])
def test_a_line_with_several_readings_means_what_the_other_clues_need(line: str) -> None:
    found = read_clues(f"1\n1\n{line}", "1\n1\n3\n1\n0", "en")
    assert found["errors"] == []
    assert found["rows"][2] == [3, 1]
    labelled = read_clues("1. 2\n2. 1", "1. 2\n2. 1", "en")
    assert labelled["rows"] == labelled["columns"] == [[2], [1]]


@pytest.mark.parametrize("line", ["3.1", "1. 2", "-3", "3 x", "?", "1-Mar"])
def test_a_line_with_several_readings_or_none_is_not_guessed(line: str) -> None:
    found = read_clues(f"{line}\n1", "1\n1\n0\n0", "en")
    assert found["unread"] == [{"axis": "row", "index": 0}]
    assert found["errors"][0]["said"].startswith("row 1: ")


def test_all_puzzles_of_a_workbook_are_read(tmp_path: Path) -> None:
    path = tmp_path / "issue.xlsx"
    book_with(path, HEART, title="No. 1")
    with edited_with_openpyxl(path) as book:
        sheet = book.create_sheet("No. 2")
        put_puzzle(sheet, HEART)
        put_puzzle(sheet, HEART, Arrangement(column=20))
    found = read_file(path)
    titles = [entry.pop("title") for entry in found["puzzles"]]
    assert titles[0] == "No. 1"
    assert [title.split()[:2] for title in titles[1:]] == [["No.", "2"]] * 2
    assert len({*titles}) == 3
    assert found == {"name": "issue", "puzzles": [CLUES] * 3, "error": {"en": "", "ja": ""}}


def test_mistyped_clues_are_shown_with_those_that_cannot_be_read_beside(tmp_path: Path) -> None:
    path = tmp_path / "typed.xlsx"
    book_with(path, HEART, title="long")
    with edited_with_openpyxl(path) as book:
        put_puzzle(book.create_sheet("word"), HEART)
        for title, typed in (("long", 7), ("word", "seven")):
            cell = next(cell for row in book[title] for cell in row if cell.value == 5)
            cell.value = typed
    found = read_file(path)
    [entry] = found["puzzles"]
    assert entry["rows"][1] == [7]
    assert found["error"]["en"].startswith("typed.xlsx, sheet “word”, cell ")


def test_nobody_is_told_to_set_an_environment_variable_in_a_browser(tmp_path: Path) -> None:
    path = tmp_path / "long.non"
    path.write_bytes(b'title "long"\n' + b"\n" * PUZZLE_FILE_BYTES.most)
    for language, commands in (("en", "the commands of xlnono"), ("ja", "xlnono のコマンド")):
        said = read_file(path)["error"][language]
        assert said.startswith("long.non: ")
        assert "10,000,000" in said
        assert commands in said
        assert SCALE not in said


@pytest.mark.parametrize("name", ["list.xlsx", "letter.html"])
def test_advice_about_files_without_a_puzzle_can_be_followed_in_a_browser(
    tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    path.write_bytes(b"<html></html>\n")
    if name == "list.xlsx":
        book = Workbook()
        book.active["A1"] = "milk"
        book.save(path)
    for language, lists in (("en", "the two lists of this page"), ("ja", "このページの2つの欄")):
        said = read_file(path)["error"][language]
        assert lists in said
        assert "xlnono" not in said


@pytest.mark.parametrize("ending", ["png", "jpg", "gif", "webp", "bmp", "tiff"])
def test_images_are_called_images(tmp_path: Path, ending: str) -> None:
    name = f"photo.{ending}"
    path = tmp_path / name
    Image.new("RGB", (20, 20)).save(path)
    for language, said in (
        (
            "en",
            "this is an image. This page cannot read clues from images: type the clues instead.",
        ),
        (
            "ja",
            "画像ファイルです。このページでは画像のヒントを読み取れないので、ヒントを入力して"
            "ください。",
        ),
    ):
        found = read_file(path)
        assert found["puzzles"] == []
        assert found["error"][language] == f"{name}: {said}"


def test_photos_of_phones_are_called_images(tmp_path: Path) -> None:
    path = tmp_path / "photo.heic"
    for brand in (b"heic", b"mif1", b"avif"):
        path.write_bytes(b"\0\0\0\x18ftyp" + brand + b"\0\0\0\0mif1heic")
        assert "this is an image." in read_file(path)["error"]["en"]


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("notes.txt", b"Dear all,\n", "notes.txt"),
        ("empty.xlsx", b"", "empty.xlsx: "),
        ("cut.xlsx", (SAMPLES / "cat-20x20.xlsx").read_bytes()[:5000], "cut.xlsx: "),
    ],
)
def test_an_error_names_the_file_without_its_folder(
    tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    found = read_file(path)
    assert found["puzzles"] == []
    assert found["error"]["en"].startswith(said)


def test_a_pasted_puzzle_with_a_typing_mistake_is_read(tmp_path: Path) -> None:
    cells = "\t\t2\t4\t4\t4\t2\n1\t1\n\t5\n\t5\n\t3\n\t2\n"
    found = read_pasted(cells, tmp_path, alone=False)
    assert found == {**CLUES, "title": "", "rows": [[1, 1], [5], [5], [3], [2]]}


def test_a_pasted_table_is_not_taken_for_a_puzzle(tmp_path: Path) -> None:
    assert read_pasted("name\tage\nBob\t3\nAl\t5", tmp_path, alone=True) is None


def located(
    rows: list[list[int]], columns: list[list[int]], *unread: int, language: str = "en"
) -> tuple[str, list[list[list[int]]]]:
    """What is said about rows that cannot be read, and their clues in each correction."""
    places = [{"axis": "row", "index": index} for index in unread]
    found = locate(rows, columns, places, language, tell=lambda known: None)
    for correction in found["corrections"]:
        assert [{"axis": each["axis"], "index": each["index"]} for each in correction] == places
    clues = [[each["clue"] for each in correction] for correction in found["corrections"]]
    return "\n".join(found["said"]), clues


def test_a_line_that_was_left_out_is_inserted() -> None:
    rows = [*CLUES["rows"]]
    left_out = rows.pop(3)
    found = locate(rows, CLUES["columns"], [], "en", tell=lambda known: None)
    assert [{"axis": "row", "index": 3, "clue": left_out, "inserted": True}] in found["corrections"]


def test_the_other_clues_tell_what_cannot_be_read() -> None:
    rows, columns = [*CLUES["rows"]], [*CLUES["columns"]]
    rows[3] = rows[4] = []
    said, clues = located(rows, columns, 3, 4)
    assert "Row 4 cannot be read (probably 3).\nRow 5 cannot be read (probably 1).\n" in said
    assert clues == [[[3], [1]]]
    assert "5行目を読み取れません(おそらく 1)。" in located(rows, columns, 3, 4, language="ja")[0]


def test_clues_that_nothing_tells_are_left_to_the_reader() -> None:
    said, clues = located([[], []], [[1], [1]], 0, 1)
    assert "Rows 1 and 2 cannot be read. With each of these corrections" in said
    assert {tuple(map(tuple, each)) for each in clues} == {((2,), ()), ((), (2,))}
    said, clues = located([[]] * 9, [[1]] * 9, *range(9))
    assert said.startswith("Rows 1 to 9 cannot be read, and the other clues do not show")
    assert clues == []


def test_a_mistake_beside_clues_that_cannot_be_read_is_said() -> None:
    for rows in ([[], [3]], [[], [1]]):
        said, clues = located(rows, [[2], [1]] if rows[1] == [3] else [[2], [2]], 0)
        assert said.startswith("Row 1 cannot be read. Whatever is meant there, no picture")
        assert clues == []


TWO_LISTS = "1 1\n5\n5\n3\n1\n\n2\n4\n4\n4\n2\n"


def test_two_pasted_lists_are_a_puzzle_unless_the_blank_line_may_be_a_blank_row(
    tmp_path: Path,
) -> None:
    read = partial(read_pasted, folder=tmp_path)
    assert read(TWO_LISTS, alone=True) == {
        **CLUES,
        "title": "",
        "rows": [[1, 1], [5], [5], [3], [1]],
    }
    assert read(TWO_LISTS.replace("3", "2"), alone=True) is not None
    assert read(TWO_LISTS, alone=False) is None
    assert read("3\n1 1\n\n1 1\n3\n", alone=True) is None
