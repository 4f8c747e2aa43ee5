"""A press of a button, from reading the active sheet to showing the message."""

from __future__ import annotations

from xlnono.buttons.catalogue import PRESSES, Button, Name
from xlnono.buttons.context import PressContext, SheetProtected
from xlnono.buttons.highlight import clear_green
from xlnono.buttons.settings import read_settings
from xlnono.errors import InvalidPuzzle, XlnonoError
from xlnono.language import Language, Text
from xlnono.live.book import LiveBook
from xlnono.live.front import Front
from xlnono.live.host import Host
from xlnono.puzzle_sheet.companion_sheets import BOARD_NAME
from xlnono.puzzle_sheet.spots import GRID_NAME, NoPuzzle
from xlnono.puzzle_sheet.suspects import clear_suspects
from xlnono.spreadsheet.area import parse_reference

_SHEET, _OR = Text("“{title}”", "「{title}」"), Text(" or ", "か")


class PuzzleElsewhere(XlnonoError):
    code = "puzzle-elsewhere"
    template = Text(
        "there is no puzzle on this sheet: go to the sheet {others} and press again.",
        "このシートには問題がありません。{others}のシートでボタンを押してください。",
    )


def press(name: Name, host: Host, front: Front, language: Language = "en") -> str:
    """Carry out the action of a button, and show and return its answer, even after an error.

    `language` is that of the program; it is used if neither the settings nor the sheet have one.
    """
    button = PRESSES[name]
    try:
        book = LiveBook(host)
        sheet = book.sheet(book.shown)
        if sheet is None:
            raise NoPuzzle()
        context = PressContext(front, book, sheet, read_settings(book, sheet, language))
    except XlnonoError as error:
        message = error.message(language)
        front.show_message(message)
    else:
        front.set_timeout(context.settings.seconds)
        message = _result(button, context)
        context.answer(message)
    return message


def _result(button: Button, context: PressContext) -> str:
    """The message of a button's action, or of the error in it."""
    language = context.settings.language
    try:
        if button.paints and context.sheet.protected:
            raise SheetProtected().at(sheet=context.sheet.title)
        if button.paints and not button.leaves_green:
            clear_green(context.sheet)
        if button.paints and not button.leaves_suspects:
            clear_suspects(context.sheet, context.layout, context.spot.number)
        message = button.action(context)
        context.book.flush()
    except NoPuzzle as error:
        return (_elsewhere(context) or error).text(language)
    except InvalidPuzzle as error:
        return " / ".join(defect.text(language) for defect in error.defects)
    except XlnonoError as error:
        return error.text(language)
    except Exception as error:
        # A traceback is useless in a message box, and there is no other place for it.
        message = context.text("unexpected", error=f"{type(error).__name__}: {error}")
        return message + (context.text("put back") if context.put_back() else "")
    return message


def _elsewhere(context: PressContext) -> XlnonoError | None:
    """The error for a sheet without a puzzle, if others are known to have one.

    That is, the puzzle of a log or a replay, or those that have names.
    """
    try:
        titles = [parse_reference(context.sheet.names().get(BOARD_NAME, ""))[0]]
    except ValueError:
        titles = [sheet.title for sheet in context.book.sheets() if GRID_NAME in sheet.names()]
    if not titles:
        return None
    shown = tuple(_SHEET.of(context.settings.language, title=title) for title in titles)
    return PuzzleElsewhere(others=_OR.of(context.settings.language).join(shown)).at(
        sheet=context.sheet.title
    )
