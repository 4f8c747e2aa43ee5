"""Starts xlnono in the Python of a page, and answers the page."""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from xlnono.errors import XlnonoError
from xlnono.page import session
from xlnono.page.kernel_module import Watch, kernel_module

_FOLDER = Path("/work")

_Answered = tuple[str, bytes | None]
"""JSON, and the content of a file."""


def begin(page: Any) -> Callable[[str, str], _Answered]:
    """Take the kernel of the page; returns what answers its questions.

    `page` is an object of JavaScript. It must be the first to use the engine.
    """
    from pyodide.ffi import create_proxy, to_js  # type: ignore[import-not-found]

    listening: list[Any] = []

    def ask(words: array[int]) -> tuple[int, Sequence[int]]:
        status, answer = page.ask(to_js(memoryview(words)))
        return status, answer.tolist()

    def listen(watch: Watch) -> None:
        """Pass the callback of the next question to the page, and free the one before."""
        if watch is None and not listening:
            return
        before = listening.copy()
        listening[:] = [] if watch is None else [create_proxy(watch)]
        page.listen(listening[0] if listening else None)
        for proxy in before:
            proxy.destroy()

    sys.modules["xlnono.engine._kernel"] = kernel_module(
        ask, listen, page.longest_line, page.longest_explained
    )
    answers = _answers(page.tell)

    def answer(name: str, facts: str) -> _Answered:
        given = json.loads(facts)
        try:
            return answers[name](**given)
        except XlnonoError as error:
            return json.dumps({"error": session.messages(error)}), None

    return answer


def _answers(tell: Callable[[int], None]) -> dict[str, Callable[..., _Answered]]:
    """What the page can ask, by name."""
    making: dict[str, Any] = {"folder": _FOLDER, "tell": tell}
    return {
        "clues": lambda **given: _plain(session.read_clues(**given)),
        "open": lambda name: _plain(session.read_file(_FOLDER / name)),
        "paste": lambda text, alone: _plain(session.read_pasted(text, _FOLDER, alone=alone)),
        "locate": lambda **given: _plain(session.locate(**given, tell=tell)),
        "explain": lambda **given: _file(session.explain(**given, **making)),
        "workbook": lambda **given: _file(session.workbook(**given, **making)),
        "non": lambda **given: _file(session.puzzle_text(**given)),
    }


def _plain(found: object) -> _Answered:
    return json.dumps(found), None


def _file(content: bytes) -> _Answered:
    return "{}", content
