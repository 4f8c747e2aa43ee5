"""The person who looks on while a puzzle is solved step by step, and may want it to stop."""

from __future__ import annotations

import time
from typing import Any, Callable

import uno
import unohelper
from com.sun.star.awt import XKeyHandler, XMouseClickHandler
from com.sun.star.util import CloseVetoException, XCloseListener

_SLICE = 0.03


class Onlooker:
    """Sees the sheet in the pauses between the steps. `move` is what lets LibreOffice live then.

    From `begin` to `leave` the document can be neither changed nor closed by hand.
    """

    def __init__(self) -> None:
        self._guard: Any = None
        self._wants_stop = False

    def begin(self, controller: Any) -> None:
        """Look on from now on."""
        self._guard = _Guard(controller, self.stop)

    def stop(self) -> None:
        """Stop at the next pause, if there is one."""
        self._wants_stop = True

    def pause(self, frame: Any, move: Callable[[], None], seconds: float) -> bool:
        """Show the sheet for that long; returns whether it is to stop."""
        model = frame.Controller.Model
        # For Esc and the toolbar. The guard swallows what would change the sheet.
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
        """Look on no longer."""
        if self._guard is not None:
            self._guard.end()


class _Guard(unohelper.Base, XKeyHandler, XMouseClickHandler, XCloseListener):
    """Keeps the person from changing or closing the document; commands and Esc get through."""

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

    def _swallowed(self, event: Any) -> bool:
        return True

    keyReleased = mousePressed = mouseReleased = _swallowed

    def queryClosing(self, source: Any, ownership: bool) -> None:
        raise CloseVetoException("xlnono is at work", self)

    def _nothing(self, event: Any) -> None:
        pass

    notifyClosing = disposing = _nothing
