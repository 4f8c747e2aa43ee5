"""The targets of the Makefile, and the templates that one of them makes."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "Makefile").read_text("utf-8")
TARGETS = re.findall(r"^(\w+):", TEXT, re.MULTILINE)


def test_every_target_is_declared_and_described() -> None:
    assert re.findall(r"^\.PHONY: (\w+)$", TEXT, re.MULTILINE) == TARGETS
    assert re.findall(r"^(\w+):  ## \w", TEXT, re.MULTILINE) == TARGETS


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_make_alone_lists_the_targets() -> None:
    done = subprocess.run(
        ["make", f"PYTHON={sys.executable}"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert [line.split()[0] for line in done.stdout.splitlines()] == TARGETS


def test_scripts_that_are_run_exist() -> None:
    scripts = re.findall(r"[\w./]+/[\w.]+", re.sub(r"(?m)^#.*$|##.*$", "", TEXT))
    assert len(scripts) > 10
    assert not [script for script in scripts if not (ROOT / script).is_file()]


def test_the_ready_templates_are_what_the_script_makes(tmp_path: Path) -> None:
    script = ROOT / "templates" / "make.py"
    subprocess.run([sys.executable, script, tmp_path], check=True)
    made = sorted(tmp_path.iterdir())
    assert len(made) == 4
    for path in made:
        assert path.read_bytes() == (ROOT / "templates" / path.name).read_bytes()
