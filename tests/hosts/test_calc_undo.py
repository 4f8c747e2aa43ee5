"""Undo and Redo of presses in Calc: the document is compared cell by cell."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.calc import one_press
from tests.support.document_state import State, differences, state
from tests.support.folded import SHOWN, expanded, folded_page
from tests.support.office import Office
from tests.support.office_sessions import CalcSession
from tests.support.sessions import COLUMNS, HEART, ROWS, UNKNOWN
from xlnono.buttons.catalogue import BUTTONS, Name
from xlnono.language import Language
from xlnono.live.book import LiveBook
from xlnono.live.calc_host import CalcHost
from xlnono.model.board import Axis, Line
from xlnono.spreadsheet.area import Area
from xlnono.templates import template

LAMBDA = (
    '<definedNames><definedName name="twice" localSheetId="0">LAMBDA(x,\n\tx*2)</definedName>'
    "<definedName "
)
"""A name whose formula goes over two lines and has a tab, before those of the template."""

Opener = Callable[..., CalcSession]


@pytest.fixture
def opened(calc: Office, tmp_path: Path) -> Iterator[Opener]:
    """Opens workbooks with a puzzle."""
    sessions: list[CalcSession] = []

    def open_one(kind: str = "plain", language: Language = "en", **way: object) -> CalcSession:
        macro = kind == "two copies with macros"
        path = tmp_path / ("heart.xlsm" if macro else "heart.xlsx")
        if macro:
            template.new(path, 5, 5, language=language, macro=True)
        else:
            template.filled(path, ROWS, COLUMNS, language=language)
        if kind == "lambda":
            with_lambda(path)
        session = CalcSession(calc, path, language)
        sessions.append(session)
        if macro:
            session.type_clues(ROWS, COLUMNS)
        arrange(session, kind)
        return session

    yield open_one
    for session in sessions:
        session.close()


def with_lambda(path: Path) -> None:
    """Give the sheet a name with a formula of several lines."""
    with zipfile.ZipFile(path) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    workbook = parts["xl/workbook.xml"].decode()
    assert "<definedNames><definedName " in workbook
    parts["xl/workbook.xml"] = workbook.replace("<definedNames><definedName ", LAMBDA).encode()
    with zipfile.ZipFile(path, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)


def shared(document: Any, path: Path) -> Path:
    """Save a document in LibreOffice's own format, as one that several people edit at a time."""
    from com.sun.star.beans import PropertyValue

    mine, ours = path.with_suffix(".ods"), path.with_name("shared.ods")
    document.storeToURL(mine.as_uri(), (PropertyValue("FilterName", 0, "calc8", 0),))
    setting = b'config:name="IsDocumentShared" config:type="boolean">'
    with zipfile.ZipFile(mine) as package, zipfile.ZipFile(ours, "w") as copy:
        for name in package.namelist():
            content = package.read(name)
            copy.writestr(name, content.replace(setting + b"false", setting + b"true"))
    return ours


def arrange(session: CalcSession, kind: str) -> None:
    """Do to a workbook what people do to theirs."""
    if kind == "three sheets":
        session.copy_sheet(session.title, "Second")
        session.copy_sheet(session.title, "Third")
        session.show("Second")
        session.press("solve")
        session.title = "Third"
        session.show("Third")
    elif kind == "two copies with macros":
        session.copy_sheet(session.title, "Copy")
        session.press("solve")
        session.title = "Copy"
        session.show("Copy")
    elif kind == "frozen":
        session.document.CurrentController.freezeAtPosition(2, 6)
    elif kind == "filtered":
        hide_rows(session)
    session.mark(1, 0, 1)
    session.at(0, 0)


def hide_rows(session: CalcSession) -> None:
    """Hide some rows of the grid by a filter."""
    from com.sun.star.sheet import TableFilterField
    from com.sun.star.sheet.FilterOperator import EQUAL

    sheet = session.native()
    sheet.getCellRangeByName("N6:N11").setDataArray(
        tuple((held,) for held in ("keep", "a", "b", "c", "b", "a"))
    )
    tables = session.document.DatabaseRanges
    tables.addNewByName("mine", sheet.getCellRangeByName("A6:N11").RangeAddress)
    tables.getByName("mine").AutoFilter = True
    wanted = tables.getByName("mine").getFilterDescriptor()
    wanted.ContainsHeader = True
    wanted.setFilterFields((TableFilterField(Field=13, Operator=EQUAL, StringValue="a"),))
    sheet.getCellRangeByName("A6:N11").filter(wanted)
    assert sheet.Rows.getByIndex(7).IsFiltered


def undo_and_redo(session: CalcSession, states: Sequence[State]) -> None:
    """Go back to the first of the states, and forward to the last, and look at each."""
    undo = session.document.UndoManager
    for wanted in reversed(states[:-1]):
        undo.undo()
        assert differences(wanted, state(session.document)) == []
    for wanted in states[1:]:
        undo.redo()
        assert differences(wanted, state(session.document)) == []


KINDS = "plain", "three sheets", "two copies with macros", "lambda", "frozen", "filtered"


PRESSES = [
    pytest.param(*(kind, name), marks=pytest.mark.real if name == "solve" else pytest.mark.slow)
    for kind in KINDS
    for name in BUTTONS
]
"""Solve in every workbook is part of the gate; the others take minutes."""


@pytest.mark.parametrize(("kind", "name"), PRESSES)
def test_two_presses_are_undone_and_redone(opened: Opener, kind: str, name: Name) -> None:
    session = opened(kind)
    undo = session.document.UndoManager
    states, entries = [state(session.document)], len(undo.getAllUndoActionTitles())
    for _ in range(2):
        before = len(undo.getAllUndoActionTitles())
        session.press(name)
        if len(undo.getAllUndoActionTitles()) > before:
            assert undo.getCurrentUndoActionTitle() == f"xlnono: {BUTTONS[name].caption.en}"
            states.append(state(session.document))
    assert len(undo.getAllUndoActionTitles()) == entries + len(states) - 1
    for _ in range(2):
        undo_and_redo(session, states)
    assert not session.document.hasControllersLocked()


@pytest.mark.real
def test_clues_from_a_drawing_are_undone_and_redone(opened: Opener) -> None:
    session = opened()
    sheet = session.native()
    for row, picture in enumerate(HEART.splitlines(), start=30):
        for column, sign in enumerate(picture, start=30):
            if sign == "#":
                sheet.getCellByPosition(column, row).CellBackColor = 0x204060
    session.document.Sheets.copyByName(session.title, "Drawing", 1)
    session.show("Drawing")
    for name in session.native("Drawing").NamedRanges.ElementNames:
        session.native("Drawing").NamedRanges.removeByName(name)
    session.select(Area.parse("AE31:AI35"))
    undo = session.document.UndoManager
    states, entries = [state(session.document)], len(undo.getAllUndoActionTitles())
    assert "one solution" in session.press("clues")
    assert undo.getCurrentUndoActionTitle() == "xlnono: Clues from drawing"
    states.append(state(session.document))
    assert len(undo.getAllUndoActionTitles()) == entries + 1
    undo_and_redo(session, states)
    undo_and_redo(session, states)


@pytest.mark.real
@pytest.mark.parametrize(
    "names",
    [
        ("where", "where", "clear"),
        ("where", "step", "step"),
        ("solve", "where", "clear"),
        ("step", "restore", "clear"),
    ],
)
def test_presses_of_several_buttons_are_undone_and_redone(
    opened: Opener, names: tuple[Name, ...]
) -> None:
    session = opened()
    states = [state(session.document)]
    for name in names:
        session.press(name)
        states.append(state(session.document))
    undo_and_redo(session, states)


def test_notes_and_corrections_of_check_are_undone_and_redone(opened: Opener) -> None:
    session = opened()
    clue = session.clue(Line(Axis.ROW, 1))
    session.mark(1, 0, None)
    session.host().put(session.title, clue, [[4]])
    session.host().put(session.title, session.clue(Line(Axis.COLUMN, 4)), [[3]])
    undo = session.document.UndoManager
    states = [state(session.document)]
    session.press("solve")
    states.append(state(session.document))
    assert any(" note " in key for key in states[-1])
    assert undo.getCurrentUndoActionTitle() == "xlnono: Solve"
    noted = next(iter(session.sheet().notes(session.layout().box)))
    session.press("check")
    states.append(state(session.document))
    session.select(noted)
    assert session.press("check").startswith("Corrected: ")
    states.append(state(session.document))
    for _ in range(2):
        undo_and_redo(session, states)


def test_pages_with_collapsed_rows_are_undone_and_redone(opened: Opener) -> None:
    session = opened()
    states = [state(session.document)]
    for outline in (folded_page().outline, {9: 1}, {}, folded_page().outline):
        with one_press(session.document) as ask:
            book = LiveBook(CalcHost(ask))
            book.put_page("log", folded_page()._replace(outline=outline), book.sheets()[0])
            book.flush()
        states.append(state(session.document))
    for _ in range(2):
        undo_and_redo(session, states)
    assert expanded(session.native("log")) == SHOWN


def test_after_undo_the_same_button_works_again(opened: Opener) -> None:
    session = opened()
    undo = session.document.UndoManager
    before = state(session.document)
    for _ in range(2):
        assert session.press("solve").startswith("Result: exactly one solution")
        undo.undo()
        assert differences(before, state(session.document)) == []
    session.mark(1, 1, 1)
    assert session.press("solve").startswith("Result: exactly one solution")


REFUSALS = {
    "read-only": ("open read-only", "読み取り専用"),
    "shared": ("This document is shared", "共有されています"),
    "structure": ("structure of the workbook is protected", "ブックの構成が保護"),
    "sheet": ("the sheet is protected", "シートが保護されている"),
}
REFUSED: dict[str, tuple[Name, ...]] = {
    "structure": ("solve", "step", "clear"),
    "sheet": ("solve", "step", "check", "assume", "clear", "restore", "where"),
}
"""The buttons that need what is protected; the others answer as ever."""


@pytest.mark.parametrize(("language", "locale"), [("en", "en-US"), ("ja", "ja-JP")])
@pytest.mark.parametrize("kind", REFUSALS)
def test_a_document_that_cannot_be_changed_is_left_as_it_is(
    calc: Office, opened: Opener, kind: str, language: Language, locale: str
) -> None:
    session = opened(language=language)
    calc.speak(locale)
    if kind == "structure":
        session.document.protect("")
    elif kind == "sheet":
        session.protect(session.title)
    elif kind == "shared":
        path = shared(session.document, session.path)
        session.document.close(True)
        session.document = calc.open(path)
    else:
        session.document.store()
        session.document.close(True)
        session.document = calc.open(session.path, ReadOnly=True)
    before = state(session.document)
    entries = session.document.UndoManager.getAllUndoActionTitles()
    for name in REFUSED.get(kind, BUTTONS):
        said = session.press(name)
        assert REFUSALS[kind][language == "ja"] in said
        assert "Exception" not in said
    assert differences(before, state(session.document)) == []
    assert session.document.UndoManager.getAllUndoActionTitles() == entries
    assert session.board() == UNKNOWN
