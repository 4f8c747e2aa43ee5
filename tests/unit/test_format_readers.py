"""What each reader of puzzle files understands, and the place and text of its errors."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from PIL import Image

from xlnono import Grid, Puzzle, XlnonoError
from xlnono.formats.puzzle_file import About, PuzzleFile
from xlnono.formats.registry import read, written_as

PUZZLE = Puzzle.of(Grid.from_text("##. ..# #.#"))
"""Rows 2 | 1 | 1 1, columns 1 1 | 1 | 2."""


def only(text: str, suffix: str = "") -> PuzzleFile:
    (found,) = read(text.encode(), suffix)
    return found


def said_of(text: str, suffix: str = "") -> tuple[str, int | None, int | None]:
    """Code, line and character of the error."""
    with pytest.raises(XlnonoError) as raised:
        read(text.encode(), suffix)
    error = raised.value.single()[0]
    assert error.text("ja")
    return error.code, error.place.line, error.place.character


MALFORMED, UNSUPPORTED = "malformed-puzzle-file", "unsupported-puzzle"

SAID = About("Cat", "A. Nyone", "© 2026", "CC-BY-4.0", "a book #3", "From the front")


@pytest.mark.parametrize("ending", [".non", ".xml", ".json", ".png", ".pbm"])
def test_what_is_said_about_a_puzzle_survives(ending: str) -> None:
    form = written_as(ending)
    assert form is not None
    assert form.write is not None
    grid = Grid.from_text("##. ..# #.#")
    others = [] if form.only_picture else [PuzzleFile(PUZZLE)]
    for found in (PuzzleFile(PUZZLE, SAID, grid), *others):
        assert read(form.write(found)) == [found]


class TestWebpbn:
    TEXT = (
        '<?xml version="1.0"?>\n<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">\n'
        '<puzzleset>\n<puzzle type="{kind}" defaultcolor="black">\n'
        "<title>P&eacute;&amp;&eacute;</title>\n<source>webpbn.com</source><id>#1</id>\n"
        '<color name="red" char="r">f00</color>\n<color name="black" char="X">000</color>\n'
        '<clues type="columns"><line><count>1</count></line><line><count>1</count></line></clues>\n'
        '<clues type="rows">{rows}</clues>\n'
        '<solution type="goal"><image>\n{image}\n</image></solution>\n</puzzle></puzzleset>\n'
    )

    def text(
        self,
        rows: str = "<line><count>1</count><count>1</count></line>",
        image: str = "|X.X|",
        kind: str = "grid",
    ) -> str:
        text = self.TEXT.replace(
            "<line><count>1</count></line><line><count>1</count></line></clues>",
            "<line><count>1</count></line><line/><line><count>1</count></line></clues>",
        )
        return text.format(rows=rows, image=image, kind=kind)

    def test_clues_title_number_and_picture_are_read(self) -> None:
        found = only(self.text())
        assert found.puzzle == Puzzle([[1, 1]], [[1], [], [1]])
        assert found.goal == Grid.from_text("#.#")
        assert found.about == About(title="Pé&é", source="webpbn.com #1")

    def test_a_picture_alone_is_a_puzzle(self) -> None:
        text = (
            '<puzzleset><puzzle><solution type="goal"><image>|X.||XX|</image></solution>'
            "</puzzle></puzzleset>"
        )
        assert only(text).goal == Grid.from_text("#. ##")

    @pytest.mark.parametrize(
        ("rows", "image", "kind", "error"),
        [
            ('<line><count color="red">1</count></line>', "|X.X|", "grid", (UNSUPPORTED, 10, 26)),
            ("<line><count>0</count></line>", "|X.X|", "grid", (UNSUPPORTED, 10, 26)),
            ("<line><count>a</count></line>", "|X.X|", "grid", (MALFORMED, 10, 26)),
            ("<line><count>4</count></line>", "|X.X|", "grid", ("clue-too-long", 10, 20)),
            ("<line><count>1</line>", "|X.X|", "grid", (MALFORMED, 10, 36)),
            (
                "<line><count>1</count><count>1</count></line>",
                "|XX.|",
                "grid",
                ("goal-misfit", 11, 23),
            ),
            (
                "<line><count>1</count><count>1</count></line>",
                "|rX.|",
                "grid",
                (UNSUPPORTED, 11, 23),
            ),
            ("<line><count>1</count><count>1</count></line>", "|?X.|", "grid", (MALFORMED, 11, 23)),
            (
                "<line><count>1</count><count>1</count></line>",
                "|X.X|\n|X|",
                "grid",
                (MALFORMED, 11, 23),
            ),
            ("<line><count>1</count></line>", "|X.X|", "triddler", (UNSUPPORTED, 4, 1)),
        ],
    )
    def test_a_mistake_is_reported_with_its_place(
        self, rows: str, image: str, kind: str, error: tuple[str, int, int]
    ) -> None:
        assert said_of(self.text(rows, image, kind)) == error

    def test_entities_cannot_be_declared(self) -> None:
        text = '<!DOCTYPE a [\n<!ENTITY b "bbbb">\n]>\n<puzzleset><puzzle/></puzzleset>'
        assert said_of(text)[:2] == (MALFORMED, 2)

    def test_nothing_outside_the_file_is_read(self) -> None:
        text = '<!DOCTYPE a [\n<!ENTITY b SYSTEM "file:///etc/passwd">\n]>\n<puzzleset/>'
        assert said_of(text)[:2] == (MALFORMED, 2)


class TestHint:
    TEXT = "[ColHints]\n1,1\n1\n2\n[RowHints]\n2\n1\n1,1\n"

    def test_columns_come_first(self) -> None:
        assert only(self.TEXT).puzzle == PUZZLE

    def test_blank_lines_are_empty_clues(self) -> None:
        found = only("[ColHints]\n\n1\n\n[RowHints]\n1\n")
        assert found.puzzle == Puzzle([[1]], [[], [1], []])

    @pytest.mark.parametrize(
        ("text", "error"),
        [
            ("1\n[ColHints]\n1\n[RowHints]\n1\n", (MALFORMED, 1, 1)),
            ("[ColHints]\n1\n[ColHints]\n1\n", (MALFORMED, 3, 1)),
            ("[ColHints]\n1,x\n[RowHints]\n1\n", (MALFORMED, 2, 3)),
            ("[ColHints]\n1\n[RowHints]\n2\n", ("clue-too-long", 4, 1)),
        ],
    )
    def test_a_mistake_is_reported_with_its_place(
        self, text: str, error: tuple[str, int, int]
    ) -> None:
        assert said_of(text) == error


class TestJson:
    def test_a_list_has_several_puzzles(self) -> None:
        one = {"rows": [[1]], "columns": [1]}
        assert len(read(json.dumps([one, one]).encode())) == 2

    @pytest.mark.parametrize(
        ("text", "error"),
        [
            ('{"rows": [[1]],\n"columns": [[1}', (MALFORMED, 2, 15)),
            ('{"rows": [[1]],\n"columns": [["?"]]}', (UNSUPPORTED, 2, 1)),
            ('{"rows": [[1]],\n"columns": [[1.5]]}', (MALFORMED, 2, 1)),
            ('{"rows": [[1]],\n"columns": 1}', (MALFORMED, 2, 1)),
            ('{"rows": [[1]],\n"columns": [[2]]}', ("clue-too-long", 2, 1)),
            ('{"rows": [[1]], "columns": [[1]],\n"goal": ["."]}', ("goal-misfit", 2, 1)),
            ('{"rows": [[1]], "columns": [[1]],\n"goal": ["x"]}', (MALFORMED, 2, 1)),
            ('{"rows": [[1]], "columns": [[1]],\n"colors": ["red"]}', (UNSUPPORTED, 2, 1)),
            ('{"rows": ' + "[" * 100_000, (MALFORMED, 1, 1)),
            ('{"rows": [[' + "9" * 5000 + "]]}", (MALFORMED, 1, 1)),
        ],
    )
    def test_a_mistake_is_reported_with_its_place(
        self, text: str, error: tuple[str, int, int]
    ) -> None:
        assert said_of(text, ".json") == error

    @pytest.mark.parametrize(
        ("block", "shown"), [("true", "true"), ("1.5", "1.5"), ("12345678901", "12345678901")]
    )
    def test_what_is_not_a_block_is_shown(self, block: str, shown: str) -> None:
        with pytest.raises(XlnonoError, match=f"clue 1 of “rows” has “{shown}” instead"):
            read(f'{{"rows": [[{block}]], "columns": [[1]]}}'.encode())

    @pytest.mark.parametrize("ending", [".non", ".xml", ".json", ".png", ".pbm"])
    def test_half_a_character_in_a_title_can_be_written(self, ending: str) -> None:
        (found,) = read(b'{"goal": ["#"], "title": "\\ud800 cat \\ud83d\\udc31"}')
        (again,) = read(written_as(ending).write(found), ending)
        assert again.about.title == "? cat 🐱"


class TestGameId:
    def test_columns_come_first(self) -> None:
        assert only("3x3:1.1/1/2/2/1/1.1").puzzle == PUZZLE
        assert only("3:1.1/1/2/2/1/1.1\n").puzzle == PUZZLE

    def test_nothing_between_the_signs_is_an_empty_clue(self) -> None:
        assert only("2x1:/1/1").puzzle == Puzzle([[1]], [[], [1]])

    @pytest.mark.parametrize(
        ("text", "error"),
        [
            ("3x3#123456", (MALFORMED, 1, 4)),
            ("3x3:1/1", (MALFORMED, 1, 1)),
            ("2x1:/x/1", (MALFORMED, 1, 6)),
            ("2x1:/1/3", ("clue-too-long", 1, 8)),
            ("1x1:1/1,A", (MALFORMED, 1, 8)),
            ("99999x99999:1", ("too-large", None, None)),
        ],
    )
    def test_a_mistake_is_reported_with_its_place(
        self, text: str, error: tuple[str, int | None, int | None]
    ) -> None:
        assert said_of(text, ".gameid") == error


class TestLists:
    @pytest.mark.parametrize(
        ("text", "suffix"),
        [
            ("3 3\n2\n1\n1 1\n1 1\n1\n2\n", ".nin"),
            ("2\n1\n1,1\n\n1,1\n1\n2\n", ".csv"),
            ("2,\n1,\n1,1\n1,1\n1,\n2,\n", ".csv"),
            ('"2";\n"1";\n1;1\n;\n1;1\n1;\n2;\n', ".csv"),
            ("2\r\n1\r\n1 1\r\n\r\n1 1\r\n1\r\n2\r\n", ".txt"),
            ("２\n１\n１、１\n\n１・１\n１\n２", ""),
            ("Rows:\n2\n1\n1 1\nColumns:\n1 1\n1\n2\n", ".txt"),
            ("3\n3\n2\n1\n1 1\n\n1 1\n1\n2\n", ".cwd"),
            ("2\n1\n1,1\n\n1,1\n1\n2\n\n \r\n\n", ".csv"),
            ("2\n1\n1 1\n\n1 1\n1\n2\n\n \r\n\n", ".txt"),
            ("\nRows:\n2\n1\n1 1\n\nColumns:\n1 1\n1\n2\n\n", ".txt"),
        ],
    )
    def test_lists_of_clues_are_read_in_many_shapes(self, text: str, suffix: str) -> None:
        assert only(text, suffix).puzzle == PUZZLE

    def test_a_blank_line_may_be_an_empty_clue_if_the_totals_show_it(self) -> None:
        found = only("1\n\n1\n\n1 1\n")
        assert found.puzzle == Puzzle([[1], [], [1]], [[1, 1]])

    @pytest.mark.parametrize("suffix", [".csv", ".txt"])
    @pytest.mark.parametrize(
        ("text", "line"),
        [
            ("\n3\n1\n\n\n2\n1\n1\n", 1),
            ("\n2\n\n1\n1\n", 1),
            ("2\n\n\n1\n1\n", 3),
            ("1 1\n1\n\n\n\n2\n", 4),
        ],
    )
    def test_a_blank_line_at_the_edge_of_a_list_is_asked_about(
        self, text: str, suffix: str, line: int
    ) -> None:
        assert said_of(text, suffix) == (MALFORMED, line, 1)
        with pytest.raises(XlnonoError) as caught:
            read(text.encode(), suffix)
        said = caught.value.text()
        assert "not clear whether this blank line is the clue of a line" in said
        assert "write 0 for such a clue, or delete the blank line" in said

    @pytest.mark.parametrize(
        ("text", "suffix", "line"),
        [
            (",\n2,\n,\n1,\n1,\n", ".csv", 1),
            ("2;\n;\n1;\n1;\n;\n", ".csv", 5),
            ("Rows:\n\n2\nColumns:\n1\n1\n", ".txt", 2),
            ("Rows:\n2\n\n\nColumns:\n1\n1\n", ".txt", 3),
            ("Rows:\n2\nColumns:\n\n1\n1\n", ".txt", 4),
            ("2\n3\n\n3\n\n1\n1\n1\n", ".cwd", 3),
        ],
    )
    def test_so_is_one_of_separators_and_one_beside_a_heading(
        self, text: str, suffix: str, line: int
    ) -> None:
        assert said_of(text, suffix) == (MALFORMED, line, 1)

    @pytest.mark.parametrize(
        ("text", "suffix", "error"),
        [
            ("1\n0\n0\n1\n", ".csv", (MALFORMED, 1, 1)),
            ("1\n2x\n\n1\n", ".txt", (UNSUPPORTED, 2, 1)),
            ("1\n1 ?\n\n1\n", ".txt", (UNSUPPORTED, 2, 3)),
            ("1\n\n2\n", ".txt", ("clue-too-long", 3, 1)),
            ("1 1\n1\n", ".nin", (MALFORMED, 1, 1)),
            ("1 1\n1\n1\n1\n", ".nin", (MALFORMED, 1, 1)),
            ("1 x\n1\n1\n", ".nin", (MALFORMED, 1, 3)),
        ],
    )
    def test_a_mistake_is_reported_with_its_place(
        self, text: str, suffix: str, error: tuple[str, int, int]
    ) -> None:
        assert said_of(text, suffix) == error

    def test_a_title_of_question_marks_may_have_lost_its_characters(self) -> None:
        with pytest.raises(XlnonoError) as caught:
            read(b"????1\n1\n\n1\n", ".csv")
        said = caught.value.text()
        assert "expected a number, but found “????1”" in said
        assert "save it as UTF-8" in said
        assert "blotted" not in said


class TestSections:
    @pytest.mark.parametrize(
        "text",
        [
            "[clues]\ncolumns =\n  1 1\n  # five\n\n  1, 2 ; two\n"
            "rows = 2\n  1\n  '1 1',\n[colors]\n",
            '[clues]\nrows = """\n2, 1\n1 1\n"""\n\ncolumns = """1 1, 1\n2"""\n'
            "[colors]\ndefs = []\n",
            '[clues]\nrows = ["2", "1", "1 1"]\ncolumns = [\n"1 1",\n"1", "2",\n]\n',
        ],
    )
    def test_clues_are_read_in_every_shape(self, text: str) -> None:
        assert only(text).puzzle == PUZZLE

    @pytest.mark.parametrize(
        ("text", "error"),
        [
            ("[clues]\nrows =\n 1\n", (MALFORMED, 1, 1)),
            ("[clues]\nrows =\n 1\nrows =\n", (MALFORMED, 4, 1)),
            ("[clues]\nrows = 1, 1x\ncolumns = 2\n", (UNSUPPORTED, 2, 11)),
            ("[clues]\nrows = 1, ?\ncolumns = 2\n", (UNSUPPORTED, 2, 11)),
            ("[clues]\nrows = 1, (\ncolumns = 2\n", (MALFORMED, 2, 11)),
            ("[clues]\nrows = 1\ncolumns = 2\n", ("clue-too-long", 3, 10)),
            ("[clues]\nrows = 1\ncolumns = 1\n[colors]\nb = (blue) *\n", (UNSUPPORTED, 5, 1)),
        ],
    )
    def test_a_mistake_is_reported_with_its_place(
        self, text: str, error: tuple[str, int, int]
    ) -> None:
        assert said_of(text) == error


class TestNumberedList:
    def test_every_puzzle_is_read(self) -> None:
        text = "2\n3 3\n2 0\n1 0\n1 1 0\n1 1 0\n1 0\n2 0\n1 1\n0\n0\n"
        assert [found.puzzle for found in read(text.encode(), ".txt")] == [
            PUZZLE,
            Puzzle([[]], [[]]),
        ]

    @pytest.mark.parametrize(
        ("text", "error"),
        [
            ("2\n1 1\n0\n0\n", (MALFORMED, 1, 1)),
            ("1\n2 2\n0\n0\n0\n", (MALFORMED, 2, 1)),
            ("1\n1 1\n1 0\n1\n", (MALFORMED, 4, 1)),
            ("1\n1 1\n0\n0\n1\n", (MALFORMED, 5, 1)),
        ],
    )
    def test_a_mistake_is_reported_with_its_place(
        self, text: str, error: tuple[str, int, int]
    ) -> None:
        assert said_of(text) == error


class TestPicross:
    def test_clues_in_brackets_are_read(self) -> None:
        found = only(
            "# level 1\nGRID A cat\nROWS\n[ 2 ]\n[ 1 ]\n[ 1 1 ]\nCOLUMNS\n[ 1 1 ]\n[ 1 ]\n[ 2 ]\n"
        )
        assert (found.puzzle, found.about.title) == (PUZZLE, "A cat")

    def test_the_first_picture_of_an_output_is_read(self) -> None:
        text = (
            "GRID 1: Cat\n  Size: 3x3\n  Solution nb 1:\n  ##.\n  ..#\n  #.#\n\n"
            "  Solution nb 2:\n  #..\n  ...\n  ...\n\n  Difficulty: MULT\n"
            "GRID 2: Dot\n  Solution nb 1:\n  #\n"
        )
        first, second = read(text.encode(), ".txt")
        assert (first.puzzle, first.about.title) == (PUZZLE, "Cat")
        assert (second.goal, second.about.title) == (Grid.from_text("#"), "Dot")

    def test_a_line_without_blocks_has_empty_brackets(self) -> None:
        assert only("GRID\nROWS\n[ ]\nCOLUMNS\n[ 0 ]\n").puzzle == Puzzle([[]], [[]])

    @pytest.mark.parametrize(
        ("text", "error"),
        [
            ("GRID a\nROWS\n[ 1 ]\n", (MALFORMED, 1, 1)),
            ("GRID a\n[ 1 ]\n", (MALFORMED, 2, 1)),
            ("GRID a\nROWS\n1\n", (MALFORMED, 3, 1)),
            ("GRID a\nROWS\n[ 1 x ]\n", (MALFORMED, 3, 5)),
            ("GRID a\n  ##\n  #\n", (MALFORMED, 3, 1)),
            ("GRID a\n", (MALFORMED, 1, 1)),
        ],
    )
    def test_a_mistake_is_reported_with_its_place(
        self, text: str, error: tuple[str, int, int]
    ) -> None:
        assert said_of(text) == error


def png_of(image: Image.Image, **options: object) -> bytes:
    stream = BytesIO()
    image.save(stream, "PNG", **options)
    return stream.getvalue()


class TestPictures:
    PICTURE = Grid.from_text("##. ..# #.#")

    @pytest.mark.parametrize(
        "content",
        [
            b"P1\n3 3\n110001101\n",
            b"P1 # a comment\n3 # another\n3\n1 1 0\n0 0 1 # one\n1 0 1\n",
            b"P4 3 3\n\xc0\x3f\xa0",
        ],
    )
    def test_pbm_is_read_plain_and_packed(self, content: bytes) -> None:
        assert read(content)[0].goal == self.PICTURE

    @pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "LA"])
    def test_png_is_read_in_every_mode(self, mode: str) -> None:
        image = Image.new("L", (3, 3), 255)
        for place in ((0, 0), (1, 0), (2, 1), (0, 2), (2, 2)):
            image.putpixel(place, 0)
        assert read(png_of(image.convert(mode)))[0].goal == self.PICTURE

    def test_transparent_pixels_are_white(self) -> None:
        image = Image.new("RGBA", (2, 1), (0, 0, 0, 0))
        image.putpixel((1, 0), (0, 0, 0, 255))
        assert read(png_of(image))[0].goal == Grid.from_text(".#")

    @pytest.mark.parametrize(
        ("content", "code", "text"),
        [
            (b"P1\n3", MALFORMED, "line 2, character 2"),
            (b"P1\n2 1\n1", MALFORMED, "the picture needs 2 values, but has 1"),
            (b"P1\n2 1\n1 x\n", MALFORMED, "line 3, character 3: expected 0 or 1"),
            (b"P4 16 2\nabc", MALFORMED, "the picture needs 4 values, but has 3"),
            (b"P4 99999 99999\n", "too-large", "the puzzle has 9,999,800,001 cells"),
            (png_of(Image.new("L", (2, 2), 128)), MALFORMED, "neither black nor white"),
            (png_of(Image.new("RGB", (2, 2), "red")), UNSUPPORTED, "coloured puzzle (#ff0000)"),
            (png_of(Image.new("1", (2000, 2000))), "too-large", "4,000,000 cells"),
            (png_of(Image.new("1", (9, 9)))[:45], MALFORMED, "the picture is damaged"),
            (
                png_of(
                    Image.new("1", (2, 2)), save_all=True, append_images=[Image.new("1", (2, 2), 1)]
                ),
                MALFORMED,
                "the picture is animated",
            ),
        ],
        ids=range(10),
    )
    def test_other_pictures_are_errors(self, content: bytes, code: str, text: str) -> None:
        with pytest.raises(XlnonoError) as raised:
            read(content)
        assert raised.value.code == code
        assert text in str(raised.value)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"1" * 10_000_001, "the puzzle file has 10,000,001 bytes"),
        (b"1\n" * 500_001, "the puzzle file has 500,001 lines"),
        (b"2000 2000\n", "the puzzle has 4,000,000 cells"),
    ],
    ids=["bytes", "lines", "cells"],
)
def test_a_file_that_is_too_large_is_refused(content: bytes, text: str) -> None:
    with pytest.raises(XlnonoError, match=text) as raised:
        read(content, ".nin")
    assert raised.value.code == "too-large"


def test_text_in_another_encoding_is_an_error_with_its_place() -> None:
    with pytest.raises(XlnonoError) as raised:
        read('title "a"\nby "\xe9"\n'.encode("latin-1"), ".non")
    assert (raised.value.place.line, raised.value.place.character) == (2, 5)


def test_text_in_utf_16_is_read() -> None:
    assert read("2\n1\n1 1\n\n1 1\n1\n2\n".encode("utf-16"), ".txt")[0].puzzle == PUZZLE
