"""Replays outside the workbook: what films, pictures and pages show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from openpyxl import Workbook
from PIL import Image
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from tests.support.browser import browser
from tests.support.workbooks import ONLY, Arrangement, book_with, put_puzzle
from xlnono import Board, Cell, Grid, Outcome, Puzzle, Solution, solve
from xlnono.cli import main
from xlnono.jobs.replay import Showing, replay_workbook
from xlnono.jobs.sources import Job
from xlnono.jobs.workbook import SolveResult
from xlnono.render.film import Film, Unit
from xlnono.render.looks import INK
from xlnono.render.png_gif import _Canvas

SAMPLE = Path(__file__).parents[2] / "samples" / "cat-20x20.xlsx"
DARK = tuple(bytes.fromhex(INK[1:]))
PAPER = (255, 255, 255)
TWO = Grid.from_text(
    """
    ########
    #......#
    #.#....#
    #..#...#
    #......#
    #####.##
    """
)
"""A picture whose clues leave two cells on a diagonal free to change places."""
HOSTILE = "</script><b>&\"'"


def replay(source: Path, target: Path, **settings: object) -> Solution:
    options = {name: settings.pop(name) for name in ("language", "sheet") if name in settings}
    before = source.read_bytes()
    result = replay_workbook(Job(source, target), Showing(**settings), **options)
    assert not result.errors
    assert result.written
    assert source.read_bytes() == before
    return result.puzzles[0].solution


def frames(path: Path) -> list[tuple[Image.Image, int]]:
    """The frames as they are seen, and for how many milliseconds."""
    seen = []
    with Image.open(path) as film:
        for number in range(film.n_frames):
            film.seek(number)
            seen.append((film.convert("RGB"), film.info["duration"]))
    return seen


def shown(image: Image.Image, solution: Solution) -> Board:
    """The board that a person sees: dark, with something in the middle, or empty."""
    canvas = _Canvas(solution.puzzle)
    board = Board(solution.puzzle.height, solution.puzzle.width)
    for row in range(board.height):
        for column in range(board.width):
            left, top, right, bottom = canvas.box(row, column)
            colour = image.getpixel(((left + right - 1) // 2, (top + bottom - 1) // 2))
            if colour != PAPER:
                board.fix(row, column, Cell.BLACK if colour == DARK else Cell.WHITE)
    return board


def test_a_film_shows_the_board_after_every_step(tmp_path: Path) -> None:
    solution = replay(SAMPLE, tmp_path / "cat.gif", speed=10)
    assert solution.log is not None
    seen = frames(tmp_path / "cat.gif")
    assert len(seen) == len(solution.log.visits) + 1
    for number in (0, 1, 2, len(seen) // 2, len(seen) - 1):
        assert shown(seen[number][0], solution) == solution.log.reached(number)
    assert shown(seen[-1][0], solution) == Board.of(solution.grid)
    assert {duration for _, duration in seen[:-1]} == {100}
    assert seen[-1][1] >= 2000


def test_a_film_of_cells_fixes_one_after_the_other(tmp_path: Path) -> None:
    solution = replay(book_with(tmp_path / "a.xlsx", ONLY), tmp_path / "a.gif", unit="cells")
    seen = frames(tmp_path / "a.gif")
    assert [shown(image, solution).known for image, _ in seen] == list(range(26))
    assert {duration for _, duration in seen[:-1]} == {250}


def test_a_film_too_fast_for_viewers_takes_as_long_as_asked_for(tmp_path: Path) -> None:
    solution = replay(SAMPLE, tmp_path / "cat.gif", unit="cells", speed=150)
    seen = frames(tmp_path / "cat.gif")
    assert min(duration for _, duration in seen) >= 20
    assert sum(duration for _, duration in seen[:-1]) == pytest.approx(400 / 150 * 1000, abs=25)
    assert shown(seen[-1][0], solution) == Board.of(solution.grid)


def test_the_picture_of_a_step_marks_its_cells(tmp_path: Path) -> None:
    plain, marked = tmp_path / "5.png", tmp_path / "6.png"
    replay(SAMPLE, plain, step=5)
    solution = replay(SAMPLE, marked, step=6)
    assert solution.log is not None
    image = Image.open(marked).convert("RGB")
    assert shown(image, solution) == solution.log.reached(6)
    canvas = _Canvas(solution.puzzle)
    accent = [
        (row, column)
        for row in range(20)
        for column in range(20)
        if image.getpixel(canvas.box(row, column)[:2]) not in (PAPER, DARK)
    ]
    assert accent == sorted((row, column) for row, column, _ in solution.log.visits[5].fixed)


def cells_of(
    elements: list[tuple[str | None, str | None]], height: int = 20, width: int = 20
) -> Board:
    board = Board(height, width)
    for kind, place in elements:
        if kind in ("black", "white") and place:
            row, column = map(int, place.split(","))
            board.fix(row - 1, column - 1, Cell.BLACK if kind == "black" else Cell.WHITE)
    return board


def test_a_vector_picture_has_the_cells_and_says_why(tmp_path: Path) -> None:
    solution = replay(SAMPLE, tmp_path / "cat.svg", step=20, language="ja")
    assert solution.log is not None
    root = ElementTree.parse(tmp_path / "cat.svg").getroot()
    elements = [(one.get("class"), one.get("data-cell")) for one in root.iter()]
    assert cells_of(elements) == solution.log.reached(20)
    described = root.find("{http://www.w3.org/2000/svg}desc")
    assert described is not None
    assert described.text == Film(solution, "", "ja").caption(20).sentence
    numbers = [int(one.text) for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert sum(numbers) == 2 * sum(clue.total for clue in solution.puzzle.rows)


def test_without_a_step_the_last_is_shown(tmp_path: Path) -> None:
    solution = replay(SAMPLE, tmp_path / "cat.png")
    assert shown(Image.open(tmp_path / "cat.png").convert("RGB"), solution) == solution.known


def test_marks_on_the_board_are_there_from_the_start(tmp_path: Path) -> None:
    source = SAMPLE.with_name("half-done-boat-15x15.xlsx")
    solution = replay(source, tmp_path / "boat.gif")
    assert solution.log is not None
    assert solution.log.start.known
    assert shown(frames(tmp_path / "boat.gif")[0][0], solution) == solution.log.start


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """A workbook whose puzzle has two solutions."""
    return book_with(tmp_path / "two.xlsx", TWO)


def both(solution: Solution) -> list[Board]:
    assert solution.grid is not None
    assert solution.other is not None
    return [Board.of(solution.grid), Board.of(solution.other)]


def outlined(image: Image.Image, solution: Solution) -> set[tuple[int, int]]:
    """The cells with a frame in colour."""
    canvas = _Canvas(solution.puzzle)
    cells = [(row, k) for row in range(canvas.plan.puzzle.height) for k in range(TWO.width)]
    corners = {cell: image.getpixel(canvas.box(*cell)[:2]) for cell in cells}
    return {cell for cell, colour in corners.items() if colour not in (PAPER, DARK)}


def test_a_picture_of_several_solutions_shows_two_side_by_side(two: Path, tmp_path: Path) -> None:
    solution = replay(two, tmp_path / "two.png")
    image = Image.open(tmp_path / "two.png").convert("RGB")
    width = _Canvas(solution.puzzle).image.width
    halves = [image.crop((x, 0, x + width, image.height)) for x in (0, image.width - width)]
    assert [shown(half, solution) for half in halves] == both(solution)
    one, other = both(solution)
    differing = {it[:2] for it in one.cells() if other[it[:2]] is not it[2]}
    assert [outlined(half, solution) for half in halves] == [differing] * 2
    last = replay(two, tmp_path / "last.png", step=len(solution.log.visits))
    step = Image.open(tmp_path / "last.png").convert("RGB")
    assert shown(step, last) == last.known


def test_a_vector_picture_of_several_solutions_has_both(two: Path, tmp_path: Path) -> None:
    solution = replay(two, tmp_path / "two.svg", language="ja")
    root = ElementTree.parse(tmp_path / "two.svg").getroot()
    pictures = list(root.iter("{http://www.w3.org/2000/svg}svg"))[1:]
    found = []
    for picture in pictures:
        elements = [(one.get("class"), one.get("data-cell")) for one in picture.iter()]
        found.append(cells_of(elements, TWO.height, TWO.width))
    assert found == both(solution)
    texts = [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"解1", "解2"} <= set(texts)


def test_a_film_ends_with_two_solutions(two: Path, tmp_path: Path) -> None:
    solution = replay(two, tmp_path / "two.gif")
    seen = frames(tmp_path / "two.gif")
    assert [shown(image, solution) for image, _ in seen[-3:]] == [solution.known, *both(solution)]
    assert all(duration >= 2000 for _, duration in seen[-3:])
    one, other = both(solution)
    differing = {it[:2] for it in one.cells() if other[it[:2]] is not it[2]}
    assert [outlined(image, solution) for image, _ in seen[-2:]] == [differing] * 2


def refused(source: Path, target: Path, **settings: object) -> str:
    sheet = settings.pop("sheet", None)
    result: SolveResult = replay_workbook(Job(source, target), Showing(**settings), sheet=sheet)
    (error,) = result.errors
    assert not result.written
    assert not result.puzzles
    assert error.text("ja") != error.text("en")
    return error.text()


def test_what_cannot_be_shown_is_said_and_nothing_is_written(tmp_path: Path) -> None:
    source = book_with(tmp_path / "a.xlsx", ONLY)
    assert ".gif, .html, .png or .svg" in refused(source, tmp_path / "a.mp4")
    assert "--step" in refused(source, tmp_path / "a.gif", step=1)
    assert "0 (the start) to" in refused(source, tmp_path / "a.png", step=999)
    assert "no such file or folder" in refused(source, tmp_path / "nowhere" / "a.gif")
    disguised = source.rename(tmp_path / "a.svg")
    assert "would overwrite the workbook" in refused(disguised, disguised)
    assert [path.name for path in tmp_path.iterdir()] == ["a.svg"]


def test_of_several_puzzles_one_must_be_chosen(tmp_path: Path) -> None:
    workbook = Workbook()
    for title in ("one", "two"):
        put_puzzle(workbook.create_sheet(title), ONLY, Arrangement())
    source, target = tmp_path / "a.xlsx", tmp_path / "a.svg"
    workbook.save(source)
    assert "the workbook has several puzzles (one, two): choose one with --sheet" in refused(
        source, target
    )
    assert "no sheet of this name" in refused(source, target, sheet="three")
    assert replay(source, target, sheet="two").outcome is Outcome.UNIQUE


def test_what_the_time_was_too_short_to_explain_is_the_last_scene() -> None:
    solution = solve(Puzzle.of(ONLY), explain=True)
    assert solution.log is not None
    del solution.log.steps[len(solution.log.visits[0].steps + solution.log.visits[1].steps) :]
    film = Film(solution, "", "en")
    assert film.last == 3
    assert "time ran out" in film.caption(3).sentence
    assert film.board(2).unknown == len(film.fixed(3)) > 0
    assert film.board(3) == Board.of(ONLY)


def typed(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str]:
    with pytest.raises(SystemExit) as stop:
        main([*map(str, words), "--lang", "en"])
    said = capsys.readouterr()
    return int(str(stop.value.code)), said.out + said.err


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "a.PNG"
    code, printed = typed(capsys, "replay", SAMPLE, target, "--step", 3)
    assert code == 0
    assert f"written: {target}\n" in printed
    assert Image.open(target).format == "PNG"
    several = SAMPLE.parent / "odd" / "two-solutions-die-10x10.xlsx"
    assert typed(capsys, "replay", several, tmp_path / "b.svg")[0] == 1
    assert typed(capsys, "replay", SAMPLE, tmp_path / "c.mp4")[0] == 3
    for option, value in (("--speed", "0"), ("--unit", "rows"), ("--step", "-1")):
        code, printed = typed(capsys, "replay", SAMPLE, tmp_path / "d.gif", option, value)
        assert code == 2
        assert printed.startswith("error: ")
        assert f"“{value}”: " in printed
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.PNG", "b.svg"]


@pytest.fixture(scope="module")
def window() -> Iterator[webdriver.Chrome]:
    with browser() as opened:
        yield opened


def board_in(window: webdriver.Chrome, height: int = 20, width: int = 20) -> Board:
    script = """return [...document.querySelectorAll("#board [data-cell]")].map(
        (one) => [one.getAttribute("class"), one.getAttribute("data-cell")])"""
    elements = [(kind, place) for kind, place in window.execute_script(script)]
    return cells_of(elements, height, width)


def said(window: webdriver.Chrome, name: str) -> str:
    return window.find_element(By.ID, name).text


def press(window: webdriver.Chrome, *keys: str) -> None:
    webdriver.ActionChains(window).send_keys(*keys).perform()


@pytest.fixture
def page(window: webdriver.Chrome, tmp_path: Path) -> Film:
    """The page of the sample, open in the browser."""
    solution = replay(SAMPLE, tmp_path / "cat.html")
    window.get((tmp_path / "cat.html").as_uri())
    return Film(solution, "", "en")


def test_a_page_can_show_one_deduction_at_a_time(window: webdriver.Chrome, page: Film) -> None:
    """The place in the solution stays the same, and every deduction has its own sentence."""
    singly = Film(page.solution, "", "en", singly=True)
    number = next(k for k, visit in enumerate(page.visits, 1) if len(visit.steps) > 1)
    press(window, *[Keys.ARROW_RIGHT] * number)
    box = window.find_element(By.ID, "singly")
    box.click()
    done = page.deductions(number)
    assert board_in(window) == page.board(number)
    assert said(window, "sentence") == singly.caption(done).sentence
    window.find_element(By.ID, "back").click()
    assert board_in(window) == page.log.position(done - 1)
    assert said(window, "heading") == singly.caption(done - 1).heading
    box.click()
    assert board_in(window) == page.board(number)
    press(window, Keys.END)
    box.click()
    assert board_in(window) == page.solution.known
    assert said(window, "heading") == singly.caption(singly.last).heading


def test_a_page_is_stepped_through(window: webdriver.Chrome, page: Film) -> None:
    assert board_in(window) == page.log.start
    window.find_element(By.ID, "forward").click()
    press(window, *[Keys.ARROW_RIGHT] * 6, Keys.ARROW_LEFT)
    assert board_in(window) == page.board(6)
    caption = page.caption(6)
    assert said(window, "heading") == caption.heading
    assert said(window, "how") == f"{caption.technique} · {caption.line}"
    assert said(window, "sentence") == caption.sentence
    outlined = window.find_elements(By.CSS_SELECTOR, "#board .outlines > *")
    assert len(outlined) == len(page.fixed(6))
    press(window, Keys.END)
    assert board_in(window) == page.solution.known
    window.find_element(By.ID, "back").click()
    assert board_in(window) == page.board(page.last - 1)
    press(window, Keys.HOME)
    assert board_in(window) == page.log.start
    slider = window.find_element(By.ID, "place")
    slider.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert board_in(window) == page.board(2)
    assert slider.get_attribute("value") == "2"
    assert not window.get_log("browser")


def highlighted(window: webdriver.Chrome) -> dict[str, set[tuple[int, int]]]:
    """The cells that a person sees in each colour, by the class of its shape."""
    script = """
        const film = JSON.parse(document.getElementById("data").textContent);
        const parts = "#board .ranges > *, #board .relied > rect, #board .outlines > *";
        return [...document.querySelectorAll(parts)].map((one) => [
            one.getAttribute("class"),
            Math.floor((one.getAttribute("y") - film.top) / film.cell),
            Math.floor((one.getAttribute("x") - film.left) / film.cell)])"""
    found: dict[str, set[tuple[int, int]]] = {}
    for kind, row, column in window.execute_script(script):
        found.setdefault(kind, set()).add((row, column))
    return found


@pytest.fixture
def umbrella(window: webdriver.Chrome, tmp_path: Path) -> Film:
    """The page of a sample with a contradiction, open in the browser."""
    source = SAMPLE.with_name("contradiction-umbrella-12x11.xlsx")
    solution = replay(source, tmp_path / "umbrella.html", language="en")
    window.get((tmp_path / "umbrella.html").as_uri())
    return Film(solution, "", "en")


@pytest.mark.parametrize("singly", [False, True])
def test_a_page_goes_through_a_contradiction_link_by_link(
    window: webdriver.Chrome, umbrella: Film, singly: bool
) -> None:
    film = Film(umbrella.solution, "", "en", singly=singly)
    if singly:
        window.find_element(By.ID, "singly").click()
    number = next(k for k, visit in enumerate(film.visits, 1) if visit.line is None)
    press(window, *[Keys.ARROW_RIGHT] * (number - 1))
    branch = film.visits[number - 1].steps[0].branches[0]
    supposed: set[tuple[int, int]] = set()
    for link in film.links(number):
        press(window, Keys.ARROW_RIGHT)
        assert board_in(window, 12, 11) == film.board(number - 1)
        assert said(window, "sentence") == link.said
        supposed |= {(row, column) for row, column, _ in link.fixed}
        seen = highlighted(window)
        shown = [cells for kind, cells in seen.items() if re.match("(assumed|follows)-", kind)]
        assert set().union(*shown) == supposed
        assert seen.get("is-new", set()) == {(row, column) for row, column, _ in link.fixed}
    ((row, column, cell),) = branch.assumed
    kind = "assumed-black" if cell is Cell.BLACK else "assumed-white"
    assert seen[kind] == {(row, column)}
    wrong = {one[:2] for one in branch.impossible.evidence}
    kinds = ("impossible-black", "impossible-white", "is-impossible")
    assert set().union(*(seen.get(kind, set()) for kind in kinds)) == wrong
    press(window, Keys.ARROW_RIGHT)
    assert board_in(window, 12, 11) == film.board(number)
    assert said(window, "sentence") == film.caption(number).sentence
    assert highlighted(window) == {"new": {(row, column)}}
    assert not window.get_log("browser")


def test_a_page_marks_what_a_step_relies_on(window: webdriver.Chrome, umbrella: Film) -> None:
    number = next(
        k for k, visit in enumerate(umbrella.visits, 1) if visit.ranges and len(visit.evidence) > 3
    )
    press(window, *[Keys.ARROW_RIGHT] * number)
    seen = highlighted(window)
    known = seen.get("evidence-black", set()), seen.get("evidence-white", set())
    for colour, cells in zip((Cell.BLACK, Cell.WHITE), known, strict=True):
        assert all(umbrella.solution.known[cell] is colour for cell in cells)
    assert set().union(*known) == umbrella.visits[number - 1].evidence
    assert seen["range"] == umbrella.visits[number - 1].ranges


@pytest.mark.parametrize(
    ("typed_in", "step"), [("500", -1), ("-3", 0), ("7.4", 7), ("", 0), ("34", 34), ("1e9", -1)]
)
def test_a_page_goes_to_the_nearest_step(
    window: webdriver.Chrome, umbrella: Film, typed_in: str, step: int
) -> None:
    step = len(umbrella.visits) if step < 0 else step
    box = window.find_element(By.ID, "number")
    press(window, Keys.ARROW_RIGHT)
    box.clear()
    box.send_keys(typed_in, Keys.ENTER)
    assert board_in(window, 12, 11) == umbrella.board(step)
    assert said(window, "heading") == umbrella.caption(step).heading
    assert box.get_attribute("value") == str(step)


def test_a_page_shows_two_solutions_beside_each_other(
    window: webdriver.Chrome, two: Path, tmp_path: Path
) -> None:
    solution = replay(two, tmp_path / "two.html")
    window.get((tmp_path / "two.html").as_uri())
    figures = window.find_elements(By.CSS_SELECTOR, "#solutions figure")
    script = """return [...arguments[0].querySelectorAll("[data-cell]")].map(
        (one) => [one.getAttribute("class"), one.getAttribute("data-cell")])"""
    found = [
        cells_of(window.execute_script(script, figure), TWO.height, TWO.width) for figure in figures
    ]
    assert found == both(solution)
    assert [figure.text.split("\n")[0] for figure in figures] == ["Solution 1", "Solution 2"]
    first, second = (figure.rect for figure in figures)
    assert first["x"] + first["width"] <= second["x"]
    assert first["y"] == second["y"]
    assert len(window.find_elements(By.CSS_SELECTOR, "#solutions .new")) == 8
    # The board that is stepped through is not one of these.
    press(window, Keys.END)
    outlines = window.find_elements(By.CSS_SELECTOR, "#board .outlines > *")
    assert solution.log is not None
    assert len(outlines) == len(solution.log.visits[-1].fixed)
    assert not window.get_log("browser")


def number_in(window: webdriver.Chrome) -> int:
    return int(window.find_element(By.ID, "place").get_attribute("value") or 0)


CLOCK = """
let now = 0, last = 0;
const due = new Map();
window.setTimeout = (work, wait) => (due.set(++last, [now + wait, work]), last);
window.clearTimeout = (id) => due.delete(id);
window.pass = (seconds) => {
    const end = now + 1000 * seconds;
    for (;;) {
        const next = [...due].filter((each) => each[1][0] <= end);
        if (next.length === 0) break;
        const [id, [time, work]] = next.sort((a, b) => a[1][0] - b[1][0])[0];
        due.delete(id);
        now = time;
        work();
    }
    now = end;
};
"""
"""A clock that only moves on request, so that a busy machine cannot make it late."""


def test_a_page_plays_and_pauses(window: webdriver.Chrome, page: Film) -> None:
    window.execute_script(CLOCK)

    def let_pass(seconds: float) -> None:
        window.execute_script("window.pass(arguments[0])", seconds)

    speed = float(window.find_element(By.ID, "speed").get_attribute("value") or 0)
    press(window, " ")
    assert said(window, "play") == "Pause"
    let_pass(3.5 / speed)
    press(window, " ")
    assert number_in(window) == 3
    assert said(window, "play") == "Play"
    let_pass(60)
    assert number_in(window) == 3
    assert board_in(window) == page.board(3)
    fastest = window.find_element(By.CSS_SELECTOR, "#speed option:last-child")
    fastest.click()
    window.find_element(By.ID, "play").click()
    let_pass(10.5 / float(fastest.get_attribute("value") or 0))
    # With the button in focus the space bar presses it, once.
    press(window, " ")
    assert said(window, "play") == "Play"
    assert number_in(window) == 13
    press(window, Keys.END, Keys.ARROW_LEFT)
    window.find_element(By.ID, "play").click()
    let_pass(60)
    assert said(window, "play") == "Play"
    assert board_in(window) == page.solution.known


def test_every_control_has_a_name_and_a_phone_is_wide_enough(
    window: webdriver.Chrome, page: Film
) -> None:
    for control in window.find_elements(By.CSS_SELECTOR, "button, select, input"):
        assert control.accessible_name
    metrics = {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True}
    window.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        assert window.execute_script("return document.documentElement.scrollWidth") == 360
    finally:
        window.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_names_cannot_break_out_of_the_page(window: webdriver.Chrome, tmp_path: Path) -> None:
    title = HOSTILE.replace("/", "").replace("'", "")
    source = book_with(tmp_path / "{{data}} & <i>.xlsx", ONLY, title=title)
    replay(source, tmp_path / "a.html", language="ja")
    window.get((tmp_path / "a.html").as_uri())
    assert window.find_element(By.TAG_NAME, "h1").text == f"{{{{data}}}} & <i> – {title}"
    press(window, Keys.END)
    assert said(window, "heading").startswith("手順")
    assert not window.get_log("browser")


@pytest.mark.parametrize(("unit", "one"), [("steps", "step"), ("cells", "cell")])
def test_a_page_can_play_one_step_or_cell_per_second(tmp_path: Path, unit: Unit, one: str) -> None:
    path = book_with(tmp_path / "one.xlsx", ONLY)
    replay_workbook(Job(path, tmp_path / "one.html"), Showing(2.0, unit))
    page = (tmp_path / "one.html").read_text("utf-8")
    assert f">1 {one} per second<" in page
    assert f">2 {unit} per second<" in page


def test_a_page_needs_nothing_from_elsewhere(tmp_path: Path) -> None:
    replay(SAMPLE, tmp_path / "cat.html")
    text = (tmp_path / "cat.html").read_text(encoding="utf-8")
    # A link that a reader may follow loads nothing.
    text, followed = re.subn(r'<a href="https://[^"]+/solve\.html" target="_blank"', "", text)
    assert followed == 1
    links = re.findall(r"(?:https?:)?//[\w.]+[\w/.]*", text)
    assert set(links) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\b(?:src|href)=|@import|url\(", text)


@pytest.mark.parametrize("ending", ["gif", "png"])
def test_drawing_tells_how_far_it_is(tmp_path: Path, ending: str) -> None:
    reported: list[int] = []
    job = Job(SAMPLE, tmp_path / f"cat.{ending}")
    result = replay_workbook(job, drawing=lambda read, drawn: reported.append(drawn))
    assert result.written
    assert reported == sorted(reported)
    assert reported[-1] <= 400
    if ending == "gif":
        log = result.puzzles[0].solution.log
        assert log is not None
        assert len(reported) == len(log.visits) > 50
        assert reported[-1] == 400


@pytest.mark.parametrize("ending", ["gif", "png"])
@pytest.mark.parametrize("before", [None, b"an older film"])
def test_drawing_that_is_stopped_leaves_no_part_of_a_file(
    tmp_path: Path, ending: str, before: bytes | None
) -> None:
    target = tmp_path / f"cat.{ending}"
    if before is not None:
        target.write_bytes(before)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        replay_workbook(Job(SAMPLE, target), drawing=stop)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == (
        {} if before is None else {target: before}
    )
