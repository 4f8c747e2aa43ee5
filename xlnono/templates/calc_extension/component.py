"""The buttons of xlnono in LibreOffice Calc: vnd.xlnono:solve, vnd.xlnono:step and so on.

Dispatched with Silent=True, a command shows no box; its result is the answer in either case.
"""

from __future__ import annotations

from typing import Any, Sequence

import unohelper
from com.sun.star.frame import DispatchResultEvent, XDispatchProvider, XNotifyingDispatch
from com.sun.star.frame.DispatchResultState import SUCCESS
from com.sun.star.lang import XInitialization
from xlnono_calc.press import press

_PROTOCOL = "vnd.xlnono:"


class Buttons(unohelper.Base, XDispatchProvider, XInitialization):
    """Finds the dispatcher for a command."""

    def __init__(self, context: Any) -> None:
        self._context, self._frame = context, None

    def initialize(self, arguments: Sequence[Any]) -> None:
        if arguments:
            self._frame = arguments[0]

    def queryDispatch(self, url: Any, target: str, flags: int) -> Any:
        if self._frame is None or not url.Complete.startswith(_PROTOCOL):
            return None
        return Button(self._context, self._frame)

    def queryDispatches(self, requests: Sequence[Any]) -> Sequence[Any]:
        return tuple(
            self.queryDispatch(each.FeatureURL, each.FrameName, each.SearchFlags)
            for each in requests
        )


class Button(unohelper.Base, XNotifyingDispatch):
    """Carries out commands on the document of a frame."""

    def __init__(self, context: Any, frame: Any) -> None:
        self._context, self._frame = context, frame

    def dispatch(self, url: Any, arguments: Sequence[Any]) -> None:
        self._press(url, arguments)

    def dispatchWithNotification(self, url: Any, arguments: Sequence[Any], listener: Any) -> None:
        answer = self._press(url, arguments)
        if listener is not None:
            listener.dispatchFinished(DispatchResultEvent(self, SUCCESS, answer))

    def _press(self, url: Any, arguments: Sequence[Any]) -> str:
        silent = any(each.Name == "Silent" and each.Value for each in arguments)
        name = url.Complete[len(_PROTOCOL) :]
        return str(press(self._context, self._frame, name, boxes=not silent))

    def addStatusListener(self, listener: Any, url: Any) -> None:
        """Commands are always available, so there is nothing to report."""

    def removeStatusListener(self, listener: Any, url: Any) -> None:
        """See addStatusListener."""


g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(
    Buttons, "xlnono.calc.Buttons", ("com.sun.star.frame.ProtocolHandler",)
)
