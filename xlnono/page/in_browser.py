"""Starts xlnono in a browser, and answers the page. Only importable there."""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import xlnono_page  # type: ignore[import-not-found]
from pyodide.ffi import create_proxy, to_js  # type: ignore[import-not-found]

from xlnono.errors import XlnonoError
from xlnono.page.kernel_module import Watch, kernel_module

_FOLDER = Path("/work")


def _ask(words: array[int]) -> tuple[int, Sequence[int]]:
    status, answer = xlnono_page.ask(to_js(memoryview(words)))
    return status, answer.tolist()


class _Listening:
    """Passes the callback of the running question to the page, and frees the one before."""

    def __init__(self) -> None:
        self._proxy: Any = None

    def __call__(self, watch: Watch) -> None:
        if watch is None and self._proxy is None:
            return
        before, self._proxy = self._proxy, None if watch is None else create_proxy(watch)
        xlnono_page.listen(self._proxy)
        if before is not None:
            before.destroy()


sys.modules["xlnono.engine._kernel"] = kernel_module(
    _ask, _Listening(), xlnono_page.longest_line, xlnono_page.longest_explained
)
from xlnono.page import session  # noqa: E402


def answer(name: str, facts: str) -> tuple[str, bytes | None]:
    """The answer to a question of the page: JSON, and the content of a file."""
    given = json.loads(facts)
    try:
        return _ANSWERS[name](**given)
    except XlnonoError as error:
        said = "\n".join(each.message(given["language"]) for each in error.single())
        return json.dumps({"error": said}), None


def _plain(found: object) -> tuple[str, None]:
    return json.dumps(found), None


def _file(content: bytes) -> tuple[str, bytes]:
    return "{}", content


_tell = xlnono_page.tell
_ANSWERS: dict[str, Callable[..., tuple[str, bytes | None]]] = {
    "clues": lambda **given: _plain(session.read_clues(**given)),
    "open": lambda name, language: _plain(session.read_file(_FOLDER / name, language)),
    "paste": lambda text: _plain(session.read_pasted(text, _FOLDER)),
    "locate": lambda **given: _plain(session.locate(**given, tell=_tell)),
    "explain": lambda **given: _file(session.explain(**given, folder=_FOLDER, tell=_tell)),
    "workbook": lambda **given: _file(session.workbook(**given, folder=_FOLDER, tell=_tell)),
    "non": lambda **given: _file(session.puzzle_text(**given)),
}
