"""The web page in a real browser, opened from disk: it says what the command line says."""

from __future__ import annotations

import base64
import re
import zipfile
from collections.abc import Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select
from selenium.webdriver.support.wait import WebDriverWait

from tests.support.browser import browser
from tests.support.workbooks import Arrangement, book_with, edited_with_openpyxl, put_puzzle
from xlnono import Cell, Grid, Puzzle, wording
from xlnono.cli import main
from xlnono.engine.mistakes import locate_mistakes
from xlnono.jobs.replay import replay_workbook
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import solve_workbook
from xlnono.page.session import NoImages, puzzle_text
from xlnono.render.html import PUBLISHED_PAGE
from xlnono.templates.from_puzzle_file import template_of

SAMPLES = Path(__file__).parents[2] / "samples"
CAT = Grid.from_text((SAMPLES / "pictures" / "cat-20x20.txt").read_text("utf-8"))
PUZZLE = Puzzle.of(CAT)
TANGLE = Grid.from_text(
    """
    #..#....
    ##......
    .####...
    #.#.....
    #.....##
    #.###..#
    .....##.
    ..#.#..#
    """
)
HARD = Puzzle.of(TANGLE)
GUESSED = Puzzle.of(
    Grid.from_text(
        """
        ....#.##
        #.#.###.
        #.####..
        ..####..
        ####..#.
        #.#..#.#
        ##..##.#
        ..#..#.#
        """
    )
)
"""One guess that ends in a contradiction decides it."""
SNOW = Puzzle.of(
    Grid.from_cells([[Random(60 * y + x).random() < 0.4 for x in range(60)] for y in range(60)])
)
"""Nobody has the time to solve it."""
RINGS = Puzzle.of(
    Grid.from_cells([[(x * x + y * y) // 97 % 3 > 0 for x in range(60)] for y in range(60)])
)
"""Explaining it takes several seconds."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    """The page as the command writes it, when all of it has started."""
    path = tmp_path_factory.mktemp("page") / "solve it.html"
    with pytest.raises(SystemExit) as ended:
        main(["page", str(path), "--lang", "en"])
    assert not ended.value.code
    with browser() as window:
        window.set_script_timeout(60)
        window.get(path.as_uri())
        until(window, "return document.documentElement.dataset.python")
        yield window


def until(window: webdriver.Chrome, script: str) -> Any:
    return WebDriverWait(window, 60, 0.05).until(lambda each: each.execute_script(script))


def inside(clues: Any) -> str:
    return "\n".join(" ".join(map(str, clue)) or "0" for clue in clues)


def put(window: webdriver.Chrome, rows: str, columns: str) -> None:
    """Type clues into the two lists, and wait for what the page says."""
    script = (
        "for (const [id, text] of [['rows', arguments[0]], ['columns', arguments[1]]]) {"
        "const area = document.getElementById(id); area.value = text;"
        "area.dispatchEvent(new Event('input')); }"
    )
    window.execute_script(script, rows, columns)
    until(window, "return document.documentElement.dataset.state === 'settled'")


def said(window: webdriver.Chrome, name: str) -> str:
    return window.find_element(By.ID, name).text


def asked(window: webdriver.Chrome, question: str, **facts: object) -> Any:
    """The answer of the page's Python: its facts, or the content of the file it made."""
    script = (
        "const [name, facts, done] = arguments;"
        "xlnono.ask(name, facts).then(({ answer, content }) => {"
        "if (!content) return done(answer);"
        "const reader = new FileReader();"
        "reader.onload = () => done(reader.result.split(',')[1]);"
        "reader.readAsDataURL(new Blob([content])); }, (error) => done(String(error)));"
    )
    found = window.execute_async_script(script, question, facts)
    return base64.b64decode(found) if isinstance(found, str) else found


def test_typed_clues_are_decided_at_once(page: webdriver.Chrome) -> None:
    put(page, inside(PUZZLE.rows), inside(PUZZLE.columns))
    assert said(page, "status").startswith("Exactly one solution.")
    assert said(page, "rows-count") == f"20 lines · {CAT.black} black cells"
    solved = page.execute_script("return Array.from(xlnono.result().solutions[0])")
    assert solved == [CAT[row, column] is Cell.BLACK for row in range(20) for column in range(20)]


def test_a_single_line_cell_or_contradiction_is_counted_in_the_singular(
    page: webdriver.Chrome,
) -> None:
    put(page, "1", "1\n0")
    assert said(page, "rows-count") == "1 line · 1 black cell"
    assert said(page, "columns-count") == "2 lines · 1 black cell"
    put(page, inside(GUESSED.rows), inside(GUESSED.columns))
    assert said(page, "status").endswith(" with 1 contradiction.")


def test_a_stopped_search_can_be_started_again(page: webdriver.Chrome) -> None:
    language = Select(page.find_element(By.ID, "language"))
    for code, text in (
        ("en", "Stopped. Change a clue or press “Solve again”."),
        ("ja", "中止しました。ヒントを直すか、「もう一度解く」を押してください。"),
    ):
        language.select_by_value(code)
        page.execute_script("xlnono.put(...arguments)", inside(SNOW.rows), inside(SNOW.columns))
        until(page, "return !document.getElementById('stop').hidden")
        page.find_element(By.ID, "stop").click()
        until(page, "return document.documentElement.dataset.state === 'settled'")
        assert said(page, "status") == text
        again = page.find_element(By.ID, "again")
        assert again.text in text
        again.click()
        assert page.find_element(By.ID, "stop").is_displayed()
        page.find_element(By.ID, "stop").click()
    language.select_by_value("en")


def while_solving(window: webdriver.Chrome, puzzle: Puzzle, *buttons: str) -> None:
    """Put a puzzle on the page, and press buttons before it is decided."""
    script = (
        "const [rows, columns, buttons, done] = arguments;"
        "const begun = () => document.getElementById('status').textContent.startsWith('Solving');"
        "window.saved = ''; HTMLAnchorElement.prototype.click = function () {"
        " window.saved = this.download; delete HTMLAnchorElement.prototype.click; };"
        "(async () => { xlnono.put('', ''); await xlnono.settled();"
        " xlnono.put(rows, columns); while (!begun()) await null;"
        " for (const id of buttons) document.getElementById(id).click(); done(); })();"
    )
    until(window, "return !document.getElementById('python').textContent")
    window.execute_async_script(script, inside(puzzle.rows), inside(puzzle.columns), buttons)


def test_a_saved_file_leaves_what_is_said_of_the_solution(page: webdriver.Chrome) -> None:
    while_solving(page, PUZZLE, "workbook")
    until(page, "return window.saved")
    assert said(page, "status").startswith("Exactly one solution.")


def test_stop_stays_until_nothing_runs_any_more(page: webdriver.Chrome) -> None:
    stop = page.find_element(By.ID, "stop")
    while_solving(page, SNOW, "non")
    until(page, "return window.saved")
    assert stop.is_displayed()
    stop.click()
    until(page, "return document.documentElement.dataset.state === 'settled'")
    assert said(page, "status").startswith("Stopped.")
    assert not stop.is_displayed()

    while_solving(page, RINGS, "explain")
    until(page, "return document.getElementById('python').textContent.startsWith('Explaining')")
    until(page, "return document.documentElement.dataset.state === 'settled'")
    assert said(page, "status").startswith("Exactly one solution.")
    stop.click()
    until(page, "return document.getElementById('stop').hidden")
    assert not said(page, "python").startswith("Explaining")
    assert said(page, "status").startswith("Exactly one solution.")


def test_stop_ends_all_that_runs(page: webdriver.Chrome) -> None:
    while_solving(page, SNOW, "workbook")
    page.find_element(By.ID, "stop").click()
    until(page, "return document.getElementById('stop').hidden")
    until(page, "return document.documentElement.dataset.state === 'settled'")
    assert said(page, "status").startswith("Stopped.")
    assert said(page, "python") == "Preparing steps, files and the search for mistakes…"
    assert page.execute_script("return window.saved") == ""


def test_a_stopped_search_for_mistakes_can_be_started_again(page: webdriver.Chrome) -> None:
    rows = [list(clue) for clue in RINGS.rows]
    rows[5][-1] += 1
    put(page, inside(rows), inside(RINGS.columns))
    until(page, "return !document.getElementById('python').textContent")
    page.find_element(By.ID, "locate").click()
    page.find_element(By.ID, "stop").click()
    until(page, "return !document.getElementById('locate').hidden")
    assert not page.find_element(By.ID, "mistakes").is_displayed()
    assert not page.find_element(By.ID, "stop").is_displayed()
    until(page, "return !document.getElementById('locate').disabled")


def test_saving_a_puzzle_file_is_not_called_writing_a_workbook(page: webdriver.Chrome) -> None:
    put(page, "1", "1")
    page.execute_script(
        "window.shown = []; const place = document.getElementById('python');"
        "const watch = new MutationObserver(() => shown.push(place.textContent));"
        "watch.observe(place, { childList: true });"
        "const { click } = HTMLAnchorElement.prototype;"
        "HTMLAnchorElement.prototype.click = function () {"
        " shown.push(this.download); HTMLAnchorElement.prototype.click = click; };"
    )
    page.find_element(By.ID, "non").click()
    until(page, "return shown.includes('nonogram.non')")
    assert "Writing the file…" in page.execute_script("return shown")


def test_clues_outlive_the_page_and_undo_brings_back_the_last(page: webdriver.Chrome) -> None:
    put(page, "1\n1", "1\n1")
    put(page, "2\n2", "2\n2")
    page.find_element(By.ID, "undo").click()
    until(page, "return document.documentElement.dataset.state === 'settled'")
    assert (list_of(page, "rows"), list_of(page, "columns")) == ("2\n2", "1\n1")
    page.find_element(By.ID, "undo").click()
    page.refresh()
    assert (list_of(page, "rows"), list_of(page, "columns")) == ("1\n1", "1\n1")
    until(page, "return document.documentElement.dataset.python")


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ("9\n1", "1\n1"),
        ("1\n1", "1\n2"),
        ("1\nx 2", "1\n1"),
        ("1\n3\n", "1\n1"),
        ("99999999999999999999", "1"),
        ("３ １", "1\n1\n1\n\n1"),
    ],
)
def test_errors_in_clues_are_those_of_the_command_line(
    page: webdriver.Chrome, rows: str, columns: str
) -> None:
    put(page, rows, columns)
    shown = [item.text for item in page.find_elements(By.CSS_SELECTOR, "#errors li")]
    found = asked(page, "clues", rows=rows, columns=columns, language="en")
    assert shown == [error["said"] for error in found["errors"]]


def test_a_typing_mistake_is_located_and_corrected(page: webdriver.Chrome) -> None:
    rows = [list(clue) for clue in PUZZLE.rows]
    rows[5][-1] += 1
    put(page, inside(rows), inside(PUZZLE.columns))
    page.find_element(By.ID, "locate").click()
    until(page, "return document.querySelector('#corrections button')")
    report = locate_mistakes(rows, PUZZLE.columns)
    lines = wording.report_in_words(report, wording.GridNames(), "en")
    assert said(page, "mistakes") == "\n".join(lines)
    page.find_element(By.CSS_SELECTOR, "#corrections button").click()
    until(page, "return document.documentElement.dataset.state === 'settled'")
    assert said(page, "status").startswith("Exactly one solution.")
    assert page.find_element(By.ID, "rows").get_property("value") == inside(PUZZLE.rows)


def test_a_line_that_was_left_out_is_inserted(page: webdriver.Chrome) -> None:
    put(page, inside([*PUZZLE.rows[:5], *PUZZLE.rows[6:]]), inside(PUZZLE.columns))
    page.find_element(By.ID, "locate").click()
    until(page, "return document.querySelector('#corrections button')")
    assert "A row is missing between rows 5 and 6" in said(page, "mistakes")
    button = page.find_element(By.CSS_SELECTOR, "#corrections button")
    assert button.text == "Insert: row 6: " + " ".join(map(str, PUZZLE.rows[5]))
    button.click()
    until(page, "return document.documentElement.dataset.state === 'settled'")
    assert page.find_element(By.ID, "rows").get_property("value") == inside(PUZZLE.rows)


def test_where_a_contradiction_appears_is_not_said_to_be_the_mistake(
    page: webdriver.Chrome,
) -> None:
    put(page, "1 1\n1\n1 1", "2\n1\n2")
    status = said(page, "status")
    assert status.startswith("No solution: no picture has these clues.")
    assert status.endswith(
        "The contradiction appears in row 3; the mistyped clue may be another one."
    )


def test_only_clues_that_cannot_be_read_are_corrected(page: webdriver.Chrome) -> None:
    rows = inside(PUZZLE.rows).split("\n")
    first, second = rows[7:9]
    rows[7:9] = ["o", f"I {second}"]
    put(page, "\n".join(rows), inside(PUZZLE.columns))
    page.find_element(By.ID, "locate").click()
    until(page, "return document.querySelector('#corrections button')")
    [button] = page.find_elements(By.CSS_SELECTOR, "#corrections button")
    assert button.text == f"Correct: row 8: {first}, row 9: {second}"
    assert f"Row 8 cannot be read (probably {first})." in said(page, "mistakes").split("\n")
    button.click()
    until(page, "return document.documentElement.dataset.state === 'settled'")
    assert said(page, "status").startswith("Exactly one solution.")
    assert list_of(page, "rows") == inside(PUZZLE.rows)


def as_file(folder: Path, puzzle: Puzzle) -> Path:
    path = folder / "puzzle.non"
    path.write_bytes(puzzle_text("", puzzle.rows, puzzle.columns))
    return path


@pytest.mark.parametrize("puzzle", [PUZZLE, HARD], ids=["cat", "hard"])
def test_steps_are_those_of_the_command_line(
    page: webdriver.Chrome, tmp_path: Path, puzzle: Puzzle
) -> None:
    target = tmp_path / "puzzle.html"
    for language in ("en", "ja"):
        result = replay_workbook(Job(as_file(tmp_path, puzzle), target), language=language)
        assert not result.errors
        clues = {"title": "", "name": "puzzle", "rows": puzzle.rows, "columns": puzzle.columns}
        assert asked(page, "explain", **clues, language=language) == target.read_bytes()


def test_an_explanation_that_is_no_longer_wanted_blocks_nothing(
    page: webdriver.Chrome, tmp_path: Path
) -> None:
    put(page, inside(RINGS.rows), inside(RINGS.columns))
    page.find_element(By.ID, "explain").click()
    until(page, "return document.getElementById('python').textContent.startsWith('Explaining')")
    assert page.find_element(By.ID, "stop").is_displayed()
    assert not page.find_element(By.ID, "workbook").is_enabled()
    page.find_element(By.ID, "example").click()
    until(page, "return document.documentElement.dataset.state === 'settled'")
    assert said(page, "python") == "Preparing steps, files and the search for mistakes…"
    page.find_element(By.ID, "file").send_keys(str(as_file(tmp_path, HARD)))
    until(page, "return document.getElementById('notice').textContent === 'Opened puzzle.non.'")
    assert list_of(page, "rows") == inside(HARD.rows)
    assert page.find_element(By.ID, "explain").is_enabled()
    assert not page.find_element(By.ID, "steps").is_displayed()


TIME = re.compile(rb"[0-9.]+ (?:s|\xe7\xa7\x92)(?=<)")
DATE = re.compile(rb"20\d\d-\d\d-\d\dT[0-9:]+Z")


def parts_of(content: bytes) -> dict[str, bytes]:
    """The parts of a workbook without the time that it took, and without the date."""
    with zipfile.ZipFile(BytesIO(content)) as archive:
        return {
            name: DATE.sub(b"", TIME.sub(b"", archive.read(name))) for name in archive.namelist()
        }


def test_workbooks_are_those_of_the_command_line(page: webdriver.Chrome, tmp_path: Path) -> None:
    target = tmp_path / "puzzle.xlsx"
    template = partial(template_of, language="en")
    job = Job(as_file(tmp_path, PUZZLE), target)
    assert not solve_workbook(job, language="en", template=template).errors
    clues = {"title": "", "name": "puzzle", "rows": PUZZLE.rows, "columns": PUZZLE.columns}
    made = parts_of(asked(page, "workbook", **clues, language="en"))
    here = parts_of(target.read_bytes())
    assert list(made) == list(here)
    assert [name for name in made if made[name] != here[name]] == []


def paste(window: webdriver.Chrome, name: str, text: str, html: str = "") -> None:
    """Paste a text into one of the lists."""
    script = (
        "const data = new DataTransfer(); data.setData('text/plain', arguments[1]);"
        "data.setData('text/html', arguments[2]);"
        "const area = document.getElementById(arguments[0]); area.focus(); area.select();"
        "const event = new ClipboardEvent('paste',"
        " { clipboardData: data, bubbles: true, cancelable: true });"
        "if (area.dispatchEvent(event)) document.execCommand('insertText', false, arguments[1]);"
    )
    window.execute_script(script, name, text, html)


def list_of(window: webdriver.Chrome, name: str) -> Any:
    return window.find_element(By.ID, name).get_property("value")


def test_cells_of_clues_can_be_pasted(page: webdriver.Chrome) -> None:
    put(page, "", "")
    paste(page, "rows", "\t2\n1\t1\n\t0\n")
    paste(page, "columns", "1\t\t2\n1\t2\t\n")
    assert list_of(page, "rows") == "2\n1 1\n0"
    assert list_of(page, "columns") == "1 1\n2\n2"


def test_pasted_cells_are_read_as_in_a_workbook(page: webdriver.Chrome) -> None:
    put(page, "", "")
    paste(page, "rows", "1-1\r\n1\r\n1・1\r\n", "<table><tr><td>1-1</td></tr></table>")
    put(page, list_of(page, "rows"), "1|1\n[1]\n1; 1")
    assert said(page, "status").startswith("Exactly one solution.")
    assert said(page, "rows-count") == "3 lines · 5 black cells"


def test_blank_rows_and_columns_of_pasted_cells_count(page: webdriver.Chrome) -> None:
    put(page, "", "")
    paste(page, "rows", "2\t2\r\n\t\r\n\t4\r\n\t\r\n")
    paste(page, "columns", "\t1\t1\t\r\n\t1\t1\t\r\n")
    assert list_of(page, "rows") == "2 2\n0\n4\n0"
    assert list_of(page, "columns") == "0\n1 1\n1 1\n0"
    until(page, "return document.documentElement.dataset.state === 'settled'")
    assert said(page, "rows-count").startswith("4 lines")
    put(page, "", "")
    paste(page, "columns", "2 2\r\n\r\n4\r\n\r\n", "<table><tr><td>2 2</td></tr></table>")
    assert list_of(page, "columns") == "2 2\n0\n4\n0"


@pytest.mark.parametrize(
    ("axis", "cells", "lines"),
    [
        ("columns", "2\t4\t10\r\n", "2\n4\n10"),
        ("columns", "2\t4", "2\n4"),
        ("columns", '"2\n1"\t4\t"1\r\n10"\r\n', "2 1\n4\n1 10"),
        ("rows", "2\t4\t10\r\n", "2 4 10"),
    ],
)
def test_cells_of_a_single_sheet_row_are_clues_of_columns_or_one_clue_of_a_row(
    page: webdriver.Chrome, axis: str, cells: str, lines: str
) -> None:
    put(page, "", "")
    paste(page, axis, cells)
    assert list_of(page, axis) == lines


def test_what_the_page_copies_can_be_pasted_as_a_whole(page: webdriver.Chrome) -> None:
    put(page, inside(PUZZLE.rows), inside(PUZZLE.columns))
    page.execute_script(
        "window.addEventListener('copy', (event) => {"
        " window.copied = event.clipboardData.getData('text/plain'); }, { once: true });"
    )
    page.find_element(By.ID, "copy").click()
    copied = page.execute_script("return window.copied")
    assert said(page, "notice").startswith("Copied.")
    assert copied.count("\n") == 20 + max(map(len, PUZZLE.columns)) - 1
    put(page, "", "")
    paste(page, "rows", copied)
    until(page, "return document.getElementById('columns').value.length > 20")
    assert list_of(page, "rows") == inside(PUZZLE.rows)
    assert list_of(page, "columns") == inside(PUZZLE.columns)


def test_a_blank_row_in_pasted_clues_leaves_the_columns_alone(page: webdriver.Chrome) -> None:
    put(page, "", "1 1\n1 1\n1 1")
    paste(page, "rows", "3\n\n3\n")
    # Questions are answered in their order.
    asked(page, "clues", rows="1", columns="1", language="en")
    assert list_of(page, "rows") == "3\n\n3\n"
    assert list_of(page, "columns") == "1 1\n1 1\n1 1"
    until(page, "return document.documentElement.dataset.state === 'settled'")
    assert said(page, "status").startswith("Exactly one solution.")


def test_two_pasted_lists_are_said_to_be_a_whole_puzzle(page: webdriver.Chrome) -> None:
    put(page, "", "")
    paste(page, "rows", f"{inside(PUZZLE.rows)}\n\n{inside(PUZZLE.columns)}\n")
    until(page, "return document.getElementById('notice').textContent")
    assert said(page, "notice") == "Read as a whole puzzle of 20 × 20 cells."
    assert list_of(page, "rows") == inside(PUZZLE.rows)
    assert list_of(page, "columns") == inside(PUZZLE.columns)


@pytest.mark.parametrize("ending", [".xlsx", ".non"])
def test_files_are_opened(page: webdriver.Chrome, tmp_path: Path, ending: str) -> None:
    path = SAMPLES / "cat-20x20.xlsx"
    if ending == ".non":
        path = as_file(tmp_path, PUZZLE)
    put(page, "", "")
    page.find_element(By.ID, "file").send_keys(str(path))
    until(page, "return document.getElementById('rows').value !== ''")
    assert page.find_element(By.ID, "rows").get_property("value") == inside(PUZZLE.rows)
    assert page.find_element(By.ID, "columns").get_property("value") == inside(PUZZLE.columns)


def test_a_file_that_the_page_cannot_read_is_reported_in_one_sentence(
    page: webdriver.Chrome, tmp_path: Path
) -> None:
    path = tmp_path / "cat.png"
    Image.new("1", (20, 20)).save(path)
    page.execute_script("document.getElementById('notice').textContent = ''")
    page.find_element(By.ID, "file").send_keys(str(path))
    notice = "document.getElementById('notice').textContent"
    until(page, f"return {notice}.includes('png')")
    assert said(page, "notice") == NoImages().at(file="cat.png").text("en")


def test_the_name_of_a_file_is_said_once(page: webdriver.Chrome, tmp_path: Path) -> None:
    put(page, "", "")
    page.find_element(By.ID, "file").send_keys(str(as_file(tmp_path, HARD)))
    until(page, "return document.documentElement.dataset.state === 'settled'")
    until(page, "return !document.getElementById('explain').disabled")
    page.find_element(By.ID, "explain").click()
    until(page, "return document.getElementById('film').srcdoc")
    film = page.find_element(By.ID, "film").get_attribute("srcdoc")
    assert "<title>puzzle</title>" in film
    assert f'href="{PUBLISHED_PAGE}"' in film


FAR = Arrangement(row=12, column=12)


def two_puzzles(folder: Path) -> Path:
    path = folder / "two.xlsx"
    book_with(path, CAT, FAR)
    with edited_with_openpyxl(path) as book:
        put_puzzle(book.create_sheet("Second"), TANGLE, FAR)
    return path


def test_each_puzzle_of_a_workbook_can_be_chosen(page: webdriver.Chrome, tmp_path: Path) -> None:
    page.find_element(By.ID, "file").send_keys(str(two_puzzles(tmp_path)))
    until(page, "return document.getElementById('puzzle').options.length === 2")
    choice = Select(page.find_element(By.ID, "puzzle"))
    assert [option.text for option in choice.options] == ["1. cat", "2. Second"]
    assert list_of(page, "rows") == inside(PUZZLE.rows)
    choice.select_by_index(1)
    assert list_of(page, "rows") == inside(HARD.rows)
    assert page.find_element(By.ID, "puzzle").is_displayed()


def test_the_puzzles_of_a_file_can_be_chosen_until_another_puzzle_takes_their_place(
    page: webdriver.Chrome, tmp_path: Path
) -> None:
    page.find_element(By.ID, "file").send_keys(str(two_puzzles(tmp_path)))
    until(page, "return document.getElementById('notice').textContent === 'Opened two.xlsx.'")
    until(page, "return document.documentElement.dataset.state === 'settled'")
    choice = Select(page.find_element(By.ID, "puzzle"))
    page.find_element(By.ID, "rows").send_keys(" 1")
    assert page.find_element(By.ID, "choice").is_displayed()
    choice.select_by_index(1)
    assert list_of(page, "rows") == inside(HARD.rows)
    page.find_element(By.ID, "clear").click()
    assert not page.find_element(By.ID, "choice").is_displayed()


def test_the_choice_of_puzzles_ends_with_undo_and_with_a_file_that_cannot_be_opened(
    page: webdriver.Chrome, tmp_path: Path
) -> None:
    file = page.find_element(By.ID, "file")
    choice = page.find_element(By.ID, "choice")
    notice = "return document.getElementById('notice').textContent"
    file.send_keys(str(two_puzzles(tmp_path)))
    until(page, f"{notice} === 'Opened two.xlsx.'")
    until(page, "return document.documentElement.dataset.state === 'settled'")
    page.find_element(By.ID, "copy").click()
    assert said(page, "notice").startswith("Copied.")
    Select(page.find_element(By.ID, "puzzle")).select_by_index(1)
    assert said(page, "notice") == "Opened two.xlsx."
    page.find_element(By.ID, "undo").click()
    assert list_of(page, "rows") == inside(PUZZLE.rows)
    assert not choice.is_displayed()
    file.send_keys(str(two_puzzles(tmp_path)))
    until(page, f"{notice} === 'Opened two.xlsx.'")
    assert choice.is_displayed()
    broken = tmp_path / "letter.html"
    broken.write_text("<html></html>")
    file.send_keys(str(broken))
    until(page, f"{notice}.startsWith('letter.html: ')")
    assert not choice.is_displayed()


def named(window: webdriver.Chrome) -> tuple[str, str]:
    """The title and the name that a puzzle would be saved with."""
    stored = window.execute_script("return JSON.parse(localStorage.getItem('xlnono-page'))")
    return stored["title"], stored["name"]


@pytest.mark.parametrize("by", ["typing", "emptying", "pasting cells"])
def test_another_puzzle_does_not_keep_the_name_of_a_file(
    page: webdriver.Chrome, tmp_path: Path, by: str
) -> None:
    page.find_element(By.ID, "file").send_keys(str(two_puzzles(tmp_path)))
    until(page, "return document.getElementById('notice').textContent === 'Opened two.xlsx.'")
    rows = page.find_element(By.ID, "rows")
    rows.send_keys(" 1")
    assert named(page) == ("cat", "two")
    if by == "pasting cells":
        paste(page, "rows", "1\t1\r\n2\t\r\n")
    else:
        rows.send_keys(Keys.CONTROL + "a")
        rows.send_keys("2" if by == "typing" else Keys.DELETE)
    assert named(page) == ("", "")
    assert not page.find_element(By.ID, "choice").is_displayed()
    page.find_element(By.ID, "undo").click()
    assert named(page) == ("cat", "two")


def test_notices_are_said_again_in_the_other_language(
    page: webdriver.Chrome, tmp_path: Path
) -> None:
    broken = tmp_path / "letter.html"
    broken.write_text("<html></html>")
    language = Select(page.find_element(By.ID, "language"))
    for path, english, japanese in (
        (as_file(tmp_path, HARD), "Opened puzzle.non.", "puzzle.non を開きました。"),
        (broken, "letter.html: not an Excel workbook", "letter.html: Excel ブック"),
    ):
        page.find_element(By.ID, "file").send_keys(str(path))
        notice = "document.getElementById('notice').textContent"
        until(page, f"return {notice}.startsWith('{english}')")
        language.select_by_value("ja")
        assert said(page, "notice").startswith(japanese)
        language.select_by_value("en")
        assert said(page, "notice").startswith(english)


@pytest.mark.long
def test_boards_with_very_many_blocks_are_drawn(page: webdriver.Chrome) -> None:
    put(page, "\n".join(["1 " * 150] * 1000), "\n".join(["1000", "0"] * 149 + ["1000"]))
    assert said(page, "status").startswith("Exactly one solution.")
    assert page.find_elements(By.CSS_SELECTOR, "#board svg")


def test_nothing_is_made_of_clues_that_are_not_read_yet(page: webdriver.Chrome) -> None:
    put(page, "1\n1", "1\n1")
    until(page, "return !document.getElementById('workbook').disabled")
    change = (
        "const rows = document.getElementById('rows'); rows.value = '2\\n0';"
        "rows.dispatchEvent(new Event('input'));"
    )
    buttons = (
        "return ['explain', 'workbook', 'non', 'copy'].map("
        "(id) => document.getElementById(id).disabled);"
    )
    assert page.execute_script(change + buttons) == [True] * 4
    until(page, "return document.documentElement.dataset.state === 'settled'")
    assert page.execute_script(buttons) == [False] * 4


def test_what_is_too_large_is_said_in_words(page: webdriver.Chrome) -> None:
    put(page, "\n".join(["1001"] * 1001), "\n".join(["1001"] * 1001))
    assert said(page, "status").startswith("Exactly one solution.")
    assert said(page, "board").startswith("Boards of more than 1,000,000 cells")
    put(page, "0\n" * 17000, "0")
    assert said(page, "status").startswith("Lines on this page have at most")


def test_a_board_that_is_too_large_for_a_workbook_keeps_its_result(
    page: webdriver.Chrome,
) -> None:
    language = Select(page.find_element(By.ID, "language"))
    put(page, "0\n" * 500 + "1", "1")
    until(page, "return !document.getElementById('workbook').disabled")
    page.find_element(By.ID, "workbook").click()
    until(page, "return document.getElementById('notice').textContent")
    assert said(page, "notice") == (
        "A workbook has at most 500 rows and 500 columns: copy the solution for a sheet, or "
        "download a puzzle file."
    )
    assert said(page, "status").startswith("Exactly one solution.")
    language.select_by_value("ja")
    assert said(page, "notice").startswith("ブックにできるのは縦横とも 500 マスまでです。")
    language.select_by_value("en")


def test_the_page_speaks_both_languages_and_needs_nothing_else(page: webdriver.Chrome) -> None:
    put(page, "1", "1")
    Select(page.find_element(By.ID, "language")).select_by_value("ja")
    until(page, "return document.documentElement.dataset.state === 'settled'")
    assert said(page, "status").startswith("解は1つだけです")
    assert page.execute_script("return document.documentElement.lang") == "ja"
    Select(page.find_element(By.ID, "language")).select_by_value("en")
    problems = [entry for entry in page.get_log("browser") if entry["level"] == "SEVERE"]
    assert problems == []
