"""What `--json` prints: everything that a command would have said, as one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field

from xlnono.errors import XlnonoError
from xlnono.language import LANGUAGES


@dataclass
class Record:
    """The texts, errors and results of a command so far; docs/json.md describes the fields."""

    command: str
    messages: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    errors: list[dict[str, object]] = field(default_factory=list)
    results: list[dict[str, object]] = field(default_factory=list)

    def add_error(self, error: XlnonoError) -> None:
        """Record everything that is wrong, each with its place and its text in each language."""
        for defect in error.single():
            texts = {language: defect.message(language) for language in LANGUAGES}
            self.errors.append({"code": defect.code, **defect.place._asdict(), **texts})

    def line(self, exit_code: int) -> str:
        # In ASCII, the encoding of the terminal or the file does not matter.
        return json.dumps({**vars(self), "exit_code": exit_code})


_CURRENT: ContextVar[Record | None] = ContextVar("record", default=None)


def start(command: str) -> None:
    """Record from now on instead of printing."""
    _CURRENT.set(Record(command))


def current() -> Record | None:
    """The record of this run, None if it prints as usual."""
    return _CURRENT.get()


def add_result(fields: Callable[[], dict[str, object]]) -> None:
    """Record a result, whose fields are only needed then."""
    if (record := current()) is not None:
        record.results.append(fields())


def finish() -> Record | None:
    """The same; from now on everything is printed again."""
    record = _CURRENT.get()
    _CURRENT.set(None)
    return record
