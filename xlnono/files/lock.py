"""An inter-process file lock; the system releases it if its holder dies."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_ATTEMPTS = 100

SIGNALS = {
    number
    for number in signal.Signals
    if number.name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
}
"""The signals that ask a program to stop."""

if sys.platform == "win32":
    import msvcrt

    _FLAGS = os.O_RDWR | os.O_CREAT

    def _lock(handle: int) -> None:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            raise BlockingIOError from None

    def _release(handle: int, path: Path) -> None:
        os.close(handle)
        # Windows keeps the file if another process has opened it by now, which then removes it.
        with suppress(OSError):
            path.unlink()

else:
    import fcntl

    _FLAGS = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _release(handle: int, path: Path) -> None:
        # Before unlocking: after it, another process could lock a file of this name.
        with suppress(OSError):
            path.unlink()
        os.close(handle)


def _acquired(path: Path) -> int:
    for _ in range(_ATTEMPTS):
        handle = os.open(path, _FLAGS, 0o666)
        try:
            _lock(handle)
            if os.path.samestat(os.fstat(handle), path.lstat()):
                return handle
        except FileNotFoundError:
            pass
        except BaseException:
            os.close(handle)
            raise
        # The previous holder removed it between opening and locking.
        os.close(handle)
    raise BlockingIOError


@contextmanager
def signals_blocked() -> Iterator[None]:
    """Delay signals to stop until the end of the block, if the system supports that."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock. Its file only exists meanwhile, or after a process was killed.

    Raises BlockingIOError if another process holds it, or another OSError.
    """
    handle = None
    try:
        # Otherwise an exception in between could leave the file behind.
        with signals_blocked():
            handle = _acquired(path)
        yield
    finally:
        if handle is not None:
            with signals_blocked():
                _release(handle, path)
