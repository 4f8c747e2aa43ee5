"""A press of a button, from reading the active sheet to showing the message."""

from __future__ import annotations

from collections.abc import Iterable

from xlnono.buttons.catalogue import BUTTONS, Button, Name
from xlnono.buttons.context import PressContext, SheetProtected
from xlnono.buttons.highlight import clear_green
from xlnono.buttons.settings import read_settings
from xlnono.errors import InvalidPuzzle, XlnonoError
from xlnono.language import LANGUAGES, Language
from xlnono.live.book import LiveBook
from xlnono.live.front import Front
from xlnono.live.host import Host
from xlnono.puzzle_sheet.read import NoPuzzle


def press(name: Name, host: Host, front: Front, language: Language | None = None) -> str:
    """Carry out the action of a button, and show and return its answer, even after an error.

    `language` is that of the program; it is used if the workbook has no settings.
    """
    button = BUTTONS[name]
    try:
        book = LiveBook(host)
        sheet = book.sheet(book.shown)
        if sheet is None:
            raise NoPuzzle()
        context = PressContext(front, book, sheet, read_settings(book, language or "en"))
    except XlnonoError as error:
        wanted: Iterable[Language] = (language,) if language else LANGUAGES
        message = "\n\n".join(error.message(each) for each in wanted)
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
        message = button.action(context)
        context.book.flush()
    except InvalidPuzzle as error:
        return " / ".join(defect.text(language) for defect in error.defects)
    except XlnonoError as error:
        return error.text(language)
    except Exception as error:
        # A traceback is useless in a message box, and there is no other place for it.
        return context.text("unexpected", error=f"{type(error).__name__}: {error}")
    return message
