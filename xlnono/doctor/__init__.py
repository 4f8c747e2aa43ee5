"""Checks what is installed and what a button would run; changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from xlnono.doctor import button_check, installed, programs
from xlnono.doctor.finding import Finding, State, this_system, wrong
from xlnono.errors import XlnonoError
from xlnono.language import Text

__all__ = ["Finding", "Section", "State", "examine"]


class Section(NamedTuple):
    """The findings about one subject."""

    heading: Text
    findings: tuple[Finding, ...]


def _section(heading: Text, check: Callable[[], Iterable[Finding]]) -> Section:
    """The findings of a check. It may run on a broken install, so any exception is a finding."""
    found: list[Finding] = []
    try:
        found.extend(check())
    except XlnonoError:
        raise
    except Exception as error:
        found.append(
            wrong(
                Text("The check failed: {reason}", "調べられませんでした: {reason}"),
                Text(
                    "If there is nothing wrong with the libraries, please report this.",
                    "ライブラリに問題がなければ、この内容をお知らせください。",
                ),
                reason=f"{type(error).__name__}: {error}",
            )
        )
    return Section(heading, tuple(found))


def examine(workbook: Path | None = None) -> Iterator[Section]:
    """Look at the install, the buttons and LibreOffice, and at a workbook if one is given.

    Starts this Python, LibreOffice and the Python that the workbook names, each with a time
    limit. Raises what `xlnono.xlsx.book.open_book` raises.
    """
    system = this_system()
    this_python = cache(lambda: programs.ask_this_python(installed.modules(system)))
    yield _section(Text("xlnono", "xlnono"), installed.itself)
    yield _section(Text("Libraries", "ライブラリ"), lambda: installed.libraries(this_python()))
    yield _section(
        Text("Buttons in Excel", "Excel のボタン"),
        lambda: button_check.parts(system, this_python()),
    )
    yield _section(Text("LibreOffice", "LibreOffice"), lambda: programs.libreoffice(system))
    if workbook is not None:

        def look() -> Iterator[Finding]:
            # lxml may be what is broken.
            from xlnono.doctor.workbook_check import look_at

            return look_at(workbook, system)

        yield _section(Text("Workbook", "ブック"), look)
