"""What each reader of puzzle files understands, and the place and text of its errors."""

from __future__ import annotations

import json

import pytest

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


@pytest.mark.parametrize("ending", [".non", ".xml", ".json"])
def test_what_is_said_about_a_puzzle_survives(ending: str) -> None:
    form = written_as(ending)
    assert form is not None
    assert form.write is not None
    grid = Grid.from_text("##. ..# #.#")
    for found in (PuzzleFile(PUZZLE, SAID, grid), PuzzleFile(PUZZLE)):
        assert read(form.write(found)) == [found]


class TestWebpbn:
    TEXT = (
        '<?xml version="1.0"?>\n<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">\n'
        '<puzzleset>\n<puzzle type="{kind}" defaultcolor="black">\n'
        "<title>Caf&eacute;</title>\n<source>webpbn.com</source><id>#1</id>\n"
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
        assert found.about == About(title="Café", source="webpbn.com #1")

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
        ],
    )
    def test_lists_of_clues_are_read_in_many_shapes(self, text: str, suffix: str) -> None:
        assert only(text, suffix).puzzle == PUZZLE

    def test_a_blank_line_may_be_an_empty_clue_if_the_totals_show_it(self) -> None:
        found = only("1\n\n1\n\n1 1\n")
        assert found.puzzle == Puzzle([[1], [], [1]], [[1, 1]])

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


def test_text_in_another_encoding_is_an_error_with_its_place() -> None:
    with pytest.raises(XlnonoError) as raised:
        read('title "a"\nby "\xe9"\n'.encode("latin-1"), ".non")
    assert (raised.value.place.line, raised.value.place.character) == (2, 5)


def test_text_in_utf_16_is_read() -> None:
    assert read("2\n1\n1 1\n\n1 1\n1\n2\n".encode("utf-16"), ".txt")[0].puzzle == PUZZLE
