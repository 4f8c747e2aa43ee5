"""Books of puzzles, as pages and as workbooks, and the pictures of `show`."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

import pytest
from lxml import html
from openpyxl import load_workbook
from PIL import Image

from tests.support.command_line import Run, english_command_line
from tests.support.workbooks import AMBIGUOUS, ONLY, book_with
from xlnono import Puzzle
from xlnono.formats.puzzle_file import About, PuzzleFile
from xlnono.formats.registry import written_as
from xlnono.model.board import Grid

DONE, NOT_UNIQUE, USAGE, FAILED = 0, 1, 2, 3
RULE, PAPER, INK = "d9d9d9", "ffffff", "262626"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return english_command_line(capsys, monkeypatch)


def puzzle_file(path: Path, grid: Grid, **about: str) -> Path:
    form = written_as(".non")
    assert form is not None
    assert form.write is not None
    path.write_bytes(form.write(PuzzleFile(Puzzle.of(grid), About(**about))))
    return path


def checkers(height: int, width: int) -> Grid:
    """A picture with the longest possible clues."""
    cells = [[(row + column) % 2 == 0 for column in range(width)] for row in range(height)]
    return Grid.from_cells(cells)


@pytest.fixture
def sources(tmp_path: Path) -> list[Path]:
    return [
        puzzle_file(
            tmp_path / "a.non", ONLY, title="Ring & <b>co</b>", author="Ada", licence="CC0"
        ),
        book_with(tmp_path / "b.xlsx", ONLY),
        puzzle_file(tmp_path / "c.non", Grid.from_text("#.\n.#"), title="<r>two</r>"),
    ]


def pages_of(path: Path) -> list[html.HtmlElement]:
    return html.fromstring(path.read_bytes()).findall(".//section")


def numbers(element: html.HtmlElement) -> list[str]:
    return [text.text for text in element.iter("text")]


def test_a_page_has_contents_puzzles_and_answers(
    run: Run, sources: list[Path], tmp_path: Path
) -> None:
    out = tmp_path / "book.html"
    said = run("book", *sources, out, "--title", "Three <puzzles>")
    assert said.code == NOT_UNIQUE
    assert said.out == f"{out}: a book of 3 puzzles\n"
    contents, puzzles, answers = pages_of(out)
    assert contents.find(".//h1").text == "Three <puzzles>"
    rows = [[cell.text_content() for cell in row.iter("td")] for row in contents.find(".//tbody")]
    assert rows == [
        ["1", "Ring & <b>co</b>", "5 × 5", "easy, 1.0", "2", "3"],
        ["2", "b", "5 × 5", "easy, 1.0", "2", "3"],
        ["3", "<r>two</r>", "2 × 2", "more than one solution", "2", "3"],
    ]
    assert "5 × 5 · easy, 1.0 · by Ada · CC0" in puzzles.text_content()
    assert "grey cells" in answers.text_content()
    figures = puzzles.findall(".//figure")
    rows, columns = ONLY.row_clues(), ONLY.column_clues()
    blocks = sorted(str(block) for clue in (*rows, *columns) for block in clue)
    assert sorted(numbers(figures[0])) == blocks
    assert not any(path.get("d") for path in puzzles.findall(".//path[@class='black']"))
    assert answers.find(".//path[@class='black']").get("d")
    assert re.search(r"https?://(?!www\.w3\.org/2000/svg)", out.read_text("utf-8")) is None


@pytest.mark.parametrize(("paper", "width", "height"), [("a4", 210, 297), ("letter", 215.9, 279.4)])
def test_every_puzzle_fits_on_its_page(
    run: Run, tmp_path: Path, paper: str, width: float, height: float
) -> None:
    for name, size in {"square": (60, 60), "wide": (10, 60), "high": (60, 10)}.items():
        puzzle_file(tmp_path / f"{name}.non", checkers(*size), title=name)
    out = tmp_path / "book.html"
    run("book", tmp_path, out, "--paper", paper, "--seconds", 1, "--lang", "ja")
    shown = dict.fromkeys(("square", "wide", "high"), 0)
    for page in pages_of(out):
        turned = "wide" in page.get("class").split()
        room = (height, width) if turned else (width, height)
        for figure in page.iter("figure"):
            picture = figure.find("svg")
            used = [float(picture.get(side).removesuffix("mm")) for side in ("width", "height")]
            assert used[0] < room[0] - 23.9
            assert used[1] < room[1] - 31.9
            title = figure.find(".//b").text.split(". ")[1]
            shown[title] += 1
            if numbers(figure):
                assert turned is (title == "wide")
                _, _, left, top = picture.get("viewbox").split()
                assert all(
                    0 < float(text.get("x")) < float(left) and 0 < float(text.get("y")) < float(top)
                    for text in figure.iter("text")
                )
    assert set(shown.values()) == {2}


def test_several_small_puzzles_share_a_page(run: Run, tmp_path: Path) -> None:
    for number in range(5):
        puzzle_file(tmp_path / f"{number}.non", ONLY, title=str(number))
    counts = {}
    for most in (None, 1, 2, 4, 6):
        out = tmp_path / f"{most}.html"
        run("book", *sorted(tmp_path.glob("*.non")), out, *(["--per-page", most] if most else []))
        pages = [page for page in pages_of(out) if numbers(page)]
        counts[most] = [len(page.findall(".//figure")) for page in pages]
    assert counts == {None: [4, 1], 1: [1] * 5, 2: [2, 2, 1], 4: [4, 1], 6: [5]}


def test_what_cannot_be_read_is_named_and_left_out(
    run: Run, sources: list[Path], tmp_path: Path
) -> None:
    bad = tmp_path / "bad.non"
    bad.write_text("rubbish")
    impossible = tmp_path / "impossible.json"
    impossible.write_text('{"rows": [[1], [2], [1]], "columns": [[1, 1], [], [2]]}')
    out = tmp_path / "book.html"
    said = run("book", bad, impossible, tmp_path / "missing.non", sources[0], out)
    assert said.code == FAILED
    assert len(pages_of(out)) == 3
    for path in (bad, impossible, tmp_path / "missing.non"):
        assert f"error: {path}" in said.error
    assert "has no solution" in said.error
    assert "3 errors: see above" in said.error
    nothing = tmp_path / "nothing.html"
    assert run("book", bad, nothing).code == FAILED
    assert not nothing.exists()


@pytest.mark.parametrize("name", ["book.html", "book.xlsx"])
def test_a_book_never_replaces_a_file(
    run: Run, sources: list[Path], tmp_path: Path, name: str
) -> None:
    out = tmp_path / name
    out.write_text("mine")
    said = run("book", sources[0], out)
    assert said.code == FAILED
    assert "already exists" in said.error
    assert out.read_text() == "mine"
    assert "unknown format" in run("book", sources[0], tmp_path / "book.doc").error


def test_a_workbook_has_an_index_that_links_and_counts(
    run: Run, sources: list[Path], tmp_path: Path
) -> None:
    out = tmp_path / "book.xlsx"
    odd = puzzle_file(tmp_path / "d.non", ONLY, title="What's [this]: a/b? " + "long " * 9)
    run("book", *sources, odd, out, "--paper", "letter")
    book = load_workbook(out)
    index = book["Index"]
    assert book.sheetnames[0] == "Index"
    assert book.sheetnames[-1] == "Answers"
    assert book.sheetnames[1:4] == ["1 Ring & <b>co< b>", "2 b", "3 <r>two< r>"]
    rows = [[cell.value for cell in row[:5]] for row in index.iter_rows(5, 8)]
    assert rows[0][:4] == [1, "Ring & <b>co</b>", "5 × 5", "easy, 1.0"]
    assert rows[2][1].strip() == "<r>two</r>"
    links = [index.cell(row, 2).hyperlink.location for row in range(5, 9)]
    assert links == [f"'{name}'!$A$1" for name in book.sheetnames[1:5]]
    assert len(index._images) == 4
    assert len(book["Answers"]._images) == 4
    stored = load_workbook(out, data_only=True)["Index"]
    assert [cell.value for cell in stored[5]][5:9] == ["0/25", 0, 10, 0]
    assert stored["A3"].value == "Solved: 0 of 4 puzzles"
    said = run("check", out)
    assert said.out.count("exactly one solution") == 3
    assert "Index" not in said.out + said.error


def test_titles_with_emoji_are_short_enough_for_excel(run: Run, tmp_path: Path) -> None:
    puzzle_file(tmp_path / "a.non", ONLY, title="🐌 A very long title of a snail")
    assert run("book", tmp_path / "a.non", tmp_path / "book.xlsx").code == DONE
    titles = load_workbook(tmp_path / "book.xlsx").sheetnames
    assert titles[1].startswith("1 🐌 A very long")
    assert max(len(name.encode("utf-16-le")) for name in titles) <= 2 * 31


@pytest.mark.parametrize("form", ["svg", "png", "html"])
def test_show_makes_a_picture(run: Run, tmp_path: Path, form: str) -> None:
    source = puzzle_file(tmp_path / "a.non", ONLY, title="Ring")
    for blank in (False, True):
        out = tmp_path / f"{blank}.{form}"
        said = run("show", source, "--out", out, *(["--blank"] if blank else []))
        assert said == (DONE, f"written: {out}\n", "")
        content = out.read_bytes()
        if form == "png":
            image = Image.open(BytesIO(content)).convert("L")
            dark = sum(image.histogram()[:64]) / (image.width * image.height)
            assert (dark > 0.15) is not blank
        else:
            assert (b'class="black"' in content) is not blank
    assert run("show", source, "--out", out).code == FAILED
    assert out.read_bytes() == content


def test_show_writes_one_picture_to_standard_output(run: Run, tmp_path: Path) -> None:
    source = puzzle_file(tmp_path / "a.non", ONLY, title="Ring")
    other = book_with(tmp_path / "b.xlsx", AMBIGUOUS[0])
    said = run("show", source, "--as", "svg")
    assert said.code == DONE
    assert said.out.startswith("<?xml")
    said = run("show", source, other, "--as", "svg", "--seconds", 5)
    assert said.code == FAILED
    assert "several puzzles" in said.error
    said = run("show", source, other, "--out", tmp_path / "both.svg")
    assert said.code == NOT_UNIQUE
    assert (tmp_path / "both-1.svg").exists()
    grey = (tmp_path / "both-2.svg").read_text()
    assert re.search(r'class="open" d="M', grey)
    assert run("show", source, "--blank").code == USAGE
