"""A book of puzzles as a page to print: contents, puzzles, and the answers at the back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from xlnono.language import Language, Text, all_of
from xlnono.model.board import Board
from xlnono.model.puzzle import Puzzle
from xlnono.records import NamedTuple
from xlnono.render.looks import Plan
from xlnono.render.printed import CELL, STYLE, printed_element, printed_plan
from xlnono.spreadsheet import theme


class Entry(NamedTuple):
    """A puzzle of a book, its texts in the language of the book.

    `title` is its name without a number, `facts` stand below it, `grade` is how hard it is or why
    that is not known. The cells that are not known in `answer` have no certain colour; `remark`
    says so.
    """

    title: str
    facts: tuple[str, ...]
    puzzle: Puzzle
    grade: str
    answer: Board
    remark: str = ""

    @property
    def size(self) -> str:
        return f"{self.puzzle.height} × {self.puzzle.width}"


class Paper(NamedTuple):
    """A format of paper: its name in style sheets, its width and height in millimetres."""

    name: str
    width: float
    height: float


PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("letter", 215.9, 279.4)}

PER_PAGE = (1, 2, 4, 6)
"""The numbers of puzzles that a page may have."""
_USUALLY_MOST = 4
_COLUMNS = {1: 1, 2: 1, 4: 2, 6: 2, 12: 3}
_ANSWERS_PER_PAGE = (1, 2, 6, 12)

_MARGIN, _FOOT, _GAP = 12.0, 8.0, 6.0
_HEADING, _CAPTION = 15.0, 11.0
"""The height of the texts above a puzzle and above an answer."""
_TITLE, _LINE = 16.0, 7.0
"""The height of a title at the top of a page, and of a line of the contents."""
_SLACK = 0.4
"""A page that is as high as the paper would be followed by an empty one."""

_LARGEST_CELL = 9.0
_ROOMY_CELL = 5.5
"""The least size of a cell for a puzzle that shares its page, unless asked for."""
_LEGIBLE_CELL = 3.5
"""The same if it was asked for: numbers are still 2 mm high."""
_LEAST_ANSWER_CELL = 0.9
_WORTH_TURNING = 1.15
"""How much larger the cells must be on a page that lies on its side."""

HEADINGS = {
    "number": Text("No.", "番号"),
    "title": Text("Title", "題名"),
    "size": Text("Size", "大きさ"),
    "grade": Text("Difficulty", "難しさ"),
    "answers": Text("Answers", "答え"),
}
"""The headings of the tables in a book, printed or as a workbook."""
_WORDS = HEADINGS | {
    "puzzles-1": Text("1 puzzle", "全1問"),
    "puzzles": Text("{count} puzzles", "全{count}問"),
    "page": Text("Page", "ページ"),
    "answer": Text("Answer", "答え"),
    "label": Text("Puzzle {number}: {title}", "問題{number}「{title}」"),
    "answer-label": Text("Answer to puzzle {number}: {title}", "問題{number}「{title}」の答え"),
    "help": Text(
        "To print: Ctrl+P (⌘P on a Mac), paper size {paper}, scale 100%.",
        "印刷は Ctrl+P(Mac は ⌘P)。用紙は {paper}、倍率は 100% にしてください。",
    ),
}


class _Page(NamedTuple):
    """The content of a page, and whether it lies on its side."""

    content: str
    wide: bool = False


class _Slot(NamedTuple):
    """The room for one picture, in millimetres."""

    width: float
    height: float

    def cell(self, plan: Plan) -> float:
        """How large the cells of a picture are in it."""
        scale = min(self.width / plan.width, self.height / plan.height)
        return min(scale * CELL, _LARGEST_CELL)

    def size(self, plan: Plan) -> tuple[float, float]:
        scale = self.cell(plan) / CELL
        return plan.width * scale, plan.height * scale


def _slot(paper: Paper, count: int, caption: float, *, top: float = 0, wide: bool = False) -> _Slot:
    """The room for each of `count` pictures of a page."""
    width, height = (paper.height, paper.width) if wide else (paper.width, paper.height)
    columns = _COLUMNS[count]
    rows = count // columns
    across = width - 2 * _MARGIN - (columns - 1) * _GAP
    down = height - 2 * _MARGIN - _FOOT - top - (rows - 1) * _GAP
    return _Slot(across / columns, down / rows - caption)


def _groups(
    plans: Sequence[Plan], counts: Sequence[int], slots: dict[int, _Slot], least: float
) -> Iterator[tuple[range, int]]:
    """The places of the pictures of each page, and for how many pictures the page is.

    A page has as many as have cells of the `least` size on it.
    """
    place = 0
    while place < len(plans):
        left = len(plans) - place
        # For the last few, the smallest page that has room for them.
        enough = min((count for count in counts if count >= left), default=max(counts))
        for count in sorted((each for each in counts if each <= enough), reverse=True):
            group = range(place, min(place + count, len(plans)))
            if count == 1 or all(slots[count].cell(plans[k]) >= least for k in group):
                yield group, count
                place = group.stop
                break


class _Book:
    def __init__(
        self,
        title: str,
        entries: Sequence[Entry],
        paper: Paper,
        per_page: int | None,
        language: Language,
    ) -> None:
        self.title, self.entries, self.paper = title, entries, paper
        self.language, self.words = language, all_of(_WORDS, language)
        contents = self._lines_of_contents()
        self.puzzles = list(self._puzzle_pages(per_page))
        first = len(contents) + 1
        self.page_of = self._numbered([group for group, _, _ in self.puzzles], first)
        answers = list(self._answer_groups())
        first += len(self.puzzles)
        self.answer_of = self._numbered([group for group, _ in answers], first)
        self.pages = [
            *(self._contents(lines, place == 0) for place, lines in enumerate(contents)),
            *(self._puzzle_page(*each) for each in self.puzzles),
            *(self._answer_page(*each, place == 0) for place, each in enumerate(answers)),
        ]

    @staticmethod
    def _numbered(groups: Sequence[range], first: int) -> dict[int, int]:
        """The page of each place."""
        return {place: first + number for number, group in enumerate(groups) for place in group}

    def _lines_of_contents(self) -> list[range]:
        room = self.paper.height - 2 * _MARGIN - _FOOT - _TITLE
        most = int(room / _LINE) - 2
        count = len(self.entries)
        return [range(first, min(first + most, count)) for first in range(0, count, most)]

    def _puzzle_pages(self, per_page: int | None) -> Iterator[tuple[range, int, bool]]:
        plans = [printed_plan(entry.puzzle) for entry in self.entries]
        counts = [count for count in PER_PAGE if count <= (per_page or _USUALLY_MOST)]
        slots = {count: _slot(self.paper, count, _HEADING) for count in counts}
        turned = _slot(self.paper, 1, _HEADING, wide=True)
        least = _ROOMY_CELL if per_page is None else _LEGIBLE_CELL
        for group, count in _groups(plans, counts, slots, least):
            plan = plans[group.start]
            wide = count == 1 and turned.cell(plan) > slots[1].cell(plan) * _WORTH_TURNING
            yield group, count, wide

    def _answer_groups(self) -> Iterator[tuple[range, int]]:
        plans = [printed_plan(entry.puzzle, clues=False) for entry in self.entries]
        slots = {
            count: _slot(self.paper, count, _CAPTION, top=_TITLE) for count in _ANSWERS_PER_PAGE
        }
        return _groups(plans, _ANSWERS_PER_PAGE, slots, _LEAST_ANSWER_CELL)

    def _heading(self, text: str) -> str:
        return f'<h1 style="height:{_TITLE:g}mm">{escape(text)}</h1>'

    def _contents(self, places: range, first: bool) -> _Page:
        words, count = self.words, len(self.entries)
        counted = words["puzzles-1"] if count == 1 else words["puzzles"].format(count=count)
        heads = "".join(
            f'<th class="{key}">{words[key]}</th>'
            for key in ("number", "title", "size", "grade", "page", "answer")
        )
        rows = "".join(
            f'<tr><td class="number">{place + 1}</td>'
            f'<td class="title"><span>{escape(entry.title)}</span></td>'
            f'<td class="size">{entry.size}</td><td class="grade">{escape(entry.grade)}</td>'
            f'<td class="page">{self.page_of[place]}</td>'
            f'<td class="answer">{self.answer_of[place]}</td></tr>'
            for place, entry in ((place, self.entries[place]) for place in places)
        )
        below = f'<p class="count">{counted}</p>' if first else ""
        return _Page(
            f"{self._heading(self.title)}{below}<table><thead><tr>{heads}</tr></thead>"
            f"<tbody>{rows}</tbody></table>"
        )

    def _figure(self, picture: str, heading: str, below: str, height: float) -> str:
        return (
            f'<figure><figcaption style="height:{height:g}mm"><b>{escape(heading)}</b>'
            f"<span>{escape(below)}</span></figcaption>{picture}</figure>"
        )

    def _grid(self, figures: Sequence[str], count: int) -> str:
        columns = _COLUMNS[count]
        look = (
            f"grid-template-columns:repeat({columns},minmax(0,1fr));"
            f"grid-template-rows:repeat({count // columns},minmax(0,1fr))"
        )
        return f'<div class="grid" style="{look}">{"".join(figures)}</div>'

    def _puzzle_page(self, group: range, count: int, wide: bool) -> _Page:
        slot = _slot(self.paper, count, _HEADING, wide=wide)
        figures = []
        for place in group:
            entry = self.entries[place]
            plan = printed_plan(entry.puzzle)
            label = self.words["label"].format(number=place + 1, title=entry.title)
            picture = printed_element(plan, None, label, slot.size(plan))
            facts = " · ".join((entry.size, entry.grade, *entry.facts))
            figures.append(self._figure(picture, f"{place + 1}. {entry.title}", facts, _HEADING))
        return _Page(self._grid(figures, count), wide)

    def _answer_page(self, group: range, count: int, first: bool) -> _Page:
        slot = _slot(self.paper, count, _CAPTION, top=_TITLE)
        figures = []
        for place in group:
            entry = self.entries[place]
            plan = printed_plan(entry.puzzle, clues=False)
            label = self.words["answer-label"].format(number=place + 1, title=entry.title)
            picture = printed_element(plan, entry.answer, label, slot.size(plan))
            heading = f"{place + 1}. {entry.title}"
            figures.append(self._figure(picture, heading, entry.remark, _CAPTION))
        return _Page(self._heading(self.words["answers"]) + self._grid(figures, count))

    def html(self) -> bytes:
        pages = "\n".join(
            f'<section class="sheet{" wide" if page.wide else ""}">'
            f"{page.content}<footer>{number}</footer></section>"
            for number, page in enumerate(self.pages, start=1)
        )
        title = escape(self.title)
        hint = escape(self.words["help"].format(paper=self.paper.name.capitalize()))
        return (
            f'<!DOCTYPE html>\n<html lang="{self.language}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width">\n<title>{title}</title>\n'
            f"<style>\n{self._style()}\n{STYLE}\n</style>\n</head>\n<body>\n"
            f'<p class="help">{hint}</p>\n{pages}\n</body>\n</html>\n'
        ).encode()

    def _style(self) -> str:
        name, width, height = self.paper
        return (
            f"@page{{size:{name};margin:0}}@page wide{{size:{name} landscape;margin:0}}\n"
            "html{font:10pt/1.3 Arial,Helvetica,'Hiragino Sans','Yu Gothic','Noto Sans CJK JP',"
            f"sans-serif;color:#{theme.TEXT};-webkit-print-color-adjust:exact;"
            "print-color-adjust:exact}body{margin:0}\n"
            f".sheet{{box-sizing:border-box;position:relative;overflow:hidden;width:{width:g}mm;"
            f"height:{height - _SLACK:g}mm;padding:{_MARGIN:g}mm {_MARGIN:g}mm "
            f"{_MARGIN + _FOOT:g}mm;break-after:page;display:flex;flex-direction:column}}\n"
            f".sheet.wide{{page:wide;width:{height:g}mm;height:{width - _SLACK:g}mm}}\n"
            ".sheet:last-child{break-after:auto}\n"
            f"footer{{position:absolute;left:0;right:0;bottom:{_MARGIN / 2:g}mm;"
            f"text-align:center;color:#{theme.FAINT}}}\n"
            "h1{font-size:20pt;line-height:1.2;margin:0;box-sizing:border-box;overflow:hidden;"
            "flex:none}.count{margin:0 0 2mm}\n"
            f".grid{{flex:1;min-height:0;display:grid;gap:{_GAP:g}mm}}\n"
            "figure{margin:0;min-width:0;min-height:0;break-inside:avoid}"
            "figcaption{box-sizing:border-box;overflow:hidden}"
            "figcaption b,figcaption span{display:block;white-space:nowrap;overflow:hidden;"
            "text-overflow:ellipsis}figcaption b{font-size:12pt}"
            f"figcaption span{{font-size:9pt;color:#{theme.FAINT}}}"
            "figure svg{display:block;margin:0 auto}\n"
            "table{border-collapse:collapse;width:100%;table-layout:fixed}"
            f"th,td{{height:{_LINE:g}mm;padding:0 2mm;box-sizing:border-box;text-align:left;"
            f"border-bottom:1px solid #{theme.RULE};font-variant-numeric:tabular-nums;"
            "white-space:nowrap;overflow:hidden;text-overflow:ellipsis}"
            ".title span{display:block;overflow:hidden;text-overflow:ellipsis}"
            ".number{width:12mm}.size{width:22mm}.grade{width:46mm}.page,.answer{width:18mm}"
            "td:is(.number,.page,.answer),th:is(.number,.page,.answer){text-align:right}\n"
            f"@media screen{{body{{background:#{theme.PAGE_FILL};padding:4mm}}"
            ".sheet{background:#fff;margin:0 auto 6mm;box-shadow:0 1mm 3mm #0003}"
            ".help{max-width:190mm;margin:0 auto 4mm}}@media print{.help{display:none}}"
        )


def book_page(
    title: str,
    entries: Sequence[Entry],
    *,
    paper: Paper,
    per_page: int | None,
    language: Language,
) -> bytes:
    """The book as one file that needs no network.

    At most `per_page` puzzles share a page, one of `PER_PAGE`; fewer if their numbers would become
    illegible. None: as many as have cells to write in comfortably.
    """
    return _Book(title, entries, paper, per_page, language).html()
