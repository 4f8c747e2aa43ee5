"""The pauses between steps while a puzzle is solved step by step, and requests to stop."""

from __future__ import annotations

import time
from typing import Any, Callable

import uno
import unohelper
from com.sun.star.awt import XKeyHandler, XMouseClickHandler
from com.sun.star.util import CloseVetoException, XCloseListener

_SLICE = 0.03


class Pauses:
    """Shows the sheet between the steps; `move` lets LibreOffice handle events meanwhile.

    From `begin` to `leave` the user can neither change nor close the document.
    """

    def __init__(self) -> None:
        self._guard: Any = None
        self._wants_stop = False

    def begin(self, controller: Any) -> None:
        """Guard the document from now on."""
        self._guard = _Guard(controller, self.stop)

    def stop(self) -> None:
        """Stop at the next pause, if there is one."""
        self._wants_stop = True

    def pause(self, frame: Any, move: Callable[[], None], seconds: float) -> bool:
        """Show the sheet for that many seconds; returns whether to stop."""
        model = frame.Controller.Model
        # For Esc and the toolbar; the guard ignores input that would change the sheet.
        frame.ContainerWindow.setEnable(True)
        model.removeActionLock()
        model.unlockControllers()
        try:
            last = time.monotonic() + seconds
            while not self._wants_stop and time.monotonic() < last:
                move()
                time.sleep(_SLICE)
        finally:
            model.lockControllers()
            model.addActionLock()
        return self._wants_stop

    def leave(self) -> None:
        """Guard the document no longer."""
        if self._guard is not None:
            self._guard.end()


class _Guard(unohelper.Base, XKeyHandler, XMouseClickHandler, XCloseListener):
    """Keeps the user from changing or closing the document; commands and Esc work."""

    def __init__(self, controller: Any, stop: Callable[[], None]) -> None:
        self._controller, self._stop = controller, stop
        controller.addKeyHandler(self)
        controller.addMouseClickHandler(self)
        controller.Model.addCloseListener(self)

    def end(self) -> None:
        self._controller.removeKeyHandler(self)
        self._controller.removeMouseClickHandler(self)
        self._controller.Model.removeCloseListener(self)

    def keyPressed(self, event: Any) -> bool:
        if event.KeyCode == uno.getConstantByName("com.sun.star.awt.Key.ESCAPE"):
            self._stop()
        return True

    def _ignored(self, event: Any) -> bool:
        return True

    keyReleased = mousePressed = mouseReleased = _ignored

    def queryClosing(self, source: Any, ownership: bool) -> None:
        raise CloseVetoException("xlnono is working", self)

    def _nothing(self, event: Any) -> None:
        pass

    notifyClosing = disposing = _nothing
