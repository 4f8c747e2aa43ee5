"""A press of a button in Calc, from beginning to end."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator, Sequence

import uno

from .cells import fact
from .conversation import Conversation
from .document import Document
from .interpreter import chosen_file, interpreter
from .pauses import Pauses
from .undo import Step
from .words import Problem, entry_title, text

_last_messages: dict[tuple[str, str], str] = {}
"""The last message shown in a box, by document and sheet."""
_busy: list[Pauses] = []
"""The press in progress, if any: LibreOffice accepts commands while it shows progress."""


def press(context: Any, frame: Any, name: str, *, boxes: bool) -> str:
    """Do what a button does, and show the result; returns the message."""
    if _busy:
        _busy[0].stop()
        return ""
    pauses = Pauses()
    _busy.append(pauses)
    language = _language(context)
    try:
        answer, boxed = _pressed(context, frame, name, language, pauses)
    except Problem as problem:
        facts = {"remedy": text("remedy", language, file=chosen_file(context)), **problem.facts}
        answer, boxed = text(problem.key, language, **facts), True
    except Exception as error:
        # A traceback would not be visible anywhere.
        reason = f"{type(error).__name__}: {error}"
        answer, boxed = text("stopped", language, reason=reason), True
    finally:
        _busy.clear()
    if boxed and boxes:
        _show(context, frame, answer)
    return answer


def _pressed(
    context: Any, frame: Any, name: str, language: str, pauses: Pauses
) -> tuple[str, bool]:
    """The answer, and whether it is shown in a box."""
    controller = frame.Controller
    model = None if controller is None else controller.Model
    if model is None or not model.supportsService("com.sun.star.sheet.SpreadsheetDocument"):
        raise Problem("no spreadsheet")
    if model.isReadonly():
        raise Problem("read only")
    if model.createInstance("com.sun.star.document.Settings").IsDocumentShared:
        raise Problem("shared")
    key, boxed = (model.RuntimeUID, controller.ActiveSheet.Name), []
    with _progress(frame, text("working", language)) as indicator:

        def serve(what: str, arguments: Sequence[Any]) -> Any:
            if what == "tell":
                _last_messages[key] = arguments[0]
                boxed.append(what)
            elif what == "told":
                return _last_messages.get(key, "")
            elif what == "status":
                indicator.setText(arguments[0])
            elif what == "pause":
                return pauses.pause(frame, move, *arguments)
            elif what == "take_back":
                conversation.failed = True
            elif what == "allow":
                conversation.allow(*arguments)
            else:
                return document.serve(what, arguments)
            return None

        move = _moving(indicator)
        conversation = Conversation(serve, move)
        pauses.begin(controller)
        try:
            with _one_step(model, entry_title(name, language)) as step:
                document = Document(model, step)
                answer = conversation.run(interpreter(context), name, language)
                if conversation.failed:
                    raise Problem("failed", answer=answer)
                document.finish()
        finally:
            pauses.leave()
    return answer, bool(boxed)


def _moving(indicator: Any) -> Any:
    """Returns a function that advances a progress bar, which makes LibreOffice draw its window."""
    places = [0]

    def move() -> None:
        places[0] = (places[0] + 3) % 100
        indicator.setValue(places[0])

    return move


@contextmanager
def _progress(frame: Any, message: str) -> Iterator[Any]:
    """A progress bar, and a window that takes no input meanwhile."""
    window, indicator = frame.ContainerWindow, frame.createStatusIndicator()
    indicator.start(message, 100)
    window.setEnable(False)
    try:
        yield indicator
    finally:
        window.setEnable(True)
        indicator.end()


@contextmanager
def _one_step(model: Any, title: str) -> Iterator[Step]:
    """Make changes without flicker and as one undo step, which is undone if it fails."""
    step = Step(model, title)
    model.lockControllers()
    model.addActionLock()
    try:
        yield step
    except BaseException:
        step.take_back()
        raise
    finally:
        model.removeActionLock()
        model.unlockControllers()


def _language(context: Any) -> str:
    """The language of LibreOffice's menus if there are messages in it, else English."""
    settings = context.ServiceManager.createInstanceWithContext(
        "com.sun.star.configuration.ConfigurationProvider", context
    ).createInstanceWithArguments(
        "com.sun.star.configuration.ConfigurationAccess",
        (fact("nodepath", "/org.openoffice.Setup/L10N"),),
    )
    return "ja" if str(settings.ooLocale).startswith("ja") else "en"


def _show(context: Any, frame: Any, message: str) -> None:
    toolkit = context.ServiceManager.createInstanceWithContext("com.sun.star.awt.Toolkit", context)
    kind = uno.Enum("com.sun.star.awt.MessageBoxType", "INFOBOX")
    box = toolkit.createMessageBox(frame.ContainerWindow, kind, 1, "xlnono", message)
    box.execute()
    box.dispose()
