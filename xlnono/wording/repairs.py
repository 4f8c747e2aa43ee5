"""The wording of repairs: which cells of a picture to change, and what the clues then are."""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.language import Language, Text
from xlnono.model.board import Cell
from xlnono.model.repair import Repair
from xlnono.wording.cell_names import Names

_COLOURED = {
    Cell.BLACK: Text("{cells} black", "{cells} を黒に"),
    Cell.WHITE: Text("{cells} white", "{cells} を白に"),
}
_MAKE = Text("make {changes}{clues}", "{changes}変える{clues}")
_CLUES = Text(" ({clues})", "({clues})")
_AND = Text(" and ", "、")
_OR = Text(", or ", "、または ")
_CLUE = Text("{line}: {clue}", "{line} {clue}")
_BETWEEN_CLUES = Text("; ", "、")


def repair_in_words(repair: Repair, names: Names, language: Language) -> str:
    """Such as "make C5 white (row 3: 2 1; column 5: 4)", with the clues that result."""
    clues = [
        _CLUE.of(language, line=line, clue=" ".join(map(str, clue)) or "0")
        for line, clue in repair.clues()
    ]
    return _MAKE.of(
        language,
        changes=_changes(repair, names, language),
        clues=_CLUES.of(language, clues=_BETWEEN_CLUES.of(language).join(clues)),
    )


def repairs_in_words(repairs: Sequence[Repair], names: Names, language: Language) -> str:
    """All of them in one sentence, with the clues that result from the first."""
    first, *others = repairs
    said = [repair_in_words(first, names, language)]
    said += [_MAKE.of(language, changes=_changes(one, names, language), clues="") for one in others]
    return _OR.of(language).join(said)


def _changes(repair: Repair, names: Names, language: Language) -> str:
    changes = [
        _COLOURED[colour].of(language, cells=names.cells(cells))
        for colour in (Cell.BLACK, Cell.WHITE)
        if (cells := repair.colours(colour))
    ]
    return _AND.of(language).join(changes)
