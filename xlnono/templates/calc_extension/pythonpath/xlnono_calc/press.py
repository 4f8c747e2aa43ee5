"""A press of a button in Calc, from beginning to end."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any, Iterator, Sequence

import uno
import unohelper
from com.sun.star.document import XUndoManagerListener

from .conversation import Conversation
from .document import Document
from .interpreter import chosen_file, interpreter
from .onlooker import Onlooker
from .words import Trouble, text

_UNDONE = "xlnono"
"""What the list of things to undo calls a press."""
_told: dict[tuple[str, str], str] = {}
"""What was last shown in a box, by document and sheet."""
_busy: list[Onlooker] = []
"""The press that is going on, if any: LibreOffice lets commands in while it shows progress."""


def press(context: Any, frame: Any, name: str, *, boxes: bool) -> str:
    """Do what a button does, and say in words what came of it; returns the words."""
    if _busy:
        _busy[0].stop()
        return ""
    onlooker = Onlooker()
    _busy.append(onlooker)
    language = _language(context)
    try:
        answer, boxed = _pressed(context, frame, name, language, onlooker)
    except Trouble as trouble:
        facts = {"remedy": text("remedy", language, file=chosen_file(context)), **trouble.facts}
        answer, boxed = text(trouble.key, language, **facts), True
    except Exception as error:
        # Nobody sees a traceback, and there is no other place for it.
        reason = f"{type(error).__name__}: {error}"
        answer, boxed = text("stopped", language, reason=reason), True
    finally:
        _busy.clear()
    if boxed and boxes:
        _show(context, frame, answer)
    return answer


def _pressed(
    context: Any, frame: Any, name: str, language: str, onlooker: Onlooker
) -> tuple[str, bool]:
    """The answer, and whether it wants a box."""
    controller = frame.Controller
    model = None if controller is None else controller.Model
    if model is None or not model.supportsService("com.sun.star.sheet.SpreadsheetDocument"):
        raise Trouble("no spreadsheet")
    document = Document(model)
    key, boxed = (model.RuntimeUID, controller.ActiveSheet.Name), []
    with _progress(frame, text("working", language)) as indicator:

        def serve(what: str, arguments: Sequence[Any]) -> Any:
            if what == "tell":
                _told[key] = arguments[0]
                boxed.append(what)
            elif what == "told":
                return _told.get(key, "")
            elif what == "status":
                indicator.setText(arguments[0])
            elif what == "pause":
                return onlooker.pause(frame, move, *arguments)
            elif what == "allow":
                conversation.allow(*arguments)
            else:
                return document.serve(what, arguments)
            return None

        move = _moving(indicator)
        conversation = Conversation(serve, move)
        onlooker.begin(controller)
        try:
            with _one_step(model):
                answer = conversation.run(interpreter(context), name, language)
                if conversation.failed:
                    raise Trouble("failed", answer=answer)
            document.finish()
        finally:
            onlooker.leave()
    return answer, bool(boxed)


def _moving(indicator: Any) -> Any:
    """What moves a progress bar a little; LibreOffice draws its window on the occasion."""
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


class _Changes(unohelper.Base, XUndoManagerListener):
    """Learns whether a step has anything in it."""

    def __init__(self) -> None:
        self.any = False

    def leftContext(self, event: Any) -> None:
        self.any = True

    def _nothing(self, event: Any) -> None:
        pass

    undoActionAdded = actionUndone = actionRedone = _nothing
    allActionsCleared = redoActionsCleared = resetAll = _nothing
    enteredContext = enteredHiddenContext = leftHiddenContext = cancelledContext = _nothing
    disposing = _nothing


@contextmanager
def _one_step(model: Any) -> Iterator[None]:
    """Without flicker, as one step to undo; if it fails, it is undone at once."""
    undo, changes = model.UndoManager, _Changes()
    undo.enterUndoContext(_UNDONE)
    model.lockControllers()
    model.addActionLock()
    failed = True
    try:
        yield
        failed = False
    finally:
        model.removeActionLock()
        model.unlockControllers()
        undo.addUndoManagerListener(changes)
        undo.leaveUndoContext()
        undo.removeUndoManagerListener(changes)
        if failed and changes.any:
            undo.undo()


def _language(context: Any) -> str:
    """The language of LibreOffice's own menus, as far as there are words in it."""
    node = uno.createUnoStruct("com.sun.star.beans.PropertyValue")
    node.Name, node.Value = "nodepath", "/org.openoffice.Setup/L10N"
    settings = context.ServiceManager.createInstanceWithContext(
        "com.sun.star.configuration.ConfigurationProvider", context
    ).createInstanceWithArguments("com.sun.star.configuration.ConfigurationAccess", (node,))
    return "ja" if str(settings.ooLocale).startswith("ja") else "en"


def _show(context: Any, frame: Any, message: str) -> None:
    toolkit = context.ServiceManager.createInstanceWithContext("com.sun.star.awt.Toolkit", context)
    kind = uno.Enum("com.sun.star.awt.MessageBoxType", "INFOBOX")
    box = toolkit.createMessageBox(frame.ContainerWindow, kind, 1, "xlnono", message)
    box.execute()
    box.dispose()
