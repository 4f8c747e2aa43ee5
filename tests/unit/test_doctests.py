"""The examples in the docstrings of the public API."""

from __future__ import annotations

import doctest
import inspect
import sys

import pytest

import xlnono

MODULES = sorted({getattr(xlnono, name).__module__ for name in xlnono.__all__} | {"xlnono"})


@pytest.mark.parametrize("module", MODULES)
def test_examples_print_what_they_say(module: str) -> None:
    found = doctest.testmod(sys.modules[module])
    assert (found.failed, found.attempted > 0) == (0, True)


@pytest.mark.parametrize("name", xlnono.__all__)
def test_every_public_name_has_an_example(name: str) -> None:
    assert ">>> " in (inspect.getdoc(getattr(xlnono, name)) or "")
