"""The kernel of the web page: built from the sources that are here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tools import build_wasm
from xlnono.page.build import page

PUBLISHED = Path(__file__).parents[2] / "docs" / "solve.html"


def test_the_binary_is_of_these_sources() -> None:
    assert build_wasm.DIGEST.read_text("ascii").strip() == build_wasm.digest(), "run: make wasm"


def test_the_binary_is_a_module_with_the_functions_that_a_page_calls() -> None:
    module = build_wasm.BINARY.read_bytes()
    assert module.startswith(b"\0asm")
    for name in (b"reserve", b"ask", b"answer", b"answer_size", b"longest_line"):
        assert bytes([len(name)]) + name in module


def parts_of(content: str) -> dict[str, str]:
    return dict(re.findall(r'id="part-(kernel|wasm|glue|loader|library)">([^<]+)<', content))


@pytest.mark.skipif(
    (PUBLISHED.parents[1] / "PKG-INFO").exists(), reason="sources that are released are without it"
)
def test_the_published_page_has_this_kernel_and_this_python() -> None:
    published = parts_of(PUBLISHED.read_text("utf-8"))
    assert len(published) == 5
    assert published == parts_of(page("en").decode()), "run: make page"
