"""The wording of the evidence for an outcome: a line with a contradiction, cells that differ, marks
that were taken as given."""

from __future__ import annotations

from xlnono.language import Language, Text
from xlnono.model.puzzle import Puzzle
from xlnono.model.solution import Outcome, Solution
from xlnono.wording.cell_names import Names, line_with_cells

_CELLS_NAMED = 40

_CONTRADICTION = Text(
    "Solving step by step leads to a contradiction: no arrangement fits {line}; the mistyped clue "
    "may be another one. Compare the clues with the source.",
    "1手ずつ解いていくと、{line}に入る置き方がなくなります。"
    "間違ったヒントは別の行や列かもしれません。元の問題とヒントを見比べてください。",
)
_NO_LINE = Text(
    "Every way to fill in the grid ends in a contradiction, although no single line shows it. "
    "Compare the clues with the source.",
    "1本の行や列だけでは分かりませんが、どう塗っても矛盾します。元の問題とヒントを見比べてください。",
)
_DIFFER = Text(
    "Two solutions differ in {count} cells: {cells}.", "2つの解で異なるマスは {count} 個: {cells}。"
)
_ALL_SHARE = Text(
    "There are exactly {found} solutions; {shared} cells have the same colour in all of them.",
    "解はちょうど {found} 個で、どの解でも同じ色のマスは {shared} 個です。",
)
_ALL_SHARE_ONE = Text(
    "There are exactly {found} solutions; 1 cell has the same colour in all of them.",
    "解はちょうど {found} 個で、どの解でも同じ色のマスは 1 個です。",
)
_SOME_SHARE = Text(
    "There are at least {found} solutions; {shared} cells have the same colour in those that were "
    "found.",
    "解は少なくとも {found} 個あり、見つけた解のどれでも同じ色のマスは {shared} 個です。",
)
_SOME_SHARE_ONE = Text(
    "There are at least {found} solutions; 1 cell has the same colour in those that were found.",
    "解は少なくとも {found} 個あり、見つけた解のどれでも同じ色のマスは 1 個です。",
)
_ELSEWHERE = Text("They differ in {count} cells: {cells}.", "異なるマスは {count} 個: {cells}。")
_FROM_MARKS = Text(
    "This takes your {count} marks as given: from the clues alone, there may be other solutions, "
    "and the puzzle may be harder.",
    "盤面の印{count}個を正しいものとして解きました。ヒントだけで解くと、ほかにも解があったり、"
    "もっと難しかったりするかもしれません。",
)
_FROM_ONE_MARK = Text(
    "This takes your mark as given: from the clues alone, there may be other solutions, and the "
    "puzzle may be harder.",
    "盤面の印1個を正しいものとして解きました。ヒントだけで解くと、ほかにも解があったり、もっと"
    "難しかったりするかもしれません。",
)


def remarks(solution: Solution, puzzle: Puzzle, names: Names, language: Language) -> list[str]:
    """Sentences about a puzzle without a solution, with several, or solved from marks."""
    if solution.contradiction is not None:
        line = line_with_cells(solution.contradiction, puzzle, names, language)
        return [_CONTRADICTION.of(language, line=line)]
    if solution.outcome is Outcome.NONE:
        return [_NO_LINE.of(language)]
    if solution.outcome is Outcome.UNIQUE:
        marks = 0 if solution.log is None else solution.log.start.known
        text = _FROM_ONE_MARK if marks == 1 else _FROM_MARKS
        return [text.of(language, count=marks)] if marks else []
    differing = solution.differing
    if not differing:
        return []
    cells = names.cells(differing[:_CELLS_NAMED])
    cells += " …" if len(differing) > _CELLS_NAMED else ""
    found = len(solution.solutions)
    if found == 2 and not solution.all_found:
        return [_DIFFER.of(language, count=len(differing), cells=cells)]
    shared = puzzle.height * puzzle.width - len(differing)
    if shared == 1:
        counted = _ALL_SHARE_ONE if solution.all_found else _SOME_SHARE_ONE
    else:
        counted = _ALL_SHARE if solution.all_found else _SOME_SHARE
    return [
        counted.of(language, found=found, shared=shared),
        _ELSEWHERE.of(language, count=len(differing), cells=cells),
    ]
