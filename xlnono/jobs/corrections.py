"""Typing mistakes in the result of a workbook: plain, and the same in a file as in memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from xlnono import wording
from xlnono.jobs.fields import count, number, text
from xlnono.jobs.typing_mistakes import Located
from xlnono.language import LANGUAGES, Language
from xlnono.model.mistakes import ChangedClue, Correction, MistakeKind
from xlnono.puzzle_sheet.layout import Layout
from xlnono.records import NamedTuple


class CorrectedClue(NamedTuple):
    """A line such as "row 5", the cells of its clue, and its numbers: as typed and corrected.

    There are no cells if it is a line to be inserted.
    """

    line: str
    cells: str
    typed: tuple[int, ...]
    correct: tuple[int, ...]


class MistakeInLines(NamedTuple):
    """A mistake and the lines to name for it."""

    kind: MistakeKind
    lines: tuple[str, ...]


class ProposedCorrection(NamedTuple):
    """A correction with its one or two mistakes, how unusual they are, and what changes."""

    mistakes: tuple[MistakeInLines, ...]
    cost: float
    changes: tuple[CorrectedClue, ...]


class TypingMistakes(NamedTuple):
    """What the search for typing mistakes found in one puzzle.

    `grid` is the address of its grid. `corrections` are those to choose from, in the order of their
    numbers. `core` are lines of which at least one has a wrong clue, `only_line` is the one that it
    is if just one clue is wrong, both unless a whole line was left out. `messages` are several
    lines of text.
    """

    sheet: str
    grid: str
    sure: bool
    cut_short: bool
    only_line: str | None
    core: tuple[str, ...]
    corrections: tuple[ProposedCorrection, ...]
    messages: Mapping[Language, str]

    def fields(self) -> dict[str, object]:
        """The fields of an object of JSON."""
        return {
            "sheet": self.sheet,
            "grid": self.grid,
            "sure": self.sure,
            "cut_short": self.cut_short,
            "only_line": self.only_line,
            "core": self.core,
            "corrections": [
                {
                    "mistakes": [
                        {"kind": mistake.kind.value, "lines": mistake.lines}
                        for mistake in correction.mistakes
                    ],
                    "cost": correction.cost,
                    "changes": [change._asdict() for change in correction.changes],
                }
                for correction in self.corrections
            ],
            **self.messages,
        }


def typing_mistakes(located: Located) -> TypingMistakes:
    """What was located, as plain data."""
    report, layout = located.report, located.layout
    return TypingMistakes(
        located.place.sheet or "",
        layout.grid.address,
        report.sure,
        report.cut_short,
        None if report.only_line is None else report.only_line.named("en"),
        tuple(line.named("en") for line in report.core),
        tuple(_proposed(correction, layout) for correction in report.choices),
        {
            language: "\n".join(wording.report_in_words(report, layout, language))
            for language in LANGUAGES
        },
    )


def _proposed(correction: Correction, layout: Layout) -> ProposedCorrection:
    changes = tuple(_corrected(change, layout) for change in correction.changes)
    if (line := correction.left_out) is not None:
        changes = (CorrectedClue(line.named("en"), "", (), correction.puzzle.clue(line)),)
    return ProposedCorrection(
        tuple(
            MistakeInLines(mistake.kind, tuple(line.named("en") for line in mistake.lines))
            for mistake in correction.mistakes
        ),
        correction.cost,
        changes,
    )


def _corrected(change: ChangedClue, layout: Layout) -> CorrectedClue:
    cells = layout.clues([change.line])
    return CorrectedClue(change.line.named("en"), cells, change.typed, change.correct)


def typing_mistakes_of(fields: Any) -> TypingMistakes:
    """The same from the fields of JSON. Raises an error if they are not valid."""
    only = fields["only_line"]
    return TypingMistakes(
        text(fields["sheet"]),
        text(fields["grid"]),
        bool(fields["sure"]),
        bool(fields["cut_short"]),
        None if only is None else text(only),
        tuple(map(text, fields["core"])),
        tuple(map(_proposed_of, fields["corrections"])),
        {language: text(fields[language]) for language in LANGUAGES},
    )


def _proposed_of(fields: Any) -> ProposedCorrection:
    return ProposedCorrection(
        tuple(
            MistakeInLines(MistakeKind(mistake["kind"]), tuple(map(text, mistake["lines"])))
            for mistake in fields["mistakes"]
        ),
        number(fields["cost"]),
        tuple(
            CorrectedClue(
                text(change["line"]),
                text(change["cells"]),
                tuple(map(count, change["typed"])),
                tuple(map(count, change["correct"])),
            )
            for change in fields["changes"]
        ),
    )
