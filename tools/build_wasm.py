"""Build the kernel as WebAssembly, from the same sources as the Python module.

Needs no compiler but the one on the package index: python -m pip install -r tools/wasm.txt

python tools/build_wasm.py            write the binary and the digest of its sources
python tools/build_wasm.py --check    compare the committed binary with a new one
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCES = ROOT / "xlnono" / "engine" / "kernel"
BINARY = ROOT / "xlnono" / "page" / "kernel.wasm"
DIGEST = ROOT / "xlnono" / "page" / "kernel.sources.sha256"
COMPILER = ROOT / "tools" / "wasm.txt"

_TARGET = [
    "-target",
    "wasm32-wasi",
    "-mcpu=generic+exception_handling+bulk_memory+sign_ext+nontrapping_fptoint",
    "-fwasm-exceptions",
    "-fno-sanitize=undefined",
]
_EXCEPTIONS = ("libcxxabi/src/cxa_exception.cpp", "libcxxabi/src/cxa_personality.cpp")
"""The compiler ships its C++ library for WebAssembly without exceptions, but with their sources."""


def sources() -> list[Path]:
    """The files that the binary is made of, and those that say how."""
    code = (path for ending in ("hpp", "cpp") for path in SOURCES.rglob(f"*.{ending}"))
    used = [path for path in code if "bindings" not in path.name and "python" not in path.name]
    return sorted([*used, COMPILER, Path(__file__).resolve()])


def digest() -> str:
    """A digest of all sources, whatever the ends of their lines."""
    found = hashlib.sha256()
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        content = path.read_bytes().replace(b"\r\n", b"\n")
        found.update(f"{name} {hashlib.sha256(content).hexdigest()}\n".encode())
    return found.hexdigest()


def _run(*arguments: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "ziglang", *map(str, arguments)], check=True)


def build(target: Path) -> None:
    """Build the module into a file."""
    import ziglang

    library = Path(ziglang.__file__).parent / "lib"
    with tempfile.TemporaryDirectory() as folder:
        objects = []
        for name in _EXCEPTIONS:
            objects.append(Path(folder, f"{Path(name).stem}.o"))
            _run(
                "c++",
                *_TARGET,
                "-std=c++20",
                "-O2",
                "-D__WASM_EXCEPTIONS__",
                "-DLIBCXXABI_SILENT_TERMINATE",
                "-D_LIBCXXABI_BUILDING_LIBRARY",
                "-D_LIBCXXABI_HAS_NO_THREADS",
                f"-I{library}/libcxxabi/include",
                f"-I{library}/libcxx/src",
                f"-I{library}/libunwind/include",
                "-c",
                library / name,
                "-o",
                objects[-1],
            )
        objects.append(Path(folder, "unwind.o"))
        _run(
            "cc",
            *_TARGET,
            "-O2",
            "-D__WASM_EXCEPTIONS__",
            "-D_LIBUNWIND_HAS_NO_THREADS",
            "-D_LIBUNWIND_HIDE_SYMBOLS",
            f"-I{library}/libunwind/include",
            "-c",
            library / "libunwind/src/Unwind-wasm.c",
            "-o",
            objects[-1],
        )
        _run(
            "c++",
            *_TARGET,
            "-std=c++20",
            "-O3",
            "-Wall",
            "-Wextra",
            "-mexec-model=reactor",
            "-s",
            SOURCES / "wasm" / "exports.cpp",
            SOURCES / "long_lines.cpp",
            *objects,
            "-o",
            target,
        )


def _check() -> str | None:
    """Why the committed binary does not match the sources."""
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder, BINARY.name)
        build(built)
        if built.read_bytes() == BINARY.read_bytes():
            return None
    return f"{BINARY.relative_to(ROOT)} was built from other sources: run {Path(__file__).name}"


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(_check())
    build(BINARY)
    BINARY.chmod(0o644)
    DIGEST.write_text(f"{digest()}\n", encoding="ascii")
