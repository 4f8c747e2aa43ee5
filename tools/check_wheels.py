"""Builds what is released, and installs each of it where there is no compiler.

    python tools/check_wheels.py [FOLDER]

It makes a wheel with the compiled kernel for this Python and system, a wheel without the kernel for
any system, and the source distribution, in FOLDER (default: dist). Needs build and a compiler.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_KINDS = (
    ("kernel", "*-cp*.whl", ("--wheel", "-Cwheel.py-api=cp312")),
    ("python", "*-none-any.whl", ("--wheel", "-Cwheel.cmake=false")),
    ("python", "*.tar.gz", ("--sdist",)),
)
"""The engine that serves, the names of the files, and how they are built."""


def build(options: Sequence[str], folder: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "build", "--outdir", folder, *options, ROOT],
        check=True,
        stdout=subprocess.DEVNULL,
    )


def check(file: Path, engine: str) -> None:
    """Install a file into a fresh environment in which nothing can be compiled, and try it."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        programs = Path(folder) / ("Scripts" if os.name == "nt" else "bin")
        environment = {**os.environ, "CC": "false", "CXX": "false"}
        if os.name != "nt":
            environment["PATH"] = str(programs)
        python = programs / "python"
        begin = time.perf_counter()
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", file], check=True, env=environment
        )
        print(f"{file.name}: installed in {time.perf_counter() - begin:.1f} s", flush=True)
        smoke = ROOT / "tools" / "smoke_test.py"
        subprocess.run([python, smoke, engine], check=True, env=environment)


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist").resolve()
    for engine, names, options in _KINDS:
        for old in folder.glob(f"xlnono{names}"):
            old.unlink()
        build(options, folder)
        (file,) = folder.glob(f"xlnono{names}")
        check(file, engine)


if __name__ == "__main__":
    main()
