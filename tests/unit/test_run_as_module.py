"""`python -m xlnono` is the command `xlnono`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import xlnono

SAMPLES = Path(__file__).parents[2] / "samples"


def run(*words: object, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "xlnono", *map(str, words), "--lang", "en"],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_the_module_is_the_command(tmp_path: Path) -> None:
    done = run("--version", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"xlnono {xlnono.__version__} (")


def test_a_mistake_has_the_exit_code_and_the_name_of_the_command(tmp_path: Path) -> None:
    done = run("slove", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Did you mean “solve”?" in done.stderr
    assert "__main__" not in done.stderr


def test_a_batch_starts_its_processes(tmp_path: Path) -> None:
    done = run(
        "batch", SAMPLES / "heart-5x5.xlsx", SAMPLES / "fish-10x15.xlsx",
        "--out", "out", "--jobs", "2", "--no-explain", folder=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert {path.name for path in (tmp_path / "out").glob("*.xlsx")} == {
        "heart-5x5.xlsx",
        "fish-10x15.xlsx",
    }
