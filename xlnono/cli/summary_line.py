"""The line at the end that sums up a run over several workbooks."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from xlnono.cli.messages import counted, text
from xlnono.language import COMMA, Language
from xlnono.model.solution import Outcome

_WITHOUT_ONE_SOLUTION = (Outcome.MULTIPLE, Outcome.NONE, Outcome.UNDECIDED)


@dataclass
class Tally:
    """How many puzzles had which outcome, and how many errors and written files there were."""

    outcomes: Counter[Outcome] = field(default_factory=Counter)
    errors: int = 0
    written: int = 0

    def add(
        self, outcomes: Iterable[Outcome], places_in_error: Iterable[object], *, written: bool
    ) -> None:
        """Count a workbook. Several errors at the same place, a sheet or a puzzle, count as one."""
        self.outcomes.update(outcomes)
        self.errors += len(set(places_in_error))
        self.written += written

    def verdicts(self, solved: str, language: Language) -> str:
        """Such as: 17 solved, 1 with several solutions, 1 error."""
        counts = [(solved, self.outcomes[Outcome.UNIQUE])]
        counts += [(f"sum-{it.value}", self.outcomes[it]) for it in _WITHOUT_ONE_SOLUTION]
        counts.append(("sum-errors", self.errors))
        shown = [pair for pair in counts if pair[1]] or counts[:1]
        return COMMA.of(language).join(counted(key, count, language) for key, count in shown)


def folder_name(folder: Path) -> str:
    """The path of a folder with a separator at the end, so that it reads as a folder."""
    return os.path.join(folder, "")  # noqa: PTH118 - a Path drops the ending


def checked(tally: Tally, language: Language) -> str:
    """The summary of a run that wrote nothing."""
    return text("sum", language, verdicts=tally.verdicts("sum-one-solution", language))


def solved(
    tally: Tally,
    out: Path | None,
    language: Language,
    *,
    earlier: int = 0,
    seconds: float | None = None,
) -> str:
    """The summary of a run that wrote into a folder, or in place if `out` is None.

    `earlier` of the written files are from an earlier run.
    """
    if not tally.written:
        files = text("sum-nothing-written", language)
    elif out is None:
        files = counted("sum-in-place", tally.written, language)
    else:
        files = counted("sum-written", tally.written, language, folder=folder_name(out))
    if earlier:
        files += text("sum-earlier", language, count=earlier)
    if seconds is not None:
        files += text("sum-seconds", language, seconds=seconds)
    verdicts = tally.verdicts("sum-unique", language)
    return text("sum-and-files", language, verdicts=verdicts, files=files)
