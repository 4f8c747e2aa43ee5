"""A book of puzzles as a workbook: an index, a sheet for each puzzle, and the answers."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import xlsxwriter
from xlsxwriter.worksheet import Worksheet

from xlnono.language import Language, Text, all_of
from xlnono.patterns import pattern
from xlnono.render.book import HEADINGS, Entry
from xlnono.render.thumbnail import puzzle_thumbnail, thumbnail
from xlnono.spreadsheet.area import Area, reference
from xlnono.spreadsheet.tab_titles import cut_title
from xlnono.spreadsheet.theme import (
    A4,
    AGREEING_FONT,
    BAR,
    BLACK_FILL,
    FAINT,
    GREEN_FILL,
    HEADER_FILL,
    LINK,
    PAPER,
    RULE,
)
from xlnono.templates.template import add_template
from xlnono.templates.template_sheet import CREATED, InBook, SheetProgress, as_text, new_book

_LETTER = 1
PAPERS = {"a4": A4, "letter": _LETTER}
"""The numbers of the formats of paper."""
_FORBIDDEN = pattern(r"[\[\]:*?/\\!'\x00-\x1f]+")
_ANSWER_SIDE = 300
"""The largest height or width of an answer in pixels, unless it has more cells."""
_COLOURS = {"#": f"#{BLACK_FILL}", ".": f"#{PAPER}", "?": f"#{RULE}"}
_AROUND, _PIXELS_A_POINT = 4, 96 / 72
_TOP = 4
"""The rows above the table of the index."""
_LEAST_HEIGHT = 24.0

_WORDS = HEADINGS | {
    "index": Text("Index", "目次"),
    "puzzle": Text("Puzzle", "問題"),
    "cells": Text("Cells", "マス"),
    "done": Text("Lines done", "完成した行と列"),
    "lines": Text("of", "全体"),
    "progress": Text("Progress", "進み具合"),
    "back": Text("← Index · {facts}", "← 目次 · {facts}"),
    "note": Text(
        "Click a title to open its puzzle. Type 1 for a black and 0 for a white cell; the index "
        "counts along.",
        "題名をクリックすると問題が開きます。黒は 1、白は 0 を入力してください。目次が数えます。",
    ),
    "solved": Text("Solved: ", "完成："),
    "of": Text(" of {count} puzzles", "／{count}問"),
    "picture": Text("The puzzle “{title}”, empty", "「{title}」の空の問題"),
    "answer": Text("The answer of “{title}”", "「{title}」の答え"),
    "page": Text("Page &P of &N", "&P / &N ページ"),
}


def _sheet_name(number: int, title: str) -> str:
    """A name that Excel allows; the number makes it unique."""
    plain = " ".join(_FORBIDDEN.sub(" ", title).split())
    return cut_title(f"{number} {plain}").strip()


class _Looks:
    """The formats of the tables."""

    def __init__(self, book: xlsxwriter.Workbook) -> None:
        ruled = {"valign": "vcenter", "bottom": 1, "bottom_color": f"#{RULE}"}
        self.title = book.add_format({"bold": True, "font_size": 16})
        self.bold = book.add_format({"bold": True})
        self.note = book.add_format({"font_color": f"#{FAINT}", "text_wrap": True, "valign": "top"})
        self.head = book.add_format(
            {"bold": True, "bg_color": f"#{HEADER_FILL}", "bottom": 1, "valign": "vcenter"}
        )
        self.text = book.add_format({**ruled, "text_wrap": True})
        self.number = book.add_format({**ruled, "align": "center"})
        self.link = book.add_format(
            {**ruled, "text_wrap": True, "font_color": f"#{LINK}", "underline": 1}
        )
        self.percent = book.add_format({**ruled, "num_format": "0%", "align": "right"})
        self.done = book.add_format({"bg_color": f"#{GREEN_FILL}"})
        self.done_text = book.add_format({"font_color": f"#{AGREEING_FONT}", "bold": True})


class _PuzzleBook:
    def __init__(
        self, title: str, entries: Sequence[Entry], paper: int, language: Language
    ) -> None:
        self.entries, self.paper, self.language = entries, paper, language
        self.words = all_of(_WORDS, language)
        self.buffer = BytesIO()
        self.book = new_book(self.buffer)
        self.book.set_properties({"title": title, "created": CREATED})
        self.looks = _Looks(self.book)
        self.index = self._page(self.words["index"], (6, 30, 10, 26, 16, 9, 12, 6, 14))
        link = f"internal:{reference(self.words['index'], Area(1, 1))}"
        names = [_sheet_name(place + 1, entry.title) for place, entry in enumerate(entries)]
        counts = []
        for name, entry in zip(names, entries, strict=True):
            facts = " · ".join((entry.size, entry.grade, *entry.facts))
            place = InBook(
                self.book, name, self.words["back"].format(facts=facts), link, self.paper
            )
            rows, columns = entry.puzzle.rows, entry.puzzle.columns
            counts.append(add_template(place, entry.title, rows, columns, language))
        self._write_index(title, names, counts)
        self._write_answers(names)

    def content(self) -> bytes:
        self.book.close()
        return self.buffer.getvalue()

    def _page(self, name: str, widths: Sequence[int]) -> Worksheet:
        sheet = self.book.add_worksheet(name)
        for column, width in enumerate(widths):
            sheet.set_column(column, column, width)
        sheet.hide_gridlines(2)
        sheet.set_paper(self.paper)
        sheet.fit_to_pages(1, 0)
        sheet.set_footer(f"&L&A&R{self.words['page']}")
        return sheet

    def _write_index(
        self, title: str, names: Sequence[str], counts: Sequence[SheetProgress]
    ) -> None:
        sheet, looks, words = self.index, self.looks, self.words
        sheet.write_string(0, 0, as_text(title), looks.title)
        sheet.merge_range(1, 0, 1, 8, words["note"], looks.note)
        keys = ("number", "title", "size", "grade", "puzzle", "cells", "done", "lines", "progress")
        for column, key in enumerate(keys):
            sheet.write_string(_TOP - 1, column, words[key], looks.head)
        for place, (name, entry, count) in enumerate(zip(names, self.entries, counts, strict=True)):
            row = _TOP + place
            lines = entry.puzzle.height + entry.puzzle.width
            done = int(count.done.result)
            sheet.write_number(row, 0, place + 1, looks.number)
            target = f"internal:{reference(name, Area(1, 1))}"
            sheet.write_url(row, 1, target, looks.link, as_text(entry.title))
            sheet.write_string(row, 2, entry.size, looks.number)
            sheet.write_string(row, 3, entry.grade, looks.text)
            sheet.write_blank(row, 4, None, looks.text)
            known, cells = count.known, entry.puzzle.height * entry.puzzle.width
            part = f'{known.formula}&"/{cells}"'
            sheet.write_formula(row, 5, part, looks.number, f"{known.result}/{cells}")
            sheet.write_formula(row, 6, count.done.formula, looks.number, done)
            sheet.write_number(row, 7, lines, looks.number)
            sheet.write_formula(row, 8, f"=G{row + 1}/H{row + 1}", looks.percent, done / lines)
            described = words["picture"].format(title=entry.title)
            self._put(sheet, row, 4, puzzle_thumbnail(entry.puzzle), described)
        first, last = _TOP + 1, _TOP + len(self.entries)
        solved = f"SUMPRODUCT(--(G{first}:G{last}=H{first}:H{last}))"
        finished = sum(
            int(count.done.result) == entry.puzzle.height + entry.puzzle.width
            for entry, count in zip(self.entries, counts, strict=True)
        )
        before, behind = words["solved"], words["of"].format(count=len(self.entries))
        formula = f'="{before}"&{solved}&"{behind}"'
        sheet.write_formula(2, 0, formula, looks.bold, f"{before}{finished}{behind}")
        sheet.conditional_format(
            _TOP, 8, last - 1, 8,
            {
                "type": "data_bar",
                "bar_color": f"#{BAR}",
                "bar_solid": True,
                "min_type": "num",
                "max_type": "num",
                "min_value": 0,
                "max_value": 1,
            },
        )  # fmt: skip
        sheet.conditional_format(
            _TOP, 0, last - 1, 7,
            {"type": "formula", "criteria": f"=$G{first}=$H{first}", "format": looks.done},
        )  # fmt: skip
        sheet.freeze_panes(_TOP, 0)
        sheet.repeat_rows(_TOP - 1)
        sheet.activate()

    def _put(
        self, sheet: Worksheet, row: int, column: int, image: tuple[bytes, int, int], text: str
    ) -> None:
        content, _, height = image
        sheet.set_row(row, max(_LEAST_HEIGHT, (height + 2 * _AROUND) / _PIXELS_A_POINT))
        sheet.insert_image(
            row,
            column,
            "picture.png",
            {
                "image_data": BytesIO(content),
                "description": text,
                "x_offset": _AROUND,
                "y_offset": _AROUND,
                "object_position": 1,
            },
        )

    def _write_answers(self, names: Sequence[str]) -> None:
        words, looks = self.words, self.looks
        sheet = self._page(words["answers"], (6, 30, _ANSWER_SIDE // 7 + 3))
        for column, key in enumerate(("number", "title", "answers")):
            sheet.write_string(0, column, words[key], looks.head)
        for row, (name, entry) in enumerate(zip(names, self.entries, strict=True), start=1):
            sheet.write_number(row, 0, row, looks.number)
            said = f"{entry.title}\n{entry.remark}" if entry.remark else entry.title
            target = f"internal:{reference(name, Area(1, 1))}"
            sheet.write_url(row, 1, target, looks.link, as_text(said))
            sheet.write_blank(row, 2, None, looks.text)
            picture = entry.answer.text().splitlines()
            described = words["answer"].format(title=entry.title)
            self._put(sheet, row, 2, thumbnail(picture, _COLOURS, _ANSWER_SIDE), described)
        sheet.freeze_panes(1, 0)
        sheet.repeat_rows(0)


def puzzle_book(title: str, entries: Sequence[Entry], *, paper: str, language: Language) -> bytes:
    """The workbook with these puzzles, for a format of paper in `PAPERS`. Raises SizeOutOfRange."""
    return _PuzzleBook(title, entries, PAPERS[paper], language).content()
