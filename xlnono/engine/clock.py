"""A time limit, and the callback for progress."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

Progress = Callable[[int], None]
"""Called now and then with the number of cells known; may raise to stop the work."""

_BETWEEN_REPORTS = 0.1


class OutOfTime(Exception):
    """The deadline has passed. Never leaves the engine."""


@dataclass
class Clock:
    """A deadline, and the callback for progress.

    Long-running work calls it every few milliseconds: `tick` when the board has changed, `check`
    otherwise. Both raise OutOfTime, or any exception from the callback.
    """

    deadline: float | None = None
    progress: Progress | None = None
    known: int = 0
    _reported: float = field(default_factory=time.monotonic)

    @classmethod
    def start(cls, seconds: float | None, progress: Progress | None = None) -> Clock:
        return cls(None if seconds is None else time.monotonic() + seconds, progress)

    def extended(self, seconds: float) -> Clock:
        """A clock with at least so many seconds left."""
        if self.deadline is None:
            return self
        return replace(self, deadline=max(self.deadline, time.monotonic() + seconds))

    def share(self, part: float) -> Clock:
        """A clock for this part of the remaining time."""
        if self.deadline is None:
            return self
        now = time.monotonic()
        return replace(self, deadline=now + part * (self.deadline - now))

    def left(self) -> float | None:
        """The remaining seconds, None without a deadline. Raises OutOfTime if there are none."""
        if self.deadline is None:
            return None
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise OutOfTime
        return left

    def tick(self, known: int) -> None:
        """Report how many cells are known."""
        self.left()
        self.known = known
        if self.progress is not None:
            self._reported = time.monotonic()
            self.progress(known)

    def check(self) -> None:
        """Check the deadline; report again if the last report was a while ago."""
        if self.deadline is None and self.progress is None:
            return
        now = time.monotonic()
        if self.deadline is not None and now >= self.deadline:
            raise OutOfTime
        if self.progress is not None and now - self._reported > _BETWEEN_REPORTS:
            self._reported = now
            self.progress(self.known)


UNLIMITED = Clock()
"""For work without a deadline or progress."""
