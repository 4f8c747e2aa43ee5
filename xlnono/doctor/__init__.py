"""What is installed and what a button would run: facts, no words; nothing is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from xlnono.doctor import button_check, installed, programs
from xlnono.doctor.finding import Finding, State, this_system
from xlnono.errors import XlnonoError

__all__ = ["Finding", "Section", "State", "examine"]


class Section(NamedTuple):
    """What was found about one thing; `key` says which."""

    key: str
    findings: tuple[Finding, ...]


def _findings(look: Callable[[], Iterable[Finding]]) -> tuple[Finding, ...]:
    """All that a look finds. It is made for broken installs, so it goes on whatever breaks."""
    found: list[Finding] = []
    try:
        found.extend(look())
    except XlnonoError:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        found.append(Finding("unexpected", State.WRONG, {"reason": reason}))
    return tuple(found)


def examine(workbook: Path | None = None) -> Iterator[Section]:
    """Look at the install, the buttons and LibreOffice, and at a workbook if one is given.

    Starts this Python, LibreOffice and the Python that the workbook names, each with a time
    limit. Raises what `xlnono.xlsx.book.open_book` raises.
    """
    system = this_system()
    mine = programs.ask_this_python(installed.modules(system))
    yield Section("xlnono", _findings(installed.itself))
    yield Section("libraries", _findings(lambda: installed.libraries(mine)))
    yield Section("buttons", _findings(lambda: button_check.parts(system, mine)))
    yield Section("libreoffice", _findings(lambda: programs.libreoffice(system)))
    if workbook is not None:

        def look() -> Iterator[Finding]:
            # lxml may be what is broken.
            from xlnono.doctor.workbook_check import look_at

            return look_at(workbook, system)

        yield Section("workbook", _findings(look))
