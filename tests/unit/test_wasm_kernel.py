"""The kernel of the web page: built from the sources that are here."""

from __future__ import annotations

from tools import build_wasm


def test_the_binary_is_of_these_sources() -> None:
    assert build_wasm.DIGEST.read_text("ascii").strip() == build_wasm.digest(), "run: make wasm"


def test_the_binary_is_a_module_with_the_functions_that_a_page_calls() -> None:
    module = build_wasm.BINARY.read_bytes()
    assert module.startswith(b"\0asm")
    for name in (b"reserve", b"ask", b"answer", b"answer_size", b"longest_line"):
        assert bytes([len(name)]) + name in module
