"""The user interface of the program that has a workbook open."""

from __future__ import annotations

from typing import Protocol


class Front(Protocol):
    """The user interface of the host program, for one press of a button."""

    def show_message(self, message: str) -> None:
        """Show a message in a box."""

    def last_message(self) -> str:
        """The last message shown in a box on this sheet, empty if it is unknown."""

    def status(self, message: str) -> None:
        """Show the progress in the status bar."""

    def pause(self, seconds: float) -> bool:
        """Show the sheet for that long; returns whether the user wants to stop."""

    def set_timeout(self, seconds: float) -> None:
        """Set how long a solve may take without any request to the program."""
