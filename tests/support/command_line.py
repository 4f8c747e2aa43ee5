"""The command line, run in the process of a test."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from xlnono.cli import main


class Said(NamedTuple):
    code: int
    out: str
    error: str


Run = Callable[..., Said]


def english_command_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Run:
    """Runs a command on an English system; it must not end in a traceback."""
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")

    def run(*words: object) -> Said:
        with pytest.raises(SystemExit) as stop:
            main([str(word) for word in words])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return Said(int(str(stop.value.code)), captured.out, captured.err)

    return run
