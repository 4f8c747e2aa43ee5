"""Tests that need a program are skipped without it, and fail where it is required."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.support.required_programs import programs

REQUIRED = "XLNONO_REQUIRE_PROGRAMS_OF_THIS_TEST"


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """A path on which there is nothing but Python."""
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent))
    monkeypatch.delenv("XLNONO_NO_PROGRAMS", raising=False)


def test_programs_on_the_path_are_found() -> None:
    assert programs("Python", REQUIRED, "python") == [shutil.which("python")]


def test_without_the_program_a_test_is_skipped() -> None:
    with pytest.raises(pytest.skip.Exception, match="Calc is not installed"):
        programs("Calc", REQUIRED, "python", "no-such-calc")


def test_a_program_that_is_not_wanted_is_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XLNONO_NO_PROGRAMS", "1")
    with pytest.raises(pytest.skip.Exception, match="Python is not wanted"):
        programs("Python", REQUIRED, "python")


def test_a_required_program_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(REQUIRED, "1")
    with pytest.raises(pytest.fail.Exception, match="Calc is required"):
        programs("Calc", REQUIRED, "no-such-calc")
