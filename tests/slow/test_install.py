"""Installing where nothing can be compiled: slower, and all there."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def _run(*command: str | Path, **environment: str) -> str:
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.slow  # A fresh environment with everything in it.
def test_without_a_compiler_the_install_succeeds_and_python_serves(tmp_path: Path) -> None:
    _run(sys.executable, "-m", "venv", tmp_path)
    programs = tmp_path / ("Scripts" if os.name == "nt" else "bin")
    _run(programs / "python", "-m", "pip", "install", ".", CC="/bin/false", CXX="/bin/false")
    assert "slower solver in Python" in _run(programs / "xlnono", "--version", LANG="C", LC_ALL="C")
    solve = "import xlnono; print(xlnono.solve(xlnono.Puzzle([[1]], [[1]])).engine)"
    # -I: from what is installed, not from this repository.
    assert _run(programs / "python", "-I", "-c", solve) == "python\n"
    _run(programs / "xlnono", "extension", tmp_path / "xlnono.oxt")
    with zipfile.ZipFile(tmp_path / "xlnono.oxt") as extension:
        assert "component.py" in extension.namelist()
    assert not [*tmp_path.rglob("_kernel*"), *tmp_path.rglob("*.hpp")]
    licences = {path.name for path in tmp_path.rglob("xlnono-*.dist-info/licenses/*")}
    assert licences == {"LICENSE", "NOTICE"}
