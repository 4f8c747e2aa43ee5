"""Long messages are broken between words, by the width that they have in a terminal."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.terminal import in_terminal
from xlnono.cli.messages import _TEXTS
from xlnono.cli.wrapping import terminal_width, wrapped

ENGLISH = "  One two, three (four) “five” six-and-seven: /a/path/without/spaces.xlsx eight."
JAPANESE = "ブックの問題を解き、「絵」を塗り、全手順の記録シート(log)を書きます。Ctrl+C で中断。"


def test_the_width_in_a_terminal() -> None:
    assert terminal_width("abc") == 3
    assert terminal_width("猫 cat、ﾈｺ") == 10
    assert terminal_width("e\u0301") == 1


def test_english_is_broken_at_spaces_only() -> None:
    for width in range(10, 90):
        lines = list(wrapped(ENGLISH, width))
        assert " ".join(line.strip() for line in lines) == ENGLISH.strip()
        assert all(line.startswith("  ") and not line.endswith(" ") for line in lines)
        assert all(len(line) <= width or " " not in line.strip() for line in lines)


def test_further_lines_hang() -> None:
    assert list(wrapped("  ok one two three", 10, hanging=3)) == [
        "  ok one",
        "     two",
        "     three",
    ]


def test_japanese_is_broken_where_phrases_end() -> None:
    assert list(wrapped(JAPANESE, 24)) == [
        "ブックの問題を解き、",
        "「絵」を塗り、全手順の",
        "記録シート(log)を",
        "書きます。Ctrl+C で",
        "中断。",
    ]
    for width in range(20, 90):
        lines = list(wrapped(JAPANESE, width))
        assert "".join("".join(lines).split()) == "".join(JAPANESE.split())
        assert all(terminal_width(line) <= width for line in lines)
        assert not any(line[0] in "、。」)" or line[-1] in "「(" for line in lines)


@pytest.mark.parametrize("language", [0, 1], ids=["en", "ja"])
def test_no_text_of_the_command_line_is_too_wide_for_a_terminal(language: int) -> None:
    for pair in _TEXTS.values():
        for line in pair[language].split("\n"):
            assert max(map(terminal_width, wrapped(line, 60))) <= 60, line


def screen(columns: int, *words: object) -> list[str]:
    """The lines that the command shows in a terminal of that width."""
    command = [sys.executable, "-c", "from xlnono.cli import main; main()", *map(str, words)]
    env = {**os.environ, "COLUMNS": str(columns), "TERM": "dumb", "PYTHONUTF8": "1"}
    return in_terminal(command, env)[1].replace("\r", "").splitlines()


def test_messages_fit_the_terminal_and_stay_whole_elsewhere(tmp_path: Path) -> None:
    words = ["solve", tmp_path, "--lang"]
    for language, start in (("en", "error: Add --out FOLDER"), ("ja", "エラー: ")):
        lines = screen(50, *words, language)
        assert lines[0].startswith(start)
        assert len(lines) > 2
        assert all(terminal_width(line) < 50 for line in lines)
    done = subprocess.run(
        [sys.executable, "-c", "from xlnono.cli import main; main()", *map(str, [*words, "en"])],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "COLUMNS": "50", "PYTHONUTF8": "1"},
    )
    assert len(done.stderr.splitlines()) == 1


def test_help_in_japanese_fits_the_terminal() -> None:
    for line in screen(60, "batch", "--help", "--lang", "ja"):
        assert terminal_width(line) <= 60
        assert not re.match(r"\s*[、。」)]", line)
