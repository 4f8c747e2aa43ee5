"""Shared fixtures for the stories of the buttons: puzzles that programs have open.

Every story runs in memory. With `-m real` it runs in LibreOffice: with macros, through xlwings
alone (with conditional formats as on the desktop, or without), and in Calc. Stories marked with
`always` run there in any case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.support.sessions import COLUMNS, ROWS, Clues, Session, at_desk, opened
from xlnono.language import Language

PROGRAMS = "memory", "macros", "plain", "desktop", "calc"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a story in each of its programs, which the mark `programs` names."""
    if "program" not in metafunc.fixturenames:
        return
    named = metafunc.definition.get_closest_marker("programs")
    always = metafunc.definition.get_closest_marker("always")
    programs = PROGRAMS if named is None else named.args
    metafunc.parametrize(
        "program",
        [
            each if each == "memory" or always else pytest.param(each, marks=pytest.mark.real)
            for each in programs
        ],
        scope="session",
    )


@pytest.fixture
def desk_for(program: str, tmp_path: Path) -> Iterator[Callable[..., Session]]:
    """Opens puzzles: those without settings have buttons only where there is no other way."""
    desks: list[Session] = []

    def make(
        rows: Clues = ROWS,
        columns: Clues = COLUMNS,
        language: Language = "en",
        *,
        settings: bool = False,
    ) -> Session:
        folder = tmp_path / f"お絵かき ロジック {len(desks)}"
        desks.append(opened(program, folder, rows, columns, language, settings=settings))
        return desks[-1]

    yield make
    for desk in desks:
        desk.close()


@pytest.fixture
def reopen(program: str) -> Iterator[Callable[[Path], Session]]:
    """Opens a workbook that is there."""
    desks: list[Session] = []

    def make(path: Path) -> Session:
        desks.append(at_desk(program, path))
        return desks[-1]

    yield make
    for desk in desks:
        desk.close()


@pytest.fixture
def heart(desk_for: Callable[..., Session]) -> Session:
    """A small puzzle."""
    return desk_for()
