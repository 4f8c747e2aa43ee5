"""The wording of repairs: which cells of a picture to change, and what the clues then are."""

from __future__ import annotations

from collections.abc import Sequence

from xlnono.language import Language, Text
from xlnono.model.board import Cell
from xlnono.model.repair import Repair
from xlnono.wording.cell_names import Names

_PROPOSED = {
    False: Text(
        "Only one solution is left if you change the picture: {said}.",
        "いまの絵を次のように変えると、解が1つになります: {said}。",
    ),
    True: Text(
        "If you made this puzzle, you can leave it only one solution, for example: {said}.",
        "自分で作った問題なら、たとえば次のように絵を変えると、解が1つになります: {said}。",
    ),
}
_NONE_FOUND = Text(
    "No change of up to three cells of the picture was found that leaves only one solution.",
    "3マスまでの変更で解が1つになる絵は見つかりませんでした。",
)
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


def proposal(repairs: Sequence[Repair], is_guess: bool, names: Names, language: Language) -> str:
    """A sentence about all repairs of a puzzle with several solutions.

    `is_guess`: its picture is not known, only one of the solutions.
    """
    if not repairs:
        return _NONE_FOUND.of(language)
    said = repairs_in_words(repairs, names, language)
    return _PROPOSED[is_guess].of(language, said=said)


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
