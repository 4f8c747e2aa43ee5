"""Puzzle files: every format keeps a puzzle, and no content makes a reader fail in another way."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.strategies import examples, grids
from xlnono import Grid, InvalidPuzzle, Puzzle, XlnonoError
from xlnono.formats.puzzle_file import About, PuzzleFile
from xlnono.formats.registry import FORMATS, Format, formats_of, read

written = pytest.mark.parametrize(
    "form", [each for each in FORMATS if each.write is not None], ids=lambda each: each.name.en
)
every = pytest.mark.parametrize("form", FORMATS, ids=lambda each: each.name.en)

CAT = PuzzleFile(
    Puzzle.of(Grid.from_text("#..# #### #.## .##.")),
    About(
        title='Cat & “mouse” <"quoted"> 猫',
        author="A. Nyone <a@example.org>",
        copyright="© 2026 A. Nyone",
        licence="CC-BY-4.0",
        source="drawn for a test #1",
        description="A cat, seen from the front",
    ),
    Grid.from_text("#..# #### #.## .##."),
)


def ending_of(form: Format) -> str:
    """The usual ending, or that of texts."""
    return form.suffixes[0] if form.suffixes else ".txt"


def written_by(form: Format, found: PuzzleFile) -> bytes:
    assert form.write is not None
    return form.write(found)


@written
@given(grid=grids())
@examples(40)
def test_a_puzzle_that_is_written_is_read_again(form: Format, grid: Grid) -> None:
    content = written_by(form, PuzzleFile(Puzzle.of(grid), goal=grid))
    (found,) = read(content, ending_of(form))
    assert found.puzzle == Puzzle.of(grid)
    assert found.goal in (grid, None)


@written
@given(grid=grids())
@examples(20)
def test_the_content_shows_the_format_whatever_the_name_is(form: Format, grid: Grid) -> None:
    content = written_by(form, PuzzleFile(Puzzle.of(grid), goal=grid))
    assert [each.puzzle for each in read(content)] == [Puzzle.of(grid)]


@every
@given(content=st.binary(max_size=200))
@examples(60)
def test_any_bytes_give_a_puzzle_or_an_error_of_ours(form: Format, content: bytes) -> None:
    for suffix in ("", ending_of(form)):
        found: list[object] = []
        try:
            found += read(content, suffix)
        except XlnonoError as error:
            found += [error.text("en"), error.text("ja")]
        assert found
        assert all(found)


@written
@given(data=st.data())
@examples(60)
def test_a_damaged_file_gives_a_puzzle_or_an_error_of_ours(
    form: Format, data: st.DataObject
) -> None:
    content = bytearray(written_by(form, CAT))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(content)))
        end = place + data.draw(st.integers(0, 3))
        content[place:end] = data.draw(
            st.sampled_from((b"", b"\n", b"0", b"7", b"99999", b"-1", b'"', b",", b"\xff", b"a"))
        )
    found: list[object] = []
    try:
        found += read(bytes(content), ending_of(form))
    except XlnonoError as error:
        found += [error.text("en"), error.text("ja")]
    assert found
    assert all(found)


def test_an_empty_file_is_an_error() -> None:
    with pytest.raises(XlnonoError, match="empty"):
        read(b" \n", ".non")


def test_other_content_is_in_no_format() -> None:
    assert formats_of(b"Hello,\nhow are you?\n") == []
    with pytest.raises(XlnonoError) as raised:
        read(b"Hello,\nhow are you?\n")
    assert raised.value.code == "not-a-workbook"


class TestNon:
    TEXT = (
        'catalogue "none #1"\ntitle "T"\nby "B"\nwidth 3\nheight 2\n\n'
        'rows\n{rows}\n\ncolumns\n1\n2\n0\n\ngoal "{goal}"\n'
    )

    def only(self, rows: str = "1\n2", goal: str = "010110") -> PuzzleFile:
        (found,) = read(self.TEXT.format(rows=rows, goal=goal).encode(), ".non")
        return found

    def test_everything_that_is_said_is_kept(self) -> None:
        (form,) = (each for each in FORMATS if ".non" in each.suffixes)
        assert read(written_by(form, CAT)) == [CAT]

    def test_blank_lines_are_empty_clues_if_the_size_demands_it(self) -> None:
        text = "height 3\nwidth 2\nrows\n1\n\n2\n\ncolumns\n1,1\n1\n"
        (found,) = read(text.encode())
        assert [list(clue) for clue in found.puzzle.rows] == [[1], [], [2]]

    def test_blank_lines_between_clues_are_skipped(self) -> None:
        assert self.only(rows="1\n\n2").puzzle.rows == self.only().puzzle.rows

    def test_letters_of_html_are_read(self) -> None:
        text = 'copyright "&copy; N.N."\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n'
        assert read(text.encode())[0].about.copyright == "© N.N."

    def test_a_bundle_has_several_puzzles(self) -> None:
        one = "width 1\nheight 1\nrows\n1\ncolumns\n1\n"
        assert len(read(f"{one}====\n{one}".encode())) == 2

    @pytest.mark.parametrize(
        ("rows", "goal", "line", "code"),
        [
            ("1\n2\n1", "010110", 7, "malformed-puzzle-file"),
            ("1\n2 -1", "010110", 9, "malformed-puzzle-file"),
            ("1\n3 1", "010110", 9, "clue-too-long"),
            ("1\n2a", "010110", 9, "unsupported-puzzle"),
            ("1\n?", "010110", 9, "unsupported-puzzle"),
            ("l\n2", "010110", 8, "malformed-puzzle-file"),
            ("l 1\n2", "010110", 8, "malformed-puzzle-file"),
            ("1\n2", "01011", 16, "malformed-puzzle-file"),
            ("1\n2", "0a0bb0", 16, "unsupported-puzzle"),
            ("1\n2", "100110", 16, "goal-misfit"),
        ],
    )
    def test_a_mistake_is_reported_with_its_line(
        self, rows: str, goal: str, line: int, code: str
    ) -> None:
        with pytest.raises(XlnonoError) as raised:
            self.only(rows, goal)
        (error,) = raised.value.single()
        assert (error.code, error.place.line) == (code, line)

    def test_all_clues_that_are_wrong_are_reported_with_their_lines(self) -> None:
        with pytest.raises(InvalidPuzzle) as raised:
            self.only(rows="4\n3 1")
        assert [defect.place.line for defect in raised.value.defects] == [8, 9]

    def test_coloured_puzzles_are_named(self) -> None:
        with pytest.raises(XlnonoError, match="line 1, character 1: this is a coloured puzzle"):
            read(b"color a #ff0000\nwidth 1\nheight 1\nrows\n1a\ncolumns\n1a\n")
