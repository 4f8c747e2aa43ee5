"""Checks what is installed and what a button would run; changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

from xlnono.doctor import excel_buttons, installed, libraries
from xlnono.doctor.finding import Finding, State, this_system, wrong
from xlnono.errors import XlnonoError
from xlnono.language import Text

__all__ = ["Finding", "State", "examine"]


def examine(workbook: Path | None = None) -> Iterator[tuple[Text, list[Finding]]]:
    """Look at the install, the buttons and LibreOffice, and at a workbook if one is given.

    Yields a heading and the findings for one subject after another. Starts this Python,
    LibreOffice and the Python that the workbook names, each with a time limit. Raises what
    `xlnono.xlsx.book.open_book` raises.
    """
    system = this_system()
    here = cache(lambda: libraries.imported_here(system))
    yield Text("xlnono", "xlnono"), _findings(installed.itself)
    yield Text("Libraries", "ライブラリ"), _findings(lambda: libraries.check(here()))
    yield (
        Text("Buttons in Excel", "Excel のボタン"),
        _findings(lambda: excel_buttons.check(system, here())),
    )
    yield Text("LibreOffice", "LibreOffice"), _findings(lambda: installed.libreoffice(system))
    if workbook is not None:
        yield Text("Workbook", "ブック"), _findings(lambda: _look_at(workbook))


def _look_at(workbook: Path) -> Iterator[Finding]:
    # lxml may be what is broken.
    from xlnono.doctor.workbook_check import look_at

    return look_at(workbook, this_system())


def _findings(check: Callable[[], Iterable[Finding]]) -> list[Finding]:
    """The findings of a check. It may run on a broken install, so any exception is a finding."""
    found: list[Finding] = []
    try:
        found.extend(check())
    except XlnonoError:
        raise
    except Exception as error:
        found.append(
            wrong(
                "The check failed: {reason}",
                "調べられませんでした: {reason}",
                "If there is nothing wrong with the libraries, please report this.",
                "ライブラリに問題がなければ、この内容をお知らせください。",
                reason=f"{type(error).__name__}: {error}",
            )
        )
    return found
