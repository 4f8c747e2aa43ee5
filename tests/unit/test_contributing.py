"""CONTRIBUTING.md leads to files and tasks that exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")


def test_every_file_that_is_named_exists() -> None:
    named = re.findall(
        r"(?<![\w/.])((?:xlnono|tests|templates|samples|docs|benchmarks)/[\w./-]*)", PAGE
    )
    assert len(set(named)) > 50
    assert [name for name in named if not (ROOT / name.rstrip(".")).exists()] == []


def test_every_package_and_module_is_introduced() -> None:
    tour = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    packages = [path.parent.name for path in ROOT.glob("xlnono/*/__init__.py")]
    assert len(packages) > 20
    assert [name for name in packages if f"`xlnono/{name}/`" not in PAGE] == []
    assert [name for name in packages if f"`{name}`" not in tour] == []
    modules = [path.name for path in ROOT.glob("xlnono/*.py") if path.name != "__init__.py"]
    assert [name for name in modules if f"`{name}`" not in tour] == []


def test_every_task_that_is_named_is_in_the_makefile() -> None:
    tasks = re.findall(r"^(\w+):  ##", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert set(re.findall(r"(?:`|^)make (\w+)", PAGE, re.MULTILINE)) <= {*tasks}


def test_every_name_in_a_walkthrough_is_in_the_code() -> None:
    code = "".join(
        path.read_text("utf-8")
        for folder in ("xlnono", "tests", "samples")
        for path in (ROOT / folder).rglob("*.py")
        if path != Path(__file__)
    )
    names = set(re.findall(r"`(_?[A-Z][A-Za-z_]+|_[a-z]+)`", PAGE))
    assert {"LADDER", "BUTTONS", "BEYOND_LINES", "_drawn"} <= names
    assert [name for name in names if not re.search(rf"\b{name}\b", code)] == []


def test_there_are_twenty_questions() -> None:
    table = PAGE[PAGE.index("## Twenty questions") :]
    assert len(re.findall(r"^\| (?!Question).*\? \| `", table, re.MULTILINE)) == 20
