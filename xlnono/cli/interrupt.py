"""Requests to stop, from the keyboard or the system, raised as exceptions so that files are
cleaned up."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from xlnono.files.lock import SIGNALS

_AGAIN_SECONDS = 1.0


class Terminated(BaseException):
    """The system asked the program to end; `number` is that of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextmanager
def handling(handler: Callable[[int, FrameType | None], object]) -> Iterator[None]:
    """Call a function on each signal that asks the program to stop.

    An ignored hang-up signal, as under nohup, stays ignored. Does nothing outside the main thread.
    """
    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in SIGNALS:
            ignored = number.name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN
            if not ignored:
                before[number] = signal.signal(number, handler)
    hook = sys.unraisablehook
    sys.unraisablehook = _report_unraisable
    try:
        yield
    finally:
        sys.unraisablehook = hook
        if before:
            _insist_no_more()
        for number, handler_before in before.items():
            signal.signal(number, handler_before)


def stop(number: int, _: FrameType | None = None) -> None:
    """Raise KeyboardInterrupt, or Terminated if it was not the keyboard."""
    _insist(number)
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise Terminated(number)


def _report_unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    """Report an exception that could not be raised; requests to stop are raised again anyway."""
    if not issubclass(unraisable.exc_type, KeyboardInterrupt | Terminated):
        sys.__unraisablehook__(unraisable)


def _insist(number: int) -> None:
    """Raise it again in a moment: some libraries swallow exceptions raised inside their code."""
    if sys.platform != "win32":
        signal.signal(signal.SIGALRM, lambda _, frame: stop(number, frame))
        signal.setitimer(signal.ITIMER_REAL, _AGAIN_SECONDS)


def _insist_no_more() -> None:
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, 0)
