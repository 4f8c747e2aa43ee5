"""The script that finds phrases to avoid."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "tools" / "phrases.py"


def found(path: Path, *words: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, SCRIPT, path, *words], capture_output=True, encoding="utf-8", check=False
    )
    assert done.stderr == ""
    assert done.returncode == bool(done.stdout)
    return done.stdout.replace(str(path), path.name).splitlines()


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("page.md", "All is well.\n\nThe work goes\non.\n", "page.md:3: “goes on”"),
        ("page.md", "20y30 is no size.\n", "page.md:1: “is no”"),
        ("code.py", '"""Fine.\n\nA look is dear.\n"""\n', "code.py:3: “dear”"),
        ("code.py", "x = 1\n# What is in\n# hand\n", "code.py:2: “in hand”"),
        ("code.py", 'x = Text("60 unless " "told", "")\n', "code.py:1: “unless told”"),
        ("code.py", "def told() -> None: ...\n", "code.py:1: “told”"),
        ("code.hpp", "int x;  // sums\n// of\n// what is left\n", "code.hpp:2: “of what”"),
    ],
)
def test_a_phrase_is_found_where_it_stands(
    tmp_path: Path, name: str, text: str, place: str
) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    assert any(line.startswith(f"{place} (better: ") for line in found(path))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page.md", "There is no other. It is no longer here. What is it? See `clash`.\n"),
        ("page.md", "```\ngoes on\n```\n"),
        ("code.py", 'x = facts["clash"]\n'),
    ],
)
def test_plain_english_and_code_are_left_alone(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    assert found(path) == []


def test_matches_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text("It goes on. It goes on.\n", "utf-8")
    assert found(path, "--count") == ["    2  goes on", "    2  in total"]
