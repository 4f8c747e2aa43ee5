"""What a command loads: in a short run most of the time goes into imports."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.dom.minidom import parseString

import pytest

import xlnono
from tests.support.workbooks import ONLY, book_with
from xlnono.xlsx.escaping import escape, quoted

CODE = """
import atexit, sys
atexit.register(lambda: print("loaded:", *sys.modules))
from xlnono.cli import main
main()
"""
NETWORK = {"urllib.request", "http.client", "ssl", "email"}
PICTURES = {"PIL", "xlnono.render.png_gif"}
TABLES = {"openpyxl", "xlsxwriter"}
OTHERS = {
    "xlnono.engine.mistakes", "xlnono.formats.registry", "xlnono.wording.corrections",
    "xlnono.jobs.fix", "xlnono.jobs.replay", "xlnono.jobs.why",
    "xlnono.engine.hint", "xlnono.engine.explain.contradiction", "xlnono.puzzle_sheet.clue_lists",
}  # fmt: skip
"""What solving an easy puzzle without typing mistakes does not need."""
REPAIR = "xlnono.making.repair"


def loaded(folder: Path, *words: object) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", CODE, *map(str, words)],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        env={"PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONUTF8": "1"},
        check=True,
    )
    _, _, names = done.stdout.partition("loaded: ")
    return set(names.split())


@pytest.mark.parametrize(
    ("words", "unwanted"),
    [
        ("--help", {"numpy", "lxml", "rich", "xlnono.engine"} | TABLES | PICTURES | NETWORK),
        ("new 5x5 a", {"numpy", "rich", "openpyxl"} | PICTURES | NETWORK),
        ("check cat.xlsx", {"rich"} | TABLES | PICTURES | NETWORK),
        ("solve cat.xlsx --out out", {"rich", REPAIR} | OTHERS | TABLES | PICTURES | NETWORK),
        ("batch cat.xlsx --out out --no-explain", {"numpy", "rich"} | OTHERS | TABLES | PICTURES),
    ],
)
def test_commands_load_no_library_that_they_do_not_need(
    tmp_path: Path, words: str, unwanted: set[str]
) -> None:
    book_with(tmp_path / "cat.xlsx", ONLY)
    assert not unwanted & loaded(tmp_path, *words.split())


def test_every_public_name_is_there_and_completed_at_a_prompt() -> None:
    assert set(xlnono.__all__) <= set(dir(xlnono))
    assert all(getattr(xlnono, name).__module__.startswith("xlnono.") for name in xlnono.__all__)
    assert not hasattr(xlnono, "no_such_name")


@pytest.mark.parametrize(
    "text", ["", "a & b < c > d", "\"double\" 'single'", "two\nlines\tand\r", "猫"]
)
def test_escaped_text_is_read_as_it_was(text: str) -> None:
    root = parseString(f"<a b={quoted(text)}>{escape(text)}</a>").documentElement
    assert root.getAttribute("b") == text
    held = "".join(node.data for node in root.childNodes)
    assert held == text.replace("\r", "\n")


@pytest.mark.parametrize(("module", "host"), [("excel", {"xlwings"}), ("calc", set())])
def test_a_press_loads_none_of_the_slow_libraries(module: str, host: set[str]) -> None:
    code = f"import sys, xlnono.{module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    slow = {"xlwings", "openpyxl", "lxml", "xlsxwriter", "click", "rich"}
    assert set(done.stdout.split()) & slow == host
