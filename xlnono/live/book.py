"""A workbook that a spreadsheet program has open.

Every call from outside costs such a program as much as a hundred cells do. So values are
transferred as whole ranges, and everything else as text commands that are carried out cell by cell
inside the program.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from xlnono.live.host import Host, Question
from xlnono.live.wire_format import (
    colour_from,
    command,
    from_one_line,
    in_one_line,
    packed,
    page_commands,
    page_values,
    restyling,
)
from xlnono.spreadsheet.area import Area, rectangles
from xlnono.spreadsheet.sheet import Content, Page, Sheet, Style, Value


@dataclass
class _Facts:
    """The facts about a sheet from the survey of the workbook."""

    used: Area
    protected: bool
    names: dict[str, str] = field(default_factory=dict)

    def reach(self, area: Area) -> None:
        """Count an area as used, too."""
        if not self.used.contains(area):
            self.used = Area.between(
                min(self.used.row, area.row),
                min(self.used.column, area.column),
                max(self.used.last_row, area.last_row),
                max(self.used.last_column, area.last_column),
            )


class LiveBook:
    """A `Book` that a program has open. `flush` writes pending changes.

    `shown` is the title of the tab that is shown, `cell` the active cell on it, and `selection`
    what is selected there: a range, or that cell. With a `fixed_structure`, sheets can be neither
    added nor removed.
    """

    def __init__(self, host: Host) -> None:
        """Survey a workbook. Raises the error of the host if it cannot be reached."""
        self.host = host
        shown, *lines = host.survey().split("\n")
        self.shown, _, cell = shown.partition("\t")
        self.cell = self.selection = Area.parse(cell) if cell else None
        self.fixed_structure = False
        self._tabs: list[str] = []
        self._elsewhere = False
        self._sheets: dict[str, LiveSheet] = {}
        facts = None
        for line in lines:
            kind, *parts = line.split("\t")
            if kind == "selected":
                # Whole rows and columns have no such address.
                with suppress(ValueError):
                    self.selection = Area.parse(parts[0])
            elif kind == "structure":
                self.fixed_structure = parts == ["protected"]
            elif kind == "tab":
                self._tabs += parts
            elif kind == "sheet":
                title, used, state = parts
                facts = _Facts(Area.parse(used), state == "protected")
                self._sheets[title] = LiveSheet(self, title, facts)
            elif facts is not None:
                name, refers_to = parts
                facts.names[name.rpartition("!")[2]] = refers_to.removeprefix("=")

    def sheet(self, title: str) -> LiveSheet | None:
        """The worksheet of a title, None if there is no such tab or it holds a chart."""
        return self._sheets.get(title)

    def sheets(self) -> list[Sheet]:
        return [self._sheets[title] for title in self._tabs if title in self._sheets]

    def titles(self) -> list[str]:
        return list(self._tabs)

    def add_sheet(self, title: str, after: Sheet) -> LiveSheet:
        """Add an empty sheet."""
        self._elsewhere = True
        self.do(after.title, [command("add", [Area(1, 1)], title)])
        self._tabs.insert(self._tabs.index(after.title) + 1, title)
        self._sheets[title] = LiveSheet(self, title, _Facts(Area(1, 1), protected=False))
        return self._sheets[title]

    def add_hidden_sheet(self, title: str) -> LiveSheet:
        """Add an empty sheet at the end, out of the user's sight.

        LibreOffice crashes when a macro adds a chart to a sheet that such a sheet has moved.
        """
        added = self.add_sheet(title, self.sheets()[-1])
        added.command("conceal", [Area(1, 1)])
        return added

    def put_page(self, title: str, page: Page, after: Sheet) -> None:
        sheet = self._sheets.get(title)
        if sheet is None:
            sheet = self.add_sheet(title, after)
        else:
            sheet.command("blank", [Area(1, 1)])
        sheet.put(page)
        self._elsewhere = True

    def do(self, title: str, commands: Iterable[str]) -> None:
        """Have commands for a sheet carried out."""
        for message in packed(commands):
            self.host.do(title, message)
        self.forget_answers()

    def forget_answers(self) -> None:
        """Ask again what cells look like, because something has changed."""
        for sheet in self._sheets.values():
            sheet.answers.clear()

    def flush(self) -> None:
        """Write pending changes, and show the sheet that was shown."""
        for sheet in self._sheets.values():
            sheet.flush()
        if self._elsewhere:
            self._elsewhere = False
            self.do(self.shown, [command("show", [Area(1, 1)])])

    def discard(self) -> None:
        """Forget pending changes, and show the sheet that was shown."""
        for sheet in self._sheets.values():
            sheet.discard()
        self.flush()

    def save(self, path: Path) -> None:
        self.flush()
        self.host.save(path)


class LiveSheet:
    """A `Sheet` that a program has open."""

    def __init__(self, book: LiveBook, title: str, facts: _Facts) -> None:
        self._book, self._title, self._facts = book, title, facts
        self._writes: list[tuple[Area, Sequence[Sequence[Content]]]] = []
        self._commands: list[str] = []
        self.answers: dict[tuple[Question, Area], str] = {}
        """What the host has answered since the last change."""

    @property
    def title(self) -> str:
        return self._title

    @property
    def book(self) -> LiveBook:
        return self._book

    @property
    def protected(self) -> bool:
        return self._facts.protected

    def used(self) -> Area | None:
        used = self._facts.used
        if used.height == used.width == 1 and self.values(used) == [[None]]:
            return None
        return used

    def values(self, area: Area) -> list[list[Value]]:
        self.flush()
        return self._book.host.read(self._title, area)

    def _asked(self, what: Question, area: Area) -> str:
        self.flush()
        if (what, area) not in self.answers:
            self.answers[what, area] = self._book.host.ask(what, self._title, area)
        return self.answers[what, area]

    def fills(self, area: Area) -> list[list[str | None]]:
        answer = self._asked("fills", area)
        return [
            [None if text == "-" else colour_from(text) for text in row.split()]
            for row in answer.split("\n")
        ]

    def text_colours(self, area: Area) -> list[list[tuple[str, ...]]]:
        answer = self._asked("colours", area)
        return [
            [
                () if texts == "-" else tuple(colour_from(text) for text in texts.split(","))
                for texts in row.split()
            ]
            for row in answer.split("\n")
        ]

    def bordered(self, area: Area) -> list[list[bool]]:
        return self._marked("borders", area)

    def calculated(self, area: Area) -> list[list[bool]]:
        return self._marked("formulas", area)

    def _marked(self, what: Question, area: Area) -> list[list[bool]]:
        answer = self._asked(what, area)
        return [[mark == "+" for mark in row] for row in answer.split("\n")]

    def merged(self) -> list[Area]:
        used = self.used()
        if used is None:
            return []
        return [Area.parse(address) for address in self._asked("merged", used).split()]

    def notes(self, area: Area) -> dict[Area, str]:
        found = (line.partition("\t") for line in self._asked("notes", area).split("\n") if line)
        return {Area.parse(cell): from_one_line(text) for cell, _, text in found}

    def put_note(self, cell: Area, text: str) -> None:
        self.command("note", [cell], in_one_line(text))

    def remove_note(self, cell: Area) -> None:
        self.command("note", [cell], "")

    def names(self) -> dict[str, str]:
        return dict(self._facts.names)

    def set_name(self, name: str, refers_to: str) -> None:
        if self._facts.names.get(name) != refers_to:
            self._facts.names[name] = refers_to
            self._book.host.add_name(self._title, name, refers_to)

    def write(self, area: Area, values: Sequence[Sequence[Content]]) -> None:
        self._writes.append((area, values))
        self._facts.reach(area)

    def restyle(self, areas: Sequence[Area], style: Style) -> None:
        self.command("look", areas, *restyling(style))
        for area in areas:
            self._facts.reach(area)

    def command(self, what: str, areas: Iterable[Area], *values: object) -> None:
        """Add a command for areas, if any, to be carried out when the sheet is flushed."""
        if areas := list(areas):
            self._commands.append(command(what, areas, *values))

    def put(self, page: Page) -> None:
        """Write a page on the sheet, which is blank or will be."""
        self.flush()
        values = page_values(page)
        area = Area(1, 1, len(values), len(values[0]))
        self._book.host.put(self._title, area, values)
        self._book.forget_answers()
        self._facts.used = area
        self._commands += page_commands(page)
        for name, refers_to in page.names.items():
            self.set_name(name, refers_to)

    def discard(self) -> None:
        """Forget pending changes."""
        self._writes, self._commands = [], []

    def flush(self) -> None:
        """Write pending changes."""
        writes, self._writes = self._writes, []
        commands, self._commands = self._commands, []
        if len(writes) == 1 or any(map(_has_text, writes)):
            for area, values in writes:
                held = [[_as_typed(value) for value in row] for row in values]
                self._book.host.put(self._title, area, held)
                self._book.forget_answers()
        else:
            commands = [*_loose(writes), *commands]
        if commands:
            self._book.do(self._title, commands)


def _has_text(write: tuple[Area, Sequence[Sequence[Content]]]) -> bool:
    return any(isinstance(value, str) for row in write[1] for value in row)


def _as_typed(value: Content) -> Content:
    return f"'{value}" if isinstance(value, str) else value


def _loose(writes: Iterable[tuple[Area, Sequence[Sequence[Content]]]]) -> Iterator[str]:
    """Commands that write numbers into scattered cells."""
    places: dict[Content, list[tuple[int, int]]] = defaultdict(list)
    for area, values in writes:
        for cell, value in zip(area.cells(), (v for row in values for v in row), strict=True):
            places[value].append((cell.row, cell.column))
    for value, positions in places.items():
        yield command("value", rectangles(positions), "" if value is None else value)
