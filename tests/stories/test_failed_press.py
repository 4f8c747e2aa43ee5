"""A bug in xlnono that shows while it paints must not leave a half-painted board."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.sessions import HEART, UNKNOWN, Session
from xlnono.buttons import actions
from xlnono.live.book import LiveSheet

BUGGY = """\
#!{python}
import sys
from xlnono.buttons import actions
def write_log(sheet, *_):
    sheet.book.flush()
    raise LookupError("steps are missing")
actions.write_log = write_log
sys.argv[1:3] = []
from xlnono.calc import main
main()
"""
"""The Python of the Calc extension is a process of its own."""


@contextmanager
def broken_log(program: str, tmp_path: Path) -> Iterator[None]:
    """While it is used, the log cannot be written."""

    def write_log(sheet: LiveSheet, *_: object) -> None:
        # By then, all of the board is painted.
        sheet.book.flush()
        raise LookupError("steps are missing")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(actions, "write_log", write_log)
        if program == "calc":
            from tests.support.office import the_office

            path, chosen = tmp_path / "python", the_office().chosen_python
            path.write_text(BUGGY.format(python=sys.executable), "utf-8")
            path.chmod(0o755)
            chosen.write_text(str(path), "utf-8")
        yield
    if program == "calc":
        chosen.unlink()


@pytest.mark.skipif(sys.platform == "win32", reason="a script stands in for Python")
@pytest.mark.parametrize("already", [False, True])
def test_after_an_internal_error_the_board_is_as_it_was(
    heart: Session, program: str, tmp_path: Path, *, already: bool
) -> None:
    board = ".????\n" + UNKNOWN[6:]
    if already:
        heart.press("solve")
        heart.press("clear")
    heart.mark(0, 0, 0)
    titles = heart.titles()
    with broken_log(program, tmp_path):
        said = heart.press("solve")
    assert "this is a bug in xlnono; please report it: LookupError: " in said
    assert "as it was" in said
    assert heart.board() == board
    assert heart.titles() == titles or not heart.undoes
    assert heart.press("solve").startswith("Result: exactly one solution")
    assert heart.board() == HEART
    heart.press("restore")
    assert heart.board() == board
