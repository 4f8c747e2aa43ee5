"""Repairs of pictures in the result of a workbook: plain, and the same in a file as in memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from xlnono.jobs.fields import count, text
from xlnono.jobs.repairs import Meant, Repaired
from xlnono.language import LANGUAGES, Language
from xlnono.model.board import Cell
from xlnono.model.repair import Repair
from xlnono.puzzle_sheet.layout import Layout
from xlnono.records import NamedTuple
from xlnono.wording.repairs import proposal

_COLOURS = {Cell.BLACK: "black", Cell.WHITE: "white"}


class ChangedCell(NamedTuple):
    """A cell, and the colour that it is to get: "black" or "white"."""

    cell: str
    colour: str


class NewClue(NamedTuple):
    """A line such as "row 5", and the numbers of its clue after a repair."""

    line: str
    clue: tuple[int, ...]


class ProposedRepair(NamedTuple):
    """The cells to change, and the clues that change with them."""

    cells: tuple[ChangedCell, ...]
    clues: tuple[NewClue, ...]


class PictureRepairs(NamedTuple):
    """How to change the picture of a puzzle with several solutions, so that only one is left.

    `grid` is the address of its grid. `choices` are the repairs, the least visible first; without
    any, none was found in time. `messages` say all this.
    """

    sheet: str
    grid: str
    meant: Meant
    choices: tuple[ProposedRepair, ...]
    messages: Mapping[Language, str]

    def fields(self) -> dict[str, object]:
        """The fields of an object of JSON."""
        return {
            "sheet": self.sheet,
            "grid": self.grid,
            "meant": self.meant.value,
            "choices": [
                {
                    "cells": [cell._asdict() for cell in choice.cells],
                    "clues": [clue._asdict() for clue in choice.clues],
                }
                for choice in self.choices
            ],
            **self.messages,
        }


def picture_repairs(found: Repaired) -> PictureRepairs:
    """What was found, as plain data."""
    read, choices = found.read, found.repairs.choices
    return PictureRepairs(
        read.title,
        read.layout.grid.address,
        found.meant,
        tuple(_proposed(choice, read.layout) for choice in choices),
        {
            language: proposal(choices, found.is_guess, read.layout, language)
            for language in LANGUAGES
        },
    )


def _proposed(repair: Repair, layout: Layout) -> ProposedRepair:
    return ProposedRepair(
        tuple(
            ChangedCell(layout.cell(*cell), name)
            for colour, name in _COLOURS.items()
            for cell in repair.colours(colour)
        ),
        tuple(NewClue(line.named("en"), tuple(clue)) for line, clue in repair.clues()),
    )


def picture_repairs_of(fields: Any) -> PictureRepairs:
    """The same from the fields of JSON. Raises an error if they are not valid."""
    return PictureRepairs(
        text(fields["sheet"]),
        text(fields["grid"]),
        Meant(fields["meant"]),
        tuple(_proposed_of(choice) for choice in fields["choices"]),
        {language: text(fields[language]) for language in LANGUAGES},
    )


def _proposed_of(fields: Any) -> ProposedRepair:
    return ProposedRepair(
        tuple(ChangedCell(text(one["cell"]), text(one["colour"])) for one in fields["cells"]),
        tuple(
            NewClue(text(one["line"]), tuple(map(count, one["clue"]))) for one in fields["clues"]
        ),
    )
