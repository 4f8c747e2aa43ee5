"""The wording of repairs: which cells of a picture to change, and what the clues then are."""

from __future__ import annotations

from xlnono.language import Language, Text
from xlnono.model.board import Cell
from xlnono.model.repair import Repair
from xlnono.wording.cell_names import Names

_COLOURED = {
    Cell.BLACK: Text("{cells} black", "{cells} を黒に"),
    Cell.WHITE: Text("{cells} white", "{cells} を白に"),
}
_MAKE = Text("make {changes} ({clues})", "{changes}変える({clues})")
_AND = Text(" and ", "、")
_CLUE = Text("{line}: {clue}", "{line} {clue}")
_BETWEEN_CLUES = Text("; ", "、")


def repair_in_words(repair: Repair, names: Names, language: Language) -> str:
    """Such as "make C5 white (row 3: 2 1; column 5: 4)", with the clues that result."""
    changes = [
        _COLOURED[colour].of(language, cells=names.cells(cells))
        for colour in (Cell.BLACK, Cell.WHITE)
        if (cells := repair.colours(colour))
    ]
    clues = [
        _CLUE.of(language, line=line, clue=" ".join(map(str, clue)) or "0")
        for line, clue in repair.clues()
    ]
    return _MAKE.of(
        language,
        changes=_AND.of(language).join(changes),
        clues=_BETWEEN_CLUES.of(language).join(clues),
    )
