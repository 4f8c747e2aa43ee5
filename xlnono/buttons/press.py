"""A press of a button, from the sheet that is shown to the message."""

from __future__ import annotations

from collections.abc import Iterable

from xlnono.buttons.catalogue import BUTTONS, Button, Name
from xlnono.buttons.context import PressContext, SheetProtected
from xlnono.buttons.highlight import take_green_back
from xlnono.buttons.settings import read_settings
from xlnono.errors import InvalidPuzzle, XlnonoError
from xlnono.language import LANGUAGES, Language
from xlnono.live.book import LiveBook
from xlnono.live.front import Front
from xlnono.live.host import Host
from xlnono.puzzle_sheet.read import NoPuzzle


def press(name: Name, host: Host, front: Front, language: Language | None = None) -> str:
    """Do the work of a button, and answer in words whatever happens; returns the answer.

    `language` is that of the program, which counts where the workbook has no settings.
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
        front.tell(message)
    else:
        front.allow(context.settings.seconds)
        message = _result(button, context)
        context.answer(message)
    return message


def _result(button: Button, context: PressContext) -> str:
    """What the work of a button has to say, or what went wrong."""
    language = context.settings.language
    try:
        if button.paints and context.sheet.protected:
            raise SheetProtected().at(sheet=context.sheet.title)
        if button.paints and not button.leaves_green:
            take_green_back(context.sheet)
        message = button.action(context)
        context.book.flush()
    except InvalidPuzzle as error:
        return " / ".join(defect.text(language) for defect in error.defects)
    except XlnonoError as error:
        return error.text(language)
    except Exception as error:
        # Nobody reads a traceback in a box, and there is no other place for it.
        return context.text("unexpected", error=f"{type(error).__name__}: {error}")
    return message
