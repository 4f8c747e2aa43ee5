"""The user interface of the program that has a workbook open."""

from __future__ import annotations

from typing import Protocol


class Front(Protocol):
    """The user interface of the host program, for one press of a button."""

    def tell(self, message: str) -> None:
        """Show a message in a box."""

    def told(self) -> str:
        """What was last shown in a box on this sheet, empty if that is not known."""

    def status(self, message: str) -> None:
        """Say how far it is while the person waits."""

    def pause(self, seconds: float) -> bool:
        """Show the sheet for that long; returns whether the person wants it to stop."""

    def allow(self, seconds: float) -> None:
        """Learn how long a solve may take in which nothing is heard."""
